"""Finding the section that a page is about, and the size of its session."""

from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from director.boards.movement.rounds import count_expected_rounds, count_rounds
from director.boards.refusals import make_section_gone_error, make_session_gone_error
from director.kinds import MethodLeftOutError
from director.models import Event, Plan, Section, Session
from director.models.event import SectionRef
from scoring.registry import has_method

_OTHER_SECTIONS = (
    Section.objects.filter(session__event_id=OuterRef("session__event_id"))
    .exclude(pk=OuterRef("pk"))
    .order_by()
)
# The annotation takes the place of the model's cached property, which would cost a query. Every page
# of the desk begins with these, so they are put together once.
_SECTIONS = Section.objects.select_related("session__event__club").annotate(
    **{"is_alone": ~Exists(_OTHER_SECTIONS)}
)


def fetch_section(place: SectionRef | int) -> Section:
    """Return the section that *place* names, with session, event and club.

    Without a letter it is the first section of the session.
    :raises GoneError: if there is none
    :raises MethodLeftOutError: if the program was set up without the scoring method of its event
    """
    if isinstance(place, int):
        place = SectionRef(place)
    sections = _SECTIONS.filter(session_id=place.session_id)
    if place.letter:
        sections = sections.filter(letter=place.letter)
    section = sections.first()
    if section is None and place.letter:
        raise make_section_gone_error(letter=place.letter)
    if section is None:
        raise make_session_gone_error()
    scoring = section.session.event.scoring
    if not has_method(scoring):
        raise MethodLeftOutError(scoring)
    return section


def fetch_session_sections(session_id: int) -> list[Section]:
    """Return all sections of a session by letter, with session, event and club."""
    return list(_SECTIONS.filter(session_id=session_id))


def fetch_first_section(event_id: int) -> Section:
    """Return the first section of the first session of an event, or raise 404."""
    return _get_first_or_404(_SECTIONS.filter(session__event_id=event_id))


def get_readable_event(event_id: int, *, by_director: bool) -> Event:
    """Return the event of boards whose results may be read, with its club.

    For visitors it raises 404 unless the results are published and the event isn't archived.
    """
    has_sections = Exists(Section.objects.filter(session__event=OuterRef("pk")))
    events = Event.objects.filter(has_sections).select_related("club")
    event = get_object_or_404(events, pk=event_id)
    if not by_director and (not event.is_published or event.removed_at):
        raise Http404("The results are not published.")
    return event


@dataclass(frozen=True, slots=True)
class SessionSize:
    """The number of rounds of a session's longest movement, and its largest board set."""

    rounds: int
    boards_per_set: int


def fetch_session_size(session: Session) -> SessionSize:
    """Return the size of *session* over all its sections, 0 without a movement."""
    plans = list(Plan.objects.filter(section__session=session, in_force=True))
    boards_per_set = max((plan.boards_per_set for plan in plans), default=0)
    return SessionSize(count_rounds(plans), boards_per_set)


def count_session_rounds(section: Section, plan: Plan) -> int:
    """Return the number of rounds of *section*'s session."""
    if section.is_alone:
        return count_expected_rounds(plan)
    return fetch_session_size(section.session).rounds


def get_next_letter(letter: str) -> str:
    """Return the letter of the section after *letter*, or "" after the last possible one.

    >>> [get_next_letter(letter) for letter in ("A", "Z", "AZ", "ZZ")]
    ['B', 'AA', 'BA', '']
    """
    two_letters = ("".join(pair) for pair in product(ascii_uppercase, repeat=2))
    letters: list[str] = [*ascii_uppercase, *two_letters, ""]
    return letters[letters.index(letter) + 1]


def rank_letter(letter: str) -> int:
    """Return the place of a section in the order of letters: A to Z, then from AA on.

    >>> [rank_letter(letter) for letter in ("A", "B", "Z", "AA", "AB")]
    [1, 2, 26, 27, 28]
    """
    rank = 0
    for character in letter:
        rank = rank * 26 + ord(character) - ord("A") + 1
    return rank


def is_event_divided(event: Event) -> bool:
    """Return whether any session of *event* has several sections. (Costs one query.)"""
    return Section.objects.filter(session__event=event).exclude(letter="A").exists()


def _get_first_or_404(sections: QuerySet[Section]) -> Section:
    section = sections.first()
    if section is None:
        raise Http404("There is no such section.")
    return section
