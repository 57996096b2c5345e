"""Byes, and teams that leave."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import Credit
from scoring.field_json import read_field_json
from scoring.model import Board, Field, Line, TeamMatch
from scoring.registry import get_method
from scoring.teams.withdrawals import apply_withdrawals, compute_bye_points
from tests.oracle.checking import check_ranking
from tests.scoring.plain import get_totals


def match(home, away, won, round_no=1):
    return TeamMatch(round_no, home, away, 8, (0, 0), (Fraction(won), Fraction(20 - won)))


def test_a_bye_is_sixty_per_cent():
    assert compute_bye_points() == 12
    assert compute_bye_points(10) == 6
    assert compute_bye_points(30) == 18


def test_in_a_swiss_all_scores_stand():
    played = (match(1, 2, 14), match(3, 4, 8))
    withdrawals = apply_withdrawals(played, [2], [])
    assert withdrawals.matches == played
    assert withdrawals.awards == ()


def test_before_half_of_its_matches_a_team_that_leaves_is_as_if_it_had_never_played():
    played = (match(1, 2, 14), match(3, 4, 8), match(3, 1, 11, 2))
    withdrawal = apply_withdrawals(played, [2], [(1, 2), (2, 3), (4, 2)])
    assert withdrawal.matches == (match(3, 4, 8), match(3, 1, 11, 2))
    assert withdrawal.awards == ()


@pytest.mark.parametrize(
    ("played", "award"),
    [
        pytest.param((match(1, 2, 9), match(3, 2, 9), match(4, 1, 17)), 17, id="own average"),
        pytest.param(
            (match(1, 2, 15), match(3, 2, 18), match(4, 1, 10)),
            Fraction(33, 2),
            id="what the team has lost",
        ),
        pytest.param((match(1, 2, 9), match(3, 2, 9), match(4, 1, 10)), 12, id="sixty per cent"),
        pytest.param((match(1, 2, 9), match(3, 2, 9)), 12, id="nothing played yet"),
    ],
)
def test_from_half_on_those_not_met_get_the_best_of_three(played, award):
    withdrawal = apply_withdrawals(played, [2], [(1, 2), (2, 3), (4, 2)])
    assert withdrawal.matches == played
    assert withdrawal.awards == ((4, 2, award),)


def test_whoever_was_to_meet_it_twice_gets_something_for_each_match_not_played():
    due = [(1, 2), (2, 1), (2, 3), (3, 2)]
    withdrawal = apply_withdrawals((match(1, 2, 9), match(3, 2, 9)), [2], due)
    assert withdrawal.awards == ((1, 2, 12), (3, 2, 12))


DUE = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


def test_a_cancelled_team_is_no_opponent_of_the_next_that_leaves():
    played = [match(1, 2, 14), match(3, 4, 8), match(3, 1, 11, 2)]
    left = apply_withdrawals(played, [2, 3], DUE)
    assert (left.cancelled_teams, left.matches) == ((2,), (match(3, 4, 8), match(3, 1, 11, 2)))
    assert left.awards == ()
    assert apply_withdrawals(played, [1, 3], DUE).awards == ((4, 1, 12), (2, 3, 12))


def contest(*lines, **parts):
    """Return a field of matches of one board: round, both teams, and what the first made at its table."""
    boards = [
        {
            "board": 1,
            "round": round_no,
            "lines": [
                {"ns": home, "ew": away, "score": score},
                {"ns": away, "ew": home, "score": 0},
            ],
        }
        for round_no, home, away, score in lines
    ]
    return read_field_json(
        {"contest": "teams", "game": "auction", "boards": boards, "withdrawn": [2], **parts}
    )


EARLY = contest((1, 1, 2, 620), (2, 3, 4, -100), (3, 1, 3, 50))
LATE = contest((1, 1, 2, 620), (2, 2, 3, 620), (3, 1, 4, 50))


@pytest.mark.parametrize("method_key", ["team-imps", "board-a-match", "patton"])
def test_fewer_than_half_of_its_matches_count_for_nobody_and_it_has_no_place(method_key):
    method = get_method(method_key)
    ranking = method.rank(EARLY, method.complete_settings({}))
    assert sorted(get_totals(ranking)) == [1, 3, 4]
    assert [(board.lines[0].ns_points is None) for board in ranking.boards] == [True, False, False]
    assert "Team 2 withdrew after fewer than half of its matches, so none count." in ranking.notes
    assert check_ranking(method_key, EARLY, {}) == []


@pytest.mark.parametrize(
    ("method_key", "options", "award"),
    [
        ("team-imps", {"victory_points": "discrete"}, 12),
        ("team-imps", {"victory_points": "none"}, 0),
        ("board-a-match", {}, None),
        ("patton", {}, Fraction(12, 5)),
    ],
)
def test_half_of_its_matches_count_and_who_did_not_meet_it_gets_something(
    method_key, options, award
):
    method = get_method(method_key)
    ranking = method.rank(LATE, method.complete_settings(options))
    assert sorted(get_totals(ranking)) == [1, 2, 3, 4]
    assert [(award.contestant, award.amount) for award in ranking.awards] == (
        [] if award is None else [(4, award)]
    )
    assert "Team 2 withdrew after at least half of its matches, so they count." in ranking.notes
    assert check_ranking(method_key, LATE, options) == []


def test_a_team_that_met_only_teams_that_withdrew_has_its_tie_broken():
    early = Board(1, (Line(1, 3, -100), Line(3, 1, None), Line(2, 4, -100)), 1)
    carried = Credit(contestant=1, direction=None, kind="carry-over", amount=Fraction(0), unit="vp")
    field = Field(1, (early,), contest="teams", withdrawn_teams=(1, 2), credits=(carried,))
    assert check_ranking("patton", field, {"aggregate": "ratio", "ties": "ebu"}) == []
