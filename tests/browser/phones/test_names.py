"""Saying on a phone who sits at the table, where the club asks in the first round."""

import pytest
from playwright.sync_api import expect

from director.boards.play.seats.seating import name_entries
from director.core.club.people import add_person
from tests.browser.phones.conftest import find_button, tap

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_four_seats_are_named_by_list_number_and_as_a_visitor(open_phone, section):
    club = section.session.event.club
    name_entries(section=section, pairs=[], is_replacement=True)
    add_person(club=club, name="Anna Hillside", number="1234567")
    add_person(club=club, name="Hannah Ives")
    page = open_phone(names=True)
    tap(page, "Enter names")
    expect(page.get_by_role("heading", name="Who sits here?")).to_be_visible()
    box = page.locator("#person")
    box.press_sequentially("hillsi")
    tap(page, "Anna Hillside")
    expect(page.locator(".at-N")).to_contain_text("Anna Hillside")
    box.fill("1234567")
    tap(page, "Number 1234567")
    expect(page.get_by_role("alert")).to_contain_text(
        "Anna Hillside is at another table already, or twice at this one."
    )
    box.fill("Vera New")
    tap(page, "East", "Add Vera New as a visitor")
    expect(page.locator(".at-E")).to_contain_text("Vera New")
    expect(find_button(page, "East")).to_have_count(0)
    box.fill("Hannah Ives")
    page.wait_for_timeout(600)
    page.get_by_role("button", name="Hannah Ives", exact=True).click()
    expect(page.locator(".at-S")).to_contain_text("Hannah Ives")
    box.fill("Walt Last")
    tap(page, "Add Walt Last as a visitor")
    expect(page.get_by_role("heading", name="Round 1 of")).to_be_visible()
    expect(find_button(page, "Enter names")).to_have_count(0)


def test_nobody_is_asked_where_the_club_does_not(open_phone, section):
    name_entries(section=section, pairs=[], is_replacement=True)
    page = open_phone()
    expect(page.get_by_role("heading", name="Round 1 of")).to_be_visible()
    expect(find_button(page, "Enter names")).to_have_count(0)
