"""Store the sections of a file with their pairs, linked over sessions."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from director.boards.paper.imports.people import BATCH, FilePeople
from director.boards.paper.imports.scoring_fields import SourceSession
from director.core.base.storage.insert_rows import insert_rows
from director.models import Club, Entry, EntryPlayer, Person, Section, Session


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """Notes and warnings about the people of a file."""

    notes: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _PairPlace:
    """A pair with its place and its people."""

    section: Section
    pair_no: int
    people: tuple[Person, ...]

    @property
    def keys(self) -> Iterator[Hashable]:
        """The keys that identify the pair in another session."""
        if self.people:
            yield frozenset(map(id, self.people))
        yield (
            self.section.letter,
            self.section.number(self.pair_no),
            self.section.direction(self.pair_no),
        )


def store_fields(scoring_fields: Sequence[SourceSession]) -> None:
    """Store the sessions and sections of *scoring_fields*, whose event is stored."""
    Session.objects.bulk_create(
        [of.scoring_field.session for of in scoring_fields], batch_size=BATCH
    )
    Section.objects.bulk_create(
        [section for of in scoring_fields for section in of.scoring_field.sections],
        batch_size=BATCH,
    )


def seat_fields(club: Club, scoring_fields: Sequence[SourceSession]) -> PeopleReport:
    """Store the people and pairs of *scoring_fields*, whose sections are stored.

    :raises DeskError: if a name is too long
    """
    people = FilePeople(
        club,
        [
            pair
            for of in scoring_fields
            for _section, source in of.sections
            for pair in source.pairs
        ],
    )
    sessions = []
    for of in scoring_fields:
        people.next_session()
        sessions.append(list(_seats(of, people)))
    people.store()
    return PeopleReport(tuple(_store_entries(sessions)), tuple(dict.fromkeys(people.warnings)))


def _seats(of: SourceSession, people: FilePeople) -> Iterator[_PairPlace]:
    for section, source in of.sections:
        for pair in source.pairs:
            pair_no = section.pair_no(pair.number, pair.direction)
            label = of.scoring_field.label(of.scoring_field.pair(section, pair_no))
            yield _PairPlace(section, pair_no, tuple(people.of_pair(pair, label)))


def _store_entries(sessions: Sequence[Sequence[_PairPlace]]) -> Iterator[str]:
    """Store the pairs of all *sessions*. Yield how many continue from before."""
    last: dict[Hashable, Entry] = {}
    for number, seats in enumerate(sessions, start=1):
        former = _continued_entries(seats, last)
        entries = Entry.objects.bulk_create(
            [
                Entry(section=seat.section, pair_no=seat.pair_no, continues=former.get(at))
                for at, seat in enumerate(seats)
            ],
            batch_size=BATCH,
        )
        _store_players(seats, entries)
        last |= {
            key: entry for seat, entry in zip(seats, entries, strict=True) for key in seat.keys
        }
        if number > 1:
            yield f"{len(former)} of the {len(seats)} pairs of session {number} continue from an earlier session."


def _continued_entries(
    seats: Sequence[_PairPlace], last: dict[Hashable, Entry]
) -> dict[int, Entry]:
    """Return the entry that each of *seats* continues."""
    former: dict[int, Entry] = {}
    taken: set[Entry] = set()
    for at, seat in sorted(enumerate(seats), key=lambda placed: not placed[1].people):
        entry = last.get(next(seat.keys))
        if entry and entry not in taken:
            former[at] = entry
            taken.add(entry)
    return former


def _store_players(seats: Sequence[_PairPlace], entries: Sequence[Entry]) -> None:
    insert_rows(
        EntryPlayer,
        ("entry", "section", "person", "order", "is_captain"),
        (
            (entry.pk, seat.section.pk, person.pk, order, False)
            for seat, entry in zip(seats, entries, strict=True)
            for order, person in enumerate(seat.people, start=1)
        ),
    )
