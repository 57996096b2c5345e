"""Compare the scores of a board in one direction, and give each line its points, also in IMPs.

Methods that compare scores with each other work on ``ScoreCounts``: each different score once, with
how often it was made. An assigned score counts as the scores that it is weighted from. A *column*
holds the scores of one group of a fouled board; other boards have one column. What a method gives
for a score is left to the method.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import TypeAlias

from scoring.bridge.rulings import ArtificialScore, WeightedScore
from scoring.model import Board, Line, Points, ScoredBoard, ScoredLine
from scoring.working import ScoredSide

PointsByScore: TypeAlias = Mapping[int, tuple[Points, Points]]
"""The points of N-S and E-W for each score of a column."""

ScorePoints: TypeAlias = Callable[["ScoreCounts"], PointsByScore]
"""A function that returns the points for each score of a column."""

GetShares: TypeAlias = Callable[[Line], tuple[WeightedScore, ...]]
"""A function that returns the weighted parts of a line's score, as one side has it."""

ArtificialPoints: TypeAlias = tuple[Points | None, Points | None]
"""The points of N-S and E-W for an artificial score, None for a side that wasn't due to play."""

_get_group_and_score = attrgetter("group", "score")

IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference for 1 IMP, 2 IMPs, and so on to 24: [LAWS2017] Law 78B."""


def share_deal(score: int, unit: str) -> tuple[int, int]:
    """Return what N-S and E-W have of a deal with this N-S *score*.

    >>> share_deal(8, "tricks"), share_deal(420, "points")
    ((8, 5), (420, -420))
    """
    return score, get_deal_total(unit) - score


def get_deal_total(unit: str) -> int:
    """Return what both sides of a line have together: the tricks of a deal, or no points.

    >>> get_deal_total("tricks"), get_deal_total("points")
    (13, 0)
    """
    return 13 if unit == "tricks" else 0


@dataclass(slots=True)
class ScoreCounts:
    """The scores of one group of lines."""

    weight_by_score: dict[int, Points] = field(default_factory=dict)  # how often each was made
    line_count: int = 0  # on how many lines


def make_score_counts_by_group(
    board: Board, get_shares: GetShares = Line.get_ns_shares
) -> dict[str, ScoreCounts]:
    """Return the N-S scores on *board* by group.

    With *get_shares* of E-W, assigned scores count as E-W have them, seen from N-S.

    >>> lines = (Line(1, 2, 420), Line(3, 4), Line(5, 6, 420), Line(7, 8, -50, group="fouled"))
    >>> counts_by_group = make_score_counts_by_group(Board(7, lines))
    >>> counts_by_group[""]
    ScoreCounts(weight_by_score={420: 2}, line_count=2)
    >>> counts_by_group["fouled"].weight_by_score
    {-50: 1}
    """
    counts_by_group = {group: ScoreCounts(line_count=n) for group, n in board.size_by_group.items()}
    for (group, score), count in Counter(map(_get_group_and_score, board.lines)).items():
        if score is not None:
            counts_by_group[group].weight_by_score[score] = count
    for line in board.ruled_lines:
        if line.assigned is not None:
            weights = counts_by_group[line.group].weight_by_score
            for share in get_shares(line):
                weights[share.score] = weights.get(share.score, 0) + share.weight
    return counts_by_group


def score_by_columns(
    board: Board,
    top: Points | None,
    compute_points: ScorePoints,
    score_artificial: Callable[[ArtificialScore], ArtificialPoints],
) -> ScoredBoard:
    """Return *board* with its points.

    *compute_points* gives the points of each score of a column, *score_artificial* those of a share. With split
    scores, N-S are compared with N-S and E-W with E-W. The parts of a weighted score are compared with
    each other too, so these comparisons must cancel: a win and a loss give as many points as two ties.
    """

    def compute_by_group(get_shares: GetShares) -> dict[str, PointsByScore]:
        counts_by_group = make_score_counts_by_group(board, get_shares)
        return {group: compute_points(counts) for group, counts in counts_by_group.items()}

    ns_points_by_group = ew_points_by_group = compute_by_group(Line.get_ns_shares)
    if any(line.assigned is not None and line.assigned.is_split for line in board.ruled_lines):
        ew_points_by_group = compute_by_group(Line.get_ew_shares)
    lines = []
    for line in board.lines:
        points: ArtificialPoints = None, None
        if line.score is not None:
            points = ns_points_by_group[line.group][line.score]
            if ew_points_by_group is not ns_points_by_group:
                points = points[0], ew_points_by_group[line.group][line.score][1]
        elif line.assigned is not None:
            points = (
                _sum_shares(line.assigned.ns, ns_points_by_group[line.group], 0),
                _sum_shares(line.assigned.ew, ew_points_by_group[line.group], 1),
            )
        elif line.artificial is not None:
            points = score_artificial(line.artificial)
        lines.append(ScoredLine(line, *points))
    return ScoredBoard(board.board_no, top, tuple(lines))


def _sum_shares(
    shares: Iterable[WeightedScore], points_by_score: PointsByScore, side: int
) -> Fraction:
    """Return the points of a score with these *shares*, each a part of the points of its score."""
    return sum((share.weight * points_by_score[share.score][side] for share in shares), Fraction(0))


def make_side_column(side: ScoredSide) -> ScoreCounts:
    """Return the scores of the line and those compared with it, as *side* has them."""
    column = ScoreCounts()
    for line in (side.line, *side.compared_lines):
        column.line_count += 1
        for score, weight in side.list_weighted_scores(line):
            column.weight_by_score[score] = column.weight_by_score.get(score, 0) + weight
    return column


def sum_side_points(side: ScoredSide, points_by_score: PointsByScore) -> Points:
    """Return the points of *side* by those of the column that :func:`make_side_column` returns."""
    weighted_scores = side.list_weighted_scores(side.line)
    return sum(weight * points_by_score[score][0] for score, weight in weighted_scores)


def convert_to_imps(difference: Points, scale: Sequence[int] = IMP_SCALE) -> int:
    """Return the IMPs for a *difference* of scores, negative for a negative one.

    Fractions of 10 points don't count. A shorter *scale* limits the IMPs to its length.

    >>> [convert_to_imps(difference) for difference in (0, 10, 20, 45, 50, -420, 3990, 4000, 15200)]
    [0, 0, 1, 1, 2, -9, 23, 24, 24]

    Source: [LAWS2017] Law 78B.
    """
    points = bisect_right(scale, int(abs(Fraction(difference))))
    if difference >= 0:
        return points
    return -points


def convert_artificial_to_imps(
    artificial: ArtificialScore, average_plus: Points
) -> tuple[Points | None, Points | None]:
    """Return the IMPs of an artificial score.

    60 % is *average_plus*, 50 % is 0, 40 % is minus *average_plus*. None stays for a side that
    wasn't due to play the board.

    >>> from scoring.bridge.rulings import parse_artificial
    >>> convert_artificial_to_imps(parse_artificial("A60/45"), 2)
    (Fraction(2, 1), Fraction(-1, 1))

    Source: [LAWS2017] Law 12C2(b).
    """
    return (
        None if artificial.ns is None else convert_share_to_imps(artificial.ns, average_plus),
        None if artificial.ew is None else convert_share_to_imps(artificial.ew, average_plus),
    )


def convert_share_to_imps(percent: Fraction, average_plus: Points) -> Points:
    """Return the IMPs of *percent*."""
    # Average plus is 60%, ten above the average.
    return (percent - 50) * Fraction(average_plus, 10)
