"""Store the sections of a file with their pairs, linked over sessions."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from director.additions.imports.formats.source.model import PlayersOfRounds, SourcePair
from director.additions.imports.store.people import BATCH, FilePeople
from director.additions.imports.store.sessions import SourceSession
from director.boards.contests import get_contest
from director.core.base.database import insert_rows
from director.models import Club, Entry, EntryPlayer, LineUpSeat, Person, Section, Session
from director.models.entry import LONGEST_TEAM_NAME


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """Notes and warnings about the people of a file."""

    notes: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _PairPlace:
    """A pair in its section, with its people."""

    section: Section
    pair_no: int
    people: tuple[Person, ...]
    name: str = ""
    earlier_people: tuple[PlayersOfRounds[Person], ...] = ()

    @property
    def keys(self) -> Iterator[Hashable]:
        """The keys by which the pair is found in another session, the best first."""
        yield from self.people_keys
        yield (
            self.section.letter,
            self.section.number(self.pair_no),
            self.section.direction(self.pair_no),
        )

    @property
    def people_keys(self) -> Iterator[Hashable]:
        """The keys of its people, the present ones first."""
        if self.people:
            yield frozenset(map(id, self.people))
        for span in self.earlier_people:
            yield frozenset(map(id, span.players))


def store_sections(source_sessions: Sequence[SourceSession]) -> None:
    """Store the sessions and sections of *source_sessions*, whose event is stored."""
    sessions = []
    sections: list[Section] = []
    for source_session in source_sessions:
        sessions.append(source_session.scoring_field.session)
        sections += source_session.scoring_field.sections
    Session.objects.bulk_create(sessions, batch_size=BATCH)
    Section.objects.bulk_create(sections, batch_size=BATCH)


def store_pairs(club: Club, source_sessions: Sequence[SourceSession]) -> PeopleReport:
    """Store the people and contestants of *source_sessions*, whose sections are stored.

    :raises DeskError: if a name is too long
    """
    pairs: list[SourcePair] = []
    for source_session in source_sessions:
        for _section, source in source_session.sections:
            pairs += source.pairs
    called = get_contest(source_sessions[0].scoring_field.sections[0]).contestant_word
    people = FilePeople(club, pairs, called)
    sessions = []
    for source_session in source_sessions:
        people.begin_session()
        sessions.append(list(_make_pair_places(source_session, people)))
    # Entries refer to people, who must have their keys first.
    people.store()
    notes = tuple(_store_entries(sessions, called))
    # A pair of several sessions gives the same warning in each.
    return PeopleReport(notes, warnings=tuple(dict.fromkeys(people.warnings)))


def _make_pair_places(source_session: SourceSession, people: FilePeople) -> Iterator[_PairPlace]:
    scoring_field = source_session.scoring_field
    for section, source in source_session.sections:
        for pair in source.pairs:
            pair_no = section.pair_no(pair.number, pair.direction)
            label = scoring_field.label(scoring_field.pair(section, pair_no))
            seated = tuple(people.find_pair_people(pair, label))
            earlier = tuple(people.find_earlier_people(pair, seated))
            name = pair.name[:LONGEST_TEAM_NAME]
            yield _PairPlace(section, pair_no, seated, name, earlier)


def _store_entries(sessions: Sequence[Sequence[_PairPlace]], called: str) -> Iterator[str]:
    """Store the contestants of all *sessions*. Yield how many continue from an earlier one."""
    last_entries: dict[Hashable, Entry] = {}
    for number, places in enumerate(sessions, start=1):
        continued = _find_continued_entries(places, last_entries)
        unsaved = [
            Entry(
                section=place.section,
                pair_no=place.pair_no,
                name=place.name,
                continues=continued.get(index),
            )
            for index, place in enumerate(places)
        ]
        entries = Entry.objects.bulk_create(unsaved, batch_size=BATCH)
        insert_rows(EntryPlayer, _PLAYER_COLUMNS, _make_player_rows(places, entries))
        LineUpSeat.objects.bulk_create(_make_earlier_seats(places, entries), batch_size=BATCH)
        for place, entry in zip(places, entries, strict=True):
            last_entries |= dict.fromkeys(place.keys, entry)
        if number > 1:
            yield f"{len(continued)} of the {len(places)} {called}s of session {number} continue from an earlier session."


def _find_continued_entries(
    places: Sequence[_PairPlace], last_entries: dict[Hashable, Entry]
) -> dict[int, Entry]:
    """Return the earlier entry that each pair continues, by its index in *places*."""
    continued: dict[int, Entry] = {}
    taken: set[Entry] = set()
    # Pairs with names choose first: the same people are surer than the same number.
    for index, place in sorted(enumerate(places), key=lambda item: not item[1].people):
        keys = list(place.people_keys) or list(place.keys)
        entry = next(filter(None, map(last_entries.get, keys)), None)
        if entry and entry not in taken:
            continued[index] = entry
            taken.add(entry)
    return continued


_PLAYER_COLUMNS = ("entry", "section", "person", "order", "is_captain")


def _make_player_rows(
    places: Sequence[_PairPlace], entries: Sequence[Entry]
) -> Iterator[tuple[object, ...]]:
    for place, entry in zip(places, entries, strict=True):
        for order, person in enumerate(place.people, start=1):
            yield entry.pk, place.section.pk, person.pk, order, False


def _make_earlier_seats(
    places: Sequence[_PairPlace], entries: Sequence[Entry]
) -> Iterator[LineUpSeat]:
    """Yield the records of the players who were replaced, as Seats stores them."""
    for place, entry in zip(places, entries, strict=True):
        for span in place.earlier_people:
            for box, person in enumerate(span.players, start=1):
                yield LineUpSeat(
                    entry=entry,
                    section=place.section,
                    round_no=span.first_round,
                    to_round=span.last_round,
                    seat=str(box),
                    person=person,
                )
