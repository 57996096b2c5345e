"""Build the tables of an event with boards, as columns and rows of bare values.

The same tables are shown on pages and written to files; standings are printed too. A table has only
the columns that say something: each function collects *facts* about its rows, and ``columns`` says
which column needs which fact.
"""

from collections.abc import Callable, Collection, Iterable, Set
from dataclasses import replace
from functools import partial
from typing import Any

from director.boards.tables.columns import (
    BOARD_COLUMNS,
    CARD_COLUMNS,
    RECAP_NAME_COLUMNS,
    RECAP_TOTAL_COLUMNS,
    STANDING_COLUMNS,
    STANDING_TOTAL_COLUMNS,
    FileRow,
    make_board_column,
    make_session_column,
    make_tie_column,
)
from director.formats.figures import Column, ColumnKind, TableData, Value, make_table
from director.formats.formats import EventTables
from director.sheets import (
    RECAP_TITLE,
    BoardSheet,
    EventSheets,
    PairCard,
    Recap,
    StandingRow,
    Standings,
    list_used_tie_titles,
)

SheetList = Iterable[BoardSheet] | Iterable[PairCard]
_BOARD_KEYS = ("session", "board_no")
"""The columns that name a board: its number, and its session if there are several."""
_NAME_KEYS = ("session", "section", "pair_no", "direction", "names")
"""The columns that name a contestant."""


def make_standings_table(standings: Standings) -> TableData:
    """Return one row for each contestant, group after group.

    With two winners both groups are in one table with a column *Direction*, because one list can
    be sorted and filtered as a whole. Each group still has its own places.
    """
    rows: list[StandingRow] = []
    for group in standings.groups:
        rows += group.rows
    facts = set()
    if all(row.gross_percent is None for row in rows):
        facts.add("gross points")
    has_percent = any(row.percent is not None for row in rows)
    session_kind = ColumnKind.PERCENT if has_percent else ColumnKind.POINTS
    session_columns = [
        make_session_column(title, session_kind, index)
        for index, title in enumerate(standings.sessions)
    ]
    tie_columns = [
        make_tie_column(title, number)
        for number, title in enumerate(list_used_tie_titles(rows), start=1)
    ]
    columns = (*STANDING_COLUMNS, *session_columns, *STANDING_TOTAL_COLUMNS, *tie_columns)
    return _make_titled_table("Standings", standings.heading.contestant_noun, columns, rows, facts)


def make_boards_table(boards: Iterable[BoardSheet]) -> TableData:
    """Return a row for each line of each board."""
    sheets = tuple(boards)
    rows = [FileRow(sheet, line) for sheet in sheets for line in sheet.lines]
    facts = _collect_line_facts(sheets, rows)
    contestant_noun = _get_contestant_noun(sheets)
    if contestant_noun == "team":
        facts.add("teams")
    return _make_titled_table(
        "Boards", contestant_noun, BOARD_COLUMNS, rows, facts, _BOARD_KEYS, _BOARD_KEYS
    )


def make_cards_table(cards: Iterable[PairCard]) -> TableData:
    """Return the card of every contestant, a row for each board.

    All cards are in one table rather than on a sheet for each pair, because a filter on the first
    column shows any card. An imported event can be without rounds, and then has no such column.
    """
    sheets = tuple(cards)
    rows = [FileRow(card, line) for card in sheets for line in card.lines]
    facts = _collect_line_facts(sheets, rows)
    contestant_noun = _get_contestant_noun(sheets)
    title = f"{contestant_noun.capitalize()} cards"
    return _make_titled_table(
        title, contestant_noun, CARD_COLUMNS, rows, facts, _NAME_KEYS, _NAME_KEYS
    )


def make_recap_table(recap: Recap) -> TableData:
    """Return the recap: a row for each contestant with its points on all boards, then totals."""
    facts = set()
    if len({row.standing.session_no for row in recap.rows}) > 1:
        facts.add("sessions")
    board_columns = [
        make_board_column(board_no, index) for index, board_no in enumerate(recap.boards)
    ]
    columns = (*RECAP_NAME_COLUMNS, *board_columns, *RECAP_TOTAL_COLUMNS)
    return _make_titled_table(
        RECAP_TITLE, recap.heading.contestant_noun, columns, recap.rows, facts, (), _NAME_KEYS
    )


