"""A party's table on a phone: one tap says who won, also where the network is away for a while."""

import pytest
from playwright.sync_api import expect

from director.core.night.links.opening import open_table_addresses
from director.core.night.phones import set_phone_admission
from director.models import Access
from director.party.models import PartyResult
from tests.browser.conftest import PHONE
from tests.browser.phones.conftest import get_device
from tests.director.party.parties import make_seated_party
from tests.factories import make_director

ASK = 'dispatchEvent(new Event("online"))'
"""Let the page ask for its state at once, as when the network comes back."""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def address():
    party = make_seated_party(players=8, method="games", named=True)
    return f"/t/{open_table_addresses(session=party.session, tables=[1])[1].token}/"


def test_one_tap_says_who_won(open_browser, address):
    page = open_browser(viewport=PHONE)
    page.goto(address)
    page.get_by_role("button").nth(1).click()
    expect(page.get_by_text("Entered at")).to_be_visible()
    assert [result.winner for result in PartyResult.objects.all()] == [1]
    page.get_by_role("button").nth(0).click()
    expect(page.get_by_role("button", pressed=True)).to_have_count(1)
    expect(page.get_by_role("button").nth(0)).to_have_attribute("aria-pressed", "true")
    assert [result.winner for result in PartyResult.objects.all()] == [0]


def test_a_tap_without_a_network_is_kept_and_sent_once(open_browser, address):
    page = open_browser(viewport=PHONE)
    page.goto(address)
    page.context.set_offline(True)
    page.get_by_role("button").nth(1).click()
    expect(page.get_by_text("waiting to send (1)")).to_be_visible()
    expect(page.locator("[data-kept]")).to_have_text(page.get_by_role("button").nth(1).inner_text())
    assert not PartyResult.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("Entered at")).to_be_visible()
    assert PartyResult.objects.get().winner == 1
    expect(page.locator("[data-kept]")).to_have_count(0)


def test_a_browser_that_does_not_tell_which_button_it_was_sends_it_all_the_same(
    open_browser, address
):
    page = open_browser(viewport=PHONE)
    page.add_init_script("delete SubmitEvent.prototype.submitter")  # Safari before 15.4
    page.goto(address)
    page.get_by_role("button").nth(1).click()
    expect(page.get_by_text("Entered at")).to_be_visible()
    assert PartyResult.objects.get().winner == 1


def test_a_phone_in_anothers_place_is_told_of_and_a_refused_one_shows_nothing_to_tap(
    open_browser, address
):
    first, second = (open_browser(viewport=PHONE) for _phone in range(2))
    for page in (first, second):
        with page.expect_response("**/state.json*"):
            page.goto(address)
    first.evaluate(ASK)
    expect(first.get_by_text("! New phone since")).to_be_visible()
    second.evaluate(ASK)
    expect(second.get_by_text("Welcome to this table.")).to_be_visible()
    second.get_by_role("button", name="OK").click()
    access = Access.objects.get(table_no=1)
    device = get_device(second)
    set_phone_admission(access=access, device=device, is_admitted=False, user=make_director())
    second.evaluate(ASK)
    expect(second.get_by_text("has blocked this phone")).to_be_visible()
    expect(second.get_by_role("button")).to_have_count(0)
    set_phone_admission(access=access, device=device, is_admitted=True, user=None)
    second.evaluate(ASK)
    expect(second.get_by_role("button")).to_have_count(2)
