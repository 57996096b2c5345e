"""Whist drives and euchre nights of today: evenings with exact figures, and the rules told again in other words."""

import pytest

from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import make_next_seating, make_opening_seating
from tests.movements.party.parties import make_player_ids


def figures(text: str) -> dict[str, tuple[int, int]]:
    cells = [cell.split() for cell in text.split(", ")]
    return {player: (int(total), int(half)) for player, total, half in cells}


def test_winners_at_euchre_go_on_and_part_from_the_last_table_to_table_1():
    seating = make_opening_seating("winners-move-euchre", *make_player_ids(12))
    after = make_next_seating(
        "winners-move-euchre", seating, {no: TableOutcome(0) for no in (1, 2, 3)}
    )
    assert [table.sides for table in after] == [
        (("A2", "B5"), ("A5", "B2")),
        (("A4", "B1"), ("A1", "B4")),
        (("A6", "B3"), ("A3", "B6")),
    ]


@pytest.mark.parametrize(
    ("winners", "key"), [("together", "semi-partner-drive"), ("part", "losers-move-drive")]
)
def test_losers_by_colour_are_the_losers_of_a_drive(winners, key):
    seating = make_opening_seating(key, *make_player_ids(20))
    won = {number: TableOutcome(number % 2) for number in range(1, 6)}
    assert make_next_seating(
        "colour-losers-euchre", seating, won, options={"winners": winners}
    ) == make_next_seating(key, seating, won)


THREE = PartyTable(3, (("L5",), ("G5",), ("L6",)))
FULL = (PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3", "G3"), ("L4", "G4"))))


@pytest.mark.parametrize(
    ("told", "stays"),
    [
        pytest.param(TableOutcome(points=(2, 5, 6)), "L6", id="the highest"),
        pytest.param(TableOutcome(winner=1, points=(4, 4, 4)), "G5", id="the winner of a cut"),
        pytest.param(TableOutcome(points=(4, 4, 4), cut=(2, 1)), "L5", id="who is not cut to go"),
    ],
)
def test_where_losers_move_the_lowest_leave_a_short_table(told, stays):
    options = {"odd": "short-table"}
    won = {1: TableOutcome(0), 2: TableOutcome(0), 3: told}
    seating = make_next_seating("semi-partner-drive", (*FULL, THREE), won, options=options)
    assert stays in seating[2].players
    assert seating[2].games_here == ((stays, 1),)
