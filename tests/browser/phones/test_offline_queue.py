"""No network is no accident: what was entered is kept on the phone, and comes to the program once."""

import contextlib

import pytest
from playwright.sync_api import expect

from director.models import TableWord
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.phones.conftest import (
    expect_text,
    find_button,
    list_stored_results,
    open_first_board,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)
from tests.live.servers import EMBEDDED, Server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAY = """
from director.core.night.links.finding import open_table_addresses
from tests.factories import make_director, make_night
make_director()
section = make_night(pairs=6, boards_per_set=2)
tell(open_table_addresses(session=section.session, section=section, tables=[1])[1].token)
"""
STORED = """
from director.models import Result
tell(list(Result.objects.order_by("pk").values_list("board_no", "text", "version")))
"""


def enter(page, result="just made"):
    tap_four_spades(page, result)
    tap(page, "Confirm")


def test_result_entered_without_a_network_goes_out_by_itself_and_once(open_board):
    page = open_board(others="never")
    page.context.set_offline(True)
    enter(page)
    expect_text(page, "↑ waiting to send (1)")
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    enter(page, "1 down")
    expect_text(page, "↑ waiting to send (2)")
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect_text(page, "stay here")
    assert list_stored_results() == []
    page.context.set_offline(False)
    wait_until_phone_sent(page)
    expect_text(page, "Go to round 2")
    assert list_stored_results() == ["4SS=", "4SS-1"]
    assert TableWord.objects.count() == 2


def test_kept_result_outlives_the_page_and_is_sent_when_it_is_opened_again(open_board):
    page = open_board()
    page.route("**/results", lambda route: route.abort())
    enter(page)
    expect_text(page, "↑ waiting to send (1)")
    address, context = page.url, page.context
    page.close()
    assert list_stored_results() == []
    page = context.new_page()
    page.goto(address)
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS="]
    assert TableWord.objects.count() == 1
    page.reload()
    wait_until_phone_sent(page)
    assert TableWord.objects.count() == 1


def test_lost_answer_is_asked_for_again_and_stores_once(open_board):
    page = open_board()
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    page.route("**/results", lose)
    enter(page)
    expect_text(page, "✓ Confirmed")
    wait_until_phone_sent(page)
    assert lost[0].status == 201
    assert list_stored_results() == ["4SS="]
    assert TableWord.objects.count() == 1


def test_sign_in_page_of_a_hotel_is_no_answer(open_board):
    page = open_board()
    page.route(
        "**/results",
        lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Welcome</p>"),
    )
    enter(page)
    expect_text(page, "↑ waiting to send (1)")
    page.wait_for_timeout(1500)
    expect_text(page, "↑ waiting to send (1)")
    page.unroute("**/results")
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS="]


def test_trouble_of_the_program_keeps_the_order(open_board):
    page = open_board(others="never")
    boards = []

    def stumble(route):
        boards.append(route.request.post_data_json["board"])
        if len(boards) < 3:
            return route.fulfill(status=503, body="busy")
        return route.continue_()

    page.route("**/results", stumble)
    enter(page)
    enter(page, "1 over")
    wait_until_phone_sent(page)
    assert boards == [1, 1, 1, 2]
    assert list_stored_results() == ["4SS=", "4SS+1"]


def test_two_tabs_of_one_phone_lose_nothing_and_store_once(open_board):
    page = open_board(others="never")
    second = page.context.new_page()
    second.goto(page.url)
    page.context.set_offline(True)
    enter(page)
    expect_text(second, "↑ waiting to send (1)")
    page.context.set_offline(False)
    for tab in (page, second):
        wait_until_phone_sent(tab)
    assert list_stored_results() == ["4SS="]
    assert TableWord.objects.count() == 1


def test_browser_that_keeps_nothing_says_so_and_goes_on(open_browser, set_up_table_phone):
    page = open_browser(viewport=PHONE)
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError') }"
    )
    page.goto(set_up_table_phone())
    expect_text(page, "This browser can’t save entries.")
    open_first_board(page)
    page.context.set_offline(True)
    enter(page)
    expect_text(page, "↑ waiting to send (1)")
    page.context.set_offline(False)
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS="]


