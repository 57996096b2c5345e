"""Storing the sections of a file with their pairs, each with the place that it had in a session before."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from director.boards.importing.people import BATCH, FilePeople
from director.boards.importing.sittings import SourceSitting
from director.desk.storage.rows import rows_insert
from director.models import Club, Entry, EntryPlayer, Person, Section, Session


@dataclass(frozen=True, slots=True)
class Seated:
    """What there is to say about the people of a file: what was done, and what a person should look at."""

    notes: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Seat:
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


def sittings_store(sittings: Sequence[SourceSitting]) -> None:
    """Store the sessions and sections of *sittings*, whose event is stored."""
    Session.objects.bulk_create([of.sitting.session for of in sittings], batch_size=BATCH)
    Section.objects.bulk_create([section for of in sittings for section in of.sitting.sections], batch_size=BATCH)


def sittings_seat(club: Club, sittings: Sequence[SourceSitting]) -> Seated:
    """Store the people and pairs of *sittings*, whose sections are stored.

    :raises DeskError: if a name is too long
    """
    people = FilePeople(club, [pair for of in sittings for _section, source in of.sections for pair in source.pairs])
    sessions = []
    for of in sittings:
        people.next_session()
        sessions.append(list(_seats(of, people)))
    people.store()
    return Seated(tuple(_entries_store(sessions)), tuple(dict.fromkeys(people.warnings)))


def _seats(of: SourceSitting, people: FilePeople) -> Iterator[_Seat]:
    for section, source in of.sections:
        for pair in source.pairs:
            pair_no = section.pair_no(pair.number, pair.direction)
            label = of.sitting.label(of.sitting.pair(section, pair_no))
            yield _Seat(section, pair_no, tuple(people.of_pair(pair, label)))


def _entries_store(sessions: Sequence[Sequence[_Seat]]) -> Iterator[str]:
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
            yield f"{len(former)} of the {len(seats)} pairs of session {number} go on from a session before."


def _continued(seats: Sequence[_Seat], last: dict[Hashable, Entry]) -> dict[int, Entry]:
    """Return the entry that each of *seats* continues, by position; nobody continues what somebody else does."""
    former: dict[int, Entry] = {}
    taken: set[Entry] = set()
    for at, seat in sorted(enumerate(seats), key=lambda placed: not placed[1].people):
        entry = last.get(next(seat.keys))
        if entry and entry not in taken:
            former[at] = entry
            taken.add(entry)
    return former


def _players_store(seats: Sequence[_Seat], entries: Sequence[Entry]) -> None:
    rows_insert(
        EntryPlayer,
        ("entry", "section", "person", "order", "is_captain"),
        (
            (entry.pk, seat.section.pk, person.pk, order, False)
            for seat, entry in zip(seats, entries, strict=True)
            for order, person in enumerate(seat.people, start=1)
        ),
    )
