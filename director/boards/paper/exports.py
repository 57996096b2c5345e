"""Everything of an event with boards that can be exported: its tables, its people with membership numbers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import starmap

from django.db.models import Q

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LineEntry
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.words import EntryNames
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.event import EventResults, PlayedPart, list_event_parts
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.columns import parse_pair_section, parse_pair_side, parse_side_number
from director.boards.tables.files import make_boards_table, make_event_tables
from director.core.club.people import make_exported_number_expression
from director.formats.figures import Column, ColumnKind, Row, TableData, Value, to_file_value
from director.formats.formats import EventTables
from director.formats.result import (
    FIGURE_SEPARATOR,
    KNOCK_OUT,
    NO_FIGURE,
    SEATED_MATCHES,
    SEATED_TEAMS,
    format_bracket,
    format_contest,
    format_scoring,
)
from director.models import EntryPlayer, Event, LineUpSeat, Match, Person
from director.models.event import RankingScope
from director.names import get_family_name
from director.sheets import BoardLine, StandingRow
from scoring.bridge.contracts import get_duplicate_game

# The table of boards has what an import needs beside the results: the contest, the scoring and the
# date, and the rounds and final figures if they don't follow from the results.


_EXTRA_FIELDS = ("penalties", "carry_over", "handicap", "came")
"""Attributes of a row of the standings that say that its place doesn't follow from its boards."""


@dataclass(frozen=True, slots=True)
class _ExportedLine:
    """A line with its session and table, and the rows of both sides in the session's standings.

    A side has one row, or those of two single players in the order of their numbers on the line.
    *scored_by* is the scoring in words. *match* is the match of the line if its result was entered
    without boards. *seats* are the single players N, E, S and W, or none for others. *moved_award* is
    as in ``find_moved_award``.
    """

    session_results: SessionResults
    table_no: int | None
    line: BoardLine
    ns: tuple[StandingRow, ...]
    ew: tuple[StandingRow, ...]
    scored_by: str
    match: Match | None = None
    seats: tuple[int, ...] = ()
    moved_award: str = ""

    @property
    def match_unit(self) -> str:
        """The unit of the match’s result, or ""."""
        return self.match.unit if self.match else ""

    @property
    def match_result(self) -> tuple[Fraction | None, Fraction | None]:
        """The result of the match for N-S and for E-W, each None if there is none."""
        if self.match is None:
            return None, None
        home, away = Fraction(self.match.home_points), Fraction(self.match.away_points)
        # The home team has the lower number.
        if self.line.ns.number < self.line.ew.number:
            return home, away
        return away, home


_ROUND, _FINAL, _MATCH, _SEATS = "round", "final", "match", "seats"
"""Facts of an event that needs some further columns, as in ``boards.tables.columns``."""


def make_results_table(results: EventResults) -> TableData:
    """Return the table of boards for a file, a row for each line.

    The last columns are for an import.
    """
    table = make_boards_table(results.boards)
    lines = list(_iter_exported_lines(results))
    has_figures = any(map(_has_figures, lines))
    has_matches = any(line.match for line in lines)
    has_seats = any(line.seats for line in lines)
    # An import needs rounds and tables to know who sat where.
    has_replaced_players = any(map(_has_replaced_players, results.sessions))
    has_rounds = has_figures or has_matches or has_seats or has_replaced_players
    board_titles = {column.title for column in table.columns}
    columns = list(table.columns)
    rows = list(_iter_rows_with_awards(table, lines))
    facts = {_FINAL: has_figures, _ROUND: has_rounds, _MATCH: has_matches, "": True}
    facts[_SEATS] = has_seats
    for column in _LINE_COLUMNS:
        if not facts[column.needed_fact]:
            continue
        values = column.list_values(lines)
        # A column can be empty all the same: matches have no percentages.
        if column.title not in board_titles and any(values):
            columns.append(_adjust_column_kind(column, values))
            rows = [(*row, value) for row, value in zip(rows, values, strict=True)]
    return replace(table, columns=tuple(columns), rows=tuple(rows))