def test_a_reload_keeps_the_taps_of_an_unfinished_result(open_board):
    page = open_board()
    tap(page, "Level 4", "spades", "South")
    page.reload()
    tap(page, "just made")
    expect(page.locator(".gain")).to_have_text("N-S +420")


def test_address_that_is_closed_keeps_what_was_not_sent(open_board, set_up_table_phone):
    page = open_board()
    page.route("**/*", lambda route: route.fulfill(status=404, content_type="text/plain", body=""))
    enter(page)
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    expect_text(page, "Board 1: 4SS=")
    page.unroute("**/*")
    page.evaluate("refresh()")
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS="]


def test_page_asks_only_while_it_is_seen_and_takes_no_answer_twice(open_phone):
    page = open_phone()
    asked = []
    page.on(
        "response",
        lambda answer: asked.append(answer.status) if "state.json" in answer.url else None,
    )
    page.clock.install()
    page.reload()
    page.clock.run_for(1_000)
    page.wait_for_timeout(300)
    asked.clear()
    for _turn in range(4):
        page.clock.run_for(8_000)
        page.wait_for_timeout(150)
    assert len(asked) > 2
    assert set(asked) == {304}
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.clock.run_for(8_000)
    page.wait_for_timeout(150)
    before = len(asked)
    page.clock.run_for(60_000)
    page.wait_for_timeout(300)
    assert len(asked) == before


def test_results_wait_for_a_program_that_was_killed(chromium, tmp_path):
    """Killed without a word and started again: the page opens again, what was entered meanwhile arrives once."""
    server = Server(EMBEDDED, tmp_path, workers=1)
    with contextlib.ExitStack() as ends:
        server.start()
        ends.callback(server.stop, hard=True)
        token = server.python(LAY)
        context = chromium.new_context(viewport=PHONE)
        ends.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{server.url}/t/{token}/")
        open_first_board(page)
        enter(page)
        expect_text(page, "✓ Confirmed")
        page.evaluate(
            "navigator.serviceWorker.ready.then(() => 0)"
        )  # a browser takes this machine for https
        server.stop(hard=True)
        page.reload()
        tap(page, "Next: board 2" if find_button(page, "Next").count() else "Level 1")
        enter(page, "1 down")
        expect_text(page, "↑ waiting to send (1)")
        server.start()
        wait_until_phone_sent(page)
        assert server.python(STORED) == [[1, "4SS=", 1], [2, "4SS-1", 1]]
        expect(find_button(page, "Go to round")).to_have_count(0)


def test_browser_that_cannot_break_off_a_question_sends_all_the_same(open_phone):
    page = open_phone(others="never")
    page.add_init_script("delete window.AbortController")
    page.reload()
    open_first_board(page)
    enter(page)
    wait_until_phone_sent(page)
    assert list_stored_results() == ["4SS="]


def test_old_browser_draws_the_page(open_phone):
    page = open_phone()
    page.add_init_script("delete Element.prototype.replaceChildren")
    page.reload()
    open_first_board(page)


def test_browser_too_old_for_the_page_keeps_its_forms(open_phone):
    address, browser = open_phone().url, open_phone().context.browser
    page = browser.new_context(viewport=PHONE).new_page()
    page.add_init_script("delete Array.prototype.flat")
    page.goto(address)
    page.wait_for_timeout(500)
    expect(page.locator("#plain form").first).to_be_visible()
    expect(page.locator("#app")).to_be_hidden()
    page.context.close()


def test_phone_that_keeps_nothing_is_the_same_after_the_page_is_loaded_again(open_phone):
    page = open_phone()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no') }})"
    )
    page.reload()
    expect_text(page, "This browser can’t save entries.")
    device = page.evaluate("device")
    page.reload()
    expect_text(page, "This browser can’t save entries.")
    assert page.evaluate("device") == device
