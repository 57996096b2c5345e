"""The question before an undo takes the whole page, also where a button changes only a part of it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import wait_until_settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_undo_of_a_draw_is_asked_about_and_done(open_desk, section):
    page = open_desk("seats/")
    page.locator("summary", has_text="More").first.click()
    page.get_by_role("button", name="Draw for seats").first.click()
    wait_until_settled(page)
    page.locator("#steps button[name=undo]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Undo")
    expect(page.locator("main")).to_contain_text("Players may have taken these seats.")
    expect(page.locator("main main")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Undone")
