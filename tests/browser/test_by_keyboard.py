"""From the Tonight page to the first stored result by keyboard alone, in few keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_desk_keys import stored
from tests.browser.test_night import set_up_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_KEYS = 30


class Keyboard:
    """Presses keys on *page* and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def follow(self, address: str, *keys: str) -> None:
        """Press *keys* and wait for the page at *address*, a pattern."""
        self.press(*keys)
        self.page.wait_for_url(re.compile(address))


def test_from_tonight_to_the_first_result_of_a_night_that_is_set_up(open_desk, section):
    page = open_desk("field/")
    keyboard = Keyboard(page)
    section.session.event.date = page.evaluate("new Date().toISOString().slice(0, 10)")
    section.session.event.save()
    page.goto("/")
    expect(page.locator(".nights .button").first).to_be_focused()
    keyboard.follow("/sessions/", "Enter")
    keyboard.follow("/scores/boards/1/$", "5")
    keyboard.press(*"4SS=", "Enter")
    expect(page.locator("#text-1-1-4")).to_have_attribute("data-stored", "4SS=")
    assert stored() == ["4SS="]
    assert keyboard.pressed <= MOST_KEYS


def test_from_tonight_to_the_first_result_of_a_night_from_nothing(open_browser, first_link):
    page = open_browser()
    set_up_club(page, first_link)
    keyboard = Keyboard(page)
    page.goto("/")
    keyboard.follow("/events/new/", "Enter")
    keyboard.follow("/field/", "Enter")
    keyboard.press("1", "2", "Enter")
    expect(page.locator("#advice a.button").first).to_be_focused()
    keyboard.follow("/field/movement/", "Enter")
    keyboard.follow("/field/$", "Enter")
    keyboard.follow("/scores/boards/1/$", "5")
    keyboard.press(*"4SS=", "Enter")
    expect(page.locator("#lines .entry-box, .entry-box").first).to_have_attribute("data-stored", "4SS=")
    assert stored() == ["4SS="]
    assert keyboard.pressed <= MOST_KEYS


def test_what_is_typed_after_enter_stays_where_it_is_typed(open_browser, first_link):
    page = open_browser()
    set_up_club(page, first_link)
    page.goto("/")
    page.keyboard.press("Enter")
    page.wait_for_url("**/events/new/")
    page.keyboard.press("Enter")
    page.wait_for_url("**/field/")
    slow = page.context.new_cdp_session(page)
    conditions = {"offline": False, "latency": 800, "downloadThroughput": -1, "uploadThroughput": -1}
    slow.send("Network.emulateNetworkConditions", conditions)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    expect(page.locator("#advice caption")).to_contain_text("for 12 pairs")
    expect(page.get_by_label("Pairs", exact=True)).to_be_focused()
    expect(page.get_by_label("Pairs", exact=True)).to_have_value("12")
