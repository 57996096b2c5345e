"""Seat the people of one place or of a whole list, and store them together.

All names are looked up before anything is stored, so that a field of any size costs the same few
queries.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
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
    make_no_place_error,
    reuse_player_numbers,
)
from director.boards.play.seats.links import SessionLinks
from director.boards.play.seats.section_places import SectionPlaces
from director.core.club.seat_names import PeopleFinder
from director.core.night.journal import Journal
from director.errors import DeskError, PersonTwiceError
from director.models import Entry, EntryPlayer, Person, Section

Items = Sequence[tuple[int, Entrant]]
"""The number of each place with what was typed for it."""


def name_places(
    *,
    section: Section,
    items: Items,
    places: SectionPlaces,
    changes: SeatChanges | None,
    journal: Journal,
    unseated_players: Sequence[EntryPlayer] = (),
) -> list[Entry]:
    """Seat the people of *items* in the locked *section*. Return their entries.

    *places* are those of the section; those of a list were cleared.

    The records of *unseated_players*, who sat at any place of a list, are used again.

    :raises DeskError: if a place doesn't exist
    :raises DeskError: if names can't be used, with the number of their place in
        ``params["at_pair"]``
    """
    reader = _ItemReader(section, items, places)
    named_places = list(reader.iter_places(items))
    reader.finder.add_new_people()
    renamed_places = [place for place in named_places if place.team_name != place.entry.name]
    with journal.change_together():
        for place in renamed_places:
            journal.change(place.entry, name=place.team_name)
    reseated_places = _store_players(section, named_places, unseated_players, journal)
    if changes:
        changes.store_replaced_players(
            {place.entry: place.sitters for place in reseated_places}, journal
        )
    changed_places = [
        place for place in named_places if place in reseated_places or place in renamed_places
    ]
    _renew_links(section, changed_places, journal)
    return [place.entry for place in named_places]


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place, and the people who shall sit there by their order. New ones aren't stored yet.

    *players* are the records of the people who sat there before the change.
    """

    entry: Entry
    entrant: Entrant
    team_name: str
    people: Mapping[int, Person]
    players: Sequence[EntryPlayer]

    @property
    def sitters(self) -> dict[int, Sitter]:
        return {
            order: Sitter(person.pk, person.name) for order, person in sorted(self.people.items())
        }


class _TakenSeat(NamedTuple):
    """A seat in the session, which sorts before those of later places."""

    letter_length: int
    letter: str
    pair_no: int
    order: int
    entry_pk: int
    name: str


