"""The tip of a practised step notices what was typed, without the page being opened again."""

import pytest
from playwright.sync_api import expect

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.core.night.practice import find_practice_session
from movements.registry import make_plan

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_tip_notices_what_was_typed_at_scores(open_page):
    open_page.goto("/practice/")
    open_page.get_by_role("button", name="Start").first.click()
    tip = open_page.locator("#practice")
    expect(tip).to_contain_text("Type 14 in Pairs")
    section = fetch_section(find_practice_session("pairs").pk)
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    open_page.goto(f"/sessions/{section.session_id}/scores/")
    expect(tip).to_contain_text("Type 4SS= in the first line")
    box = open_page.locator(".entry-box").first
    box.fill("4SS=")
    box.press("Enter")
    expect(tip).to_contain_text("Entered so far: 1 of 18 results.")
    open_page.get_by_role("button", name="Invent results").click()
    expect(tip).to_contain_text("All 18 results are entered. Next, press 6 Results.")


def test_the_tip_notices_what_was_typed_at_seats(open_page):
    open_page.goto("/practice/")
    open_page.get_by_role("button", name="Start").first.click()
    expect(open_page.locator("#practice")).to_be_visible()
    section = fetch_section(find_practice_session("pairs").pk)
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    open_page.goto(f"/sessions/{section.session_id}/seats/")
    box = open_page.locator("[name=name-1-1]")
    box.fill("Ada Ash & Bert Birch")
    box.press("Tab")
    expect(open_page.locator("#practice")).to_contain_text("1 of 6 pairs has a name.")


def test_the_tip_notices_a_card_that_was_typed(open_page):
    open_page.goto("/practice/")
    open_page.get_by_role("button", name="Start").last.click()
    tip = open_page.locator("#practice")
    expect(tip).to_contain_text("Type 24 in Players and press Save and continue.")
    open_page.get_by_label("Players").fill("24")
    open_page.get_by_role("button", name="Save and continue").click()
    expect(tip).to_contain_text("Type Ada Ash in the first row")
    open_page.get_by_role("button", name="Invent names").click()
    expect(tip).to_contain_text("All 24 players have names. Next, press Draw for seats.")
    open_page.get_by_role("button", name="Draw for seats").click()
    expect(tip).to_contain_text("Next, press Continue to Print.")
    open_page.get_by_role("link", name="Continue to Print").click()
    expect(tip).to_contain_text("Next, press Continue to Play.")
    open_page.get_by_role("link", name="Continue to Play").click()
    expect(tip).to_contain_text("Press Start hand 1.")
    open_page.get_by_label("First half").fill("78")
    open_page.get_by_label("Total").fill("156")
    open_page.get_by_label("Total").press("Enter")
    expect(tip).to_contain_text("Entered so far: 1 of 24 cards.")
    open_page.get_by_role("button", name="Invent cards").click()
    expect(tip).to_contain_text("All 24 cards are entered. Next, press 5 Results.")
