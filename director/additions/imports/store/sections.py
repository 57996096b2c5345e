"""Store the sessions and sections of a file with their movements and pairs."""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Model

from director.additions.imports.formats.source.model import (
    PlayersOfRounds,
    SourceBoard,
    SourceEvent,
    SourceLine,
    SourcePair,
    SourceRound,
    SourceSection,
)
from director.additions.imports.official.figures import LineKey, PairKey
from director.additions.imports.store.people import BATCH, FilePeople
from director.boards.contests import get_contest_record
from director.boards.movement.sections import ScoringField, compute_letter_rank, get_next_letter
from director.boards.play.plan import make_plan_records
from director.core.base.database import insert_rows
from director.errors import DeskError
from director.models import (
    Club,
    Entry,
    EntryPlayer,
    Event,
    LineUpSeat,
    Person,
    Plan,
    PlanRow,
    PlayedRow,
    Section,
    Session,
)
from director.models.entry import MAX_TEAM_NAME_LENGTH
from director.models.event import FIRST_LETTER, Clock
from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from movements.check.faults import check_plan
from movements.check.guarantees import NUMBERS_WITH_GAPS
from movements.model import KNOCK_OUT, ROUND_IS_A_MATCH, Movement, PlanProblem, SitOut, TableRound

# The sessions of a file as unsaved records.

_LETTER = re.compile("[A-Z]{1,2}")
_MAX_LISTED_LETTERS = 10


@dataclass(frozen=True)
class SourceSession:
    """A session of a file: its *scoring_field*, and the source of each of its sections in order."""

    scoring_field: ScoringField
    source_sections: tuple[SourceSection, ...]

    @property
    def sections(self) -> Iterator[tuple[Section, SourceSection]]:
        """The record of each section with the file's version of it."""
        return zip(self.scoring_field.sections, self.source_sections, strict=True)

    def get_pair_key(self, section: Section, pair: SourcePair) -> PairKey:
        """Return the key of *pair* of *section* in the scored field."""
        return self._keys_by_pair[section.letter, section.get_pair_no(pair.number, pair.direction)]

    @property
    def lines(self) -> Iterator[tuple[Section, SourceLine, LineKey]]:
        """Every line with its section and its key in the scored field."""
        for section, source_section in self.sections:
            ns_numbers = self._get_field_numbers_by_number(section, source_section, "NS")
            ew_numbers = self._get_field_numbers_by_number(section, source_section, "EW")
            for board in source_section.boards:
                for line in board.lines:
                    ns, ew = ns_numbers[line.ns_no], ew_numbers[line.ew_no]
                    if line.is_turned:
                        ns, ew = -ew, -ns
                    yield section, line, (board.board_no, ns, ew)

    @staticmethod
    def get_seated_pairs(section: Section, row: SourceLine | SourceRound) -> tuple[int, int]:
        """Return the numbers in *section* of the pairs that sat N-S and E-W."""
        ns, ew = section.get_pair_no(row.ns_no, "NS"), section.get_pair_no(row.ew_no, "EW")
        if row.is_turned:
            return ew, ns
        return ns, ew

    def _get_field_numbers_by_number(
        self, section: Section, source_section: SourceSection, side: str
    ) -> dict[int, int]:
        """Return the number in the field by the file's number, of those who can sit *side*."""
        if source_section.partners_by_number:
            scoring_field = self.scoring_field
            return {
                number: scoring_field.get_scoring_number(
                    scoring_field.get_field_number(section, number)
                )
                for number in source_section.partners_by_number
            }
        return {
            pair.number: self.get_pair_key(section, pair)[1]
            for pair in source_section.pairs
            if pair.direction in ("", side) or section.winners == 1
        }

    def locate_stored_pair(self, key: PairKey) -> tuple[Section, int]:
        """Return the section of the pair with *key*, and its number in that section."""
        direction, number = key
        return self.scoring_field.get_section_and_number(
            self.scoring_field.get_pair_no(number, direction)
        )

    @cached_property
    def _keys_by_pair(self) -> dict[tuple[str, int], PairKey]:
        """The key of each pair by the letter of its section and its number there."""
        scoring_field = self.scoring_field
        keys_by_pair = {}
        for section, source_section in self.sections:
            for pair in source_section.pairs:
                pair_no = section.get_pair_no(pair.number, pair.direction)
                number = scoring_field.get_field_number(section, pair_no)
                direction = scoring_field.get_direction(number) or None
                keys_by_pair[section.letter, pair_no] = (
                    direction,
                    scoring_field.get_scoring_number(number),
                )
        return keys_by_pair


