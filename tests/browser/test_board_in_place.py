"""Step 5 in a real browser: boards change in place, and what the network does to an answer harms no result."""

import re

import pytest
from playwright.sync_api import expect

from director.models import Result, ResultVersion
from tests.browser.conftest import hold_requests, use_exports, wait_until
from tests.browser.test_desk_keys import find_text_box, list_stored_texts, type_lines

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SEND = "**/scores/boards/*/"


def test_score_of_the_last_line_is_seen_before_the_next_board_takes_its_place(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "4ss=", "pass")
    expect(page.locator("#line-1-2-6 .points")).to_have_text("0")
    page.evaluate("""() => {
        const push = history.pushState.bind(history);
        window.seen = [];
        history.pushState = (...where) => {
            window.seen.push(document.querySelector("#line-1-3-5 .points").innerText);
            push(...where);
        };
    }""")
    type_lines(page, "3ntn-1")
    expect(page).to_have_url(re.compile("/scores/boards/2/$"))
    expect(page.locator("#left-lines #line-1-3-5 .points")).to_have_text("0")
    expect(page.locator("#left-lines .line")).to_have_count(1)
    assert page.evaluate("window.seen") == ["0"]
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    expect(page.locator("#stops [aria-current]")).to_have_text(re.compile("^2"))
    expect(page.locator("#entry-page caption")).to_contain_text("Board 2")


def test_back_and_forward_bring_boards_without_loading(open_desk):
    page = open_desk("scores/boards/1/")
    page.evaluate("window.isSame = true")
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile("/scores/boards/2/$"))
    page.locator("#stops a", has_text="4").click()
    expect(page.locator("#entry-page caption")).to_contain_text("Board 4")
    page.go_back()
    expect(page.locator("#entry-page caption")).to_contain_text("Board 2")
    page.keyboard.type("4ss=")
    page.go_back()
    expect(page.locator("#entry-page caption")).to_contain_text("Board 1")
    page.go_forward()
    expect(find_text_box(page, "2-1-4")).to_have_attribute("data-stored", "4SS=")
    assert page.evaluate("window.isSame")
    assert list_stored_texts() == ["4SS="]


def test_keys_wait_for_a_board_that_is_not_here_yet(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "4ss=")
    expect(find_text_box(page, "1-1-4")).to_have_attribute("data-stored", "4SS=")
    let_go = hold_requests(page, "**/scores/boards/2/")
    page.evaluate(use_exports("boards/scores/pages.js", "exports.forgetPrefetch()"))
    page.keyboard.press("PageDown")
    page.keyboard.type("3ntn+")
    page.keyboard.press("Backspace")
    type_lines(page, "=", "1nx")
    let_go()
    expect(page.locator("#line-2-2-6").get_by_role("alert")).to_be_visible()
    expect(find_text_box(page, "2-1-4")).to_have_value("3NTN=")
    expect(find_text_box(page, "2-2-6")).to_have_value("1nx")


