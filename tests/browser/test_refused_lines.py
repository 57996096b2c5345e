"""Step 5 where lines cannot be stored, or there is no line left: no key is lost or run together."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.boards.play.scores.result import enter_result
from director.models import Section
from tests.browser.conftest import hold_requests, use_exports
from tests.browser.test_desk_keys import find_text_box, list_stored_texts, type_lines
from tests.browser.test_sign_in_elsewhere import sign_in
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_out_elsewhere(page: Page) -> Page:
    """Sign out in a second tab and return that tab."""
    tab = page.context.new_page()
    tab.goto("/nights/")
    tab.locator(".account-menu summary").click()
    tab.get_by_role("button", name="Sign out", exact=True).click()
    expect(tab.get_by_role("heading", name="Sign in")).to_be_visible()
    page.bring_to_front()
    return tab


def forget_next_board(page: Page) -> None:
    """Let *page* be as if the next board, which it fetches ahead, had not come yet."""
    page.evaluate(use_exports("boards/scores/pages.js", "exports.forgetPrefetch()"))


def test_signed_out_while_typing_keeps_every_key_until_signed_in_again(open_desk):
    page = open_desk("scores/boards/1/")
    tab = sign_out_elsewhere(page)
    forget_next_board(page)
    type_lines(page, "1cs=", "1cw=", "1dw=", "2he=", "3ntn=")
    waiting = page.locator("#waiting")
    expect(waiting).to_contain_text("You are signed out. 3 results are not saved.")
    expect(waiting).to_contain_text("Typed ahead: 2he= Enter 3ntn= Enter")
    expect(page.locator("#messages")).to_contain_text("You are signed out")
    expect(page.locator(".unstored").get_by_text("not saved")).to_have_count(3)
    for key, text in (("1-1-4", "1cs="), ("1-2-6", "1cw="), ("1-3-5", "1dw=")):
        expect(find_text_box(page, key)).to_have_value(text)
    expect(page.locator("main")).not_to_contain_text("oad this page")
    assert list_stored_texts() == []
    sign_in(tab)
    expect(find_text_box(page, "2-2-6")).to_have_attribute("data-stored", "3NTN=")
    expect(waiting).to_be_hidden()
    expect(page.locator(".unstored")).to_have_count(0)
    assert list_stored_texts() == ["1CS=", "1CW=", "1DW=", "2HE=", "3NTN="]


def test_leaving_asks_while_a_line_is_not_stored(open_desk):
    page = open_desk("scores/boards/1/")
    page.context.clear_cookies(name="sessionid")
    type_lines(page, "1cs=")
    expect(page.locator("#waiting")).to_contain_text("1 result is not saved.")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]


def test_page_that_stumbles_takes_the_caret_out_of_the_finished_line(open_desk):
    page = open_desk("scores/boards/1/")
    page.route("**/scores/boards/2/", lambda route: route.fulfill(status=404, body="gone"))
    forget_next_board(page)
    type_lines(page, "4ss=", "pass", "1ntn=")
    expect(page.locator("#messages")).to_contain_text("can’t be shown")
    page.keyboard.type("2he=")
    expect(page.locator("#waiting")).to_contain_text("Not used: 2he=")
    expect(find_text_box(page, "1-3-5")).to_have_value("1NTN=")


def test_strip_of_boards_agrees_with_the_grid_after_an_undo_on_another_board(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "4ss=", "pass", "1ntn=")
    expect(page.locator("#entry-page caption")).to_contain_text("Board 2")
    first = page.locator("#stops a").first
    expect(first).to_have_class("done")
    page.keyboard.press("Control+z")
    expect(page.locator("#entry-page caption")).to_contain_text("Board 1")
    expect(page.locator("#grid .in")).to_have_count(2)
    expect(first).to_have_class("part")
    expect(first).to_have_attribute("aria-current", "page")


def test_held_keys_are_named_in_words(open_desk):
    page = open_desk("scores/boards/1/")
    page.evaluate(use_exports("boards/scores/held_keys.js", "exports.heldKeys.hold()"))
    page.keyboard.type("4s")
    for key in ("Control+z", "Shift+Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#waiting")).to_have_text("Typed ahead: 4s Ctrl Z Shift Tab Enter")


def test_enter_on_the_last_line_of_a_full_board_leaves_no_result_to_be_typed_over(
    open_desk, section
):
    for ns, ew in ((1, 4), (2, 6), (3, 5)):
        enter_result(section=section, board_no=1, ns=ns, ew=ew, text="4SS=", user=None)
    page = open_desk("scores/boards/1/")
    type_lines(page, "4sn=", "4sn-1", "4sn-2", "1c", "5")
    expect(page.locator("#waiting")).to_have_text(
        "Not used: 1c Enter 5 Enter. Press an arrow key to return to the lines."
    )
    expect(find_text_box(page, "1-3-5")).to_have_attribute("data-stored", "4SN-2")
    page.keyboard.press("ArrowUp")
    expect(find_text_box(page, "1-3-5")).to_be_focused()
    expect(page.locator("#messages")).to_have_text("Not used: 1c Enter 5 Enter")
    type_lines(page, "8s")
    expect(page.locator("#line-1-3-5").get_by_role("alert")).to_be_visible()
    expect(find_text_box(page, "1-3-5")).to_be_focused()
    expect(page).to_have_url(re.compile("/scores/boards/1/$"))
    assert list_stored_texts() == ["4SN=", "4SN-1", "4SN-2"]


def test_unsent_results_of_a_closed_page_are_sent_when_it_is_opened_again(open_desk):
    page = open_desk("scores/boards/1/")
    page.context.set_offline(True)
    forget_next_board(page)
    type_lines(page, "1cs=", "1cw=")
    expect(page.locator("#waiting")).to_contain_text("2 results aren’t saved yet")
    context, address = page.context, page.url
    page.close()
    assert list_stored_texts() == []
    context.set_offline(False)
    page = context.new_page()
    page.goto(address.replace("/boards/1/", "/boards/3/"))
    expect(page.locator("#messages")).to_contain_text(
        "1cs= was entered before this page was closed and is now saved."
    )
    expect(page.locator("#messages")).to_contain_text("1cw= was entered")
    assert list_stored_texts() == ["1CS=", "1CW="]
    page.reload()
    expect(page.locator("#messages")).not_to_contain_text("is now saved")


def test_typing_while_unsent_results_are_sent_is_not_lost(open_desk):
    page = open_desk("scores/boards/1/")
    page.context.set_offline(True)
    type_lines(page, "1cs=")
    expect(page.locator("#waiting")).to_contain_text("1 result isn’t saved yet")
    context, address = page.context, page.url
    page.close()
    context.set_offline(False)
    page = context.new_page()
    let_go = hold_requests(page, "**/scores/boards/1/", method="POST")
    page.goto(address)
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    page.keyboard.press("ArrowDown")
    type_lines(page, "2he=")
    page.keyboard.type("3nt")
    let_go()
    expect(page.locator("#line-1-2-6 [data-stored='2HE=']")).to_have_count(1)
    page.keyboard.type("n=")
    expect(find_text_box(page, "1-3-5")).to_have_value("3ntn=")
    expect(find_text_box(page, "1-1-4")).to_have_value("1CS=")
    page.keyboard.press("Enter")
    expect(page.locator("#line-1-3-5 [data-stored='3NTN=']")).to_have_count(1)
    assert list_stored_texts() == ["1CS=", "2HE=", "3NTN="]


def test_an_unsent_result_does_not_replace_one_entered_meanwhile(open_desk):
    page = open_desk("scores/boards/1/")
    section = Section.objects.get()
    page.context.set_offline(True)
    type_lines(page, "1cs=")
    expect(page.locator("#waiting")).to_contain_text("1 result isn’t saved yet")
    context, address = page.context, page.url
    page.close()
    enter_result(section=section, board_no=1, ns=1, ew=4, text="2HE=", user=make_director("paula"))
    context.set_offline(False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#messages")).to_contain_text(
        "1cs= was not saved before the page was closed."
    )
    expect(page.locator("#messages")).to_contain_text("paula")
    assert list_stored_texts() == ["2HE="]