def make_unsaved_sessions(source_event: SourceEvent, event: Event) -> tuple[SourceSession, ...]:
    """Return the sessions of *source_event* as scoring fields of *event*.

    :raises DeskError: if there are more sections than letters
    """
    letters_by_name = choose_section_letters(source_event)
    is_of_several = len(source_event.sessions) > 1
    source_sessions = []
    for number, source_sections in enumerate(source_event.sessions, start=1):
        session = Session(event=event, number=number, clock=Clock.OVER)
        sections_by_letter = {
            letters_by_name[name]: section
            for name, section in zip(
                _list_section_names(source_sections), source_sections, strict=True
            )
        }
        # A scoring field has its sections in order of their letters, a file in any order.
        ordered_letters = sorted(sections_by_letter, key=compute_letter_rank)
        sections = tuple(
            _make_section(session, letter, sections_by_letter[letter]) for letter in ordered_letters
        )
        scoring_field = ScoringField(session, sections, is_of_several)
        ordered_sources = tuple(sections_by_letter[letter] for letter in ordered_letters)
        source_sessions.append(SourceSession(scoring_field, ordered_sources))
    return tuple(source_sessions)


def choose_section_letters(source_event: SourceEvent) -> dict[str, str]:
    """Return the letter of each section by its name in the file.

    A section without a name is known by its position in the session.
    """
    names = list(
        dict.fromkeys(
            name for session in source_event.sessions for name in _list_section_names(session)
        )
    )
    if len(names) > 1 and all(map(_LETTER.fullmatch, names)):
        return dict(zip(names, names, strict=True))
    letters_by_name: dict[str, str] = {}
    letter = FIRST_LETTER
    for name in names:
        if not letter:
            raise DeskError(
                "too-many-sections",
                "The file has {count} sections; the limit is {most}. Export it in several parts.",
                count=len(names),
                most=len(letters_by_name),
            )
        letters_by_name[name] = letter
        letter = get_next_letter(letter)
    return letters_by_name


def make_further_sections(
    source_event: SourceEvent, session: Session, sections: Sequence[Section]
) -> SourceSession:
    """Return the only session of *source_event* as unsaved sections of *session*, after *sections*.

    :raises DeskError: if there are more sections than letters
    """
    (source_sections,) = source_event.sessions
    letter = sections[-1].letter
    new_sections: list[Section] = []
    for source_section in source_sections:
        letter = get_next_letter(letter)
        if not letter:
            raise DeskError(
                "too-many-sections",
                "The file has {count} sections; the limit is {most}. Export it in several parts.",
                count=len(source_sections),
                most=len(new_sections),
            )
        new_sections.append(_make_section(session, letter, source_section))
    return SourceSession(ScoringField(session, tuple(new_sections)), tuple(source_sections))


def describe_letters(letters_by_name: Mapping[str, str]) -> str:
    """Return which section has which letter, or "" if the letters are those of the file.

    >>> describe_letters({"Red": "A", "Blue": "B"})
    'Sections are lettered in the order of the file: “Red” is A, “Blue” is B.'
    """
    if len(letters_by_name) < 2 or all(name == letter for name, letter in letters_by_name.items()):
        return ""
    parts = [f"“{name[:40]}” is {letter}" for name, letter in letters_by_name.items()]
    if len(parts) > _MAX_LISTED_LETTERS:
        last_letter = list(letters_by_name.values())[-1]
        parts = [*parts[:_MAX_LISTED_LETTERS], f"and so on to {last_letter}"]
    return f"Sections are lettered in the order of the file: {', '.join(parts)}."


def _list_section_names(sections: Sequence[SourceSection]) -> list[str]:
    return [section.name or str(position) for position, section in enumerate(sections, start=1)]


def _make_section(session: Session, letter: str, source_section: SourceSection) -> Section:
    ew_offset = 0
    if source_section.winner_count == 2:
        # E-W pairs are stored with numbers above those of N-S, so that no two are equal.
        ns_numbers = (pair.number for pair in source_section.pairs if pair.direction == "NS")
        ew_offset = max(ns_numbers, default=0)
    return Section(
        session=session,
        letter=letter,
        winners=source_section.winner_count,
        ew_offset=ew_offset,
        partners={
            str(number): list(players)
            for number, players in source_section.partners_by_number.items()
        },
    )


# Store the movement in a file as the plan of its section.

MOVEMENT_NAME = "As played"
_MAX_SHARING_TABLES = 2  # two neighbours can pass the boards of a round to each other


