"""Pages with the longest names there can be, and with none, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from director.additions.money.books import store_money
from director.boards.play.seats.seating import name_entry
from director.core.base.roles import Role
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_night import check_no_sideways_scrolling
from tests.factories import (
    enter_all_results,
    make_account,
    make_director,
    make_night,
    make_played_section,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page):
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill("felt-green-17")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("/")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_no_name_is_too_long_for_a_page(open_browser, viewport):
    make_director()
    section = make_played_section(leave=1)
    name_entry(section=section, pair_no=1, names=["W" * 80, "M" * 80])
    event, session = f"/events/{section.session.event_id}/", f"/sessions/{section.session_id}/"
    page = open_browser(viewport=viewport)
    sign_in(page)
    for address in (
        "/people/",
        f"{session}scores/",
        f"{session}results/",
        event,
        f"{event}pairs/1/",
        f"{event}boards/1/",
    ):
        page.goto(address)
        check_no_sideways_scrolling(page)
        tables = "[...document.querySelectorAll('.results')].map(one => one.scrollWidth - one.parentElement.clientWidth)"
        assert [wide for wide in page.evaluate(tables) if wide > 0] == [], address


def test_a_pair_without_names_is_said_to_be_an_opponent_on_a_phone(open_browser):
    section = make_night(key="howell", pairs=4, boards_per_set=2, named=False)
    enter_all_results(section)
    event = f"/events/{section.session.event_id}/"
    make_director()
    page = open_browser(viewport=PHONE)
    sign_in(page)
    page.goto(f"{event}pairs/1/")
    assert (
        page.locator("tbody tr")
        .first.locator("td:visible")
        .filter(has_text=re.compile(r"\b[2-4]$"))
        .count()
        >= 1
    )
    page.goto(f"{event}boards/1/")
    for side in ("ns", "ew"):
        expect(page.locator(f"tbody .c-{side}_no").first).to_be_visible()


def test_what_somebody_pays_as_is_read_in_full_beside_a_long_name(open_browser):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    name_entry(
        section=section, pair_no=1, names=["Wolfe" * 12, "Ada Ash of the Old Riverside " * 2]
    )
    store_money(
        session=section.session,
        section=section,
        user=make_director(),
        sign="£",
        fees={"member": 350},
    )
    page = open_browser(viewport=DESKTOP)
    sign_in(page)
    page.goto(f"/sessions/{section.session_id}/money/")
    widths = "boxes => boxes.map(one => one.getBoundingClientRect().width)"
    assert min(page.locator(".payers select").evaluate_all(widths)) >= 140
    heights = "buttons => buttons.map(one => one.getBoundingClientRect().height)"
    assert max(page.locator(".payers button").evaluate_all(heights)) < 50


def test_who_only_looks_reads_on_one_line_on_a_phone_who_is_at_the_door(open_browser):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    name_entry(section=section, pair_no=1, names=["W" * 60, "M" * 60])
    make_account("dora", Role.VIEWER)
    page = open_browser(viewport=PHONE)
    sign_in(page)
    page.goto(f"/sessions/{section.session_id}/seats/door/")
    expect(page.get_by_role("img", name="Missing")).to_have_count(4)
    heights = "words => words.map(one => one.getBoundingClientRect().height)"
    assert max(page.locator(".door .tick").evaluate_all(heights)) < 30
