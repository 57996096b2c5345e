"""Entering a result at the table: taps, keys, without scripts."""

import re

import pytest
from playwright.sync_api import expect

from director.models import Call, TableWord
from tests.browser.conftest import PHONE
from tests.browser.phones.conftest import (
    expect_text,
    find_button,
    list_stored_results,
    open_first_board,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)
from tests.factories import make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def count_taps(page):
    page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)")
    return lambda: page.evaluate("window.taps")


def test_result_takes_five_taps_with_the_word_of_the_opponents(open_board):
    page = open_board()
    taps = count_taps(page)
    tap_four_spades(page)
    expect(page.locator(".sentence")).to_contain_text("4♠ by South (Fred Dunn 0), 10 tricks (=)")
    expect(page.locator(".gain")).to_have_text("N-S +420")
    assert list_stored_results() == []
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    assert taps() == 5
    assert list_stored_results() == ["4SS="]
    assert TableWord.objects.get().agreed_at is not None
    tap(page, "Next: board 2")
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()


def test_result_takes_seven_taps_with_the_lead(open_board):
    page = open_board(lead=True)
    taps = count_taps(page)
    tap(page, "Level 4", "spades", "South")
    expect_text(page, "Which card did West lead?")
    tap(page, "hearts", "king", "just made")
    expect(page.locator(".sentence .hidden")).to_have_text(re.compile("10 tricks, lead heart king"))
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    assert taps() == 7
    assert list_stored_results() == ["4SS="]
    assert TableWord.objects.get().lead == "HK"


def test_lead_of_a_ten_comes_back_as_it_was_led(open_board):
    page = open_board(lead=True)
    tap(page, "Level 4", "spades", "South", "hearts", "10", "just made", "Confirm")
    expect_text(page, "✓ Confirmed")
    assert TableWord.objects.get().lead == "H10"
    page.reload()
    tap(page, "Boards")
    page.locator("#board-1").click()
    expect_text(page, "lead ♥10")


@pytest.mark.parametrize(("name", "text"), [("Passed out", "PASS"), ("Not played", "NP: no time")])
def test_board_without_a_contract_takes_two_taps(open_board, name, text):
    page = open_board()
    tap(page, name, "Confirm")
    expect_text(page, "✓ Confirmed")
    assert list_stored_results() == [text]


def test_second_tap_of_a_double_tap_agrees_to_nothing(open_board):
    page = open_board()
    tap(page, "Level 4", "spades", "South")
    places = [box.bounding_box() for box in page.locator("[id^=tricks-]").all()]
    find_button(page, "just made").dblclick()
    agree = find_button(page, "Confirm")
    expect(agree).to_be_visible()
    foot = agree.bounding_box()
    assert all(box["y"] + box["height"] <= foot["y"] for box in places), "it lies where a key lay"
    page.evaluate("""() => {
        openPad(1, 1);
        applyTap({ level: 4, denomination: "S", declarer: "S" });
        applyTap({ tricks: 10 });
        document.getElementById("agree").click();
    }""")
    page.wait_for_timeout(300)
    assert list_stored_results() == []
    expect(agree).to_be_enabled()


def test_change_opens_what_was_tapped_and_keeps_the_rest(open_board):
    page = open_board()
    tap_four_spades(page)
    tap(page, "Result")
    expect(find_button(page, "just made")).to_have_attribute("aria-pressed", "true")
    tap(page, "1 down")
    expect(page.locator(".gain")).to_have_text("E-W +50")
    tap(page, "Contract")
    expect(find_button(page, "Level 4")).to_have_attribute("aria-pressed", "true")
    tap(page, "Level 5")
    expect(page.locator(".sentence")).to_contain_text("5♠ by South (Fred Dunn 0), 9 tricks (−2)")
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    assert list_stored_results() == ["5SS-2"]


def test_stored_board_is_corrected_in_five_taps_with_the_word_of_the_opponents(open_board):
    page = open_board()
    tap_four_spades(page)
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    taps = count_taps(page)
    tap(page, "Boards")
    page.locator("#board-1").click()
    tap(page, "Result", "1 over")
    expect_text(page, "This replaces the earlier result.")
    tap(page, "Confirm")
    expect(page.locator(".gain")).to_have_text("N-S +450")
    expect_text(page, "✓ Confirmed")
    assert taps() == 5
    assert list_stored_results() == ["4SS+1"]


