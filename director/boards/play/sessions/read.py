"""The sections and sessions of an event, and the links between their pages."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from django.urls import reverse

from director.boards.movement.rounds import count_expected_rounds, is_drawn
from director.boards.movement.scoring_field import fetch_event_fields
from director.boards.movement.sections import get_next_letter
from director.boards.sentences import BoardSentences
from director.models import Event, Plan, Section, Session
from director.models.event import SectionRef
from director.sheets import Link


class EventSections:
    """All sections of the event of *section*, read in one query when they are first needed.

    Links lead to the same *page* of another section, and to the same *tab* on it.
    """

    def __init__(self, section: Section, page: str, tab: str = "") -> None:
        self._section = section
        self._page = page
        self._query = f"?tab={tab}" if tab else ""

    @cached_property
    def _sections(self) -> Sequence[Section]:
        """All sections, in order."""
        section = self._section
        # Most events have one section, which needs no query.
        if section.is_alone:
            return [section]
        return read_sections(section.session.event)

    @property
    def _places(self) -> Sequence[tuple[int, int, str]]:
        """Key and number of the session and letter of each section, in order."""
        return [
            (section.session_id, section.session.number, section.letter)
            for section in self._sections
        ]

    @property
    def has_stages(self) -> bool:
        """Whether sessions are called by the names of their stages."""
        return any(section.session.stage for section in self._sections)

    @property
    def final_name(self) -> str:
        """The name of the finals of this session, or "" if its sections are no finals."""
        stage = self._section.session.stage
        return stage.name if stage and stage.has_finals else ""

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
        return get_next_letter(self.letters[-1])

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
    def no_session_reason(self) -> str:
        """The reason why there can be no other session, or "".

        A contest that is drawn round by round goes on in its own session.
        """
        if self._drawn_plan is None:
            return ""
        return BoardSentences.DRAWN_GOES_ON.format(name=self._drawn_plan.name)

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
        places = [SectionRef(section.session_id, letter) for letter in self.letters]
        if len(places) == 1:
            return ()
        return tuple(
            Link(place.letter, self._get_path(place), place.letter == section.letter)
            for place in places
        )

    @cached_property
    def _plans(self) -> Sequence[Plan]:
        """The movements of the sections of this session, none for a single section. One query."""
        if not self.sections:
            return []
        plans = Plan.objects.filter(section__session=self._section.session, in_force=True)
        return list(plans.select_related("section"))

    @property
    def boards_by_letter(self) -> dict[str, int]:
        """The number of boards of each section with a movement, empty for a single section."""
        return {
            plan.section.letter: count_expected_rounds(plan) * plan.boards_per_set
            for plan in self._plans
        }

    @property
    def other_winners(self) -> int | None:
        """The number of winners of the other sections, or None if it is unknown or differs."""
        winners = {
            plan.section.winners
            for plan in self._plans
            if plan.section.letter != self._section.letter
        }
        return winners.pop() if len(winners) == 1 else None

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
        letters_by_session: dict[Session, list[str]] = {}
        for sibling in self._sections:
            letters_by_session.setdefault(sibling.session, []).append(sibling.letter)
        if len(letters_by_session) == 1:
            return ()
        links = []
        for session, letters in letters_by_session.items():
            letter = section.letter if section.letter in letters else letters[0]
            path = self._get_path(SectionRef(session.pk, letter))
            name = session.title if self.has_stages else str(session.number)
            links.append(Link(name, path, session.pk == section.session_id))
        return tuple(links)

    def _get_path(self, place: SectionRef) -> str:
        return reverse(f"session_{self._page}", args=[place.short_form]) + self._query


def fetch_section_names(event: Event) -> dict[int, str]:
    """Return the name of each section of *event*, by key. One query.

    Names are such as "Session 2, section B" or "Final B", with the parts that differ; "" for a
    single section.
    """
    sections = read_sections(event)
    section_counts = Counter(section.session_id for section in sections)
    names = {}
    for section in sections:
        is_one_of_several = section_counts[section.session_id] > 1
        session_title = section.session.title if len(section_counts) > 1 else ""
        if not is_one_of_several:
            names[section.pk] = session_title
        elif section.session.has_finals or not session_title:
            names[section.pk] = section.name
        else:
            names[section.pk] = f"{session_title}, section {section.letter}"
    return names


def read_sections(event: Event) -> list[Section]:
    """Return the sections of *event*, in order, with their sessions and stages. One query."""
    fields = fetch_event_fields(event)
    return [section for scoring_field in fields for section in scoring_field.sections]
