"""The form for a fouled board at Scores, fetched when it is opened, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, sign_in, wait_until_settled
from tests.factories import enter_all_results, make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_board(open_browser, section, *, viewport=DESKTOP, scripts=True):
    make_director()
    page = open_browser(viewport=viewport, scripts=scripts)
    sign_in(page, "dora", f"/sessions/{section.session_id}/", "scores/boards/1/")
    if scripts:
        wait_until_settled(page)  # a form is fetched by the script when its fold is opened
    return page


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
def test_groups_are_chosen_once_the_form_is_opened(open_browser, viewport, scripts):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all_results(section)
    board = open_board(open_browser, section, viewport=viewport, scripts=scripts)
    fold = board.locator("#fouled")
    fold.locator("summary").click()
    if not scripts:
        fold.get_by_role("link").click()
    fold.locator("select").first.select_option("B")
    assert board.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    fold.get_by_role("button", name="Save groups").click()
    expect(board.locator("#messages")).to_contain_text("as dealt and B")
    assert section.fouled_lines.count() == 1


def test_the_open_form_is_that_of_the_next_board(open_browser):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all_results(section)
    board = open_board(open_browser, section)
    board.locator("#fouled summary").click()
    expect(board.locator("#fouled form")).to_have_attribute(
        "action", f"/sessions/{section.session_id}/scores/boards/1/groups/"
    )
    board.locator("#lines ~ .scroll input, .entry-box").first.focus()
    board.keyboard.press("PageDown")
    expect(board.locator("caption").last).to_contain_text("Board 2")
    expect(board.locator("#fouled form")).to_have_attribute(
        "action", f"/sessions/{section.session_id}/scores/boards/2/groups/"
    )
