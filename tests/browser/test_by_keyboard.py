"""From the set-up link or from Tonight to the first stored result by keyboard alone, in few keys.

Every key counts, each letter of a name, a password or a result too.  From the set-up link the
person is called by four letters, has a password of twelve, and leaves empty what can wait.
"""

import re
from datetime import date

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_desk_keys import find_text_box, list_stored_texts
from tests.browser.test_night import set_up_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_KEYS = 30


class Keyboard:
    """Presses keys on *page*, each once the focus stands where it is meant to go, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, on: Locator, *keys: str) -> None:
        """Press *keys* on what has the focus, *on*."""
        expect(on).to_be_focused()
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def follow(self, address: str, on: Locator, key: str) -> None:
        """Press *key* on what has the focus, *on*, and wait for the page at *address*, a pattern."""
        self.press(on, key)
        self.page.wait_for_url(re.compile(address))


def start(page: Page) -> Locator:
    return page.locator("main .sheet").get_by_role("link", name="Start a night")


def name(page: Page) -> Locator:
    return page.get_by_label("Name", exact=True)


def pairs(page: Page) -> Locator:
    return page.get_by_label("Pairs", exact=True)


def test_from_tonight_to_the_first_result_of_a_night_that_is_set_up(open_desk, section):
    page = open_desk("field/")
    keyboard = Keyboard(page)
    section.session.event.date = date.today()
    section.session.event.save()
    page.goto("/")
    keyboard.follow("/sessions/", page.locator(".hero .button"), "Enter")
    keyboard.follow("/scores/boards/1/$", page.locator("#to-print"), "5")
    keyboard.press(find_text_box(page, "1-1-4"), *"4SS=", "Enter")
    expect(find_text_box(page, "1-1-4")).to_have_attribute("data-stored", "4SS=")
    assert list_stored_texts() == ["4SS="]
    assert keyboard.pressed <= MOST_KEYS


def test_from_the_set_up_link_to_the_first_result(open_browser, first_link):
    page = open_browser()
    keyboard = Keyboard(page)
    page.goto(first_link)
    keyboard.press(page.get_by_label("Username"), *"dora", "Tab")
    password = page.get_by_label("Password", exact=True)
    keyboard.press(password, *"green-felt-7")
    keyboard.follow("/$", password, "Enter")
    keyboard.follow("/events/new/", start(page), "Enter")
    keyboard.follow("/field/", name(page), "Enter")
    keyboard.press(pairs(page), "1", "2", "Enter")
    keyboard.follow("/field/$", page.locator("#advice button").first, "Enter")
    keyboard.follow("/scores/boards/1/$", page.get_by_role("link", name="Continue to Seats"), "5")
    first = page.locator(".entry-box").first
    keyboard.press(first, *"4SS=", "Enter")
    expect(first).to_have_attribute("data-stored", "4SS=")
    assert list_stored_texts() == ["4SS="]
    assert keyboard.pressed <= MOST_KEYS


def test_what_is_pressed_as_soon_as_the_page_is_here_is_not_lost(open_browser, first_link):
    page = open_browser()
    set_up_club(page, first_link)
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.first = document.activeElement.textContent; })"
    )
    page.goto("/")
    assert page.evaluate("window.first") == "Start a night"


def test_what_is_typed_after_enter_stays_where_it_is_typed(open_browser, first_link):
    page = open_browser()
    set_up_club(page, first_link)
    keyboard = Keyboard(page)
    page.goto("/")
    keyboard.follow("/events/new/", start(page), "Enter")
    keyboard.follow("/field/", name(page), "Enter")
    slow = page.context.new_cdp_session(page)
    conditions = {
        "offline": False,
        "latency": 800,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    }
    slow.send("Network.emulateNetworkConditions", conditions)
    keyboard.press(pairs(page), "1", "Enter", "2")
    expect(page.locator("#advice caption")).to_contain_text("for 12 pairs")
    expect(pairs(page)).to_be_focused()
    expect(pairs(page)).to_have_value("12")


def test_keyboard_brings_tabs_and_buttons_beyond_the_edge_of_a_phone_into_sight(open_page):
    open_page.set_viewport_size(PHONE)
    open_page.goto("/nights/")
    tabs = open_page.locator(".tabs a")
    tabs.first.focus()
    for number in range(tabs.count()):
        expect(tabs.nth(number)).to_be_focused()
        box = tabs.nth(number).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        open_page.keyboard.press("Tab")
