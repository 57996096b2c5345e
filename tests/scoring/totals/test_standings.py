"""What the methods of today share: sit-outs, own averages, penalties, credits, ties, strata, states; by hand."""

from dataclasses import replace
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
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from scoring.totals.standings import rank_members

# Pair 5 plays two boards of three; 1 beats 3 on board 1, 4 beats 5 on board 2, 3 beats 2 on board
# 3.
SITTING_OUT = Field(
    1,
    (
        Board(1, (Line(1, 2, 50), Line(3, 4, -50))),
        Board(2, (Line(1, 3, -50), Line(4, 5, 50))),
        Board(3, (Line(2, 3, -50), Line(1, 5, 50))),
    ),
)


def figures(method_key, field, **options):
    return {
        standing.contestant: standing
        for standing in rank_field(method_key, field, options).standings
    }


def totals(method_key, field, **options):
    return {number: seen.total for number, seen in figures(method_key, field, **options).items()}


@pytest.mark.parametrize(
    ("choice", "total", "percent"),
    [
        ("scaled", 0, 0),
        ("as-played", 0, 0),
        ("sixty", Fraction(6, 5), 20),
        ("average", 1, Fraction(50, 3)),
    ],
    ids=["scaled", "as-played", "sixty", "average"],
)
def test_sit_outs_by_each_custom_in_matchpoints(choice, total, percent):
    pair_5 = figures("matchpoints", SITTING_OUT, sit_outs=choice)[5]
    assert pair_5.total == total
    assert pair_5.percent == percent
    assert pair_5.board_count == 2


@pytest.mark.parametrize(
    ("choice", "options", "total"),
    [
        ("as-played", {}, -6),
        ("scaled", {}, -9),
        ("sixty", {}, -4),
        ("sixty", {"average_plus": "3"}, -3),
        ("sixty", {"divisor": "none"}, -2),
    ],
    ids=["as-played", "scaled", "average-plus", "average-plus-of-three", "undivided"],
)
def test_sit_outs_by_each_custom_in_imps(choice, options, total):
    assert totals("cross-imps", SITTING_OUT, sit_outs=choice, **options)[5] == total


def test_sit_outs_are_reported():
    assert rank_field("matchpoints", SITTING_OUT, {"sit_outs": "sixty"}).notes == (
        "Pairs 2, 4, 5: 2 of 3 boards, 60 % per board sat out.",
    )


def artificial_score(ns, ew, **own_sides):
    return ArtificialScore(Fraction(ns), Fraction(ew), **own_sides)


def test_own_average_needs_another_board():
    field = Field(
        1,
        (
            Board(
                1,
                (
                    Line(1, 2, artificial=artificial_score(60, 40, has_ns_own_average=True)),
                    Line(3, 4, 0),
                ),
            ),
        ),
    )
    assert rank_field("matchpoints", field).boards[0].lines[0].ns_points == Fraction(6, 5)


PLAIN = Field(
    1, (Board(1, (Line(1, 2, 50), Line(3, 4, 0))), Board(2, (Line(1, 3, 50), Line(2, 4, 0))))
)


def penalised(method_key, *adjustments, credits=()):
    first, *others = PLAIN.boards[0].lines
    boards = (Board(1, (first._replace(adjustments=adjustments), *others)), PLAIN.boards[1])
    return rank_field(method_key, replace(PLAIN, boards=boards, credits=credits))


@pytest.mark.parametrize(
    ("method_key", "adjustment", "total", "percent"),
    [
        ("matchpoints", Adjustment("ns", Fraction(-10), "%"), Fraction(19, 5), 95),
        ("matchpoints", Adjustment("ns", Fraction(-1, 2), "mp"), Fraction(7, 2), Fraction(175, 2)),
        ("matchpoints", Adjustment("ew", Fraction(-1), "mp"), 4, 100),
        ("ascherman", Adjustment("ns", Fraction(-10), "%"), Fraction(28, 5), 70),
        ("cross-imps", Adjustment("ns", Fraction(-3), "imp"), 1, None),
        ("aggregate", Adjustment("ns", Fraction(-30), "points"), 70, None),
    ],
    ids=["percent-of-the-top", "matchpoints", "other-side", "ascherman", "imps", "points"],
)
def test_penalty_in_its_unit(method_key, adjustment, total, percent):
    pair_1 = next(
        standing
        for standing in penalised(method_key, adjustment).standings
        if standing.contestant == 1
    )
    assert (pair_1.total, pair_1.percent) == (total, percent)


def test_credits_change_total_and_percentage():
    credits = (
        Credit(4, None, "carry-over", Fraction(5, 2), "%"),
        Credit(4, None, "handicap", Fraction(1), "mp", "new"),
    )
    ranking = penalised("matchpoints", credits=credits)
    pair_4 = next(standing for standing in ranking.standings if standing.contestant == 4)
    assert pair_4.total == Fraction(51, 10)
    assert pair_4.percent == Fraction(5100, 41)
    assert ranking.notes == ("Pair 4: carry-over 2.5 %.", "Pair 4: handicap 1 mp (new).")


def places(field, rule):
    ranking = rank_field("matchpoints", field, {"ties": rule})
    return [
        (standing.direction, standing.contestant, standing.rank_text)
        for standing in ranking.standings
    ]


# 1 and 4 have three matchpoints each, 2 and 3 one; neither couple has met.
APART = Field(
    1, (Board(1, (Line(1, 2, 50), Line(3, 4, 0))), Board(2, (Line(1, 3, 50), Line(2, 4, 50))))
)
# All four have the same; 1 and 4 have not met, nor have 2 and 3.
ROUND = Field(
    1, (Board(1, (Line(1, 3, 0), Line(2, 4, 50))), Board(2, (Line(1, 2, 50), Line(3, 4, 0))))
)
# N-S all have half of everything: 1 and 3 by a top and a bottom, 2 by two averages.
UNEVEN = Field(
    2,
    (
        Board(1, (Line(1, 1, 90), Line(2, 2, 50), Line(3, 3, 0))),
        Board(2, (Line(1, 2, 0), Line(2, 3, 50), Line(3, 1, 90))),
    ),
)
EW_OF_UNEVEN = [("EW", 2, "1="), ("EW", 3, "1="), ("EW", 1, "3")]


