"""The signed list of a table of Skat on a phone: looked over while it is typed, kept, refused, stored."""

import pytest
from playwright.sync_api import expect

from director.core.night.links.opening import open_table_addresses
from director.party.models import PartyResult
from tests.browser.conftest import PHONE
from tests.director.party.play.test_series import make_series
from tests.scoring.deals.test_skat_list import EVENING

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LINES = [str(figure) for line in EVENING[0][0].values() for figure in line]


@pytest.fixture
def address():
    party = make_series(players=4)
    return f"/t/{open_table_addresses(session=party.session, tables=[1])[1].token}/"


def fill_list(page, passed):
    boxes = page.locator("fieldset input")
    for index, figure in enumerate([*LINES, passed]):
        boxes.nth(index).fill(figure)
    boxes.nth(len(LINES)).blur()


def test_a_list_is_looked_over_kept_and_stored(open_browser, address):
    page = open_browser(viewport=PHONE)
    page.goto(address)
    expect(page.get_by_role("heading", name="Series 1")).to_be_visible()
    fill_list(page, "2")
    expect(page.locator("#list-check")).to_contain_text(
        "40 games won, 8 lost and 2 passed in make 50"
    )
    page.reload()
    expect(page.locator("fieldset input").nth(0)).to_have_value("492")
    page.get_by_role("button", name="Send list").click()
    expect(page.locator("#refused")).to_contain_text("save it anyway")
    expect(page.get_by_role("button", name="Save anyway")).to_be_visible()
    assert not PartyResult.objects.exists()
    fill_list(page, "0")
    expect(page.locator("#list-check")).to_have_text("The list agrees: the results add up to 4068.")
    page.get_by_role("button", name="Send list").click()
    expect(page.get_by_text("List entered at")).to_be_visible()
    assert PartyResult.objects.get().points == [492, 628, 660, -32]


def test_a_list_handed_in_without_a_network_goes_out_by_itself(open_browser, address):
    page = open_browser(viewport=PHONE)
    page.goto(address)
    fill_list(page, "0")
    page.context.set_offline(True)
    page.get_by_role("button", name="Send list").click()
    expect(page.get_by_text("waiting to send (1)")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("List entered at")).to_be_visible()
    assert PartyResult.objects.get().points == [492, 628, 660, -32]
