"""A session as one pair, player or team sees it: seats by round, and results so far.

Its own results are shown as far as the club allows.  The results of others are read only to
calculate its shares of the top, and shown only if its table may see them (``state``) and
somebody pressed the button for them.  A team sees no result of a board that its other half has still
to play.

In this module a *key* is a line's board, N-S and E-W number, and a *seat* is the row of the pair's
table in one round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from django.db.models import Q

from director.additions.phones.boards.others import mark_lines_seen
from director.additions.phones.boards.percentages import compute_percentages_by_line
from director.additions.phones.boards.state import EnteredLine, can_see_others
from director.additions.phones.boards.table import SEAT_NAMES, ScheduleRow
from director.boards.contests import CONTESTS
from director.boards.movement.cards.guides import format_half
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import SectionLines, fetch_section_lines
from director.boards.movement.numbering import list_sides
from director.boards.movement.rounds import (
    count_rounds_to_draw,
    fetch_late_contestants,
    get_withdrawals_by_contestant,
)
from director.boards.movement.sections import Key, fetch_section
from director.boards.movement.words import EntryNames, fetch_entry_names_by_number, format_boards
from director.boards.play.table_words import (
    LineResult,
    fetch_seen_lines,
    fetch_side_entries_by_line,
    fetch_side_result_by_line,
    find_source_entry,
)
from director.core.night.table_api import ResultsReader
from director.core.night.table_settings import get_section_settings, get_table_settings
from director.models import Access, Plan, Section, TableWord
from director.models.event import Clock, SectionRef
from director.sheets import PairRound

_AFTER_ALL_ROUNDS = 999


@dataclass(frozen=True, slots=True)
class PairLine:
    """A result of the pair, with its share of the top if the pair may see it."""

    board_no: int
    opponents_text: str  # label and names
    text: str
    score: int | None
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PairPage:
    """All that a pair is shown before the results are published."""

    club: str
    event: str
    contestant_noun: str  # "pair", "player", "team"
    label: str
    names: str
    rounds: tuple[PairRound, ...]
    lines: tuple[PairLine, ...]
    clock_text: str  # "Round 3 is running.", "" where the clock is not shown
    ends_at: datetime | None
    game: str
    average: Fraction | None = None  # of the shares that are shown
    next_round_to_draw: int = 0  # the round that is to be drawn next, 0 if all are known
    knocked_out_after: int = 0  # the last round of a team that is out, as far as the draw tells it
    has_withdrawn: bool = False
    hidden_boards: str = ""  # boards with results that the other half of the team may still play
    has_comparisons: bool = True  # whether the club shows what other tables made
    boards_to_compare: str = ""  # the boards whose other results the pair may ask for

    @property
    def current_round(self) -> PairRound | None:
        """The round that the pair plays or goes to, or None after the last."""
        return next(iter(self.current_seats), None)

    @property
    def current_seats(self) -> tuple[PairRound, ...]:
        """The pair's seats in the current round. A team has one for each half."""
        return tuple(row for row in self.rounds if row.is_now and not row.is_played)

    @property
    def next_seats(self) -> tuple[PairRound, ...]:
        """The pair's seats in the round after the current one."""
        if self.current_round is None:
            return ()
        current_round_no = self.current_round.round_no
        later_rounds = [row.round_no for row in self.rounds if row.round_no > current_round_no]
        next_round_no = min(later_rounds, default=0)
        return tuple(row for row in self.rounds if row.round_no == next_round_no)

    @property
    def compared_count(self) -> int:
        """The number of boards whose share is shown."""
        return sum(line.percent is not None for line in self.lines)


def read_player_page(access: Access, *, reader: ResultsReader) -> PairPage:
    """Return the page of the pair that has *access*. A constant number of queries.

    :raises GoneError: if the section was removed
    """
    return _fetch_pair(access, reader).make_page()


def reveal_compared_results(access: Access, *, reader: ResultsReader) -> None:
    """Reveal other tables' results on the boards of *access*'s pair, if it may see them.

    The lines are marked as seen, as on a table's phone.

    :raises GoneError: if the section was removed
    """
    pair = _fetch_pair(access, reader)
    mark_lines_seen(pair.section, pair.plan, pair.table_by_hidden_line, reader=reader)


def _fetch_pair(access: Access, reader: ResultsReader) -> "_Pair":
    letter = access.section.letter if access.section else ""
    section = fetch_section(SectionRef(access.session_id, letter))
    return _Pair(section, access.entry.pair_no if access.entry else 0, reader)


@dataclass(frozen=True)
class _PairSeat:
    """A round of the pair: its table and row."""

    table_no: int
    row: ScheduleRow


