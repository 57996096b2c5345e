"""A share of one side alone, where the board was not due for the other: every method, both routes, words, files."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import ArtificialScore, LineState
from scoring.checking import check_ranking
from scoring.command.fields import read_field_json
from scoring.errors import FieldError, ScoringError
from scoring.explain.figures import Explainer
from scoring.method import check_field
from scoring.model import Board, Field, Line, get_line_contestants
from scoring.registry import SCORING_METHODS, get_method, rank_field
from scoring.teams.match import TeamBoard, score_match
from tests.scoring.strategies import ONE_SIDED, ruled_fields
from tests.scoring.test_checking import settings_of

ACCEPTING = [method.key for method in SCORING_METHODS if "one-sided" in method.accepted_rulings]
REFUSING = [method.key for method in SCORING_METHODS if "one-sided" not in method.accepted_rulings]
SIXTY, FORTY, FIFTY = (ArtificialScore(Fraction(share), None) for share in (60, 40, 50))


def due_for(line, side):
    return (
        line._replace(artificial=ArtificialScore(None, line.artificial.ns))
        if side == "EW"
        else line
    )


@st.composite
def with_one_sided(draw, method_key):
    """Fields in which some lines give one side a share, some of them to an opponent who has a score on the board."""
    accepts = get_method(method_key).accepted_rulings
    units = [unit for unit in ("mp", "%", "imp", "points") if unit in accepts]
    given_scores = (
        ONE_SIDED
        if "own-average" in accepts
        else st.sampled_from([FIFTY, ArtificialScore(None, Fraction(50))])
    )
    field = draw(ruled_fields(units, artificials=given_scores, moved=units[0]))
    if method_key == "aggregate":  # it has nothing to give without a score
        boards = tuple(
            board for board in field.boards if any(line.is_scored for line in board.lines)
        )
        known = {
            key
            for board in boards
            for line in board.lines
            for key in get_line_contestants(field, line)
        }
        credits = tuple(
            credit for credit in field.credits if (credit.direction, credit.contestant) in known
        )
        field = replace(field, boards=boards, credits=credits)
    return replace(
        field,
        boards=tuple(
            draw(_with_stranger(board, field.winner_count, given_scores)) for board in field.boards
        ),
    )


@st.composite
def _with_stranger(draw, board, winners, given_scores):
    real = [line for line in board.lines if line.is_scored]
    if not real or draw(st.booleans()):
        return board
    line, given_score = draw(st.sampled_from(real)), draw(given_scores)
    stranger = 90
    if (
        draw(st.integers(0, 2)) == 0
    ):  # a line that was played and is void, beside the one that counts
        return replace(board, lines=(*board.lines, Line(line.ns, stranger)))
    ns, ew = (stranger, line.ew) if given_score.ew is None else (line.ns, stranger)
    return replace(board, lines=(*board.lines, Line(ns, ew, artificial=given_score)))


@pytest.mark.parametrize("method_key", ACCEPTING)
@given(st.data())
def test_both_routes_agree_on_shares_of_one_side(method_key, data):
    field = data.draw(with_one_sided(method_key))
    if not field.boards:
        return
    assert check_field(field) == []
    assert check_ranking(method_key, field, data.draw(settings_of(method_key))) == []


@pytest.mark.parametrize("method_key", ACCEPTING)
@given(st.data())
def test_a_board_that_was_not_due_for_a_side_counts_for_the_other_alone(method_key, data):
    field = data.draw(with_one_sided(method_key))
    for board in rank_field(method_key, field).boards:
        for scored in board.lines:
            has_points = scored.ns_points is not None, scored.ew_points is not None
            if scored.line.has_result:
                assert has_points == (scored.line.is_due_for("NS"), scored.line.is_due_for("EW"))


@pytest.mark.parametrize("method_key", REFUSING)
@given(st.data())
def test_other_methods_say_that_they_have_no_rule_for_it(method_key, data):
    line = data.draw(
        st.sampled_from([Line(1, 2, artificial=FIFTY), due_for(Line(1, 2, artificial=FIFTY), "EW")])
    )
    method = get_method(method_key)
    with pytest.raises(FieldError) as refusal:
        method.rank(Field(1, (Board(7, (line, Line(3, 4, 6))),), contest=method.contest))
    assert str(refusal.value) == (
        f"Board 7, 1 N-S against 2 E-W: {method.name} has no rule for a share of one side alone; give both sides a "
        f"share instead of {line.artificial}."
    )


def test_a_match_of_teams_has_no_share_of_one_team():
    boards = [TeamBoard(7, Line(1, 2, artificial=SIXTY), Line(2, 1, 420))]
    for form, options in (
        ("team-imps", {"victory_points": "none", "average_plus": "3"}),
        ("board-a-match", {"win": "2"}),
    ):
        with pytest.raises(ScoringError) as refused:
            score_match(boards, form, options)
        assert refused.value.code == "ruling-one-team"


def three_tables(*on_first):
    lines = (Line(3, 4, 420), Line(5, 6, 450), Line(7, 8, -50))
    return Field(1, (Board(1, (*on_first, *lines)), Board(2, (Line(1, 2, 420), *lines))))


def percents(field, **options):
    return {
        standing.contestant: (standing.percent, standing.board_count)
        for standing in rank_field("matchpoints", field, options).standings
    }


def test_the_side_without_a_share_has_its_percentage_of_the_other_boards():
    seen = percents(three_tables(Line(1, 2, artificial=SIXTY)))
    assert seen[1] == (Fraction(6, 10) * 50 + Fraction(1, 2) * 50, 2)
    assert seen[2] == (Fraction(50), 1)


def test_a_share_of_one_side_makes_no_board_fuller():
    lines = (Line(1, 2, 420), Line(3, 4, 450))
    alone = Field(1, (Board(1, (*lines, Line(5, 1, artificial=SIXTY))), Board(2, lines)))
    assert [board.top for board in rank_field("matchpoints", alone).boards] == [2, 2]
    assert [board.top for board in rank_field("ascherman", alone).boards] == [4, 4]


def test_an_opponent_who_has_a_score_on_the_board_keeps_it():
    field = three_tables(Line(1, 2, 420), Line(9, 1, artificial=SIXTY))
    assert check_field(field) == []
    seen = percents(field)
    assert (seen[1], seen[9]) == ((Fraction(50), 2), (Fraction(60), 1))
    assert (
        percents(field, sit_outs="sixty")[5]
        == percents(three_tables(Line(1, 2, 420)), sit_outs="sixty")[5]
    )


def test_a_line_that_is_void_stands_beside_the_one_that_counts():
    void = Line(1, 9, state=LineState.NOT_PLAYED, reason="played twice")
    field = three_tables(Line(1, 2, 420), void)
    assert check_field(field) == []
    assert percents(field)[1] == (Fraction(50), 2)
    assert (
        Explainer("matchpoints", field).explain_line(board_no=1, contestant=1, side="NS").points
        == 3
    )
    assert [str(fault) for fault in check_field(three_tables(Line(1, 2, 420), Line(1, 9, 50)))] == [
        "Board 1: pair 1 has two results. Delete one."
    ]


def test_it_is_explained_for_the_side_that_has_it_and_said_of_the_other():
    explainer = Explainer("matchpoints", three_tables(Line(1, 2, artificial=SIXTY)))
    assert (
        explainer.explain_line(board_no=1, contestant=1, side="NS").formula
        == "60 % of the top of 6 = 3.6"
    )
    other = explainer.explain_line(board_no=1, contestant=2, side="EW")
    assert (other.formula, other.points) == ("No points: the board wasn’t due for this side", None)
    assert (
        explainer.explain_total(contestant=2).formula
        == "3 on 1 board + 3 for boards not played = 6, 50.00 %, place 4="
    )


def test_what_is_explained_of_who_is_on_a_board_twice_is_the_score():
    explainer = Explainer(
        "matchpoints", three_tables(Line(9, 2, artificial=SIXTY), Line(1, 2, 420))
    )
    assert explainer.explain_line(board_no=1, contestant=2, side="EW").points == 3
    assert explainer.explain_line(board_no=1, contestant=9, side="NS").points == Fraction(18, 5)


def test_it_is_read_from_a_file_and_its_points_are_null():
    line = {"ns": 1, "ew": 2, "artificial": "60/NP"}
    given_field = read_field_json(
        {"winners": 1, "boards": [{"board": 7, "lines": [line, {"ns": 3, "ew": 4, "score": 620}]}]}
    )
    assert given_field.boards[0].lines[0].artificial == SIXTY
