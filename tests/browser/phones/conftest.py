"""A night whose tables have their addresses, and phones that know one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from playwright.sync_api import Page, expect

from director.core.night.links.opening import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import Result, Section
from tests.browser.conftest import PHONE


@pytest.fixture(autouse=True)
def no_phone_heard() -> None:
    """Let nobody have been heard: the tables of another test had the same numbers."""
    caches["tables"].clear()


@pytest.fixture
def set_up_table_phone(section) -> Callable[..., str]:
    """A function that sets how results are entered and returns the address of table 1: boards 1 and 2, 1 against 4."""

    def address(*, at: Section | None = None, **settings: Any) -> str:
        night = at or section
        store_table_settings(
            section=night,
            settings=DEFAULT_TABLE_SETTINGS.with_changes(settings),
            settings_by_table={},
        )
        (access,) = open_table_addresses(session=night.session, section=night, tables=[1]).values()
        return f"/t/{access.token}/"

    return address


@pytest.fixture
def open_phone(open_browser, set_up_table_phone) -> Callable[..., Page]:
    """A function that opens table 1 on a phone at the start of its round, set so."""

    def open_phone(**settings: Any) -> Page:
        page = open_browser(viewport=PHONE)
        page.goto(set_up_table_phone(**settings))
        return page

    return open_phone


@pytest.fixture
def open_board(open_phone) -> Callable[..., Page]:
    """A function that opens table 1 on a phone, set so, at the pad of its first board."""

    def open_board(**settings: Any) -> Page:
        return open_first_board(open_phone(**settings))

    return open_board


@pytest.fixture
def sides(open_browser, set_up_table_phone) -> list[Page]:
    """The phones of N-S and E-W at table 1, both where the round is shown."""
    path = set_up_table_phone(confirm="own")
    phones = []
    for side in ("N-S", "E-W"):
        page = open_browser(viewport=PHONE)
        page.goto(path)
        tap(page, side)
        expect_text(page, "Wrong board on the table")
        phones.append(page)
    return phones


@pytest.fixture
def sides_at_board(sides) -> list[Page]:
    """The phones of N-S and E-W at table 1, both at board 1."""
    return [open_first_board(page) for page in sides]


def tap(page: Page, *names: str) -> None:
    """Tap the buttons whose names begin so, one after the other."""
    for name in names:
        find_button(page, name).click()


def find_button(page: Page, name: str):
    """Return the button whose name begins so."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def open_first_board(page: Page) -> Page:
    """Go from the round to the pad of its first board."""
    tap(page, "Start board")
    expect(page.get_by_role("heading", name="Board 1", exact=True)).to_be_visible()
    return page


def tap_four_spades(page: Page, result: str = "just made") -> None:
    """Tap 4 spades by South with its *result*."""
    tap(page, "Level 4", "spades", "South", result)


def expect_text(page: Page, words: str) -> None:
    """Wait until the page says *words*."""
    expect(page.locator("#app")).to_contain_text(words)


def wait_until_phone_sent(page: Page) -> None:
    """Wait until nothing of *page* waits any more."""
    expect(page.locator(".net")).to_have_text("✓ all sent")


def list_stored_results() -> list[str]:
    """Return every result that counts, by board."""
    counted = Result.objects.counted().exclude(counted="").order_by("board_no", "pk")
    return list(counted.values_list("counted", flat=True))


def get_device(page):
    """Return the device by which the program knows the phone of *page*."""
    (cookie,) = [cookie for cookie in page.context.cookies() if cookie["name"] == "table_key"]
    return cookie["value"].strip('"').partition(":")[0]


def refresh_phone(page):
    """Let the phone ask now what is new."""
    page.evaluate("refresh()")
