"""Everything of an event with boards that can be exported: its tables, its people with membership numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Q

from director.additions import get_contest_desk
from director.boards.contests import CONTESTS
from director.boards.movement.words import EntryNames
from director.boards.scoring.standings.event import EventResults, PlayedPart, list_event_parts
from director.boards.scoring.standings.rows import is_ranked_by_section
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.tables.columns import parse_pair_section, parse_pair_side, parse_side_number
from director.boards.tables.files import make_boards_table, make_event_tables
from director.core.club.people import make_sent_number_expression
from director.formats.figures import Column, Kind, Row, TableData, Value, to_file_value
from director.formats.formats import EventTables
from director.formats.result import (
    BETWEEN_FIGURES,
    KNOCK_OUT,
    NO_FIGURE,
    SEATED_MATCHES,
    SEATED_TEAMS,
    format_contest,
    format_scoring,
)
from director.models import EntryPlayer, Event, LineUpSeat, Person
from director.models.event import Game, RankingScope
from director.names import get_family_name
from director.sheets import BoardLine, StandingRow

# The table of boards has what an import needs beside the results: the contest, the scoring and the
# date, and the rounds and final figures if they don't follow from the results.


_BESIDE_BOARDS = ("penalties", "carry_over", "handicap", "came")
"""Attributes of a row of the standings that say that its place doesn't follow from its boards."""


@dataclass(frozen=True, slots=True)
class _SentLine:
    """A line with its session and table, and the rows of both sides in the session's standings.

    A side has one row, or those of two single players in the order of their numbers on the line.
    *scored_by* is the scoring in words.
    """

    sheets: SessionSheets
    table_no: int | None
    line: BoardLine
    ns: tuple[StandingRow, ...]
    ew: tuple[StandingRow, ...]
    scored_by: str


_ROUND, _FINAL = "round", "final"
"""When a column is needed: by some events only."""


def make_results_table(results: EventResults) -> TableData:
    """Return the table of boards for a file, a row for each line.

    The last columns are for an import.
    """
    table = make_boards_table(results.boards)
    lines = list(_make_sent_lines(results))
    has_figures = any(map(_has_figures, lines))
    # Who sat where is known by round.
    has_rounds = has_figures or any(map(_has_replaced_players, results.sessions))
    titles = {column.title for column in table.columns}
    columns = list(table.columns)
    rows = list(table.rows)
    is_needed = {_FINAL: has_figures, _ROUND: has_rounds, "": True}
    for column in _LINE_COLUMNS:
        if not is_needed[column.when]:
            continue
        values = column.list_values(lines)
        # Matches have no percentages.
        if column.title not in titles and any(values):
            columns.append(_adjust_column_kind(column, values))
            rows = [(*row, value) for row, value in zip(rows, values, strict=True)]
    return replace(table, columns=tuple(columns), rows=tuple(rows))


def _adjust_column_kind(column: Column, values: Sequence[Value]) -> Column:
    """Return *column* as one of text if it has figures of two players in one cell."""
    if any(isinstance(value, str) for value in values):
        return replace(column, kind=Kind.TEXT)
    return column


def _make_sent_lines(results: EventResults) -> Iterator[_SentLine]:
    for sheets in results.sessions:
        rows = _get_rows_by_number(sheets)
        scored_by = describe_scoring(sheets)
        tables = {(line.board_no, line.ns, line.ew): line.table_no for line in sheets.lines.all}
        for board in sheets.boards:
            for line in board.lines:
                table_no = tables.get(line.key)
                ns = _get_side_rows(sheets, line.ns.number, rows)
                ew = _get_side_rows(sheets, line.ew.number, rows)
                yield _SentLine(sheets, table_no, line, ns, ew, scored_by)


def _get_rows_by_number(sheets: SessionSheets) -> Mapping[int, StandingRow]:
    rows = {}
    for group in sheets.standings.groups:
        for row in group.rows:
            rows[row.contestant] = row
    return rows


def _get_side_rows(
    sheets: SessionSheets, number: int, rows: Mapping[int, StandingRow]
) -> tuple[StandingRow, ...]:
    members = sheets.scoring_field.members(number)
    # A team whose players are seated by the movement: an import refuses its file.
    if len(members) == 1 and number not in rows:
        return ()
    return tuple(rows[member] for member in members if member in rows)