def test_lost_answer_is_asked_for_again_and_stores_nothing_twice(open_desk):
    page = open_desk("scores/boards/1/")
    lost = []

    def lose(route) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(SEND, lose)
    type_lines(page, "4ss=")
    expect(page.locator("#waiting")).to_contain_text("No connection. 1 result isn’t saved yet.")
    expect(find_text_box(page, "1-1-4")).to_have_attribute("data-stored", "4SS=")
    assert lost == [200, 200]
    assert [(result.text, result.version) for result in Result.objects.all()] == [("4SS=", 1)]
    assert not ResultVersion.objects.exists()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_typing_on_after_a_refused_line_lands_where_it_was_meant(open_desk):
    page = open_desk("scores/boards/1/")
    let_go = hold_requests(page, SEND, method="POST")
    type_lines(page, "8S", "4ss=", "pass", "1ntn=")
    expect(find_text_box(page, "2-2-6")).to_be_focused()
    let_go()
    expect(page.locator("#waiting")).to_have_text(
        "1 result was refused. Press Esc to go back to it."
    )
    expect(find_text_box(page, "2-2-6")).to_be_focused()
    expect(page.locator("#left-lines .line.wrong")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    type_lines(page, "3ntn=", "2ss=")
    expect(find_text_box(page, "2-2-6")).to_have_attribute("data-stored", "2SS=")
    expect(page.locator("#waiting")).to_be_hidden()
    assert list_stored_texts() == ["3NTN=", "4SS=", "PASS", "1NTN=", "2SS="]


def test_key_that_comes_with_the_refusal_does_not_fall_into_the_refused_line(open_desk):
    page = open_desk("scores/boards/1/")
    page.clock.install(time="2026-11-20T20:41:00")
    page.clock.pause_at("2026-11-20T20:42:00")
    type_lines(page, "8S")
    expect(page.locator("#line-1-1-4").get_by_role("alert")).to_be_visible()
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    type_lines(page, "4ss=")  # too soon to have seen it: no time has gone by
    expect(find_text_box(page, "1-2-6")).to_have_attribute("data-stored", "4SS=")
    expect(find_text_box(page, "1-1-4")).to_have_value("8S")


def test_result_typed_unseen_into_a_refused_line_is_refused_with_all_that_follows(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "8S")
    expect(page.locator("#line-1-1-4").get_by_role("alert")).to_be_visible()
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    page.wait_for_timeout(1_100)
    type_lines(page, "4ss=", "pass")
    expect(find_text_box(page, "1-1-4")).to_have_value("8S4ss=pass")
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    assert list_stored_texts() == []


def test_undo_refused_puts_what_was_typed_after_it_nowhere(open_desk):
    page, cleo = open_desk("scores/boards/1/"), open_desk("scores/boards/1/", "cleo")
    type_lines(page, "4ss=")
    expect(page.locator("#undo")).to_have_text("Undo: table 1, board 1")
    cleo.reload()
    find_text_box(cleo, "1-1-4").fill("4ss+1")
    find_text_box(cleo, "1-1-4").press("Enter")
    expect(find_text_box(cleo, "1-1-4")).to_have_attribute("data-stored", "4SS+1")
    let_go = hold_requests(page, "**/scores/undo/")
    page.keyboard.press("Control+z")
    page.keyboard.type("pass")
    let_go()
    expect(page.locator("#messages")).to_have_text("Not used: pass")
    expect(page.locator("#entry-page").get_by_role("alert")).to_contain_text(
        "A later change depends on this one. Undo that first: Board 1, 1 N-S against 1 E-W: 4SS+1 (was 4SS=)."
    )
    expect(find_text_box(page, "1-1-4")).to_have_value("4SS+1")
    assert list_stored_texts() == ["4SS+1"]


def test_leaving_for_another_step_waits_for_the_lines(open_desk):
    page = open_desk("scores/boards/1/")
    let_go = hold_requests(page, SEND, method="POST")
    page.keyboard.type("4ss=")
    page.get_by_role("link", name=re.compile("Play")).click()
    expect(page).to_have_url(re.compile("/scores/boards/1/$"))
    let_go()
    expect(page).to_have_url(re.compile("/play/$"))
    assert list_stored_texts() == ["4SS="]


def test_answer_that_comes_while_undo_is_pressed_does_not_swallow_the_press(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "4ss=", "pass", "1ntw-2")
    wait_until(page, lambda: Result.objects.count() == 3)
    let_go = hold_requests(page, "**/scores/undo/")
    undo = page.locator("#undo button")
    expect(undo).to_have_text("Undo: table 3, board 1")
    undo.click()
    undo.hover()
    page.mouse.down()
    with page.expect_response("**/scores/undo/"):
        let_go()
    page.wait_for_timeout(200)
    page.mouse.up()
    wait_until(page, lambda: Result.objects.counted().count() == 1)
    expect(undo).to_have_text("Undo: table 1, board 1")
