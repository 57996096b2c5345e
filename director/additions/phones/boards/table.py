"""A session as one table sees it: its schedule, and what was entered.

``TablePlay`` has the table's rounds, its results, and where everybody goes next. The functions
after it read results and entries for other pages too.

A *stored entry* came from a phone (``TableWord``). A *question* is an entry that doesn't count
yet: the other side, or the director, decides between it and the result of the line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Q

from director.boards.contests import get_contest_record
from director.boards.movement.cards.cards import OUT
from director.boards.movement.formats import get_format
from director.boards.movement.lines.entries import LATER, LineEntry, parse_line_entry
from director.boards.movement.lines.section_lines import (
    MatchKey,
    fetch_matches_by_section,
    get_match_of_sides,
)
from director.boards.movement.sections import Key
from director.boards.movement.sitters import fetch_line_ups
from director.boards.movement.words import fetch_entry_names_by_number, fetch_name_by_seat
from director.boards.play.table_words import (
    LineResult,
    fetch_result_by_line,
    filter_seen_lines,
    find_source_entry,
    group_by_line,
)
from director.core.night.links.finding import get_cached_schedule
from director.core.night.table_settings import TableSettings, get_table_settings
from director.models import Access, Match, Plan, Section, TableWord
from director.models.event import Clock
from scoring.model import MatchResult

SIDES = ("ns", "ew")
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_LINE_KINDS = (
    TableWord.Kind.RESULT,
    TableWord.Kind.TURNED,
    TableWord.Kind.LOOK,
    TableWord.Kind.SHOWN,
)
_Sitter = tuple[int, str]
"""The number of a pair or player, and the side of a team's half, else ""."""
_SitterRound = tuple[tuple[int, bool], int, str]
"""A round and whether it is its second half, then a sitter."""

