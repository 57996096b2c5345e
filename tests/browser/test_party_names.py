"""Long names of a party on a phone: nothing scrolls sideways, and a name is parted between its words."""

from datetime import date

import pytest

from director.party.demo import create_demo_party
from director.party.models import Party
from tests.browser.conftest import PHONE
from tests.browser.test_long_names import sign_in
from tests.browser.test_night import check_no_sideways_scrolling
from tests.director.party.parties import make_preset_party, make_seated_party
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = (
    "Wilhelmina Featherstonehaugh-Cholmondeley",
    "Maximilian Hohenzollern-Sigmaringen",
    "W" * 40,
)
PARTED_WORDS = """selector => [...document.querySelectorAll(selector)].flatMap(one => {
    const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
    return [...text.data.matchAll(/[^ -]+-?/g)].filter(word => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(word => word[0]);
})"""


def call_long(party):
    """Give the first players of *party* the long names."""
    for number, name in enumerate(LONG, 1):
        person = party.players.get(number=number).person
        person.name = name
        person.save()


def test_long_names_on_a_phone(open_browser):
    make_director()
    event = create_demo_party(seed=7, event_date=date(2026, 11, 20))
    party = Party.objects.get()
    call_long(party)
    page = open_browser(viewport=PHONE)
    sign_in(page)
    for address, names in (
        (f"/parties/{party.pk}/room/", ".room-lines b"),
        (f"/events/{event.pk}/", "th.names a"),
    ):
        page.goto(address)
        check_no_sideways_scrolling(page)
        assert set(page.evaluate(PARTED_WORDS, names)) <= {"W" * 40}
    assert page.locator("th.names a").count() == 24


def test_seats_of_forts_have_their_words_in_a_line(open_browser):
    make_director()
    party = make_preset_party(key="whist-flags", players=20)
    page = open_browser(viewport=PHONE)
    sign_in(page)
    page.goto(f"/parties/{party.pk}/seats/")
    check_no_sideways_scrolling(page)
    heights = page.locator(".seats tbody th small").evaluate_all(
        "all => all.map(one => one.getClientRects().length)"
    )
    assert heights == [1] * 20
    boxes = page.locator(".seats tbody input[name^=team]").evaluate_all(
        "all => all.map(one => one.clientWidth)"
    )
    assert min(boxes) > 250


def test_long_names_where_points_are_typed(open_browser):
    make_director()
    party = make_seated_party(players=12, named=True, method="points", entry="points")
    call_long(party)
    page = open_browser(viewport=PHONE)
    sign_in(page)
    page.goto(f"/parties/{party.pk}/play/")
    check_no_sideways_scrolling(page)
    assert page.locator("div.side > span").count() == 6
    assert page.evaluate(PARTED_WORDS, "div.side > span") == ["W" * 40]
