"""Everything wrong with a field at once, before it is scored."""

from collections.abc import Iterator, Sequence

from scoring.errors import ScoringError
from scoring.model import Board, Field


class FieldError(ScoringError):
    """A field that cannot be scored; ``faults`` holds every reason, each an error with its own code.

    >>> str(FieldError([TwiceOnBoardError(board_no=7, contestant="N-S 3"), BoardTwiceError(board_no=9)]))
    '2 faults. Board 7: N-S 3 has two lines; keep one. Board 9 is listed twice; put its lines together.'
    """

    code = "field"
    template = "{heading}{sentences}"

    def __init__(self, faults: Sequence[ScoringError]) -> None:
        self.faults = tuple(faults)
        heading = f"{len(faults)} faults. " if len(faults) > 1 else ""
        super().__init__(heading=heading, sentences=" ".join(str(fault) for fault in faults))


class WinnersError(ScoringError):
    """A number of winners other than one and two."""

    code = "field-winners"
    template = "A field has 1 or 2 winners, not {winners}."


class BoardTwiceError(ScoringError):
    """The same board number on two boards."""

    code = "field-board-twice"
    template = "Board {board_no} is listed twice; put its lines together."


class TwiceOnBoardError(ScoringError):
    """A contestant with more than one line on a board."""

    code = "field-twice-on-board"
    template = "Board {board_no}: {contestant} has two lines; keep one."


class OwnOpponentError(ScoringError):
    """A contestant who plays against itself."""

    code = "field-own-opponent"
    template = "Board {board_no}: pair {contestant} plays against itself; correct one of the two numbers."


class TwoResultsError(ScoringError):
    """A line with a score and an artificial score."""

    code = "field-two-results"
    template = "Board {board_no}: N-S {ns} against E-W {ew} has a score and an artificial score; keep one."


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
