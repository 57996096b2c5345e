"""The results of a whole event: the sheets of its sessions, and the standings after all sessions.

Scored events are cached by their version, so an event is scored once after every change. What no
result changes is cached by itself, so only the results are read again after an entry.
At the end are the scores of each person of an entry that several people shared.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import ScoringField, fetch_scoring_field
from director.boards.movement.sitters import Presence, Sitter
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.overall import EventField
from director.boards.scoring.standings.setup import EventSetup
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.versions import EventVersion, LruCache, fetch_event_version
from director.models import Event, Section
from director.sheets import (
    BoardSheet,
    Heading,
    PairCard,
    Points,
    Recap,
    RecapRow,
    StandingGroup,
    StandingRow,
    Standings,
)


class EventResults:
    """The sheets of every session of an event, calculated when needed.

    *event* should come with its club. Errors are those of :class:`SessionResults`.
    """

    def __init__(
        self,
        event: Event,
        scoring_fields: Iterable[ScoringField] | None = None,
        *,
        setup: EventSetup | None = None,
    ) -> None:
        self._setup = setup or EventSetup(event, scoring_fields)
        self.event = self._setup.event
        self.sessions = tuple(map(SessionResults.from_setup, self._setup.sessions))
        if self.has_several_sessions:
            for index, sheets in enumerate(self.sessions):
                sheets.follows_places = partial(self._follows_places, index)

    def read(self) -> None:
        """Make all queries now, so that later calculation makes none."""
        for session_results in self.sessions:
            session_results.read()
        _read = self._setup.first_seat_by_seat  # a cached property, which makes the last query

    def find_session(self, number: int) -> SessionResults | None:
        """Return the sheets of the session with *number*, or None."""
        for session_results in self.sessions:
            if session_results.scoring_field.session.number == number:
                return session_results
        return None

    @property
    def first_session(self) -> SessionResults:
        """The sheets of the first session, for most events the only one."""
        return self.sessions[0]

    @property
    def has_several_sessions(self) -> bool:
        """Whether there are several sessions."""
        return len(self.sessions) > 1

    @property
    def heading(self) -> Heading:
        """The heading of a list of the whole event."""
        if self.has_several_sessions:
            return replace(self.first_session.heading, session="", movement="", fingerprint="")
        return self.first_session.heading

    @cached_property
    def standings(self) -> Standings:
        """The standings after all sessions that have a result."""
        if not self.has_several_sessions:
            return self.first_session.standings
        begun_sessions = [
            session_results for session_results in self.sessions if session_results.results_in
        ]
        if not begun_sessions:
            # Without any result the first session stands for all, so that entrants are listed.
            begun_sessions = [self.first_session]
        begun_indexes = [self.sessions.index(begun_session) for begun_session in begun_sessions]
        field = self._make_event_field(begun_indexes)
        titles = []
        notes = []
        for session_results in begun_sessions:
            title = session_results.scoring_field.session.title
            titles.append(title)
            notes += [f"{title}: {note}" for note in session_results.standings.notes]
        return Standings(
            heading=self.heading,
            method=self.first_session.method,
            groups=tuple(field.iter_groups()),
            results_in=self.results_in,
            results_due=self.results_due,
            notes=(*field.iter_notes(), *notes),
            sessions=tuple(titles),
        )

    @property
    def results_in(self) -> int:
        """The number of lines of all sessions that have a result."""
        return sum(session_results.results_in for session_results in self.sessions)

    @property
    def results_due(self) -> int:
        """The number of results in the plans of all sessions."""
        return sum(session_results.results_due for session_results in self.sessions)

    @property
    def is_complete(self) -> bool:
        """Whether every result of the plans is entered."""
        return self.results_in >= self.results_due

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards, session by session."""
        return tuple(board for session_results in self.sessions for board in session_results.boards)

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs, session by session."""
        return tuple(card for session_results in self.sessions for card in session_results.pairs)

    @cached_property
    def recap(self) -> Recap:
        """The field of every session, board by board."""
        if not self.has_several_sessions:
            return self.first_session.recap
        recaps = [session_results.recap for session_results in self.sessions]
        boards = sorted({board_no for recap in recaps for board_no in recap.boards})
        return Recap(self.heading, tuple(boards), tuple(_merge_recap_rows(recaps, boards)))

    def list_session_seats(self, row: StandingRow) -> list[tuple[SessionResults, int]]:
        """Return the sheets of every session of *row*'s contestant, with its number there."""
        session_results = self.find_session(row.session_no) or self.first_session
        if not self.has_several_sessions:
            return [(session_results, row.contestant)]
        row_seat = (self.sessions.index(session_results), row.contestant)
        first_seat_by_seat = self._setup.first_seat_by_seat
        first_seat = first_seat_by_seat.get(row_seat, row_seat)
        seats = sorted(seat for seat, first in first_seat_by_seat.items() if first == first_seat)
        return [(self.sessions[index], pair_no) for index, pair_no in seats]

    def get_letter(self, row: StandingRow) -> str:
        """Return the letter of the section in which the contestant of *row* sits, "" without any."""
        session_results = self.find_session(row.session_no) or self.first_session
        return session_results.scoring_field.get_letter(row.contestant)

    def _follows_places(self, index: int) -> bool:
        """Return whether the sections of the session at *index* are finals by the ranks before.

        Only the last session with results can have finals.
        """
        begun_indexes = [number for number, sheets in enumerate(self.sessions) if sheets.results_in]
        if not begun_indexes or index != begun_indexes[-1]:
            return False
        return self._make_event_field(begun_indexes).has_finals

    def _make_event_field(self, counted_sessions: Sequence[int]) -> EventField:
        first_seat_by_seat = self._setup.first_seat_by_seat
        first_seats = sorted(set(first_seat_by_seat.values()))
        number_by_first_seat = {seat: number for number, seat in enumerate(first_seats)}
        number_by_seat = {
            seat: number_by_first_seat[first_seat]
            for seat, first_seat in first_seat_by_seat.items()
        }
        return EventField(
            event=self.event,
            sessions=self.sessions,
            counted_sessions=counted_sessions,
            number_by_seat=number_by_seat,
            first_seats=first_seats,
        )


