"""Pairs typed at Seats in a real browser: two people in one box, and the keys that it takes."""

import re

import pytest
from playwright.sync_api import expect

from director.boards.play.seats.seating import name_entry
from director.models import Person
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    hold_requests,
    sign_in,
    wait_until,
    wait_until_settled,
)
from tests.director.boards.play.seats.seating import read_seat_texts
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def section(transactional_db):
    return make_night(pairs=6, named=False)


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def seats(request, open_browser, section):
    make_director()
    page = open_browser(viewport=request.param)
    return sign_in(page, "dora", f"/sessions/{section.session_id}/", "seats/")


def box(page, pair_no, number):
    return page.locator(f"#name-{pair_no}-{number}")


@pytest.mark.parametrize("text", ["Ada Ash & Bob Birch", "Ada Ash/Bob Birch", "Ada Ash, Bob Birch"])
def test_a_pair_typed_in_one_box_fills_both_and_enter_goes_to_the_next_pair(seats, section, text):
    expect(box(seats, 1, 1)).to_be_focused()
    seats.keyboard.type(text)
    seats.keyboard.press("Enter")
    expect(box(seats, 1, 1)).to_have_value("Ada Ash")
    expect(box(seats, 1, 2)).to_have_value("Bob Birch")
    expect(box(seats, 2, 1)).to_be_focused()
    wait_until_settled(seats)
    box(seats, 1, 2).fill("Bob Beech")
    box(seats, 1, 2).press("Tab")
    expect(seats.locator("#state-1")).to_contain_text("saved")
    wait_until_settled(seats)
    assert read_seat_texts(section)[1] == "Ada Ash & Bob Beech"


def test_a_pair_typed_beside_a_name_overwrites_nothing(seats, section):
    box(seats, 1, 2).fill("Karl Kay")
    box(seats, 1, 2).press("Tab")
    expect(seats.locator("#state-1")).to_contain_text("saved")
    box(seats, 1, 1).fill("Ada Ash & Bob Birch")
    box(seats, 1, 1).press("Enter")
    expect(seats.locator("#state-1")).to_contain_text("more than two names")
    expect(box(seats, 1, 1)).to_have_value("Ada Ash & Bob Birch")
    assert read_seat_texts(section)[1] == "Karl Kay"


@pytest.fixture
def last_week(section):
    """The people of the night before: Ada Ash played with Bob Birch."""
    night = make_night(pairs=6, named=False)
    name_entry(section=night, pair_no=1, names=("Ada Ash", "Bob Birch"))
    return night


def test_enter_takes_the_last_partner(last_week, seats, section):
    seats.keyboard.type("Ada Ash")
    seats.keyboard.press("Enter")
    expect(box(seats, 1, 2)).to_have_attribute("placeholder", "Bob Birch?")
    expect(box(seats, 1, 2)).to_be_focused()
    expect(seats.locator("#people option").first).to_have_attribute("value", "Bob Birch")
    seats.keyboard.press("Enter")
    expect(box(seats, 1, 2)).to_have_value("Bob Birch")
    expect(box(seats, 2, 1)).to_be_focused()
    wait_until(seats, lambda: read_seat_texts(section)[1] == "Ada Ash & Bob Birch")


def test_enter_takes_the_last_partner_also_before_the_answer(last_week, seats, section):
    let_go = hold_requests(seats, "**/seats/1/")
    seats.keyboard.type("Ada Ash")
    seats.keyboard.press("Enter")
    seats.keyboard.press("Enter")
    expect(box(seats, 2, 1)).to_be_focused()
    let_go()
    wait_until(seats, lambda: read_seat_texts(section)[1] == "Ada Ash & Bob Birch")


def test_another_partner_is_typed_and_tab_leaves_the_box_empty(last_week, seats, section):
    seats.keyboard.type("Ada Ash")
    seats.keyboard.press("Enter")
    expect(box(seats, 1, 2)).to_have_attribute("placeholder", "Bob Birch?")
    seats.keyboard.press("Tab")
    assert read_seat_texts(section)[1] == "Ada Ash"
    box(seats, 1, 2).fill("Zoe Zorn")
    with seats.expect_response("**/seats/1/"):
        box(seats, 1, 2).press("Enter")
    assert read_seat_texts(section)[1] == "Ada Ash & Zoe Zorn"


def test_a_near_name_is_stored_and_a_button_takes_the_known_person(last_week, seats, section):
    box(seats, 3, 1).fill("Ada Asch")
    box(seats, 3, 1).press("Tab")
    question = seats.get_by_role("button", name="Is this Ada Ash?")
    expect(question).to_be_visible()
    assert read_seat_texts(section)[3] == "Ada Asch"
    with seats.expect_response("**/seats/3/"):
        question.click()
    expect(box(seats, 3, 1)).to_have_value("Ada Ash")
    expect(question).to_have_count(0)
    assert read_seat_texts(section)[3] == "Ada Ash"
    assert not Person.objects.filter(name="Ada Asch").exists()


def test_another_person_of_a_name_that_plays_already_is_told_apart(seats, section):
    name_entry(section=section, pair_no=1, names=["Tom Reed", "Ada Ash"])
    box(seats, 3, 2).fill("Tom Reed")
    box(seats, 3, 2).press("Tab")
    seats.get_by_role("button", name="Another Tom Reed").click()
    expect(box(seats, 3, 2)).to_be_focused()
    expect(seats.get_by_text("What tells them apart?")).to_be_visible()
    with seats.expect_response("**/seats/3/"):
        seats.keyboard.type("jun.")
        seats.keyboard.press("Tab")
    assert read_seat_texts(section)[3] == "Tom Reed jun."


def test_esc_leaves_a_box_as_it_was_and_the_keys_of_the_steps_work(seats, section):
    box(seats, 1, 1).fill("Ada Ash")
    box(seats, 1, 1).press("Tab")
    expect(seats.locator("#state-1")).to_contain_text("saved")
    box(seats, 1, 1).focus()
    seats.keyboard.type("5")
    seats.keyboard.press("Escape")
    expect(box(seats, 1, 1)).to_have_value("Ada Ash")
    expect(box(seats, 1, 1)).not_to_be_focused()
    seats.keyboard.press("3")
    expect(seats).to_have_url(re.compile("/print/$"))
