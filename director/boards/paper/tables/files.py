"""Build the tables of an event with boards, as columns and rows of bare values.

The same tables are shown on pages and written to files. A table has only the columns that say
something: each function collects *facts* about its rows, and ``columns`` says which column needs
which fact. *block_columns* is the number of columns that name the board or card of several rows.
"""

from collections.abc import Callable, Iterable, Set
from functools import partial
from typing import Any

from director.boards.paper.tables.columns import (
    BOARD_COLUMNS,
    CARD_COLUMNS,
    OPTIONAL_STANDING_KEYS,
    RECAP_NAME_COLUMNS,
    RECAP_TOTAL_COLUMNS,
    STANDING_COLUMNS,
    FileColumn,
    FileLine,
    make_points_reader,
    make_session_reader,
    make_tie_reader,
)
from director.boards.paper.tables.labels import parse_pair_section, parse_pair_side
from director.formats.figures import Column, Kind, TableData, Value
from director.formats.formats import EventTables
from director.sheets import (
    BoardSheet,
    EventSheets,
    PairCard,
    Recap,
    StandingRow,
    Standings,
    list_used_tie_titles,
)

SheetList = Iterable[BoardSheet] | Iterable[PairCard]


def make_standings_table(standings: Standings) -> TableData:
    """Return one row for each contestant, group after group.

    With two winners both groups are in one table with a column *Direction*, because one list can
    be sorted and filtered as a whole. Each group still has its own places.
    """
    rows: list[StandingRow] = []
    for group in standings.groups:
        rows += group.rows
    facts = _collect_contestant_facts(rows)
    for key in OPTIONAL_STANDING_KEYS:
        if any(getattr(row, key) not in ("", None) for row in rows):
            facts.add(key)
    if "gross_percent" in facts:
        facts.discard("gross")
    has_percent = any(row.percent is not None for row in rows)
    kind = Kind.PERCENT if has_percent else Kind.POINTS
    session_columns = [
        FileColumn(f"session_{index + 1}", title, kind, make_session_reader(index))
        for index, title in enumerate(standings.sessions)
    ]
    tie_columns = [
        FileColumn(f"tie_break_{number}", title, Kind.TEXT, make_tie_reader(title))
        for number, title in enumerate(list_used_tie_titles(rows), start=1)
    ]
    # The figures of sessions come before the total and percent of the event.
    columns = (*STANDING_COLUMNS[:-2], *session_columns, *STANDING_COLUMNS[-2:], *tie_columns)
    return _make_table_data(
        "Standings", columns, rows, facts, contestant_word=standings.heading.called
    )


def make_boards_table(boards: Iterable[BoardSheet]) -> TableData:
    """Return a row for each line of each board.

    Fouled boards have a column for their groups, boards with awards one for the table's results.
    """
    sheets = tuple(boards)
    rows = [FileLine(sheet, line) for sheet in sheets for line in sheet.lines]
    facts = _collect_line_facts(sheets, rows) | _collect_section_facts(row.line.ns for row in rows)
    if any(row.line.group for row in rows):
        facts.add("fouled")
    for key in ("covered", "off_schedule", "lead"):
        if any(getattr(row.line, key) for row in rows):
            facts.add(key)
    if any(row.line.ns_players or row.line.ew_players for row in rows):
        facts.add("line-ups")
    # Two teams can meet again, and the round says which match a line belongs to.
    if _get_contestant_word(sheets) == "team" and any(row.line.round_no for row in rows):
        facts.add("team rounds")
    if any(sheet.trump for sheet in sheets):
        facts.add("trump")
    # A board is named by its number, and by its session if there are several.
    name_columns = 2 if "sessions" in facts else 1
    return _make_table_data(
        "Boards",
        BOARD_COLUMNS,
        rows,
        facts,
        block_columns=name_columns,
        fixed_columns=name_columns,
        contestant_word=_get_contestant_word(sheets),
    )


def make_cards_table(cards: Iterable[PairCard]) -> TableData:
    """Return the card of every contestant, a row for each board.

    All cards are in one table rather than on a sheet for each pair, because a filter on the first
    column shows any card. An imported event can be without rounds, and then has no such column.
    """
    sheets = tuple(cards)
    rows = [FileLine(card, line) for card in sheets for line in card.lines]
    facts = _collect_line_facts(sheets, rows) | _collect_contestant_facts(
        card.standing for card in sheets
    )
    if any(row.line.round_no is not None for row in rows):
        facts.add("rounds")
    if any(row.line.off_schedule for row in rows):
        facts.add("off_schedule")
    if any(row.line.own_players or row.line.opponent_players for row in rows):
        facts.add("line-ups")
    name_columns = _count_name_columns(facts)
    contestant_word = _get_contestant_word(sheets)
    return _make_table_data(
        f"{contestant_word.capitalize()} cards",
        CARD_COLUMNS,
        rows,
        facts,
        block_columns=name_columns,
        fixed_columns=name_columns,
        contestant_word=contestant_word,
    )


