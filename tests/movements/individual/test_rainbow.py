"""The rainbow: its published moves, and what it promises wherever it is possible."""

from collections import Counter
from itertools import combinations

import pytest

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.individual.rainbow import TABLE_COUNTS
from movements.individual.seats import FIELD_SHAPES, SmallField
from movements.partnerships import count_opponent_rounds_by_couple, count_partner_rounds_by_couple
from movements.registry import get_movement, make_plan
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


@pytest.mark.parametrize("tables", sample_sizes(TABLE_COUNTS))
def test_partners_in_turn_are_everybody_of_the_other_lines(tables):
    plan = make_plan("rainbow", players=4 * tables, boards_per_set=1, options={"partners": "turn"})
    couples = 6 * tables * tables
    assert Counter(count_partner_rounds_by_couple(plan).values()) == {1: couples}
    assert Counter(count_opponent_rounds_by_couple(plan).values()) == {2: couples}
    assert plan.winners == 1
    assert check_plan(plan) == ()


@pytest.mark.parametrize("order", FIELD_SHAPES)
def test_the_small_fields_are_fields(order):
    field, elements = SmallField(order), range(order)
    for first in elements:
        assert sorted(field.add_elements(first, other) for other in elements) == list(elements)
        if first:
            assert sorted(field.multiply_elements(first, other) for other in elements) == list(
                elements
            )
        for second in elements:
            assert field.multiply_elements(first, second) == field.multiply_elements(second, first)
            for third in elements:
                spread = field.add_elements(
                    field.multiply_elements(first, second), field.multiply_elements(first, third)
                )
                assert field.multiply_elements(first, field.add_elements(second, third)) == spread


@pytest.mark.parametrize(
    ("players", "nearest"),
    [(24, "20 and 28"), (40, "36 and 44"), (60, "52 and 64"), (22, "20 and 28")],
)
def test_a_number_of_tables_that_cannot_be_is_refused_with_the_nearest_that_can(players, nearest):
    with pytest.raises(MovementError) as refused:
        make_plan("rainbow", players=players)
    assert str(refused.value) == (
        f"Rainbow doesn’t work for {players} players. It takes {get_movement('rainbow').sizes}; the nearest that "
        f"work are {nearest}."
    )
