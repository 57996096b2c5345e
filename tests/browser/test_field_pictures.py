"""Field in a real browser: suggestions and rounds fit the page of a laptop, and Enter takes the first."""

import pytest
from playwright.sync_api import Page, expect

from director.models import Plan
from director.models.event import Contest
from tests.browser.conftest import PHONE, wait_until_settled
from tests.director.boards.others import make_empty_section
from tests.factories import field_address, make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def measure_bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_the_suggestions_for_fourteen_pairs_fit_below_their_question(open_page):
    open_page.set_viewport_size({"width": 1280, "height": 800})
    open_page.goto(field_address(make_section(), "?pairs=14&start=19:15"))
    expect(open_page.get_by_label("Pairs", exact=True)).to_be_in_viewport()
    assert measure_bottom(open_page, "#advice .suggestions") <= 800
    bars = open_page.locator("#advice .evening > svg")
    widths = {round(bars.nth(number).bounding_box()["width"]) for number in range(bars.count())}
    assert len(widths) == 1, "bars of one scale are equally long"


@pytest.mark.parametrize(
    ("contest", "query"),
    [
        (Contest.PAIRS, "pairs=14&key=howell"),
        (Contest.PAIRS, "pairs=30&key=mitchell&rounds=13&boards=2"),
        (Contest.INDIVIDUAL, "players=13&key=individual"),
    ],
    ids=["Howell", "Mitchell", "individual"],
)
def test_thirteen_rounds_fit_their_card(open_page, contest, query):
    open_page.goto(field_address(make_empty_section(contest), f"movement/?{query}"))
    expect(open_page.locator(".rounds")).to_be_visible()
    room = open_page.locator(".scroll:has(.rounds)").evaluate(
        "it => it.clientWidth - it.scrollWidth"
    )
    assert room >= 0


@pytest.mark.parametrize("query", ["pairs=13&minutes=200&start=19:15", "pairs=80", "pairs=3"])
def test_pictures_fit_a_phone(open_page, query):
    open_page.set_viewport_size(PHONE)
    open_page.goto(field_address(make_section(), f"?{query}"))
    expect(open_page.locator("#advice .room-plan").first).to_be_visible()
    overflow = open_page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    ends = open_page.locator("#advice .evening text")
    for number in range(ends.count()):
        box = ends.nth(number).bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"]


def test_enter_finds_and_enter_chooses_the_first(open_page):
    open_page.goto(field_address(make_section()))
    open_page.get_by_label("Pairs", exact=True).fill("14")
    open_page.keyboard.press("Enter")
    expect(open_page.get_by_role("button", name="Choose Mitchell, 7 rounds of 4")).to_be_focused()
    wait_until_settled(open_page)
    open_page.keyboard.press("Enter")
    expect(open_page.get_by_role("link", name="Continue to Seats")).to_be_focused()
    assert Plan.objects.get().key == "mitchell"


def test_why_opens_the_reason(open_page):
    open_page.goto(field_address(make_section(), "?pairs=14"))
    reason = open_page.get_by_text("One ranking for everyone")
    expect(reason).to_be_hidden()
    open_page.locator("#advice summary", has_text="One winner").click()
    expect(reason).to_be_visible()


def test_what_a_second_set_would_give_is_said_once_the_page_is_shown(open_page):
    section = make_section()
    open_page.goto(field_address(section))
    open_page.get_by_label("Pairs", exact=True).fill("40")
    gain = open_page.locator("#advice .gains li")
    expect(gain).to_contain_text("With a second set of the boards: Web Mitchell 13 × 2")
    gain.get_by_role("button", name="Choose").click()
    expect(open_page.get_by_text("Movement saved: Web Mitchell")).to_be_visible()
