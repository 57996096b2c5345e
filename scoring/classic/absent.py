"""The old systems' average for a deal without a score.

In these systems a pair neither gains nor loses by sitting out: if others have played a deal, it
gets the average of their points.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from scoring.bridge.rulings import AVERAGE_BOTH
from scoring.display import make_contestant_notes
from scoring.errors import ScoringError
from scoring.model import Board, Field, Key, Line, Points, ScoredBoard, ScoredLine, get_line_keys
from scoring.totals.ranking import Tally, tally
from scoring.totals.standings import make_lone_notes

GroupPoints = Callable[[Sequence[int]], Mapping[int, tuple[Points, Points]]]
"""A function that returns the points of N-S and E-W, by N-S score, for the scores of one group."""


def score_groups(board: Board, group_points: GroupPoints, top: Points | None = None) -> ScoredBoard:
    """Return *board* with points for the lines that have a score. Other lines get none.

    :raises ScoringError: if a line has an artificial score other than the average.
    """
    points = {group: group_points(scores) for group, scores in board.group_scores().items()}
    return ScoredBoard(
        board.board_no,
        top,
        tuple(_score_grouped_line(board.board_no, line, points) for line in board.lines),
    )


def _score_grouped_line(
    board_no: int, line: Line, points: Mapping[str, Mapping[int, tuple[Points, Points]]]
) -> ScoredLine:
    if line.score is not None:
        return ScoredLine(line, *points[line.group][line.score])
    check_average(board_no, line)
    return ScoredLine(line, None, None)


def give_averages(board: ScoredBoard) -> ScoredBoard:
    """Return *board* with the average of the direction on lines with the artificial average.

    It is the average of the points in the line's group. Without any the line stays empty.

    >>> average_line = ScoredLine(Line(3, 4, artificial=AVERAGE_BOTH), None, None)
    >>> lines = (ScoredLine(Line(1, 2, 50), 50, -50), average_line)
    >>> given = give_averages(ScoredBoard(7, None, lines)).lines[1]
    >>> given.ns_points, given.ew_points
    (Fraction(50, 1), Fraction(-50, 1))

    Source: [HOYLE1926] p. 43, laws 4 and 5.
    """
    if not any(scored.line.artificial for scored in board.lines):
        return board
    return board.with_lines(_fill_average_line(scored, board) for scored in board.lines)


def _fill_average_line(scored: ScoredLine, board: ScoredBoard) -> ScoredLine:
    group_lines = [
        other_scored
        for other_scored in board.lines
        if other_scored.line.score is not None and other_scored.line.group == scored.line.group
    ]
    if scored.line.artificial is None or not group_lines:
        return scored
    ns_points = sum(other_scored.ns_points or 0 for other_scored in group_lines)
    ew_points = sum(other_scored.ew_points or 0 for other_scored in group_lines)
    return scored._replace(
        ns_points=Fraction(ns_points) / len(group_lines),
        ew_points=Fraction(ew_points) / len(group_lines),
    )


def check_average(board_no: int, line: Line) -> None:
    """Raise if *line* has an artificial score other than the average.

    :raises ScoringError: with the number of the board
    """
    if line.artificial is not None and line.artificial != AVERAGE_BOTH:
        raise ScoringError(
            "average-artificial",
            "Board {board_no}: {artificial} doesn't work when scores are compared with their "
            "average. Enter A50 or no result.",
            board_no=board_no,
            artificial=line.artificial,
        )


def tally_with_averages(
    field: Field, boards: Sequence[ScoredBoard], fixed: Points | None = None
) -> tuple[list[Tally], list[str]]:
    """Return a tally for each contestant of *field* with averages, and the notes about them.

    It is the average of the contestant's direction, or of both directions with one winner.  Some systems
    have a *fixed* figure instead.  A deal that nobody played gives nothing.
    """
    tallies = tally(field, boards)
    average_counts: Counter[Key] = Counter()
    for board in boards:
        playing = _collect_player_keys(board, is_two=field.winners != 1)
        if not playing:
            continue
        missing = [sums for sums in tallies if (sums.direction, sums.contestant) not in playing]
        points = _compute_average_points(board, fixed) if missing else {}
        for sums in missing:
            sums.points += points[sums.direction]
            sums.available += board.top or 0
            sums.boards += 1
            average_counts[sums.direction, sums.contestant] += 1
    return tallies, [*make_lone_notes(field.boards, boards), *_make_average_notes(average_counts)]


def _compute_average_points(board: ScoredBoard, fixed: Points | None) -> dict[str | None, Points]:
    """Return the points of a missing score by direction, which is None with one winner."""
    if fixed is not None:
        return {"NS": fixed, "EW": fixed, None: fixed}
    ns = [scored.ns_points for scored in board.lines if scored.ns_points is not None]
    ew = [scored.ew_points for scored in board.lines if scored.ew_points is not None]
    return {
        "NS": Fraction(sum(ns), len(ns)),
        "EW": Fraction(sum(ew), len(ew)),
        None: Fraction(sum(ns) + sum(ew), len(ns) + len(ew)),
    }


def _collect_player_keys(board: ScoredBoard, *, is_two: bool) -> frozenset[Key]:
    """Return who has points on *board*."""
    keys: set[Key] = set()
    for scored in board.lines:
        if scored.ns_points is not None:
            keys.update(get_line_keys(scored.line, is_two=is_two))
    return frozenset(keys)


def _make_average_notes(average_counts: Mapping[Key, int]) -> list[str]:
    notes = []
    for direction, contestant in sorted(average_counts, key=_get_reading_order):
        count = average_counts[direction, contestant]
        plural = "s" if count > 1 else ""
        text = f"the average on {count} board{plural} without a score."
        notes.append((direction, contestant, text))
    return make_contestant_notes(notes)


def _get_reading_order(key: Key) -> tuple[bool, int]:
    direction, contestant = key
    return direction == "EW", contestant


def count_scores(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return each different score with its frequency, the lowest score first.

    >>> count_scores([7, 6, 7])
    [(6, 1), (7, 2)]
    """
    return sorted(Counter(scores).items())
