"""Two phones at a table, each of its own side; and what two sides say differently."""

import re

import pytest
from playwright.sync_api import expect

from director.boards.play.scores.result import enter_result
from director.models import Call, TableWord
from tests.browser.conftest import PHONE, wait_until
from tests.browser.phones.conftest import (
    expect_text,
    find_button,
    list_stored_results,
    open_first_board,
    refresh_phone,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def send_four_spades(page):
    """Enter 4 spades at the board of N-S and ask E-W."""
    tap_four_spades(page)
    tap(page, "Send to E-W")
    expect_text(page, "Sent.")


def test_opponents_agree_on_their_own_phone(sides_at_board):
    ns, ew = sides_at_board
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    expect_text(ns, "Sent. E-W haven’t confirmed yet.")
    assert list_stored_results() == ["4SS="]
    assert TableWord.objects.get().agreed_at is None
    refresh_phone(ew)
    expect_text(ew, "N-S entered:")
    expect(ew.locator(".gain")).to_have_text("N-S +420")
    tap(ew, "Confirm")
    expect_text(ew, "✓ Confirmed")
    refresh_phone(ns)
    expect_text(ns, "✓ Confirmed")
    assert TableWord.objects.get(kind="result").agreed_at is not None


def test_opponents_change_and_the_first_side_agrees(sides_at_board):
    ns, ew = sides_at_board
    send_four_spades(ns)
    refresh_phone(ew)
    expect_text(ew, "N-S entered:")
    tap(ew, "Result", "1 down", "Send to N-S")
    expect_text(ew, "N-S haven’t confirmed yet.")
    assert list_stored_results() == ["4SS="]
    refresh_phone(ns)
    expect_text(ns, "Change by E-W")
    expect(ns.locator(".gain").last).to_have_text("E-W +50")
    tap(ns, "Confirm")
    expect_text(ns, "✓ Confirmed")
    assert list_stored_results() == ["4SS-1"]


def test_change_that_the_other_side_refuses_leaves_all_as_it_was(sides_at_board):
    ns, ew = sides_at_board
    send_four_spades(ns)
    refresh_phone(ew)
    tap(ew, "Result", "1 down", "Send to N-S")
    expect_text(ew, "N-S haven’t confirmed yet.")
    refresh_phone(ns)
    tap(ns, "Don’t change it")
    expect_text(ns, "✓ Confirmed")
    refresh_phone(ew)
    expect(ew.get_by_text("N-S haven’t confirmed yet.")).to_have_count(0)
    assert list_stored_results() == ["4SS="]
    assert not [word for word in TableWord.objects.all() if word.needs_decision]


def test_silent_opponents_are_handed_the_phone(sides_at_board):
    ns, _ew = sides_at_board
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    expect_text(ns, "They are asked on their own phone.")
    expect(find_button(ns, "E-W confirm here")).to_have_count(0)
    ns.evaluate(
        "for (const [name, at] of table.sentTimes) table.sentTimes.set(name, at - 30000); draw()"
    )
    tap(ns, "E-W confirm here")
    expect_text(ns, "✓ Confirmed")
    assert TableWord.objects.get(kind="result").agreed_at is not None


def test_own_slip_is_mended_before_the_opponents_agree(sides_at_board):
    ns, ew = sides_at_board
    send_four_spades(ns)
    tap(ns, "Result", "1 over", "Send to E-W")
    expect(ns.locator(".gain")).to_have_text("N-S +450")
    refresh_phone(ew)
    expect(ew.locator(".gain")).to_have_text("N-S +450")
    assert list_stored_results() == ["4SS+1"]


def test_own_slip_shows_one_score_before_the_program_is_asked_again(sides_at_board):
    ns, _ew = sides_at_board
    send_four_spades(ns)
    ns.route("**/state.json*", lambda route: route.abort())
    tap(ns, "Result", "1 over", "Send to E-W")
    expect_text(ns, "E-W haven’t confirmed yet.")
    assert ns.locator(".gain").all_inner_texts() == ["N-S +450"]
    assert list_stored_results() == ["4SS+1"]


def test_change_shows_both_scores_before_the_program_is_asked_again(sides_at_board):
    ns, ew = sides_at_board
    send_four_spades(ns)
    refresh_phone(ew)
    expect_text(ew, "N-S entered:")
    ew.route("**/state.json*", lambda route: route.abort())
    tap(ew, "Result", "1 down", "Send to N-S")
    expect_text(ew, "N-S haven’t confirmed yet.")
    assert ew.locator(".gain").all_inner_texts() == ["N-S +420", "E-W +50"]


def test_entry_half_made_is_not_taken_away_by_the_other_phone(sides_at_board):
    ns, ew = sides_at_board
    tap(ew, "Level 3", "no-trumps")
    send_four_spades(ns)
    refresh_phone(ew)
    expect_text(ew, "This board was entered on another phone")
    expect(find_button(ew, "Level 3")).to_have_attribute("aria-pressed", "true")


def test_one_phone_for_both_sides_asks_on_the_same_phone(open_browser, set_up_table_phone):
    page = open_browser(viewport=PHONE)
    page.goto(set_up_table_phone(confirm="own"))
    tap(page, "Both")
    open_first_board(page)
    tap_four_spades(page)
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    assert TableWord.objects.get().agreed_at is not None


def second_value(open_browser, address):
    """Return the phone that sent another value than another phone had."""
    path = address()
    first, second = (open_browser(viewport=PHONE) for _phone in range(2))
    for page in (first, second):
        page.goto(path)
        open_first_board(page)
    second.route("**/state.json*", lambda route: route.abort())
    tap_four_spades(first)
    tap(first, "Confirm")
    expect_text(first, "✓ Confirmed")
    tap_four_spades(second, "1 over")
    tap(second, "Confirm")
    expect_text(second, "! Two results.")
    second.unroute("**/state.json*")
    return second


def test_two_values_are_both_shown_and_theirs_can_stand(open_browser, set_up_table_phone):
    page = second_value(open_browser, set_up_table_phone)
    assert page.locator(".gain").all_inner_texts() == ["N-S +420", "N-S +450"]
    page.reload()
    tap(page, "Check")
    tap(page, "Keep saved result")
    wait_until_phone_sent(page)
    expect(page.get_by_text("Two results")).to_have_count(0)
    assert list_stored_results() == ["4SS="]
    assert not [word for word in TableWord.objects.all() if word.needs_decision]


@pytest.mark.parametrize(
    ("name", "text"),
    [("Keep the first", "4SS="), ("Confirm the second", "4SS+1")],
    ids=["first", "second"],
)
def test_people_at_the_table_settle_two_values_on_either_phone(
    open_browser, set_up_table_phone, name, text
):
    page = second_value(open_browser, set_up_table_phone)
    third = open_browser(viewport=PHONE)
    third.goto(page.url)
    tap(third, "Boards")
    third.locator("#board-1").click()
    tap(third, name)
    expect_text(third, "✓ Confirmed")
    assert list_stored_results() == [text]
    assert not [word for word in TableWord.objects.all() if word.needs_decision]


def test_two_values_go_to_the_director(open_browser, set_up_table_phone):
    page = second_value(open_browser, set_up_table_phone)
    tap(page, "Call the director")
    expect(find_button(page, "Director called")).to_be_visible()
    assert Call.objects.get().reason == "Board 1: two results"
    assert [word.text for word in TableWord.objects.all() if word.needs_decision] == ["4SS+1"]


def test_score_of_the_director_stands(open_board, section):
    page = open_board()
    page.route("**/state.json*", lambda route: route.abort())
    enter_result(section=section, board_no=1, ns=1, ew=4, text="3NTN=", user=make_director())
    tap_four_spades(page)
    tap(page, "Confirm")
    expect_text(page, "! Two results.")
    page.unroute("**/state.json*")
    page.evaluate("refresh()")
    tap(page, "Keep the director’s")
    page.reload()
    tap(page, "Boards")
    page.locator("#board-1").click()
    expect_text(page, "Only the director can change it.")
    expect(page.locator("[id^=change-]")).to_have_count(0)
    assert list_stored_results() == ["3NTN="]


def test_refused_entry_keeps_what_was_typed(open_board):
    page = open_board(others="never")
    sentence = "Board 1: nobody plays it here."
    page.route("**/results", lambda route: route.fulfill(status=422, json={"error": sentence}))
    tap_four_spades(page)
    tap(page, "Confirm")
    tap(page, "Check")
    expect_text(page, sentence)
    expect(page.locator(".sentence")).to_contain_text("4♠ by South")
    page.reload()
    tap(page, "Check")
    page.unroute("**/results")
    tap(page, "Result", "1 down")
    expect(page.locator(".sentence")).to_contain_text(re.compile("4♠ by South .*9 tricks"))
    tap(page, "Confirm")
    wait_until_phone_sent(page)
    expect(page.get_by_text("wasn’t saved")).to_have_count(0)
    assert list_stored_results() == ["4SS-1"]


def test_a_second_phone_for_the_same_side_is_told_to_both(sides_at_board, open_browser):
    ns, ew = sides_at_board
    third = open_browser(viewport=PHONE)
    third.goto(ns.url)
    tap(third, "N-S")
    refresh_phone(third)
    for page in (ns, third):
        refresh_phone(page)
        expect_text(page, "Another phone is entering for N-S too.")
    refresh_phone(ew)
    expect(ew.get_by_text("Another phone answers")).to_have_count(0)
    tap(third, "Both are ours")
    expect(third.get_by_text("Another phone answers")).to_have_count(0)
    tap(ns, "Not ours")
    expect_text(ns, "The director has been called.")
    wait_until(ns, Call.objects.exists)  # said before it is brought, and brought until it is in
    assert Call.objects.get().reason == "Unknown phone entering for N-S"
