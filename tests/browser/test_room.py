"""The room's screens of a night of pairs beside the desk."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from director.models import Person, Session
from tests.browser.conftest import DESKTOP, wait_until_settled
from tests.browser.test_sign_in_elsewhere import sign_in
from tests.director.party.parties import make_seated_party
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEXT = """
    (shown => htmx.ajax("GET", shown.getAttribute("hx-get"), {source: shown, target: shown, swap: "outerHTML"}))(
        document.getElementById("room")
    )
"""
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
    page.evaluate("window.rung = []; ring = (times) => { window.rung.push(times) }; 0")
    expect(page.locator(".clock.last")).to_be_visible()
    expect(page.get_by_text("Last board: don’t start a new one.")).to_be_visible()
    page.wait_for_timeout(1200)
    assert page.evaluate("window.rung") == [1]


def test_buttons_leave_the_picture_until_somebody_is_there(open_browser, transactional_db):
    make_director()
    section = make_night(key="howell", pairs=6)
    page = open_browser(viewport=DESKTOP)
    sign_in(page)
    page.clock.install()
    page.goto(f"/sessions/{section.place}/room/")
    tools = page.locator(".tools")
    expect(tools).to_have_css("opacity", "0")
    page.keyboard.press("Shift")
    expect(tools).to_have_css("opacity", "1")
    page.clock.run_for(6000)
    expect(tools).to_have_css("opacity", "0")
