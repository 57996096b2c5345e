"""Moves that nobody's luck decides: chairs and colours, forts; and the best and worst of a beetle drive."""

import random
from collections import Counter
from itertools import combinations

import pytest

from movements.errors import MovementError
from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import (
    explain_meeting_again,
    make_next_seating,
    make_opening_seating,
    remove_players,
)
from movements.party.uneven import list_uneven_choices
from tests.movements.party.parties import draw_outcomes, list_players, make_player_ids

WEF = {"seat_moves": "wef"}
SCORES = (
    ((8, 0), (2, 7), (5, 5), (8, 3), (7, 1)),
    ((6, 2), (8, 0), (1, 7), (4, 5), (7, 3)),
    ((4, 4), (6, 2), (8, 0), (1, 7), (3, 5)),
    ((5, 6), (8, 4), (6, 2), (8, 0), (8, 7)),
    ((1, 8), (4, 6), (7, 4), (6, 2), (8, 0)),
)
"""Points of N-S and E-W at tables 1 to 5 in five rounds."""


def by_chair(tables: int) -> tuple[list[str], list[str]]:
    """Return the players of seats A and B called after the chairs they begin in: N1, S1, E1, W1, N2 …"""
    numbers = range(1, tables + 1)
    return [f"{seat}{no}" for no in numbers for seat in "NE"], [
        f"{seat}{no}" for no in numbers for seat in "SW"
    ]


def rounds_of(key: str, seats, rounds: int, options=None) -> list:
    seatings = [make_opening_seating(key, *seats, options=options)]
    for round_no in range(1, rounds):
        seatings.append(
            make_next_seating(key, seatings[-1], {}, options=options, round_no=round_no)
        )
    return seatings


def test_an_evening_by_seats_adds_up_as_worked_by_hand():
    total: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    seatings = rounds_of("seats", by_chair(5), 6, WEF)
    for seating, scores in zip(seatings, SCORES, strict=False):
        for table, points in zip(seating, scores, strict=True):
            met.update(map(frozenset, combinations(table.players, 2)))
            for side, points_row in zip(table.sides, points, strict=True):
                total.update(dict.fromkeys(side, points_row))
    expected = {
        "S1": 40,
        "S4": 34,
        "N5": 33,
        "S5": 31,
        "N2": 28,
        "N3": 27,
        "N4": 27,
        "N1": 24,
        "S3": 21,
        "S2": 13,
    }
    assert total == expected | {f"{seat}{no}": 18 for seat in "EW" for no in range(1, 6)}
    assert sum(total.values()) == 458
    assert max(met.values()) == 1
    assert seatings[5] == seatings[0]


@pytest.mark.parametrize(("tables", "rounds"), [(4, 2), (5, 5), (6, 3), (7, 7), (10, 5)])
def test_two_colours_bring_the_same_four_together_after_half_the_tables(tables, rounds):
    sentence = explain_meeting_again("colours", 4 * tables, options={})
    assert f"the same four players meet again after {rounds} rounds" in sentence
    seatings = rounds_of("colours", make_player_ids(4 * tables), rounds + 1)
    fours = [{frozenset(table.players) for table in seating} for seating in seatings]
    assert [bool(fours[0] & later) for later in fours[1:]] == [False] * (rounds - 1) + [True]


def test_whoever_fills_no_table_sits_out_in_turn_by_seats():
    seatings = rounds_of("seats", make_player_ids(23), 11)
    out = Counter(player for seating in seatings for player in seating[-1].players)
    assert {len(seating[-1].players) for seating in seatings} == {3}
    assert max(out.values()) - min([out[player] for player in list_players(seatings[0])]) <= 1
    assert [choice.key for choice in list_uneven_choices("seats", 12, 11)] == [
        "sit-out",
        "stand-ins",
    ]


HOME = ((6, 9, 12, 1, 4), (10, 0, 4, 8, 12), (0, 5, 10, 1, 6), (4, 10, 2, 8, 0))
"""Tricks of the home pairs of five forts in four rounds."""


def test_an_evening_of_military_whist_adds_up_as_worked_by_hand():
    seats = [[f"{fort}{man}" for fort in range(1, 6) for man in men] for men in ("ac", "bd")]
    tricks, hands = Counter(), Counter()
    for home, seating in zip(HOME, rounds_of("military", seats, 4), strict=True):
        for table, taken in zip(seating, home, strict=True):
            host, guest = (next(iter({player[0] for player in side})) for side in table.sides)
            assert host == str(table.table_no)
            tricks.update({host: taken, guest: 13 - taken})
            hands.update([host if taken > 6 else guest])
    assert [tricks[fort] for fort in "12345"] == [58, 46, 57, 49, 50]
    assert [hands[fort] for fort in "12345"] == [4, 4, 4, 5, 3]
    assert [12 + hands[fort] - (8 - hands[fort]) for fort in "12345"] == [12, 12, 12, 14, 10]


def test_four_of_a_fort_that_leave_close_it():
    seating = make_opening_seating("military", *make_player_ids(20))
    fewer = remove_players("military", seating, ["A3", "B3", "A4", "B4"])
    assert list_players(fewer) == sorted(set(list_players(seating)) - {"A3", "B3", "A4", "B4"})
    assert [table.sides[0] for table in fewer] == [
        ("A1", "B1"),
        ("A9", "B9"),
        ("A5", "B5"),
        ("A7", "B7"),
    ]


PARTS = {
    "A": (14, 9, 11, 6, 13, 8), "B": (10, 14, 7, 12, 9, 11), "C": (8, 12, 14, 10, 5, 13), "D": (13, 6, 9, 14, 12, 7),
    "E": (12, 11, 8, 9, 10, 14), "F": (7, 10, 13, 11, 14, 9), "G": (12, 13, 10, 8, 7, 10), "H": (9, 8, 13, 13, 11, 13),
}  # fmt: skip
"""Parts of a beetle that eight people drew in six rounds."""