def store_plans(
    source_sessions: Sequence[SourceSession],
    draw_options: Mapping[str, str] | None = None,
    *,
    is_whole_event: bool = True,
) -> list[str]:
    """Store the movements of *source_sessions*. Return a sentence for each failure.

    They are the rounds of a knock-out if *draw_options* are given. With *is_whole_event* the
    sessions are in their last rounds, since all was played.

    :raises DeskError: if matches without boards need a movement that can't be stored
    """
    plans: list[Plan] = []
    rows: list[PlanRow] = []
    turned_rows: list[PlayedRow] = []
    failures = []
    for source_session in source_sessions:
        session = source_session.scoring_field.session
        for section, source_section in source_session.sections:
            needs_movement = any(not match.is_played for match in source_section.matches)
            if not source_section.rounds:
                if needs_movement:
                    raise _make_movement_error(source_section, "some matches have no round")
                continue
            movement = make_section_movement(section, source_section)
            problems = check_plan(movement)
            if problems and needs_movement:
                raise _make_movement_error(source_section, problems[0].text)
            if problems:
                failures.append(_describe_failure(source_section, problems))
                continue
            if draw_options is not None:
                movement = _make_knockout(movement, draw_options)
            plan, plan_rows = make_plan_records(section, movement)
            plans.append(plan)
            rows += plan_rows
            turned_rows += _make_turned_rows(section, source_section)
            # The last round of a session is that of its longest section.
            session.round_no = max(session.round_no, movement.rounds)
    if is_whole_event:
        sessions = [source_session.scoring_field.session for source_session in source_sessions]
        Session.objects.bulk_update(sessions, ["round_no"], batch_size=BATCH)
    _store_records(Plan, plans)
    # Rows were made before their plans had keys.
    for row in rows:
        row.plan_id = row.plan.pk
    _store_records(PlanRow, rows)
    _store_records(PlayedRow, turned_rows)
    return failures


def _make_turned_rows(section: Section, source_section: SourceSection) -> Iterator[PlayedRow]:
    """Yield the tables whose pairs sat the other way round."""
    for row in source_section.rounds:
        if row.is_turned:
            ns, ew = SourceSession.get_seated_pairs(section, row)
            yield PlayedRow(
                section=section,
                round_no=row.round_no,
                table_no=row.table_no,
                ns=ns,
                ew=ew,
                boards=list(row.boards),
            )


def make_section_movement(section: Section, source_section: SourceSection) -> Movement:
    """Return the movement in *source_section*, with pair numbers as *section* counts them."""
    played_rows = [row for row in source_section.rounds if row.boards and row.ns_no and row.ew_no]
    # A file names boards, not board sets: the boards of each table and round are a set.
    distinct_boards = sorted({row.boards for row in played_rows})
    set_numbers_by_boards = {
        boards: number for number, boards in enumerate(distinct_boards, start=1)
    }
    pair_numbers = {
        section.get_pair_no(pair.number, pair.direction) for pair in source_section.pairs
    }
    rows = tuple(_make_table_rounds(section, played_rows, set_numbers_by_boards))
    round_count = max((row.round_no for row in played_rows), default=0)
    first_board = min((board for boards in distinct_boards for board in boards), default=1)
    table_count = max((row.table_no for row in source_section.rounds), default=0)
    return Movement(
        key="own",  # marks a movement that no built-in family made
        name=MOVEMENT_NAME,
        contest=section.session.event.contest,
        source="the imported file",
        options=(),
        contestants=len(pair_numbers),
        winners=section.winners,
        tables=table_count,
        rounds=round_count,
        # Sets of a file can differ in size, for a board that a table left out isn't in it.
        boards_per_set=max(map(len, set_numbers_by_boards), default=0),
        board_sets=len(set_numbers_by_boards),
        rows=rows,
        sit_outs=tuple(
            _make_sit_outs(section, source_section.rounds, rows, pair_numbers, round_count)
        ),
        guarantees=tuple(_iter_guarantees(section, source_section, pair_numbers)),
        copies=max((row.copy_no for row in rows), default=1),
        first_board=first_board,
    )


def _make_knockout(movement: Movement, draw_options: Mapping[str, str]) -> Movement:
    """Return *movement* as the drawn rounds of a knock-out, in which only round 1 has byes.

    Later, a team without a match is out.
    """
    return replace(
        movement,
        key=KNOCK_OUT,
        options=tuple(draw_options.items()),
        sit_outs=tuple(sit_out for sit_out in movement.sit_outs if sit_out.round_no == 1),
    )


