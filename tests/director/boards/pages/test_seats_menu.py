"""The menu of a place at Seats: fetched when it is opened, and shown by the page without scripts."""

import pytest

from director.core.base.roles import Role
from tests.director.boards.play.seats.seating import (
    make_seats_form,
    read_seat_texts,
    seats_address,
)
from tests.director.pages import HTMX, find_elements, find_texts
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


def test_menu_of_an_open_place_has_nothing_to_clear(desk):
    menu = desk.get(seats_address(make_night(pairs=4, named=False), "?menu=2"), **HTMX)
    assert find_texts(menu, "button") == WORDS[:3]


@pytest.mark.parametrize("number", [5, 999])
def test_menu_of_no_place_is_not_there(desk, number):
    section = make_night(pairs=4)
    assert desk.get(seats_address(section, f"?menu={number}"), **HTMX).status_code == 404


def test_menus_are_fetched_one_by_one(desk):
    page = desk.get(seats_address(make_night(pairs=4)))
    menus = find_elements(page, "details.dots")
    assert [menu.get("hx-get")[-7:] for menu in menus] == [f"?menu={no}" for no in (1, 2, 3, 4)]
    assert set(find_texts(page, ".dots button")) == {"Show"}


@pytest.mark.parametrize("tail", ["", "?by=table"], ids=["list", "room"])
def test_without_scripts_the_page_comes_back_with_the_menu_open_and_names_stored(desk, tail):
    section = make_night(pairs=4)
    data = make_seats_form(section, p1_1="Nora New") | {"menu": "2"}
    if tail:
        data["by"] = "table"
    answer = desk.post(seats_address(section), data)
    assert answer.status_code == 302
    assert read_seat_texts(section)[1].startswith("Nora New")
    page = desk.get(answer.url)
    open_menus = [
        menu for menu in find_elements(page, "details.dots") if menu.get("open") is not None
    ]
    assert ["".join(menu.itertext()).split() for menu in open_menus] == [
        ["⋯", *" ".join(WORDS).split()]
    ]
    assert len(find_elements(page, "ol.seated-tables")) == bool(tail)


def test_opening_a_menu_without_scripts_says_nothing(desk):
    section = make_night(pairs=4)
    answer = desk.post(seats_address(section), make_seats_form(section) | {"menu": "2"})
    assert find_texts(desk.get(answer.url), "#messages li") == []


def test_the_open_menu_is_not_cached_for_others(desk):
    section = make_night(pairs=4)
    desk.get(seats_address(section, "?menu=2"))
    page = desk.get(seats_address(section))
    assert not [
        menu for menu in find_elements(page, "details.dots") if menu.get("open") is not None
    ]


def test_a_scorer_is_sent_no_menu(db):
    client = sign_in(make_account("sam", Role.SCORER))
    answer = client.get(seats_address(make_night(pairs=4), "?menu=2"), **HTMX)
    assert "Move up" not in answer.content.decode()