def _iter_rows_with_awards(table: TableData, lines: Sequence[_ExportedLine]) -> Iterator[Row]:
    """Yield the rows of *table*, with the whole award as the contract if its points were moved.

    Contract and score alone would come back as the table's result.
    """
    keys = [column.key for column in table.columns]
    for row, line in zip(table.rows, lines, strict=True):
        if line.moved_award and "contract" in keys:
            index = keys.index("contract")
            yield *row[:index], line.moved_award, *row[index + 1 :]
        else:
            yield row


def find_moved_award(line_entry: LineEntry | None, covered: str) -> str:
    """Return the award with moved points on another score than the table's, or "".

    *covered* is the table's result, "" without one.
    """
    if line_entry is None or line_entry.point_shift is None or line_entry.ns:
        return ""
    played_text = str(line_entry.entry or "")
    return "" if covered == played_text else line_entry.text


def _adjust_column_kind(column: Column, values: Sequence[Value]) -> Column:
    """Return *column* as one of text if it has figures of two players in one cell."""
    if any(isinstance(value, str) for value in values):
        return replace(column, kind=ColumnKind.TEXT)
    return column


def _iter_exported_lines(results: EventResults) -> Iterator[_ExportedLine]:
    for session_results in results.sessions:
        rows = _get_rows_by_number(session_results)
        scored_by = describe_scoring(session_results)
        section_lines_by_key = {
            (line.board_no, line.ns, line.ew): line for line in session_results.lines.all
        }
        for board in session_results.boards:
            for line in board.lines:
                section_line = section_lines_by_key.get(line.key)
                table_no = section_line.table_no if section_line else None
                match = _find_reported_match(session_results, section_line)
                ns = _get_side_rows(session_results, line.ns.number, rows)
                ew = _get_side_rows(session_results, line.ew.number, rows)
                exported_line = _ExportedLine(
                    session_results, table_no, line, ns, ew, scored_by, match
                )
                if section_line:
                    entries_by_line = session_results.scored.entries_by_line
                    line_entry = entries_by_line.get(get_line_key(section_line))
                    exported_line = replace(
                        exported_line,
                        seats=list_seat_numbers(session_results, section_line),
                        moved_award=find_moved_award(line_entry, section_line.covered_result),
                    )
                yield exported_line


def list_seat_numbers(session_results: SessionResults, line: SectionLine) -> tuple[int, ...]:
    """Return the numbers of the single players in N, E, S and W, or none for others."""
    scoring_field = session_results.scoring_field
    if not CONTESTS[scoring_field.event.contest].has_changing_partners:
        return ()
    numbers = session_results.seats_by_line.get(get_line_key(line))
    if numbers is None:
        north, south = scoring_field.list_members(line.ns)
        east, west = scoring_field.list_members(line.ew)
        numbers = (north, east, south, west)
    printed_numbers = []
    for number in numbers:
        section, number_in_section = scoring_field.get_section_and_number(number)
        printed_numbers.append(section.get_printed_number(number_in_section))
    return tuple(printed_numbers)


def _find_reported_match(session_results: SessionResults, line: SectionLine | None) -> Match | None:
    """Return the match of *line* if only its result is known, else None."""
    if line is None or not line.is_reported:
        return None
    lines = session_results.lines
    return lines.stored_matches.get(lines.get_line_match(line))


def _get_rows_by_number(session_results: SessionResults) -> Mapping[int, StandingRow]:
    return {row.contestant: row for row in session_results.rows}


def _get_side_rows(
    session_results: SessionResults, number: int, rows: Mapping[int, StandingRow]
) -> tuple[StandingRow, ...]:
    members = session_results.scoring_field.list_members(number)
    # A team whose players the movement seats has no row of its own: an import refuses its file.
    if len(members) == 1 and number not in rows:
        return ()
    return tuple(rows[member] for member in members if member in rows)