def _has_figures(line: _SentLine) -> bool:
    """Return whether a side of *line* has a place that doesn't follow from its boards."""
    return any(map(_has_more_than_boards, (*line.ns, *line.ew)))


def _has_replaced_players(sheets: SessionSheets) -> bool:
    """Return whether a pair of the session had other players in earlier rounds."""
    return any(entered.earlier_players for entered in sheets.entered.values())


def _has_more_than_boards(row: StandingRow) -> bool:
    return row.matches is not None or any(getattr(row, key) for key in _BESIDE_BOARDS)


def _make_final_column(key: str, title: str, kind: Kind, side: str, attribute: str) -> Column:
    def value(line: _SentLine) -> Value:
        figures: list[Value] = [getattr(row, attribute) for row in getattr(line, side)]
        if len(figures) == 1:
            return figures[0]
        return _join_figures(figures, kind)

    return Column(key, title, kind, read=value, when=_FINAL)


def _join_figures(figures: Sequence[Value], kind: Kind) -> str:
    """Return the figures of two single players as one text, such as ``"4.5 & 6"``."""
    if all(figure is None for figure in figures):
        return ""
    texts = []
    for figure in figures:
        texts.append(NO_FIGURE if figure is None else str(to_file_value(figure, kind)))
    return BETWEEN_FIGURES.join(texts)


def _format_contest(line: _SentLine) -> str:
    plays = CONTESTS[line.sheets.scoring_field.event.contest].movement_contest
    return format_contest(plays, winners=2 if parse_pair_side(line.line.ns.label) else 1)


def describe_scoring(sheets: SessionSheets) -> str:
    """Return how the session of *sheets* is scored, in words for an import."""
    scoring_field = sheets.scoring_field
    scoring_record = scoring_field.scoring_record
    places = ""
    if is_ranked_by_section(scoring_field):
        places = RankingScope.SECTION
    return format_scoring(
        scoring_record.scoring,
        scoring_record.scoring_options,
        places=places,
        played=_get_played_word(sheets),
    )


def _get_played_word(sheets: SessionSheets) -> str:
    """Return the word for a knock-out or seated teams, or "" for all others."""
    if sheets.knockouts:
        return KNOCK_OUT
    scoring_field = sheets.scoring_field
    if not any(section.team_size for section in scoring_field.sections):
        return ""
    if scoring_field.has_matches and _are_meetings_unique(sheets):
        return SEATED_MATCHES
    return SEATED_TEAMS


def _are_meetings_unique(sheets: SessionSheets) -> bool:
    """Return whether two seated teams meet once on a board in each direction.

    Only then the results of a board say who played a match.
    """
    scoring_field = sheets.scoring_field
    meetings = set()
    for line in sheets.lines.all:
        section, ns = scoring_field.place(line.ns)
        _section, ew = scoring_field.place(line.ew)
        meetings.add((section.pk, line.board_no, section.members(ns), section.members(ew)))
    return len(meetings) == len(sheets.lines.all)


_LINE_COLUMNS = (
    Column("round_no", "Round", Kind.COUNT, path="line.round_no", when=_ROUND),
    Column("table_no", "Table", Kind.COUNT, when=_ROUND),
    _make_final_column("ns_total", "N-S final total", Kind.POINTS, "ns", "total"),
    _make_final_column("ns_final_percent", "N-S final percent", Kind.PERCENT, "ns", "percent"),
    _make_final_column("ns_place", "N-S final place", Kind.PLACE, "ns", "place"),
    _make_final_column("ew_total", "E-W final total", Kind.POINTS, "ew", "total"),
    _make_final_column("ew_final_percent", "E-W final percent", Kind.PERCENT, "ew", "percent"),
    _make_final_column("ew_place", "E-W final place", Kind.PLACE, "ew", "place"),
    Column("date", "Date", path="sheets.scoring_field.session.day"),
    Column("contest", "Contest", read=_format_contest),
    Column("scored_by", "Scored by"),
)


@dataclass(frozen=True, slots=True)
class SentPlayer:
    """A person's *name* and membership *number*.

    *family* is the part of the name that lists are sorted by, empty where it is not known.
    """

    name: str
    number: str = ""
    family: str = ""


People = Mapping[int, SentPlayer]
"""All people who played in an event, by primary key."""


