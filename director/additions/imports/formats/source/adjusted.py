"""Find adjusted scores that a file gives as a score of 0."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal

from director.additions.imports.formats.source.flat import FlatLine
from director.formats.result import ResultInFile, make_result_entry

_AWARD = ResultInFile(artificial="A5050")
"""The points are the award. A5050 only marks the score as adjusted."""


def mark_adjusted_lines(lines: Sequence[FlatLine]) -> list[FlatLine]:
    """Return *lines*, with an award in place of each 0 that its points contradict.

    Some programs print 0 without a contract for an adjusted score. The points of a real 0, a board that
    was passed out, are between the points of lower and higher scores on the board.
    """
    if not any(map(_is_bare_zero, lines)):
        return list(lines)
    scored_points_by_board: dict[int, list[tuple[int, Decimal]]] = defaultdict(list)
    for line in lines:
        score = _compute_score(line)
        if score is not None and line.ns_points is not None and not _is_bare_zero(line):
            scored_points_by_board[line.board_no].append((score, line.ns_points))
    return [
        line._replace(result=_AWARD)
        if _is_contradicted(line, scored_points_by_board[line.board_no])
        else line
        for line in lines
    ]


def _is_bare_zero(line: FlatLine) -> bool:
    return line.result == ResultInFile(score=0) and line.ns_points is not None


def _is_contradicted(line: FlatLine, scored_points: Iterable[tuple[int, Decimal]]) -> bool:
    """Return whether the points of a bare 0 are out of order among *scored_points* of its board."""
    points = line.ns_points
    if points is None or not _is_bare_zero(line):
        return False
    return any(
        (score < 0 and other_points >= points)
        or (score > 0 and other_points <= points)
        or (score == 0 and other_points != points)
        for score, other_points in scored_points
    )


def _compute_score(line: FlatLine) -> int | None:
    if line.result.score is not None:
        return line.result.score
    if line.result.own_text or line.result.artificial:
        return None
    return make_result_entry(line.result, line.board_no).ns_score(line.board_no)
