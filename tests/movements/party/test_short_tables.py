"""Short tables at the foot, those who sit out, and what can be done with odd numbers."""

import random

import pytest

from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import make_next_seating, make_opening_seating
from movements.party.uneven import list_uneven_choices
from tests.movements.party.parties import (
    draw_outcomes,
    make_player_ids,
)

FOOT = PartyTable(3, (("L5",), ("G5",), ("L6",)))
HEAD = (PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3", "G3"), ("L4", "G4"))))


def after(foot: PartyTable, outcome: TableOutcome) -> PartyTable:
    """Return the foot table after a round of Rapid euchre in which side 0 wins at tables 1 and 2."""
    won = {1: TableOutcome(0), 2: TableOutcome(0), 3: outcome}
    return make_next_seating("rapid-euchre", (*HEAD, foot), won)[2]


@pytest.mark.parametrize(
    ("been", "points", "stays"),
    [
        pytest.param((), (5, 3, 0), "L6", id="the lowest stays"),
        pytest.param(
            (("L6", 1),),
            (5, 3, 0),
            "G5",
            id="after his second game the lowest goes, the lower of the others stays",
        ),
        pytest.param((("L5", 1),), (5, 3, 4), "G5", id="the highest would go anyhow"),
    ],
)
def test_two_progress_from_a_table_of_three_and_nobody_stays_for_a_third_game(been, points, stays):
    table = after(PartyTable(3, FOOT.sides, games_here=been), TableOutcome(points=points))
    assert sorted(table.players) == sorted([stays, "L1", "G1"])
    assert table.games_here == ((stays, 1),)


def test_both_progress_from_a_table_of_two_without_points():
    table = after(PartyTable(3, (("L5",), ("G5",))), TableOutcome())
    assert (table.sides, table.games_here) == ((("L1",), ("G1",)), ())


def test_a_cut_settles_who_of_the_tied_progresses():
    tied = (3, 5, 3)
    assert after(FOOT, TableOutcome(points=tied, cut=(2, 0))).games_here == (("L5", 1),)
    assert after(FOOT, TableOutcome(winner=0, points=tied)).games_here == (("L6", 1),)


def test_pairs_take_turns_in_sitting_out_where_partners_stay_together():
    options = {"partners": "kept"}
    seating = make_opening_seating("drive-whist", *make_player_ids(14), options=options)
    out = []
    draw = random.Random(7)
    for _ in range(7):
        out.append(seating[-1].sides)
        seating = make_next_seating(
            "drive-whist", seating, draw_outcomes(seating, draw), options=options
        )
    assert sorted(out) == [((f"A{number}", f"B{number}"),) for number in range(1, 8)]


@pytest.mark.parametrize(
    ("key", "seat_a", "seat_b", "options", "told"),
    [
        pytest.param("whist-1", 8, 8, {}, [], id="nothing odd"),
        pytest.param("whist-4", 8, 8, {}, [], id="full tables of pairs"),
        pytest.param(
            "whist-1",
            9,
            8,
            {},
            [
                "odd=sit-out: One player sits out every round, in turn; nobody sits out twice before everyone else "
                "in their group has.",
                "stand-ins: Three substitutes fill the last table, so that everyone plays every round.",
            ],
            id="one over",
        ),
        pytest.param(
            "euchre",
            10,
            5,
            {},
            [
                "other-seat: Two of group A play in seats for group B, but can still win the prizes for group A.",
                "odd=short-table: The last table has three players, each alone. Two move up, nobody stays for more than "
                "two games, and only the highest score counts.",
                "odd=sit-out: Three players sit out every round, in turn; nobody sits out twice before everyone else "
                "in their group has.",
                "stand-ins: One substitute fills the last table, so that everyone plays every round.",
            ],
            id="many more of one group, and three over",
        ),
        pytest.param(
            "whist-3",
            9,
            7,
            {},
            [
                "partners: Two players in group A have no partner. Find two more for the other group, or pair them "
                "with each other.",
                "pair-sits-out: A different pair sits out every round.",
                "stand-ins: A pair of substitutes fills the last table, so that everyone plays every round.",
            ],
            id="pairs",
        ),
        pytest.param(
            "five-hundred",
            9,
            9,
            {},
            [
                "odd=five-at-table: Two of the tables have five players, and two of them move up.",
                "odd=short-table: The last table has two players, each alone. Both move up; only the higher score counts.",
                "odd=sit-out: Two players sit out every round, in turn; nobody sits out twice before everyone else "
                "in their group has.",
                "stand-ins: Two substitutes fill the last table, so that everyone plays every round.",
            ],
            id="five hundred",
        ),
        pytest.param(
            "rotation",
            5,
            4,
            {},
            [
                "sit-out: One player sits out every round, in turn; by the end of the chart everyone has sat out "
                "equally often.",
                "stand-ins: Three substitutes fill the last table, so that everyone plays every round.",
            ],
            id="rotation",
        ),
        pytest.param(
            "skat-congress",
            5,
            5,
            {},
            ["tables-of-three: Two of the tables have three players."],
            id="skat",
        ),
    ],
)
def test_odd_numbers_come_with_choices_and_their_consequences(key, seat_a, seat_b, options, told):
    offered = list_uneven_choices(key, seat_a, seat_b, options=options)
    assert [f"{choice.key}: {choice.text}" for choice in offered] == told
