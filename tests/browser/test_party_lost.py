"""Lost responses: the page says so, asks again, and nothing is stored twice."""

import re
from urllib.parse import parse_qsl

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, Route, expect

from director.models import Act, Session
from director.party.movement.parties import fetch_party_by_session
from tests.browser.conftest import PHONE, block_news, sign_in, wait_until_settled
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NO_ANSWER_TEXT = "There was no answer, so this may not have been saved. It is sent again until the program answers."


@pytest.fixture
def party(transactional_db):
    """A euchre party of three tables, seats drawn."""
    return make_seated_party(players=12, rounds=3)


@pytest.fixture
def open_desk(open_browser, party):
    """A function that opens a page of the party, with a director signed in on a new tablet."""

    def _open(tail: str = "play/", name: str = "dora", **kwargs) -> Page:
        make_director(name)
        return sign_in(open_browser(**kwargs), name, f"/parties/{party.pk}/", tail)

    return _open


class LostResponses:
    """Drop the first *times* responses to requests of *page* for *path*.

    *sent* lists the bodies of the requests. Later requests are held until :meth:`release`, so that
    the notice stays on the page.
    """

    def __init__(self, page: Page, path: str, *, times: int = 1) -> None:
        self.page = page
        self.times = times
        self.sent: list[str] = []
        self.held_routes: list[Route] = []
        self.is_released = False
        page.route(path, self._handle)

    def _handle(self, route: Route) -> None:
        self.sent.append(route.request.post_data)
        if len(self.sent) <= self.times:
            route.fetch()
            route.abort()
        elif self.is_released:
            route.continue_()
        else:
            self.held_routes.append(route)

    def release(self) -> None:
        """Let the held requests and all later ones through."""
        self.is_released = True
        for route in self.held_routes:
            route.continue_()

    def wait_for_notice_and_release(self) -> None:
        """Wait for the notice, let the repeated request through and wait for its response."""
        expect(self.page.locator("#messages")).to_have_text(NO_ANSWER_TEXT)
        self.release()
        expect(self.page.locator("#messages [data-by-script]")).to_have_count(0)
        wait_until_settled(self.page)


def locate_pressed_winner(page: Page, table_no: int, side: int):
    return page.locator(f"#won-{table_no}-{side}[aria-pressed=true]")


def list_act_kinds() -> list[str]:
    return list(Act.objects.order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desk", "phone"])
def test_a_tap_whose_answer_is_lost_twice_is_stored_once_and_shown(open_desk, party, viewport):
    page = open_desk(**({"viewport": viewport} if viewport else {}))
    block_news(page)  # which would show it before the page asks again
    kinds_before = list_act_kinds()
    lost_responses = LostResponses(page, "**/tables/1/", times=2)
    page.locator("#won-1-1").click()
    expect(page.locator("#messages")).to_have_text(NO_ANSWER_TEXT)
    # Stored although the response was lost.
    assert get_latest_round(party).results.get().winner == 1
    lost_responses.wait_for_notice_and_release()
    expect(locate_pressed_winner(page, 1, 1)).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)
    assert list_act_kinds() == [*kinds_before, "result"]
    first_request, *repeated_requests = [sorted(parse_qsl(body)) for body in lost_responses.sent]
    assert repeated_requests == [first_request, first_request]


def test_the_round_is_moved_on_once_though_the_answer_was_lost(open_desk, party):
    page = open_desk()
    for table_no in (1, 2, 3):
        enter_winner(party, table_no)
    page.reload()
    block_news(page)  # which would show the next round before the page says that no answer came
    lost_responses = LostResponses(page, "**/next/")
    page.get_by_role("button", name="Next round").click()
    lost_responses.wait_for_notice_and_release()
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)
    assert get_latest_round(party).round_no == 2


def test_an_undo_whose_answer_was_lost_undoes_one_act(open_desk, party):
    page = open_desk()
    dora = get_user_model().objects.get()
    enter_winner(party, 1, user=dora)
    enter_winner(party, 2, user=dora)
    page.reload()  # Undo asks for confirmation of results that the page hasn't shown.
    lost_responses = LostResponses(page, "**/undo/*/")
    page.get_by_role("button", name=re.compile("^Undo: Round 1, table 2")).click()
    lost_responses.wait_for_notice_and_release()
    expect(page.get_by_role("button", name=re.compile("^Undo: Round 1, table 1"))).to_be_visible()
    assert [result.table_no for result in get_latest_round(party).results.all()] == [1]


def test_a_minute_more_whose_answer_was_lost_is_one_minute(open_desk, party):
    page = open_desk()
    page.get_by_role("button", name="Start round 1").click()
    more = page.get_by_role("button", name="+1 min")
    expect(more).to_be_enabled()
    former_end = Session.objects.get(pk=party.pk).round_ends_at
    lost_responses = LostResponses(page, "**/clock/")
    more.click()
    lost_responses.wait_for_notice_and_release()
    added_time = Session.objects.get(pk=party.pk).round_ends_at - former_end
    assert added_time.total_seconds() == 60


