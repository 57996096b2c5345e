"""Make and store the sessions and sections of a file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from director.additions.imports.formats.source.model import (
    SourceEvent,
    SourceLine,
    SourcePair,
    SourceRound,
    SourceSection,
)
from director.additions.imports.official.figures import LineKey, PairKey
from director.additions.imports.store.people import BATCH
from director.boards.movement.sections import ScoringField, compute_letter_rank, get_next_letter
from director.errors import DeskError
from director.models import Event, Section, Session
from director.models.event import FIRST_LETTER, Clock

_LETTER = re.compile("[A-Z]{1,2}")
_MAX_LISTED_LETTERS = 10


@dataclass(frozen=True)
class SourceSession:
    """A session of a file."""

    scoring_field: ScoringField
    source_sections: tuple[SourceSection, ...]  # in the order of the sections in *scoring_field*

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
        """Return the numbers in the field of contestants who can sit *side*, by number in the file."""
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
    """Return which section has which letter, or "" if the file has the same letters.

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
        # E-W numbers are stored above the N-S numbers, so that no two are equal.
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


def store_sections(source_sessions: Sequence[SourceSession]) -> None:
    """Store the sessions and sections of *source_sessions*, whose event is stored."""
    sessions = []
    sections: list[Section] = []
    for source_session in source_sessions:
        sessions.append(source_session.scoring_field.session)
        sections += source_session.scoring_field.sections
    Session.objects.bulk_create(sessions, batch_size=BATCH)
    Section.objects.bulk_create(sections, batch_size=BATCH)
