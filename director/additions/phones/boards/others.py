"""Reveal results of other tables to players while an event is played. Nothing else does.

The phone of a table, the page of a pair, a program and a director all ask here. Players ask by
pressing a button, and the boards that they have seen are marked (``mark_lines_seen``): after that only
the director changes what they entered there. Reading alone shows what was revealed before.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.db.models import F
from django.utils import timezone

from director.additions.phones.boards.matches import read_table_match
from director.additions.phones.boards.state import can_see_others, find_entered_line
from director.additions.phones.boards.table import TablePlay
from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import Key
from director.boards.play.table_words import fetch_marks
from director.core.night.kind_parts import Json, ResultsReader
from director.core.night.links import create_closed_links
from director.models import Access, Plan, Result, Section, TableWord
from scoring.display import format_percent
from scoring.errors import ScoringError
from scoring.model import Board, Field, ScoredLine
from scoring.registry import rank_field

# The mark that players have seen other tables' results. Each line is marked once.


def mark_lines_seen(section: Section, plan: Plan | None, table_by_line: Mapping[Key, int]) -> None:
    """Record that the players of *table_by_line* were shown the results of other tables.

    *table_by_line* maps each line to its table. The mark belongs to the table, since both sides of a line
    share what they have seen. A table that never had a private link gets a closed one for it.
    """
    marks = fetch_marks(section, table_by_line).values_list(
        "access__table_no", "board_no", "ns", "ew"
    )
    marked_lines = set(marks)
    new_table_by_line = {
        line: table_no
        for line, table_no in table_by_line.items()
        if (table_no, *line) not in marked_lines
    }
    if not new_table_by_line:
        return
    accesses = Access.objects.filter(section=section, table_no__in=set(new_table_by_line.values()))
    # The link in force comes last, so it replaces revoked links of the same table.
    access_by_table = {
        access.table_no or 0: access
        for access in accesses.order_by(F("revoked_at").asc(nulls_last=True))
    }
    tables_without_link = set(new_table_by_line.values()) - access_by_table.keys()
    if tables_without_link:
        access_by_table |= create_closed_links(section=section, tables=tables_without_link)
    new_marks = [
        _make_mark(access_by_table[table_no], plan, line)
        for line, table_no in new_table_by_line.items()
    ]
    # Two phones of a table may ask at once. Their marks have the same key, and one is enough.
    TableWord.objects.bulk_create(new_marks, ignore_conflicts=True)


def _make_mark(access: Access, plan: Plan | None, line: Key) -> TableWord:
    board_no, ns, ew = line
    # The key names the plan, so a new movement starts without marks.
    key = f"shown {plan.pk if plan else 0} {board_no} {ns} {ew}"
    return TableWord(
        access=access,
        key=key,
        kind=TableWord.Kind.SHOWN,
        board_no=board_no,
        ns=ns,
        ew=ew,
        status=200,
        heard_at=timezone.now(),
    )


MAX_RESULTS = 60
"""Results of a board that a phone is shown, its own among them."""


def _read_board_results(table: TablePlay, board_no: int) -> Json | None:
    """Return the results of a board in the section, the best for N-S first.

    None if players may not see them.
    """
    section = table.section
    own_line = table.find_board_line(board_no)
    entered_line = find_entered_line(table, own_line) if own_line else None
    if not can_see_others(
        entered_line, table.settings, section, lambda: fetch_section_lines(section, table.plan)
    ):
        return None
    results = sorted(section.results.filled().filter(board_no=board_no), key=_get_score_order)
    percentage_by_pairs = _compute_ns_percentages_by_pairs(table, board_no, results)
    rows = [
        {
            "ns": section.get_label(result.ns),
            "ew": section.get_label(result.ew),
            "result": result.counted,
            "score": result.counted_score,
            "percent": percentage_by_pairs.get((result.ns, result.ew), ""),
            "own": (board_no, result.ns, result.ew) == own_line,
        }
        for result in results
    ]
    # The table's own result is among those shown, however many are better.
    shown_rows = sorted(rows, key=lambda row: not row["own"])[:MAX_RESULTS]
    return {"board": board_no, "lines": [row for row in rows if row in shown_rows]}


def reveal_board(table: TablePlay, board_no: int, *, reader: ResultsReader) -> Json | None:
    """Return the results of a board in the section, and mark that *reader* has seen them.

    None if players may not see them.  A board that nobody else has played leaves no mark.
    """
    other_results = _read_board_results(table, board_no)
    line = table.find_board_line(board_no)
    if other_results and line and len(other_results["lines"]) > 1:
        mark_lines_revealed(table.section, table.plan, {line: table.table_no}, reader=reader)
    return other_results


def mark_lines_revealed(
    section: Section, plan: Plan | None, table_by_line: Mapping[Key, int], *, reader: ResultsReader
) -> None:
    """Mark that *reader* has seen other results of *table_by_line*, each given with its table."""
    if reader.is_player:
        mark_lines_seen(section, plan, table_by_line)


def read_match(table: TablePlay, round_no: int) -> Json | None:
    """Return the match of a round, with its result if the table has revealed it."""
    row = table.row_by_round.get(round_no)
    is_revealed = row is not None and table.seen_lines.issuperset(row.keys)
    return read_table_match(table, round_no, is_revealed=is_revealed)


def reveal_match(table: TablePlay, round_no: int, *, reader: ResultsReader) -> Json | None:
    """Return the match of a round with its result, and mark its boards as seen by *reader*."""
    match = read_table_match(table, round_no, is_revealed=True)
    row = table.row_by_round.get(round_no)
    # The director's result without boards shows none of the other table.
    if row and match and match["figures"] and not match["reported"]:
        table_by_line = dict.fromkeys(row.keys, table.table_no)
        mark_lines_revealed(table.section, table.plan, table_by_line, reader=reader)
    return match


def compute_percentages_by_line(
    section: Section, board_nos: Iterable[int]
) -> dict[Key, tuple[Fraction, Fraction]]:
    """Return the percentages of N-S and E-W on every line of *board_nos* so far.

    Empty if the event's method has no shares of a top, or a result can't be scored.  Boards with
    only one result are left out.  One query.
    """
    event = section.session.event
    lines_by_board = defaultdict(list)
    for result in section.results.filled().filter(board_no__in=set(board_nos)):
        entry = parse_line_entry(result.counted, game=event.game)
        lines_by_board[result.board_no].append(
            entry.make_line(ns=result.ns, ew=result.ew, board_no=result.board_no)
        )
    compared_boards = [
        Board(board_no, tuple(lines_by_board[board_no]))
        for board_no in sorted(lines_by_board)
        if len(lines_by_board[board_no]) > 1
    ]
    field = Field(1, tuple(compared_boards))
    scoring_record = section.session.scoring_record
    try:
        scored_boards = rank_field(
            scoring_record.scoring, field, scoring_record.scoring_options
        ).boards
    except (ScoringError, ValueError):
        return {}
    percentages_by_line = {}
    for board in scored_boards:
        if not board.top:
            continue
        top = Fraction(board.top)
        for line in board.lines:
            if line.ns_points is not None and line.ew_points is not None:
                percentages_by_line[board.board_no, line.line.ns, line.line.ew] = (
                    Fraction(line.ns_points) * 100 / top,
                    Fraction(line.ew_points) * 100 / top,
                )
    return percentages_by_line


def _get_score_order(result: Result) -> tuple[bool, int, int]:
    score = result.counted_score
    return (score is None, -(score or 0), result.ns)


def _compute_ns_percentages_by_pairs(
    table: TablePlay, board_no: int, results: Iterable[Result]
) -> dict[tuple[int, int], str]:
    """Return N-S's percentage by pairs. Empty if the event's method has no shares of a top."""
    event = table.section.session.event
    lines = tuple(
        parse_line_entry(result.counted, game=event.game).make_line(
            ns=result.ns, ew=result.ew, board_no=board_no
        )
        for result in results
    )
    field = Field(1, (Board(board_no, lines),))
    scoring_record = table.section.session.scoring_record
    try:
        (scored_board,) = rank_field(
            scoring_record.scoring, field, scoring_record.scoring_options
        ).boards
    except (ScoringError, ValueError):
        return {}
    top = scored_board.top
    if not top:
        return {}

    def format_percentage(line: ScoredLine) -> str:
        if line.ns_points is None:
            return ""
        return format_percent(Fraction(line.ns_points) * 100 / Fraction(top), 1)

    return {(line.line.ns, line.line.ew): format_percentage(line) for line in scored_board.lines}