def test_whole_result_is_typed_with_the_keyboard_alone(open_phone):
    page = open_phone()
    expect(find_button(page, "Start board")).to_be_visible()
    tab_to(page, "begin")
    page.keyboard.press("Enter")
    expect(page.locator("#heading")).to_be_focused()
    tab_to(page, "typed")
    page.keyboard.type("4sx")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“4sx” has no declarer.")
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("4ssx+1")
    page.keyboard.press("Enter")
    expect(page.locator("#heading")).to_be_focused()
    expect(page.locator("#app-live")).to_have_text(
        re.compile(r"4 spades doubled by South \(.+\), 11 tricks\. N-S \+690")
    )
    expect(find_button(page, "Confirm")).to_be_enabled()
    tab_to(page, "agree")
    page.keyboard.press("Enter")
    expect_text(page, "✓ Confirmed")
    assert list_stored_results() == ["4SXS+1"]


def tab_to(page, name):
    for _press in range(60):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard never comes to {name}")


def test_last_board_of_a_round_shows_where_to_go_until_somebody_is_seated(open_board):
    page = open_board(others="never")
    for _board in range(2):
        tap_four_spades(page)
        tap(page, "Confirm")
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    places = (
        "1 N-S Ada Ash Ash Fred Dunn 0stay here1 E-W Dora Ash Dunn Ida Gray 3go to table 2, E-W"
    )
    expect(page.locator(".seat-list")).to_have_text(places)
    page.reload()
    tap(page, "Go to round 2")
    expect(page.locator(".compass .at-E")).not_to_have_text("")
    tap(page, "Start board 3")
    expect(page.get_by_role("heading", name="Board 3", exact=True)).to_be_visible()
    assert list_stored_results() == ["4SS=", "4SS="]


def test_round_is_opened_again_by_whoever_corrects_it(open_board):
    page = open_board(others="never")
    for _board in range(2):
        tap_four_spades(page)
        tap(page, "Confirm")
    tap(page, "Go to round 2", "Check round 1")
    page.locator("#board-2").click()
    tap(page, "Result", "1 down", "Confirm")
    expect_text(page, "✓ Confirmed")
    assert list_stored_results() == ["4SS=", "4SS-1"]


def test_last_board_shows_where_to_go_although_the_table_has_another_round(open_board):
    page = open_board(others="board")
    tap_four_spades(page)
    tap(page, "Confirm", "Next: board 2")
    tap_four_spades(page)
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    wait_until_phone_sent(page)
    page.evaluate("refresh()")
    tap(page, "Finish round")
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(page.locator(".seat-list")).to_contain_text("1 E-W Dora Ash Dunn")
    tap(page, "Go to round 2")
    expect(find_button(page, "Start board 3")).to_be_visible()


def test_director_is_called_with_a_reason_and_what_was_begun_is_kept(open_board):
    page = open_board()
    tap(page, "Level 4", "Call director", "Revoke")
    expect(find_button(page, "Director called")).to_be_visible()
    expect_text(page, "The director has been called.")
    assert Call.objects.get().reason == "Revoke"
    expect(find_button(page, "Level 4")).to_have_attribute("aria-pressed", "true")
    page.evaluate("refresh()")
    tap(page, "Director called")
    expect_text(page, "Revoke.")
    tap(page, "Back", "spades", "South")
    expect(page.get_by_role("heading", name="Board 1: result")).to_be_visible()
    expect(page.get_by_text("The director has been called.")).to_have_count(0)


def test_director_is_called_without_a_reason(open_board):
    page = open_board()
    tap(page, "Call director", "Call the director")
    expect(find_button(page, "Director called")).to_be_visible()
    assert Call.objects.get().reason == ""


