"""Make the record of an event with boards from which files for other programs are written.

An ``ExportedEvent`` has the numbers that people use: number and direction in the section. The sheets
of a session have the numbers of its scoring field. :class:`_SessionExporter` translates them. Formats
are left to :mod:`director.additions.exports.files`. Each session is scored once.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from director.additions.exports.filed_results import (
    FileCode,
    FileLineKey,
    fetch_codes_by_line,
    make_filed_result,
)
from director.additions.exports.files.event_file import (
    ExportedBoard,
    ExportedEntry,
    ExportedEvent,
    ExportedLine,
    ExportedMatch,
    ExportedMatchBoard,
    ExportedPart,
    ExportedSection,
    ExportedSession,
)
from director.boards.contests import CONTESTS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sitters import Sitter
from director.boards.movement.words import format_vulnerability, get_dealer_name
from director.boards.paper.exports import (
    ExportedPlayer,
    People,
    describe_scoring,
    fetch_event_people,
    list_entry_people,
    list_seat_numbers,
)
from director.boards.scoring.extras import index_by_pair
from director.boards.scoring.scored import get_line_key, rank_field
from director.boards.scoring.standings.event import EventResults, list_played_parts
from director.boards.scoring.standings.sheets import SessionResults
from director.formats.deals import DealInFile
from director.formats.formats import EventTables
from director.formats.result import ResultInFile, format_turned_result
from director.models import Section
from director.models.ruling import Unit
from director.sheets import Points, StandingRow
from scoring.model import Board, TeamMatch
from scoring.registry import get_method

SCALE_OPTION = "victory_points"
"""The option that turns the results of matches into victory points."""


def make_results_export(results: EventResults, *, has_numbers: bool = True) -> ExportedEvent:
    """Return the event of *results* for files. Costs one query, up to three if it was imported.

    :raises ScoringError: if the saved results cannot be scored
    """
    event = results.event
    people = fetch_event_people(event, with_member_numbers=has_numbers)
    codes = fetch_codes_by_line(event)
    sessions = [_SessionExporter(sheets, people, codes) for sheets in results.sessions]
    session_by_number = {session.number: session for session in sessions}
    return ExportedEvent(
        event_id=event.pk,
        club=event.club.name,
        name=event.name,
        date=event.date,
        contest=CONTESTS[event.contest].movement_contest,
        draw_kind=_get_draw_kind(results),
        sessions=tuple(session.exported_session for session in sessions),
        standings=tuple(_make_exported_standings(results, session_by_number)),
        club_number=event.club.club_number,
        charge_code=event.exported_charge_code,
        point_scale=event.exported_point_scale,
    )


def make_exported_event(tables: EventTables, session_no: int = 0) -> ExportedEvent:
    """Return the event of *tables* for files, with session *session_no* only unless it is 0.

    :raises ScoringError: if the saved results cannot be scored
    """
    event = make_results_export(tables.results, has_numbers=tables.can_have_member_numbers)
    if not session_no:
        return event
    sessions = tuple(session for session in event.sessions if session.number == session_no)
    return replace(event, sessions=sessions)


def _get_draw_kind(results: EventResults) -> str:
    plans = [plan for sheets in results.sessions for plan in sheets.plan_by_section.values()]
    if any(get_format(plan).is_swiss for plan in plans):
        return "swiss"
    if any(get_format(plan).is_knockout for plan in plans):
        return "knock-out"
    return ""


def _make_exported_standings(
    results: EventResults, sessions_by_number: Mapping[int, "_SessionExporter"]
) -> Iterator[tuple[ExportedEntry, ...]]:
    first_number = min(sessions_by_number)
    # The parts of one session don't belong to a total of several.
    has_parts = not results.has_several_sessions
    for group in results.standings.groups:
        entries = []
        for row in group.rows:
            session = sessions_by_number[row.session_no or first_number]
            entries.append(session.make_exported_entry(row, has_parts=has_parts))
        yield tuple(entries)


@dataclass(frozen=True)
class _SessionExporter:
    """Makes the record of one session.

    A *pair_no* is a number in the scoring field, a *number_in_section* one in the pair's section. The
    *home* team is the first of a match, *away* the second.
    """

    session_results: SessionResults
    people: People
    codes_by_line: Mapping[FileLineKey, FileCode]

    @property
    def number(self) -> int:
        return self.session_results.scoring_field.session.number

    @property
    def exported_session(self) -> ExportedSession:
        scoring_field = self.session_results.scoring_field
        method = get_method(scoring_field.scoring_record.scoring)
        scale = method.complete_settings(scoring_field.scoring_record.scoring_options).get(
            SCALE_OPTION, "none"
        )
        return ExportedSession(
            number=self.number,
            sections=tuple(map(self._make_exported_section, scoring_field.sections)),
            method=method.name_in_files,
            has_scale=method.unit == "victory points" or scale != "none",
            date=scoring_field.session.day,
            scoring_description=describe_scoring(self.session_results),
            is_ranked_apart=self.session_results.ranking_field.is_ranked_by_section,
        )

    def make_exported_entry(self, row: StandingRow, *, has_parts: bool = True) -> ExportedEntry:
        """Return the entry of *row*, with the parts of players who shared it if *has_parts*."""
        scoring_field = self.session_results.scoring_field
        section, number_in_section = scoring_field.get_section_and_number(row.contestant)
        section_entry = self.session_results.entry_names_by_number.get(row.contestant)
        parts = list_played_parts(self.session_results, row) if has_parts else ()
        name = section_entry.name if section_entry else ""
        return ExportedEntry(
            number=section.get_printed_number(number_in_section),
            direction=section.get_direction(number_in_section),
            section=scoring_field.get_letter(row.contestant),
            group=row.direction,
            name=name,
            players=list_entry_people(self.people, section_entry, parts),
            board_count=row.boards,
            total=row.total,
            percent=row.percent,
            rank=row.place,
            adjustment=self._adjustments_by_pair.get(row.contestant),
            parts=tuple(ExportedPart(part.boards, part.total, part.percent) for part in parts),
        )

    def _make_exported_section(self, section: Section) -> ExportedSection:
        scoring_field = self.session_results.scoring_field
        section_rows = [
            row
            for row in self.session_results.numbered_rows
            if scoring_field.get_section_and_number(row.contestant)[0] == section
        ]
        boards = (
            self._make_exported_board(section, board_no)
            for board_no in self.session_results.board_numbers
        )
        letter = section.letter if scoring_field.has_several_sections else ""
        return ExportedSection(
            letter=letter,
            winner_count=section.winners,
            entries=tuple(map(self.make_exported_entry, section_rows)),
            boards=tuple(board for board in boards if board.lines),
            matches=tuple(self._make_exported_matches(section)),
        )

    def _make_exported_board(self, section: Section, board_no: int) -> ExportedBoard:
        scoring_field = self.session_results.scoring_field
        section_lines = (
            line
            for line in self.session_results.lines.get_board_lines(board_no)
            if scoring_field.get_section_and_number(line.ns)[0] == section
        )
        board = self._make_board_of_lines(board_no, section_lines)
        return replace(board, hand=self._get_hand(section, board_no))

    def _get_hand(self, section: Section, board_no: int) -> DealInFile | None:
        hand = self.session_results.visible_hands_by_key.get((section.pk, board_no))
        if hand:
            return DealInFile(board_no, hand.cards, hand.makeable)
        return None

    def _make_board_of_lines(self, board_no: int, lines: Iterable[SectionLine]) -> ExportedBoard:
        sent_lines = tuple(filter(None, map(self._make_exported_line, lines)))
        dealer = get_dealer_name(board_no)[0]
        return ExportedBoard(board_no, dealer, format_vulnerability(board_no), sent_lines)

    def _make_exported_line(self, line: SectionLine) -> ExportedLine | None:
        key = get_line_key(line)
        line_entry = self.session_results.scored.entries_by_line.get(key)
        # Other programs have no void matches, and would count their boards.
        if line_entry is None or line.is_void:
            return None
        scored = self.session_results.scored.points_by_line.get(key)
        result = make_filed_result(line_entry, line.covered_result, line.board_no, scored)
        if result is None:
            return None
        points: tuple[Points, Points] = (None, None)
        if scored:
            points = scored.ns_points, scored.ew_points
        code = self._find_code(line)
        if code and code.has_same_points(points):
            result = result._replace(artificial=code.artificial)
        return self._make_oriented_line(line, result, points)

    def _find_code(self, line: SectionLine) -> FileCode | None:
        section, ns = self.session_results.scoring_field.get_section_and_number(line.ns)
        _section, ew = self.session_results.scoring_field.get_section_and_number(line.ew)
        return self.codes_by_line.get((section.pk, line.board_no, ns, ew))

    def _make_oriented_line(
        self, line: SectionLine, result: ResultInFile, points: tuple[Points, Points]
    ) -> ExportedLine:
        """Return *line* with the N-S pair of the list on the N-S side.

        If the pairs played the other way round, the line is turned, because readers refuse a N-S
        column with an E-W pair. Its contract is then only in this program's own words.
        """
        seats = self._list_seated_players(line)
        ns = line.ns
        ew = line.ew
        lead = line.lead
        if self._get_direction(ns) == "EW" and self._get_direction(ew) == "NS":
            ns, ew = ew, ns
            points = points[::-1]
            ruling_text = format_turned_result(result, line.board_no)
            result = result.exchange_sides()._replace(own_text=ruling_text)
            lead = ""
            north, east, south, west = seats
            # The first player of a pair sits N or E.
            seats = east, north, west, south
        seat_numbers = list_seat_numbers(self.session_results, line)
        ns_label, ew_label = self._format_pair_label(ns), self._format_pair_label(ew)
        if seat_numbers:
            # Those who sat N and E come first, so that a file says who sat where.
            ns_label = "+".join(map(str, seat_numbers[::2]))
            ew_label = "+".join(map(str, seat_numbers[1::2]))
        return ExportedLine(
            ns=ns_label,
            ew=ew_label,
            result=result,
            lead=lead,
            ns_points=points[0],
            ew_points=points[1],
            round_no=line.round_no,
            table_no=line.table_no,
            seats=seats,
            seat_numbers=seat_numbers,
        )

    def _get_direction(self, pair_no: int) -> str:
        section, number_in_section = self.session_results.scoring_field.get_section_and_number(
            pair_no
        )
        return section.get_direction(number_in_section)

    def _format_pair_label(self, pair_no: int) -> str:
        section, number_in_section = self.session_results.scoring_field.get_section_and_number(
            pair_no
        )
        if section.partners and not section.team_size:
            return section.get_label(number_in_section)
        # A pair that plays for a team is known by the number of the team.
        (number,) = section.list_members(number_in_section)
        return f"{section.get_printed_number(number)}{section.get_direction(number)}"

    def _list_seated_players(self, line: SectionLine) -> tuple[ExportedPlayer | None, ...]:
        """Return the players in N, E, S and W, as far as they are known.

        Individuals have numbers in each seat, teams a line-up of people. The first player of a pair
        sits N or E.
        """
        key = get_line_key(line)
        round_no = line.round_no
        numbers = self.session_results.seats_by_line.get(key)
        if numbers:
            return tuple(
                next(iter(self._list_players(number, round_no)), None) for number in numbers
            )
        sitters = self.session_results.sitters_by_line.get(key)
        if sitters:
            return tuple(
                self._get_exported_player(sitter) if sitter else None for sitter in sitters
            )
        if not CONTESTS[self.session_results.scoring_field.event.contest].is_whole_side:
            return None, None, None, None
        ns = (*self._list_players(line.ns, round_no), None, None)
        ew = (*self._list_players(line.ew, round_no), None, None)
        return ns[0], ew[0], ns[1], ew[1]

    def _list_players(self, pair_no: int, round_no: int | None) -> tuple[ExportedPlayer, ...]:
        section_entry = self.session_results.entry_names_by_number.get(pair_no)
        if section_entry is None:
            return ()
        return tuple(
            map(self._get_exported_player, section_entry.get_players_by_number(round_no).values())
        )

    def _get_exported_player(self, sitter: Sitter) -> ExportedPlayer:
        return self.people.get(sitter.person_id, ExportedPlayer(sitter.name))

    @cached_property
    def _adjustments_by_pair(self) -> dict[int, Points]:
        """The points that each contestant has besides its boards, if any.

        They are the difference between its total and the total of a ranking without them.
        """
        field = self.session_results.scored.field
        boards = tuple(map(_remove_adjustments, field.boards))
        plain_field = replace(field, boards=boards, credits=())
        # Most events have no adjustments, and a second ranking is slow.
        if plain_field == field:
            return {}
        scoring_field = self.session_results.scoring_field
        plain_ranking = rank_field(scoring_field, plain_field)
        plain_standings = index_by_pair(scoring_field, plain_ranking.standings)
        adjustments_by_pair: dict[int, Points] = {}
        standings = index_by_pair(scoring_field, self.session_results.scored.ranking.standings)
        for pair_no, standing in standings.items():
            difference = standing.total
            # A contestant with credits only is in no line, so it is not ranked without them.
            if pair_no in plain_standings:
                difference -= plain_standings[pair_no].total
            if difference:
                adjustments_by_pair[pair_no] = difference
        return adjustments_by_pair

    def _make_exported_matches(self, section: Section) -> Iterator[ExportedMatch]:
        scoring_field = self.session_results.scoring_field
        for match in self.session_results.scored.ranking.matches:
            home = scoring_field.get_pair_no(match.home, None)
            if match.board_count and scoring_field.get_section_and_number(home)[0] == section:
                yield self._make_exported_match(
                    match, home, scoring_field.get_pair_no(match.away, None)
                )

    def _make_exported_match(self, match: TeamMatch, home: int, away: int) -> ExportedMatch:
        lines_by_board: dict[int, list[SectionLine]] = defaultdict(list)
        for line in self.lines_by_teams.get(frozenset((home, away)), ()):
            if match.round_no in (None, line.round_no):
                lines_by_board[line.board_no].append(line)
        score: tuple[Points, Points] = (None, None)
        if not match.is_unfinished:
            score = match.score
        points: tuple[Points, Points] = match.points
        if match.reported_unit == Unit.VICTORY_POINTS:
            points = (None, None)
        elif match.reported_unit == Unit.IMPS and match.imps_won:
            # As it was entered: the IMPs of both sides.
            points = match.imps_won
        boards = []
        for board_no in sorted(lines_by_board):
            board = self._make_board_of_lines(board_no, lines_by_board[board_no])
            if board.lines:
                boards.append(
                    ExportedMatchBoard(board, self._get_home_points(lines_by_board[board_no], home))
                )
        return ExportedMatch(
            match.round_no or _find_only_round(lines_by_board),
            self._format_pair_label(home),
            self._format_pair_label(away),
            points,
            score,
            tuple(boards),
            tuple(sorted(lines_by_board)),
        )

    def _get_home_points(self, lines: Sequence[SectionLine], home: int) -> Points:
        # Either line of a board gives its points in the match.
        for line in lines:
            scored = self.session_results.scored.points_by_line.get(get_line_key(line))
            if scored:
                if home in self.session_results.scoring_field.list_members(line.ns):
                    return scored.ns_points
                return scored.ew_points
        return None

    @cached_property
    def lines_by_teams(self) -> dict[frozenset[int], list[SectionLine]]:
        """The lines of each two teams that met."""
        lines_by_teams: dict[frozenset[int], list[SectionLine]] = defaultdict(list)
        for line in self.session_results.lines.all:
            members = self.session_results.scoring_field.list_members
            lines_by_teams[frozenset((*members(line.ns), *members(line.ew)))].append(line)
        return lines_by_teams


def _find_only_round(lines_by_board: Mapping[int, Sequence[SectionLine]]) -> int | None:
    """Return the round of *lines_by_board* if all are of one round, else None."""
    rounds: set[int | None] = set()
    for board_lines in lines_by_board.values():
        rounds.update(line.round_no for line in board_lines)
    if len(rounds) == 1:
        return rounds.pop()
    return None


def _remove_adjustments(board: Board) -> Board:
    if not any(line.adjustments for line in board.lines):
        return board
    return replace(board, lines=tuple(line._replace(adjustments=()) for line in board.lines))
