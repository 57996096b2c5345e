"""A party through the browser: without scripts, and the room and the phones beside the desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.core.night.links.opening import open_table_addresses
from director.party.models import Party
from director.party.movement.seating import read_seating
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_night import check_no_sideways_scrolling, open_systems_of_party, set_up_club
from tests.director.party.parties import make_seated_party
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLET = {"width": 820, "height": 1180}


def start_party(page: Page, players: int, rounds: int, *, scripts: bool) -> None:
    """Start a euchre night and go on to its seats."""
    open_systems_of_party(page)
    page.get_by_label("Players", exact=True).fill(str(players))
    page.get_by_label("Game", exact=True).select_option("euchre")
    if not scripts:
        page.get_by_role("button", name="Update").click()
    expect(page.get_by_role("rowheader", name="Rapid euchre")).to_be_visible()
    page.locator("#id_rounds").fill(str(rounds))
    check_no_sideways_scrolling(page)
    page.get_by_role("button", name="Save and continue").click()
    page.wait_for_url(re.compile(r"/seats/$"))
    page.get_by_role("button", name="Draw for seats").click()
    expect(page.get_by_text(re.compile("Seats drawn"))).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^4\s*Play")).click()
    page.wait_for_url(re.compile(r"/play/$"))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_party_without_scripts(open_browser, first_link, viewport):
    page = open_browser(viewport=viewport, scripts=False)
    set_up_club(page, first_link)
    start_party(page, 8, 2, scripts=False)
    for round_no in (1, 2):
        for table in (1, 2):
            page.locator(f"#table-{table}").get_by_role("button").first.click()
            expect(page.locator(f"#table-{table}")).to_have_class(re.compile(r"\bin\b"))
        expect(page.get_by_text("All results entered")).to_be_visible()
        check_no_sideways_scrolling(page)
        if round_no == 1:
            page.get_by_role("button", name=re.compile("Next round")).click()
            expect(page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.get_by_text("Still playing: table 2")).to_be_visible()
    page.locator("#table-2").get_by_role("button").nth(1).click()
    expect(page.get_by_text("All results entered")).to_be_visible()
    page.get_by_role("link", name="Go to Results").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("#period")).to_contain_text(re.compile("Published|Provisional until"))


def test_room_and_phone_follow_the_desk(open_browser, first_link):
    desk = open_browser()
    set_up_club(desk, first_link)
    start_party(desk, 8, 3, scripts=True)
    party = Party.objects.get()
    phone = open_browser(viewport=PHONE)
    phone.goto(f"/p/{party.players.get(number=3).token}/")
    place = next(
        table for table in read_seating(party.played_rounds.get().seating) if "3" in table.players
    )
    expect(phone.get_by_text(f"Table {place.table_no}", exact=True)).to_be_visible()
    check_no_sideways_scrolling(phone)
    desk.get_by_text("Screens and clock").click()
    desk.get_by_role("button", name="Sound").click()
    expect(desk.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    desk.get_by_role("button", name=re.compile("^Start round 1")).click()
    desk.get_by_role("button", name=re.compile("^Ring bell")).click()
    expect(desk.get_by_text(re.compile("The bell has rung"))).to_be_visible()
    desk.get_by_text("Screens and clock").click()
    desk.get_by_role("button", name="Restart round").click()
    expect(desk.get_by_text(re.compile("^Not started"))).to_be_visible()
    room = desk.get_by_role("link", name="Automatic")
    if not room.is_visible():  # the menu folds once its button has done its work
        desk.get_by_text("Screens and clock").click()
    room.click()
    expect(desk.get_by_role("heading", name="Take your seats")).to_be_visible()
    check_no_sideways_scrolling(desk)


@pytest.mark.parametrize("viewport", [TABLET, PHONE], ids=["tablet", "phone"])
def test_keys_stop_at_the_goal_and_the_director_may_keep_what_cannot_be(open_browser, viewport):
    party = make_seated_party(players=8, method="points", goal=5, options={"round_ends": "deals"})
    make_director()
    desk = open_browser(viewport=viewport)
    desk.goto(f"/sign-in/?next=/parties/{party.pk}/play/")
    desk.get_by_label("Username").fill("dora")
    desk.get_by_label("Password").fill("felt-green-17")
    desk.get_by_role("button", name="Sign in").click()
    table = desk.locator("#table-1")
    four, other = table.locator("[data-add='4']").first, table.locator("[data-add='1']").last
    four.click()
    expect(other).to_be_enabled()
    four.click()
    expect(four).to_be_disabled()
    expect(other).to_be_disabled()
    expect(table.locator("[data-reached]")).to_have_text(
        re.compile(r": 8 points, the game is won\.$")
    )
    check_no_sideways_scrolling(desk)
    table.locator("[name=points-1]").fill("6")
    table.get_by_role("button", name="Save").click()
    expect(table.get_by_role("alert")).to_contain_text("8 and 6 points don’t fit")
    table.get_by_role("button", name="Save anyway").click()
    expect(table).to_have_class(re.compile(r"\bin\b"))
    check_no_sideways_scrolling(desk)


def test_the_phone_of_a_cut_in_table_names_who_goes_out(open_browser):
    party = make_seated_party(
        players=6, system="cut-in", method="games", named=True, options={"shared_by": "6"}
    )
    access = open_table_addresses(session=party.session, tables=[1])[1]
    phone = open_browser(viewport=PHONE)
    phone.goto(f"/t/{access.token}/")
    expect(phone.get_by_text(re.compile("wait here"))).to_be_visible()
    phone.get_by_text("Change who sits out").click()
    first = party.played_rounds.get().seating[0]["sides"][0][0]
    phone.get_by_label("Sits out").first.select_option(first)
    check_no_sideways_scrolling(phone)
    phone.locator("[name=winner]").first.click()
    name = str(party.players.get(number=int(first)))
    expect(phone.get_by_text(re.compile(f"Out: {name} and "))).to_be_visible()
    assert party.played_rounds.get().results.get().out == [first]
