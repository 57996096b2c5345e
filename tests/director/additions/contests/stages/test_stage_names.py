"""Pages and papers name the stages of an event instead of its sessions."""

import pytest
from django.urls import reverse

from director.boards.play.plan import store_plan
from director.boards.play.sessions import add_session
from director.models import Section, Session
from movements.registry import make_plan
from tests.director.boards.play.sessions.nights import reload_sections
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def sections(desk) -> list[Section]:
    """Return the section of a qualifying, and finals A and B with a movement."""
    first = make_night(pairs=8, boards_per_set=2, key="howell")
    enter_all_results(first)
    stage = reverse("session_results_stage", args=[first.ref])
    typed = {"first_stage": "Qualifying", "name": "Final", "size-A": "4", "size-B": "4"}
    assert desk.post(stage, typed).status_code == 302
    for section in Session.objects.get(number=2).sections.all():
        store_plan(section=section, movement=make_plan("howell", pairs=4, boards_per_set=2))
    return list(reload_sections(first, *Session.objects.get(number=2).sections.all()))


@pytest.mark.slow
def test_seats_names_the_number_that_everybody_had_before(desk, sections):
    _first, final_a, _final_b = sections
    former = [entry.continues.pair_no for entry in final_a.entries.order_by("pair_no")]
    page = desk.get(reverse("session_seats", args=[final_a.ref]))
    rows = find_texts(page, "tbody th")
    for number, (row, was) in enumerate(zip(rows, former, strict=True), start=1):
        assert row.startswith(f"{number}")
        assert row.endswith(f"formerly {was}") == (number != was)


def test_several_sessions_of_a_stage_are_numbered(sections):
    final_a = sections[1]
    add_session(section=final_a, number=3, is_seated=True, user=None)
    titles = [session.title for session in Session.objects.order_by("number")]
    assert titles == ["Qualifying", "Final, session 2", "Final, session 3"]
