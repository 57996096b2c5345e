"""The IMP scale, cross-IMPs and Butler: steps, sums, swapped sides, order, and single boards by hand."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.methods.butler import compute_datum
from scoring.methods.columns import IMP_SCALE, convert_to_imps
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.oracle import definitions as plain_points


def test_imps_match_the_printed_table():
    differences = range(0, 4200, 10)
    printed = {
        difference: plain_points.convert_to_imps(Fraction(difference)) for difference in differences
    }
    assert {difference: convert_to_imps(difference) for difference in differences} == printed


@pytest.mark.parametrize(("won", "least"), list(enumerate(IMP_SCALE, start=1)))
def test_every_step_begins_at_its_least_difference(won, least):
    assert [
        convert_to_imps(least - 1),
        convert_to_imps(least),
        convert_to_imps(-least),
        convert_to_imps(least - Fraction(1, 3)),
    ] == [
        won - 1,
        won,
        -won,
        won - 1,
    ]


@pytest.mark.parametrize(
    ("scores", "kind", "rounding", "expected"),
    [
        ([420, 430, 50], "mean", "exact", 300),
        ([50, 60], "mean", "tens", 60),
        ([-50, -60], "mean", "tens", -60),
        ([50, 60], "mean", "towards-zero", 50),
        ([-50, -60], "mean", "towards-zero", -50),
        ([420, 50, 430], "median", "tens", 420),
        ([420, 50], "median", "tens", 240),
        ([420, 50, 430, 430], "median", "exact", 425),
        ([420, 50, 430], "trimmed", "tens", 420),
        ([420, 50], "trimmed", "exact", 235),
        ([50, 50, 50, 800], "trimmed", "tens", 50),
    ],
    ids=[
        "mean",
        "half-up",
        "half-down",
        "towards-zero",
        "below-zero-towards-zero",
        "median-of-three",
        "median-of-two",
        "median-of-four",
        "trimmed",
        "too-few-to-trim",
        "trimmed-once",
    ],
)
def test_datum_of_a_board(scores, kind, rounding, expected):
    assert (
        compute_datum({score: scores.count(score) for score in scores}, kind, rounding) == expected
    )


GROUPED = Field(
    2,
    (
        Board(
            1,
            (
                Line(1, 1, 420),
                Line(2, 2, 170),
                Line(3, 3, 420, group="b"),
                Line(4, 4, artificial=ArtificialScore(Fraction(60), Fraction(45))),
                Line(5, 5),
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    ("method_key", "options", "points"),
    [
        ("cross-imps", {}, [(6, -6), (-6, 6), (0, 0), (2, -1), (None, None)]),
        (
            "cross-imps",
            {"divisor": "results", "average_plus": "3"},
            [(3, -3), (-3, 3), (0, 0), (3, -1.5), (None, None)],
        ),
        ("cross-imps", {"divisor": "none"}, [(6, -6), (-6, 6), (0, 0), (6, -3), (None, None)]),
        ("total-imps", {}, [(6, -6), (-6, 6), (0, 0), (6, -3), (None, None)]),
        ("butler", {}, [(3, -3), (-4, 4), (0, 0), (2, -1), (None, None)]),
    ],
    ids=["comparisons", "results", "none", "total", "butler"],
)
def test_groups_artificial_scores_and_gaps_of_a_board(method_key, options, points):
    board = rank_field(method_key, GROUPED, options).boards[0]
    assert [(scored.ns_points, scored.ew_points) for scored in board.lines] == points