def filter_section_standings(
    results: EventResults, standings: Standings, section: Section
) -> Standings:
    """Return *standings* of *results* with the rows of contestants in sections named like *section*.

    Ranks and figures stay as they are. Groups without such a row are left out. If no group is left,
    one is empty. Titles begin with the section.
    """
    session_results = results.find_session(section.session.number) or results.first_session
    section_title = session_results.ranking_field.get_title(section)
    groups = []
    for group in standings.groups:
        rows = tuple(row for row in group.rows if results.get_letter(row) == section.letter)
        title = group.title
        if not title.startswith(section_title):
            title = ", ".join(filter(None, (section_title, title)))
        if rows:
            groups.append(StandingGroup(title, rows))
    return replace(standings, groups=tuple(groups) or (StandingGroup(section_title, ()),))


def _merge_recap_rows(recaps: Iterable[Recap], boards: Iterable[int]) -> Iterator[RecapRow]:
    """Yield the rows of all *recaps*, each with a figure or None for every one of *boards*."""
    for recap in recaps:
        for row in recap.rows:
            points = dict(zip(recap.boards, row.points, strict=True))
            yield replace(row, points=tuple(points.get(board_no) for board_no in boards))


CACHED_EVENTS = 4
"""Scored events that are cached per process, and setups of events."""

_SETUP_CACHE = LruCache[EventSetup](CACHED_EVENTS)
RESULTS_CACHE = LruCache[EventResults](CACHED_EVENTS)
"""Makes a page of a 50-table event in 15 ms instead of 42 or more, if the page itself isn't cached."""


def get_cached_results(version: EventVersion | None, event: Event) -> EventResults:
    """Return the results of *event* at *version*, shared by all pages made at that version.

    An event is thus scored once after every change, even if many of its pages are opened. Results
    without a version are not shared.
    """
    if version is None:
        return EventResults(event)
    results = RESULTS_CACHE.get(version)
    if results is None:
        setup = _SETUP_CACHE.get(version.setup_key) or EventSetup(event)
        results = fetch_results(setup)
        # A change during the scoring would store newer results under an older version.
        if fetch_event_version(event.pk) == version:
            _SETUP_CACHE.set(version.setup_key, setup)
            RESULTS_CACHE.set(version, results)
    return results


def load_results(event: Event) -> EventResults:
    """Return the results of *event* as it is stored now, with all queries made."""
    version = fetch_event_version(event.pk)
    if version:
        results = RESULTS_CACHE.get(version)
        if results:
            return results
        setup = _SETUP_CACHE.get(version.setup_key)
        if setup:
            return get_cached_results(version, setup.event)
    stored_event = Event.objects.select_related("club").get(pk=event.pk)
    if version:
        return get_cached_results(version, stored_event)
    return fetch_results(EventSetup(stored_event))


def load_session_sheets(section: Section) -> SessionResults:
    """Return the sheets of the session of *section* as they are stored now, with all queries made."""
    session_results = load_results(section.session.event).find_session(section.session.number)
    # Somebody may have removed the session since *section* was read.
    return session_results or SessionResults(fetch_scoring_field(section))


def fetch_results(setup: EventSetup) -> EventResults:
    """Return the results of the event of *setup* with all queries made."""
    setup.read()
    results = EventResults(setup.event, setup=setup)
    results.read()
    return results


def find_cached_lines(section: Section) -> SectionLines | None:
    """Return the cached lines of *section*, which is locked with its event, before any change. No query."""
    event = section.session.event
    for version in RESULTS_CACHE.keys:
        if (version.event_id, version.change_no) == (event.pk, event.change_no):
            results = RESULTS_CACHE.get(version)
            session_results = results.find_session(section.session.number) if results else None
            return session_results.get_section_lines(section) if session_results else None
    return None


