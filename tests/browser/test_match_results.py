"""The results of a Swiss round typed with Enter alone, then its next draw; a game found by its name."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from director.models import Event, Match
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.factories import make_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_enter_goes_down_the_matches_and_the_last_one_saves(open_page, signed_in_client):
    section = start_swiss(signed_in_client)
    open_page.goto(reverse("session_scores_matches", args=[section.ref]))
    boxes = open_page.locator("[data-match-box]")
    for number, text in enumerate(("24", "10", "2", "20")):
        expect(boxes.nth(number)).to_be_focused()
        open_page.keyboard.type(text)
        open_page.keyboard.press("Enter")
    expect(open_page.get_by_role("status")).to_contain_text("2 matches saved.")
    draw = open_page.get_by_role("link", name="Draw round 2")
    expect(draw).to_be_focused()
    assert Match.objects.exclude(unit="").count() == 2
    draw.press("Enter")
    expect(open_page.get_by_role("heading", name="Draw round 2")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_game_is_found_by_its_name(open_browser, signed_in_client, live_server, scripts):
    make_club()
    page = open_browser(scripts=scripts)
    cookie = signed_in_client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.goto("/events/new/")
    page.get_by_label("Find a game").fill("military")
    if scripts:
        expect(page.locator(".games .check:visible")).to_have_count(1)
    page.get_by_label("Find a game").press("Enter")
    page.wait_for_url("**/parties/*/field/")
    assert Event.objects.get().name.endswith("day military whist")
