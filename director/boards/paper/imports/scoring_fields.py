"""The sessions of a file as unsaved records."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.movement.sections import letter_after, letter_rank
from director.boards.scoring.official.figures import PairKey
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.formats.source.model import SourceEvent, SourceLine, SourcePair, SourceSection
from director.models import Event, Section, Session
from director.models.event import FIRST_LETTER, Clock

_LETTER = re.compile("[A-Z]{1,2}")
_MOST_TOLD = 10


@dataclass(frozen=True)
class SourceSession:
    """A session of a file: its *scoring_field* and its sections."""

    scoring_field: ScoringField
    sources: tuple[SourceSection, ...]

    @property
    def sections(self) -> Iterator[tuple[Section, SourceSection]]:
        """The record of each section with what the file tells of it."""
        return zip(self.scoring_field.sections, self.sources, strict=True)

    def pair_key(self, section: Section, pair: SourcePair) -> PairKey:
        """Return how *pair* of *section* is known in the field that is scored."""
        return self._keys[section.letter, section.pair_no(pair.number, pair.direction)]

    @property
    def lines(self) -> Iterator[tuple[Section, SourceLine, Key]]:
        """Every line with its section, and how it is known in the field."""
        for section, source in self.sections:
            of_side = {}
            for side in ("NS", "EW"):
                of_side[side] = {
                    pair.number: self.pair_key(section, pair)[1]
                    for pair in source.pairs
                    if pair.direction in ("", side) or section.winners == 1
                }
            ns, ew = of_side["NS"], of_side["EW"]
            for board in source.boards:
                for line in board.lines:
                    yield section, line, (board.board_no, ns[line.ns_no], ew[line.ew_no])

    def stored_pair(self, key: PairKey) -> tuple[Section, int]:
        """Return the section of the pair known as *key*, and its number there."""
        direction, number = key
        return self.scoring_field.place(self.scoring_field.pair_no(number, direction))

    @cached_property
    def _keys(self) -> dict[tuple[str, int], PairKey]:
        """How each pair of the file is known, by the letter of its section and its number there."""
        scoring_field = self.scoring_field
        places = (
            (section, section.pair_no(pair.number, pair.direction))
            for section, pair in self._pairs()
        )
        numbers = {
            (section.letter, pair_no): scoring_field.pair(section, pair_no)
            for section, pair_no in places
        }
        return {
            place: (scoring_field.direction(number) or None, scoring_field.number(number))
            for place, number in numbers.items()
        }

    def _pairs(self) -> Iterator[tuple[Section, SourcePair]]:
        for section, source in self.sections:
            yield from ((section, pair) for pair in source.pairs)


def source_fields(source: SourceEvent, event: Event) -> tuple[SourceSession, ...]:
    """Return the sessions of *source* as scoring fields of *event*.

    :raises DeskError: if there are more sections than letters
    """
    letters = section_letters(source)
    scoring_fields = []
    for number, sources in enumerate(source.sessions, start=1):
        session = Session(event=event, number=number, clock=Clock.OVER)
        named = {
            letters[name]: section for name, section in zip(_names(sources), sources, strict=True)
        }
        ordered = sorted(named, key=letter_rank)
        sections = tuple(_section(session, letter, named[letter]) for letter in ordered)
        scoring_field = ScoringField(session, sections, len(source.sessions) > 1)
        scoring_fields.append(
            SourceSession(scoring_field, tuple(named[letter] for letter in ordered))
        )
    return tuple(scoring_fields)


def section_letters(source: SourceEvent) -> dict[str, str]:
    """Return the letter of each section by its name in the file.

    A section without a name is known by its position in the session.
    """
    names = list(dict.fromkeys(name for session in source.sessions for name in _names(session)))
    if len(names) > 1 and all(map(_LETTER.fullmatch, names)):
        return dict(zip(names, names, strict=True))
    letters: dict[str, str] = {}
    letter = FIRST_LETTER
    for name in names:
        if not letter:
            raise DeskError(BoardSentences.TOO_MANY_SECTIONS, count=len(names), most=len(letters))
        letters[name], letter = letter, letter_after(letter)
    return letters


def note_letters(letters: Mapping[str, str]) -> str:
    """Return which section has which letter, or "" if as in the file.

    >>> note_letters({"Red": "A", "Blue": "B"})
    'Sections are lettered in the order of the file: “Red” is A, “Blue” is B.'
    """
    if len(letters) < 2 or all(name == letter for name, letter in letters.items()):
        return ""
    told = [f"“{name[:40]}” is {letter}" for name, letter in letters.items()][:_MOST_TOLD]
    rest = [f"and so on to {list(letters.values())[-1]}"] if len(letters) > _MOST_TOLD else []
    return f"Sections are lettered in the order of the file: {', '.join(told + rest)}."


def _names(sections: Sequence[SourceSection]) -> list[str]:
    return [section.name or str(position) for position, section in enumerate(sections, start=1)]


def _section(session: Session, letter: str, source: SourceSection) -> Section:
    offset = max((pair.number for pair in source.pairs if pair.direction == "NS"), default=0)
    ew_offset = offset if source.winners == 2 else 0
    return Section(session=session, letter=letter, winners=source.winners, ew_offset=ew_offset)
