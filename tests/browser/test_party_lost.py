"""An answer that is lost on its way: the page says that it does not know, finds out, and nothing is done twice."""

import re

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, Route, expect

from director.models import Act, Session
from director.party.movement.parties import get_party_by_session
from tests.browser.conftest import PHONE, wait_until_settled, without_news
from tests.director.party.parties import latest, make_seated, win
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
UNKNOWN = "There was no answer, so this may not have been saved. It is sent again until the program answers."


@pytest.fixture
def party(transactional_db):
    """A euchre party of three tables, seats drawn."""
    return make_seated(players=12, rounds=3)


@pytest.fixture
def open_desk(open_browser, party):
    """A function that opens a page of the party with a director signed in, each time on a tablet of its own."""

    def open_desk(tail: str = "play/", name: str = "dora", **kwargs) -> Page:
        make_director(name)
        page = open_browser(**kwargs)
        page.goto(f"/sign-in/?next=/parties/{party.pk}/{tail}")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill("felt-green-17")
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(re.compile(f"/{tail}$"))
        page.wait_for_load_state()
        return page

    return open_desk


class Loss:
    """Lets what *page* sends to *path* reach the program, and loses the first answers; *sent* grows with what is sent.

    What is sent after those waits until :meth:`is_seen`, so that what the page says of the loss
    stands there till then.
    """

    def __init__(self, page: Page, path: str, *, times: int = 1) -> None:
        self.page, self.times, self.sent, self.waiting, self.was_seen = page, times, [], [], False
        page.route(path, self._lose)

    def _lose(self, route: Route) -> None:
        self.sent.append(route.request.post_data)
        if len(self.sent) <= self.times:
            route.fetch()
            route.abort()
        elif self.was_seen:
            route.continue_()
        else:
            self.waiting.append(route)

    def is_seen(self) -> None:
        """Wait for what is said of a lost answer, then for the answer that comes in the end."""
        expect(self.page.locator("#messages")).to_have_text(UNKNOWN)
        self.was_seen = True
        for route in self.waiting:
            route.continue_()
        expect(self.page.locator("#messages [data-said]")).to_have_count(0)
        wait_until_settled(self.page)


def won(page: Page, table_no: int, side: int):
    return page.locator(f"#won-{table_no}-{side}[aria-pressed=true]")


def kinds() -> list[str]:
    return list(Act.objects.order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desk", "phone"])
def test_a_tap_whose_answer_is_lost_twice_is_stored_once_and_shown(open_desk, party, viewport):
    page = open_desk(**({"viewport": viewport} if viewport else {}))
    without_news(page)  # which would show it before the page asks again
    before = kinds()
    loss = Loss(page, "**/tables/1/", times=2)
    page.locator("#won-1-1").click()
    expect(page.locator("#messages")).to_have_text(UNKNOWN)
    assert (
        latest(party).results.get().winner == 1
    )  # stored already, and nobody claims that it is not
    loss.is_seen()
    expect(won(page, 1, 1)).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)
    bodies = {tuple(sorted(body.split("&"))) for body in loss.sent}
    assert (kinds(), len(loss.sent), len(bodies)) == ([*before, "result"], 3, 1)


def test_the_round_is_moved_on_once_though_the_answer_was_lost(open_desk, party):
    page = open_desk()
    for table_no in (1, 2, 3):
        win(party, table_no)
    page.reload()
    without_news(page)  # which would show the next round before the page says that no answer came
    loss = Loss(page, "**/next/")
    page.get_by_role("button", name="Next round").click()
    loss.is_seen()
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)
    assert latest(party).round_no == 2


def test_an_undo_whose_answer_was_lost_takes_one_act_back(open_desk, party):
    page = open_desk()
    dora = get_user_model().objects.get()
    win(party, 1, user=dora)
    win(party, 2, user=dora)
    page.reload()  # what a page did not show is asked about before it is undone
    loss = Loss(page, "**/undo/*/")
    page.get_by_role("button", name=re.compile("^Undo: Round 1, table 2")).click()
    loss.is_seen()
    expect(page.get_by_role("button", name=re.compile("^Undo: Round 1, table 1"))).to_be_visible()
    assert [result.table_no for result in latest(party).results.all()] == [1]


