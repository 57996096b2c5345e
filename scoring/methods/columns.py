"""Compare the scores of a board in one direction, and give each line its points, also in IMPs.

Methods that compare scores with each other work on ``ScoreCounts``: each different score once, with
how often it was made. An assigned score counts as the scores that it is weighted from. A *column*
holds the scores of one group of a fouled board; other boards have one column. What a method gives
for a score is left to the method.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TypeAlias, cast

from scoring.bridge.rulings import ArtificialScore, WeightedScore
from scoring.model import Board, BoardColumns, Line, Points, ScoredBoard
from scoring.points import KeyedPoints, ResultKey

ScorePoints: TypeAlias = Callable[["ScoreCounts"], KeyedPoints]
"""A function that returns the points of N-S and E-W for each score of a column."""

ArtificialPoints: TypeAlias = tuple[Points | None, Points | None]
"""The points of N-S and E-W for an artificial score, None for a side that wasn't due to play."""

_EMPTY_POINTS = KeyedPoints(1, {}, {})

IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference for 1 IMP, 2 IMPs, and so on to 24: [LAWS2017] Law 78B."""


def get_deal_total(unit: str) -> int:
    """Return what both sides of a line have together: the tricks of a deal, or no points.

    >>> get_deal_total("tricks"), get_deal_total("points")
    (13, 0)
    """
    return 13 if unit == "tricks" else 0


@dataclass(slots=True)
class ScoreCounts:
    """The scores of one group of lines."""

    # How often each score was made.
    weight_by_score: dict[int, Points] = field(default_factory=dict)
    line_count: int = 0  # on how many lines
    denominator: int = 1  # All weights are parts of it. It is 1 unless a score was weighted.

    @property
    def units_by_score(self) -> Mapping[int, int]:
        """How often each score was made, in parts of the denominator."""
        if self.denominator == 1:
            return cast(Mapping[int, int], self.weight_by_score)
        return {
            score: int(weight * self.denominator) for score, weight in self.weight_by_score.items()
        }

    def add_line(self, line: Line, shares: Iterable[WeightedScore]) -> None:
        """Count *line*, whose score is weighted from *shares* if it was assigned."""
        self.line_count += 1
        if line.score is not None:
            self.weight_by_score[line.score] = self.weight_by_score.get(line.score, 0) + 1
            return
        for share in shares:
            self.denominator = lcm(self.denominator, share.weight.denominator)
            self.weight_by_score[share.score] = (
                self.weight_by_score.get(share.score, 0) + share.weight
            )


def make_score_counts_by_group(
    board: Board, get_shares: Callable[[Line], tuple[WeightedScore, ...]] = Line.get_ns_shares
) -> dict[str, ScoreCounts]:
    """Return the N-S scores on *board* by group.

    With *get_shares* of E-W, assigned scores count as E-W have them, seen from N-S.

    >>> lines = (Line(1, 2, 420), Line(3, 4), Line(5, 6, 420), Line(7, 8, -50, group="fouled"))
    >>> counts_by_group = make_score_counts_by_group(Board(7, lines))
    >>> counts_by_group[""]
    ScoreCounts(weight_by_score={420: 2}, line_count=2, denominator=1)
    >>> counts_by_group["fouled"].weight_by_score
    {-50: 1}
    """
    columns = board.columns
    counts_by_group: dict[str, ScoreCounts] = {}
    if columns.count_by_score:
        counts_by_group[""] = _make_plain_counts(columns)
    for line in columns.special_lines.values():
        if line.is_scored:
            counts = counts_by_group.setdefault(line.group, ScoreCounts())
            counts.add_line(line, get_shares(line))
    return counts_by_group


def _make_plain_counts(columns: BoardColumns) -> ScoreCounts:
    """Return the scores of all lines that aren't special."""
    return ScoreCounts(dict(columns.count_by_score), columns.plain_count)


def score_by_columns(
    board: Board,
    top: Points | None,
    compute_points: ScorePoints,
    score_artificial: Callable[[ArtificialScore], ArtificialPoints],
    *cache_key: Hashable,
) -> ScoredBoard:
    """Return *board* with its points.

    *compute_points* gives the points of each score of a column, *score_artificial* those of a share. With split
    scores, N-S are compared with N-S and E-W with E-W. The parts of a weighted score are compared with
    each other too, so these comparisons must cancel: a win and a loss give as many points as two ties.
    *cache_key* are all settings on which the
    two functions depend; with them, the board remembers its points and is scored once.
    """
    scored = board.scored_board_by_settings.get(cache_key) if cache_key else None
    if scored is None:
        scored = _score_columns(board, top, compute_points, score_artificial)
        if cache_key:
            board.scored_board_by_settings[cache_key] = scored
    return scored