def _has_figures(line: _ExportedLine) -> bool:
    """Return whether a side of *line* has a rank that doesn't follow from its boards."""
    return any(map(_has_more_than_boards, (*line.ns, *line.ew)))


def _has_replaced_players(session_results: SessionResults) -> bool:
    """Return whether a pair of the session had other players in earlier rounds."""
    return any(
        entry_names.replaced_players
        for entry_names in session_results.entry_names_by_number.values()
    )


def _has_more_than_boards(row: StandingRow) -> bool:
    return row.matches is not None or any(getattr(row, key) for key in _EXTRA_FIELDS)


def _make_final_column(key: str, title: str, kind: ColumnKind, side: str, attribute: str) -> Column:
    """Return the column of a final figure: the *attribute* of the rows of *side*, "ns" or "ew"."""

    def read_figure(line: _ExportedLine) -> Value:
        figures: list[Value] = [getattr(row, attribute) for row in getattr(line, side)]
        if len(figures) == 1:
            return figures[0]
        return _join_figures(figures, kind)

    return Column(key, title, kind, convert_value=read_figure, needed_fact=_FINAL)


def _join_figures(figures: Sequence[Value], kind: ColumnKind) -> str:
    """Return the figures of two single players as one text, such as ``"4.5 & 6"``."""
    if all(figure is None for figure in figures):
        return ""
    texts = []
    for figure in figures:
        texts.append(NO_FIGURE if figure is None else str(to_file_value(figure, kind)))
    return FIGURE_SEPARATOR.join(texts)


def _make_seat_column(index: int, title: str) -> Column:
    """Return the column of the single players in the seat *title*, number *index* of N, E, S, W."""

    def read_number(line: _ExportedLine) -> Value:
        return line.seats[index] if line.seats else None

    return Column(
        title.lower(), title, ColumnKind.COUNT, convert_value=read_number, needed_fact=_SEATS
    )


def _get_ns_match_result(line: _ExportedLine) -> Value:
    ns_result, _ew_result = line.match_result
    return ns_result


def _get_ew_match_result(line: _ExportedLine) -> Value:
    _ns_result, ew_result = line.match_result
    return ew_result


def _format_contest(line: _ExportedLine) -> str:
    movement_contest = CONTESTS[line.session_results.scoring_field.event.contest].movement_contest
    # Labels have a direction only if each direction has a winner.
    winner_count = 2 if parse_pair_side(line.line.ns.label) else 1
    return format_contest(movement_contest, winner_count=winner_count)


def describe_scoring(session_results: SessionResults) -> str:
    """Return how the session of *session_results* is scored, as a text that an import reads."""
    scoring_field = session_results.scoring_field
    scoring_record = scoring_field.scoring_record
    ranking_phrase = ""
    # Not whether the sections are finals: an imported event has one setting for all its sessions.
    if scoring_field.ranking_field.scope == RankingScope.SECTION:
        ranking_phrase = RankingScope.SECTION
    return format_scoring(
        scoring_record.scoring,
        scoring_field.ranking_field.scoring_options,
        ranked_together=ranking_phrase,
        play_form=_get_play_form(session_results),
    )


def _get_play_form(session_results: SessionResults) -> str:
    """Return the text for a knock-out or seated teams, or "" for all other sessions."""
    if session_results.knockouts:
        return _format_knock_out(session_results)
    scoring_field = session_results.scoring_field
    if not any(section.team_size for section in scoring_field.sections):
        return ""
    if scoring_field.has_matches and _are_meetings_unique(session_results):
        return SEATED_MATCHES
    return SEATED_TEAMS


def _format_knock_out(session_results: SessionResults) -> str:
    options = find_bracket_options(session_results)
    return KNOCK_OUT if options is None else format_bracket(options)


