"""Fixed rotations: who partners and opposes whom in a whole chart, counted, for every number of players."""

from collections import Counter
from itertools import combinations

import pytest

from movements.__main__ import main
from movements.party.rounds import find_possible_rounds, make_next_seating, make_opening_seating
from movements.party.rules.rotation import compute_chart_facts
from movements.party.state_json import PARTY_GUARANTEES, list_chart_guarantees
from tests.movements.party.parties import list_players, make_player_ids

EVERY = range(4, 101)
TRIED = [*range(4, 30), 36, 40, 41, 49, 63, 81, 100]
OPPONENTS = {size: (2, 2) if size % 4 < 2 else (1, 2) for size in EVERY}
"""How often two players oppose each other, where the chart is as even as can be."""


UNEVEN = dict.fromkeys(
    [
        44,
        45,
        46,
        48,
        50,
        52,
        54,
        55,
        56,
        57,
        58,
        59,
        60,
        62,
        63,
        64,
        65,
        66,
        67,
        68,
        69,
        70,
        71,
        72,
        74,
        75,
        76,
        77,
        78,
        79,
        80,
        82,
        83,
        84,
        85,
        86,
        87,
        88,
        90,
        91,
        92,
        93,
        94,
        95,
        96,
        98,
        99,
        100,
    ],
    (1, 3),
)
"""Numbers for which it is not, with the fewest and the most."""


def met(size: int) -> tuple[Counter, Counter]:
    """Return how often every two are partners and opponents in the seatings of a whole evening."""
    seating = make_opening_seating("rotation", *make_player_ids(size))
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    for round_no in find_possible_rounds("rotation", size):
        for table in seating:
            if not table.sits_out:
                partners.update(map(frozenset, table.sides))
                opponents.update(
                    frozenset((player, other))
                    for player in table.sides[0]
                    for other in table.sides[1]
                )
        seating = make_next_seating("rotation", seating, {}, round_no=round_no)
    assert seating == make_opening_seating("rotation", *make_player_ids(size))
    return partners, opponents


@pytest.mark.parametrize("size", [size for size in TRIED if size < 42])
def test_partners_come_once_and_opponents_as_often_as_the_facts_say(size):
    partners, opponents = met(size)
    pairs = [frozenset(two) for two in combinations(sum(make_player_ids(size), []), 2)]  # noqa: RUF017
    facts = compute_chart_facts(size)
    assert (min(partners[two] for two in pairs), max(partners.values())) == facts.partners
    assert (min(opponents[two] for two in pairs), max(opponents.values())) == facts.opponents
    assert facts.partners == ((1, 1) if size % 4 < 2 else (0, 1))
    assert ("opponents-twice" in list_chart_guarantees(size)) == (
        set(opponents.values()) == {2} and len(opponents) == len(pairs)
    )


def test_opponents_are_even_but_for_the_numbers_named():
    uneven = {
        size: compute_chart_facts(size).opponents
        for size in TRIED
        if compute_chart_facts(size).opponents != OPPONENTS[size]
    }
    assert uneven == {size: facts for size, facts in UNEVEN.items() if size in TRIED}


def test_promises_of_every_number_are_explained():
    assert {key for size in TRIED for key in list_chart_guarantees(size)} <= set(PARTY_GUARANTEES)
    assert list_chart_guarantees(16) == (
        "partners-once",
        "no-partner-again",
        "opponents-twice",
        "sit-outs-even",
    )


def test_a_chart_begins_again_after_its_last_round():
    seating = make_opening_seating("rotation", *make_player_ids(10))
    start = seating
    for round_no in range(1, 21):
        seating = make_next_seating("rotation", seating, {}, round_no=round_no)
        assert list_players(seating) == list_players(start)
        assert (seating == start) == (round_no in {10, 20})


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        pytest.param(
            ["rotation", "--players", "101"],
            "Fixed rotation doesn’t work for 101 players. It takes 4 to 100 players; the nearest is 100.",
            id="too many",
        ),
        pytest.param(
            ["rotation", "--players", "8", "--rounds", "9"],
            "Fixed rotation for 8 players can show 1 to 7 rounds, not 9.",
            id="too long",
        ),
        pytest.param(
            ["whist-1", "--players", "8", "--rounds", "2"],
            "Progressive whist, first method for 8 players can show only its first seating, since later ones "
            "depend on who wins, not 2.",
            id="nothing known beforehand",
        ),
        pytest.param(
            ["pivot"],
            "Use --players to give the number of players for Pivot bridge.",
            id="no number of players",
        ),
    ],
)
def test_show_says_what_it_cannot(capsys, asked, sentence):
    assert main(["show", *asked]) == 2
    assert capsys.readouterr() == ("", sentence + "\n")


def test_show_takes_tables_and_json(capsys):
    assert main(["show", "whist-4", "--tables", "2", "--rounds", "1", "--json"]) == 0
    assert capsys.readouterr().out == (
        '{"key": "progressive-whist-4", "name": "Progressive whist, fourth method", "contest": '
        '"progressive", "source": "Whist and Duplicate Whist, 11th edition 1900, page 25; Hoyle’s Rules '
        'for Card Games, 1926, page 91", "options": {"round_ends": "one-deal", "deal": "cut", "final_tie": '
        '"play-off"}, "players": 8, "rounds": [{"round": 1, "tables": [{"table": 1, "sides": [["A4", '
        '"B4"], ["A3", "B3"]]}, {"table": 2, "sides": [["A1", "B1"], ["A2", "B2"]]}]}], "guarantees": '
        '["partners-stay", "all-pairs-meet"]}\n'
    )
