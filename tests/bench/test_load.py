"""The program really served: how many pages a second, and how long an entry takes among polling phones."""

import statistics

import pytest

from tests.bench.knee import measure_step, serve_crowd
from tests.bench.load import measure_entries, measure_visitors, serve_night

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def night():
    """A published night of 100 pairs and a party of 100, served."""
    with serve_night() as night:
        yield night


@pytest.mark.parametrize(
    ("held", "status"), [(False, 200), (True, 304)], ids=["pages", "pages-held-already"]
)
def test_standings_for_a_crowd(benchmark, night, held, status):
    rate = benchmark.pedantic(
        measure_visitors, args=(night,), kwargs={"pages": 400, "held": held}, rounds=1
    )
    benchmark.extra_info |= {
        "a second": round(rate.a_second),
        "a processor second": round(rate.a_cpu_second),
    }
    assert (rate.pages, rate.statuses) == (400, {status})


def test_entries_among_80_phones(benchmark, night):
    took = benchmark.pedantic(measure_entries, args=(night,), kwargs={"results": 20}, rounds=1)
    benchmark.extra_info["p95 ms"] = round(statistics.quantiles(took, n=20)[18] * 1000)
    assert len(took) == 20


def test_a_night_by_phones_at_a_rising_rate(benchmark):
    """Every request of a step is answered, and what it asks is of all three kinds."""
    with serve_crowd(letters="A", tables=10) as (crowd, pids):
        acts = crowd.iter_acts()
        steps = [measure_step(acts, rate, 2, pids) for rate in (20, 40)]
        benchmark.pedantic(measure_step, args=(acts, 40, 2, pids), rounds=1)
    assert [len(step.times) for step in steps] == [40, 80]
    assert {"state 200", "say 201", "page 200"} <= set(crowd.counts)
    benchmark.extra_info["ms for 19 of 20"] = round(steps[-1].slowest_of_20)