def test_a_minute_more_whose_answer_was_lost_is_one_minute(open_desk, party):
    page = open_desk()
    page.get_by_role("button", name="Start round 1").click()
    more = page.get_by_role("button", name="+1 min")
    expect(more).to_be_enabled()
    before = Session.objects.get(pk=party.pk).round_ends_at
    loss = Loss(page, "**/clock/")
    more.click()
    loss.is_seen()
    assert (Session.objects.get(pk=party.pk).round_ends_at - before).total_seconds() == 60
    page.get_by_role("button", name="Ring bell").dblclick()
    expect(
        page.get_by_text("The bell has rung: finish the hand, then enter who won.")
    ).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)


def test_names_and_the_draw_are_stored_once_though_the_answers_were_lost(open_desk, party):
    page = open_desk("seats/")
    names = Loss(page, "**/seats/1/")
    page.get_by_label("Name of player 1", exact=True).fill("Ada Ash")
    page.get_by_label("Name of player 2", exact=True).focus()
    names.is_seen()
    before = kinds()
    draw = Loss(page, "**/seats/draw/")
    page.get_by_role("button", name="Redraw").click()
    draw.is_seen()
    expect(page.get_by_role("status").get_by_text("Seats drawn")).to_be_visible()
    assert kinds() == [*before, "draw"]
    assert str(get_party_by_session(party.pk).players.get(number=1)) == "Ada Ash"


def test_a_double_click_is_one_tap(open_desk, party):
    page = open_desk()
    before = kinds()
    page.locator("#won-1-0").dblclick()
    expect(won(page, 1, 0)).to_be_visible()
    wait_until_settled(page)
    expect(page.locator(".bad")).to_have_count(0)
    assert kinds() == [*before, "result"]


def test_two_tablets_agree_without_a_word_and_choose_where_they_differ(open_desk, party):
    dora, cleo = open_desk(), open_desk(name="cleo")
    without_news(cleo)
    dora.locator("#won-1-0").click()
    expect(won(dora, 1, 0)).to_be_visible()
    cleo.locator("#won-1-0").click()  # her page still shows the table as playing
    expect(won(cleo, 1, 0)).to_be_visible()
    expect(cleo.locator(".bad")).to_have_count(0)
    dora.locator("#won-2-0").click()
    expect(won(dora, 2, 0)).to_be_visible()
    cleo.locator("#won-2-1").click()
    expect(cleo.get_by_role("alert")).to_contain_text("dora entered “")
    expect(won(cleo, 2, 0)).to_be_visible()
    cleo.get_by_role("button", name=re.compile("^Use mine:")).click()
    expect(won(cleo, 2, 1)).to_be_visible()
    expect(cleo.locator(".bad")).to_have_count(0)
    assert {result.table_no: result.winner for result in latest(party).results.all()} == {
        1: 0,
        2: 1,
    }


def test_a_tap_takes_nothing_away_from_what_another_tablet_has_told(open_desk, party):
    dora, cleo = open_desk(), open_desk(name="cleo")
    dora.clock.install()
    dora.reload()
    cleo.locator("#won-2-1").click()
    expect(won(cleo, 2, 1)).to_be_visible()
    dora.locator("#won-1-0").click()
    expect(won(dora, 1, 0)).to_be_visible()
    dora.clock.run_for(11_000)
    expect(won(dora, 2, 1)).to_be_visible()


def test_a_tap_that_is_taken_back_by_another_one_is_not_sent_again(open_desk, party):
    without_news(page := open_desk())  # they would show the first tap before the second
    page.clock.install(time="2026-11-20T20:41:00")
    page.clock.pause_at("2026-11-20T20:42:00")
    loss = Loss(page, "**/tables/1/")
    page.locator("#won-1-0").click()
    expect(page.locator("#messages")).to_have_text(UNKNOWN)
    loss.was_seen = True
    page.locator(
        "#won-1-1"
    ).click()  # it was the other side: pressed before the first press is sent again
    expect(page.get_by_role("alert")).to_contain_text("You entered “")
    page.clock.run_for(5_000)
    assert len(loss.sent) == 2
    page.clock.resume()
    page.get_by_role("button", name=re.compile("^Use mine:")).click()
    expect(won(page, 1, 1)).to_be_visible()
    assert latest(party).results.get().winner == 1


def test_no_choice_of_another_system_comes_back_with_the_page(open_desk, party):
    page = open_desk("field/")
    page.get_by_role("button", name="Choose Large public euchre").click()
    expect(page.locator("input[name=shown]")).to_have_value("large-euchre")
    page.goto(f"/parties/{party.pk}/seats/")
    page.go_back()
    shown = page.locator("input[name=shown]").input_value()
    expect(page.locator("input[name=system]")).to_have_value(shown)
