"""The old systems' average for a deal without a score.

In these systems a pair may not gain by sitting out, nor lose by it: whoever has no score on a deal
that others have played is given the average of their points.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.bridge.artificial import Artificial
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line, Points, ScoredBoard, ScoredLine
from scoring.naming import contestant_notes
from scoring.ranking import Tally, line_keys, tally
from scoring.sentences import ScoringSentences
from scoring.totals.standings import lone_notes

GroupPoints = Callable[[Sequence[int]], Mapping[int, tuple[Points, Points]]]
"""Makes the points of N-S and of E-W for each N-S score of those that are compared with each other."""

AVERAGE_BOTH = Artificial(Fraction(50), Fraction(50))


def score_groups(board: Board, group_points: GroupPoints, top: Points | None = None) -> ScoredBoard:
    """Return *board* with points for the lines that have a score. Other lines stay without points.

    :raises ScoringError: if a line has an artificial score other than the average.
    """
    points = {group: group_points(scores) for group, scores in board.scores_by_group().items()}
    return ScoredBoard(
        board.board_no,
        top,
        tuple(_score_line(board.board_no, line, points) for line in board.lines),
    )


def _score_line(
    board_no: int, line: Line, points: Mapping[str, Mapping[int, tuple[Points, Points]]]
) -> ScoredLine:
    if line.score is not None:
        return ScoredLine(line, *points[line.group][line.score])
    check_average(board_no, line)
    return ScoredLine(line, None, None)


def give_averages(board: ScoredBoard) -> ScoredBoard:
    """Return *board* with the average of their direction for lines that have the artificial average.

    It is that of the points made in the group of the line, for N-S and for E-W; without any the
    line stays empty.

    >>> lines = (ScoredLine(Line(1, 2, 50), 50, -50), ScoredLine(Line(3, 4, artificial=AVERAGE_BOTH), None, None))
    >>> given = give_averages(ScoredBoard(7, None, lines)).lines[1]
    >>> given.ns_points, given.ew_points
    (Fraction(50, 1), Fraction(-50, 1))

    Source: [HOYLE1926] p. 43, laws 4 and 5.
    """
    if not any(scored.line.artificial for scored in board.lines):
        return board
    return replace(board, lines=tuple(_average_line(scored, board) for scored in board.lines))


def _average_line(scored: ScoredLine, board: ScoredBoard) -> ScoredLine:
    results = [
        other
        for other in board.lines
        if other.line.score is not None and other.line.group == scored.line.group
    ]
    if scored.line.artificial is None or not results:
        return scored
    ns, ew = (
        sum(other.ns_points or 0 for other in results),
        sum(other.ew_points or 0 for other in results),
    )
    return scored._replace(
        ns_points=Fraction(ns) / len(results), ew_points=Fraction(ew) / len(results)
    )


def check_average(board_no: int, line: Line) -> None:
    """Refuse an artificial score other than the average.

    :raises ScoringError: naming the board.
    """
    if line.artificial is not None and line.artificial != AVERAGE_BOTH:
        raise ScoringError(
            ScoringSentences.AVERAGE_ARTIFICIAL, board_no=board_no, artificial=line.artificial
        )


def tally_with_averages(
    field: Field, boards: Sequence[ScoredBoard], fixed: Points | None = None
) -> tuple[list[Tally], list[str]]:
    """Return a tally for each contestant of *field*, averages included, with notes.

    The notes are on averages and on results without comparison.

    The average is that of the contestant's own direction; where there is one winner, of both
    directions together. *fixed* takes its place where a system names the figure.  A deal that
    nobody played gives nothing.
    """
    tallies = tally(field, boards)
    averages = {(seen.direction, seen.contestant): 0 for seen in tallies}
    for board in boards:
        present = _present(board, field.winners == 1)
        if present:
            missing = [seen for seen in tallies if (seen.direction, seen.contestant) not in present]
        else:
            missing = []
        absent = _absent_points(board, fixed) if missing else {}
        for seen in missing:
            seen.points += absent[seen.direction]
            seen.available += board.top or 0
            seen.boards += 1
            averages[seen.direction, seen.contestant] += 1
    return tallies, [*lone_notes(field.boards, boards), *_notes(averages)]


def _absent_points(board: ScoredBoard, fixed: Points | None) -> dict[str | None, Points]:
    ns = [scored.ns_points for scored in board.lines if scored.ns_points is not None]
    ew = [scored.ew_points for scored in board.lines if scored.ew_points is not None]
    if fixed is not None:
        return {"NS": fixed, "EW": fixed, None: fixed}
    both = [*ns, *ew]
    return {
        side: Fraction(sum(points), len(points))
        for side, points in (("NS", ns), ("EW", ew), (None, both))
    }


def _present(board: ScoredBoard, one_winner: bool) -> frozenset[tuple[str | None, int]]:
    lines = [scored.line for scored in board.lines if scored.ns_points is not None]
    return frozenset(key for line in lines for key in line_keys(line, is_two=not one_winner))


def _notes(averages: Mapping[tuple[str | None, int], int]) -> list[str]:
    charged = sorted(((key, count) for key, count in averages.items() if count), key=_reading_order)
    return contestant_notes(
        (*who, f"the average on {count} board{'s' if count > 1 else ''} without a score.")
        for who, count in charged
    )


def _reading_order(charged: tuple[tuple[str | None, int], int]) -> tuple[bool, int]:
    (direction, contestant), _ = charged
    return direction == "EW", contestant


def count_scores(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return each different score with how often it was made, the lowest first.

    >>> count_scores([7, 6, 7])
    [(6, 1), (7, 2)]
    """
    return sorted(Counter(scores).items())
