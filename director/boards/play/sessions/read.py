"""The sections and sessions of an event, and the links between their pages."""

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
    """All sections of the event of *section*, read in one query when they are first needed.

    Links lead to the same *page* of another section, and to the same *tab* on it.
    """

    def __init__(self, section: Section, page: str, tab: str = "") -> None:
        self._section = section
        self._page = page
        self._query = f"?tab={tab}" if tab else ""

    @cached_property
    def _places(self) -> Sequence[tuple[int, int, str]]:
        """Key and number of the session and letter of each section, in order."""
        section = self._section
        # Most events have one section, which needs no query.
        if section.is_alone:
            return [(section.session_id, section.session.number, section.letter)]
        sections = Section.objects.filter(session__event_id=section.session.event_id)
        return list(sections.values_list("session_id", "session__number", "letter"))

    @property
    def letters(self) -> list[str]:
        """The letters of the sections of this session."""
        return [
            letter
            for session_id, _number, letter in self._places
            if session_id == self._section.session_id
        ]

    @property
    def next_letter(self) -> str:
        """The letter for another section of this session, or "" if there can be none."""
        return letter_after(self.letters[-1])

    @property
    def last_number(self) -> int:
        """The number of the last session."""
        return self._places[-1][1]

    @property
    def next_number(self) -> int:
        """The number for another session."""
        return self.last_number + 1

    @cached_property
    def _drawn_plan(self) -> Plan | None:
        """The plan of a drawn contest of the last session, or None. One query."""
        last_sections = Section.objects.filter(
            session__event_id=self._section.session.event_id, session__number=self.last_number
        )
        plans = Plan.objects.filter(in_force=True, section__in=last_sections)
        return next((plan for plan in plans.select_related("section") if is_drawn(plan.key)), None)

    @property
    def why_no_session(self) -> str:
        """Why there can be no other session, or "".

        A contest that is drawn round by round goes on in its own session.
        """
        if self._drawn_plan is None:
            return ""
        return BoardSentences.DRAWN_GOES_ON.says(name=self._drawn_plan.name)

    @property
    def dates_address(self) -> str:
        """The address of the dates of rounds, if the last session is drawn round by round."""
        if self._drawn_plan is None:
            return ""
        return reverse("session_draw", args=[self._drawn_plan.section.place]) + "#dates"

    @property
    def sections(self) -> tuple[Link, ...]:
        """Links to the sections of this session, empty for a single section."""
        section = self._section
        places = [SectionPlace(section.session_id, letter) for letter in self.letters]
        if len(places) == 1:
            return ()
        return tuple(
            Link(place.letter, self._path(place), place.letter == section.letter)
            for place in places
        )

    @cached_property
    def boards_by_letter(self) -> dict[str, int]:
        """The number of boards of each section with a movement, empty for a single section.

        One query if there are several sections.
        """
        if not self.sections:
            return {}
        plans = Plan.objects.filter(
            section__session=self._section.session, in_force=True
        ).select_related("section")
        return {plan.section.letter: rounds_expected(plan) * plan.boards_per_set for plan in plans}

    @property
    def unequal_boards(self) -> str:
        """The number of boards of each section, or "" if all play the same number."""
        boards = self.boards_by_letter
        if len(set(boards.values())) < 2:
            return ""
        return ", ".join(
            f"{letter} {boards[letter]}" for letter in self.letters if letter in boards
        )

    @property
    def sessions(self) -> tuple[Link, ...]:
        """Links to the sessions, empty for a single session.

        Each leads to its section of the same letter, otherwise to its first section.
        """
        section = self._section
        letters_by_session: dict[tuple[int, int], list[str]] = {}
        for session_id, number, letter in self._places:
            letters_by_session.setdefault((session_id, number), []).append(letter)
        if len(letters_by_session) == 1:
            return ()
        links = []
        for (session_id, number), letters in letters_by_session.items():
            letter = section.letter if section.letter in letters else letters[0]
            path = self._path(SectionPlace(session_id, letter))
            links.append(Link(str(number), path, session_id == section.session_id))
        return tuple(links)

    def _path(self, place: SectionPlace) -> str:
        return reverse(f"session_{self._page}", args=[place.usual]) + self._query


def section_names(event: Event) -> dict[int, str]:
    """Return the name of each section of *event*, by key. One query.

    Names are such as "Session 2, section B", with the parts that differ; "" for a single section.
    """
    sections = Section.objects.filter(session__event=event).values_list(
        "pk", "session__number", "letter"
    )
    section_counts = Counter(number for _pk, number, _letter in sections)
    names = {}
    for pk, number, letter in sections:
        parts = []
        if len(section_counts) > 1:
            parts.append(f"session {number}")
        if section_counts[number] > 1:
            parts.append(f"section {letter}")
        name = ", ".join(parts)
        names[pk] = f"{name[:1].upper()}{name[1:]}"
    return names
