"""Everything wrong with a field at once, before it is scored."""

from collections.abc import Iterator

from scoring.errors import (
    BoardTwiceError,
    OwnOpponentError,
    ScoringError,
    TwiceOnBoardError,
    TwoResultsError,
    WinnersError,
)
from scoring.model import Board, Field


def check_field(field: Field) -> list[ScoringError]:
    """Return every fault of *field*, in the order of its boards; an empty list if it can be scored.

    >>> from scoring import Line
    >>> field = Field(2, (Board(1, (Line(1, 1, 50), Line(1, 2, 50))),))
    >>> [str(fault) for fault in check_field(field)]
    ['Board 1: N-S 1 has two lines; keep one.']
    """
    faults: list[ScoringError] = []
    if field.winners not in (1, 2):
        faults.append(WinnersError(winners=field.winners))
    seen: set[int] = set()
    for board in field.boards:
        if board.board_no in seen:
            faults.append(BoardTwiceError(board_no=board.board_no))
        seen.add(board.board_no)
        faults += _line_faults(board, one_winner=field.winners == 1)
    return faults


def _line_faults(board: Board, one_winner: bool) -> Iterator[ScoringError]:
    ns_seen: set[int] = set()
    ew_seen: set[int] = ns_seen if one_winner else set()
    for line in board.lines:
        if one_winner and line.ns == line.ew:
            yield OwnOpponentError(board_no=board.board_no, contestant=line.ns)
            continue
        for number, seen, side in ((line.ns, ns_seen, "N-S"), (line.ew, ew_seen, "E-W")):
            if number in seen:
                contestant = f"pair {number}" if one_winner else f"{side} {number}"
                yield TwiceOnBoardError(board_no=board.board_no, contestant=contestant)
            seen.add(number)
        if line.score is not None and line.artificial is not None:
            yield TwoResultsError(board_no=board.board_no, ns=line.ns, ew=line.ew)
