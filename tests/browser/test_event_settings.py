"""The name of a night is changed, undone and redone on the page and in the history."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import wait_until_settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_name_is_changed_undone_and_redone(open_desk, section):
    event = section.session.event
    page = open_desk("play/")
    page.goto(f"/events/{event.pk}/change/")
    page.get_by_label("Name").fill("Club pairs")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("Saved.")
    page.goto(f"/events/{event.pk}/change/")
    wait_until_settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#messages")).to_contain_text(f"Name changed from “{event.name}”")
    expect(page.get_by_role("heading", level=1)).to_have_text(event.name)
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Club pairs")
    page.goto(f"/sessions/{section.session_id}/acts/")
    row = page.locator("tr", has_text="Name changed from").first
    row.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(event.name)
