"""A page that hears nothing says since when, and takes it back as soon as it does."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_sign_in_elsewhere import sign_in
from tests.director.party.parties import make_seated_party
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READABLE = 4.5  # contrast ratio of WCAG 2.2, level AA
SENTENCE = "No connection since 20:41. This page may be out of date. It updates by itself when the connection is back."


def goes_quiet_and_comes_back(page: Page, path: str) -> None:
    """Let *page* hear for half a minute from 20:41 on, then nothing, then news again.

    Its clock goes on only where it is told to, however long the machine takes.
    """
    on_the_way = requests_of(page)
    page.clock.install(time="2026-11-20T20:40:00")
    page.goto(path)
    page.clock.pause_at("2026-11-20T20:41:00")
    unheard = page.locator("#unheard")
    for _question in range(2):
        ask(page, on_the_way)
    expect(unheard).to_have_count(0)
    let_arrive(page, on_the_way)  # a late answer would be a word from the program
    page.route("**", lambda route: route.abort())
    page.clock.run_for(60_000)
    expect(unheard).to_have_text(SENTENCE)
    page.unroute("**")
    ask(page, on_the_way)
    expect(unheard).to_have_count(0)


def requests_of(page: Page) -> list[Request]:
    """Return the requests of *page* that are on their way, kept up to date."""
    on_the_way: list[Request] = []

    def begins(request: Request) -> None:
        on_the_way.append(request)

    def ends(request: Request) -> None:
        if request in on_the_way:  # not one of a page before
            on_the_way.remove(request)

    page.on("request", begins)
    page.on("requestfinished", ends)
    page.on("requestfailed", ends)
    return on_the_way


def let_arrive(page: Page, on_the_way: list[Request]) -> None:
    """Wait until nothing is on its way, and the page has taken it in."""
    while on_the_way:
        page.wait_for_timeout(20)
    page.wait_for_timeout(100)


def ask(page: Page, on_the_way: list[Request]) -> None:
    """Let the page ask once more and take in the whole answer.

    Its fifteen seconds begin anew a moment after it has; what falls due before that is left out.
    """
    let_arrive(page, on_the_way)
    with page.expect_response("**") as answer:
        page.clock.run_for(16_000)
    answer.value.finished()


def test_player_s_phone_says_since_when_it_hears_nothing(open_browser, transactional_db):
    party = make_seated_party(players=8)
    page = open_browser(viewport=PHONE)
    goes_quiet_and_comes_back(page, f"/p/{party.players.first().token}/")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["projector", "phone"])
def test_room_says_so_in_a_colour_that_can_be_read_and_on_one_screen(
    open_browser, transactional_db, viewport, dark
):
    make_director()
    party = make_seated_party(players=8)
    page = open_browser(viewport=viewport, dark=dark)
    sign_in(page)
    page.clock.install(time="2026-11-20T20:41:00")
    page.goto(f"/parties/{party.pk}/room/")
    page.route("**", lambda route: route.abort())
    page.clock.run_for(60_000)
    expect(page.locator("#unheard")).to_have_text(SENTENCE)
    ink, paper = (channels(page, name) for name in ("color", "backgroundColor"))
    assert contrast(ink, paper) >= READABLE
    assert page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    ) == [0, 0]


def channels(page: Page, name: str) -> tuple[float, ...]:
    """Return red, green and blue, 0 to 255, of what the line's style *name* has come to; it must be opaque."""
    text = page.locator("#unheard").evaluate("(line, name) => getComputedStyle(line)[name]", name)
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", text)
    assert found, text
    return tuple(int(channel) for channel in found.groups())


def contrast(*colours: tuple[float, ...]) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    lights = []
    for colour in colours:
        parts = [part / 255 for part in colour]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_desk_says_since_when_it_hears_nothing(open_browser, transactional_db):
    make_director()
    section = make_night()
    page = open_browser()
    sign_in(page)
    goes_quiet_and_comes_back(page, f"/sessions/{section.session_id}/play/")
