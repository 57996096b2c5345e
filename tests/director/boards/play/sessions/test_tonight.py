"""One place on Tonight for a night of several sections and sessions, with a bar for each section."""

import pytest
from django.utils import timezone

from director.models import Event
from tests.director.boards.play.sessions.nights import make_session_sections, make_two_sessions
from tests.director.boards.play.sessions.test_addresses import section_address
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


def tonight(desk) -> tuple[list[str], list[str]]:
    """Return what the nights of Tonight say, and where their buttons lead."""
    Event.objects.update(date=timezone.localdate())
    page = desk.get("/")
    places = (".hero", ".others li")
    texts = [text for place in places for text in find_texts(page, place)]
    buttons = [button for place in places for button in find_elements(page, f"{place} .button")]
    return texts, [button.get("href") for button in buttons]


def test_a_night_has_one_row_for_all_its_sections(desk):
    sections = make_two_sessions()
    enter_all_results(sections[0], leave=2)
    rows, links = tonight(desk)
    assert rows == [
        "Tuesday pairs Session 1: Mitchell, 9 tables Section A 7 of 9 Section B 0 of 9 Section C 0 of 9 "
        "7 of 27 results entered Print Room screen"
    ]
    assert links == [section_address(sections[1], "print")]


def test_the_row_leads_to_the_section_that_is_behind(desk):
    sections = make_session_sections()
    for section in sections[:2]:
        section.printed_fingerprint = section.plan.fingerprint
        section.save()
    assert tonight(desk)[1] == [section_address(sections[2], "print")]


@pytest.mark.slow
def test_rows_cost_no_more_with_more_sections(desk):
    make_night(pairs=6, boards_per_set=1)
    Event.objects.update(date=timezone.localdate())
    few = count_queries(desk, "/")
    make_session_sections(letters="ABCDEFGH", named=False)
    Event.objects.update(date=timezone.localdate())
    assert count_queries(desk, "/") == few


def test_the_list_of_nights_opens_the_last_session(desk):
    *_former, last = make_two_sessions(letters="A")
    (link,) = (link for link in find_elements(desk.get("/nights/"), "main tbody th a"))
    assert link.get("href") == f"/sessions/{last.session_id}/"
    form = {"name": "Friday pairs", "date": "2026-11-20", "game": "bridge"}
    assert (
        desk.post(f"/events/{last.session.event_id}/change/", form).url
        == f"/sessions/{last.session_id}/"
    )
