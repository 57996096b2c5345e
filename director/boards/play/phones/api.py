"""What a table's private link shows and stores where boards are played.

``state`` has the page, ``write`` stores results; here are the results of other tables, which the
page of a pair shows too.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from director.boards.movement.lines.entry import read_line_entry
from director.boards.movement.lines.read import section_lines
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.comparing import entered_line, may_see_others
from director.boards.play.phones.confirm_match import receive_match_word
from director.boards.play.phones.matches import match_shown
from director.boards.play.phones.read import TablePlay
from director.boards.play.phones.seen_boards import mark_seen
from director.boards.play.phones.state import table_payload, table_play
from director.boards.play.phones.write import receive_result
from director.core.night.phones.read import TABLE_PAGE
from director.kinds import Json, PhoneAnswer, PhoneEntry, TableState
from director.models import Access, Result, Section
from scoring import Board, Field, ScoredLine, ScoringError, percent_text, rank

MAX_RESULTS = 60
"""Results of a board that a phone is shown, its own among them."""


def board_others(table: TablePlay, board_no: int) -> Json | None:
    """Return the results of a board in the section, the best for N-S first.

    None if players may not see them.
    """
    section = table.section
    own_line = table.line_of_board(board_no)
    entered = entered_line(table, own_line) if own_line else None
    if not may_see_others(
        entered, table.settings, section, lambda: section_lines(section, table.plan)
    ):
        return None
    results = sorted(section.results.filled().filter(board_no=board_no), key=_best_first)
    percentages = _ns_percentages(table, board_no, results)
    rows = [
        {
            "ns": section.label(result.ns),
            "ew": section.label(result.ew),
            "result": result.counted,
            "score": result.counted_score,
            "percent": percentages.get((result.ns, result.ew), ""),
            "own": (board_no, result.ns, result.ew) == own_line,
        }
        for result in results
    ]
    # The table's own result is among those shown, however many are better.
    shown_rows = sorted(rows, key=lambda row: not row["own"])[:MAX_RESULTS]
    return {"board": board_no, "lines": [row for row in rows if row in shown_rows]}


def others_shown(table: TablePlay, board_no: int) -> Json | None:
    """Return the same as :func:`board_others`, and mark the line as seen.

    A board that nobody else has played leaves no mark.
    """
    other_results = board_others(table, board_no)
    line = table.line_of_board(board_no)
    if other_results and line and len(other_results["lines"]) > 1 and line not in table.seen_lines:
        mark_seen(table.section, table.plan, {line: table.table_no})
    return other_results


def board_shares(section: Section, boards: Iterable[int]) -> dict[Key, tuple[Fraction, Fraction]]:
    """Return the percentages of N-S and E-W on every line of *boards* so far.

    Empty if the event's method has no shares of a top, or a result can't be scored.  Boards with
    only one result are left out.  One query.
    """
    event = section.session.event
    lines = defaultdict(list)
    for result in section.results.filled().filter(board_no__in=set(boards)):
        entry = read_line_entry(result.counted, game=event.game)
        lines[result.board_no].append(
            entry.line(ns=result.ns, ew=result.ew, board_no=result.board_no)
        )
    compared_boards = [
        Board(board_no, tuple(lines[board_no]))
        for board_no in sorted(lines)
        if len(lines[board_no]) > 1
    ]
    field = Field(1, tuple(compared_boards))
    scored_by = section.session.scored_by
    try:
        scored_boards = rank(scored_by.scoring, field, scored_by.scoring_options).boards
    except (ScoringError, ValueError):
        return {}
    shares = {}
    for board in scored_boards:
        if not board.top:
            continue
        top = Fraction(board.top)
        for line in board.lines:
            if line.ns_points is not None and line.ew_points is not None:
                shares[board.board_no, line.line.ns, line.line.ew] = (
                    Fraction(line.ns_points) * 100 / top,
                    Fraction(line.ew_points) * 100 / top,
                )
    return shares


def _best_first(result: Result) -> tuple[bool, int, int]:
    score = result.counted_score
    return (score is None, -(score or 0), result.ns)


def _ns_percentages(
    table: TablePlay, board_no: int, results: Iterable[Result]
) -> dict[tuple[int, int], str]:
    """Return N-S's percentage by pairs. Empty if the event's method has no shares of a top."""
    event = table.section.session.event
    lines = tuple(
        read_line_entry(result.counted, game=event.game).line(
            ns=result.ns, ew=result.ew, board_no=board_no
        )
        for result in results
    )
    field = Field(1, (Board(board_no, lines),))
    scored_by = table.section.session.scored_by
    try:
        (scored_board,) = rank(scored_by.scoring, field, scored_by.scoring_options).boards
    except (ScoringError, ValueError):
        return {}
    top = scored_board.top
    if not top:
        return {}

    def percentage(line: ScoredLine) -> str:
        if line.ns_points is None:
            return ""
        return percent_text(Fraction(line.ns_points) * 100 / Fraction(top), 1)

    return {(line.line.ns, line.line.ew): percentage(line) for line in scored_board.lines}


class BoardsApi:
    """What tables enter in any contest with boards."""

    template = TABLE_PAGE

    def told(self, access: Access) -> TableState:
        """Return what the table of *access* is shown."""
        return table_payload(access)

    def result(self, access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
        """Store a result, or the opponents' confirmation."""
        return receive_result(access, phone_entry)

    def others(self, access: Access, board_no: int, *, by_players: bool = True) -> Json | None:
        """Return other tables' results of a board. None if they may not be seen."""
        table = table_play(access)
        if by_players:
            return others_shown(table, board_no)
        # A director who looks leaves no mark for the players.
        return board_others(table, board_no)

    def match(self, access: Access, round_no: int, *, by_players: bool = True) -> Json | None:
        """Return the match of a round as the table sees it. None without a match."""
        return match_shown(table_play(access), round_no, by_players=by_players)

    def match_word(self, access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
        """Store what a team says about the result of its match."""
        return receive_match_word(access, phone_entry)


BOARDS_DOOR = BoardsApi()
