"""Fields of 2 to 500 tables by both routes; the sizes between are sampled, all fast methods where ``CI`` is set."""

import pytest

from scoring.registry import rank_field
from tests.bench.test_scoring import make_club_field
from tests.oracle.checking import check_ranking

FAST = ["matchpoints", "ascherman", "cross-imps", "total-imps", "butler", "aggregate", "average"]
OLD = ["howell-losses", "exponent", "match", "safford", "compass"]
SIZES = [2, 3, 8, 29]


@pytest.mark.parametrize(
    ("method_key", "tables"),
    [(key, tables) for key in FAST for tables in SIZES]
    + [
        (key, tables) for key in OLD for tables in SIZES if tables <= 64
    ],  # their plain route grows too fast
)
def test_both_routes_agree_on_fields_of_any_size(method_key, tables):
    assert check_ranking(method_key, make_club_field(tables, 2)) == []


@pytest.mark.parametrize("method_key", ["matchpoints", "aggregate"])
def test_both_routes_agree_on_a_field_of_500_tables(method_key):
    assert check_ranking(method_key, make_club_field(500, 1)) == []


@pytest.mark.parametrize("method_key", ["matchpoints", "cross-imps", "safford"])
def test_500_tables_conserve_what_they_must(method_key):
    field = make_club_field(500, 4, short_every=2)
    ranking = rank_field(
        method_key, field, {"sit_outs": "as-played"} if method_key == "matchpoints" else {}
    )
    total = sum(standing.total for standing in ranking.standings)
    expected = sum((board.top or 0) * len(board.lines) for board in ranking.boards)
    assert len(ranking.standings) == 1000
    assert total == expected