def test_table_on_paper_says_so_and_asks_for_nothing(open_browser, set_up_table_phone, section):
    page = open_browser(viewport=PHONE)
    page.goto(set_up_table_phone(entry="paper"))
    expect_text(page, "Table 1 uses paper")
    expect(find_button(page, "Start board")).to_have_count(0)
    expect(page.locator("button[id^=board-]")).to_have_count(0)
    plain = open_browser(viewport=PHONE, scripts=False)
    plain.goto(page.url)
    expect(plain.get_by_text("Table 1 uses paper")).to_be_visible()
    expect(plain.get_by_role("button", name="Send board")).to_have_count(0)


def test_table_that_nobody_uses_says_so_and_the_clock_of_another_round_is_not_told(
    open_browser, set_up_table_phone
):
    page = open_browser(viewport=PHONE)
    page.route("**/state.json*", lambda route: route.abort())
    page.goto(set_up_table_phone())
    page.evaluate("Object.assign(table.state, { unused: true }); followState()")
    expect(page.get_by_role("heading", name="Nobody plays at this table")).to_be_visible()
    page.evaluate("Object.assign(table.state, { unused: false }); followState()")
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    ago = "new Date(Date.now() - 60000).toISOString()"
    clock = f"Object.assign(table.state, {{ clock: {{ state: 'running', round: 1, ends_at: {ago} }} }}); table.clockLead = 0"
    assert page.evaluate(f"{clock}; formatClock()") == "time’s up"
    assert page.evaluate("table.state.round = 2; formatClock()") == ""


def test_wrong_people_see_who_belongs_here_and_can_call(open_phone):
    page = open_phone()
    tap(page, "Not our table")
    expect_text(page, "Round 1, table 1: pairs 1 N-S and 1 E-W.")
    tap(page, "Call the director")
    expect(find_button(page, "Director called")).to_be_visible()
    assert Call.objects.get().reason == "Wrong opponents"


def test_whist_is_a_pad_of_tricks(open_browser, set_up_table_phone, transactional_db):
    section = make_night(pairs=6, boards_per_set=2)
    section.session.event.game = "whist"
    section.session.event.scoring = "matchpoints"
    section.session.event.save()
    page = open_browser(viewport=PHONE)
    page.goto(set_up_table_phone(at=section))
    open_first_board(page)
    tap(page, "N-S 8 tricks, E-W 5")
    expect(page.locator(".sentence .hidden")).to_have_text("N-S 8 tricks, E-W 5 tricks.")
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    assert list_stored_results() == ["8"]


def test_nobody_confirms_if_the_club_turns_it_off(open_board):
    page = open_board(confirm="nobody", others="never")
    tap_four_spades(page)
    tap(page, "Send")
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS="]
    tap(page, "Boards")
    page.locator("#board-1").click()
    expect_text(page, "✓ Saved")


def test_page_takes_results_without_scripts(open_browser, set_up_table_phone):
    page = open_browser(viewport=PHONE, scripts=False)
    page.goto(set_up_table_phone())
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    page.get_by_label("Board 1").fill("4S")
    page.get_by_role("button", name="Send board 1").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Board 1")).to_have_value("4S")
    page.get_by_label("Board 1").fill("4SS=")
    page.locator("form", has=page.get_by_label("Board 1")).get_by_label("Opponents confirm").check()
    page.get_by_role("button", name="Send board 1").click()
    expect(page.get_by_label("Board 1")).to_have_count(0)
    says_plain = page.locator(".boards")
    expect(says_plain).to_contain_text("4SS=")
    expect(says_plain).to_contain_text("✓ confirmed")
    assert list_stored_results() == ["4SS="]
    page.get_by_label("Reason").fill("Revoke")
    page.get_by_role("button", name="Call director").click()
    expect(page.locator("body")).to_contain_text("Director called at")
    assert Call.objects.get().reason == "Revoke"


def test_second_tap_of_two_does_not_go_on_from_what_the_first_one_shows(open_board):
    page = open_board()
    tap_four_spades(page)
    find_button(page, "Confirm").dblclick(delay=20)
    expect_text(page, "✓ Confirmed")
    page.wait_for_timeout(600)
    expect(page.get_by_role("heading", name="Board 1", exact=True)).to_be_visible()
    assert list_stored_results() == ["4SS="]
