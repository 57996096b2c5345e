"""A board that is not of the round, and people at the wrong table, on their phones."""

import pytest
from playwright.sync_api import expect

from director.models import Call, TableWord
from tests.browser.conftest import PHONE, wait_until
from tests.browser.tables.conftest import four_spades, says, sent, stored, tap

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def sides(open_browser, address):
    """The phones of N-S and E-W at table 1, both where the round is shown."""
    path = address(confirm="own")
    phones = []
    for side in ("N-S", "E-W"):
        page = open_browser(viewport=PHONE)
        page.goto(path)
        tap(page, side)
        says(page, "Another board is on the table")
        phones.append(page)
    return phones


def other_board(page, number):
    """Say on the page of the round that another board lies there."""
    tap(page, "Another board is on the table")
    page.get_by_label("Which number is on the board?").fill(str(number))
    page.keyboard.press("Enter")


def test_a_board_outside_the_round_is_refused_gently_and_kept_for_the_director(sides):
    ns, ew = sides
    other_board(ns, 5)
    says(ns, "Board 5 is not of this round here. Still to play: 1, 2.")
    tap(ns, "We did play it")
    says(ns, "Not of this round. The director keeps it or cancels it.")
    four_spades(ns)
    tap(ns, "Send to E-W")
    sent(ns)
    says(ns, "Play on with your own boards.")
    assert stored() == []
    ew.evaluate("wake()")
    says(ew, "N-S say that you played a board of another round or table:")
    says(ew, "Did you play it?")
    tap(ew, "We did play it")
    says(ew, "Board 5: the director decides.")
    says(ew, "Not of this round")
    sent(ew)
    assert TableWord.objects.get(kind="result").agreed_at is not None
    tap(ew, "Enter board 1" if ew.get_by_role("button", name="Enter board 1").count() else "All seated")
    expect(ew.get_by_role("heading", name="Board 1", exact=True)).to_be_visible()


def test_the_other_side_did_not_play_it(sides):
    ns, ew = sides
    other_board(ns, 5)
    tap(ns, "We did play it")
    four_spades(ns)
    tap(ns, "Send to E-W")
    sent(ns)
    ew.evaluate("wake()")
    tap(ew, "We did not play it")
    says(ew, "Board 5: taken back.")
    sent(ew)
    ns.evaluate("wake()")
    wait_until(ns, lambda: not TableWord.objects.filter(kind="result", dropped_at__isnull=True).exists())
    expect(ns.get_by_role("heading", name="Board 1", exact=True).or_(ns.get_by_text("All seated"))).to_be_visible()
    assert stored() == []


def test_a_number_of_the_round_opens_that_board(open_phone):
    page = open_phone()
    other_board(page, 2)
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()


def test_people_at_the_wrong_table_type_their_number_and_read_where_they_play(open_phone):
    page = open_phone()
    tap(page, "We are not these people")
    page.get_by_label("Your number on the guide card").fill("2")
    tap(page, "E-W" if page.get_by_role("button", name="E-W", exact=True).count() else "Where to?")
    says(page, "plays at table 2")
    assert set(Call.objects.values_list("table_no", flat=True)) == {1, 2}
