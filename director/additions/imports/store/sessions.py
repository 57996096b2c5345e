"""The sessions of a file as unsaved records."""

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
from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.sections import get_next_letter, rank_letter
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Event, Section, Session
from director.models.event import FIRST_LETTER, Clock

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
        return self._keys[section.letter, section.pair_no(pair.number, pair.direction)]

    @property
    def lines(self) -> Iterator[tuple[Section, SourceLine, LineKey]]:
        """Every line with its section and its key in the scored field."""
        for section, source in self.sections:
            ns_numbers = self._get_field_numbers(section, source, "NS")
            ew_numbers = self._get_field_numbers(section, source, "EW")
            for board in source.boards:
                for line in board.lines:
                    ns, ew = ns_numbers[line.ns_no], ew_numbers[line.ew_no]
                    if line.is_turned:
                        ns, ew = -ew, -ns
                    yield section, line, (board.board_no, ns, ew)

    @staticmethod
    def get_seated_pairs(section: Section, row: SourceLine | SourceRound) -> tuple[int, int]:
        """Return the numbers in *section* of the pairs that sat N-S and E-W."""
        ns, ew = section.pair_no(row.ns_no, "NS"), section.pair_no(row.ew_no, "EW")
        if row.is_turned:
            return ew, ns
        return ns, ew

    def _get_field_numbers(
        self, section: Section, source: SourceSection, side: str
    ) -> dict[int, int]:
        """Return the number in the field by the file's number, of those who can sit *side*."""
        if source.partners:
            scoring_field = self.scoring_field
            return {
                number: scoring_field.number(scoring_field.pair(section, number))
                for number in source.partners
            }
        return {
            pair.number: self.get_pair_key(section, pair)[1]
            for pair in source.pairs
            if pair.direction in ("", side) or section.winners == 1
        }

    def locate_stored_pair(self, key: PairKey) -> tuple[Section, int]:
        """Return the section of the pair with *key*, and its number in that section."""
        direction, number = key
        return self.scoring_field.place(self.scoring_field.pair_no(number, direction))

    @cached_property
    def _keys(self) -> dict[tuple[str, int], PairKey]:
        """The key of each pair by the letter of its section and its number there."""
        scoring_field = self.scoring_field
        keys = {}
        for section, source in self.sections:
            for pair in source.pairs:
                pair_no = section.pair_no(pair.number, pair.direction)
                number = scoring_field.pair(section, pair_no)
                direction = scoring_field.direction(number) or None
                keys[section.letter, pair_no] = (direction, scoring_field.number(number))
        return keys


def build_unsaved_sessions(source: SourceEvent, event: Event) -> tuple[SourceSession, ...]:
    """Return the sessions of *source* as scoring fields of *event*.

    :raises DeskError: if there are more sections than letters
    """
    letters = choose_section_letters(source)
    is_of_several = len(source.sessions) > 1
    source_sessions = []
    for number, sources in enumerate(source.sessions, start=1):
        session = Session(event=event, number=number, clock=Clock.OVER)
        by_letter = {
            letters[name]: section
            for name, section in zip(_list_section_names(sources), sources, strict=True)
        }
        # A scoring field has its sections in order of their letters, a file in any order.
        ordered_letters = sorted(by_letter, key=rank_letter)
        sections = tuple(
            _build_section(session, letter, by_letter[letter]) for letter in ordered_letters
        )
        scoring_field = ScoringField(session, sections, is_of_several)
        ordered_sources = tuple(by_letter[letter] for letter in ordered_letters)
        source_sessions.append(SourceSession(scoring_field, ordered_sources))
    return tuple(source_sessions)


def choose_section_letters(source: SourceEvent) -> dict[str, str]:
    """Return the letter of each section by its name in the file.

    A section without a name is known by its position in the session.
    """
    names = list(
        dict.fromkeys(name for session in source.sessions for name in _list_section_names(session))
    )
    if len(names) > 1 and all(map(_LETTER.fullmatch, names)):
        return dict(zip(names, names, strict=True))
    letters: dict[str, str] = {}
    letter = FIRST_LETTER
    for name in names:
        if not letter:
            raise DeskError(BoardSentences.TOO_MANY_SECTIONS, count=len(names), most=len(letters))
        letters[name] = letter
        letter = get_next_letter(letter)
    return letters


def describe_letters(letters: Mapping[str, str]) -> str:
    """Return which section has which letter, or "" if the letters are those of the file.

    >>> describe_letters({"Red": "A", "Blue": "B"})
    'Sections are lettered in the order of the file: “Red” is A, “Blue” is B.'
    """
    if len(letters) < 2 or all(name == letter for name, letter in letters.items()):
        return ""
    parts = [f"“{name[:40]}” is {letter}" for name, letter in letters.items()]
    if len(parts) > _MAX_LISTED_LETTERS:
        last_letter = list(letters.values())[-1]
        parts = [*parts[:_MAX_LISTED_LETTERS], f"and so on to {last_letter}"]
    return f"Sections are lettered in the order of the file: {', '.join(parts)}."


def _list_section_names(sections: Sequence[SourceSection]) -> list[str]:
    return [section.name or str(position) for position, section in enumerate(sections, start=1)]


def _build_section(session: Session, letter: str, source: SourceSection) -> Section:
    ew_offset = 0
    if source.winners == 2:
        # E-W pairs are stored with numbers above those of N-S, so that no two are equal.
        ns_numbers = (pair.number for pair in source.pairs if pair.direction == "NS")
        ew_offset = max(ns_numbers, default=0)
    return Section(
        session=session,
        letter=letter,
        winners=source.winners,
        ew_offset=ew_offset,
        partners={str(number): list(players) for number, players in source.partners.items()},
    )
