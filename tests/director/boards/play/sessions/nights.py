"""Events of several sections and sessions, for the tests of every room."""

from django.urls import reverse

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_section, add_session
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section
from director.models.event import SectionRef
from movements.registry import make_plan
from tests.factories import make_night, make_pair_names


def make_session_sections(
    *, letters: str = "ABC", pairs: int = 6, named: bool = True
) -> tuple[Section, ...]:
    """Return the sections of a session, each a Mitchell of *pairs* pairs, one board a round."""
    first = make_night(pairs=pairs, boards_per_set=1, named=named)
    for number, letter in enumerate(letters[1:], 1):
        section = add_section(section=first, letter=letter)
        store_plan(section=section, movement=make_plan("mitchell", pairs=pairs, boards_per_set=1))
        if named:
            people = [(None, make_pair_names(number * pairs + pair)) for pair in range(pairs)]
            name_entries(section=section, pairs=people)
    return reload_sections(*first.session.sections.all())


def make_two_sessions(*, letters: str = "ABC", pairs: int = 6) -> tuple[Section, ...]:
    """Return the sections of two sessions, those of the second seated as in the first."""
    sections = make_session_sections(letters=letters, pairs=pairs)
    second = add_session(section=sections[0], number=2, is_seated=True)
    return reload_sections(*sections, *second.sections.all())


def reload_sections(*sections: Section) -> tuple[Section, ...]:
    """Return *sections* as they are stored now."""
    return tuple(
        fetch_section(SectionRef(section.session_id, section.letter)) for section in sections
    )


def stage_address(section: Section) -> str:
    """Return the address of the page that makes a final or plate out of *section*."""
    return reverse("session_results_stage", args=[section.ref])


def read_places(event: Event) -> list[tuple[str, str]]:
    """Return place and names of each row of the first standings of *event*."""
    rows = EventResults(Event.objects.get(pk=event.pk)).standings.groups[0].rows
    return [(row.place, row.names) for row in rows]
