"""A slow program says that it works: the pressed button and the part of the page that will change."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from director.models import Event
from tests.browser.conftest import sign_in
from tests.director.party.parties import make_seated_party
from tests.factories import make_director, make_night, make_played_section, make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DELAY = 3_000
"""Milliseconds that a slow laptop takes for an answer."""
READ_LABEL = "(button) => getComputedStyle(button, '::after').content"
READ_OPACITY = "(part) => Number(getComputedStyle(part).opacity)"

PRESS_TWICE = """async (button) => {
  button.click();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  button.click();
  return [...document.querySelectorAll("[aria-busy=true]")].map(({ localName }) => localName);
}"""


def delay_answers(page: Page) -> list[str]:
    """Delay every answer to *page*. Return the list that gets each request to the program."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    network = page.context.new_cdp_session(page)
    conditions = {"latency": DELAY, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    return requests


@pytest.fixture
def open_path(open_browser, transactional_db):
    def open_path(path: str) -> Page:
        make_director("dora")
        return sign_in(open_browser(), "dora", "/", path)

    return open_path


def check_busy(pressed: Locator, region: Locator) -> None:
    """Check that *pressed* says that the program works, and that *region* is dimmed."""
    expect(pressed).to_have_attribute("aria-busy", "true", timeout=DELAY)
    assert pressed.evaluate(READ_LABEL) == '"Working…"'
    expect(region).to_have_attribute("aria-busy", "true")
    assert region.evaluate(READ_OPACITY) < 1
    expect(region.page.locator("body > .hidden[aria-live]")).to_have_text("Working…")


def test_a_form_of_htmx_says_so_and_is_sent_once(open_path):
    section = make_night(pairs=6, boards_per_set=2)
    page = open_path(f"sessions/{section.session_id}/play/")
    requests = delay_answers(page)
    start = page.locator("#clock form button").first
    start.dispatch_event("click")
    check_busy(start, page.locator("#clock form"))
    start.dispatch_event("click")
    page.keyboard.press("Enter")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert sum(request.startswith("POST") for request in requests) == 1


def test_a_plain_form_says_so_until_the_next_page_and_is_sent_once(open_path):
    event = make_played_section(published=False).session.event
    page = open_path(f"sessions/{event.sessions.get().pk}/results/")
    requests = delay_answers(page)
    publish = page.get_by_role("button", name="Publish", exact=True)
    # Playwright itself would wait for the next page before it looks at this one.
    assert publish.evaluate(PRESS_TWICE) == ["main", "button"]
    expect(page.locator("#publish .flag.ok")).to_be_visible()
    assert sum(request.startswith("POST") for request in requests) == 1
    assert Event.objects.get(pk=event.pk).is_published


def test_what_is_typed_dims_the_answer_that_will_change(open_path):
    section = make_section()
    page = open_path(f"sessions/{section.session_id}/field/")
    delay_answers(page)
    page.locator("[name=pairs]").fill("12")
    expect(page.locator("#advice")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#advice[aria-busy]")).to_have_count(0)


def test_a_quick_answer_changes_nothing_to_see(open_path):
    section = make_night(pairs=6, boards_per_set=2)
    page = open_path(f"sessions/{section.session_id}/play/")
    page.evaluate(
        "new MutationObserver(() => document.body.dataset.busy = '')"
        ".observe(document.body, {subtree: true, attributeFilter: ['aria-busy']})"
    )
    page.locator("#clock form button").first.click()
    expect(page.locator("#clock h2")).to_contain_text("Round 1")
    page.wait_for_timeout(600)
    expect(page.locator("body")).not_to_have_attribute("data-busy", re.compile(""))


def test_a_downloaded_file_ends_the_wait(open_path):
    section = make_night(pairs=6, boards_per_set=2)
    page = open_path(f"sessions/{section.session_id}/print/")
    delay_answers(page)
    button = page.get_by_role("button", name="Download PDF")
    with page.expect_download():
        assert button.evaluate(PRESS_TWICE) == ["main", "button"]
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_party_s_button_says_so(open_path):
    party = make_seated_party(players=8)
    page = open_path(f"parties/{party.pk}/play/")
    delay_answers(page)
    button = page.locator("main form button:visible").first
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
