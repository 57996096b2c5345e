"""A board that is not of the round, and people at the wrong table, on their phones."""

import pytest
from playwright.sync_api import expect

from director.models import Call, TableWord
from tests.browser.conftest import wait_until
from tests.browser.phones.conftest import (
    expect_text,
    list_stored_results,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def other_board(page, number):
    """Say on the page of the round that another board lies there."""
    tap(page, "Wrong board on the table")
    page.get_by_label("Board number").fill(str(number))
    page.keyboard.press("Enter")


def test_a_board_outside_the_round_is_refused_gently_and_kept_for_the_director(sides):
    ns, ew = sides
    other_board(ns, 5)
    expect_text(ns, "Board 5 isn’t played here this round. Still to play: 1, 2.")
    tap(ns, "We played it")
    expect_text(ns, "Not in this round. The director decides.")
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    wait_until_phone_sent(ns)
    expect_text(ns, "Play on with your own boards.")
    assert list_stored_results() == []
    ew.evaluate("refresh()")
    expect_text(ew, "N-S say you played this board from another round or table:")
    expect_text(ew, "Did you play it?")
    tap(ew, "We played it")
    expect_text(ew, "Board 5: the director decides.")
    expect_text(ew, "Not in this round")
    wait_until_phone_sent(ew)
    assert TableWord.objects.get(kind="result").agreed_at is not None
    tap(
        ew,
        "Enter board 1"
        if ew.get_by_role("button", name="Enter board 1").count()
        else "Start board",
    )
    expect(ew.get_by_role("heading", name="Board 1", exact=True)).to_be_visible()


def test_the_other_side_did_not_play_it(sides):
    ns, ew = sides
    other_board(ns, 5)
    tap(ns, "We played it")
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    wait_until_phone_sent(ns)
    ew.evaluate("refresh()")
    tap(ew, "We didn’t play it")
    expect_text(ew, "Board 5: removed.")
    wait_until_phone_sent(ew)
    ns.evaluate("refresh()")
    wait_until(
        ns, lambda: not TableWord.objects.filter(kind="result", dropped_at__isnull=True).exists()
    )
    expect(
        ns.get_by_role("heading", name="Board 1", exact=True).or_(ns.get_by_text("Start board"))
    ).to_be_visible()
    assert list_stored_results() == []


def test_a_number_of_the_round_opens_that_board(open_phone):
    page = open_phone()
    other_board(page, 2)
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()


def test_people_at_the_wrong_table_type_their_number_and_read_where_they_play(open_phone):
    page = open_phone()
    tap(page, "Not our table")
    page.get_by_label("Number on your guide card").fill("2")
    tap(page, "E-W" if page.get_by_role("button", name="E-W", exact=True).count() else "Find table")
    expect_text(page, "plays at table 2")
    assert set(Call.objects.values_list("table_no", flat=True)) == {1, 2}
