"""A season from its name to what visitors read, in the browser."""

import pytest
from playwright.sync_api import expect

from director.core.night.publishing import publish_results
from tests.browser.conftest import PHONE
from tests.factories import enter_all_results

pytestmark = pytest.mark.browser


def test_a_season_is_added_filled_and_explained(open_page, section):
    enter_all_results(section)
    publish_results(event=section.session.event)
    page = open_page
    page.goto("/seasons/")
    page.get_by_role("link", name="Add season").click()
    page.get_by_label("Name").fill("Winter")
    page.get_by_role("button", name="Add season").click()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Add events").click()
    expect(page.get_by_text("1 event added to Winter.")).to_be_visible()
    page.get_by_role("link", name="Standings", exact=True).click()
    page.get_by_role("link", name="why?").first.click()
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="All seasons").click()
    expect(page.get_by_role("link", name="Winter")).to_be_visible()
