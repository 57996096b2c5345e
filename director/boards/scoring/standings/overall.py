"""Standings after several sessions: who is one contestant, and in which order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.sections import letter_rank
from director.boards.movement.sitters import Sitter
from director.boards.movement.words import EntryNames
from director.boards.scoring.standings.rows import GROUP_TITLES
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Entry, Event
from director.models.event import Finals, Places
from director.sheets import StandingGroup, StandingRow
from scoring import AfterSessions, Standing, after_sessions, after_stages, are_finals, standings_of

Seat = tuple[int, int]
"""Which of the scoring fields, counted from 0, and the pair's number in it."""


@dataclass(frozen=True)
class EventField:
    """All contestants of several *sessions*. *begun* are the sessions that count."""

    event: Event
    sessions: Sequence[SessionSheets]
    begun: Sequence[int]
    number_of: Mapping[Seat, int]
    firsts: Sequence[Seat]

    def groups(self) -> Iterator[StandingGroup]:
        """Yield the groups that are ranked separately, in order of place."""
        for direction in ("NS", "EW") if self.is_apart else ("",):
            for letter in self._letters():
                rows = tuple(self._group(direction, letter))
                title = ", ".join(
                    filter(None, (f"Section {letter}" if letter else "", GROUP_TITLES[direction]))
                )
                yield StandingGroup(title, rows)

    def notes(self) -> Iterator[str]:
        """Yield sentences on what decides the order besides the figures."""
        called = self.sessions[0].heading.called
        if letters := self._final_letters:
            order = ", then ".join(f"section {letter}" for letter in letters)
            event = self.event
            if event.finals == Finals.ALWAYS:
                how = ""
            else:
                how = ", as its sections follow the places before"
            yield f"Session {self._last.scoring_field.session.number} counts as finals{how}: first {order}."
        if self._places.unfinished:
            yield f"A {called} that missed a session is ranked below those that missed fewer."

    @property
    def _last(self) -> SessionSheets:
        """The sheets of the last session that counts."""
        return self.sessions[self.begun[-1]]

    @cached_property
    def _last_seats(self) -> dict[int, Seat]:
        """The last seat of each contestant in the sessions that count."""
        seats: dict[int, Seat] = {}
        for with_result in (False, True):
            for (at, pair_no), number in sorted(self.number_of.items()):
                row = self._rows.get(number, {}).get(at)
                if row and row.contestant == pair_no and (row.boards > 0 or not with_result):
                    seats[number] = at, pair_no
        return seats

    @cached_property
    def _final_of(self) -> dict[int, int]:
        """The section of the last session of each contestant, 0 first, if they are finals."""
        scoring_field = self._last.scoring_field
        event = self.event
        if len(self.begun) < 2 or not scoring_field.is_divided or event.finals == Finals.NEVER:
            return {}
        if event.places == Places.SECTION or self._last.lines.is_knockout:
            return {}
        letters = [section.letter for section in scoring_field.sections]
        final_of = {
            number: letters.index(scoring_field.letter(pair_no))
            for (at, pair_no), number in self.number_of.items()
            if at == self.begun[-1] and at in self._rows.get(number, {})
        }
        if len(set(final_of.values())) < 2:
            return {}
        if event.finals == Finals.ALWAYS or are_finals(self._seats_before(final_of)):
            return final_of
        return {}

    def _seats_before(self, final_of: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
        """Yield for each contestant its last section, the section before, and its place then."""
        at = self.begun[-2]
        scoring_field = self.sessions[at].scoring_field
        before = [list(self._standings(each)) for each in self.begun[:-1]]
        places = after_sessions(before, by_percent=self.by_percent, apart=self.is_apart).standings
        place_of = {seen.contestant: seen.place for seen in places}
        letters = [section.letter for section in scoring_field.sections]
        for (session, pair_no), number in self.number_of.items():
            if session == at and number in final_of and number in place_of:
                letter = scoring_field.letter(pair_no)
                yield final_of[number], letters.index(letter) if letter else 0, place_of[number]

    @property
    def _final_letters(self) -> list[str]:
        """The letters of the sections of the last session that are finals, in order."""
        sections = self._last.scoring_field.sections
        return [sections[final].letter for final in sorted(set(self._final_of.values()))]

    @cached_property
    def is_apart(self) -> bool:
        """Whether N-S and E-W are ranked separately, since every pair kept its direction."""
        scoring_fields = {at: self.sessions[at].scoring_field for at in self.begun}
        if any(scoring_field.winners == 1 for scoring_field in scoring_fields.values()):
            return False
        directions: dict[int, str] = {}
        return all(
            scoring_fields[at].direction(pair_no)
            == directions.setdefault(number, scoring_fields[at].direction(pair_no))
            for (at, pair_no), number in self.number_of.items()
            if at in scoring_fields
        )

    @cached_property
    def _places(self) -> AfterSessions:
        """The places after the sessions that count, without a knock-out that ends them."""
        standings = [list(self._standings(at)) for at in self.begun]
        counted = standings[:-1] if self._ends_in_knockout else standings
        return after_sessions(
            counted, by_percent=self.by_percent, apart=self.is_apart, finals=self._final_of
        )

    @property
    def _ends_in_knockout(self) -> bool:
        return len(self.begun) > 1 and self._last.lines.is_knockout

    @cached_property
    def after(self) -> tuple[Standing, ...]:
        """The places after the sessions that count, or of the knock-out that ends them."""
        places = self._places.standings
        if self._ends_in_knockout:
            return after_stages(places, list(self._standings(self.begun[-1])))
        return places

    @cached_property
    def by_percent(self) -> bool:
        """Whether the method ranks by percentages."""
        rankings = (self.sessions[at].scored.ranking for at in self.begun)
        return any(seen.percent is not None for ranking in rankings for seen in ranking.standings)

    def _standings(self, at: int) -> Iterator[Standing]:
        """Yield the standings of one session by the numbers of the whole event."""
        sheets = self.sessions[at]
        for seen in sheets.scored.ranking.standings:
            pair_no = sheets.scoring_field.pair_no(seen.contestant, seen.direction)
            yield replace(seen, contestant=self.number_of[at, pair_no])

    @cached_property
    def _is_by_section(self) -> bool:
        is_divided = any(self.sessions[at].scoring_field.is_divided for at in self.begun)
        return is_divided and self.event.places == Places.SECTION

    def _letters(self) -> tuple[str, ...]:
        if not self._is_by_section:
            return ("",)
        letters = {self._letter(number) for number in self._last_seats}
        return tuple(sorted(letters, key=letter_rank))

    def _letter(self, number: int) -> str:
        """Return the section in which a contestant played last."""
        at, pair_no = self._last_seats[number]
        scoring_field = self.sessions[at].scoring_field
        return scoring_field.place(pair_no)[0].letter

    def _group(self, direction: str, letter: str) -> Iterator[StandingRow]:
        members = {number for number in self._last_seats if self._is_of(number, direction, letter)}
        keys = [(direction if self.is_apart else None, number) for number in members]
        placed = standings_of(self.after, keys) if letter else self.after
        for seen in placed:
            if seen.contestant in members:
                yield self._row(seen.contestant, seen)
        ranked = {seen.contestant for seen in self.after}
        yield from (self._row(number, None) for number in sorted(members - ranked))

    def _is_of(self, number: int, direction: str, letter: str) -> bool:
        at, pair_no = self._last_seats[number]
        scoring_field = self.sessions[at].scoring_field
        is_in_direction = not direction or scoring_field.direction(pair_no) == direction
        return is_in_direction and (not letter or self._letter(number) == letter)

    @cached_property
    def _rows(self) -> dict[int, dict[int, StandingRow]]:
        """The rows of each contestant in the lists of the sessions, by session."""
        rows: dict[int, dict[int, StandingRow]] = {}
        for at in self.begun:
            for row in self.sessions[at].rows:
                if (at, row.contestant) in self.number_of:
                    rows.setdefault(self.number_of[at, row.contestant], {})[at] = row
        return rows

    def _row(self, number: int, seen: Standing | None) -> StandingRow:
        at, pair_no = (
            self._last_seats[number]
            if self._is_by_section or self._final_of
            else self.firsts[number]
        )
        sheets = self.sessions[at]
        own = self._rows.get(number, {})
        last = own[max(own)] if own else None
        parts = [own.get(at) for at in self.begun]
        place = seen.place_text if seen else ""
        direction = sheets.scoring_field.direction(pair_no) if self.is_apart else ""
        total = seen.total if seen else None
        percent = seen.percent if seen else None
        stratum = last.stratum if last else ""
        return StandingRow(
            place=place,
            contestant=pair_no,
            label=sheets.scoring_field.label(pair_no),
            names=self._names(number) or (last.names if last else sheets.names.get(pair_no, "")),
            direction=direction,
            boards=sum(row.boards for row in own.values()),
            total=total,
            percent=percent,
            penalties=_join_texts(row.penalties for row in own.values()),
            carry_over=_join_texts(row.carry_over for row in own.values()),
            handicap=_join_texts(row.handicap for row in own.values()),
            stratum=stratum,
            sessions=tuple(
                (row.percent if self.by_percent else row.total) if row else None for row in parts
            ),
            session_no=sheets.scoring_field.session.number,
        )

    def _names(self, number: int) -> str:
        """Return the starters' names with those who joined later, or "" if nobody changed."""
        own = self._rows.get(number, {})
        if len(own) < 2:
            return ""
        entered: dict[int, EntryNames] = {}
        for at, row in sorted(own.items()):
            sheets = self.sessions[at]
            if who := sheets.entered.get(row.contestant):
                entered[sheets.scoring_field.session.number] = who
        if len(entered) > 1:
            return names_over_sessions(entered)
        return ""


def names_over_sessions(entered: Mapping[int, EntryNames]) -> str:
    """Return a contestant's name when players changed between sessions.

    ``""`` where the latest name says all: they are the same people throughout, or a team with a
    name of its own.
    """
    *_before, last = entered.values()
    first_no, first = next(iter(entered.items()))
    began = {each.sitter.person_id for each in first.presences if each.has(1)}
    came: dict[Sitter, list[int]] = {}
    for number, who in entered.items():
        for each in who.presences:
            if each.sitter.person_id not in began:
                came.setdefault(each.sitter, []).append(number)
    if last.name or not began or not came:
        return ""
    if all(numbers == [first_no] for numbers in came.values()):
        return first.full_text
    sessions: dict[tuple[int, ...], list[str]] = {}
    for sitter, numbers in came.items():
        sessions.setdefault(tuple(numbers), []).append(sitter.name)
    told = (
        f"{' & '.join(names)} in session{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
        for numbers, names in sessions.items()
    )
    return f"{first.began_text} ({', '.join(told)})"


def _join_texts(texts: Iterable[str]) -> str:
    return ", ".join(text for text in texts if text)


def first_seats(scoring_fields: Sequence[ScoringField], event: Event) -> dict[Seat, Seat]:
    """Return, for every seat of every session, the pair's seat in its first session."""
    at_of = {scoring_field.session.pk: at for at, scoring_field in enumerate(scoring_fields)}
    sections = {
        section.pk: (scoring_field, section)
        for scoring_field in scoring_fields
        for section in scoring_field.sections
    }
    entries = Entry.objects.filter(section__session__event=event).order_by(
        "section__session__number", "pk"
    )
    seats: dict[int, Seat] = {}
    first: dict[Seat, Seat] = {}
    for pk, section_id, pair_no, continues in entries.values_list(
        "pk", "section_id", "pair_no", "continues"
    ):
        scoring_field, section = sections[section_id]
        seats[pk] = at_of[scoring_field.session.pk], scoring_field.pair(section, pair_no)
        first[seats[pk]] = first[seats[continues]] if continues in seats else seats[pk]
    return first
