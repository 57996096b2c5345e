"""Pages and papers name the stages of an event instead of its sessions."""

import pytest
from django.test import Client
from django.urls import reverse

from director.boards.movement.sections import fetch_section
from director.boards.movement.words import make_heading, make_section_stem
from director.boards.play.plan import store_plan
from director.boards.play.sessions import add_session, fetch_name_by_section
from director.core.night.publishing import publish_results
from director.models import Event, Section, Session
from director.models.event import SectionRef
from director.pdf.words import format_date_and_section
from movements.registry import make_plan
from tests.director.boards.play.sessions.nights import make_two_sessions, reload_sections
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


def test_the_desk_has_a_link_to_each_stage_and_final(desk, sections):
    _first, _final_a, final_b = sections
    page = desk.get(reverse("session_seats", args=[final_b.ref]))
    assert find_texts(page, ".siblings") == ["Stage Qualifying Final", "Final A B"]
    assert set(fetch_name_by_section(final_b.session.event).values()) == {
        "Qualifying",
        "Final A",
        "Final B",
    }


def test_paper_and_files_have_the_name_of_the_stage(sections):
    first, final_a, final_b = sections
    texts_on_paper = [
        format_date_and_section(make_heading(section, section.plan)) for section in sections
    ]
    assert texts_on_paper == [
        "17 November 2026 · Qualifying",
        "17 November 2026 · Final A",
        "17 November 2026 · Final B",
    ]
    stem = "tuesday-pairs-2026-11-17"
    assert make_section_stem(first) == f"{stem}-qualifying"
    assert [make_section_stem(final_a), make_section_stem(final_b)] == [
        f"{stem}-final-a",
        f"{stem}-final-b",
    ]


def test_visitors_find_the_stages_by_name(sections):
    event = sections[0].session.event
    for section in sections[1:]:
        enter_all_results(section)
    publish_results(event=event)
    page = Client().get(f"/events/{event.pk}/")
    assert find_texts(page, "nav a")[:3] == ["All sessions", "Qualifying", "Final"]
    captions = find_texts(Client().get(f"/events/{event.pk}/sessions/2/"), "caption")
    assert [caption[:7] for caption in captions] == ["Final A", "Final B"]


def test_seats_names_the_number_that_everybody_had_before(desk, sections):
    _first, final_a, _final_b = sections
    former = [entry.continues.pair_no for entry in final_a.entries.order_by("pair_no")]
    page = desk.get(reverse("session_seats", args=[final_a.ref]))
    rows = find_texts(page, "tbody th")
    for number, (row, was) in enumerate(zip(rows, former, strict=True), start=1):
        assert row.startswith(f"{number}")
        assert row.endswith(f"formerly {was}") == (number != was)


def test_only_the_first_stage_is_asked_what_came_before(desk, sections):
    first, final_a, _final_b = sections
    page = desk.get(reverse("session_results_stage", args=[final_a.ref]))
    assert "Name of the stage so far" not in find_texts(page, "main")[0]
    assert Event.objects.get(pk=first.session.event_id).first_stage == "Qualifying"


def test_several_sessions_of_a_stage_are_numbered(sections):
    final_a = sections[1]
    add_session(section=final_a, number=3, is_seated=True, user=None)
    titles = [session.title for session in Session.objects.order_by("number")]
    assert titles == ["Qualifying", "Final, session 2", "Final, session 3"]


def test_sessions_without_stages_keep_their_numbers():
    for section in make_two_sessions(letters="A", pairs=6):
        stored = fetch_section(SectionRef(section.session_id))
        assert stored.session.title == f"Session {stored.session.number}"
