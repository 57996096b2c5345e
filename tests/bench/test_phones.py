"""A night by phones on the program as it is served: how long a result takes to be accepted among those who look on."""

import statistics

import pytest

from tests.bench.phones import measure_night_by_phones

pytestmark = pytest.mark.bench


def test_results_of_phones_among_those_who_look_on(benchmark):
    night = benchmark.pedantic(
        measure_night_by_phones,
        kwargs={"tables": 10, "rounds": 2, "lookers": 80, "visitors": 20},
        rounds=1,
    )
    benchmark.extra_info["p95 ms"] = round(statistics.quantiles(night.entries, n=20)[18])
    assert night.counts["say 201"] == 2 * 10 * 2 * 2
    assert set(night.counts) <= {"say 201", "state 200", "state 304"}
