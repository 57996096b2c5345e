"""Safford's married couples, against the printed first set and what they promise at every size."""

from movements.registry import make_plan
from tests.movements.grids import read_golden_records


def test_the_first_set_is_the_printed_one():
    first = [
        {"table": str(row.table_no), **dict(zip("nesw", map(str, row.players), strict=True))}
        for row in make_plan("couples-safford", players=16).rows
        if row.round_no == 1
    ]
    assert first == read_golden_records("couples-safford_start.csv")
