"""Whist drives and euchre nights of today: evenings with exact figures, and the rules told again in other words."""

import random

import pytest

from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import make_next_seating, make_opening_seating
from tests.movements.party.parties import draw_outcomes, make_player_ids

TRICKS = ((8, 5, 7), (6, 9, 4), (7, 7, 10), (5, 8, 6), (9, 4, 7), (6, 7, 3))
"""Six hands at three tables: what the pair took whose lady has the lower number."""

EVENINGS = {
    "classic-drive": (
        "L1 48 27, L6 48 21, L2 39 18, L5 35 20, L4 33 15, L3 31 16",
        "G1 48 24, G6 41 20, G3 39 21, G5 37 17, G4 35 20, G2 34 15",
        "1 L2+G4 L5+G2, 2 L1+G3 L3+G5, 3 L4+G6 L6+G1",
    ),
    "semi-partner-drive": (
        "L4 46 22, L2 41 20, L5 37 19, L6 37 19, L3 37 16, L1 36 21",
        "G1 48 24, G3 40 18, G5 39 19, G4 36 19, G6 36 21, G2 35 16",
        "1 L1+G1 L6+G3, 2 L2+G6 L4+G4, 3 L3+G2 L5+G5",
    ),
    "losers-move-drive": (
        "L4 46 22, L2 41 20, L5 37 19, L6 37 19, L3 37 16, L1 36 21",
        "G1 46 22, G4 43 24, G2 40 24, G3 37 14, G6 36 16, G5 32 17",
        "1 L1+G3 L6+G1, 2 L2+G4 L4+G6, 3 L3+G5 L5+G2",
    ),
}


def figures(text: str) -> dict[str, tuple[int, int]]:
    cells = [cell.split() for cell in text.split(", ")]
    return {player: (int(total), int(half)) for player, total, half in cells}


@pytest.mark.parametrize("key", EVENINGS)
def test_an_evening_of_six_hands_comes_out_as_worked_by_hand(key):
    ladies, gents, second = EVENINGS[key]
    seating = make_opening_seating(
        key, [f"L{no}" for no in range(1, 7)], [f"G{no}" for no in range(1, 7)]
    )
    tricks = {player: [] for table in seating for player in table.players}
    for round_no, told in enumerate(TRICKS, start=1):
        outcomes = {}
        for table, lower in zip(seating, told, strict=True):
            low = min((0, 1), key=lambda side, table=table: table.sides[side][0])
            points = (lower, 13 - lower) if low == 0 else (13 - lower, lower)
            outcomes[table.table_no] = TableOutcome(points=points)
            for side, points_row in zip(table.sides, points, strict=True):
                for player in side:
                    tricks[player].append(points_row)
        seating = make_next_seating(key, seating, outcomes, round_no=round_no)
        if round_no == 1:
            shown = [
                f"{table.table_no} {' '.join(sorted('+'.join(side) for side in table.sides))}"
                for table in seating
            ]
            assert ", ".join(shown) == second
    hidden_columns = {player: (sum(taken), sum(taken[:3])) for player, taken in tricks.items()}
    assert hidden_columns == figures(ladies) | figures(gents)
    assert sum(total for total, _half in hidden_columns.values()) == 26 * 3 * 6


def moved(no: int, by: int, tables: int) -> int:
    return (no - 1 + by) % tables + 1


def partners_of(seating) -> set[tuple[int, frozenset[str]]]:
    return {(table.table_no, frozenset(side)) for table in seating for side in table.sides}


def told_again(key: str, seating, won, higher: int) -> set[tuple[int, frozenset[str]]]:
    """Return the partners of the next hand by the table of movements, worked person by person."""
    tables = len(seating)
    at = {number: {"stay": {}, "come": {}} for number in range(1, tables + 1)}
    for table in seating:
        for side, (lady, gent) in enumerate(table.sides):
            leaves = (side == won[table.table_no]) is (key == "classic-drive")
            for letter, player, by in (("lady", lady, higher), ("gent", gent, -higher)):
                to = moved(table.table_no, by, tables) if leaves else table.table_no
                at[to]["come" if leaves else "stay"][letter] = player
    together = key == "semi-partner-drive"
    pairs = set()
    for number, here in at.items():
        stay, come = here["stay"], here["come"]
        pairs.add((number, frozenset((stay["lady"], (stay if together else come)["gent"]))))
        pairs.add((number, frozenset((come["lady"], (come if together else stay)["gent"]))))
    return pairs


@pytest.mark.parametrize("key", EVENINGS)
@pytest.mark.parametrize("direction", ["higher", "lower"])
@pytest.mark.parametrize("tables", [2, 3, 7, 100])
def test_everybody_goes_where_the_table_of_movements_says(key, direction, tables):
    draw = random.Random(f"{key} {direction} {tables}")
    options = {"seat_a_goes": direction}
    seating = make_opening_seating(key, *make_player_ids(4 * tables), options=options)
    for _ in range(6):
        outcomes = draw_outcomes(seating, draw)
        won = {number: outcome.winner for number, outcome in outcomes.items()}
        expected = told_again(key, seating, won, 1 if direction == "higher" else -1)
        seating = make_next_seating(key, seating, outcomes, options=options)
        assert partners_of(seating) == expected


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
