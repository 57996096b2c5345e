"""The sections and sessions of an event: the ways from one to another."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from django.urls import reverse

from director.boards.movement.rounds import is_drawn, rounds_expected
from director.boards.movement.sections import letter_after
from director.boards.sentences import BoardSentences
from director.models import Event, Plan, Section
from director.models.event import SectionPlace
from director.sheets import Link


class Siblings:
    """All sections of the event of *section*, read when they are first asked for.

    One query.

    They lead to the same *page*, and there to the same *tab* where it has some.
    """

    def __init__(self, section: Section, page: str, tab: str = "") -> None:
        self._section, self._page, self._query = section, page, f"?tab={tab}" if tab else ""

    @cached_property
    def _places(self) -> Sequence[tuple[int, int, str]]:
        """The session with its number and the letter of each section, in order."""
        section = self._section
        if section.is_alone:
            return [(section.session_id, section.session.number, section.letter)]
        sections = Section.objects.filter(session__event_id=section.session.event_id)
        return list(sections.values_list("session_id", "session__number", "letter"))

    @property
    def letters(self) -> list[str]:
        """What the sections of this session are called."""
        return [
            letter
            for session_id, _number, letter in self._places
            if session_id == self._section.session_id
        ]

    @property
    def next_letter(self) -> str:
        """What one more section of this session is called, empty if there can be none."""
        return letter_after(self.letters[-1])

    @property
    def last_number(self) -> int:
        """The number of the last session."""
        return self._places[-1][1]

    @property
    def next_number(self) -> int:
        """The number of one more session."""
        return self.last_number + 1

    @cached_property
    def why_no_session(self) -> str:
        """Why there can be no other session: its rounds are drawn in this one. Empty otherwise.

        One query.
        """
        last = {
            "session__event_id": self._section.session.event_id,
            "session__number": self.last_number,
        }
        for plan in Plan.objects.filter(in_force=True, section__in=Section.objects.filter(**last)):
            if is_drawn(plan.key):
                return BoardSentences.DRAWN_GOES_ON.says(name=plan.name)
        return ""

    @property
    def sections(self) -> tuple[Link, ...]:
        """The sections of this session, where there are several."""
        here = self._section
        places = [SectionPlace(here.session_id, letter) for letter in self.letters]
        if len(places) == 1:
            return ()
        return tuple(
            Link(place.letter, self._path(place), place.letter == here.letter) for place in places
        )

    @cached_property
    def unequal_boards(self) -> str:
        """How many boards each section of this session plays, empty where all play as many.

        One query if several.
        """
        if not self.sections:
            return ""
        plans = Plan.objects.filter(
            section__session=self._section.session, in_force=True
        ).select_related("section")
        boards = {
            plan.section.letter: rounds_expected(plan) * plan.boards_per_set for plan in plans
        }
        if len(set(boards.values())) < 2:
            return ""
        return ", ".join(
            f"{letter} {boards[letter]}" for letter in self.letters if letter in boards
        )

    @property
    def sessions(self) -> tuple[Link, ...]:
        """The sessions, where there are several: each leads to its section of this letter, or to its first."""
        here = self._section
        letters: dict[tuple[int, int], list[str]] = {}
        for session_id, number, letter in self._places:
            letters.setdefault((session_id, number), []).append(letter)
        if len(letters) == 1:
            return ()
        return tuple(
            Link(
                str(number),
                self._path(SectionPlace(session_id, here.letter if here.letter in own else own[0])),
                session_id == here.session_id,
            )
            for (session_id, number), own in letters.items()
        )

    def _path(self, place: SectionPlace) -> str:
        return reverse(f"session_{self._page}", args=[place.usual]) + self._query


def section_names(event: Event) -> dict[int, str]:
    """Return by its key how each section of *event* is told from the others, ``""`` where it is
    alone.

    One query.
    """
    sections = Section.objects.filter(session__event=event).values_list(
        "pk", "session__number", "letter"
    )
    letters = Counter(number for _pk, number, _letter in sections)
    names = {}
    for pk, number, letter in sections:
        parts = [f"session {number}"] * (len(letters) > 1) + [f"section {letter}"] * (
            letters[number] > 1
        )
        name = ", ".join(parts)
        names[pk] = f"{name[:1].upper()}{name[1:]}"
    return names
