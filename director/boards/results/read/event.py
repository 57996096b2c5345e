"""All that is published or exported of an event: the sheets of its sessions, and the standings after all of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from director.boards.results.read.sheets import GROUP_TITLES, SessionSheets
from director.boards.scoring_field import ScoringField, event_fields
from director.models import Entry, Event
from director.models.event import Places
from director.sheets import BoardSheet, Heading, PairCard, Recap, RecapRow, StandingGroup, StandingRow, Standings
from scoring import Standing, after_sessions, after_stages, standings_of

Seat = tuple[int, int]
"""Which of the scoring fields, counted from 0, and the pair's number in it."""


@dataclass(frozen=True, slots=True)
class ReadAt:
    """What results were read at: the *frame* of the event, its latest act and when that was made, what was undone."""

    frame: str
    act: tuple[int, datetime | None]
    undone: frozenset[int]


class EventResults:
    """The sheets of every session of an event; nothing is computed before it is asked for.

    *event* should come with its club.  Errors are those of :class:`SessionSheets`.
    """

    def __init__(self, event: Event, scoring_fields: Iterable[ScoringField] | None = None) -> None:
        self.event = event
        self.read_at: ReadAt | None = None
        scoring_fields = event_fields(event) if scoring_fields is None else scoring_fields
        self.sessions = tuple(SessionSheets(scoring_field) for scoring_field in scoring_fields)

    def again(self, event: Event, boards: Collection[int]) -> "EventResults":
        """Return the results of *event* with what is stored on *boards* now, where nothing else of it has changed."""
        results = EventResults(event, ())
        results.sessions = tuple(sheets.again(boards) for sheets in self.sessions)
        return results

    def read(self) -> None:
        """Read now whatever the sheets follow from: what is asked for later is computed, and no query is made."""
        for sheets in self.sessions:
            sheets.read()
        _read = self._contestants

    def session(self, number: int) -> SessionSheets | None:
        """Return the sheets of the session with that *number*, ``None`` if there is none."""
        return next((sheets for sheets in self.sessions if sheets.scoring_field.session.number == number), None)

    @property
    def first(self) -> SessionSheets:
        """The sheets of the first session, which is most often the only one."""
        return self.sessions[0]

    @property
    def has_several(self) -> bool:
        """Whether there are several sessions."""
        return len(self.sessions) > 1

    @property
    def heading(self) -> Heading:
        """What a list of the whole event carries."""
        return (
            replace(self.first.heading, session="", movement="", fingerprint="")
            if self.has_several
            else (self.first.heading)
        )

    @cached_property
    def standings(self) -> Standings:
        """The standings after all sessions that have a result."""
        if not self.has_several:
            return self.first.standings
        begun = [sheets for sheets in self.sessions if sheets.results_in] or [self.first]
        notes = (
            f"Session {sheets.scoring_field.session.number}: {note}"
            for sheets in begun
            for note in sheets.standings.notes
        )
        return Standings(
            heading=self.heading,
            method=self.first.method,
            groups=tuple(self._groups([self.sessions.index(sheets) for sheets in begun])),
            results_in=self.results_in,
            results_due=self.results_due,
            notes=tuple(notes),
            sessions=tuple(f"Session {sheets.scoring_field.session.number}" for sheets in begun),
        )

    @property
    def results_in(self) -> int:
        """How many lines of all sessions have a result."""
        return sum(sheets.results_in for sheets in self.sessions)

    @property
    def results_due(self) -> int:
        """How many the plans of all sessions ask for."""
        return sum(sheets.results_due for sheets in self.sessions)

    @property
    def is_complete(self) -> bool:
        """Whether every result of the plans is entered."""
        return self.results_in >= self.results_due

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards, session by session."""
        return tuple(board for sheets in self.sessions for board in sheets.boards)

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs, session by session."""
        return tuple(card for sheets in self.sessions for card in sheets.pairs)

    @cached_property
    def recap(self) -> Recap:
        """The field of every session, board by board."""
        if not self.has_several:
            return self.first.recap
        recaps = [sheets.recap for sheets in self.sessions]
        boards = sorted({board_no for recap in recaps for board_no in recap.boards})
        return Recap(self.heading, tuple(boards), tuple(_recap_rows(recaps, boards)))

    @cached_property
    def _contestants(self) -> dict[Seat, Seat]:
        """Where everybody sat when they sat down first: the same for all the seats of one contestant; one query."""
        return _first_seats([sheets.scoring_field for sheets in self.sessions], self.event) if self.has_several else {}

    def _groups(self, begun: Sequence[int]) -> Iterator[StandingGroup]:
        firsts = sorted(set(self._contestants.values()))
        numbers = {first: number for number, first in enumerate(firsts)}
        field = _EventField(self, begun, {seat: numbers[first] for seat, first in self._contestants.items()}, firsts)
        yield from field.groups()


