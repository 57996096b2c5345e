"""The menu of a place at Seats: fetched when it is opened, and shown by the page without scripts."""

import pytest

from director.core.base.roles import Role
from tests.director.boards.play.seats.seating import (
    seats_address,
)
from tests.director.pages import HTMX, find_texts
from tests.factories import make_account, make_night, sign_in

pytestmark = pytest.mark.django_db
WORDS = [
    "↑ Move up",
    "↓ Move down",
    "Play without standing",
    "New private address",
    "Clear names",
]


@pytest.mark.parametrize(
    ("number", "words"), [(1, WORDS[1:]), (2, WORDS), (4, [WORDS[0], *WORDS[2:]])]
)
def test_menu_has_what_can_be_done_with_its_place(desk, number, words):
    section = make_night(pairs=4)
    menu = desk.get(seats_address(section, f"?menu={number}"), **HTMX)
    assert find_texts(menu, "button") == words


@pytest.mark.parametrize("number", [5, 999])
def test_menu_of_no_place_is_not_there(desk, number):
    section = make_night(pairs=4)
    assert desk.get(seats_address(section, f"?menu={number}"), **HTMX).status_code == 404


def test_a_scorer_is_sent_no_menu(db):
    client = sign_in(make_account("sam", Role.SCORER))
    answer = client.get(seats_address(make_night(pairs=4), "?menu=2"), **HTMX)
    assert "Move up" not in answer.content.decode()
