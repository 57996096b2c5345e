"""Reveal other tables' results to players while an event is played. No other module does.

It serves tables' phones, pairs' pages and directors. Players ask by pressing a button, and
``mark_lines_seen`` marks the boards that they have seen. After that, only the director can change
what they entered there. Functions that *read* show what was revealed before.
"""

from collections.abc import Mapping
from http import HTTPStatus

from django.db.models import F
from django.utils import timezone

from director.additions.phones.boards.matches import read_table_match
from director.additions.phones.boards.percentages import compute_ns_percentages_by_pairs
from director.additions.phones.boards.state import can_see_others, find_entered_line
from director.additions.phones.boards.table import TablePlay
from director.boards.movement.lines.section_lines import SectionLines, fetch_section_lines
from director.boards.movement.rounds import begins_each_round
from director.boards.movement.sections import Key
from director.boards.play.table_words import fetch_marks
from director.core.night.links.opening import create_closed_links
from director.core.night.table_api import Json, ResultsReader
from director.models import Access, Plan, Result, Section, TableWord
from scoring.display import format_percent

MAX_RESULTS = 60
"""Results of a board that a phone is shown, its own among them."""


def mark_lines_seen(
    section: Section, plan: Plan | None, table_by_line: Mapping[Key, int], *, reader: ResultsReader
) -> None:
    """Mark that *reader* has seen other tables' results of the lines in *table_by_line*.

    Only players leave a mark, and only one on each line. It belongs to the table, since both sides of
    a line share what they have seen. A table that never had a private link gets a closed one for it.
    """
    if not reader.is_player:
        return
    marks = fetch_marks(section, table_by_line)
    marked_lines = set(marks.values_list("access__table_no", "board_no", "ns", "ew"))
    new_table_by_line = {
        line: table_no
        for line, table_no in table_by_line.items()
        if (table_no, *line) not in marked_lines
    }
    if not new_table_by_line:
        return
    accesses = Access.objects.filter(section=section, table_no__in=set(new_table_by_line.values()))
    # The link in force comes last, so it replaces revoked links of the same table. Each has a table.
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
        status=HTTPStatus.OK,  # no phone sent a mark, so no answer is ever repeated
        heard_at=timezone.now(),
    )


def _read_board_results(table: TablePlay, board_no: int) -> Json | None:
    """Return the results of a board in the section, the best for N-S first.

    None if players may not see them.
    """
    section = table.section
    own_line = table.find_board_line(board_no)
    entered_line = find_entered_line(table, own_line) if own_line else None

    def fetch_lines() -> SectionLines:
        return fetch_section_lines(section, table.plan)

    if not can_see_others(entered_line, table.settings, section, fetch_lines):
        return None
    board_results = section.results.filled().filter(board_no=board_no)
    if begins_each_round(table.plan) and own_line:
        # The other rounds played other cards.
        rounds = [row.round_no for row in table.rows if own_line in row.line_keys]
        board_results = board_results.filter(round_no__in=rounds)
    results = sorted(board_results, key=_get_score_order)
    percentage_by_pairs = compute_ns_percentages_by_pairs(section, board_no, results)
    rows = []
    for result in results:
        percentage = percentage_by_pairs.get((result.ns, result.ew))
        rows.append(
            {
                "ns": section.get_label(result.ns),
                "ew": section.get_label(result.ew),
                "result": result.counted,
                "score": result.counted_score,
                "percent": "" if percentage is None else format_percent(percentage, 1),
                "own": (board_no, result.ns, result.ew) == own_line,
            }
        )
    return {"board": board_no, "lines": _limit_rows(rows)}


def _get_score_order(result: Result) -> tuple[bool, int, int]:
    """Return a key that sorts results by the score of N-S, the best first, artificial ones last."""
    score = result.counted_score
    return (score is None, -(score or 0), result.ns)


def _limit_rows(rows: list[Json]) -> list[Json]:
    """Return the first rows of a board, with the table's own however far down it is."""
    own_row_index = next((index for index, row in enumerate(rows) if row["own"]), 0)
    if own_row_index < MAX_RESULTS:
        return rows[:MAX_RESULTS]
    return [*rows[: MAX_RESULTS - 1], rows[own_row_index]]


def reveal_board(table: TablePlay, board_no: int, *, reader: ResultsReader) -> Json | None:
    """Return the results of a board in the section, and mark that *reader* has seen them.

    None if players may not see them.  A board that nobody else has played leaves no mark.
    """
    other_results = _read_board_results(table, board_no)
    line = table.find_board_line(board_no)
    if other_results and line and len(other_results["lines"]) > 1:
        mark_lines_seen(table.section, table.plan, {line: table.table_no}, reader=reader)
    return other_results


def read_match(table: TablePlay, round_no: int) -> Json | None:
    """Return the match of a round, with its result if the table has revealed it."""
    row = table.row_by_round.get(round_no)
    is_revealed = False
    if row:
        is_revealed = table.seen_lines.issuperset(row.line_keys)
    return read_table_match(table, round_no, is_revealed=is_revealed)


def reveal_match(table: TablePlay, round_no: int, *, reader: ResultsReader) -> Json | None:
    """Return the match of a round with its result, and mark its boards as seen by *reader*."""
    match = read_table_match(table, round_no, is_revealed=True)
    row = table.row_by_round.get(round_no)
    # A match that the director entered without boards shows no result of the other table.
    if row and match and match["figures"] and not match["reported"]:
        table_by_line = dict.fromkeys(row.line_keys, table.table_no)
        mark_lines_seen(table.section, table.plan, table_by_line, reader=reader)
    return match
