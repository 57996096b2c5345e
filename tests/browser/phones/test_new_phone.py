"""A phone in another's place, on real pages: it goes on at the open board, the others are told, it is refused."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone
from playwright.sync_api import expect

from director.core.night import phones as alive
from director.core.night.phones import set_phone_admission
from director.models import Access
from tests.browser.conftest import PHONE
from tests.browser.phones.conftest import (
    expect_text,
    get_device,
    list_stored_results,
    open_first_board,
    refresh_phone,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def silent(device):
    """Let a phone have been heard last ten minutes ago."""
    access, moment = Access.objects.get(), timezone.now() - timedelta(minutes=10)
    access.table_phones.filter(device=device).update(since=moment)
    name = alive._make_cache_key(access.pk)
    kept = [
        alive.Phone(device, p.side, moment, 1) if p.device == device else p
        for p in caches["tables"].get(name)
    ]
    caches["tables"].set(name, kept)


@pytest.fixture
def sides(open_browser, set_up_table_phone):
    """A function that opens table 1 on a phone of a side."""
    path = set_up_table_phone(confirm="own")

    def open_side(side):
        page = open_browser(viewport=PHONE)
        page.goto(path)
        tap(page, side)
        return page

    return open_side


def test_new_phone_goes_on_at_the_open_board_and_the_other_side_is_told(sides, open_browser):
    ns, ew = open_first_board(sides("N-S")), open_first_board(sides("E-W"))
    tap_four_spades(ns)
    tap(ns, "Send to E-W")
    expect_text(ns, "Sent.")
    refresh_phone(ew)
    tap(ew, "Confirm")
    wait_until_phone_sent(ew)
    dead = get_device(ns)
    ns.context.close()
    silent(dead)
    fresh = sides("N-S")
    refresh_phone(fresh)
    expect_text(fresh, "Welcome to table 1. The phone before it has 1 unsent result")
    expect(fresh.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    refresh_phone(ew)
    expect_text(ew, "! New phone for N-S since")
    tap(ew, "It’s ours")
    expect(ew.locator("#app")).not_to_contain_text("New phone")
    tap_four_spades(fresh)
    tap(fresh, "Send to E-W")
    expect_text(fresh, "Sent.")
    expect(fresh.locator("#app")).not_to_contain_text("Welcome")
    assert list_stored_results() == ["4SS=", "4SS="]


def test_refused_phone_says_so_keeps_what_was_entered_and_goes_on_once_it_is_let_in(
    open_browser, set_up_table_phone
):
    path = set_up_table_phone(others="never")
    first, second = (open_browser(viewport=PHONE) for _phone in range(2))
    for page in (first, second):
        page.goto(path)
        wait_until_phone_sent(page)
        refresh_phone(page)
    open_first_board(second)
    with second.expect_response("**/state.json*"):
        refresh_phone(second)
    director, access = make_director(), Access.objects.get()
    set_phone_admission(access=access, device=get_device(second), is_admitted=False, user=director)
    tap_four_spades(second)
    tap(second, "Confirm")
    expect(second.get_by_role("heading", name="This phone can’t enter results")).to_be_visible()
    expect_text(second, "The director has blocked this phone at this table.")
    expect_text(second, "Board 1: 4SS=")
    assert list_stored_results() == []
    second.reload()
    expect(second.get_by_role("heading", name="This phone can’t enter results")).to_be_visible()
    set_phone_admission(access=access, device=get_device(second), is_admitted=True, user=director)
    refresh_phone(second)
    wait_until_phone_sent(second)
    expect(second.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    assert list_stored_results() == ["4SS="]
