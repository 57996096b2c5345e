"""Seat the people of one entry or of a whole list, and store them together.

All names are looked up before anything is stored, so that a field of any size costs the same few
queries.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from director.boards.contests import Entrant, get_contest_record
from director.boards.movement.sitters import Sitter
from director.boards.play.seats.changes import SeatChanges
from director.boards.play.seats.entrants import (
    choose_captain_order,
    describe_entry,
    get_names_by_order,
    get_team_name,
    iter_typed_texts,
    make_no_entry_error,
    reuse_player_numbers,
)
from director.boards.play.seats.links import SessionLinks
from director.boards.play.seats.section_entries import SectionEntries
from director.core.club.seat_names import PeopleFinder
from director.core.night.journal import Journal
from director.errors import DeskError, PersonTwiceError
from director.models import Entry, EntryPlayer, Person, Section

TypedEntries = Sequence[tuple[int, Entrant]]
"""The number of each entry with what was typed for it."""


def store_entry_names(
    *,
    section: Section,
    typed_entries: TypedEntries,
    section_entries: SectionEntries,
    changes: SeatChanges | None,
    journal: Journal,
    unseated_players: Sequence[EntryPlayer] = (),
) -> list[Entry]:
    """Seat the people of *typed_entries* in the locked *section*. Return their entries.

    Entries of a list have been cleared in *section_entries* before. If one of their
    *unseated_players* is in the list again, the same record is stored, so that its number stays.

    :raises DeskError: if an entry doesn't exist
    :raises DeskError: if names can't be used, with the number of their entry in
        ``params["at_pair"]``
    """
    reader = _TypedEntryReader(section, typed_entries, section_entries)
    named_entries = list(reader.iter_named_entries(typed_entries))
    reader.finder.add_new_people()
    renamed_entries = [named for named in named_entries if named.team_name != named.entry.name]
    with journal.change_together():
        for named in renamed_entries:
            journal.change(named.entry, name=named.team_name)
    reseated_entries = _store_players(section, named_entries, unseated_players, journal)
    if changes:
        changes.store_replaced_players(
            {named.entry: named.sitters for named in reseated_entries}, journal
        )
    changed_entries = [
        named for named in named_entries if named in reseated_entries or named in renamed_entries
    ]
    _renew_links(section, changed_entries, journal)
    return [named.entry for named in named_entries]


@dataclass(frozen=True, slots=True, eq=False)
class _NamedEntry:
    """An entry with the people who shall sit there."""

    entry: Entry
    entrant: Entrant
    team_name: str
    people: Mapping[int, Person]  # by order; new people aren't stored yet
    players: Sequence[EntryPlayer]  # the records before the change

    @property
    def sitters(self) -> dict[int, Sitter]:
        return {
            order: Sitter(person.pk, person.name) for order, person in sorted(self.people.items())
        }


class _TakenSeat(NamedTuple):
    """A seat in the session. Seats sort by section, entry and order."""

    letter_length: int  # first, so that section Z sorts before AA
    letter: str
    pair_no: int
    order: int
    entry_pk: int
    name: str


class _TypedEntryReader:
    """Reads typed entries one by one, as if each were stored before the next."""

    def __init__(
        self, section: Section, typed_entries: TypedEntries, section_entries: SectionEntries
    ) -> None:
        self._section = section
        self._section_entries = section_entries
        texts: list[str] = []
        for _number, entrant in typed_entries:
            texts += iter_typed_texts(entrant)
        self.finder = PeopleFinder(section.session.event.club, texts)
        self._seat_by_person = self._fetch_taken_seat_by_person()
        self._entry_with_name_by_pk = self._fetch_entries_with_names()

    def iter_named_entries(self, typed_entries: TypedEntries) -> Iterator[_NamedEntry]:
        """Yield the people of each of *typed_entries*.

        :raises DeskError: as :func:`store_entry_names`
        """
        for number, entrant in typed_entries:
            entry = self._section_entries.entries.get(number)
            # Raised without "at_pair", since the page has no row for this number.
            if entry is None:
                raise make_no_entry_error(self._section, number)
            try:
                yield self._read_entry(entry, entrant)
            except DeskError as error:
                error.params["at_pair"] = number
                raise

    def _read_entry(self, entry: Entry, entrant: Entrant) -> _NamedEntry:
        section = self._section
        typed_names = get_names_by_order(section, entry.pair_no, entrant, self.finder)
        entries_with_names = self._entry_with_name_by_pk.values()
        team_name = get_team_name(section, entry, entrant, entries_with_names)
        players = self._section_entries.get_players(entry)
        seated = [player.person for player in players]
        people = self.finder.get_or_add_people_by_seat(typed_names, seated=seated, is_one=True)
        self._refuse_person_twice(entry, list(people.values()))
        self._note_seats(entry, team_name, people)
        return _NamedEntry(entry, entrant, team_name=team_name, people=people, players=players)

    def _fetch_taken_seat_by_person(self) -> dict[int, _TakenSeat]:
        """Return everybody's seat in the session. One query if the event has other sections."""
        section = self._section
        seats: dict[int, _TakenSeat] = {}
        for entry in self._section_entries.entries.values():
            for player in self._section_entries.get_players(entry):
                seats[player.person_id] = _TakenSeat(
                    len(section.letter),
                    section.letter,
                    pair_no=entry.pair_no,
                    order=player.order,
                    entry_pk=entry.pk,
                    name=player.person.name,
                )
        if section.is_alone:
            return seats
        others = EntryPlayer.objects.filter(section__session=section.session_id)
        columns = ("section__letter", "entry__pair_no", "order", "entry", "person__name", "person")
        for row in others.exclude(section=section).values_list(*columns):
            letter, *seat_fields, person_pk = row
            seats[person_pk] = _TakenSeat(len(letter), letter, *seat_fields)
        return seats

    def _fetch_entries_with_names(self) -> dict[int, Entry]:
        """Return the session's teams with a name. One query if the event has other sections."""
        section = self._section
        if not get_contest_record(section).has_own_name:
            return {}
        entry_by_pk = {
            entry.pk: entry for entry in self._section_entries.entries.values() if entry.name
        }
        if not section.is_alone:
            others = Entry.objects.filter(section__session=section.session_id).exclude(name="")
            for entry in others.exclude(section=section).select_related("section"):
                entry_by_pk[entry.pk] = entry
        return entry_by_pk

    def _note_seats(self, entry: Entry, team_name: str, people: Mapping[int, Person]) -> None:
        """Note who sits at *entry* now, for the typed entries that follow."""
        self._seat_by_person = {
            person_key: seat
            for person_key, seat in self._seat_by_person.items()
            if seat.entry_pk != entry.pk
        }
        letter = self._section.letter
        for order, person in people.items():
            self._seat_by_person[_get_key(person)] = _TakenSeat(
                len(letter),
                letter,
                pair_no=entry.pair_no,
                order=order,
                entry_pk=entry.pk,
                name=person.name,
            )
        self._entry_with_name_by_pk.pop(entry.pk, None)
        if team_name:
            # A copy: the stored entry keeps its name until the journal changes it.
            renamed_entry = Entry(pk=entry.pk, section=self._section, pair_no=entry.pair_no)
            renamed_entry.name = team_name
            self._entry_with_name_by_pk[entry.pk] = renamed_entry

    def _refuse_person_twice(self, entry: Entry, people: Sequence[Person]) -> None:
        """Raise if one of *people* occurs twice, or sits at another entry of the session."""
        section = self._section
        for index, person in enumerate(people):
            if person in people[:index]:
                raise self._make_person_twice_error(person.name, section.get_label(entry.pair_no))
        taken_seats: list[_TakenSeat] = []
        for person in people:
            seat = self._seat_by_person.get(_get_key(person))
            if seat and seat.entry_pk != entry.pk:
                taken_seats.append(seat)
        if not taken_seats:
            return
        # The message names one seat, the first in the order of the page.
        seat = min(taken_seats)
        label = section.get_label(seat.pair_no)
        if seat.letter != section.letter:
            other_section = Section.objects.get(entries=seat.entry_pk)
            label = f"{other_section.get_label(seat.pair_no)} of section {seat.letter}"
        raise self._make_person_twice_error(seat.name, label)

    def _make_person_twice_error(self, name: str, label: str) -> PersonTwiceError:
        return PersonTwiceError(
            "person-twice",
            "{name} already plays {where}. Remove the name there first, or correct this one.",
            name=name,
            where=describe_entry(self._section, label),
        )


