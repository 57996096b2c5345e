"""The door of a table where boards are played."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from director.boards.movement.lines.entry import read_line_entry
from director.boards.movement.lines.read import section_lines
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.comparing import entered_line, may_see_others
from director.boards.play.phones.read import TablePlay
from director.boards.play.phones.seen_boards import mark_seen
from director.boards.play.phones.state import night_of, table_payload
from director.boards.play.phones.write import receive_result
from director.core.night.phones.read import TABLE_PAGE
from director.kinds import Json, PhoneAnswer, PhoneEntry, TableState
from director.models import Access, Result, Section
from scoring import Board, Field, ScoredLine, ScoringError, percent_text, rank

SHOWN = 60
"""How many results a phone is shown at most, its own among them."""


def board_others(night: TablePlay, board_no: int) -> Json | None:
    """Return the results of a board in the section, the best for N-S first.

    ``None`` if players may not see them.
    """
    section, game, line = (
        night.section,
        night.section.session.event.game,
        night.line_of_board(board_no),
    )
    entered = entered_line(night, line) if line else None
    if not may_see_others(
        entered, night.settings, section, lambda: section_lines(section, night.plan)
    ):
        return None
    stored = section.results.filled().filter(board_no=board_no)
    texts = {
        (result.ns, result.ew): (result.counted, result.counted_score)
        for result in sorted(stored, key=_best_first)
    }
    lines = [
        read_line_entry(text, game=game).line(ns=ns, ew=ew, board_no=board_no)
        for (ns, ew), (text, _score) in texts.items()
    ]
    points = _points(night, Board(board_no, tuple(lines)))
    shown = [
        {
            "ns": section.label(ns),
            "ew": section.label(ew),
            "result": text,
            "score": score,
            "percent": points.get((ns, ew), ""),
            "own": (board_no, ns, ew) == line,
        }
        for (ns, ew), (text, score) in texts.items()
    ]
    own_first = sorted(shown, key=lambda row: not row["own"])[:SHOWN]
    return {"board": board_no, "lines": [row for row in shown if row in own_first]}


def others_shown(night: TablePlay, board_no: int) -> Json | None:
    """Return what :func:`board_others` returns, and keep that the table was shown it, once for each line."""
    others, line = board_others(night, board_no), night.line_of_board(board_no)
    if others and line and len(others["lines"]) > 1 and line not in night.shown:
        mark_seen(night.section, night.plan, {line: night.table_no})
    return others


def board_shares(section: Section, boards: Iterable[int]) -> dict[Key, tuple[Fraction, Fraction]]:
    """Return the percentages of N-S and E-W on every line of *boards* so far.

    Nothing where the method of the event has no shares, what is in cannot be scored, or nobody else
    played the board; one query.
    """
    event, lines = section.session.event, defaultdict(list)
    for result in section.results.filled().filter(board_no__in=set(boards)):
        entered = read_line_entry(result.counted, game=event.game)
        lines[result.board_no].append(
            entered.line(ns=result.ns, ew=result.ew, board_no=result.board_no)
        )
    compared = (board_no for board_no in sorted(lines) if len(lines[board_no]) > 1)
    field = Field(1, tuple(Board(board_no, tuple(lines[board_no])) for board_no in compared))
    try:
        scored = rank(event.scoring, field, event.scoring_options).boards
    except (ScoringError, ValueError):
        return {}
    return {
        (board.board_no, line.line.ns, line.line.ew): (
            Fraction(line.ns_points) * 100 / Fraction(board.top),
            Fraction(line.ew_points) * 100 / Fraction(board.top),
        )
        for board in scored
        if board.top
        for line in board.lines
        if line.ns_points is not None and line.ew_points is not None
    }


def _best_first(result: Result) -> tuple[bool, int, int]:
    score = result.counted_score
    return (score is None, -(score or 0), result.ns)


def _points(night: TablePlay, board: Board) -> dict[tuple[int, int], str]:
    """Return the share of the top of N-S on each line, where the method of the event has shares."""
    event = night.section.session.event
    try:
        (scored,) = rank(event.scoring, Field(1, (board,)), event.scoring_options).boards
    except (ScoringError, ValueError):
        return {}
    top = scored.top
    if not top:
        return {}

    def share(line: ScoredLine) -> str:
        if line.ns_points is None:
            return ""
        return percent_text(Fraction(line.ns_points) * 100 / Fraction(top), 1)

    return {(line.line.ns, line.line.ew): share(line) for line in scored.lines}


class BoardsApi:
    """What tables enter in any contest with boards."""

    template = TABLE_PAGE

    def told(self, access: Access) -> TableState:
        """Return what the table of *access* is shown."""
        return table_payload(access)

    def result(self, access: Access, said: PhoneEntry) -> PhoneAnswer:
        """Take in a result, or the word of the opponents."""
        return receive_result(access, said)

    def others(self, access: Access, board_no: int, *, by_players: bool = True) -> Json | None:
        """Return what other tables made of a board, ``None`` where that is not to be seen."""
        night = night_of(access)
        if by_players:
            return others_shown(night, board_no)
        return board_others(night, board_no)


BOARDS_DOOR = BoardsApi()
