"""Matches whose result is known without their boards."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.model import Board, DueMatch, Field, Line, MatchResult
from scoring.registry import rank_field
from scoring.teams.victory_points import convert_to_victory_points
from tests.oracle.checking import check_ranking
from tests.scoring.plain import get_totals


def field(*matches: DueMatch, boards: tuple[Board, ...] = ()) -> Field:
    return Field(1, boards, contest="teams", matches=matches)


def due(result: MatchResult | None, teams: tuple[int, int] = (1, 2), boards: int = 8) -> DueMatch:
    return DueMatch(1, *teams, boards, is_over=True, reported_result=result)


@given(
    home=st.integers(0, 120),
    away=st.integers(0, 120),
    boards=st.integers(2, 40),
    scale=st.sampled_from(["continuous", "discrete", "none"]),
)
def test_imps_count_by_the_scale_of_the_match(home, away, boards, scale):
    contest = field(due(MatchResult("imp", home, away), boards=boards))
    options = {"victory_points": scale}
    ranking = rank_field("team-imps", contest, options)
    if scale == "none":
        expected = (home - away, away - home)
    else:
        expected = (
            convert_to_victory_points(home - away, boards, scale)[0],
            convert_to_victory_points(away - home, boards, scale)[0],
        )
    assert get_totals(ranking) == dict(zip((1, 2), expected, strict=True))
    assert ranking.matches[0].board_count == boards
    assert check_ranking("team-imps", contest, options) == []


def test_boards_known_besides_keep_their_points():
    board = Board(7, (Line(1, 2, 620), Line(2, 1, 170)), round_no=1)
    contest = field(due(MatchResult("imp", 0, 30)), boards=(board,))
    ranking = rank_field("team-imps", contest, {"victory_points": "none"})
    assert get_totals(ranking) == {1: -30, 2: 30}
    assert ranking.boards[0].lines[0].ns_points == 10
    assert check_ranking("team-imps", contest, {"victory_points": "none"}) == []


@pytest.mark.parametrize(
    ("method", "options", "result", "expected"),
    [
        ("team-imps", {}, MatchResult("vp", Fraction(27, 2), Fraction(13, 2)), (13.5, 6.5)),
        ("board-a-match", {}, MatchResult("mp", 9, 7), (9, 7)),
        ("patton", {}, MatchResult("vp", 20, 12), (20, 12)),
    ],
)
def test_each_method_takes_its_own_unit(method, options, result, expected):
    contest = field(due(result))
    ranking = rank_field(method, contest, options)
    assert get_totals(ranking) == dict(zip((1, 2), expected, strict=True))
    assert ranking.matches[0].reported_unit == result.unit
    assert check_ranking(method, contest, options) == []


def test_another_unit_leaves_the_match_unfinished():
    contest = field(due(MatchResult("vp", 13, 7)))
    ranking = rank_field("team-imps", contest, {"victory_points": "none"})
    assert ranking.matches[0].is_unfinished
    assert get_totals(ranking) == {1: 0, 2: 0}
    assert check_ranking("team-imps", contest, {"victory_points": "none"}) == []


def test_a_team_that_withdraws_takes_its_reported_matches_along():
    results = [
        due(MatchResult("vp", 20, 0), (1, 2)),
        due(MatchResult("vp", 15, 5), (3, 4)),
        replace(due(None, (1, 3)), is_over=False),
        replace(due(None, (1, 4)), is_over=False),
        replace(due(None, (2, 3)), is_over=False),
        replace(due(None, (2, 4)), is_over=False),
    ]
    contest = replace(field(*results), withdrawn_teams=(1,))
    ranking = rank_field("team-imps", contest, {})
    assert get_totals(ranking) == {3: 15, 4: 5}
    assert check_ranking("team-imps", contest, {}) == []
