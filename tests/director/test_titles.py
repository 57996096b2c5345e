"""Titles that tell the steps of a night apart, and the box that has the cursor where typing starts."""

import pytest

from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_party
from tests.factories import make_night, make_section

pytestmark = pytest.mark.django_db
TITLES = {"results": "Standings"}  # the tab that is open


def test_every_step_of_a_night_has_a_title_of_its_own(desk):
    session = f"/sessions/{make_night(pairs=6).session_id}/"
    steps = ("field", "seats", "print", "play", "scores", "results")
    titles = [find_texts(desk.get(f"{session}{step}/", follow=True), "title") for step in steps]
    assert titles == [
        [f"{TITLES.get(step, step.capitalize())} · Tuesday pairs · Kalamazoo"] for step in steps
    ]


def test_every_step_of_a_party_has_a_title_of_its_own(desk):
    party = f"/parties/{make_party().pk}/"
    steps = ("field", "seats", "print", "play", "results")
    titles = [find_texts(desk.get(f"{party}{step}/"), "title") for step in steps]
    assert titles == [
        [f"{TITLES.get(step, step.capitalize())} · Friday party · Kalamazoo"] for step in steps
    ]


@pytest.mark.parametrize(("address", "box"), [("/events/new/", "name"), ("/people/?q=a", "q")])
def test_the_cursor_waits_where_typing_starts(desk, address, box):
    assert [
        element.get("name")
        for element in find_elements(desk.get(address), "input")
        if "autofocus" in element.attrib
    ] == [box]


def test_the_cursor_waits_for_the_number_of_pairs_and_then_for_the_first_name(desk):
    field = desk.get(f"/sessions/{make_section().session_id}/field/")
    assert [
        element.get("name")
        for element in find_elements(field, "input")
        if "autofocus" in element.attrib
    ] == ["pairs"]
    seats = desk.get(f"/sessions/{make_night(pairs=6, named=False).session_id}/seats/")
    assert [
        element.get("name")
        for element in find_elements(seats, "input")
        if "autofocus" in element.attrib
    ] == ["name-1-1"]
