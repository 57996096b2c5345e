"""Seats as a room: the same boxes as in the list, at their seats around the tables."""

import pytest

from director.core.base.roles import Role
from director.core.base.versions import LruCache
from tests.director.boards.play.seats.contests import make_players_section, make_teams_section
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import HTMX, count_queries, find_elements, find_texts
from tests.director.sent_forms import find_form, send_form
from tests.factories import (
    LARGE_FIELD_PAIRS,
    make_account,
    make_night,
    make_pair_names,
    make_section,
    sign_in,
)

pytestmark = pytest.mark.django_db
ROOM = "?by=table"


def room_address(section) -> str:
    return seats_address(section, ROOM)


def list_box_names(response) -> list[str]:
    boxes = find_elements(response, "#names input")
    return [box.get("name") for box in boxes if box.get("name", "").startswith("name-")]


def test_room_and_list_are_tabs_and_the_list_comes_first(desk):
    section = make_night(pairs=4)
    assert find_texts(desk.get(seats_address(section)), "nav.tabs a") == ["List", "Room"]
    for address, current in ((seats_address(section), "List"), (room_address(section), "Room")):
        tabs = find_elements(desk.get(address), "nav.tabs a")
        assert [tab.text for tab in tabs if tab.get("aria-current")] == [current]


@pytest.mark.parametrize("pairs", [4, 5, 13])
def test_room_has_the_same_boxes_as_the_list(desk, pairs):
    section = make_night(pairs=pairs)
    as_list = list_box_names(desk.get(seats_address(section)))
    as_room = list_box_names(desk.get(room_address(section)))
    assert len(as_room) == 2 * pairs
    assert sorted(as_room) == sorted(as_list)


def test_each_table_shows_its_number_and_names_at_their_seats(desk):
    section = make_night(pairs=4)
    page = desk.get(room_address(section))
    assert find_texts(page, ".board-table b") == ["1", "2"]
    seated = {
        box.get("placeholder"): box.get("value")
        for box in find_elements(page, ".seated-table input")
        if box.get("name") in ("name-1-1", "name-1-2", "name-3-1", "name-3-2")
    }
    (north, south), (east, west) = make_pair_names(0), make_pair_names(2)
    assert seated == {"North": north, "South": south, "East": east, "West": west}


def test_a_half_table_is_drawn_with_an_empty_side(desk):
    page = desk.get(room_address(make_night(pairs=5)))
    assert find_texts(page, ".nobody") == ["nobody", "nobody"]
    assert find_texts(page, ".waits") == ["Sits out first"]


@pytest.mark.parametrize("options", [{}, HTMX], ids=["plain", "htmx"])
def test_names_typed_in_the_room_are_stored_and_the_room_stays(desk, options):
    section = make_night(pairs=5, named=False)
    page = desk.get(room_address(section))
    typed = {"name-1-1": "Nora North", "name-1-2": "Sid South", "name-4-1": "Eve East"}
    form = find_form(page, "#names")
    answer = send_form(desk, room_address(section), page, form, typed, **options)
    stored = read_seat_texts(section)
    assert (stored[1], stored[4]) == ("Nora North & Sid South", "Eve East")
    if not options:
        assert answer.url.startswith(room_address(section))
        answer = desk.get(answer.url)
    assert find_texts(answer, ".board-table b") == ["1", "2", "3"]


def test_two_pairs_are_swapped_from_the_room(desk):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    page = desk.get(room_address(section))
    parts = find_elements(page, "button")
    swap = next(part for part in parts if part.get("id") == "swap")
    sent = {
        box.get("name"): box.get("value", "")
        for box in find_elements(page, "#names input")
        if box.get("name")
    }
    answer = desk.post(swap.get("formaction"), sent | {"first": "1", "second": "4"})
    assert answer.url.startswith(room_address(section))
    assert read_seat_texts(section) == before | {1: before[4], 4: before[1]}


def test_a_refused_name_stays_at_its_table(desk):
    section = make_night(pairs=4, named=False)
    page = desk.get(room_address(section))
    typed = {"name-1-1": "Ada Ash", "name-4-1": "Ada Ash"}
    answer = send_form(desk, room_address(section), page, find_form(page, "#names"), typed)
    assert answer.status_code == 422
    assert find_texts(answer, ".board-table b") == ["1", "2"]
    values = {box.get("name"): box.get("value") for box in find_elements(answer, "#names input")}
    assert (values["name-1-1"], values["name-4-1"]) == ("Ada Ash", "Ada Ash")
    assert len(find_texts(answer, ".seated .bad")) == 1


def test_single_players_have_a_box_at_each_seat(desk):
    page = desk.get(room_address(make_players_section()))
    seats = [box.get("placeholder") for box in find_elements(page, ".seated-table input.at-north")]
    assert seats == ["North", "North"]
    assert len(list_box_names(page)) == 8


def test_teams_and_a_night_without_a_movement_have_the_list_only(desk):
    for section in (make_teams_section(), make_section()):
        page = desk.get(room_address(section))
        assert "Room" not in find_texts(page, "nav.tabs a")
        assert find_texts(page, ".board-table") == []


def test_more_tables_than_a_form_may_send_are_on_further_pages(desk):
    section = make_night(pairs=80, boards_per_set=2, rounds=9, named=False)
    first = desk.get(room_address(section))
    assert len(list_box_names(first)) <= 200
    pages = find_elements(first, ".pager a")
    second = desk.get(f"{seats_address(section)}{pages[-1].get('href')}") if pages else first
    assert find_texts(second, ".board-table b")[-1] == "40"


def test_queries_do_not_grow_with_the_size_and_are_those_of_the_list(desk):
    small, large = make_night(pairs=4), make_night(pairs=LARGE_FIELD_PAIRS)
    counts = {count_queries(desk, room_address(section)) for section in (small, large)}
    LruCache.clear_all()
    assert counts == {count_queries(desk, seats_address(small))}


def test_a_scorer_types_names_but_drags_nothing(db):
    section = make_night(pairs=4)
    client = sign_in(make_account("sam", Role.SCORER))
    page = client.get(room_address(section))
    assert len(list_box_names(page)) == 8
    assert [part for part in find_elements(page, "b") if part.get("draggable")] == []
