"""How long the old systems take: ``pytest -m bench tests/bench/test_old_systems.py``."""

import pytest

from scoring.registry import get_method, rank_field
from tests.bench.test_scoring import make_club_field
from tests.oracle.checking import list_ranking_differences, rank_plainly

pytestmark = pytest.mark.bench

LINEAR = ["howell-losses", "exponent", "match", "safford", "compass"]


@pytest.mark.parametrize("tables", [50, 500])
@pytest.mark.parametrize("key", LINEAR)
def test_rank_by_old_systems_over_26_boards(benchmark, key, tables):
    field = make_club_field(tables, 26)
    assert len(benchmark(rank_field, key, field).standings) == 2 * tables


@pytest.mark.parametrize("key", LINEAR)
def test_rank_by_old_systems_the_plain_way(benchmark, key):
    field, options = make_club_field(10, 26), get_method(key).complete_settings({})
    plain = benchmark.pedantic(rank_plainly, (key, field, options), rounds=1)
    assert list_ranking_differences(rank_field(key, field), plain) == []


def test_rank_by_matches_between_four_pairs(benchmark):
    field = make_club_field(2, 26)
    assert len(benchmark(rank_field, "four-pairs", field).standings) == 4