# The schedule of a table: its movement, and who meets when. It needs no results.


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """The sides and boards of a table in a round."""

    round_no: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    is_shared: bool = False  # whether another table plays the boards in the same round
    is_switched: bool = False  # whether the pair numbered as N-S sits E-W
    players: tuple[int, ...] = ()  # the numbers at N, E, S and W in an individual, else empty
    half: int = 0  # 1 or 2 of a half match; the second follows in the same round
    # The result of the match, N-S first, if the director entered it without its boards.
    reported: MatchResult | None = None
    is_void: bool = False  # whether the match doesn't count

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for its boards."""
        return self.is_void or self.reported is not None

    @property
    def round_and_half(self) -> tuple[int, int]:
        """Round and half, which identify the row at its table."""
        return self.round_no, self.half

    @property
    def line_keys(self) -> tuple[Key, ...]:
        """The keys of its lines, in playing order."""
        return tuple((board_no, self.ns, self.ew) for board_no in self.boards)


@dataclass(frozen=True, slots=True)
class TableSchedule:
    """The movement in force, if any, and the rows of a table in playing order."""

    plan: Plan | None
    rows: tuple[ScheduleRow, ...] = ()


def get_table_schedule(
    section: Section, table_no: int, *, access_id: int, mark: str
) -> TableSchedule:
    """Return the schedule of a table in *section*, cached by the *mark* of its link."""
    return get_cached_schedule(access_id, mark, "rows", lambda: fetch_schedule(section, table_no))


def fetch_schedule(section: Section, table_no: int) -> TableSchedule:
    """Return the schedule of a table of *section* from the database. At most four queries."""
    plan = section.plan
    if plan is None:
        return TableSchedule(None)
    rows = _fetch_table_rows(section, plan, table_no)
    if get_format(plan).has_matches:
        match_by_key = fetch_matches_by_section(section=section).get(section.pk, {})
        rows = tuple(_with_match(row, plan, match_by_key) for row in rows)
    return TableSchedule(plan, rows)


def _with_match(
    row: ScheduleRow, plan: Plan, match_by_key: Mapping[MatchKey, Match]
) -> ScheduleRow:
    """Return *row* with the reported result of its match, or as void."""
    match = match_by_key.get(get_match_of_sides(plan, row.round_no, row.ns, row.ew))
    if match is None or not match.is_settled:
        return row
    if match.is_void or not match.is_reported:
        return replace(row, is_void=match.is_void)
    points_by_team = {
        match.home: Fraction(match.home_points),
        match.away: Fraction(match.away_points),
    }
    result = MatchResult(match.unit, points_by_team[row.ns], points_by_team[row.ew])
    return replace(row, reported=result)


def _fetch_table_rows(section: Section, plan: Plan, table_no: int) -> tuple[ScheduleRow, ...]:
    """Return the rows of a table in playing order: one per round, or two halves."""
    played_rows = section.played_rows.filter(table_no=table_no).order_by("round_no")
    off_schedule_row_by_round = {
        row.round_no: ScheduleRow(row.round_no, row.ns, row.ew, tuple(row.boards))
        for row in played_rows
    }
    rows = list(off_schedule_row_by_round.values())
    for row in plan.rows.filter(table_no=table_no):
        # A round played off schedule replaces the round of the movement.
        if row.round_no in off_schedule_row_by_round:
            continue
        players: tuple[int, ...] = ()
        if section.has_named_players:
            players = tuple(row.players or ())
        rows.append(
            ScheduleRow(
                row.round_no,
                row.ns,
                row.ew,
                tuple(row.boards),
                is_shared=row.shared,
                is_switched=row.arrow_switched,
                players=players,
                half=row.half,
            )
        )
    return tuple(sorted(rows, key=lambda row: row.round_and_half))


@dataclass(frozen=True)
class TablePlay:
    """One table of a section for a whole session.

    It costs five queries at most, and reads no names or entries of other tables.
    """

    section: Section
    table_no: int
    cached_schedule: TableSchedule | None = None  # saves the queries for the schedule
    entry_key: str = ""  # the hashed key of a new entry, to find a previous one with this key
    first_round: int = 1  # rounds before it were played before the table had a link

    @cached_property
    def settings(self) -> TableSettings:
        """The club's settings for this table."""
        return get_table_settings(self.section, self.table_no)

    @cached_property
    def schedule(self) -> TableSchedule:
        """The movement and the rows of this table."""
        return self.cached_schedule or fetch_schedule(self.section, self.table_no)

    @property
    def plan(self) -> Any:
        """The movement in force. None before one is chosen."""
        return self.schedule.plan

    @property
    def is_individual(self) -> bool:
        """Whether single players move, each with a number and a seat."""
        return self.section.has_named_players

    @cached_property
    def row_by_round(self) -> dict[int, ScheduleRow]:
        """The row of each round here. Of two halves it is the first that isn't complete."""
        row_by_round: dict[int, ScheduleRow] = {}
        for row in self.rows:
            if row.round_no not in row_by_round or self.is_complete(row_by_round[row.round_no]):
                row_by_round[row.round_no] = row
        return row_by_round

    @property
    def rows(self) -> tuple[ScheduleRow, ...]:
        """The rows of this table in playing order: one per round, or two halves."""
        return self.schedule.rows

    @cached_property
    def result_by_line(self) -> dict[Key, LineResult]:
        """The results of this table's lines."""
        return fetch_result_by_line(
            self.section, [key for row in self.rows for key in row.line_keys]
        )

    @cached_property
    def _line_entries(self) -> list[TableWord]:
        """This table's entries about its lines and sides that weren't dropped, latest last."""
        return [
            stored_entry
            for stored_entry in self._all_entries
            if stored_entry.kind in _LINE_KINDS and stored_entry.dropped_at is None
        ]

    def find_previous_entry(self, access: Access) -> TableWord | None:
        """Return the entry that *access* sent under the key of this table, if any."""
        if not self.entry_key:
            return None
        for stored_entry in self._all_entries:
            if (stored_entry.access_id, stored_entry.key) == (access.pk, self.entry_key):
                return stored_entry
        return None

    @cached_property
    def _all_entries(self) -> list[TableWord]:
        """The entries of this table, latest last.

        Dropped ones are left out, except the one with the key: it still has its answer.
        """
        stored_entries = TableWord.objects.filter(
            access__section=self.section, access__table_no=self.table_no
        )
        is_needed = Q(key=self.entry_key) | Q(kind__in=_LINE_KINDS, dropped_at__isnull=True)
        return list(stored_entries.filter(is_needed).order_by("pk"))

    @cached_property
    def entries_by_line(self) -> dict[Key, list[TableWord]]:
        """The results that this table sent and that weren't dropped, latest last."""
        return group_by_line(
            stored_entry
            for stored_entry in self._line_entries
            if stored_entry.kind == TableWord.Kind.RESULT
        )

    @cached_property
    def outside_entries_by_line(self) -> dict[Key, list[TableWord]]:
        """The boards played outside the movement, until the director has decided about them."""
        entries_by_outside_line = {}
        for line, stored_entries in self.entries_by_line.items():
            outside_entries = [
                stored_entry for stored_entry in stored_entries if stored_entry.is_off_schedule
            ]
            if outside_entries:
                entries_by_outside_line[line] = outside_entries
        return entries_by_outside_line

    @cached_property
    def check_requests_by_line(self) -> dict[Key, list[TableWord]]:
        """The director's requests to check a line that the table hasn't answered."""
        return group_by_line(
            stored_entry
            for stored_entry in self._line_entries
            if stored_entry.kind == TableWord.Kind.LOOK and stored_entry.agreed_at is None
        )

    @cached_property
    def seen_lines(self) -> frozenset[Key]:
        """The lines whose players have seen other tables' results."""
        marks = group_by_line(
            stored_entry
            for stored_entry in self._line_entries
            if stored_entry.kind == TableWord.Kind.SHOWN
        )
        return filter_seen_lines(
            self.section, marks, {key for row in self.rows for key in row.line_keys}
        )

    def find_turn_report(self, row: ScheduleRow) -> TableWord | None:
        """Return the open report that *row* was played in the wrong direction, if any."""
        row_key = (row.round_no, row.ns, row.ew)
        for stored_entry in reversed(self._line_entries):
            is_report = stored_entry.kind == TableWord.Kind.TURNED
            if is_report and (stored_entry.round_no, stored_entry.ns, stored_entry.ew) == row_key:
                return stored_entry
        return None

    @cached_property
    def round_no(self) -> int:
        """The round that the table plays: the first that isn't complete, else the last.

        A round without play here is over once the clock has left it, and one before the table's
        link was made in any case.
        """
        for round_no in self._all_rounds:
            if not self._is_over(round_no):
                return round_no
        return self.last_round

    @property
    def last_round(self) -> int:
        """The number of rounds of the movement, at least 1."""
        return max(1, self.plan.rounds if self.plan else 1)

    @property
    def is_over(self) -> bool:
        """Whether every round of this table is played."""
        return bool(self.row_by_round) and all(map(self._is_over, self._all_rounds))

    @property
    def previous_row(self) -> ScheduleRow | None:
        """The row that the table played before the current one, if any."""
        current_row = self.row_by_round.get(self.round_no)
        current_round_and_half = current_row.round_and_half if current_row else (self.round_no, 0)
        previous_rows = [row for row in self.rows if row.round_and_half < current_round_and_half]
        if previous_rows:
            return previous_rows[-1]
        return None

    @property
    def _all_rounds(self) -> range:
        return range(1, self.last_round + 1)

    def _is_over(self, round_no: int) -> bool:
        session = self.section.session
        # A clock that was set back since repeats the rounds from there.
        if round_no < min(self.first_round, session.round_no):
            return True
        row = self.row_by_round.get(round_no)
        if row is None:
            is_current = session.clock != Clock.WAITING and session.round_no == round_no
            return not is_current
        return self.is_complete(row)

    def is_entered(self, line: Key) -> bool:
        """Return whether *line* has a result."""
        return line in self.result_by_line and self.result_by_line[line].is_entered

    def is_complete(self, row: ScheduleRow) -> bool:
        """Return whether every board of *row* has a result, or nobody waits for its boards."""
        return row.is_settled or all(map(self.is_entered, row.line_keys))

    def find_row(self, line: Key) -> ScheduleRow | None:
        """Return the row in which *line* is played here. None if it isn't."""
        return next((row for row in self.rows if line in row.line_keys), None)

    def find_board_line(self, board_no: int) -> Key | None:
        """Return the line of *board_no* in its latest round here so far. None without one."""
        return next(iter(self.list_board_lines(board_no)), None)

    def list_board_lines(self, board_no: int) -> list[Key]:
        """Return the lines of *board_no* here so far, the latest first.

        If the board hasn't come yet, return the lines to come.
        """
        # Some movements bring a board to a table twice, with other pairs.
        rows = [row for row in self.rows if board_no in row.boards]
        rows_so_far = [row for row in rows if row.round_no <= self.round_no]
        return [(board_no, row.ns, row.ew) for row in reversed(rows_so_far or rows)]

    def find_source_entry(self, line: Key) -> TableWord | None:
        """Return the entry that made the result of *line*. None if no entry of this table did."""
        line_result = self.result_by_line.get(line)
        if line_result:
            return find_source_entry(self.entries_by_line.get(line, ()), line_result)
        return None

    def find_open_question(self, line: Key) -> TableWord | None:
        """Return the latest question about *line* that differs from its result, if any."""
        line_result = self.result_by_line.get(line)
        for stored_entry in reversed(self.entries_by_line.get(line, ())):
            if stored_entry.needs_decision and (
                line_result is None or stored_entry.text != line_result.text
            ):
                return stored_entry
        return None

    def needs_confirmation(self, line: Key) -> bool:
        """Return whether the opponents still have to confirm *line* or a question about it."""
        if self.find_open_question(line):
            return True
        stored_entry = self.find_source_entry(line)
        return stored_entry is not None and not stored_entry.is_agreed

    def is_to_be_played_later(self, line: Key) -> bool:
        """Return whether the director lets *line* be played later than its round."""
        line_result = self.result_by_line.get(line)
        return line_result is not None and line_result.text == LATER

    def is_open(self, line: Key) -> bool:
        """Return whether *line* is to be played later, to be confirmed or to be checked."""
        return (
            self.is_to_be_played_later(line)
            or self.needs_confirmation(line)
            or line in self.check_requests_by_line
        )

    def fetch_next_seats_by_row(
        self, rows: Iterable[ScheduleRow]
    ) -> dict[tuple[int, int], dict[str, str]]:
        """Return where the players of *rows* go next, by round and half, as texts. (Costs one query.)

        The texts are by side ("ns", "ew") for pairs and teams, since the half of a team keeps its
        side, and by seat ("N" …) for single players.
        """
        rows = list(rows)
        if not rows:
            return {}
        # The second half of a match is in the same round, so both rounds are read.
        round_nos = {number for row in rows for number in (row.round_no, row.round_no + 1)}
        plan_rows = self.plan.rows.filter(round_no__in=round_nos)
        if not self.is_individual:
            numbers = {number for row in rows for number in (row.ns, row.ew)}
            plan_rows = plan_rows.filter(Q(ns__in=numbers) | Q(ew__in=numbers))
        seat_by_sitter_round: dict[_SitterRound, tuple[int, str]] = {}
        for plan_row in plan_rows.order_by("pk"):
            half_of_round = (plan_row.round_no, plan_row.half == 2)
            for sitter, seat_name in self._list_sitting_players(
                plan_row.ns, plan_row.ew, plan_row.players
            ):
                seat_by_sitter_round[(half_of_round, *sitter)] = (plan_row.table_no, seat_name)
        next_seats_by_row: dict[tuple[int, int], dict[str, str]] = {}
        for row in rows:
            next_seats = {}
            for sitter, seat_name in self._list_sitting_players(row.ns, row.ew, row.players):
                name = seat_name if self.is_individual else seat_name.lower().replace("-", "")
                next_seats[name] = self._describe_next_seat(
                    row, sitter, seat_name, seat_by_sitter_round
                )
            next_seats_by_row[row.round_and_half] = next_seats
        return next_seats_by_row

    def _list_sitting_players(
        self, ns: int, ew: int, players: Sequence[int] | None
    ) -> list[tuple[_Sitter, str]]:
        """Return who sits at a table, each with the seat or side."""
        if self.is_individual:
            # A row off schedule names no players.
            return [
                ((player, ""), seat) for player, seat in zip(players or (), "NESW", strict=False)
            ]
        if get_contest_record(self.section).has_halves:
            return [((ns, "N-S"), "N-S"), ((ew, "E-W"), "E-W")]
        return [((ns, ""), "N-S"), ((ew, ""), "E-W")]

    def _describe_next_seat(
        self,
        row: ScheduleRow,
        sitter: _Sitter,
        seat_name: str,
        seat_by_sitter_round: Mapping[_SitterRound, tuple[int, str]],
    ) -> str:
        """Return where *sitter* goes from *seat_name* in *row*. Empty after the last round."""
        is_second_half_next = row.half == 1
        round_no = row.round_no if is_second_half_next else row.round_no + 1
        if round_no > self.last_round:
            return ""
        seat = seat_by_sitter_round.get(((round_no, is_second_half_next), *sitter))
        if seat is None:
            number, _side = sitter
            has_bye = any(
                (bye_round, bye_number) == (row.round_no + 1, number)
                for bye_round, bye_number, *_table in self.plan.sit_outs
            )
            # A knock-out has no rows for the losers of a match.
            if has_bye or not get_format(self.plan).is_knockout:
                return "sit out"
            return OUT
        if seat == (self.table_no, seat_name):
            return "stay"
        table_no, next_seat_name = seat
        return f"table {table_no} {SEAT_NAMES.get(next_seat_name, next_seat_name)}"


