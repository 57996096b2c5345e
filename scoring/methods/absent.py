"""The old systems' average for a deal without a score.

In these systems a pair neither gains nor loses by sitting out: if others have played a deal, it
gets the average of their points.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.bridge.rulings import AVERAGE_BOTH
from scoring.display import format_count, make_contestant_notes
from scoring.errors import ScoringError
from scoring.model import (
    Board,
    BoardNo,
    ContestantKey,
    Field,
    Line,
    Points,
    ScoredBoard,
    ScoredLine,
    Tally,
    get_line_keys,
)
from scoring.totals.ranking import make_tallies
from scoring.totals.standings import make_lone_notes
from scoring.working import ScoredSide, Step, Working

ComputeGroupPoints = Callable[[Sequence[int]], Mapping[int, tuple[Points, Points]]]
"""A function that returns the points of N-S and E-W, by N-S score, for the scores of one group."""


def score_groups(
    board: Board,
    compute_group_points: ComputeGroupPoints,
    *,
    basis: str,
    top: Points | None = None,
) -> ScoredBoard:
    """Return *board* with points for the lines that have a score. Other lines get none.

    *basis* is as in :func:`require_average`.

    :raises ScoringError: if a line has an artificial score other than the average.
    """
    points_by_group = {
        group: compute_group_points(scores) for group, scores in board.get_scores_by_group().items()
    }
    return ScoredBoard(
        board.board_no,
        top,
        tuple(
            _score_grouped_line(board.board_no, line, points_by_group, basis)
            for line in board.lines
        ),
    )


def explain_by_group(
    side: ScoredSide, compute_group_points: ComputeGroupPoints, *texts: str
) -> Working:
    """Return the points of *side* by *compute_group_points*, which the last of *texts* explains.

    The function treats both directions alike, so it gets the scores as the side itself has them.
    """
    scores = side.list_scores()
    points, _opponents_points = compute_group_points(scores)[scores[0]]
    *first_texts, last_text = texts
    return (*map(Step, first_texts), Step(last_text, points))


def _score_grouped_line(
    board_no: BoardNo,
    line: Line,
    points_by_group: Mapping[str, Mapping[int, tuple[Points, Points]]],
    basis: str,
) -> ScoredLine:
    if line.score is not None:
        return ScoredLine(line, *points_by_group[line.group][line.score])
    require_average(board_no, line, basis)
    return ScoredLine(line, None, None)


def fill_averages(board: ScoredBoard) -> ScoredBoard:
    """Return *board* with the average of the direction on lines with the artificial average.

    It is the average of the points in the line's group. Without any the line stays empty.

    >>> average_line = ScoredLine(Line(3, 4, artificial=AVERAGE_BOTH), None, None)
    >>> lines = (ScoredLine(Line(1, 2, 50), 50, -50), average_line)
    >>> given = fill_averages(ScoredBoard(7, None, lines)).lines[1]
    >>> given.ns_points, given.ew_points
    (Fraction(50, 1), Fraction(-50, 1))

    Source: [HOYLE1926] p. 43, laws 4 and 5.
    """
    if not any(scored.line.artificial for scored in board.lines):
        return board
    lines = tuple(_fill_average_line(scored, board) for scored in board.lines)
    return replace(board, lines=lines)


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


def require_average(board_no: BoardNo, line: Line, basis: str) -> None:
    """Raise if *line* has an artificial score other than the average.

    *basis* is the clause in which the method says what it counts: "nets are added up".

    :raises ScoringError: with the number of the board
    """
    if line.artificial is not None and line.artificial != AVERAGE_BOTH:
        raise ScoringError(
            "average-artificial",
            "Board {board_no}: {artificial} doesn’t work when {basis}. Enter A50 or no result.",
            board_no=board_no,
            artificial=line.artificial,
            basis=basis,
        )


def make_tallies_with_averages(
    field: Field, boards: Sequence[ScoredBoard], fixed_average: Points | None = None
) -> tuple[list[Tally], list[str]]:
    """Return a tally for each contestant of *field* with averages, and the notes about them.

    It is the average of the contestant's direction, or of both directions with one winner.  Some systems
    have a *fixed_average* figure instead.  A deal that nobody played gives nothing.
    """
    tallies = make_tallies(field, boards)
    average_counts: Counter[ContestantKey] = Counter()
    for board in boards:
        keys_with_points = _collect_keys_with_points(board, is_two=field.winner_count != 1)
        if not keys_with_points:
            continue
        missing_tallies = [
            sums for sums in tallies if (sums.direction, sums.contestant) not in keys_with_points
        ]
        points = _compute_average_by_direction(board, fixed_average) if missing_tallies else {}
        for sums in missing_tallies:
            sums.point_sum += points[sums.direction]
            sums.available_points += board.top or 0
            sums.board_count += 1
            average_counts[sums.direction, sums.contestant] += 1
    return tallies, [*make_lone_notes(field.boards, boards), *_make_average_notes(average_counts)]


def _compute_average_by_direction(
    board: ScoredBoard, fixed_average: Points | None
) -> dict[str | None, Points]:
    """Return the points of a missing score by direction, which is None with one winner."""
    if fixed_average is not None:
        return {"NS": fixed_average, "EW": fixed_average, None: fixed_average}
    ns_points = [scored.ns_points for scored in board.lines if scored.ns_points is not None]
    ew_points = [scored.ew_points for scored in board.lines if scored.ew_points is not None]
    return {
        "NS": Fraction(sum(ns_points), len(ns_points)),
        "EW": Fraction(sum(ew_points), len(ew_points)),
        None: Fraction(sum(ns_points) + sum(ew_points), len(ns_points) + len(ew_points)),
    }


def _collect_keys_with_points(board: ScoredBoard, *, is_two: bool) -> frozenset[ContestantKey]:
    """Return who has points on *board*."""
    keys: set[ContestantKey] = set()
    for scored in board.lines:
        if scored.ns_points is not None:
            keys.update(get_line_keys(scored.line, has_two_winners=is_two))
    return frozenset(keys)


def _make_average_notes(average_counts: Mapping[ContestantKey, int]) -> list[str]:
    notes = []
    for direction, contestant in sorted(average_counts, key=_get_reading_order):
        count = average_counts[direction, contestant]
        text = f"the average on {format_count(count, 'board')} without a score."
        notes.append((direction, contestant, text))
    return make_contestant_notes(notes)


def _get_reading_order(key: ContestantKey) -> tuple[bool, int]:
    direction, contestant = key
    return direction == "EW", contestant


def list_score_frequencies(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return each different score with its frequency, the lowest score first.

    >>> list_score_frequencies([7, 6, 7])
    [(6, 1), (7, 2)]
    """
    return sorted(Counter(scores).items())
