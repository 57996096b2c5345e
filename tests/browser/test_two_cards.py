"""A card of a cribbage evening typed by keyboard alone, and what the two cards of a game say."""

import pytest
from playwright.sync_api import expect

from tests.director.party.play.test_game_cards import hand_in_games, make_cribbage
from tests.scoring.deals.test_two_cards import make_evening_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CARD = (
    ("1", "2", "17", ""),
    ("2", "0", "", "9"),
    ("3", "0", "", "40"),
    ("4", "", "", "6"),
    ("5", "", "30", ""),
)


def test_a_card_is_typed_by_keyboard_and_compared(open_page):
    party = hand_in_games(make_cribbage(), make_evening_cards(), without=("6",))
    page = open_page
    page.goto(f"/parties/{party.pk}/play/")
    expect(page.get_by_label("Number")).to_be_focused()
    expect(page.get_by_label("Number")).to_have_value("6")
    page.get_by_label("Number").press("Enter")
    for text in (text for game in CARD for text in game):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="6 of 6 cards entered")).to_be_visible()
    assert party.cards.get(player=6).games[-1] == [5, 2, 30]
    assert not page.locator("#differences").count()
    page.get_by_role("link", name="Correct card 6").click()
    page.get_by_label("Plus, game 1").fill("18")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#differences")).to_contain_text("won, +18")


def test_the_next_card_follows_what_another_desk_stores_while_nothing_is_typed(open_page):
    party = make_cribbage()
    page = open_page
    page.goto(f"/parties/{party.pk}/play/")
    hand_in_games(party, {"1": make_evening_cards()["1"]})
    expect(page.get_by_role("heading", name="1 of 6 cards entered")).to_be_visible()
    expect(page.get_by_label("Number")).to_have_value("2")
    page.get_by_label("Against, game 1").fill("1")
    hand_in_games(party, {"2": make_evening_cards()["2"]})
    expect(page.get_by_role("heading", name="2 of 6 cards entered")).to_be_visible()
    expect(page.get_by_label("Number")).to_have_value("2")
    expect(page.get_by_label("Against, game 1")).to_have_value("1")
