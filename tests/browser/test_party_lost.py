"""An answer that is lost on its way: the page says that it does not know, finds out, and nothing is done twice."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.models import PartyAct, Session
from director.selectors.party import party_of_session
from tests.browser.conftest import PHONE, wait_until_settled
from tests.director.party.parties import latest, make_seated, win
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
UNKNOWN = "No answer came, so it is not known whether this was stored. It is sent again until the program answers."


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


def lose_answers(page: Page, path: str, *, times: int = 1) -> list[str]:
    """Let what is sent to *path* reach the program, and lose the first answers; return what was sent, as it grows."""
    sent = []

    def lose(route):
        sent.append(route.request.post_data)
        if len(sent) > times:
            route.continue_()
            return
        route.fetch()
        route.abort()

    page.route(path, lose)
    return sent


def lost(page: Page, text: str = UNKNOWN) -> None:
    """Wait for what is said of a lost answer, then for the answer that came in the end."""
    expect(page.locator("#messages")).to_have_text(text)
    expect(page.locator("#messages [data-said]")).to_have_count(0, timeout=20_000)
    wait_until_settled(page)


def won(page: Page, table_no: int, side: int):
    return page.locator(f"#won-{table_no}-{side}[aria-pressed=true]")


def kinds() -> list[str]:
    return list(PartyAct.objects.order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desk", "phone"])
def test_a_tap_whose_answer_is_lost_twice_is_stored_once_and_shown(open_desk, party, viewport):
    page = open_desk(**({"viewport": viewport} if viewport else {}))
    before = kinds()
    sent = lose_answers(page, "**/tables/1/", times=2)
    page.locator("#won-1-1").click()
    expect(page.locator("#messages")).to_have_text(UNKNOWN)
    assert latest(party).results.get().winner == 1  # stored already, and nobody claims that it is not
    lost(page)
    expect(won(page, 1, 1)).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)
    assert (kinds(), len(sent), len({tuple(sorted(body.split("&"))) for body in sent})) == ([*before, "result"], 3, 1)


def test_the_round_is_moved_on_once_though_the_answer_was_lost(open_desk, party):
    page = open_desk()
    for table_no in (1, 2, 3):
        win(party, table_no)
    page.reload()
    lose_answers(page, "**/next/")
    page.get_by_role("button", name="Round 2: move on").click()
    lost(page)
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)
    assert latest(party).round_no == 2


def test_an_undo_whose_answer_was_lost_takes_one_act_back(open_desk, party):
    win(party, 1)
    win(party, 2)
    page = open_desk()
    lose_answers(page, "**/undo/*/")
    page.get_by_role("button", name=re.compile("^Undo: Round 1, table 2")).click()
    lost(page)
    expect(page.get_by_role("button", name=re.compile("^Undo: Round 1, table 1"))).to_be_visible()
    assert [result.table_no for result in latest(party).results.all()] == [1]


def test_a_minute_more_whose_answer_was_lost_is_one_minute(open_desk, party):
    page = open_desk()
    page.get_by_role("button", name="Start round 1").click()
    more = page.get_by_role("button", name="1 minute more")
    expect(more).to_be_visible()
    before = Session.objects.get(pk=party.pk).round_ends_at
    lose_answers(page, "**/clock/")
    more.click()
    lost(page)
    assert (Session.objects.get(pk=party.pk).round_ends_at - before).total_seconds() == 60
    page.get_by_role("button", name="Ring the bell").dblclick()
    expect(page.get_by_text("The bell has rung: finish the hand, then tell who won.")).to_be_visible()
    expect(page.locator(".bad")).to_have_count(0)


def test_names_and_the_draw_are_stored_once_though_the_answers_were_lost(open_desk, party):
    page = open_desk("seats/")
    lose_answers(page, "**/seats/1/")
    page.get_by_label("Name of player 1", exact=True).fill("Ada Ash")
    page.get_by_label("Name of player 2", exact=True).focus()
    lost(page)
    before = kinds()
    lose_answers(page, "**/seats/draw/")
    page.get_by_role("button", name="Draw again").click()
    expect(page.locator("#messages")).to_have_text(UNKNOWN)
    expect(page.get_by_role("status").get_by_text("by lot, with the seed")).to_be_visible(timeout=20_000)
    assert kinds() == [*before, "draw"]
    assert str(party_of_session(party.pk).players.get(number=1)) == "Ada Ash"


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
    dora.locator("#won-1-0").click()
    expect(won(dora, 1, 0)).to_be_visible()
    cleo.locator("#won-1-0").click()  # her page still shows the table as playing
    expect(won(cleo, 1, 0)).to_be_visible()
    expect(cleo.locator(".bad")).to_have_count(0)
    dora.locator("#won-2-0").click()
    expect(won(dora, 2, 0)).to_be_visible()
    cleo.locator("#won-2-1").click()
    expect(cleo.get_by_role("alert")).to_contain_text("dora entered at")
    expect(won(cleo, 2, 0)).to_be_visible()
    cleo.get_by_role("button", name=re.compile("^Put mine:")).click()
    expect(won(cleo, 2, 1)).to_be_visible()
    expect(cleo.locator(".bad")).to_have_count(0)
    assert {result.table_no: result.winner for result in latest(party).results.all()} == {1: 0, 2: 1}


def test_a_tap_that_is_taken_back_by_another_one_is_not_sent_again(open_desk, party):
    page = open_desk()
    lose_answers(page, "**/tables/1/")
    page.locator("#won-1-0").click()
    expect(page.locator("#messages")).to_have_text(UNKNOWN)
    page.locator("#won-1-1").click()  # it was the other side: pressed before the first press is sent again
    expect(page.get_by_role("alert")).to_contain_text("You told that")
    page.get_by_role("button", name=re.compile("^Put mine:")).click()
    expect(won(page, 1, 1)).to_be_visible()
    assert latest(party).results.get().winner == 1


def test_no_choice_of_another_system_comes_back_with_the_page(open_desk, party):
    page = open_desk("field/")
    page.get_by_label(re.compile("^Large public euchre")).check()
    expect(page.locator("input[name=shown]")).to_have_value("large-euchre")
    page.goto(f"/parties/{party.pk}/seats/")
    page.go_back()
    shown = page.locator("input[name=shown]").input_value()
    expect(page.locator(f"input[name=system][value={shown}]")).to_be_checked()
