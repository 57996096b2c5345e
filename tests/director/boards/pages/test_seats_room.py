"""Seats as a room: the same boxes as in the list, at their seats around the tables."""

import pytest

from director.core.base.versions import LruCache
from tests.director.boards.play.seats.contests import make_players_section
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    LARGE_FIELD_PAIRS,
    make_night,
    make_pair_names,
)

pytestmark = pytest.mark.django_db
ROOM = "?by=table"


def room_address(section) -> str:
    return seats_address(section, ROOM)


def list_box_names(response) -> list[str]:
    boxes = find_elements(response, "#names input")
    return [box.get("name") for box in boxes if box.get("name", "").startswith("name-")]


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


def test_single_players_have_a_box_at_each_seat(desk):
    page = desk.get(room_address(make_players_section()))
    seats = [box.get("placeholder") for box in find_elements(page, ".seated-table input.at-north")]
    assert seats == ["North", "North"]
    assert len(list_box_names(page)) == 8


def test_queries_do_not_grow_with_the_size_and_are_those_of_the_list(desk):
    small, large = make_night(pairs=4), make_night(pairs=LARGE_FIELD_PAIRS)
    counts = {count_queries(desk, room_address(section)) for section in (small, large)}
    LruCache.clear_all()
    assert counts == {count_queries(desk, seats_address(small))}
