"""New names at Seats that are nearly those of known people: the page asks, and stores what was typed."""

import pytest

from director.boards.play.seats.near_people import fetch_near_names_by_box
from director.boards.play.seats.seating import name_entry
from director.boards.play.seats.undoing import undo_seats
from director.core.club.people import add_person
from director.models import Person
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import HTMX, find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    section = make_night(pairs=6, named=False)
    add_person(club=section.session.event.club, name="Ida Ivy")
    return section


def find_near(section, *names, pair_no=1):
    return fetch_near_names_by_box(
        section, name_entry(section=section, pair_no=pair_no, names=names)
    )


@pytest.mark.parametrize("text", ["Ida Ivi", "Ivy Ida", "Ída Ivy", "Ида Иви"])
def test_a_slip_is_asked_about(section, text):
    assert find_near(section, "Zoe Zorn", text) == {2: "Ida Ivy"}


def test_nobody_is_asked_about_who_is_known_or_a_guest_or_if_the_other_sits(section):
    assert find_near(section, "Ida Ivy", "Guest") == {}
    assert find_near(section, "Ida Ivi", "", pair_no=2) == {}
    last_week = make_night(pairs=6, named=False)
    assert find_near(last_week, "Ida Ivi", "") == {}


@pytest.mark.slow
def test_the_known_person_is_taken_and_undone(desk, section):
    typed = {"name-1-1": "Ida Ivi", "name-1-2": "", "was-1": ""}
    response = desk.post(seats_address(section, "1/"), typed, **HTMX)
    (button,) = find_elements(response, "#state-1 button")
    assert button.get("value") == "Ida Ivy"
    desk.post(
        seats_address(section, "1/"), typed | {"name-1-1": "Ida Ivy", "was-1": "Ida Ivi"}, **HTMX
    )
    assert read_seat_texts(section)[1] == "Ida Ivy"
    assert not Person.objects.filter(name="Ida Ivi").exists()
    undo_seats(section=section, number=section.session.event.acts.first().number, user=None)
    assert read_seat_texts(section)[1] == "Ida Ivi"