def find_bracket_options(session_results: SessionResults) -> dict[str, str] | None:
    """Return the options of a knock-out whose matches alone decide its bracket, else None.

    A file has no decisions of the director, and doesn't say which of several sections is a
    knock-out.
    """
    plans = list(session_results.plan_by_section.values())
    has_decisions = any(match.winner for match in session_results.lines.stored_matches.values())
    if len(plans) > 1 or has_decisions:
        return None
    return dict(plans[0].options)


def _are_meetings_unique(session_results: SessionResults) -> bool:
    """Return whether two seated teams meet once on a board in each direction.

    Only then do the results of a board say which teams played a match.
    """
    scoring_field = session_results.scoring_field
    meetings = set()
    for line in session_results.lines.all:
        section, ns = scoring_field.get_section_and_number(line.ns)
        _section, ew = scoring_field.get_section_and_number(line.ew)
        meetings.add(
            (section.pk, line.board_no, section.list_members(ns), section.list_members(ew))
        )
    return len(meetings) == len(session_results.lines.all)


_LINE_COLUMNS = (
    Column("round_no", "Round", ColumnKind.COUNT, path="line.round_no", needed_fact=_ROUND),
    Column("table_no", "Table", ColumnKind.COUNT, needed_fact=_ROUND),
    *starmap(_make_seat_column, enumerate(("North", "East", "South", "West"))),
    _make_final_column("ns_total", "N-S final total", ColumnKind.POINTS, "ns", "total"),
    _make_final_column(
        "ns_final_percent", "N-S final percent", ColumnKind.PERCENT, "ns", "percent"
    ),
    _make_final_column("ns_place", "N-S final place", ColumnKind.PLACE, "ns", "place"),
    _make_final_column("ew_total", "E-W final total", ColumnKind.POINTS, "ew", "total"),
    _make_final_column(
        "ew_final_percent", "E-W final percent", ColumnKind.PERCENT, "ew", "percent"
    ),
    _make_final_column("ew_place", "E-W final place", ColumnKind.PLACE, "ew", "place"),
    Column(
        "ns_match",
        "N-S match result",
        ColumnKind.POINTS,
        convert_value=_get_ns_match_result,
        needed_fact=_MATCH,
    ),
    Column(
        "ew_match",
        "E-W match result",
        ColumnKind.POINTS,
        convert_value=_get_ew_match_result,
        needed_fact=_MATCH,
    ),
    Column("match_unit", "Match unit", needed_fact=_MATCH),
    Column("date", "Date", path="session_results.scoring_field.session.day"),
    Column("contest", "Contest", convert_value=_format_contest),
    Column("scored_by", "Scored by"),
)


@dataclass(frozen=True, slots=True)
class ExportedPlayer:
    """A person who played in the event."""

    name: str
    number: str = ""  # of membership
    family: str = ""  # the part of the name that lists are sorted by, "" if it isn't known


People = Mapping[int, ExportedPlayer]
"""All people who played in an event, by primary key."""


def fetch_event_people(event: Event, *, with_member_numbers: bool = True) -> People:
    """Return all people who played in *event*. Costs one query.

    This includes players who were replaced, and those who sat for a team without being in it.
    """
    entered_people = EntryPlayer.objects.filter(section__session__event=event).values("person")
    lined_up_people = LineUpSeat.objects.filter(section__session__event=event).values("person")
    played = Person.objects.filter(Q(pk__in=entered_people) | Q(pk__in=lined_up_people))
    people = played.annotate(exported_number=make_exported_number_expression(event.club, ""))
    players = {}
    for pk, name, number in people.values_list("pk", "name", "exported_number"):
        shown_number = number if with_member_numbers else ""
        players[pk] = ExportedPlayer(name, shown_number, family=get_family_name(name))
    return players


