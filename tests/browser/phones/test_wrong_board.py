"""On the phones: an entry for the wrong board is moved in one step, and a late play is entered."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.models import Result
from tests.browser.phones.conftest import (
    expect_text,
    list_stored_results,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)
from tests.factories import enter_on_line, make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_both_sides_move_an_entry_and_the_board_is_open_again(open_board):
    page = open_board()
    tap_four_spades(page)
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    tap(page, "Move to another board", "Board 2", "Confirm")
    expect_text(page, "Next: board 1")
    assert list_stored_results() == ["4SS="]
    tap(page, "Next: board 1", "Passed out", "Confirm")
    expect_text(page, "✓ Confirmed")
    assert list_stored_results() == ["PASS", "4SS="]


def test_the_other_side_is_asked_on_its_own_phone(sides_at_board):
    ns, ew = sides_at_board
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    expect_text(ns, "E-W haven’t confirmed yet.")
    ew.evaluate("refresh()")
    tap(ew, "Confirm")
    expect_text(ew, "✓ Confirmed")
    ns.evaluate("refresh()")
    expect_text(ns, "✓ Confirmed")
    tap(ns, "Move to another board", "Board 2", "Send to E-W")
    expect_text(ns, "E-W haven’t confirmed yet.")
    assert list_stored_results() == ["4SS="]
    ew.evaluate("refresh()")
    expect_text(ew, "Entered for board 1, but played on board 2.")
    tap(ew, "Confirm")
    expect_text(ew, "✓ Confirmed")
    ew.get_by_role("button", name="Boards").click()
    assert ew.locator("#board-2 .made").inner_text().startswith("4♠ S =")


def test_a_late_play_is_entered_from_the_round_that_is_played_by_then(open_phone, section):
    user = make_director()
    line, *rest = [line for line in fetch_section_lines(section).all if line.table_no == 1][:5]
    enter_on_line(section, line, "LATER", user=user)
    for other in rest[:3]:
        enter_on_line(section, other, "PASS", user=user)
    page = open_phone()
    expect_text(page, "From round 1")
    page.get_by_role("button", name="Board 1").first.click()
    tap_four_spades(page)
    tap(page, "Confirm")
    wait_until_phone_sent(page)
    assert list_stored_results()[0] == "4SS="
    expect_text(page, "Round 3 of")
    assert page.get_by_text("From round 1").count() == 0


def test_a_board_is_put_off_on_the_phone_and_entered_from_the_list(open_board):
    page = open_board(confirm="nobody")
    tap(page, "Play later")
    expect_text(page, "To be played later")
    tap(page, "Send")
    wait_until_phone_sent(page)
    tap(page, "Next: board 2", "Passed out", "Send")
    wait_until_phone_sent(page)
    assert list_stored_results() == ["LATER", "PASS"]
    tap(page, "Finish round")
    expect_text(page, "played later")
    page.locator("#board-1").click()
    tap_four_spades(page)
    tap(page, "Send")
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS=", "PASS"]


def test_a_table_that_sat_the_other_way_says_so_and_the_other_side_agrees(sides_at_board):
    ns, ew = sides_at_board
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    expect_text(ns, "E-W haven’t confirmed yet.")
    tap(ns, "Boards", "Report wrong direction", "Send to E-W")
    expect_text(ns, "The other side hasn’t confirmed yet.")
    ew.evaluate("refresh()")
    expect_text(ew, "Did you sit in the wrong direction in round 1?")
    tap(ew, "Check", "Confirm")
    expect_text(ew, "Round 1: directions swapped")
    ew.evaluate("refresh()")
    ew.wait_for_timeout(1000)
    expect_text(
        ew, "Round 1: directions swapped"
    )  # also once the program has told how they sit now
    assert list(Result.objects.values_list("ns", "ew", "text")) == [(4, 1, "4SS=")]
