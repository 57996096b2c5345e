"""Results that stand alone on their board, or in their group of a fouled one: what they get, for the reader to see."""

from collections.abc import Iterable, Iterator

from scoring.display import exact_text
from scoring.model import Board, ScoredBoard
from scoring.naming import board_notes


def lone_notes(boards: Iterable[Board], scored: Iterable[ScoredBoard]) -> list[str]:
    """Return a sentence for every result of *boards* that is compared with no other, and what it gets in *scored*.

    >>> from scoring.model import Line, ScoredLine
    >>> line = Line(1, 6, 420, group="b")
    >>> lone_notes([Board(7, (line, Line(2, 7)))], [ScoredBoard(7, 6, (ScoredLine(line, 3, 3),))])
    ['Board 7: N-S 1 against E-W 6 is the only score of group "b", compared with none; \
N-S get 3 and E-W 3, of a top of 6.']
    """
    return board_notes(
        (board.board_no, said)
        for board, scored_board in zip(boards, scored, strict=True)
        for said in _alone(board, scored_board)
    )


def _alone(board: Board, scored: ScoredBoard) -> Iterator[str]:
    sizes = board.sizes
    if not sizes or min(sizes.values()) > 1:
        return
    top = "" if scored.top is None else f", of a top of {exact_text(scored.top)}"
    for scored_line in scored.lines:
        line = scored_line.line
        if (
            line.is_scored
            and sizes[line.group] == 1
            and scored_line.ns_points is not None
            and scored_line.ew_points is not None
        ):
            points = f"N-S get {exact_text(scored_line.ns_points)} and E-W {exact_text(scored_line.ew_points)}{top}"
            where = _group_text(line.group, len(sizes))
            yield f"{line.meeting} is the only score{where}, compared with none; {points}."


def _group_text(group: str, groups: int) -> str:
    if group:
        return f' of group "{group}"'
    return " outside the groups" if groups > 1 else ""
