"""A result that stands alone is named with its board, group and line, and with what it gets."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import AssignedScore, WeightedScore
from scoring.explain.figures import explain_line
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.oracle.checking import check_ranking

FOULED = Board(
    9,
    (
        Line(1, 2, 620),
        Line(3, 4, 170),
        Line(5, 6, -100, group="b"),
        Line(7, 8, 50, group="c"),
        Line(9, 10, 50, group="c"),
    ),
)
WEIGHTED = AssignedScore(
    *((WeightedScore(620, Fraction(3, 5)), WeightedScore(-100, Fraction(2, 5))),) * 2
)
SPLIT = AssignedScore((WeightedScore(-100),), (WeightedScore(620),))
LONE = Board(12, (Line(1, 2, 620), Line(3, 4)))


def alone(method_key, board, **options):
    return [
        note
        for note in rank_field(method_key, Field(1, (board,)), options).notes
        if "the only score" in note
    ]


@pytest.mark.parametrize(
    ("method_key", "options", "points"),
    [
        ("matchpoints", {}, "N-S get 4 and E-W 4, of a top of 8"),
        ("matchpoints", {"board_points": "bare"}, "N-S get 4 and E-W 4, of a top of 8"),
        ("matchpoints", {"per_beaten": "1"}, "N-S get 2 and E-W 2, of a top of 4"),
        ("matchpoints", {"small_groups": "special"}, "N-S get 4.8 and E-W 4.8, of a top of 8"),
        ("ascherman", {}, "N-S get 5 and E-W 5, of a top of 10"),
        ("cross-imps", {}, "N-S get 0 and E-W 0"),
        ("butler", {}, "N-S get 0 and E-W 0"),
        ("average", {}, "N-S get 0 and E-W 0"),
        ("howell-losses", {}, "N-S get 0 and E-W 0"),
        ("match", {}, "N-S get 1 and E-W 1, of a top of 2"),
        ("safford", {}, "N-S get 0 and E-W 0"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_group_of_one_is_named_with_board_group_and_line(method_key, options, points):
    assert alone(method_key, FOULED, **options) == [
        f'Board 9: 5 N-S against 6 E-W is the only score of group "b", with nothing to compare; {points}.'
    ]


@pytest.mark.parametrize("assigned", [WEIGHTED, SPLIT], ids=["weighted", "split"])
@pytest.mark.parametrize("group", ["", "b"], ids=["board", "group"])
@pytest.mark.parametrize(
    "options", [{"datum": datum} for datum in ("mean", "median", "trimmed", "middle-5")], ids=str
)
def test_ruling_alone_gets_nothing_by_butler_as_by_cross_imps(assigned, group, options):
    others = (Line(3, 4, 620), Line(5, 6, 170)) if group else ()
    field = Field(1, (Board(9, (Line(1, 2, assigned=assigned, group=group), *others)),))
    for method_key, chosen in (("butler", options), ("cross-imps", {})):
        line = rank_field(method_key, field, chosen).boards[0].lines[0]
        assert (line.ns_points, line.ew_points) == (0, 0)
        assert check_ranking(method_key, field, chosen) == []
    explained = explain_line("butler", field, board_no=9, contestant=1, side="NS", options=options)
    assert explained.formula.startswith("no other result to compare = 0")


def test_one_score_outside_the_groups_is_named():
    lines = (Line(1, 2, 620), Line(3, 4, 170, group="b"), Line(5, 6, 50, group="b"))
    assert alone("cross-imps", Board(9, lines)) == [
        (
            "Board 9: 1 N-S against 2 E-W is the only score outside the groups, with nothing to compare; N-S get 0 and "
            "E-W 0."
        )
    ]


@pytest.mark.parametrize("method_key", ["aggregate", "compass"])
def test_where_nothing_is_compared_nothing_stands_alone(method_key):
    assert alone(method_key, LONE) == []


def test_lone_score_gets_half_of_the_top_by_neuberg():
    boards = (LONE, Board(13, (Line(1, 4, 50), Line(3, 2, 100), Line(5, 6, 150))))
    scored = rank_field("matchpoints", Field(1, boards)).boards[0].lines[0]
    assert scored.ns_points == Fraction(2)
    assert scored.ew_points == 2
