"""Start a night: the words of a typed name choose the game."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_night import choose_game, set_up_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_words_of_a_typed_name_choose_the_game_until_somebody_does(open_browser, first_link):
    page = open_browser()
    set_up_club(page, first_link)
    page.goto("/events/new/")
    name = page.get_by_label("Name", exact=True)
    chosen_game = page.locator("[name=game]:checked")
    for typed, game in (
        ("Harvest whist drive", "party-whist-drive"),
        ("Club pairs night", "bridge"),
        ("Whist", "party-whist-drive"),
        ("Euchre night", "party-euchre-8"),
        ("Swiss teams", "teams-bridge"),
        ("Whist for pairs", "whist"),
        ("Christmas party", "bridge"),
    ):
        name.fill(typed)
        expect(chosen_game).to_have_value(game)
        expect(chosen_game).to_be_visible()
        expect(name).to_have_value(typed)
    choose_game(page, "individual-bridge")
    name.fill("Club pairs")
    expect(chosen_game).to_have_value("individual-bridge")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/field/")
    # A name that is refused is typed anew, and the game stays.
    page.goto("/events/new/")
    name.fill("Club pairs")
    choose_game(page, "individual-bridge")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Another night of this day is called Club pairs.")).to_be_visible()
    name.fill("Club teams")
    expect(chosen_game).to_have_value("individual-bridge")