def _iter_guarantees(
    section: Section, source_section: SourceSection, pair_numbers: set[int]
) -> Iterator[str]:
    """Yield what the movement of *source_section* does otherwise than most."""
    # It is a promise of movements of teams, whose matches take two tables.
    if get_contest_record(section).has_halves and has_match_rounds(section, source_section):
        yield ROUND_IS_A_MATCH
    # With two winners a number stands for a pair in each direction.
    is_one_field = get_contest_record(section).is_whole_side and section.winners == 1
    if is_one_field and any(map(_is_replayed, source_section.boards)):
        yield BOARDS_PLAYED_BOTH_WAYS
    if max(pair_numbers, default=0) > len(pair_numbers):
        yield NUMBERS_WITH_GAPS


def _is_replayed(board: SourceBoard) -> bool:
    """Return whether two pairs played *board* twice, each with the cards of the other."""
    meetings = {(line.ns_no, line.ew_no) for line in board.lines if not line.is_turned}
    return any((ew, ns) in meetings for ns, ew in meetings)


def _make_table_rounds(
    section: Section,
    played_rows: Sequence[SourceRound],
    set_numbers_by_boards: dict[tuple[int, ...], int],
) -> Iterator[TableRound]:
    table_counts = Counter((row.round_no, row.boards) for row in played_rows)
    # More tables than can pass boards to each other must have had copies of the boards.
    is_copied = max(table_counts.values(), default=1) > _MAX_SHARING_TABLES
    copy_counts: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for row in sorted(played_rows, key=lambda row: (row.round_no, row.table_no)):
        key = row.round_no, row.boards
        copy_counts[key] += 1
        yield TableRound(
            round_no=row.round_no,
            table_no=row.table_no,
            ns=section.get_pair_no(row.ns_no, "NS"),
            ew=section.get_pair_no(row.ew_no, "EW"),
            board_set=set_numbers_by_boards[row.boards],
            boards=row.boards,
            shared=table_counts[key] > 1 and not is_copied,
            copy_no=copy_counts[key] if is_copied else 1,
            players=_get_four_players(row),
        )


def _get_four_players(row: SourceRound) -> tuple[int, int, int, int] | None:
    if len(row.players) != 4:
        return None
    north, east, south, west = row.players
    return north, east, south, west


def has_match_rounds(section: Section, source_section: SourceSection) -> bool:
    """Return whether each round of *section* is a match of its own.

    Two teams alone play one match in several rounds, others meet again for another match.
    """
    has_matches = get_contest_record(section).has_matches(section.session.event.scoring)
    return has_matches and len(source_section.pairs) > 2 and bool(source_section.rounds)


def _make_sit_outs(
    section: Section,
    source_rows: Sequence[SourceRound],
    rows: Sequence[TableRound],
    pair_numbers: set[int],
    round_count: int,
) -> Iterator[SitOut]:
    # A pair that the file names alone at a table sits out there.
    tables_by_pair: dict[tuple[int, int], int] = {}
    for row in source_rows:
        if row.ns_no and not row.ew_no:
            tables_by_pair[row.round_no, section.get_pair_no(row.ns_no, "NS")] = row.table_no
        elif row.ew_no and not row.ns_no:
            tables_by_pair[row.round_no, section.get_pair_no(row.ew_no, "EW")] = row.table_no
    playing_by_round: dict[int, set[int]] = defaultdict(set)
    for table in rows:
        playing_by_round[table.round_no] |= set(table.players or (table.ns, table.ew))
    for round_no in range(1, round_count + 1):
        for pair_no in sorted(pair_numbers - playing_by_round[round_no]):
            yield SitOut(round_no, pair_no, tables_by_pair.get((round_no, pair_no)))


def _make_movement_error(source_section: SourceSection, reason: str) -> DeskError:
    """Return why matches without boards can't be stored."""
    place = f"{source_section.location}: " if source_section.location else ""
    return DeskError(
        "matches-no-movement",
        "{place}The file has matches without boards, but who met whom in which round isn’t clear: "
        "{reason}. Correct the file and import it again.",
        place=place,
        reason=reason.rstrip("."),
    )


def _describe_failure(source_section: SourceSection, problems: Sequence[PlanProblem]) -> str:
    prefix = f"{source_section.location}: " if source_section.location else ""
    return f"{prefix}The results were imported, but not the movement: {problems[0].text}"


def _store_records(model: type[Model], records: Sequence[Model]) -> None:
    model._default_manager.bulk_create(records, batch_size=BATCH)


# Store the sections of a file with their pairs, linked over sessions.


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
