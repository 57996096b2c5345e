"""What a field may not hold, and what a method has no rule for: one sentence each."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import (
    Adjustment,
    ArtificialScore,
    AssignedScore,
    Credit,
    LineState,
    WeightedScore,
)
from scoring.errors import FieldError
from scoring.model import Board, Field, Line
from scoring.registry import rank_field

HALF = (WeightedScore(50, Fraction(1, 2)), WeightedScore(-50, Fraction(1, 2)))
A60 = ArtificialScore(Fraction(60), Fraction(60))
WHERE = "Board 7, 1 N-S against 2 E-W"


@pytest.mark.parametrize(
    ("line", "method_key", "sentence"),
    [
        (
            Line(1, 2, 50, state=LineState.PASSED_OUT),
            "butler",
            f"{WHERE} is marked as passed-out but has a score. Correct one.",
        ),
        (
            Line(1, 2, state=LineState.PLAYED),
            "butler",
            f"{WHERE} is marked as played but has no result. Correct one.",
        ),
        (
            Line(1, 2, artificial=A60, state=LineState.TO_BE_PLAYED),
            "butler",
            f"{WHERE} is marked as to-be-played but has an artificial score. Correct one.",
        ),
        (
            Line(1, 2, state=LineState.NOT_PLAYED),
            "butler",
            f"{WHERE} wasn’t played, but has no reason. Add one, or mark it as still to be played.",
        ),
        (
            Line(1, 2, 50, assigned=AssignedScore(HALF, HALF)),
            "butler",
            f"{WHERE} has an assigned score and another score. Delete one.",
        ),
        (
            Line(1, 2, assigned=AssignedScore(HALF, HALF)),
            "average",
            f"{WHERE}: Average plus and minus has no rule for assigned scores of several parts; enter one score.",
        ),
        (
            Line(
                1,
                2,
                artificial=ArtificialScore(Fraction(60), Fraction(40), has_ns_own_average=True),
            ),
            "aggregate",
            f"{WHERE}: Aggregate has no rule for a pair’s own average; enter a share without a sign instead of "
            "A60+/40.",
        ),
        (
            Line(1, 2, 50, adjustments=(Adjustment("ns", Fraction(-1), "vp"),)),
            "matchpoints",
            f"{WHERE}: Matchpoints doesn’t use vp. Enter the adjustment in mp, %.",
        ),
        (
            Line(1, 2, 50, adjustments=(Adjustment("ns", Fraction(-1), "mp"),)),
            "safford",
            f"{WHERE}: Safford’s shared totals has no rule for penalties and credits; subtract it from the total by hand.",
        ),
    ],
    ids=[
        "not-passed-out",
        "not-played",
        "artificial",
        "no-reason",
        "two-scores",
        "assigned-average",
        "own-aggregate",
        "unit",
        "no-units",
    ],
)
def test_what_a_line_may_not_hold_is_named(line, method_key, sentence):
    with pytest.raises(FieldError) as refusal:
        rank_field(method_key, Field(1, (Board(7, (line,)),)))
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("winners", "direction", "sentence"),
    [
        (1, None, "Pair 9 gets penalty -1 imp but has no line. Correct the number."),
        (2, "NS", "9 N-S gets penalty -1 imp but has no line. Correct the number."),
    ],
    ids=["one-winner", "two-winners"],
)
def test_a_credit_for_nobody_is_named(winners, direction, sentence):
    credits = (Credit(9, direction, "penalty", Fraction(-1), "imp"),)
    with pytest.raises(FieldError) as refusal:
        rank_field("butler", Field(winners, (Board(7, (Line(1, 2, 50),)),), credits))
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            (Line(1, 2, artificial=A60),),
            "Board 7: Aggregate has no rule for A6060 here; enter no result.",
        ),
        (
            (Line(1, 2, artificial=A60), Line(3, 4, 50)),
            "Board 7: Aggregate has no rule for A6060 here; enter A50, the average of the board’s scores, or no "
            "result.",
        ),
    ],
    ids=["alone", "beside-scores"],
)
def test_aggregate_knows_no_other_share_than_the_average(lines, sentence):
    with pytest.raises(ValueError, match="Aggregate") as refusal:
        rank_field("aggregate", Field(1, (Board(7, lines),)))
    assert str(refusal.value) == sentence
