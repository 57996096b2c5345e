"""At the door and after a correction, on a phone and by keyboard."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, wait_until_settled
from tests.director.additions.contests.both_ways import BY_RESULTS, Tournament
from tests.director.additions.contests.draws.test_draws import draw_address, reload_drawn_section
from tests.director.additions.contests.test_mismatches import (
    CORRECTED,
    FIRST,
    make_second_round_margins,
    make_swiss,
)

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
TEXT = 15


def faults_on_phone(page):
    """Return what lies badly on a phone of the page that is open."""
    page.set_viewport_size(PHONE)
    return page.evaluate(MEASURE, {"font": TEXT, "target": 24})


pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_contestant_is_marked_by_keyboard_and_keeps_the_focus(open_page, signed_in_client):
    section = make_swiss(signed_in_client)
    open_page.goto(reverse("session_door", args=[section.ref]))
    button = open_page.locator("#here-3")
    button.focus()
    open_page.keyboard.press("Enter")
    wait_until_settled(open_page)
    expect(open_page.locator("#here-3")).to_have_attribute("aria-pressed", "true")
    expect(open_page.locator("#here-3")).to_be_focused()
    expect(open_page.get_by_role("status").filter(has_text="1 of 8 here")).to_be_visible()
    assert faults_on_phone(open_page) == []


def test_wrong_pairings_fit_a_phone(open_page, signed_in_client):
    tournament = Tournament(BY_RESULTS, signed_in_client, make_swiss(signed_in_client))
    tournament.play(1, FIRST)
    tournament.draw()
    tournament.play(1, CORRECTED)
    tournament.play(2, make_second_round_margins(tournament))
    open_page.goto(draw_address(reload_drawn_section(tournament.section)))
    expect(open_page.get_by_role("button", name="Compensate")).to_be_visible()
    assert faults_on_phone(open_page) == []
