"""The room's screens of a night of pairs beside the desk."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from director.core.night.publishing import publish_results
from director.models import Person, Session
from tests.browser.conftest import DESKTOP, wait_until_settled
from tests.browser.test_sign_in_elsewhere import sign_in
from tests.director.party.parties import make_seated_party
from tests.factories import enter_all_results, make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEXT = """
    (shown => htmx.ajax("GET", shown.getAttribute("hx-get"), {source: shown, target: shown, swap: "outerHTML"}))(
        document.getElementById("room")
    )
"""
COUNT_TONES = """() => {
    const start = OscillatorNode.prototype.start;
    window.tones = 0;
    OscillatorNode.prototype.start = function (...times) {
        window.tones += 1;
        return start.apply(this, times);
    };
}"""
TONES_OF_STROKE = 3
SCREENS = {
    "4:3": (1024, 768),
    "4:3 large": (1400, 1050),
    "16:10": (1280, 800),
    "16:9": (1920, 1080),
    "16:9 small": (1366, 768),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_seats_fit_every_screen_and_nobody_is_left_out(open_browser, transactional_db, screen):
    make_director()
    party = make_seated_party(players=120, named=True)
    for person in Person.objects.filter(
        pk__in=party.players.filter(number__lte=40).values("person")
    ):
        person.name = f"{person.name} Featherstonehaugh-Cholmondeley"
        person.save()
    width, height = SCREENS[screen]
    page = open_browser(viewport={"width": width, "height": height})
    sign_in(page)
    page.goto(f"/parties/{party.pk}/room/")
    shown, pages = set(), 0
    expect(page.locator("#room[hx-get*=rows]")).to_be_visible()
    page.wait_for_timeout(100)
    wait_until_settled(page)
    while not pages or page.locator(".room-lines").get_attribute("data-page") != "1":
        assert page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        ) == [
            height,
            width,
        ]
        numbers = page.locator(".room-lines span").all_inner_texts()
        shown.update(map(int, numbers))
        pages += 1
        page.evaluate(NEXT)
        page.wait_for_timeout(100)
        wait_until_settled(page)
    assert shown == set(range(1, 121))
    assert 2 <= pages <= 6


@pytest.mark.parametrize("screen", SCREENS)
def test_standings_are_a_board_of_one_line_a_place(open_browser, transactional_db, screen):
    make_director()
    section = make_night(pairs=14, boards_per_set=1)
    enter_all_results(section)
    publish_results(event=section.session.event, user=None)
    width, height = SCREENS[screen]
    page = open_browser(viewport={"width": width, "height": height})
    sign_in(page)
    page.goto(f"/sessions/{section.session_id}/room/?page=2")
    expect(page.get_by_role("heading", name="North-South")).to_be_visible()
    expect(page.get_by_role("heading", name="East-West")).to_be_visible()
    expect(page.locator(".room-lines li")).to_have_count(14)
    assert page.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    ) == [height, width]
    # A name is cut only if it can't fit, and every figure ends at the right edge of its column.
    assert page.locator(".room-lines b").evaluate_all(
        "names => names.every(name => name.scrollWidth <= name.clientWidth)"
    )
    right_edges = page.locator(".room-lines em").evaluate_all(
        "figures => figures.map(figure => Math.round(figure.getBoundingClientRect().right))"
    )
    assert len(set(right_edges)) == 2
    heights = page.locator(".room-lines li").evaluate_all(
        "lines => lines.map(line => line.getBoundingClientRect().height)"
    )
    assert max(heights) < 0.1 * height
    # At 1080 lines a place has a line of 60 at least.
    assert min(heights) >= (60 / 1080 * height if width / height > 1.7 else 40)


def test_winners_are_as_large_as_the_screen_allows(open_browser, transactional_db):
    make_director()
    section = make_night(pairs=14, boards_per_set=1)
    enter_all_results(section)
    publish_results(event=section.session.event, user=None)
    page = open_browser(viewport={"width": 1920, "height": 1080})
    sign_in(page)
    page.goto(f"/sessions/{section.session_id}/room/")
    expect(page.get_by_role("heading", name="Winners")).to_be_visible()
    sizes = page.locator(".first-place i").evaluate_all(
        "names => names.map(name => parseFloat(getComputedStyle(name).fontSize))"
    )
    assert len(sizes) == 2
    assert all(80 <= size <= 100 for size in sizes)


def test_two_screens_follow_the_desk(open_browser, transactional_db):
    make_director()
    section = make_night(pairs=6, boards_per_set=2)
    desk, first, second = (open_browser(viewport=DESKTOP) for _window in range(3))
    for page in (desk, first, second):
        sign_in(page)
    desk.goto(f"/sessions/{section.session_id}/play/")
    room = f"/sessions/{section.session_id}/room/"
    first.goto(room)
    second.goto(f"{room}?show=seats")
    expect(first.get_by_role("heading", name="Please take your seats")).to_be_visible()
    desk.get_by_role("button", name=re.compile("^Start round 1")).click()
    expect(first.get_by_role("timer")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(
        first.get_by_text("Next: N-S stay, E-W up one table, boards down one table.")
    ).to_be_visible()
    expect(second.get_by_role("heading", name="Round 2")).to_be_visible()
    desk.get_by_text("Screens and clock").click()
    desk.get_by_label("Message on screens").fill("Coffee is served.")
    desk.get_by_role("button", name="Show message").click()
    for page in (first, second):
        expect(page.get_by_text("Coffee is served.", exact=True)).to_be_visible()
    desk.get_by_role("button", name="End round").click()
    expect(first.get_by_text("stays at table 1, N-S")).to_be_visible()


def test_bell_rings_once_in_the_last_minutes(open_browser, transactional_db):
    make_director()
    section = make_night(pairs=6, boards_per_set=2)
    ends_at = timezone.now() + timedelta(minutes=5, seconds=4)
    Session.objects.filter(pk=section.session_id).update(clock="running", round_ends_at=ends_at)
    page = open_browser(viewport=DESKTOP)
    sign_in(page)
    page.goto(f"/sessions/{section.session_id}/room/")
    page.evaluate(COUNT_TONES)
    page.keyboard.press("Shift")  # the buttons appear
    page.get_by_role("button", name="Sound here").click()
    assert page.evaluate("window.tones") == TONES_OF_STROKE  # the stroke that tries the sound
    expect(page.locator(".clock.last")).to_be_visible()
    expect(page.get_by_text("Last board: don’t start a new one.")).to_be_visible()
    page.wait_for_timeout(1200)
    assert page.evaluate("window.tones") == 2 * TONES_OF_STROKE


def test_buttons_leave_the_picture_until_somebody_is_there(open_browser, transactional_db):
    make_director()
    section = make_night(key="howell", pairs=6)
    page = open_browser(viewport=DESKTOP)
    sign_in(page)
    page.clock.install()
    page.goto(f"/sessions/{section.ref}/room/")
    tools = page.locator(".tools")
    expect(tools).to_have_css("opacity", "0")
    page.keyboard.press("Shift")
    expect(tools).to_have_css("opacity", "1")
    page.clock.run_for(6000)
    expect(tools).to_have_css("opacity", "0")