def make_recap_table(recap: Recap) -> TableData:
    """Return the recap: a row for each contestant with its points on all boards, then totals."""
    facts = _collect_contestant_facts(row.standing for row in recap.rows)
    if len({row.standing.session_no for row in recap.rows}) > 1:
        facts.add("sessions")
    board_columns = [
        FileColumn(f"board_{board_no}", str(board_no), Kind.POINTS, make_points_reader(index))
        for index, board_no in enumerate(recap.boards)
    ]
    columns = (*RECAP_NAME_COLUMNS, *board_columns, *RECAP_TOTAL_COLUMNS)
    return _make_table_data(
        "Recap",
        columns,
        recap.rows,
        facts,
        fixed_columns=_count_name_columns(facts),
        contestant_word=recap.heading.called,
    )


def make_event_table(standings: Standings) -> TableData:
    """Return the event of the tables: club, name, date, movement and scoring."""
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
    columns = (Column("item", "Item", Kind.TEXT), Column("value", "Value", Kind.TEXT))
    return TableData("Event", columns, tuple((item, value) for item, value in rows if value))


def _count_name_columns(facts: Set[str]) -> int:
    """Return the number of columns that name a contestant."""
    return 2 + len(facts & {"two winners", "sections", "sessions"})


def _get_contestant_word(sheets: tuple[BoardSheet, ...] | tuple[PairCard, ...]) -> str:
    return sheets[0].heading.called if sheets else "pair"


def _collect_contestant_facts(rows: Iterable[StandingRow]) -> set[str]:
    labels = [row.label for row in rows]
    facts = _collect_section_facts(labels)
    if any(map(parse_pair_side, labels)):
        facts.add("two winners")
    return facts


def _collect_section_facts(labels: Iterable[str]) -> set[str]:
    if any(map(parse_pair_section, labels)):
        return {"sections"}
    return set()


def _collect_line_facts(sheets: SheetList, rows: Iterable[FileLine]) -> set[str]:
    """Return facts about the game, the sessions, the sides and par."""
    headings = [sheet.heading for sheet in sheets]
    facts = _collect_game_facts({heading.game for heading in headings}, rows)
    if len({heading.session for heading in headings}) > 1:
        facts.add("sessions")
    if any(heading.ranks_players for heading in headings):
        facts.add("players")
    # Two single players have no common number: their column is text.
    has_seats = any(heading.is_of_players for heading in headings)
    facts.add("by seat" if has_seats else "sides")
    if any(row.line.to_par is not None for row in rows):
        facts.add("par")
    return facts


def _collect_game_facts(games: Set[str], rows: Iterable[FileLine]) -> set[str]:
    if "whist" in games:
        if any(map(_has_ruling, rows)):
            return {"whist", "ruled whist"}
        return {"whist"}
    if games == {"auction"}:
        return {"contracts", "auction"}
    return {"contracts", "bridge"}


def _has_ruling(row: FileLine) -> bool:
    """Return whether a line of whist has more than tricks. Lines of cards have no group."""
    line = row.line
    return bool(
        line.contract
        or line.off_schedule
        or getattr(line, "group", "")
        or getattr(line, "covered", "")
    )


def _format_progress(standings: Standings) -> str:
    if standings.results_due:
        return f"{standings.results_in} of {standings.results_due}"
    return str(standings.results_in)


def _make_table_data(
    title: str,
    file_columns: Iterable[FileColumn],
    sources: Iterable[Any],
    facts: Set[str],
    *,
    block_columns: int = 0,
    fixed_columns: int = 0,
    contestant_word: str = "pair",
) -> TableData:
    """Return a table with a row for each of *sources*. *contestant_word* is pair or team.

    Matches of teams have no percentages, so their tables have no empty column for them.
    """
    sources = tuple(sources)
    shown_columns = [column for column in file_columns if not column.when or column.when in facts]
    if contestant_word == "team":
        shown_columns = [column for column in shown_columns if not _is_unused(column, sources)]
    columns = []
    for column in shown_columns:
        column_title = contestant_word.capitalize() if column.key == "pair_no" else column.title
        columns.append(Column(column.key, column_title, column.kind))
    rows = []
    for source in sources:
        rows.append(tuple(column.value(source) for column in shown_columns))
    return TableData(title, tuple(columns), tuple(rows), block_columns, fixed_columns)


def _is_unused(column: FileColumn, sources: Iterable[Any]) -> bool:
    """Return whether *column* is for percentages and has none."""
    return column.kind is Kind.PERCENT and all(column.value(source) is None for source in sources)


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
