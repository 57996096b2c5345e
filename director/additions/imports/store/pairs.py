"""Store the contestants of a file with their people, linked over sessions."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from director.additions.imports.formats.source.model import PlayersOfRounds, SourcePair
from director.additions.imports.store.people import BATCH, FilePeople
from director.additions.imports.store.sections import SourceSession
from director.boards.contests import get_contest_record
from director.core.base.database import insert_rows
from director.models import Club, Entry, EntryPlayer, LineUpSeat, Person, Section
from director.models.entry import MAX_TEAM_NAME_LENGTH


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """Notes and warnings about the people of a file."""

    notes: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _SeatedPair:
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
            self.section.get_printed_number(self.pair_no),
            self.section.get_direction(self.pair_no),
        )

    @property
    def people_keys(self) -> Iterator[Hashable]:
        """The keys of its people, the present ones first."""
        if self.people:
            yield frozenset(map(id, self.people))
        for span in self.earlier_people:
            yield frozenset(map(id, span.players))


def store_pairs(club: Club, source_sessions: Sequence[SourceSession]) -> PeopleReport:
    """Store the people and contestants of *source_sessions*, whose sections are stored.

    :raises DeskError: if a name is too long
    """
    pairs: list[SourcePair] = []
    for source_session in source_sessions:
        for _section, source_section in source_session.sections:
            pairs += source_section.pairs
    contestant_noun = get_contest_record(
        source_sessions[0].scoring_field.sections[0]
    ).contestant_noun
    people = FilePeople(club, pairs, contestant_noun)
    sessions = []
    for source_session in source_sessions:
        people.begin_session()
        sessions.append(list(_make_seated_pairs(source_session, people)))
    # Entries refer to people, who must have their keys first.
    people.store()
    notes = tuple(_store_entries(sessions, contestant_noun))
    # A pair of several sessions gives the same warning in each.
    return PeopleReport(notes, warnings=tuple(dict.fromkeys(people.warnings)))


def _make_seated_pairs(source_session: SourceSession, people: FilePeople) -> Iterator[_SeatedPair]:
    scoring_field = source_session.scoring_field
    for section, source_section in source_session.sections:
        for pair in source_section.pairs:
            pair_no = section.get_pair_no(pair.number, pair.direction)
            label = scoring_field.get_label(scoring_field.get_field_number(section, pair_no))
            present_people = tuple(people.match_pair_people(pair, label))
            earlier_people = tuple(people.match_earlier_people(pair, present_people))
            name = pair.name[:MAX_TEAM_NAME_LENGTH]
            yield _SeatedPair(section, pair_no, present_people, name, earlier_people)


def _store_entries(
    sessions: Sequence[Sequence[_SeatedPair]], contestant_noun: str
) -> Iterator[str]:
    """Store the contestants of all *sessions*. Yield how many continue from an earlier one."""
    last_entries: dict[Hashable, Entry] = {}
    for session_no, seated_pairs in enumerate(sessions, start=1):
        continued_entries = _match_continued_entries_by_index(seated_pairs, last_entries)
        unsaved_entries = [
            Entry(
                section=seated_pair.section,
                pair_no=seated_pair.pair_no,
                name=seated_pair.name,
                continues=continued_entries.get(index),
            )
            for index, seated_pair in enumerate(seated_pairs)
        ]
        entries = Entry.objects.bulk_create(unsaved_entries, batch_size=BATCH)
        insert_rows(EntryPlayer, _PLAYER_COLUMNS, _make_player_rows(seated_pairs, entries))
        LineUpSeat.objects.bulk_create(_make_earlier_seats(seated_pairs, entries), batch_size=BATCH)
        for seated_pair, entry in zip(seated_pairs, entries, strict=True):
            last_entries |= dict.fromkeys(seated_pair.keys, entry)
        if session_no > 1:
            yield (
                f"{len(continued_entries)} of the {len(seated_pairs)} {contestant_noun}s of session "
                f"{session_no} continue from an earlier session."
            )


def _match_continued_entries_by_index(
    seated_pairs: Sequence[_SeatedPair], last_entries: dict[Hashable, Entry]
) -> dict[int, Entry]:
    """Return the earlier entry that each pair continues, by its index in *seated_pairs*."""
    entries_by_index: dict[int, Entry] = {}
    taken_entries: set[Entry] = set()
    # Pairs with names choose first: the same people are surer than the same number.
    for index, seated_pair in sorted(enumerate(seated_pairs), key=lambda item: not item[1].people):
        keys = list(seated_pair.people_keys) or list(seated_pair.keys)
        entry = next(filter(None, map(last_entries.get, keys)), None)
        if entry and entry not in taken_entries:
            entries_by_index[index] = entry
            taken_entries.add(entry)
    return entries_by_index


_PLAYER_COLUMNS = ("entry", "section", "person", "order", "is_captain")


def _make_player_rows(
    seated_pairs: Sequence[_SeatedPair], entries: Sequence[Entry]
) -> Iterator[tuple[object, ...]]:
    for seated_pair, entry in zip(seated_pairs, entries, strict=True):
        for order, person in enumerate(seated_pair.people, start=1):
            yield entry.pk, seated_pair.section.pk, person.pk, order, False


def _make_earlier_seats(
    seated_pairs: Sequence[_SeatedPair], entries: Sequence[Entry]
) -> Iterator[LineUpSeat]:
    """Yield the records of the players who were replaced, as Seats stores them."""
    for seated_pair, entry in zip(seated_pairs, entries, strict=True):
        for span in seated_pair.earlier_people:
            for seat_no, person in enumerate(span.players, start=1):
                yield LineUpSeat(
                    entry=entry,
                    section=seated_pair.section,
                    round_no=span.first_round,
                    to_round=span.last_round,
                    seat=str(seat_no),
                    person=person,
                )