@dataclass(frozen=True)
class _EventField:
    """All contestants of an event of several sessions, by numbers of their own; *begun* are the sessions that count."""

    results: EventResults
    begun: Sequence[int]
    number_of: Mapping[Seat, int]
    firsts: Sequence[Seat]

    def groups(self) -> Iterator[StandingGroup]:
        """Yield the groups that are ranked by themselves, each in order of place, then those without one."""
        for direction in ("NS", "EW") if self.is_apart else ("",):
            for letter in self._letters():
                rows = tuple(self._group(direction, letter))
                title = ", ".join(filter(None, (f"Section {letter}" if letter else "", GROUP_TITLES[direction])))
                yield StandingGroup(title, rows)

    @cached_property
    def is_apart(self) -> bool:
        """Whether N-S and E-W are ranked by themselves: where every pair kept its direction throughout."""
        scoring_fields = [sheets.scoring_field for sheets in self.results.sessions]
        if any(scoring_field.winners == 1 for scoring_field in scoring_fields):
            return False
        directions: dict[int, str] = {}
        return all(
            scoring_fields[at].direction(pair_no)
            == directions.setdefault(number, scoring_fields[at].direction(pair_no))
            for (at, pair_no), number in self.number_of.items()
        )

    @cached_property
    def after(self) -> tuple[Standing, ...]:
        """The places after the sessions that count; a knock-out that ends them decides."""
        standings = [list(self._standings(at)) for at in self.begun]
        *before, last = standings
        is_last = len(standings) > 1 and self.results.sessions[self.begun[-1]].lines.is_knockout
        counted = before if is_last else standings
        places = after_sessions(counted, by_percent=self.by_percent, apart=self.is_apart).standings
        return after_stages(places, last) if is_last else places

    @cached_property
    def by_percent(self) -> bool:
        """Whether the method ranks by percentages."""
        rankings = (self.results.sessions[at].scored.ranking for at in self.begun)
        return any(seen.percent is not None for ranking in rankings for seen in ranking.standings)

    def _standings(self, at: int) -> Iterator[Standing]:
        """Yield the standings of one session by the numbers of the whole event."""
        sheets = self.results.sessions[at]
        for seen in sheets.scored.ranking.standings:
            pair_no = sheets.scoring_field.pair_no(seen.contestant, seen.direction)
            yield replace(seen, contestant=self.number_of[at, pair_no])

    def _letters(self) -> tuple[str, ...]:
        scoring_field = self.results.first.scoring_field
        by_section = scoring_field.is_divided and self.results.event.places == Places.SECTION
        return tuple(section.letter for section in scoring_field.sections) if by_section else ("",)

    def _group(self, direction: str, letter: str) -> Iterator[StandingRow]:
        members = {number for number in range(len(self.firsts)) if self._is_of(number, direction, letter)}
        keys = [(direction if self.is_apart else None, number) for number in members]
        placed = standings_of(self.after, keys) if letter else self.after
        for seen in placed:
            if seen.contestant in members:
                yield self._row(seen.contestant, seen)
        ranked = {seen.contestant for seen in self.after}
        yield from (self._row(number, None) for number in sorted(members - ranked))

    def _is_of(self, number: int, direction: str, letter: str) -> bool:
        at, pair_no = self.firsts[number]
        scoring_field = self.results.sessions[at].scoring_field
        return (not direction or scoring_field.direction(pair_no) == direction) and (
            not letter or scoring_field.letter(pair_no) == letter
        )

    @cached_property
    def _rows(self) -> dict[int, dict[int, StandingRow]]:
        """The rows of each contestant in the lists of the sessions, by session."""
        rows: dict[int, dict[int, StandingRow]] = {}
        for at in self.begun:
            for row in self.results.sessions[at].rows:
                if (at, row.contestant) in self.number_of:
                    rows.setdefault(self.number_of[at, row.contestant], {})[at] = row
        return rows

    def _row(self, number: int, seen: Standing | None) -> StandingRow:
        at, pair_no = self.firsts[number]
        sheets = self.results.sessions[at]
        own = self._rows.get(number, {})
        last = own[max(own)] if own else None
        parts = [own.get(at) for at in self.begun]
        return StandingRow(
            place=seen.place_text if seen else "",
            contestant=pair_no,
            label=sheets.scoring_field.label(pair_no),
            names=last.names if last else sheets.names.get(pair_no, ""),
            direction=sheets.scoring_field.direction(pair_no) if self.is_apart else "",
            boards=sum(row.boards for row in own.values()),
            total=seen.total if seen else None,
            percent=seen.percent if seen else None,
            penalties=_joined(row.penalties for row in own.values()),
            carry_over=_joined(row.carry_over for row in own.values()),
            handicap=_joined(row.handicap for row in own.values()),
            stratum=last.stratum if last else "",
            sessions=tuple((row.percent if self.by_percent else row.total) if row else None for row in parts),
            session_no=sheets.scoring_field.session.number,
        )


def _recap_rows(recaps: Iterable[Recap], boards: Iterable[int]) -> Iterator[RecapRow]:
    """Yield the rows of all *recaps*, each with a place for every one of *boards*."""
    for recap in recaps:
        for row in recap.rows:
            points = dict(zip(recap.boards, row.points, strict=True))
            yield replace(row, points=tuple(points.get(board_no) for board_no in boards))


def _joined(texts: Iterable[str]) -> str:
    return ", ".join(text for text in texts if text)


def _first_seats(scoring_fields: Sequence[ScoringField], event: Event) -> dict[Seat, Seat]:
    """Return, for every seat of every session, the seat that its pair had when it sat down first."""
    at_of = {scoring_field.session.pk: at for at, scoring_field in enumerate(scoring_fields)}
    sections = {
        section.pk: (scoring_field, section) for scoring_field in scoring_fields for section in scoring_field.sections
    }
    entries = Entry.objects.filter(section__session__event=event).order_by("section__session__number", "pk")
    seats: dict[int, Seat] = {}
    first: dict[Seat, Seat] = {}
    for pk, section_id, pair_no, continues in entries.values_list("pk", "section_id", "pair_no", "continues"):
        scoring_field, section = sections[section_id]
        seats[pk] = at_of[scoring_field.session.pk], scoring_field.pair(section, pair_no)
        first[seats[pk]] = first[seats[continues]] if continues in seats else seats[pk]
    return first