def _get_key(person: Person) -> int:
    """Return the key of *person* among those of a list."""
    # New people have no primary key yet, and no primary key is negative.
    return person.pk or -id(person)


def _store_players(
    section: Section,
    named_entries: Sequence[_NamedEntry],
    unseated_players: Sequence[EntryPlayer],
    journal: Journal,
) -> list[_NamedEntry]:
    """Store the players of *named_entries* that change. Return these entries.

    Players who stay aren't touched, so that saving a whole page records only what has changed.
    """
    reseated_entries: list[_NamedEntry] = []
    changed_pks: list[int] = []
    arriving_players: list[EntryPlayer] = []
    for named in named_entries:
        players = named.players
        new_players = _make_players(section, named)
        reuse_player_numbers(new_players, players, unseated_players)
        previous_seats = _get_seats(players)
        new_seats = _get_seats(new_players)
        if previous_seats == new_seats:
            continue
        reseated_entries.append(named)
        changed_pks += [player.pk for player in players if _get_seat(player) not in new_seats]
        arriving_players += [
            player for player in new_players if _get_seat(player) not in previous_seats
        ]
    # Deleted before the others are stored, since two may exchange their seats.
    if changed_pks:
        journal.delete(EntryPlayer.objects.filter(pk__in=changed_pks))
    journal.create_all(arriving_players)
    return reseated_entries


def _make_players(section: Section, named: _NamedEntry) -> list[EntryPlayer]:
    """Return records, not stored yet, that seat the people of *named*."""
    captain = 0
    if get_contest_record(section).has_captain:
        person_pks = {order: person.pk for order, person in named.people.items()}
        captain = choose_captain_order(section, person_pks, named.entrant, named.players)
    return [
        EntryPlayer(
            entry=named.entry,
            section=section,
            person=person,
            order=order,
            is_captain=order == captain,
        )
        for order, person in named.people.items()
    ]


def _get_seats(players: Iterable[EntryPlayer]) -> set[tuple[int, int, bool]]:
    return {_get_seat(player) for player in players}


def _get_seat(player: EntryPlayer) -> tuple[int, int, bool]:
    return player.order, player.person_id, player.is_captain


def _renew_links(section: Section, named_entries: Sequence[_NamedEntry], journal: Journal) -> None:
    """Link *named_entries* with the entries of the same people in neighbouring sessions."""
    if section.is_alone or not named_entries:
        return
    links = SessionLinks(section, journal, [named.entry for named in named_entries])
    with journal.change_together():
        for named in named_entries:
            people = {person.pk for person in named.people.values()}
            links.renew_link(named.entry, named.team_name, people)