class _ItemReader:
    """Reads the items of a list one by one, as if each were stored before the next."""

    def __init__(self, section: Section, items: Items, places: SectionPlaces) -> None:
        self._section = section
        self._places = places
        texts = chain.from_iterable(iter_typed_texts(entrant) for _number, entrant in items)
        self.finder = PeopleFinder(section.session.event.club, texts)
        self._seats = self._fetch_taken_seats_by_number()
        self._named_entries = self._fetch_entries_by_number()

    def iter_places(self, items: Items) -> Iterator[_Place]:
        """Yield the place of each item.

        :raises DeskError: as :func:`name_places`
        """
        for number, entrant in items:
            entry = self._places.entries.get(number)
            # Without a place, the page has no row for the error.
            if entry is None:
                raise make_no_place_error(self._section, number)
            try:
                yield self._read_place(entry, entrant)
            except DeskError as error:
                error.params["at_pair"] = number
                raise

    def _read_place(self, entry: Entry, entrant: Entrant) -> _Place:
        section = self._section
        typed_names = get_names_by_order(section, entry.pair_no, entrant, self.finder)
        team_name = get_team_name(section, entry, entrant, self._named_entries.values())
        players = self._places.get_players(entry)
        seated = [player.person for player in players]
        people = self.finder.get_or_add_people_by_seat(typed_names, seated=seated, is_one=True)
        self._refuse_twice(entry, list(people.values()))
        self._note_seats(entry, team_name, people)
        return _Place(entry, entrant, team_name, people, players)

    def _fetch_taken_seats_by_number(self) -> dict[int, _TakenSeat]:
        """Return the seats of everybody in the session, by person. A query if it has sections."""
        section = self._section
        seats: dict[int, _TakenSeat] = {}
        for entry in self._places.entries.values():
            for player in self._places.get_players(entry):
                seats[player.person_id] = _TakenSeat(
                    len(section.letter),
                    section.letter,
                    entry.pair_no,
                    player.order,
                    entry.pk,
                    player.person.name,
                )
        if section.is_alone:
            return seats
        others = EntryPlayer.objects.filter(section__session=section.session_id)
        columns = ("section__letter", "entry__pair_no", "order", "entry", "person__name", "person")
        for row in others.exclude(section=section).values_list(*columns):
            letter, pair_no, order, entry_pk, name, person_pk = row
            seats[person_pk] = _TakenSeat(len(letter), letter, pair_no, order, entry_pk, name)
        return seats

    def _fetch_entries_by_number(self) -> dict[int, Entry]:
        """Return the teams of the session that have a name. A query if it has sections."""
        section = self._section
        if not get_contest_record(section).has_own_name:
            return {}
        named_entries = {entry.pk: entry for entry in self._places.entries.values() if entry.name}
        if not section.is_alone:
            others = Entry.objects.filter(section__session=section.session_id).exclude(name="")
            for entry in others.exclude(section=section).select_related("section"):
                named_entries[entry.pk] = entry
        return named_entries

    def _note_seats(self, entry: Entry, team_name: str, people: Mapping[int, Person]) -> None:
        """Note who sits at *entry* now, for the items that follow."""
        for key in [key for key, seat in self._seats.items() if seat.entry_pk == entry.pk]:
            del self._seats[key]
        letter = self._section.letter
        for order, person in people.items():
            self._seats[_get_key(person)] = _TakenSeat(
                len(letter), letter, entry.pair_no, order, entry.pk, person.name
            )
        self._named_entries.pop(entry.pk, None)
        if team_name:
            renamed_entry = Entry(pk=entry.pk, section=self._section, pair_no=entry.pair_no)
            renamed_entry.name = team_name
            self._named_entries[entry.pk] = renamed_entry

    def _refuse_twice(self, entry: Entry, people: Sequence[Person]) -> None:
        """Raise if one of *people* occurs twice, or sits at another entry of the session."""
        section = self._section
        for index, person in enumerate(people):
            if person in people[:index]:
                raise self._make_person_twice_error(person.name, section.get_label(entry.pair_no))
        seats = [self._seats[key] for key in map(_get_key, people) if key in self._seats]
        taken_seats = [seat for seat in seats if seat.entry_pk != entry.pk]
        if not taken_seats:
            return
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
    places: Sequence[_Place],
    unseated_players: Sequence[EntryPlayer],
    journal: Journal,
) -> list[_Place]:
    """Store the players of *places* that change. Return these places.

    Those who stay aren't touched, so that a page can be saved as a whole.
    """
    reseated_places: list[_Place] = []
    changed_pks: list[int] = []
    arriving_players: list[EntryPlayer] = []
    for place in places:
        players = place.players
        new_players = _make_players(section, place)
        reuse_player_numbers(new_players, players, unseated_players)
        former_seats, new_seats = _get_seats(players), _get_seats(new_players)
        if former_seats == new_seats:
            continue
        reseated_places.append(place)
        changed_pks += [player.pk for player in players if _get_seat(player) not in new_seats]
        arriving_players += [
            player for player in new_players if _get_seat(player) not in former_seats
        ]
    # Deleted before the others are stored, since two may exchange their seats.
    if changed_pks:
        journal.delete(EntryPlayer.objects.filter(pk__in=changed_pks))
    journal.create_all(arriving_players)
    return reseated_places


def _make_players(section: Section, place: _Place) -> list[EntryPlayer]:
    """Return records, not stored yet, that seat the people of *place*."""
    captain = 0
    if get_contest_record(section).has_captain:
        person_pks = {order: person.pk for order, person in place.people.items()}
        captain = choose_captain_order(section, person_pks, place.entrant, place.players)
    return [
        EntryPlayer(
            entry=place.entry,
            section=section,
            person=person,
            order=order,
            is_captain=order == captain,
        )
        for order, person in place.people.items()
    ]


def _get_seats(players: Iterable[EntryPlayer]) -> set[tuple[int, int, bool]]:
    return {_get_seat(player) for player in players}


def _get_seat(player: EntryPlayer) -> tuple[int, int, bool]:
    return player.order, player.person_id, player.is_captain


def _renew_links(section: Section, places: Sequence[_Place], journal: Journal) -> None:
    if section.is_alone or not places:
        return
    links = SessionLinks(section, journal, [place.entry for place in places])
    with journal.change_together():
        for place in places:
            people = {person.pk for person in place.people.values()}
            links.renew_link(place.entry, place.team_name, people)