def test_a_beetle_drive_seats_the_best_on_and_the_worst_back():
    seating = make_opening_seating("beetle", ["A", "C", "E", "G"], ["B", "D", "F", "H"])
    total: Counter[str] = Counter()
    for round_no in range(6):
        points = {player: PARTS[player][round_no] for player in PARTS}
        outcomes = {
            table.table_no: TableOutcome(points=tuple(points[player] for player in table.players))
            for table in seating
        }
        after = make_next_seating("beetle", seating, outcomes)
        for table, other in ((seating[0], after[1]), (seating[1], after[0])):
            best = max(table.players, key=lambda player, of=points: of[player])
            worst = min(table.players, key=lambda player, of=points: of[player])
            # At two tables on and back lead to the same one: of equals the one in the lower seat
            # goes.
            assert {best, worst} == set(table.players) & set(other.players)
        total.update(points)
        seating = after
    assert [total[player] for player in "HEFBCADG"] == [67, 64, 64, 63, 62, 61, 61, 60]


def test_in_a_ring_of_three_the_best_go_on_and_the_worst_back():
    seating = make_opening_seating("beetle", *make_player_ids(11))
    assert [len(table.sides) for table in seating] == [4, 4, 3]
    draw = random.Random(11)
    for _ in range(5):
        outcomes = draw_outcomes(seating, draw)
        after = make_next_seating("beetle", seating, outcomes)
        for index, table in enumerate(seating):
            points = outcomes[table.table_no].points
            best, worst = (table.players[points.index(end(points))] for end in (max, min))
            assert best in after[(index + 1) % 3].players
            assert worst in after[index - 1].players
        assert [len(table.sides) for table in after] == [4, 4, 3]
        seating = after


def test_a_beetle_drive_needs_points_and_no_cut():
    tables = make_opening_seating("beetle", *make_player_ids(8))
    told = {1: TableOutcome(points=(9, 9, 9, 9)), 2: TableOutcome(points=(0, 14, 3, 3))}
    assert make_next_seating("beetle", tables, told)[0].players == ("B3", "A3", "A2", "B2")
    with pytest.raises(MovementError, match="Enter all of them"):
        make_next_seating(
            "beetle", tables, {1: TableOutcome(0), 2: TableOutcome(points=(0, 14, 3, 3))}
        )


@pytest.mark.parametrize(
    ("number", "odd", "sizes"),
    [
        (8, "threes", [4, 4]),
        (9, "threes", [3, 3, 3]),
        (10, "fives", [5, 5]),
        (11, "fives", [4, 4, 3]),
    ],
)
def test_tables_of_a_beetle_drive(number, odd, sizes):
    assert [
        len(table.sides)
        for table in make_opening_seating("beetle", *make_player_ids(number), options={"odd": odd})
    ] == sizes


CHAIRS = {1: (0, 0), 2: (1, 0), 3: (0, 1), 4: (1, 1)}


def chairs(table: PartyTable) -> dict[int, str]:
    return {chair: table.sides[side][place] for chair, (side, place) in CHAIRS.items()}


@pytest.mark.parametrize("tables", [2, 3, 9])
def test_numbered_chairs_part_partners_as_the_cards_on_them_say(tables):
    draw = random.Random(tables)
    seating = make_opening_seating("swedish", *make_player_ids(4 * tables))
    for _ in range(8):
        outcomes = draw_outcomes(seating, draw)
        after = make_next_seating("swedish", seating, outcomes)
        for index, table in enumerate(seating):
            here, onward, before = (
                chairs(table),
                chairs(after[(index + 1) % tables]),
                chairs(after[index]),
            )
            winners = [
                chair for chair in here if CHAIRS[chair][0] == outcomes[table.table_no].winner
            ]
            low, high = sorted(set(here) - set(winners))
            assert (before[low + 1], before[high]) == (here[low], here[high])
            assert onward[1] == here[max(winners)]
            assert here[min(winners)] in (onward[2], onward[4])
        partners = [
            {frozenset(side) for table in some for side in table.sides} for some in (seating, after)
        ]
        assert not partners[0] & partners[1]
        seating = after


@pytest.mark.parametrize(
    ("way", "second"),
    [
        ("winners-on", [("A1", "A6"), ("A3", "A2"), ("A5", "A4")]),
        ("visitors-on", [("A1", "A6"), ("A3", "A2"), ("A5", "A4")]),
    ],
)
def test_couples_go_on_together(way, second):
    seating = make_opening_seating(
        "partner-drive", *make_player_ids(12), options={"pairs_move": way}
    )
    won = {number: TableOutcome(1) for number in (1, 2, 3)}
    after = make_next_seating("partner-drive", seating, won, options={"pairs_move": way})
    assert [tuple(side[0] for side in table.sides) for table in after] == second
    assert all(a[1:] == b[1:] for table in after for a, b in table.sides)


def test_nobody_moves_where_a_caller_reads_out_the_cards():
    seating = make_opening_seating("caller-seats", *make_player_ids(11))
    assert [table.players for table in seating] == [
        ("A1", "B1", "A2", "B2"),
        ("A3", "B3", "A4", "B4"),
        ("A5", "B5", "A6"),
    ]
    assert make_next_seating("caller-seats", seating, {}, round_no=1) == seating


def test_tables_of_three_are_no_lack_where_everybody_plays_alone():
    assert [choice.text for choice in list_uneven_choices("caller-seats", 7, 7)] == [
        "Two of the tables have three players."
    ]
