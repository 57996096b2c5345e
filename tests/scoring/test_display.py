from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Credit
from scoring.display import format_exact, format_percent, format_rounded
from scoring.model import Board, Field, Line
from scoring.registry import MATCH_METHODS, SCORING_METHODS, TEAM_METHODS


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (Fraction(1674, 13), 2, "128.77"),
        (Fraction("0.005"), 2, "0.01"),
        (Fraction("-0.005"), 2, "-0.01"),
        (Fraction("-0.004"), 2, "0.00"),
        (Fraction("2.5"), 0, "3"),
        (Fraction("99.995"), 2, "100.00"),
        (7, 2, "7.00"),
        (-12, 1, "-12.0"),
    ],
    ids=[
        "thirteenths",
        "half-up",
        "half-away",
        "no-minus-nought",
        "whole",
        "carry",
        "int",
        "negative-int",
    ],
)
def test_rounding_goes_half_away_from_zero(value, decimals, text):
    assert format_rounded(value, decimals) == text
    assert format_percent(Fraction(value), decimals) == text


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (0, "0"),
        (10, "10"),
        (Fraction(20), "20"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-7, 2), "-3.5"),
    ],
    ids=["nought", "ten", "whole-fraction", "third", "negative"],
)
def test_exact_text_is_a_decimal_or_a_fraction(points, text):
    assert format_exact(points) == text


@given(st.fractions(max_denominator=10_000), st.integers(0, 6))
def test_rounded_text_is_never_more_than_half_a_step_away(points, decimals):
    assert abs(Fraction(format_rounded(points, decimals)) - points) <= Fraction(1, 2 * 10**decimals)


NOTED = [
    (method, unit)
    for method in (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
    for unit in sorted(method.accepted_rulings & {"mp", "imp", "vp", "points"})
]


@pytest.mark.parametrize(
    ("method", "unit"), NOTED, ids=[f"{method.key} in {unit}" for method, unit in NOTED]
)
def test_a_third_is_noted_as_every_other_figure_of_its_method(method, unit):
    other = (2, 1) if method.contest == "teams" else (3, 4)
    lines = (Line(1, 2, 120), Line(*other, 90))
    boards = tuple(Board(board_no, lines, round_no=1) for board_no in (1, 2))
    third = Credit(1, None, "carry-over", Fraction(1, 3), unit)
    ranking = method.rank(Field(1, boards, (third,), contest=method.contest))
    (note,) = [note for note in ranking.notes if "carry-over" in note]
    assert (
        note.partition(": ")[2]
        == f"carry-over {format_rounded(Fraction(1, 3), method.decimals)} {unit}."
    )
