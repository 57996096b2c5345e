"""Who of the club the players of a file are: found by number first, then by name, else added."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from director.boards.paper.imports.scoring_fields import SourceSession
from director.core.base import sentences as desk_sentences
from director.core.base.changes import count_club_change
from director.core.base.storage.rows_insert import rows_insert
from director.errors import DeskError
from director.formats.source.model import SourcePair, SourcePlayer
from director.models import Club, Entry, EntryPlayer, Person, PersonNumber, Section, Session

BATCH = 500
"""How many rows one statement stores, well below what any database takes."""
_LONGEST_NAME = cast(int, Person._meta.get_field("name").max_length)
_LONGEST_NUMBER = cast(int, Person._meta.get_field("number").max_length)


class FilePeople:
    """The people of *club*, looked up for the players of *pairs*; ``warnings`` grows while they are.

    A person known by a number, whichever body gave it, keeps the name the club has.  A person known by name gets the
    number of the file if they have none; with another number it is somebody else.  A number that the file gives to
    several names means nothing; a player without a name is somebody only by number.

    Everybody is looked up in memory, however many there are; nothing is stored before :meth:`store`.
    """

    def __init__(self, club: Club, pairs: Sequence[SourcePair]) -> None:
        self.warnings: list[str] = []
        self._club = club
        self._by_numbers: dict[str, list[Person]] = defaultdict(list)
        self._by_names: dict[str, list[Person]] = defaultdict(list)
        people = {person.pk: person for person in club.people.order_by("pk")}
        for person in people.values():
            self._know(person)
        for known in PersonNumber.objects.filter(person__club=club):
            if people[known.person_id] not in self._by_numbers[known.number]:
                self._by_numbers[known.number].append(people[known.person_id])
        self.added: list[Person] = []
        self._numbered: list[Person] = []
        self._seated: dict[int, str] = {}  # by the identity of the person, who may have no key yet
        self._names_of: dict[str, set[str]] = defaultdict(set)
        for pair in pairs:
            for player in pair.players:
                self._doubt(player)
                self._names_of[_number(player)].add(player.name.casefold())

    def _doubt(self, player: SourcePlayer) -> None:
        given = player.national_id or player.club_id
        if given and not _has_digit(player.national_id + player.club_id):
            self.warnings.append(
                f"“{given[:_LONGEST_NUMBER]}” of {player.name or 'a player without a name'} isn’t a membership "
                "number and was left out. Add it in People if it is right."
            )

    def of_pair(self, pair: SourcePair, label: str) -> list[Person]:
        """Return the people of *pair*, called *label*; somebody unknown, or who sits elsewhere already, is left out.

        :raises DeskError: if a name is too long
        """
        seated = []
        for player in pair.players:
            person = self._find(player)
            if person is None:
                continue  # nobody knows who it is; the file's reader warned
            if id(person) in self._seated:
                self.warnings.append(
                    f"{person.name} is in pair {self._seated[id(person)]} and in pair {label}; "
                    "the second place was left empty. Correct it in Seats."
                )
                continue
            self._seated[id(person)] = label
            seated.append(person)
        return seated

    def next_session(self) -> None:
        """Let everybody sit down again."""
        self._seated.clear()

    def store(self) -> None:
        """Store who is new and what was learned, in few queries."""
        Person.objects.bulk_create(self.added, batch_size=BATCH)
        if self._numbered:
            Person.objects.bulk_update(self._numbered, ["number"], batch_size=BATCH)
            count_club_change(self._club.pk)

    def _know(self, person: Person) -> None:
        self._by_names[person.name.casefold()].append(person)
        if person.number:
            self._by_numbers[person.number].append(person)

    def _find(self, player: SourcePlayer) -> Person | None:
        if len(player.name) > _LONGEST_NAME:
            raise DeskError(desk_sentences.NAME_TOO_LONG, name=player.name[:40], most=_LONGEST_NAME)
        number = _number(player)
        if len(self._names_of[number]) > 1:
            number = ""
        if not player.name:
            known = self._by_numbers.get(number, [])
            return known[0] if len(known) == 1 else None
        person = self._by_number(player.name, number) if number else None
        return person or self._by_name(player.name, number) or self._add(player.name, number)

    def _by_number(self, name: str, number: str) -> Person | None:
        numbered = self._by_numbers.get(number, [])
        same = [person for person in numbered if person.name.casefold() == name.casefold()]
        if same or len(numbered) != 1:
            return same[0] if same else None
        self.warnings.append(
            f"Number {number} is {numbered[0].name} at the club but {name} in the file. The club’s name is used."
        )
        return numbered[0]

    def _by_name(self, name: str, number: str) -> Person | None:
        namesakes = self._by_names.get(name.casefold(), [])
        without = [person for person in namesakes if not person.number]
        if without and number:
            self._learn(without[0], number)
        if without or number or len(namesakes) < 2:
            return without[0] if without else None if number or not namesakes else namesakes[0]
        self.warnings.append(
            f"{len(namesakes)} people of the club are called {name} and the file has no number; one more was added. "
            "If two are the same, merge them in People."
        )
        return None

    def _learn(self, person: Person, number: str) -> None:
        """Give *person*, known by name, the *number* of the file."""
        person.number = number
        self._by_numbers[number].append(person)
        if person.pk is not None:
            self._numbered.append(person)

    def _add(self, name: str, number: str) -> Person:
        person = Person(club=self._club, name=name, number=number)
        self._know(person)
        self.added.append(person)
        return person


def _number(player: SourcePlayer) -> str:
    """Return the number of *player*, the federation's before the club's, ``""`` without one that can be kept."""
    number = next(filter(_has_digit, (player.national_id, player.club_id)), "")
    return number if len(number) <= _LONGEST_NUMBER else ""


def _has_digit(text: str) -> bool:
    """Return whether *text* can be a number; a file has a field for it, so any that holds a digit is taken."""
    return any(map(str.isdecimal, text))


# Storing the sections of a file with their pairs, each with the place that it had in a session before.


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """What there is to say about the people of a file: what was done, and what a person should look at."""

    notes: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _PairPlace:
    """A pair in its place, and who plays; nobody where the file names no one."""

    section: Section
    pair_no: int
    people: tuple[Person, ...]

    @property
    def keys(self) -> Iterator[Hashable]:
        """By what the pair is known again in another session: its people, else number, section and direction."""
        if self.people:
            yield frozenset(map(id, self.people))
        yield self.section.letter, self.section.number(self.pair_no), self.section.direction(self.pair_no)


def fields_store(scoring_fields: Sequence[SourceSession]) -> None:
    """Store the sessions and sections of *scoring_fields*, whose event is stored."""
    Session.objects.bulk_create([of.scoring_field.session for of in scoring_fields], batch_size=BATCH)
    Section.objects.bulk_create(
        [section for of in scoring_fields for section in of.scoring_field.sections], batch_size=BATCH
    )


def fields_seat(club: Club, scoring_fields: Sequence[SourceSession]) -> PeopleReport:
    """Store the people and pairs of *scoring_fields*, whose sections are stored.

    :raises DeskError: if a name is too long
    """
    people = FilePeople(
        club, [pair for of in scoring_fields for _section, source in of.sections for pair in source.pairs]
    )
    sessions = []
    for of in scoring_fields:
        people.next_session()
        sessions.append(list(_seats(of, people)))
    people.store()
    return PeopleReport(tuple(_entries_store(sessions)), tuple(dict.fromkeys(people.warnings)))


def _seats(of: SourceSession, people: FilePeople) -> Iterator[_PairPlace]:
    for section, source in of.sections:
        for pair in source.pairs:
            pair_no = section.pair_no(pair.number, pair.direction)
            label = of.scoring_field.label(of.scoring_field.pair(section, pair_no))
            yield _PairPlace(section, pair_no, tuple(people.of_pair(pair, label)))


def _entries_store(sessions: Sequence[Sequence[_PairPlace]]) -> Iterator[str]:
    """Store the pairs of all *sessions*, and yield how many of each later one go on from one before."""
    last: dict[Hashable, Entry] = {}
    for number, seats in enumerate(sessions, start=1):
        former = _continued(seats, last)
        entries = Entry.objects.bulk_create(
            [
                Entry(section=seat.section, pair_no=seat.pair_no, continues=former.get(at))
                for at, seat in enumerate(seats)
            ],
            batch_size=BATCH,
        )
        _players_store(seats, entries)
        last |= {key: entry for seat, entry in zip(seats, entries, strict=True) for key in seat.keys}
        if number > 1:
            yield f"{len(former)} of the {len(seats)} pairs of session {number} continue from an earlier session."


def _continued(seats: Sequence[_PairPlace], last: dict[Hashable, Entry]) -> dict[int, Entry]:
    """Return the entry that each of *seats* continues, by position; nobody continues what somebody else does."""
    former: dict[int, Entry] = {}
    taken: set[Entry] = set()
    for at, seat in sorted(enumerate(seats), key=lambda placed: not placed[1].people):
        entry = last.get(next(seat.keys))
        if entry and entry not in taken:
            former[at] = entry
            taken.add(entry)
    return former


def _players_store(seats: Sequence[_PairPlace], entries: Sequence[Entry]) -> None:
    rows_insert(
        EntryPlayer,
        ("entry", "section", "person", "order", "is_captain"),
        (
            (entry.pk, seat.section.pk, person.pk, order, False)
            for seat, entry in zip(seats, entries, strict=True)
            for order, person in enumerate(seat.people, start=1)
        ),
    )