def fetch_player_names_by_seat(section: Section, row: ScheduleRow | None) -> dict[str, str]:
    """Return the players' names by seat in *row*, "" for unknown ones.

    One query, two for teams with a line-up or pairs with a substitute.
    """
    name_by_seat = dict.fromkeys("NSEW", "")
    if row is None:
        return name_by_seat
    if section.team_size:
        name_by_player = fetch_name_by_seat(section, row.round_no)
        # A row off schedule names no players.
        return {
            seat: name_by_player.get(player, "")
            for seat, player in zip("NESW", row.players, strict=False)
        }
    if get_contest_record(section).has_line_ups:
        sitters = fetch_line_ups(section).get_line_sitters(row.ns, row.ew, row.round_no)
        for seat, sitter in zip("NESW", sitters, strict=True):
            if sitter:
                name_by_seat[seat] = sitter.text
        return name_by_seat
    for number, entry_names in fetch_entry_names_by_number(
        section, row.players or (row.ns, row.ew)
    ).items():
        for order, sitter in entry_names.get_players_by_number(row.round_no).items():
            name_by_seat[_get_seat(row, number, order)] = sitter.name
    return name_by_seat


def fetch_next_names_by_row(
    section: Section, rows: Iterable[ScheduleRow]
) -> dict[tuple[int, int], dict[str, str]]:
    """Return who sits in the next round on the seats of *rows*, by round and half.

    The players change if somebody is replaced. Each row costs the queries of
    :func:`fetch_player_names_by_seat`.
    """
    next_names_by_row = {}
    for row in rows:
        is_second_half_next = row.half == 1
        next_round = row.round_no if is_second_half_next else row.round_no + 1
        next_names_by_row[row.round_and_half] = fetch_player_names_by_seat(
            section, replace(row, round_no=next_round)
        )
    return next_names_by_row


def _get_seat(row: ScheduleRow, number: int, order: int) -> str:
    """Return the seat of the *order*-th player (from 1) of a pair or player *number*."""
    if row.players:
        return "NESW"[row.players.index(number)]
    side = "NS" if number == row.ns else "EW"
    return side[min(order, 2) - 1]


def find_result_entry(line_result: LineResult, game: str) -> LineEntry | None:
    """Return the parsed result. None if the line has none or is to be played later."""
    if line_result.text in ("", LATER):
        return None
    return parse_line_entry(line_result.text, game=game)
