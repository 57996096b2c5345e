"""Finding the section that a page is about."""

from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from director.boards.movement.rounds import rounds_expected, rounds_of
from director.boards.sentences import BoardSentences
from director.core.base.gone import GoneError
from director.models import Event, Plan, Section, Session
from director.models.event import SectionPlace


def section_of_session(place: SectionPlace | int) -> Section:
    """Return the section that *place* names, with session, event and club at hand.

    Of a session alone it is the first section.

    :raises GoneError: if there is none
    """
    if isinstance(place, int):
        place = SectionPlace(place)
    sections = _sections().filter(session_id=place.session_id)
    section = (sections.filter(letter=place.letter) if place.letter else sections).first()
    if section is None and place.letter:
        raise GoneError(BoardSentences.SECTION_GONE, letter=place.letter)
    if section is None:
        raise GoneError(BoardSentences.SESSION_GONE)
    return section


def sections_of_session(session_id: int) -> list[Section]:
    """Return all sections of a session by letter, with session, event and club."""
    return list(_sections().filter(session_id=session_id))


def section_of_event(event_id: int) -> Section:
    """Return the first section of the first session of an event, or raise 404."""
    return _first(_sections().filter(session__event_id=event_id))


def event_to_read(event_id: int, *, by_director: bool) -> Event:
    """Return the event of boards whose results may be read, with its club.

    404 for a visitor unless they are published and on the lists.
    """
    played = Event.objects.filter(Exists(Section.objects.filter(session__event=OuterRef("pk"))))
    event = get_object_or_404(played.select_related("club"), pk=event_id)
    if not by_director and (not event.is_published or event.removed_at):
        raise Http404("The results are not published.")
    return event


@dataclass(frozen=True, slots=True)
class SessionSize:
    """The number of rounds of a session's longest movement, and its largest board set."""

    rounds: int
    boards_per_set: int


def session_size(session: Session) -> SessionSize:
    """Return the size of *session* over all its sections, 0 without a movement."""
    plans = list(Plan.objects.filter(section__session=session, in_force=True))
    return SessionSize(rounds_of(plans), max((plan.boards_per_set for plan in plans), default=0))


def session_rounds(section: Section, plan: Plan) -> int:
    """Return how many rounds the session of *section* has."""
    if section.is_alone:
        return rounds_expected(plan)
    return session_size(section.session).rounds


def letter_after(letter: str) -> str:
    """Return what the section after *letter* is called, empty after the last there can be.

    >>> [letter_after(letter) for letter in ("A", "Z", "AZ", "ZZ")]
    ['B', 'AA', 'BA', '']
    """
    pairs = product(ascii_uppercase, repeat=2)
    letters: list[str] = [*ascii_uppercase, *map("".join, pairs), ""]
    return letters[letters.index(letter) + 1]


def letter_rank(letter: str) -> int:
    """Return how manieth a section is by its letter: sections go from A to Z, then from AA on.

    >>> [letter_rank(letter) for letter in ("A", "B", "Z", "AA", "AB")]
    [1, 2, 26, 27, 28]
    """
    rank = 0
    for sign in letter:
        rank = rank * 26 + ord(sign) - ord("A") + 1
    return rank


def event_is_divided(event: Event) -> bool:
    """Return whether any session of *event* has several sections. One query."""
    return Section.objects.filter(session__event=event).exclude(letter="A").exists()


def _sections() -> QuerySet[Section]:
    others = Section.objects.filter(session__event_id=OuterRef("session__event_id")).exclude(
        pk=OuterRef("pk")
    )
    sections = Section.objects.select_related("session__event__club")
    return sections.annotate(
        **{"is_alone": ~Exists(others)}
    )  # known then, and not asked for by another query


def _first(sections: QuerySet[Section]) -> Section:
    section = sections.first()
    if section is None:
        raise Http404("There is no such section.")
    return section
