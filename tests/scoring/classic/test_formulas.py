"""Why a figure of the old systems is what it is: one line of arithmetic with the numbers of the board."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.explain.figures import Explainer, explain_line, explain_total
from scoring.model import Board, Field, Line
from scoring.registry import get_method

SLIP = Field(1, (Board(2, (Line(1, 6, 8), Line(8, 2, 7), Line(3, 7, 6), Line(4, 5, 6))),))
AUCTION = Field(
    2, (Board(1, (Line(1, 1, 600, declarer="E", honours=64), Line(2, 2, -560, declarer="W"))),)
)


@pytest.mark.parametrize(
    ("key", "options", "contestant", "side", "formula"),
    [
        ("howell-losses", {}, 3, "NS", "best of the direction 8 − own 6 = 2"),
        ("howell-losses", {"count": "gains"}, 2, "EW", "own -7 − worst of the direction -8 = 1"),
        (
            "howell-losses",
            {"count": "plus"},
            3,
            "NS",
            "average loss − (best of the direction 8 − own 6) = -1",
        ),
        (
            "exponent",
            {},
            1,
            "NS",
            "own 8 − worst of the direction 6, + (5 − 3) ÷ 4 to equate the smaller column of gains = 2.5",
        ),
        ("exponent", {}, 2, "EW", "own -7 − worst of the direction -8 = 1"),
        ("match", {}, 8, "NS", "average 27 ÷ 4, taken as 7; 7 is equal to it = 1"),
        ("match", {"averages": "exact"}, 8, "NS", "average 27 ÷ 4; 7 is above it = 2"),
        ("match", {}, 6, "EW", "average -27 ÷ 4, taken as -7; -8 is below it = 0"),
        ("safford", {}, 1, "NS", "4 × own 8 − all 27 = 5"),
        ("compass", {}, 5, "EW", "difference of both sides’ points = -6"),
    ],
    ids=["losses", "gains", "plus", "exponent", "gain", "match", "exact", "lost", "safford", "net"],
)
def test_points_of_a_line_are_explained_with_its_numbers(key, options, contestant, side, formula):
    explained = explain_line(key, SLIP, options, board_no=2, contestant=contestant, side=side)
    assert explained.formula == formula


@pytest.mark.parametrize(
    ("key", "options", "formula"),
    [
        ("howell-losses", {}, "best of the direction 7 − own 5 = 2"),
        ("exponent", {}, "own 5 − worst of the direction 5 = 0"),
        ("match", {}, "average 25 ÷ 4, taken as 6; 5 is below it = 0"),
        ("safford", {}, "4 × own 5 − all 25 = -5"),
        ("average", {}, "own 5 − average 25 ÷ 4 = -1.25"),
        ("aggregate", {"unit": "tricks"}, "the score itself = 5"),
    ],
)
def test_tricks_of_ew_are_their_own_where_a_deal_has_thirteen(key, options, formula):
    explained = explain_line(key, SLIP, options, board_no=2, contestant=6, side="EW", deal_total=13)
    assert explained.text.startswith(
        f"Board 2, 1 N-S against 6 E-W: 5 loses to 6, 2 × 7.\n{formula} ({get_method(key).name}: "
    )


def test_losses_of_two_lists_are_compared_with_the_average_of_the_direction():
    field = Field(2, SLIP.boards)
    explained = explain_line(
        "howell-losses", field, {"count": "plus"}, board_no=2, contestant=3, side="NS"
    )
    assert explained.formula == "average loss − (best of the direction 8 − own 6) = -0.75"


def test_aggregate_of_points_keeps_the_sign_of_ew():
    explained = explain_line(
        "aggregate", SLIP, {}, board_no=2, contestant=6, side="EW", deal_total=13
    )
    assert (explained.score, explained.formula) == ("-8", "the score itself = -8")


@pytest.mark.parametrize(
    ("contestant", "side", "formula"),
    [
        (1, "NS", "EXCESS takes 186 of the 600 won, PLUS at most 350 and 64 for honours = 414"),
        (1, "EW", "MINUS takes all of the 600 lost = -600"),
        (2, "EW", "EXCESS takes 60 of the 560 won, PLUS at most 500 = 500"),
    ],
    ids=["defenders", "losers", "declarer"],
)
def test_limits_of_excess_are_explained(contestant, side, formula):
    assert (
        explain_line("excess", AUCTION, board_no=1, contestant=contestant, side=side).formula
        == formula
    )


def test_win_within_the_limit_and_the_columns_of_a_total_are_explained():
    boards = (Board(2, (Line(1, 1, 80), Line(2, 2, -30))), *AUCTION.boards)
    explainer = Explainer("excess", Field(2, boards))
    assert (
        explainer.explain_line(board_no=2, contestant=1, side="NS").formula
        == "PLUS takes of the 80 won at most 350 = 80"
    )
    assert [
        explainer.explain_total(contestant=number, direction="NS").formula for number in (1, 2)
    ] == [
        "494 on 2 boards (PLUS 494, MINUS 0, EXCESS 186) = 494, place 1",
        "-590 on 2 boards (PLUS 0, MINUS 590, EXCESS 0) = -590, place 2",
    ]


def test_averages_of_excess_stand_beside_the_columns():
    average = Line(3, 3, artificial=ArtificialScore(Fraction(50), Fraction(50)))
    explanation = explain_total(
        "excess",
        Field(2, (Board(1, (*AUCTION.boards[0].lines, average)),)),
        contestant=3,
        direction="NS",
    )
    assert (
        explanation.formula
        == "-73 on 1 board (PLUS 0, MINUS 0, EXCESS 0; averages -73) = -73, place 2"
    )


def test_total_of_four_pairs_matches_their_matches():
    lines = (Line(1, 3, 8), Line(2, 4, 6))
    explained = explain_total(
        "four-pairs", Field(1, (Board(1, lines), Board(2, lines))), contestant=1
    )
    assert explained.formula == "1 on 2 boards = 1, place 1="
    assert explained.points == 1
    line = explain_line(
        "four-pairs", Field(1, (Board(1, lines),)), board_no=1, contestant=4, side="EW"
    )
    assert line.formula == "2 × own -6 − all -14 = 2"


def test_gain_at_fours_is_that_by_the_rule_of_the_method():
    field = Field(2, (Board(1, (Line(1, 2, 7), Line(2, 1, 6))),), contest="teams")
    assert (
        explain_line("fours", field, board_no=1, contestant=1, side="NS").formula
        == "by the rule of the method = 1"
    )
    assert explain_total("fours", field, contestant=1).formula == "2 on 1 board = 2, place 1"