def make_event_table(standings: Standings) -> TableData:
    """Return the facts of the event: club, name, date, movement and scoring."""
    heading = standings.heading
    rows: tuple[tuple[str, Value], ...] = (
        ("Club", heading.club),
        ("Event", heading.event),
        ("Date", heading.date),
        ("Session", heading.session),
        ("Section", heading.section),
        ("Movement", heading.movement),
        ("Movement fingerprint", heading.fingerprint),
        ("Scoring", standings.method),
        ("Results in", _format_progress(standings)),
        *(("Note", note) for note in standings.notes),
    )
    columns = (Column("item", "Item", ColumnKind.TEXT), Column("value", "Value", ColumnKind.TEXT))
    return TableData("Event", columns, tuple((item, value) for item, value in rows if value))


def _get_contestant_noun(sheets: tuple[BoardSheet, ...] | tuple[PairCard, ...]) -> str:
    return sheets[0].heading.contestant_noun if sheets else "pair"


def _collect_line_facts(sheets: SheetList, rows: Iterable[FileRow]) -> set[str]:
    """Return the facts about the game, the sessions and the sides."""
    headings = [sheet.heading for sheet in sheets]
    facts = _collect_game_facts({heading.game for heading in headings}, rows)
    if len({heading.session for heading in headings}) > 1:
        facts.add("sessions")
    if any(heading.has_player_contestants for heading in headings):
        facts.add("players")
    # Two single players have no common number: their column is text.
    has_seats = any(heading.has_player_moves for heading in headings)
    facts.add("by seat" if has_seats else "sides")
    if any(row.line.ns.players or row.line.ew.players for row in rows):
        facts.add("line-ups")
    return facts


def _collect_game_facts(games: Set[str], rows: Iterable[FileRow]) -> set[str]:
    if "whist" in games:
        if any(map(_has_ruling, rows)):
            return {"whist", "ruled whist"}
        return {"whist"}
    if games == {"auction"}:
        return {"contracts", "auction"}
    return {"contracts", "bridge"}


def _has_ruling(row: FileRow) -> bool:
    """Return whether a line of whist has more than tricks. Cards show no group."""
    line = row.line
    if line.contract or line.off_schedule:
        return True
    return isinstance(row.sheet, BoardSheet) and bool(line.group or line.covered)


def _format_progress(standings: Standings) -> str:
    if standings.results_due:
        return f"{standings.results_in} of {standings.results_due}"
    return str(standings.results_in)


def _make_titled_table(
    title: str,
    contestant_noun: str,
    columns: Iterable[Column],
    records: Iterable[Any],
    facts: Set[str],
    block_keys: Collection[str] = (),
    fixed_keys: Collection[str] = (),
) -> TableData:
    """Return a table whose contestants are each a *contestant_noun*, such as pair or team.

    Matches of teams have no percentages, so their tables have no empty column for them.
    """
    is_team = contestant_noun == "team"
    titled_columns = []
    for column in columns:
        is_optional = column.is_optional or (is_team and column.kind is ColumnKind.PERCENT)
        column_title = contestant_noun.capitalize() if column.key == "pair_no" else column.title
        titled_columns.append(replace(column, title=column_title, is_optional=is_optional))
    return make_table(
        title, titled_columns, records, facts, block_keys=block_keys, fixed_keys=fixed_keys
    )


EVENT_TABLES: dict[str, Callable[[EventSheets], TableData]] = {
    "standings": lambda sheets: make_standings_table(sheets.standings),
    "boards": lambda sheets: make_boards_table(sheets.boards),
    "pair-cards": lambda sheets: make_cards_table(sheets.pairs),
    "recap": lambda sheets: make_recap_table(sheets.recap),
    "event": lambda sheets: make_event_table(sheets.standings),
}
"""The functions that build the tables of an event, by ``table_name``.

Each takes only its own part of *sheets*, because the parts are computed when they are asked for.
"""


def make_event_tables(sheets: EventSheets) -> EventTables:
    """Return all tables of an event that can be exported."""
    makers: dict[str, Callable[[], TableData]] = {
        name: partial(make, sheets) for name, make in EVENT_TABLES.items()
    }
    return EventTables(makers, sheets.standings.heading)