def fetch_event_people(event: Event, *, numbered: bool = True) -> People:
    """Return all people who played in *event*, with numbers if *numbered*. Costs one query.

    This includes players who were replaced, and those who sat for a team without being in it.
    """
    entered = EntryPlayer.objects.filter(section__session__event=event).values("person")
    lined_up = LineUpSeat.objects.filter(section__session__event=event).values("person")
    played = Person.objects.filter(Q(pk__in=entered) | Q(pk__in=lined_up))
    people = played.annotate(sent=make_sent_number_expression(event.club, ""))
    players = {}
    for pk, name, number in people.values_list("pk", "name", "sent"):
        players[pk] = SentPlayer(name, number if numbered else "", get_family_name(name))
    return players


def list_entry_people(
    people: People, entered: EntryNames | None, parts: Sequence[PlayedPart]
) -> tuple[SentPlayer, ...]:
    """Return the players of an entry, starters first. *parts* are what each of them played."""
    if entered is None:
        return ()
    sitters = [part.sitter for part in parts] or list(entered.sitters.values())
    return tuple(people.get(sitter.person_id, SentPlayer(sitter.name)) for sitter in sitters)


TITLE = "Players"
_PLAYER_COLUMNS = (
    Column("place", "Place", Kind.PLACE),
    Column("section", "Section", Kind.TEXT),
    Column("pair_no", "Pair", Kind.COUNT),
    Column("direction", "Direction", Kind.TEXT),
    Column("name", "Name", Kind.TEXT),
    Column("number", "Number", Kind.TEXT),
    Column("called", "Called", Kind.TEXT),
    Column("boards", "Boards", Kind.COUNT),
    Column("total", "Total", Kind.POINTS),
    Column("percent", "Percent", Kind.PERCENT),
)


def make_players_table(results: EventResults, *, numbered: bool = True) -> TableData:
    """Return a row for each player by place, without empty columns.

    Costs one query besides those of the sheets.
    """
    rows = list(_make_player_rows(results, fetch_event_people(results.event, numbered=numbered)))
    used_indexes = []
    columns = []
    for index, column in enumerate(_PLAYER_COLUMNS):
        # A list of players has names and numbers even if all of them are empty.
        if column.key not in ("name", "number") and not any(row[index] for row in rows):
            continue
        used_indexes.append(index)
        title = column.title
        if column.key == "pair_no":
            title = (
                results.first.heading.contestant_word.capitalize()
            )  # a team or player in other contests
        columns.append(Column(column.key, title, column.kind))
    used_rows = tuple(tuple(row[index] for index in used_indexes) for row in rows)
    return TableData(TITLE, tuple(columns), used_rows)


def _make_player_rows(results: EventResults, people: People) -> Iterator[Row]:
    for group in results.standings.groups:
        for row in group.rows:
            sheets = results.session(row.session_no) or results.first
            entered = sheets.entered.get(row.contestant)
            label = row.label
            entry_columns = (
                row.place,
                parse_pair_section(label),
                parse_side_number(label),
                parse_pair_side(label),
            )
            entry_name = entered.name if entered else ""
            parts = list_event_parts(results, row)
            # If players were replaced, each has the boards and total of their own part.
            for part in parts:
                player = people.get(part.sitter.person_id, SentPlayer(part.sitter.name))
                player_columns = player.name, player.number, entry_name
                yield *entry_columns, *player_columns, part.boards, part.total, part.percent
            if parts:
                continue
            for player in list_entry_people(people, entered, parts):
                player_columns = player.name, player.number, entry_name
                yield *entry_columns, *player_columns, row.boards, row.total, row.percent


def is_sent(event: Event) -> bool:
    """Return whether formats of other programs can hold *event*. They know bridge only."""
    return event.game == Game.BRIDGE


def make_export_tables(results: EventResults, *, numbered: bool = True) -> EventTables:
    """Return everything that can be exported, with people's numbers if *numbered*."""
    files = make_event_tables(results)
    boards = {"boards": partial(make_results_table, results)}
    players = {TITLE.lower(): partial(make_players_table, results, numbered=numbered)}
    tables = replace(
        files,
        makers=files.makers | boards | get_contest_desk().get_table_makers(results) | players,
        is_numbered=numbered,
        unnumbered=partial(make_export_tables, results, numbered=False),
    )
    if not is_sent(results.event):
        return tables
    session_nos = (sheets.scoring_field.session.number for sheets in results.sessions)
    return replace(tables, results=results, session_nos=tuple(session_nos))
