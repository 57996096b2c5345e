"""Why a player's total is what it is: the games, the sum, the rule."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.explain.party import PartyExplainer, explain_party_total
from scoring.party.methods import PARTY_METHODS
from scoring.party.model import PartyGame
from scoring.party.ranking import rank_party_games
from tests.cases import leave_to_slow
from tests.scoring.party.evenings import evenings, read_golden_party


@pytest.mark.parametrize(
    ("method", "party", "player", "options", "games", "formula"),
    [
        (
            "games",
            "euchre",
            "2",
            {},
            [
                "Round 1, table 2: won, 5 points, 1 lone hand: +1",
                "Round 2, table 1: half a game, 4 points, 2 lone hands: +½",
            ],
            "1½ in 2 games = 1½ games, place 1=",
        ),
        (
            "punched-card",
            "card",
            "1",
            {"card": "full"},
            ["Round 1, table 1: won, 9 points: +9", "Round 2, table 1: lost, 7 points: +7"],
            "16 in 2 games, a full card shows 15 = 15 points, place 1=",
        ),
        (
            "counters",
            "short",
            "6",
            {},
            [
                "Round 1, table 9: lost, 3 points, not the best of a short table: −5",
                "Round 2, table 9: won, 4 points: +2",
            ],
            "25 at the start − 3 in 2 games = 22 counters, place 2",
        ),
        (
            "plus-and-minus",
            "five-hundred",
            "1",
            {},
            [
                "Round 1, table 1: lost, 200 points, set back 40: +160",
                "Round 2, table 1: lost, -100 points: −100",
            ],
            "60 in 2 games = 60 points, place 4",
        ),
        (
            "auction",
            "auction",
            "3",
            {},
            [
                "Round 1, table 1: lost, 96 points: +96",
                "Round 2, table 1: won, 210 points, 2 games made: +460",
            ],
            "556 in 2 games = 556 points, place 2",
        ),
        (
            "pivot",
            "pivot",
            "4",
            {},
            [
                "Round 1, table 1: lost, 120 points: +120",
                "Round 2, table 1: lost, 150 points: +150",
                "Round 3, table 1: lost, 60 points: +60",
                "Round 4, table 1: lost, 100 points, beyond the games that count: 0",
            ],
            "330 in 4 games = 330 points, place 4",
        ),
    ],
    ids=["games", "full-card", "counters", "set-back", "games-made", "beyond"],
)
def test_every_game_is_listed_and_the_sum_shown(method, party, player, options, games, formula):
    explanation = explain_party_total(method, read_golden_party(party), player, options=options)
    assert [reason.text for reason in explanation.games] == games
    assert explanation.formula == formula


def test_points_of_the_others_and_the_row_are_named():
    games = [
        PartyGame("7", 2, 16, 0, row=3, own_points=5, other_points=3),
        PartyGame("8", 2, 16, 1, row=3, own_points=3, other_points=5),
    ]
    assert explain_party_total("points", games, "7").text == (
        "7:\nRound 2, row 3, table 16: lost, 5 points against 3: +5.\n5 in 1 game = 5 points, place 1 "
        "(Points won: all points of the player’s side, win or lose; [HOYLE1926] pp. 90-92)."
    )


@pytest.mark.parametrize(
    "method", leave_to_slow(PARTY_METHODS, but=5), ids=lambda method: method.key
)
@settings(max_examples=5)
@given(data=st.data())
def test_games_of_an_explanation_add_up_to_the_total(method, data):
    games = data.draw(evenings(method))
    explainer = PartyExplainer(method.key, games, ranking=rank_party_games(method.key, games))
    start = Fraction(25 if method.key == "counters" else 0)
    for standing in explainer.ranking.standings:
        explanation = explainer.explain_total(standing.player)
        assert (
            start + sum(reason.plus - reason.minus for reason in explanation.games)
            == explanation.points
            == standing.total
        )


def test_somebody_who_did_not_play_cannot_be_explained():
    with pytest.raises(ScoringError) as refused:
        explain_party_total("games", [], "9")
    assert str(refused.value) == ("9 has no game at this party. Name a player who has.")
