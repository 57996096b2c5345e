"""A share for one side only, where the board was not due for the other: methods, explanations and files."""

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import ArtificialScore, LineState
from scoring.errors import FieldError, ScoringError
from scoring.explain.figures import Explainer
from scoring.field_json import read_field_json
from scoring.method import check_field
from scoring.model import Board, Field, Line, get_line_contestants
from scoring.registry import SCORING_METHODS, get_method, rank_field
from scoring.teams.match import TeamBoard, score_match
from tests.oracle.checking import check_ranking
from tests.scoring.strategies import ONE_SIDED, method_settings, ruled_fields

ACCEPTING = [method.key for method in SCORING_METHODS if "one-sided" in method.accepted_rulings]
REFUSING = [method.key for method in SCORING_METHODS if "one-sided" not in method.accepted_rulings]
SIXTY, FORTY, FIFTY = (ArtificialScore(Fraction(share), None) for share in (60, 40, 50))
STRANGER = 90
"""A contestant who is in no drawn field."""


def turn_to_ew(line):
    """Return *line* with its share of N-S given to E-W instead."""
    return line._replace(artificial=ArtificialScore(None, line.artificial.ns))


@st.composite
def one_sided_fields(draw, method_key):
    """Draw fields in which some lines give one side a share, some to opponents who have a score on the board."""
    accepts = get_method(method_key).accepted_rulings
    units = [unit for unit in ("mp", "%", "imp", "points") if unit in accepts]
    given_scores = (
        ONE_SIDED
        if "own-average" in accepts
        else st.sampled_from([FIFTY, ArtificialScore(None, Fraction(50))])
    )
    field = draw(ruled_fields(units, artificials=given_scores, moved=units[0]))
    if method_key == "aggregate":  # the aggregate ranks nobody without a score
        field = _drop_unscored_boards(field)
    boards = tuple(draw(boards_with_stranger(board, given_scores)) for board in field.boards)
    return replace(field, boards=boards)


def _drop_unscored_boards(field):
    """Return *field* without its boards that have no score, and without the credits of who is then on no board."""
    boards = tuple(board for board in field.boards if any(line.is_scored for line in board.lines))
    lines = itertools.chain.from_iterable(board.lines for board in boards)
    contestants = set()
    for line in lines:
        contestants.update(get_line_contestants(field, line))
    credits = tuple(
        credit for credit in field.credits if (credit.direction, credit.contestant) in contestants
    )
    return replace(field, boards=boards, credits=credits)


@st.composite
def boards_with_stranger(draw, board, given_scores):
    """Draw *board* as it is, or with one more line on which a scored contestant meets STRANGER."""
    scored_lines = [line for line in board.lines if line.is_scored]
    if not scored_lines or draw(st.booleans()):
        return board
    line = draw(st.sampled_from(scored_lines))
    given_score = draw(given_scores)
    # One line in three has neither score nor share, beside the one that counts.
    is_void = draw(st.integers(0, 2)) == 0
    if is_void:
        extra_line = Line(line.ns, STRANGER)
    elif given_score.ew is None:
        extra_line = Line(STRANGER, line.ew, artificial=given_score)
    else:
        extra_line = Line(line.ns, STRANGER, artificial=given_score)
    return replace(board, lines=(*board.lines, extra_line))


@pytest.mark.slow
@pytest.mark.parametrize("method_key", ACCEPTING)
@given(st.data())
def test_both_scoring_routes_agree_on_one_sided_shares(method_key, data):
    field = data.draw(one_sided_fields(method_key))
    if not field.boards:
        return
    assert check_field(field) == []
    assert check_ranking(method_key, field, data.draw(method_settings(method_key))) == []


@pytest.mark.parametrize("method_key", REFUSING)
@given(st.data())
def test_other_methods_refuse_a_one_sided_share(method_key, data):
    ns_line = Line(1, 2, artificial=FIFTY)
    line = data.draw(st.sampled_from([ns_line, turn_to_ew(ns_line)]))
    method = get_method(method_key)
    with pytest.raises(FieldError) as refusal:
        method.rank(Field(1, (Board(7, (line, Line(3, 4, 6))),), contest=method.contest))
    assert str(refusal.value) == (
        f"Board 7, 1 N-S against 2 E-W: {method.name} has no rule for a share of one side alone; give both sides a "
        f"share instead of {line.artificial}."
    )


@pytest.mark.parametrize(
    ("method_key", "options"),
    [
        ("team-imps", {"victory_points": "none", "average_plus": "3"}),
        ("board-a-match", {"win": "2"}),
    ],
)
def test_a_match_of_teams_refuses_a_share_for_one_team(method_key, options):
    boards = [TeamBoard(7, Line(1, 2, artificial=SIXTY), Line(2, 1, 420))]
    with pytest.raises(ScoringError) as refusal:
        score_match(boards, method_key, options)
    assert refusal.value.code == "ruling-one-team"