# A person who played only some of the boards gets the points of those boards. For teams, whose points
# belong to matches, only boards are counted.


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """The score of a *sitter* on the *boards* they played. *total* and *percent* can be None."""

    sitter: Sitter
    boards: int
    total: Points = None
    percent: Fraction | None = None

    @property
    def name(self) -> str:
        """The name, with a word after it for a substitute of a team."""
        return self.sitter.text


def list_played_parts(session_results: SessionResults, row: StandingRow) -> tuple[PlayedPart, ...]:
    """Return each person's score for the contestant of *row*, in the order in which they came.

    It is empty unless they shared the boards. Totals are sums of board points. If the total of
    *row* is no such sum, for example after a penalty, only boards are counted.
    """
    entry_names = session_results.entry_names_by_number.get(row.contestant)
    if entry_names is None:
        return ()
    lines = [
        line
        for line in session_results.lines_by_pair[row.contestant]
        if session_results.get_points(row.contestant, line) is not None
    ]
    if session_results.sitters_by_line:
        return tuple(
            _make_team_parts(session_results, row.contestant, entry_names.presences, lines)
        )
    if not entry_names.replaced_players:
        return ()
    total_part = _make_played_part(session_results, row.contestant, Sitter(0, ""), lines)
    is_sum_of_boards = (
        row.total is None or total_part.total == row.total or total_part.percent == row.percent
    )
    parts = []
    for presence in entry_names.presences:
        lines_played = [line for line in lines if presence.is_in_round(line.round_no)]
        part = _make_played_part(session_results, row.contestant, presence.sitter, lines_played)
        if not is_sum_of_boards:
            part = PlayedPart(part.sitter, part.boards)
        parts.append(part)
    return tuple(parts)


def list_event_parts(results: EventResults, row: StandingRow) -> tuple[PlayedPart, ...]:
    """Return each person's score for the contestant of *row* over all sessions.

    Over several sessions only the boards are added up. It is empty if the same people played all
    of every session.
    """
    seats = results.list_session_seats(row)
    if len(seats) < 2:
        return tuple(
            part
            for sheets, pair_no in seats
            for part in list_played_parts(sheets, _get_session_row(sheets, pair_no, row))
        )
    boards: dict[Sitter, int] = {}
    has_changes = False
    people_by_session: list[set[int]] = []
    for sheets, pair_no in seats:
        session_row = _get_session_row(sheets, pair_no, row)
        parts = list_played_parts(sheets, session_row)
        entry_names = sheets.entry_names_by_number.get(pair_no)
        sitters = list(entry_names.sitter_by_box.values()) if entry_names else []
        people = {sitter.person_id for sitter in sitters}
        if people_by_session and not sheets.results_in:
            # Nobody has played in this session yet, so other names are no change.
            people = people_by_session[-1]
        people_by_session.append(people)
        if parts or people != people_by_session[0]:
            has_changes = True
        for part in parts or [PlayedPart(sitter, session_row.boards) for sitter in sitters]:
            boards[part.sitter] = boards.get(part.sitter, 0) + part.boards
    if not has_changes:
        return ()
    return tuple(PlayedPart(sitter, count) for sitter, count in boards.items())


def _get_session_row(
    session_results: SessionResults, pair_no: int, row: StandingRow
) -> StandingRow:
    """Return the row of *pair_no* in its own session."""
    return next(
        (candidate for candidate in session_results.rows if candidate.contestant == pair_no), row
    )


def _make_played_part(
    session_results: SessionResults, contestant: int, sitter: Sitter, lines: Iterable[SectionLine]
) -> PlayedPart:
    points = tops = Fraction()
    boards = 0
    for line in lines:
        boards += 1
        points += Fraction(session_results.get_points(contestant, line) or 0)
        tops += Fraction(session_results.scored.get_top(line.board_no, line.ns) or 0)
    percent = points * 100 / tops if tops else None
    return PlayedPart(sitter, boards, points, percent)


def _make_team_parts(
    session_results: SessionResults,
    team: int,
    presences: Iterable[Presence],
    lines: Iterable[SectionLine],
) -> Iterator[PlayedPart]:
    """Yield the boards of each person of *team*, if others than its present members played."""
    sitters = {presence.sitter.person_id: presence.sitter for presence in presences}
    boards = dict.fromkeys(sitters, 0)
    members = session_results.scoring_field.list_members
    for line in lines:
        north, east, south, west = session_results.sitters_by_line.get(
            get_line_key(line), (None,) * 4
        )
        team_sitters: list[Sitter | None] = []
        if team in members(line.ns):
            team_sitters += (north, south)
        if team in members(line.ew):
            team_sitters += (east, west)
        for sitter in filter(None, team_sitters):
            sitters.setdefault(sitter.person_id, sitter)
            boards[sitter.person_id] = boards.get(sitter.person_id, 0) + 1
    if session_results.entry_names_by_number[team].replaced_players or any(
        sitter.is_visitor for sitter in sitters.values()
    ):
        for person_id, sitter in sitters.items():
            yield PlayedPart(sitter, boards[person_id])
