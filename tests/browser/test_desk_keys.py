"""The keys of Play and Scores in a real browser: nothing that is typed is lost, and no key does what was not meant."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.boards.play.scores.result import enter_result
from director.models import Result, Session
from tests.browser.conftest import wait_until_settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def find_text_box(page: Page, key: str):
    return page.locator(f"#text-{key}")


def type_lines(page: Page, *lines: str) -> None:
    for text in lines:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def list_stored_texts() -> list[str]:
    return [result.text for result in Result.objects.order_by("board_no", "ns")]


def test_enter_stores_and_goes_to_the_next_empty_line_and_then_to_the_next_board(open_desk):
    page = open_desk("scores/boards/1/")
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    type_lines(page, "4ss=", "pass")
    expect(find_text_box(page, "1-1-4")).to_have_value("4SS=")
    expect(page.locator("#line-1-1-4 .points")).to_have_text("2")
    expect(page.locator("#grid .in")).to_have_count(2)
    expect(page.locator("#in-words")).to_contain_text("2 of 18 entered.")
    type_lines(page, "1ntw-2")
    page.keyboard.type("2h")  # not waiting for the next page
    expect(page).to_have_url(re.compile("/scores/boards/2/$"))
    expect(find_text_box(page, "2-1-4")).to_be_focused()
    expect(find_text_box(page, "2-1-4")).to_have_value("2h")
    assert list_stored_texts() == ["4SS=", "PASS", "1NTW-2"]


def test_refused_line_comes_back_and_does_not_let_the_page_go(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "8S")
    expect(page.locator("#line-1-1-4").get_by_role("alert")).to_have_text(
        "“8S”: bids go from 1 to 7, not 8."
    )
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    page.keyboard.press("PageDown")
    expect(find_text_box(page, "1-1-4")).to_have_value("8S")
    page.keyboard.press("Escape")
    expect(page.locator(".refusal")).to_have_count(0)
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile("/scores/boards/2/$"))
    page.keyboard.press("PageUp")
    expect(page).to_have_url(re.compile("/scores/boards/1/$"))
    assert list_stored_texts() == []


def test_leaving_a_line_stores_it_too(open_desk):
    page = open_desk("scores/boards/1/")
    page.keyboard.type("4ss=")
    page.keyboard.press("ArrowDown")
    expect(find_text_box(page, "1-1-4")).to_have_attribute("data-stored", "4SS=")
    expect(find_text_box(page, "1-2-6")).to_be_focused()
    page.keyboard.type("4ss-1")
    page.locator("#next-page").click()
    expect(page).to_have_url(re.compile("/scores/boards/2/$"))
    assert list_stored_texts() == ["4SS=", "4SS-1"]


def test_ctrl_z_right_after_enter_undoes_that_line_once(open_desk):
    page = open_desk("scores/boards/1/")
    page.keyboard.type("4ss=")
    page.evaluate("""for (const [key, ctrlKey] of [["Enter", false], ["z", true]])
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, ctrlKey, bubbles: true}))""")
    expect(page.get_by_text("Undone: board 1, 1 N-S against 1 E-W is empty again.")).to_be_visible()
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert list_stored_texts() == []


def test_ctrl_z_undoes_typing_first_and_then_the_latest_entry(open_desk):
    page = open_desk("scores/boards/1/")
    type_lines(page, "4ss=", "4ss-1")
    expect(page.locator("#undo")).to_have_text("Undo: table 2, board 1")
    page.keyboard.type("x")
    page.keyboard.press("Control+z")
    expect(find_text_box(page, "1-3-5")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: board 1, 2 N-S against 3 E-W is empty again.")).to_be_visible()
    expect(find_text_box(page, "1-2-6")).to_be_focused()
    page.wait_for_load_state()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: board 1, 1 N-S against 1 E-W is empty again.")).to_be_visible()
    assert list_stored_texts() == []
    page.keyboard.press("Control+y")
    expect(page.get_by_text("Redone: Board 1, 1 N-S against 1 E-W: 4SS=.")).to_be_visible()
    expect(page.locator("#redo")).to_have_text("Redo: table 2, board 1")
    page.locator("#redo button").click()
    expect(page.get_by_text("Redone: Board 1, 2 N-S against 3 E-W: 4SS-1.")).to_be_visible()
    assert list_stored_texts() == ["4SS=", "4SS-1"]


def test_f2_offers_adjusted_scores_for_the_line(open_desk):
    page = open_desk("scores/boards/1/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("F2")
    expect(page.get_by_role("button", name="A60+/40-")).to_be_focused()
    page.keyboard.press("Enter")
    expect(find_text_box(page, "1-2-6")).to_have_value("A60+/40-")
    expect(find_text_box(page, "1-2-6")).to_be_focused()
    page.keyboard.press("Enter")
    expect(find_text_box(page, "1-2-6")).to_have_attribute("data-stored", "A60+/40-")


def test_two_directors_at_one_line_the_second_chooses(open_desk):
    dora, cleo = open_desk("scores/boards/1/"), open_desk("scores/boards/1/", "cleo")
    type_lines(cleo, "4ss=")
    expect(find_text_box(cleo, "1-1-4")).to_have_attribute("data-stored", "4SS=")
    type_lines(dora, "4ss+1")
    expect(dora.get_by_role("alert")).to_contain_text("cleo entered 4SS= at")
    # Her page takes in what others enter, but not in a line that she is typing.
    find_text_box(cleo, "1-1-4").fill("4ss-1")
    dora.get_by_role("button", name="Use mine: 4ss+1").click()
    expect(find_text_box(dora, "1-1-4")).to_have_attribute("data-stored", "4SS+1")
    find_text_box(cleo, "1-1-4").press("Enter")
    expect(cleo.get_by_role("alert")).to_contain_text("dora entered 4SS+1 at")
    expect(find_text_box(cleo, "1-1-4")).to_be_focused()
    cleo.keyboard.press("Escape")  # as it was: what dora put
    expect(find_text_box(cleo, "1-1-4")).to_have_value("4SS+1")
    assert list_stored_texts() == ["4SS+1"]


def test_line_that_could_not_be_sent_waits_and_is_sent_again_by_itself(open_desk):
    page = open_desk("scores/boards/1/")
    page.route("**/scores/boards/1/", lambda route: route.abort())
    type_lines(page, "4ss=", "pass")
    expect(page.locator("#waiting")).to_have_text(
        "No connection. 2 results aren’t saved yet. Keep this page open: it tries again by itself."
    )
    page.unroute("**/scores/boards/1/")
    expect(find_text_box(page, "1-2-6")).to_have_attribute("data-stored", "PASS")
    expect(page.locator("#waiting")).to_be_hidden()
    assert list_stored_texts() == ["4SS=", "PASS"]


def test_one_key_each_for_the_clock_but_not_while_typing(open_desk, section):
    page = open_desk("play/")
    page.keyboard.press("s")
    expect(page.locator("#clock-go")).to_contain_text("Pause")
    expect(page.locator(".clock")).to_have_text(re.compile(r"^\d+:\d\d$"))
    page.get_by_text("Screens and clock").click()
    page.get_by_label("Minutes per round").focus()
    page.keyboard.type("ep")
    page.get_by_label("Minutes per round").blur()
    expect(page.locator("#clock h2")).to_have_text("Round 1 of 3")
    for key, heading, state in (
        ("p", 1, "paused"),
        ("s", 1, "running"),
        ("e", 2, "waiting"),
        ("b", 1, "waiting"),
    ):
        wait_until_settled(page)
        page.keyboard.press(key)
        expect(page.locator("#clock h2")).to_have_text(f"Round {heading} of 3")
        expect(page.locator("#clock-go")).to_contain_text(
            "Pause" if state == "running" else re.compile("Start|Resume")
        )
        session = Session.objects.get(pk=section.session_id)
        assert (session.clock, session.round_no) == (state, heading)


def test_grid_fills_by_itself_and_a_square_leads_to_its_line(open_desk, section):
    page = open_desk("play/")
    page.clock.install()
    page.reload()
    enter_result(section=section, board_no=1, ns=1, ew=4, text="4SS=", user=None)
    page.clock.run_for(11_000)
    expect(page.locator("#square-1-1-4")).to_have_class("square in")
    page.locator("#square-1-1-4").click()
    expect(find_text_box(page, "1-1-4")).to_be_focused()
    expect(find_text_box(page, "1-1-4")).to_have_value("4SS=")