@pytest.mark.parametrize(
    ("field", "rule", "expected"),
    [
        (APART, "split", [(None, 1, "1="), (None, 4, "1="), (None, 2, "3="), (None, 3, "3=")]),
        (
            APART,
            "head-to-head",
            [(None, 1, "1="), (None, 4, "1="), (None, 2, "3="), (None, 3, "3=")],
        ),
        (
            ROUND,
            "head-to-head",
            [(None, 1, "1="), (None, 2, "1="), (None, 3, "1="), (None, 4, "1=")],
        ),
        (UNEVEN, "split", [("NS", 1, "1="), ("NS", 2, "1="), ("NS", 3, "1="), *EW_OF_UNEVEN]),
        (
            UNEVEN,
            "head-to-head",
            [("NS", 1, "1="), ("NS", 2, "1="), ("NS", 3, "1="), *EW_OF_UNEVEN],
        ),
        (UNEVEN, "boards-won", [("NS", 1, "1="), ("NS", 3, "1="), ("NS", 2, "3"), *EW_OF_UNEVEN]),
    ],
    ids=["split", "never-met", "not-all-met", "two-winners", "one-direction", "boards-won"],
)
def test_ties_by_each_rule(field, rule, expected):
    assert places(field, rule) == expected


@pytest.mark.parametrize("rule", ["split", "head-to-head"])
def test_head_to_head_decides_only_where_asked(rule):
    boards = (Board(1, (Line(1, 2, 50), Line(3, 4, 0))), Board(2, (Line(2, 3, 50), Line(1, 4, 0))))
    standings = rank_field("matchpoints", Field(1, boards), {"ties": rule}).standings
    texts = {standing.contestant: standing.rank_text for standing in standings}
    assert (texts[1], texts[2]) == (("2=", "2=") if rule == "split" else ("2", "3"))


def test_strata_are_ranked_by_themselves():
    standings = rank_field("matchpoints", PLAIN).standings
    assert [(standing.contestant, standing.rank_text) for standing in standings] == [
        (1, "1="),
        (4, "1="),
        (2, "3="),
        (3, "3="),
    ]
    stratum = rank_members(standings, [(None, 2), (None, 3), (None, 4)])
    assert [(seen.contestant, seen.rank_text, seen.percent) for seen in stratum] == [
        (4, "1", 100),
        (2, "2=", 0),
        (3, "2=", 0),
    ]


HALF = (WeightedScore(50, Fraction(1, 2)), WeightedScore(-50, Fraction(1, 2)))


@pytest.mark.parametrize(
    ("method_key", "assigned", "points", "others"),
    [
        ("matchpoints", AssignedScore(HALF, HALF), (1, 1), (1, 1)),
        ("matchpoints", AssignedScore((WeightedScore(50),), HALF), (2, 1), (0, 1)),
        (
            "cross-imps",
            AssignedScore((WeightedScore(50),), (WeightedScore(-50),)),
            (2, 2),
            (-2, -2),
        ),
        ("aggregate", AssignedScore(HALF, (WeightedScore(-50),)), (0, 50), (0, 0)),
    ],
    ids=["weighted", "split", "split-imps", "split-aggregate"],
)
def test_assigned_scores_and_those_compared_with_them(method_key, assigned, points, others):
    field = Field(1, (Board(1, (Line(1, 2, assigned=assigned), Line(3, 4, 0))),))
    ranking = rank_field(method_key, field)
    ours = [(scored.ns_points, scored.ew_points) for scored in ranking.boards[0].lines]
    kind = "split" if assigned.is_split else "weighted"
    assert ours == [points, others]
    assert ranking.notes == (f"Board 1: 1 N-S against 2 E-W has a {kind} score.",)


def test_lines_that_are_not_there_are_reported():
    lines = (
        Line(1, 2, 50),
        Line(3, 4, state=LineState.TO_BE_PLAYED),
        Line(5, 6, state=LineState.NOT_PLAYED, reason="no time"),
        Line(7, 8, assigned=AssignedScore((WeightedScore(0),), (WeightedScore(0),))),
    )
    assert rank_field("butler", Field(1, (Board(7, lines),))).notes[:3] == (
        "Board 7: 3 N-S against 4 E-W hasn’t been played yet; places are provisional.",
        "Board 7: 5 N-S against 6 E-W wasn’t played: no time.",
        "Board 7: 7 N-S against 8 E-W has an assigned score.",
    )


def test_groups_are_said_where_imps_are_compared():
    lines = (Line(1, 2, 50), Line(3, 4, 50, group="b"), Line(5, 6, 50), Line(7, 8, 50, group="b"))
    assert rank_field("cross-imps", Field(1, (Board(7, lines),))).notes == (
        "Board 7: 2 groups, each compared separately.",
    )


def test_aggregate_gives_the_average_for_a50_and_counts_tricks():
    lines = (Line(1, 2, artificial=artificial_score(50, 50)), Line(3, 4, 9), Line(5, 6, 6))
    ranking = rank_field("aggregate", Field(1, (Board(7, lines),)), {"unit": "tricks"})
    assert [(scored.ns_points, scored.ew_points) for scored in ranking.boards[0].lines] == [
        (Fraction(15, 2), Fraction(11, 2)),
        (9, 4),
        (6, 7),
    ]
