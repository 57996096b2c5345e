"""What the program that wrote a file made of its results, against what is made of them here."""

from collections.abc import Iterator
from fractions import Fraction

from director.imports import UsebioEvent, UsebioLine, UsebioPair
from director.models import Section
from director.sheets import BoardLine, EventSheets, Points, StandingRow
from scoring import percent_text, points_text

MOST_SHOWN = 10


def official_differences(source: UsebioEvent, section: Section, sheets: EventSheets) -> tuple[str, ...]:
    """Return a sentence for each official figure that differs from ours, both rounded as people see them.

    The points of every line are compared, then total, percentage and place of every pair; what the file does not give
    is not.  After the first ten, one more sentence counts the rest.
    """
    found = [*_of_lines(source, section, sheets), *_of_pairs(source, section, sheets)]
    rest = len(found) - MOST_SHOWN
    return (*found[:MOST_SHOWN], f"… and {rest} more figures differ.") if rest > 0 else tuple(found)


def _of_lines(source: UsebioEvent, section: Section, sheets: EventSheets) -> Iterator[str]:
    ours = {(board.board_no, line.ns_no, line.ew_no): line for board in sheets.boards for line in board.lines}
    for board in source.boards:
        for line in board.lines:
            mine = ours[board.board_no, line.ns_no, line.ew_no + section.ew_offset]
            if _shown(line.ns_points, mine.ns_points) or _shown(line.ew_points, mine.ew_points):
                yield _line_sentence(board.board_no, line, mine)


def _of_pairs(source: UsebioEvent, section: Section, sheets: EventSheets) -> Iterator[str]:
    ours = {row.contestant: row for group in sheets.standings.groups for row in group.rows}
    for pair in source.pairs:
        mine = ours[pair.number + (section.ew_offset if pair.direction == "EW" else 0)]
        theirs = ", ".join(_figures(pair.total, pair.percent, pair.place))
        if _pair_differs(pair, mine):
            place = int(mine.place.rstrip("=")) if mine.place else None
            here = ", ".join(_figures(mine.total, mine.percent, place))
            yield f"Pair {mine.label}: the file has {theirs}; here it is {here}."


def _pair_differs(pair: UsebioPair, mine: StandingRow) -> bool:
    return (
        _shown(pair.total, mine.total)
        or _shown(pair.percent, mine.percent)
        or (pair.place is not None and bool(mine.place) and pair.place != int(mine.place.rstrip("=")))
    )


def _shown(official: Points, mine: Points) -> bool:
    """Return whether two figures differ as people see them; a figure that one of them lacks is no difference."""
    if official is None or mine is None:
        return False
    return points_text(official) != points_text(mine)


def _line_sentence(board_no: int, line: UsebioLine, mine: BoardLine) -> str:
    theirs, here = (
        " and ".join(points_text(points) for points in pair if points is not None)
        for pair in ((line.ns_points, line.ew_points), (mine.ns_points, mine.ew_points))
    )
    return f"Board {board_no}, {mine.ns} against {mine.ew}: the file gives {theirs} points; here it is {here}."


def _figures(total: Points, percent: Fraction | None, place: int | None) -> Iterator[str]:
    if total is not None:
        yield f"{points_text(total)} points"
    if percent is not None:
        yield f"{percent_text(percent)}%"
    if place is not None:
        yield f"place {place}"