@dataclass(frozen=True)
class _Pair:
    """A pair of a section with its stored records."""

    section: Section
    pair_no: int
    reader: ResultsReader

    def make_page(self) -> PairPage:
        event = self.section.session.event
        lines = self._pair_lines
        percentages = [line.percent for line in lines if line.percent is not None]
        names = ""
        if self.pair_no in self._names_by_number:
            names = self._names_by_number[self.pair_no].full_text
        average = None
        if percentages:
            average = sum(percentages, Fraction()) / len(percentages)
        boards_to_compare = {board_no for board_no, _ns, _ew in self.table_by_hidden_line}
        hidden_keys = self.result_by_line.keys() - self._visible_keys
        hidden_boards = {board_no for board_no, _ns, _ew in hidden_keys} - boards_to_compare
        round_to_draw = 0
        if self.plan and count_rounds_to_draw(self.plan) and not self._is_out:
            round_to_draw = self.plan.rounds + 1
        return PairPage(
            club=event.club.name,
            event=event.name,
            contestant_noun=CONTESTS[event.contest].contestant_noun,
            label=self._format_pair_label(self.pair_no),
            names=names,
            rounds=self._rounds,
            lines=lines,
            clock_text=self._clock_text,
            ends_at=self._ends_at,
            game=event.game,
            average=average,
            next_round_to_draw=round_to_draw,
            knocked_out_after=self._knocked_out_after,
            has_withdrawn=self._has_withdrawn,
            hidden_boards=format_boards(sorted(hidden_boards)),
            has_comparisons=get_section_settings(self.section).others != "never",
            boards_to_compare=format_boards(sorted(boards_to_compare)),
        )

    @property
    def _has_withdrawn(self) -> bool:
        if self.plan is None or self.pair_no not in get_withdrawals_by_contestant(self.plan):
            return False
        return self.pair_no not in fetch_late_contestants(self.plan)

    @property
    def _is_out(self) -> bool:
        """Whether the pair is out of a drawn contest."""
        return bool(self._knocked_out_after) or self._has_withdrawn

    @cached_property
    def _knocked_out_after(self) -> int:
        """The last round that the pair played in a knock-out, or 0 if it plays on."""
        if self.plan is None or not get_format(self.plan).is_knockout:
            return 0
        waiting_rounds = [
            round_no
            for round_no, contestant, *_where in self.plan.sit_outs
            if contestant == self.pair_no
        ]
        last_round = max([*waiting_rounds, *(seat.row.round_no for seat in self.seats)], default=0)
        if last_round < self.plan.rounds:
            return last_round
        return 0

    @cached_property
    def plan(self) -> Plan | None:
        return self.section.plan

    @cached_property
    def sides(self) -> frozenset[int]:
        """The numbers of the sides on which the pair plays."""
        return frozenset(list_sides(self.section, self.pair_no) or {self.pair_no})

    @cached_property
    def seats(self) -> tuple[_PairSeat, ...]:
        """The pair's seat in each round, as planned or as it happened."""
        if self.plan is None:
            return ()
        is_own_row = Q(ns__in=self.sides) | Q(ew__in=self.sides)
        planned_seats = [
            _PairSeat(
                row.table_no,
                ScheduleRow(
                    row.round_no,
                    row.ns,
                    row.ew,
                    tuple(row.boards),
                    is_shared=row.shared,
                    is_switched=row.arrow_switched,
                    players=tuple(row.players or ()),
                    half=row.half,
                ),
            )
            for row in self.plan.rows.filter(is_own_row)
        ]
        played_seats = [
            _PairSeat(row.table_no, ScheduleRow(row.round_no, row.ns, row.ew, tuple(row.boards)))
            for row in self.section.played_rows.filter(is_own_row)
        ]
        changed_rounds = {seat.row.round_no for seat in played_seats}
        seats = [
            *(seat for seat in planned_seats if seat.row.round_no not in changed_rounds),
            *played_seats,
        ]
        return tuple(sorted(seats, key=lambda seat: (*seat.row.round_and_half, seat.table_no)))

    @cached_property
    def result_by_line(self) -> dict[Key, LineResult]:
        """The results of the pair's lines."""
        lines = fetch_side_result_by_line(self.section, self.sides)
        return {key: line_result for key, line_result in lines.items() if line_result.is_entered}

    @cached_property
    def _names_by_number(self) -> Mapping[int, EntryNames]:
        """The names of the pair and its opponents."""
        sides = {self.pair_no}
        for _board_no, ns, ew in self.result_by_line:
            sides |= {ns, ew}
        for seat in self.seats:
            sides |= {seat.row.ns, seat.row.ew}
        members = {member for side in sides for member in self.section.list_members(side)}
        return fetch_entry_names_by_number(self.section, members)

    def _get_side_name(self, number: int, round_no: int | None) -> str:
        """Return the names of the side *number* in *round_no*, "" if they aren't known."""
        members = [
            self._names_by_number[member]
            for member in self.section.list_members(number)
            if member in self._names_by_number
        ]
        return " & ".join(filter(None, (member.get_name_in_round(round_no) for member in members)))

    @property
    def _rounds(self) -> tuple[PairRound, ...]:
        played_rounds = []
        for seat in self.seats:
            for is_ns in self._list_seated_sides(seat.row.ns, seat.row.ew):
                played_rounds.append(self._make_round(seat, is_ns))
        rounds = [*played_rounds, *self._sit_outs]
        rounds.sort(key=lambda row: row.round_no)
        current_round = next((row.round_no for row in rounds if not row.is_played), 0)
        return tuple(replace(row, is_now=row.round_no == current_round) for row in rounds)

    @property
    def _sit_outs(self) -> list[PairRound]:
        """The rounds in which the pair sits out."""
        sit_outs = self.plan.sit_outs if self.plan else ()
        rounds_with_seat = {seat.row.round_no for seat in self.seats}
        current_round = max(self._last_begun_round, self.section.session.round_no)
        is_over = self.section.session.clock == Clock.OVER
        rounds = []
        for round_no, contestant, *where in sit_outs:
            if contestant != self.pair_no or round_no in rounds_with_seat:
                continue
            # Not every movement has a table for the pair that sits out.
            table_no = where[0] if where else None
            is_played = is_over or round_no < current_round
            rounds.append(
                PairRound(round_no, self._format_table(table_no or 0), is_played=is_played)
            )
        return rounds

    @property
    def _last_begun_round(self) -> int:
        """The last round in which the pair has a result, or 0."""
        begun_rounds = [
            seat.row.round_no
            for seat in self.seats
            if any(key in self.result_by_line for key in seat.row.line_keys)
        ]
        return max(begun_rounds, default=0)

    def _list_seated_sides(self, ns: int, ew: int) -> list[bool]:
        """Return the sides of a table on which the pair sat, with True for N-S."""
        return [is_ns for is_ns, side in ((True, ns), (False, ew)) if side in self.sides]

    def _make_round(self, seat: _PairSeat, is_ns: bool) -> PairRound:
        row = seat.row
        opponent = row.ew if is_ns else row.ns
        partner = 0
        side = "N-S" if is_ns is not row.is_switched else "E-W"
        if self.section.team_size:
            side = f"{side}, {self._format_pair_label(row.ns if is_ns else row.ew)}"
        elif self.pair_no in row.players:
            seat_index = row.players.index(self.pair_no)
            partner = row.players[(seat_index + 2) % 4]  # the seats go round N, E, S, W
            side = SEAT_NAMES["NESW"[seat_index]]
        return PairRound(
            round_no=row.round_no,
            table=self._format_table(seat.table_no),
            side=", ".join(filter(None, (side, format_half(row.half)))),
            opponents=self._format_pair_label(opponent),
            opponent_names=self._get_side_name(opponent, row.round_no),
            boards=format_boards(row.boards),
            is_played=self._is_complete(row),
            partner=self._format_pair_label(partner) if partner else "",
            partner_name=self._get_side_name(partner, row.round_no) if partner else "",
        )

    def _is_complete(self, row: ScheduleRow) -> bool:
        return all(key in self.result_by_line for key in row.line_keys)

    @cached_property
    def _pair_lines(self) -> tuple[PairLine, ...]:
        return tuple(
            self._make_pair_line(
                key, self.result_by_line[key], is_ns, self._shown_percentages_by_line.get(key)
            )
            for key in sorted(self._visible_keys, key=self._get_play_order)
            for is_ns in self._list_seated_sides(*key[1:])
        )

    @cached_property
    def _percentages_by_line(self) -> Mapping[Key, tuple[Fraction, Fraction]]:
        """The shares of the top of the lines that can be compared, shown or not."""
        keys = self._readable_keys
        if not keys:
            return {}
        board_nos = {board_no for board_no, _ns, _ew in keys}
        percentages_by_line = compute_percentages_by_line(self.section, board_nos)
        return {key: percentages_by_line[key] for key in keys if key in percentages_by_line}

    @cached_property
    def _visible_keys(self) -> frozenset[Key]:
        """The pair's lines whose result it may see.

        A board of a team is hidden until both halves have played it and seen other results of it:
        otherwise one half could read here what the other made.
        """
        return frozenset(
            key
            for key in self.result_by_line
            if self._get_keys_of_both_halves(key) <= self._seen_keys
        )

    @cached_property
    def _readable_keys(self) -> frozenset[Key]:
        """The pair's lines that may be compared now. A team's lines at both tables must be."""
        return frozenset(
            key
            for key in self._comparable_keys
            if self._get_keys_of_both_halves(key) <= self._comparable_keys
        )

    @cached_property
    def _seen_keys(self) -> frozenset[Key]:
        """The comparable lines of which the pair has seen other results. The desk sees all."""
        if not self.reader.is_player or not self._comparable_keys:
            return self._comparable_keys
        return fetch_seen_lines(self.section, self._comparable_keys)

    @cached_property
    def _shown_percentages_by_line(self) -> Mapping[Key, tuple[Fraction, Fraction]]:
        return {
            key: percentages
            for key, percentages in self._percentages_by_line.items()
            if key in self._seen_keys & self._visible_keys
        }

    @cached_property
    def table_by_hidden_line(self) -> Mapping[Key, int]:
        """The lines whose other results the pair may ask for, with their tables."""
        table_by_line = {}
        for key in sorted(self._readable_keys - self._seen_keys):
            seat = self._find_line_seat(key)
            # A board that nobody else has played shows nothing.
            if seat and (key in self._percentages_by_line or self._get_keys_of_both_halves(key)):
                table_by_line[key] = seat.table_no
        return table_by_line

    def _get_keys_of_both_halves(self, key: Key) -> set[Key]:
        """Return the lines of a board on which both halves of a team play."""
        if not CONTESTS[self.section.session.event.contest].has_halves:
            return set()
        due_keys = set()
        for seat in self.seats:
            for other_key in seat.row.line_keys:
                if other_key[0] == key[0]:
                    due_keys.add(other_key)
        if due_keys - {key}:
            return due_keys
        return set()

    def _make_pair_line(
        self,
        key: Key,
        line_result: LineResult,
        is_ns: bool,
        percentages: tuple[Fraction, Fraction] | None,
    ) -> PairLine:
        board_no, ns, ew = key
        opponent = ew if is_ns else ns
        seat = self._find_line_seat(key)
        names = self._get_side_name(opponent, seat.row.round_no if seat else None)
        opponents_text = ", ".join(filter(None, (self._format_pair_label(opponent), names)))
        score = line_result.score if is_ns or line_result.score is None else -line_result.score
        percent = percentages[0 if is_ns else 1] if percentages else None
        return PairLine(board_no, opponents_text, line_result.text, score, percent)

    @cached_property
    def _comparable_keys(self) -> frozenset[Key]:
        """The lines for which the pair may see other results now."""
        return frozenset(key for key in self.result_by_line if self._can_compare(key))

    def _can_compare(self, key: Key) -> bool:
        seat, line_result = self._find_line_seat(key), self.result_by_line[key]
        if seat is None:
            return False
        stored_entry = find_source_entry(self._entries_by_line.get(key, ()), line_result)
        entered_line = EnteredLine(seat.row, line_result, stored_entry, self._is_complete(seat.row))
        settings = get_table_settings(self.section, seat.table_no)
        return can_see_others(entered_line, settings, self.section, lambda: self._all_lines)

    @cached_property
    def _entries_by_line(self) -> Mapping[Key, list[TableWord]]:
        """The phone entries about the pair's lines."""
        return fetch_side_entries_by_line(self.section, self.sides)

    @cached_property
    def _all_lines(self) -> SectionLines:
        return fetch_section_lines(self.section, self.plan)

    def _find_line_seat(self, key: Key) -> _PairSeat | None:
        return next((seat for seat in self.seats if key in seat.row.line_keys), None)

    def _get_play_order(self, key: Key) -> tuple[int, int]:
        seat = self._find_line_seat(key)
        # A result without a seat is off schedule: it comes last.
        return (seat.row.round_no if seat else _AFTER_ALL_ROUNDS, key[0])

    def _format_pair_label(self, pair_no: int) -> str:
        return f"{self._section_letter}{self.section.get_label(pair_no)}"

    def _format_table(self, table_no: int) -> str:
        if table_no:
            return f"{self._section_letter}{table_no}"
        return ""

    @cached_property
    def _section_letter(self) -> str:
        if self.section.is_one_of_several:
            return self.section.letter
        return ""

    @property
    def _ends_at(self) -> datetime | None:
        session = self.section.session
        if get_section_settings(self.section).clock:
            return session.round_ends_at or session.break_ends_at
        return None

    @property
    def _clock_text(self) -> str:
        session = self.section.session
        if not get_section_settings(self.section).clock:
            return ""
        match session.clock:
            case Clock.RUNNING:
                return f"Round {session.round_no} ends in"
            case Clock.PAUSED:
                return f"Round {session.round_no}: the clock is paused."
            case Clock.OVER:
                return "Play is over."
        if session.break_ends_at:
            return f"Round {session.round_no} begins in"
        return ""
