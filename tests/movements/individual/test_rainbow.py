"""The rainbow: its published moves, and what it promises wherever it is possible."""

from collections import Counter
from itertools import combinations

import pytest

from movements.check.faults import check_plan
from movements.individual.rainbow import TABLE_COUNTS
from movements.registry import make_plan
from tests.movements.forms import sample_sizes
from tests.movements.grids import read_golden_records


def going_up(plan, seat: int, tables: int) -> set[int]:
    """Return by how many tables those of one seat go up after a round."""
    at = {(row.round_no, row.players[seat]): row.table_no for row in plan.rows}
    return {
        (at[round_no + 1, player] - table) % tables
        for (round_no, player), table in at.items()
        if round_no < tables
    }


@pytest.mark.parametrize("tables", [5, 7, 11, 25])
def test_lines_and_boards_go_as_published(tables):
    plan = make_plan("rainbow", players=4 * tables)
    lying = {(row.round_no, row.board_set): row.table_no for row in plan.rows}
    moves = {seat: going_up(plan, place, tables) for place, seat in enumerate("NESW")}
    moves["boards"] = {
        (lying[round_no + 1, board_set] - table) % tables
        for (round_no, board_set), table in lying.items()
        if round_no < tables
    }
    published = {
        line["who"]: {int(line["up"]) % tables} for line in read_golden_records("rainbow_moves.csv")
    }
    assert moves == published


@pytest.mark.parametrize("tables", sample_sizes(TABLE_COUNTS))
def test_everybody_meets_everybody_of_the_other_lines_once(tables):
    plan = make_plan("rainbow", players=4 * tables, boards_per_set=1)
    met = Counter(tuple(sorted(both)) for row in plan.rows for both in combinations(row.players, 2))
    others = [
        (first, second)
        for first, second in combinations(range(1, 4 * tables + 1), 2)
        if (first - 1) // tables != (second - 1) // tables
    ]
    assert met == dict.fromkeys(others, 1)
    assert check_plan(plan) == ()
