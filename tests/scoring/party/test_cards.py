"""Cards that players hand in: totals, halves, and what the room must have made."""

from fractions import Fraction

import pytest

from scoring.party.card_sums import (
    PossibleSums,
    compute_possible_sums,
    is_sum_of_halves,
    list_card_hints,
)
from scoring.party.model import PartyGame
from scoring.party.presence import PartyPresence
from scoring.party.ranking import compute_totals_by_player, rank_party_games
from tests.oracle.checking import check_party_standings

HALVES = {
    **{"1": (88, 93), "2": (79, 84), "3": (71, 80), "4": (90, 77), "5": (76, 70), "6": (82, 68)},
    **{"7": (66, 79), "8": (85, 81), "9": (74, 73), "10": (69, 76), "11": (80, 85), "12": (76, 70)},
}
"""First and second half of an evening of 12 people at 3 tables and 24 hands; 1 to 6 are ladies."""


def cards(halves, *, hands=24):
    """Return the games of cards with both halves."""
    half = hands // 2
    return [
        game
        for index, (player, (first, second)) in enumerate(halves.items())
        for game in (
            PartyGame(
                player,
                1,
                1 + index // 4,
                0,
                group="A" if index < 6 else "B",
                card_total=first,
                rounds=half,
            ),
            PartyGame(
                player,
                half + 1,
                1 + index // 4,
                0,
                group="A" if index < 6 else "B",
                card_total=second,
                rounds=half,
            ),
        )
    ]


def test_totals_of_cards_are_ranked_as_the_cards_say():
    standings = rank_party_games("tricks", cards(HALVES)).standings
    totals = {standing.player: standing.total for standing in standings}
    assert totals == {player: sum(halves) for player, halves in HALVES.items()}
    assert standings[0].player == "1"
    assert standings[0].games_played == 24
    assert standings[0].get_figure("tricks") == 181
    assert check_party_standings("tricks", cards(HALVES)) == []


def test_half_totals_match_the_first_halves():
    assert compute_totals_by_player("tricks", cards(HALVES), 12) == {
        player: first for player, (first, _) in HALVES.items()
    }


def test_nobody_can_tell_the_half_of_a_card_with_a_total_only():
    whole = PartyGame("13", 1, 1, 0, card_total=160, rounds=24)
    left = PartyGame("14", 1, 1, 0, card_total=70, rounds=10)
    late = PartyGame("15", 13, 1, 0, card_total=70, rounds=12)
    assert compute_totals_by_player("tricks", [whole, left, late], 12) == {"14": 70}


def test_half_totals_by_rounds_count_the_rounds_sat_out_by_then():
    games = [
        PartyGame(player, round_no, 1, side, own_points=own, games_won=Fraction(own > 6))
        for round_no, owns in ((1, (8, 5)), (2, (4, 9)), (3, (7, 6)))
        for side, own in enumerate(owns)
        for player in (("1", "2") if side == 0 else ("3", "4"))
        if (player, round_no) != ("4", 2)
    ]
    told = {
        "options": {"sit_out": "6.5", "deal": "any"},
        "presences": [PartyPresence("4", rounds_sat_out=(2,))],
    }
    assert compute_totals_by_player("tricks", games, 2, **told) == {
        "1": 12,
        "2": 12,
        "3": 14,
        "4": Fraction(23, 2),
    }


def test_games_on_cards_are_games_won():
    ranking = rank_party_games("games", [PartyGame("1", 1, 1, 0, card_total=17, rounds=25)])
    assert [
        (standing.total, standing.get_figure("games"), standing.games_played)
        for standing in ranking.standings
    ] == [(17, 17, 25)]


def test_average_of_a_card_matches_its_rounds():
    games = [
        PartyGame("1", 1, 1, 0, card_total=60, rounds=10),
        PartyGame("2", 1, 1, 0, card_total=60, rounds=12),
    ]
    presences = [PartyPresence("1", rounds_sat_out=(11, 12))]
    told = {"options": {"sit_out": "average"}, "presences": presences}
    assert [
        (standing.player, standing.total)
        for standing in rank_party_games("points", games, **told).standings
    ] == [
        ("1", 72),
        ("2", 60),
    ]
    assert check_party_standings("points", games, **told) == []


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (9, ("swapped",)),
        (-27, ("swapped",)),
        (-9, ("swapped", "missing-hand")),
        (10, ("carry",)),
        (-100, ("carry",)),
        (-13, ("missing-hand",)),
        (-146, ()),
        (Fraction(13, 2), ()),
        (0, ()),
    ],
)
def test_a_difference_hints_at_what_may_be_wrong(difference, expected):
    assert list_card_hints(difference, max_of_hand=13) == expected


def test_credits_of_who_sits_out_stand_on_the_cards():
    assert compute_possible_sums(
        "tricks", table_count=3, round_count=24, hand_count=1, sit_out_credits=Fraction(156)
    ) == PossibleSums(2028, 2028)


@pytest.mark.parametrize(
    ("total", "halves", "expected"), [(151, (71, 80), True), (161, (71, 80), False)]
)
def test_a_card_adds_up_or_not(total, halves, expected):
    assert is_sum_of_halves(total, halves) is expected