def make_field(*first_board_lines):
    """Return a field of two boards: 3 to 8 play both, 1 and 2 the second; the first has these lines, too."""
    lines = (Line(3, 4, 420), Line(5, 6, 450), Line(7, 8, -50))
    return Field(1, (Board(1, (*first_board_lines, *lines)), Board(2, (Line(1, 2, 420), *lines))))


class PercentResult(NamedTuple):
    percent: Fraction
    board_count: int


def rank_by_percents(field, **options):
    """Return the matchpoint result of each contestant."""
    return {
        standing.contestant: PercentResult(standing.percent, standing.board_count)
        for standing in rank_field("matchpoints", field, options).standings
    }


def test_the_side_without_a_share_keeps_its_percentage_of_the_other_boards():
    results = rank_by_percents(make_field(Line(1, 2, artificial=SIXTY)))
    assert results[1] == PercentResult((Fraction(60) + Fraction(50)) / 2, board_count=2)
    assert results[2] == PercentResult(Fraction(50), board_count=1)


@pytest.mark.parametrize(("method_key", "top"), [("matchpoints", 2), ("ascherman", 4)])
def test_a_one_sided_share_does_not_raise_the_top(method_key, top):
    lines = (Line(1, 2, 420), Line(3, 4, 450))
    field = Field(1, (Board(1, (*lines, Line(5, 1, artificial=SIXTY))), Board(2, lines)))
    assert [board.top for board in rank_field(method_key, field).boards] == [top, top]


def test_an_opponent_who_has_a_score_on_the_board_keeps_it():
    field = make_field(Line(1, 2, 420), Line(9, 1, artificial=SIXTY))
    assert check_field(field) == []
    results = rank_by_percents(field)
    assert results[1] == PercentResult(Fraction(50), board_count=2)
    assert results[9] == PercentResult(Fraction(60), board_count=1)


def test_a_share_against_a_scored_opponent_changes_nothing_for_others():
    with_share = make_field(Line(1, 2, 420), Line(9, 1, artificial=SIXTY))
    without_share = make_field(Line(1, 2, 420))
    results = rank_by_percents(with_share, sit_outs="sixty")
    assert results[5] == rank_by_percents(without_share, sit_outs="sixty")[5]


def test_a_void_line_changes_nothing_for_who_has_a_score_on_the_board():
    void = Line(1, 9, state=LineState.NOT_PLAYED, reason="played twice")
    field = make_field(Line(1, 2, 420), void)
    assert check_field(field) == []
    assert rank_by_percents(field)[1] == PercentResult(Fraction(50), board_count=2)
    explainer = Explainer("matchpoints", field)
    assert explainer.explain_line(board_no=1, contestant=1, side="NS").points == 3


def test_two_scores_of_a_pair_on_a_board_are_a_problem():
    problems = check_field(make_field(Line(1, 2, 420), Line(1, 9, 50)))
    assert [str(problem) for problem in problems] == [
        "Board 1: pair 1 has two results. Delete one."
    ]


def test_both_sides_of_a_one_sided_share_have_an_explanation():
    explainer = Explainer("matchpoints", make_field(Line(1, 2, artificial=SIXTY)))
    ns_line = explainer.explain_line(board_no=1, contestant=1, side="NS")
    assert ns_line.formula == "60 % of the top of 6 = 3.6"
    ew_line = explainer.explain_line(board_no=1, contestant=2, side="EW")
    assert ew_line.formula == "No points: the board wasn’t due for this side"
    assert ew_line.points is None
    total = explainer.explain_total(contestant=2)
    assert total.formula == "3 on 1 board + 3 for boards not played = 6, 50.00 %, place 4="


def test_the_explanation_of_a_pair_twice_on_a_board_matches_its_score():
    explainer = Explainer("matchpoints", make_field(Line(9, 2, artificial=SIXTY), Line(1, 2, 420)))
    assert explainer.explain_line(board_no=1, contestant=2, side="EW").points == 3
    assert explainer.explain_line(board_no=1, contestant=9, side="NS").points == Fraction(18, 5)


def test_a_one_sided_share_is_read_from_a_file():
    line = {"ns": 1, "ew": 2, "artificial": "60/NP"}
    given_field = read_field_json(
        {"winners": 1, "boards": [{"board": 7, "lines": [line, {"ns": 3, "ew": 4, "score": 620}]}]}
    )
    assert given_field.boards[0].lines[0].artificial == SIXTY
