"""Turn matchpoints that count from the average into those that count from zero.

Magic Contest and its kin give +1 for each result that is beaten and −1 for each that is better, so
the two sides of a line are opposite. Elsewhere a side has 2 for each result that is beaten, 1 for
an equal one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourceEvent,
    SourceLine,
    SourceSection,
)
from director.formats.errors import Doubt
from director.formats.result import make_result_entry
from scoring.errors import ScoringError

_MATCHPOINTS = "matchpoints"
_POINTS_PER_RESULT = (Decimal(1), Decimal("0.5"))
_MIN_FITTING_SHARE = 0.9  # others may be corrected for a board with fewer results


def with_points_from_zero(event: SourceEvent) -> SourceEvent:
    """Return *event* with matchpoints from zero, and a doubt that says so if they weren't."""
    if event.scoring != _MATCHPOINTS or event.own_scoring:
        return event
    boards = [board for section in event.sections for board in section.boards]
    unit = next((unit for unit in _POINTS_PER_RESULT if _are_centred(boards, unit)), None)
    if unit is None:
        return event
    sessions = tuple(
        tuple(_shift_section(section, unit) for section in session) for session in event.sessions
    )
    doubt = Doubt(
        "doubt-points-from-average",
        "The file counts points from the average. Here they count from zero: half the top of each "
        "board is added.",
    )
    return replace(event, sessions=sessions, warnings=(*event.warnings, doubt))


def _are_centred(boards: Iterable[SourceBoard], unit: Decimal) -> bool:
    """Return whether nearly all points are *unit* for each result beaten, less *unit* for each better.

    IMPs are opposite for the two sides too, but depend on the differences of the scores.
    """
    line_count = fitting_count = 0
    has_points = False
    for board in boards:
        scored_lines = [line for line in board.lines if line.ns_points is not None]
        scores = [_compute_score(board.board_no, line) for line in scored_lines]
        known_scores = sorted(score for score in scores if score is not None)
        for line, score in zip(scored_lines, scores, strict=True):
            if score is None or line.result.artificial:
                continue
            beaten = bisect_left(known_scores, score)
            better = len(known_scores) - bisect_right(known_scores, score)
            expected = unit * (beaten - better)
            line_count += 1
            fitting_count += line.ns_points == expected and line.ew_points == -expected
            has_points = has_points or line.ns_points != 0
    return has_points and fitting_count >= _MIN_FITTING_SHARE * line_count


def _compute_score(board_no: int, line: SourceLine) -> int | None:
    if line.result.score is not None or not line.result.contract:
        return line.result.score
    try:
        return make_result_entry(line.result, board_no).ns_score(board_no)
    except ScoringError:
        return None


def _shift_section(section: SourceSection, unit: Decimal) -> SourceSection:
    added_by_side: dict[tuple[int, str], Decimal] = {}
    is_divided = section.winner_count == 2
    boards = []
    for board in section.boards:
        average = unit * max(_count_results(board) - 1, 0)
        lines = []
        for line in board.lines:
            sides = (
                (line.ns_no, "NS" if is_divided else "", line.ns_points),
                (line.ew_no, "EW" if is_divided else "", line.ew_points),
            )
            for number, direction, points in sides:
                if points is not None:
                    key = number, direction
                    added_by_side[key] = added_by_side.get(key, Decimal(0)) + average
            lines.append(
                line._replace(
                    ns_points=_add(line.ns_points, average), ew_points=_add(line.ew_points, average)
                )
            )
        boards.append(SourceBoard(board.board_no, tuple(lines)))
    pairs = tuple(
        replace(
            pair,
            total=_add(pair.total, added_by_side.get((pair.number, pair.direction), Decimal(0))),
        )
        for pair in section.pairs
    )
    return replace(section, boards=tuple(boards), pairs=pairs)


def _count_results(board: SourceBoard) -> int:
    return sum(line.ns_points is not None for line in board.lines)


def _add(points: Decimal | None, average: Decimal) -> Decimal | None:
    return None if points is None else points + average
