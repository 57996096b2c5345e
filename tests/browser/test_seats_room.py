"""Seats as a room in a real browser: names typed at the tables, pairs dragged onto other seats."""

import re

import pytest
from playwright.sync_api import expect

from director.models import Person
from tests.browser.conftest import DESKTOP, PHONE, sign_in, wait_until, wait_until_settled
from tests.director.boards.play.seats.seating import read_seat_texts
from tests.factories import make_director, make_night, make_pair_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_room(open_browser, section, *, viewport=DESKTOP, scripts=True):
    make_director()
    page = open_browser(viewport=viewport, scripts=scripts)
    sign_in(page, "dora", f"/sessions/{section.session_id}/", "seats/")
    page.get_by_role("link", name="Room", exact=True).click()
    expect(page.locator(".seated-table").first).to_be_visible()
    return page


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_names_are_typed_around_the_tables_with_enter_alone(open_browser, viewport):
    section = make_night(pairs=5, named=False)
    room = open_room(open_browser, section, viewport=viewport)
    expect(room.locator("#name-1-1")).to_be_focused()
    for name in ("Nora North", "Sid South", "Eve East", "Will West"):
        room.keyboard.type(name)
        room.keyboard.press("Enter")
    expect(room.locator("#name-2-1")).to_be_focused()
    expect(room.locator("#named")).to_contain_text("2 of 5 pairs named")
    wait_until_settled(room)
    texts = read_seat_texts(section)
    assert (texts[1], texts[4]) == ("Nora North & Sid South", "Eve East & Will West")


def test_a_pair_typed_in_one_box_fills_both_sides_of_its_table(open_browser):
    section = make_night(pairs=4, named=False)
    room = open_room(open_browser, section)
    room.keyboard.type("Ada Ash & Bob Birch")
    room.keyboard.press("Enter")
    expect(room.locator("#name-1-2")).to_have_value("Bob Birch")
    expect(room.locator("#name-3-1")).to_be_focused()
    wait_until(room, lambda: read_seat_texts(section)[1] == "Ada Ash & Bob Birch")


def test_names_stand_in_their_places_around_the_table(open_browser):
    section = make_night(pairs=4)
    room = open_room(open_browser, section)
    places = {
        seat: room.locator(f"#name-{name}").bounding_box()
        for seat, name in {"N": "1-1", "S": "1-2", "E": "3-1", "W": "3-2"}.items()
    }
    table = room.locator(".board-table").first.bounding_box()
    assert places["N"]["y"] < table["y"] < places["S"]["y"]
    assert places["W"]["x"] < table["x"] < places["E"]["x"]


@pytest.mark.parametrize("view", ["?by=table", ""], ids=["room", "list"])
@pytest.mark.parametrize("target", ["[draggable]", "input[list]"])
def test_a_pair_dragged_onto_another_seat_swaps_the_two(open_browser, view, target):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    room = open_room(open_browser, section)
    if not view:
        room.get_by_role("link", name="List").click()
        expect(room.locator("table.seats")).to_have_count(2)
    room.locator("#pair-1 [draggable]").drag_to(room.locator(f"#pair-4 {target}").last)
    expect(room.get_by_role("status").filter(has_text="swapped")).to_be_visible()
    wait_until_settled(room)
    assert read_seat_texts(section) == before | {1: before[4], 4: before[1]}
    expect(room.locator("#name-1-1")).to_have_value(make_pair_names(3)[0])
    expect(room.locator(".seated-table")).to_have_count(2 if view else 0)
    expect(room.locator(".over")).to_have_count(0)


def test_a_pair_dropped_on_its_own_seat_stays(open_browser):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    room = open_room(open_browser, section)
    room.locator("#pair-1 [draggable]").drag_to(room.locator("#name-1-2"))
    expect(room.locator("#name-1-2")).to_have_value(make_pair_names(0)[1])
    wait_until_settled(room)
    assert read_seat_texts(section) == before


def test_by_keyboard_the_menu_of_a_pair_moves_it(open_browser):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    room = open_room(open_browser, section)
    room.get_by_label("More for pair 1 N-S").press("Enter")
    room.locator("#pair-1").get_by_role("button", name="Move down").press("Enter")
    expect(room.get_by_role("status").filter(has_text="swapped")).to_be_visible()
    wait_until_settled(room)
    assert read_seat_texts(section) == before | {1: before[2], 2: before[1]}
    expect(room.locator(".seated-table")).to_have_count(2)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_open_menu_of_a_row_leaves_those_of_the_next_rows_free(open_browser, viewport):
    make_director()
    section = make_night(pairs=12)
    page = open_browser(viewport=viewport)
    sign_in(page, "dora", f"/sessions/{section.ref}/", "seats/")
    page.get_by_label("More for pair 1 N-S").click()
    page.locator("#pair-1").get_by_role("button", name="Move down").click()
    expect(page.get_by_role("status").filter(has_text="swapped")).to_be_visible()
    wait_until_settled(page)
    page.get_by_label("More for pair 3 N-S").click()
    page.locator("#pair-3").get_by_role("button", name="Move down").click()
    expect(page.get_by_role("status").filter(has_text="Pairs 3 N-S and 4 N-S")).to_be_visible()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("view", ["List", "Room"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
def test_a_menu_that_is_opened_moves_its_pair(open_browser, viewport, view, scripts):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    room = open_room(open_browser, section, viewport=viewport, scripts=scripts)
    room.get_by_role("link", name=view, exact=True).click()
    if scripts:
        wait_until_settled(room)  # a menu is fetched by the script when it is opened
    menu = room.locator("#pair-2 .dots")
    menu.locator("summary").click()
    if scripts:
        expect(menu.get_by_role("button")).to_have_count(5)
    else:
        menu.get_by_role("button", name="Show").click()
    menu.get_by_role("button", name="Move up").click()
    expect(room.get_by_text("2 N-S and 1 N-S swapped.").first).to_be_visible()
    assert read_seat_texts(section) == before | {1: before[2], 2: before[1]}


def test_without_scripts_names_are_typed_and_saved(open_browser):
    section = make_night(pairs=4, named=False)
    room = open_room(open_browser, section, scripts=False)
    room.locator("#name-1-1").fill("Nora North")
    room.locator("#name-3-2").fill("Will West")
    room.get_by_role("button", name="Save").click()
    expect(room.locator(".seated-table")).to_have_count(2)
    texts = read_seat_texts(section)
    assert (texts[1], texts[3]) == ("Nora North", "Will West")


def test_long_names_are_read_whole(open_browser):
    section = make_night(pairs=4)
    for letter, person in zip("abcdefgh", Person.objects.order_by("pk"), strict=True):
        person.name = f"Christopher Featherstonehaug{letter}"
        person.save()
    room = open_room(open_browser, section)
    boxes = room.locator(".seated-table input[name^=name-]")
    expect(boxes.first).to_have_value(re.compile("^Christopher Featherstonehaug.$"))
    for width in (390, 820, 1280):
        room.set_viewport_size({"width": width, "height": 900})
        assert (
            boxes.evaluate_all(
                "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
            )
            == 0
        )


def test_forty_tables_fit_every_width(open_browser):
    section = make_night(pairs=80, boards_per_set=2, rounds=9)
    room = open_room(open_browser, section)
    assert room.locator(".seated-table").count() == 40
    for width in (390, 640, 820, 1280, 1920):
        room.set_viewport_size({"width": width, "height": 900})
        assert room.evaluate("document.documentElement.scrollWidth") <= width