def test_double_click_on_the_bell_is_shown_without_a_fault(open_desk):
    page = open_desk()
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("button", name="Ring bell").dblclick()
    expect(
        page.get_by_text("The bell has rung: finish the hand, then enter who won.")
    ).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)


def test_names_and_the_draw_are_stored_once_though_the_answers_were_lost(open_desk, party):
    page = open_desk("seats/")
    lost_names = LostResponses(page, "**/seats/1/")
    page.get_by_label("Name of player 1", exact=True).fill("Ada Ash")
    page.get_by_label("Name of player 2", exact=True).focus()
    lost_names.wait_for_notice_and_release()
    kinds_before = list_act_kinds()
    lost_draw = LostResponses(page, "**/seats/draw/")
    page.get_by_role("button", name="Redraw").click()
    lost_draw.wait_for_notice_and_release()
    expect(page.get_by_role("status").get_by_text("Seats drawn")).to_be_visible()
    assert list_act_kinds() == [*kinds_before, "draw"]
    assert str(fetch_party_by_session(party.pk).players.get(number=1)) == "Ada Ash"


def test_a_double_click_is_one_tap(open_desk, party):
    page = open_desk()
    kinds_before = list_act_kinds()
    page.locator("#won-1-0").dblclick()
    expect(locate_pressed_winner(page, 1, 0)).to_be_visible()
    wait_until_settled(page)
    expect(page.locator(".bad")).to_have_count(0)
    assert list_act_kinds() == [*kinds_before, "result"]


def test_two_tablets_agree_silently_and_choose_if_they_differ(open_desk, party):
    dora, cleo = open_desk(), open_desk(name="cleo")
    block_news(cleo)  # which would show dora's results before she taps
    dora.locator("#won-1-0").click()
    expect(locate_pressed_winner(dora, 1, 0)).to_be_visible()
    cleo.locator("#won-1-0").click()  # her page still shows the table as playing
    expect(locate_pressed_winner(cleo, 1, 0)).to_be_visible()
    expect(cleo.locator(".bad")).to_have_count(0)
    dora.locator("#won-2-0").click()
    expect(locate_pressed_winner(dora, 2, 0)).to_be_visible()
    cleo.locator("#won-2-1").click()
    expect(cleo.get_by_role("alert")).to_contain_text("dora entered “")
    expect(locate_pressed_winner(cleo, 2, 0)).to_be_visible()
    cleo.get_by_role("button", name=re.compile("^Use mine:")).click()
    expect(locate_pressed_winner(cleo, 2, 1)).to_be_visible()
    expect(cleo.locator(".bad")).to_have_count(0)
    results = get_latest_round(party).results.all()
    assert {result.table_no: result.winner for result in results} == {1: 0, 2: 1}


def test_a_tap_keeps_results_of_another_tablet(open_desk, party):
    dora, cleo = open_desk(), open_desk(name="cleo")
    dora.clock.install()
    dora.reload()
    cleo.locator("#won-2-1").click()
    expect(locate_pressed_winner(cleo, 2, 1)).to_be_visible()
    dora.locator("#won-1-0").click()
    expect(locate_pressed_winner(dora, 1, 0)).to_be_visible()
    dora.clock.run_for(11_000)  # time for several polls
    expect(locate_pressed_winner(dora, 2, 1)).to_be_visible()


def test_a_tap_replaced_by_another_one_is_not_sent_again(open_desk, party):
    page = open_desk()
    block_news(page)  # which would show the first tap before the second
    page.clock.install(time="2026-11-20T20:41:00")
    page.clock.pause_at("2026-11-20T20:42:00")
    lost_responses = LostResponses(page, "**/tables/1/")
    page.locator("#won-1-0").click()
    expect(page.locator("#messages")).to_have_text(NO_ANSWER_TEXT)
    lost_responses.release()
    # The clock stands still, so the first press hasn't been sent again yet.
    page.locator("#won-1-1").click()
    expect(page.get_by_role("alert")).to_contain_text("You entered “")
    page.clock.run_for(5_000)  # longer than the pause before a request is repeated
    assert len(lost_responses.sent) == 2
    page.clock.resume()
    page.get_by_role("button", name=re.compile("^Use mine:")).click()
    expect(locate_pressed_winner(page, 1, 1)).to_be_visible()
    assert get_latest_round(party).results.get().winner == 1


def test_going_back_keeps_the_chosen_system(open_desk, party):
    """The browser restores fields by itself; the two hidden ones must not contradict each other."""
    page = open_desk("field/")
    page.get_by_role("button", name="Choose Large public euchre").click()
    expect(page.locator("input[name=shown]")).to_have_value("large-euchre")
    page.goto(f"/parties/{party.pk}/seats/")
    page.go_back()
    shown = page.locator("input[name=shown]").input_value()
    expect(page.locator("input[name=system]")).to_have_value(shown)
