"""How often each score was made on a board, and the field's average."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from director.sheets import BoardSheet, Points


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """A score of a board: its tables, N-S points, and *share* of the most frequent score."""

    score: Fraction | int  # from the N-S side; tricks at whist
    group: str  # of a fouled board
    tables: int
    share: int  # 1 to 100
    ns_points: Points


def score_counts(board: BoardSheet) -> tuple[ScoreCount, ...]:
    """Return the scores of *board*, best for N-S first, by group of cards."""
    lines = [
        (line.ns_score, line.group, line.ns_points)
        for line in board.lines
        if line.ns_score is not None
    ]
    tables = Counter((score, group) for score, group, _points in lines)
    earned = {(score, group): points for score, group, points in lines}
    most = max(tables.values(), default=1)
    return tuple(
        ScoreCount(
            score,
            group,
            tables[score, group],
            tables[score, group] * 100 // most,
            earned[score, group],
        )
        for score, group in sorted(tables, key=lambda key: (-key[0], key[1]))
    )


def field_average(board: BoardSheet) -> Fraction | None:
    """Return the mean N-S score of *board*, or None before any score."""
    scores = [line.ns_score for line in board.lines if line.ns_score is not None]
    if scores:
        return Fraction(sum(scores), len(scores))
    return None
