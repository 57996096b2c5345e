"""A page that loses its connection says since when, until the connection is back."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_sign_in_elsewhere import sign_in
from tests.director.party.parties import make_seated_party
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MIN_CONTRAST = 4.5  # contrast ratio of WCAG 2.2, level AA
LAST_CONTACT = "2026-11-20T20:41:00"
NOTICE = (
    "No connection since 20:41. This page may be out of date. "
    "It updates by itself when the connection is back."
)
OFFLINE_MS = 60_000  # longer than a page waits before it shows the notice
POLL_MS = 16_000  # a page polls every 15 seconds


def check_lost_connection(page: Page, path: str) -> None:
    """Check that the page at *path* shows the notice while it is offline, and only then.

    The page's clock is paused, so a slow machine can't make it look offline too early.
    """
    pending_requests = track_requests(page)
    page.clock.install(time="2026-11-20T20:40:00")
    page.goto(path)
    page.clock.pause_at(LAST_CONTACT)
    notice = page.locator("#unheard")
    # Two polls take 32 seconds: a page that is answered shows no notice.
    for _poll in range(2):
        poll_once(page, pending_requests)
    expect(notice).to_have_count(0)
    # A response that arrives after the cut would count as contact.
    wait_for_responses(page, pending_requests)
    page.route("**", lambda route: route.abort())
    page.clock.run_for(OFFLINE_MS)
    expect(notice).to_have_text(NOTICE)
    page.unroute("**")
    poll_once(page, pending_requests)
    expect(notice).to_have_count(0)


def track_requests(page: Page) -> list[Request]:
    """Return a list that always holds the unfinished requests of *page*."""
    pending_requests: list[Request] = []

    def add_request(request: Request) -> None:
        pending_requests.append(request)

    def remove_request(request: Request) -> None:
        # A request of the page before may end after tracking has begun.
        if request in pending_requests:
            pending_requests.remove(request)

    page.on("request", add_request)
    page.on("requestfinished", remove_request)
    page.on("requestfailed", remove_request)
    return pending_requests


def wait_for_responses(page: Page, pending_requests: list[Request]) -> None:
    """Wait until no request is unfinished and the page has shown the responses."""
    while pending_requests:
        page.wait_for_timeout(20)
    # The scripts of the page read a response shortly after it has arrived.
    page.wait_for_timeout(100)


def poll_once(page: Page, pending_requests: list[Request]) -> None:
    """Let the page poll the server once and receive the whole response.

    A page starts its next 15 seconds only after it has read the response before. A poll that falls
    due earlier is skipped.
    """
    wait_for_responses(page, pending_requests)
    with page.expect_response("**") as response:
        page.clock.run_for(POLL_MS)
    response.value.finished()


def test_player_s_phone_says_since_when_it_is_offline(open_browser, transactional_db):
    party = make_seated_party(players=8)
    page = open_browser(viewport=PHONE)
    check_lost_connection(page, f"/p/{party.players.first().token}/")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["projector", "phone"])
def test_room_shows_the_notice_readably_and_without_scrolling(
    open_browser, transactional_db, viewport, dark
):
    make_director()
    party = make_seated_party(players=8)
    page = open_browser(viewport=viewport, dark=dark)
    sign_in(page)
    page.clock.install(time=LAST_CONTACT)
    page.goto(f"/parties/{party.pk}/room/")
    page.route("**", lambda route: route.abort())
    page.clock.run_for(OFFLINE_MS)
    expect(page.locator("#unheard")).to_have_text(NOTICE)
    text_colour = read_notice_colour(page, "color")
    background = read_notice_colour(page, "backgroundColor")
    assert contrast_ratio(text_colour, background) >= MIN_CONTRAST
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def read_notice_colour(page: Page, style_name: str) -> tuple[float, ...]:
    """Return red, green and blue, 0 to 255, of a computed style of the notice."""
    notice = page.locator("#unheard")
    colour = notice.evaluate("(line, name) => getComputedStyle(line)[name]", style_name)
    # A transparent colour is "rgba(…)": its contrast would depend on what is behind it.
    match = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    assert match, colour
    return tuple(int(channel) for channel in match.groups())


def contrast_ratio(*colours: tuple[float, ...]) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    luminances = [relative_luminance(colour) for colour in colours]
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def relative_luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance of an sRGB *colour*, 0 to 1, as WCAG 2 defines it."""
    red, green, blue = (linear_channel(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear_channel(channel: float) -> float:
    """Return an sRGB *channel*, 0 to 1, without its gamma correction."""
    if channel <= 0.04045:
        return channel / 12.92
    return ((channel + 0.055) / 1.055) ** 2.4


def test_desk_says_since_when_it_is_offline(open_browser, transactional_db):
    make_director()
    section = make_night()
    page = open_browser()
    sign_in(page)
    check_lost_connection(page, f"/sessions/{section.session_id}/play/")
