"""Turn matchpoints that count from the average into those that count from zero.

Magic Contest and its kin give +1 for each result that is beaten and −1 for each that is better, so
the two sides of a line are opposite. Elsewhere a side has 2 for each result that is beaten, 1 for
an equal one.
"""

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

_MATCHPOINTS = "matchpoints"


def with_points_from_zero(event: SourceEvent) -> SourceEvent:
    """Return *event* with matchpoints from zero, and a doubt that says so if they weren't."""
    if event.scoring != _MATCHPOINTS or event.own_scoring:
        return event
    lines = [line for section in event.sections for board in section.boards for line in board.lines]
    if not _are_centred(lines):
        return event
    sessions = tuple(tuple(map(_shift_section, session)) for session in event.sessions)
    doubt = Doubt(
        "doubt-points-from-average",
        "The file counts points from the average. Here they count from zero: half the top of each "
        "board is added.",
    )
    return replace(event, sessions=sessions, warnings=(*event.warnings, doubt))


def _are_centred(lines: Iterable[SourceLine]) -> bool:
    """Return whether the two sides of every line are opposite, and some aren't average."""
    sums = set()
    has_points = False
    for line in lines:
        # Artificial scores may give both sides more or less than average.
        if line.ns_points is None or line.ew_points is None or line.result.artificial:
            continue
        sums.add(line.ns_points + line.ew_points)
        has_points = has_points or line.ns_points != 0
    return has_points and sums == {0}


def _shift_section(section: SourceSection) -> SourceSection:
    added_by_side: dict[tuple[int, str], Decimal] = {}
    is_divided = section.winner_count == 2
    boards = []
    for board in section.boards:
        average = Decimal(max(_count_results(board) - 1, 0))
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
