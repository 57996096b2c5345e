"""The clock of a party from hand to hand, in every way in which results come in."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.play.setup import set_up_party
from director.party.presets import BY_CARDS
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_preset_party,
    make_seated_party,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAYS = [
    *(("whist-drive", entry) for entry in ("points", "cards", "mix", "totals")),
    ("euchre-bell", "winner"),
]
LISTS = {
    "skat-congress": {"players": 11, "system": "skat-congress", "rounds": 2, "named": True},
    "doppelkopf": {
        "players": 5,
        "system": "doppelkopf-series",
        "method": "signed-lists",
        "rounds": 3,
        "named": True,
    },
}


def make(key: str, entry: str) -> Party:
    party = make_preset_party(key=key, players=26)
    set_up_party(party=party, user=None, entry=entry, card_from=2 if entry == "mix" else 0)
    return fetch_party_by_session(party.pk)


def press(page: Page, name: str) -> None:
    """Press a button of the clock, and see that the page stays one page."""
    page.get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(
        page.get_by_role("button", name=re.compile(f"^{name}")).and_(page.locator(":enabled"))
    ).to_have_count(0)
    page.wait_for_load_state()
    for once in ("header", "main", "#play", "#clock", "#clock-before"):
        expect(page.locator(f"{once}:not(dialog *)")).to_have_count(1)


def go_on(page: Page, party: Party, hand: int) -> None:
    """Tell who won every table of *hand*, and seat the next one."""
    for table in read_seating(get_latest_round(party).seating):
        if not table.sits_out:
            enter_winner(
                party, table.table_no, **({} if party.entry == "winner" else {"points": (7, 6)})
            )
    press(page, f"Next {party.round_noun}")
    expect(
        page.get_by_role("button", name=re.compile(f"^Start {party.round_noun} {hand + 1}"))
    ).to_be_enabled()


@pytest.mark.parametrize(("key", "entry"), WAYS)
def test_the_clock_goes_from_hand_to_hand(open_page, key, entry):
    party = make(key, entry)
    page = open_page
    page.goto(f"/parties/{party.pk}/play/")
    for hand in (1, 2):
        by_cards = entry in BY_CARDS and hand >= party.first_card_round
        if by_cards:
            page.locator("#play form input:visible:not([name=number])").first.fill("7")
        press(page, f"Start {party.round_noun} {hand}")
        press(page, "Pause")
        press(page, "Resume")
        press(page, "Ring bell")
        if by_cards:
            expect(page.locator("#play form input:visible:not([name=number])").first).to_have_value(
                "7"
            )
            expect(
                page.get_by_role("button", name=re.compile(f"^Start {party.round_noun} {hand + 1}"))
            ).to_be_enabled()
        else:
            go_on(page, party, hand)


@pytest.mark.parametrize("kind", LISTS)
def test_the_clock_of_lists_leaves_what_is_typed(open_page, kind):
    party = make_seated_party(**LISTS[kind])
    page = open_page
    page.goto(f"/parties/{party.pk}/play/")
    box = page.locator("form.entry input.n").first
    box.fill("7")
    for name in (f"Start {party.round_noun} 1", "Pause", "Resume", "Ring bell"):
        press(page, name)
    expect(box).to_have_value("7")