def _score_columns(
    board: Board,
    top: Points | None,
    compute_points: ScorePoints,
    score_artificial: Callable[[ArtificialScore], ArtificialPoints],
) -> ScoredBoard:
    columns = board.columns
    if columns.is_plain:
        return ScoredBoard.from_keys(board, top, compute_points(_make_plain_counts(columns)))
    points_by_group = {
        group: compute_points(counts) for group, counts in make_score_counts_by_group(board).items()
    }
    ew_points_by_group = points_by_group
    special_lines = columns.special_lines
    if any(line.assigned is not None and line.assigned.is_split for line in special_lines.values()):
        ew_points_by_group = {
            group: compute_points(counts)
            for group, counts in make_score_counts_by_group(board, Line.get_ew_shares).items()
        }
    points = _EMPTY_POINTS
    if columns.count_by_score:
        points = _join_sides(points_by_group[""], ew_points_by_group[""])
    added_points: dict[ResultKey, ArtificialPoints] = {
        key: _score_special_line(line, points_by_group, ew_points_by_group, score_artificial)
        for key, line in special_lines.items()
    }
    if None in columns.keys:
        added_points[None] = (None, None)
    return ScoredBoard.from_keys(board, top, points.with_points(added_points))


def _join_sides(ns_points: KeyedPoints, ew_points: KeyedPoints) -> KeyedPoints:
    """Return the N-S points of *ns_points* with the E-W points of *ew_points*."""
    if ns_points is ew_points:
        return ns_points
    # A part of a split score that only one side has is no score of a whole line.
    scores = ns_points.ns.keys() & ew_points.ew.keys()
    return KeyedPoints.from_points(
        {
            score: (ns_points.get_points(score)[0], ew_points.get_points(score)[1])
            for score in scores
        }
    )


def _score_special_line(
    line: Line,
    ns_points_by_group: Mapping[str, KeyedPoints],
    ew_points_by_group: Mapping[str, KeyedPoints],
    score_artificial: Callable[[ArtificialScore], ArtificialPoints],
) -> ArtificialPoints:
    """Return the points of N-S and E-W on a *line* with a ruling, of a group, or without a result."""
    if line.is_scored:
        ns_points = ns_points_by_group[line.group]
        ew_points = ew_points_by_group[line.group]
        return (
            _sum_shares(line.get_ns_shares(), ns_points.ns, ns_points.denominator),
            _sum_shares(line.get_ew_shares(), ew_points.ew, ew_points.denominator),
        )
    if line.artificial is not None:
        return score_artificial(line.artificial)
    return None, None


def _sum_shares(
    shares: Iterable[WeightedScore],
    units_by_score: Mapping[ResultKey, int],
    denominator: int,
) -> Fraction:
    """Return the points of a score with these *shares*, each a part of the points of its score."""
    units = sum((share.weight * units_by_score[share.score] for share in shares), Fraction(0))
    return units / denominator


def convert_to_imps(difference: Points) -> int:
    """Return the IMPs for a *difference* of scores, negative for a negative one.

    Fractions of 10 points don't count.

    >>> [convert_to_imps(difference) for difference in (0, 10, 20, 45, 50, -420, 3990, 4000, 15200)]
    [0, 0, 1, 1, 2, -9, 23, 24, 24]

    Source: [LAWS2017] Law 78B.
    """
    points = bisect_right(IMP_SCALE, int(abs(Fraction(difference))))
    if difference >= 0:
        return points
    return -points


def convert_artificial_to_imps(
    artificial: ArtificialScore, average_plus: Points
) -> tuple[Points | None, Points | None]:
    """Return the IMPs of an artificial score.

    60 % is *average_plus*, 50 % is 0, 40 % is minus *average_plus*.

    >>> from scoring.bridge.rulings import parse_artificial
    >>> convert_artificial_to_imps(parse_artificial("A60/45"), 2)
    (Fraction(2, 1), Fraction(-1, 1))

    Source: [LAWS2017] Law 12C2(b).
    """
    return convert_share_to_imps(artificial.ns, average_plus), convert_share_to_imps(
        artificial.ew, average_plus
    )


def convert_share_to_imps(percent: Fraction | None, average_plus: Points) -> Points | None:
    """Return the IMPs of *percent*. None for a side that wasn't due to play the board."""
    if percent is None:
        return None
    # Average plus is 60%, ten above the average.
    return (percent - 50) * Fraction(average_plus, 10)