def list_entry_people(
    people: People, entry_names: EntryNames | None, parts: Sequence[PlayedPart]
) -> tuple[ExportedPlayer, ...]:
    """Return the players of an entry, starters first. *parts* are the boards that each played."""
    if entry_names is None:
        return ()
    sitters = [part.sitter for part in parts] or list(entry_names.sitter_by_box.values())
    return tuple(people.get(sitter.person_id, ExportedPlayer(sitter.name)) for sitter in sitters)


TITLE = "Players"
_PLAYER_COLUMNS = (
    Column("place", "Place", ColumnKind.PLACE),
    Column("section", "Section", ColumnKind.TEXT),
    Column("pair_no", "Pair", ColumnKind.COUNT),
    Column("direction", "Direction", ColumnKind.TEXT),
    Column("name", "Name", ColumnKind.TEXT),
    Column("number", "Number", ColumnKind.TEXT),
    Column("called", "Called", ColumnKind.TEXT),
    Column("boards", "Boards", ColumnKind.COUNT),
    Column("total", "Total", ColumnKind.POINTS),
    Column("percent", "Percent", ColumnKind.PERCENT),
)


def make_players_table(results: EventResults, *, numbered: bool = True) -> TableData:
    """Return a row for each player by place, without empty columns.

    Costs one query besides those of the sheets.
    """
    people = fetch_event_people(results.event, with_member_numbers=numbered)
    rows = list(_make_player_rows(results, people))
    used_indexes = []
    columns = []
    for index, column in enumerate(_PLAYER_COLUMNS):
        # A list of players has names and numbers even if all of them are empty.
        if column.key not in ("name", "number") and not any(row[index] for row in rows):
            continue
        used_indexes.append(index)
        title = column.title
        if column.key == "pair_no":  # a team or player in other contests
            title = results.first_session.heading.contestant_noun.capitalize()
        columns.append(Column(column.key, title, column.kind))
    used_rows = tuple(tuple(row[index] for index in used_indexes) for row in rows)
    return TableData(TITLE, tuple(columns), used_rows)


def _make_player_rows(results: EventResults, people: People) -> Iterator[Row]:
    for group in results.standings.groups:
        for row in group.rows:
            session_results = results.find_session(row.session_no) or results.first_session
            entry_names = session_results.entry_names_by_number.get(row.contestant)
            label = row.label
            entry_columns = (
                row.place,
                parse_pair_section(label),
                parse_side_number(label),
                parse_pair_side(label),
            )
            entry_name = entry_names.name if entry_names else ""
            parts = list_event_parts(results, row)
            # If players were replaced, each has the boards and total of their own part.
            for part in parts:
                player = people.get(part.sitter.person_id, ExportedPlayer(part.sitter.name))
                player_columns = player.name, player.number, entry_name
                yield *entry_columns, *player_columns, part.boards, part.total, part.percent
            if parts:
                continue
            for player in list_entry_people(people, entry_names, parts):
                player_columns = player.name, player.number, entry_name
                yield *entry_columns, *player_columns, row.boards, row.total, row.percent


def is_exportable(event: Event) -> bool:
    """Return whether formats of other programs can hold *event*. They know bridge only."""
    return get_duplicate_game(event.game).is_known_elsewhere


def make_export_tables(results: EventResults, *, numbered: bool = True) -> EventTables:
    """Return everything that can be exported, with people's numbers if *numbered*."""
    event_tables = make_event_tables(results)
    make_table_by_name: dict[str, Callable[[], TableData]] = {
        **event_tables.make_table_by_name,
        "boards": partial(make_results_table, results),
        **MATCHES.answers.get_table_makers_by_name(results),
        "players": partial(make_players_table, results, numbered=numbered),
    }
    tables = replace(
        event_tables,
        make_table_by_name=make_table_by_name,
        can_have_member_numbers=numbered,
        make_unnumbered_tables=partial(make_export_tables, results, numbered=False),
    )
    if not is_exportable(results.event):
        return tables
    session_nos = (
        session_results.scoring_field.session.number for session_results in results.sessions
    )
    return replace(tables, results=results, session_nos=tuple(session_nos))
