"""How often each score was made on a board, and the field's average."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.sheets import BoardSheet, Points


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """A score of a board with its tables. *share* is in percent of the most frequent score."""

    score: Fraction | int  # from the N-S side; tricks at whist
    group: str  # the group of a fouled board, whose scores are counted apart
    tables: int
    share: int  # 1 to 100
    ns_points: Points


def count_scores(board: BoardSheet) -> tuple[ScoreCount, ...]:
    """Return the scores of *board* with their tables, best for N-S first, then by group."""
    tables: Counter[tuple[Fraction | int, str]] = Counter()
    points: dict[tuple[Fraction | int, str], Points] = {}
    for line in board.lines:
        if line.score is not None:
            key = (line.score, line.group)
            tables[key] += 1
            points[key] = line.ns.points
    highest_count = max(tables.values(), default=1)
    counts = []
    for score, group in sorted(tables, key=lambda key: (-key[0], key[1])):
        count = tables[score, group]
        share = count * 100 // highest_count
        counts.append(ScoreCount(score, group, count, share, points[score, group]))
    return tuple(counts)


def has_frequencies(counts: Sequence[ScoreCount]) -> bool:
    """Return whether any score was made at several tables, so that its bar says something."""
    return any(count.tables > 1 for count in counts)


def compute_field_average(board: BoardSheet) -> Fraction | None:
    """Return the mean N-S score of *board*, or None before any score."""
    scores = [line.score for line in board.lines if line.score is not None]
    if scores:
        return Fraction(sum(scores), len(scores))
    return None
