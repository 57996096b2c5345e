"""An online event added to a night in the browser: asked about its deals, then ranked with the hall in one list."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, wait_until_settled
from tests.browser.test_night import check_no_sideways_scrolling
from tests.director.additions.imports.store.test_further_sections import make_evening, make_file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_an_online_event_joins_the_night(open_page, viewport, tmp_path):
    file = tmp_path / "online.xml"
    file.write_bytes(make_file(make_evening(seed="", step=5, pairs=4)))
    hall = make_evening(seed="", pairs=4)
    page = open_page
    page.set_viewport_size(viewport)
    page.goto("/import/")
    page.get_by_label("File").set_input_files(str(file))
    page.get_by_text("Add to a night").click()
    page.get_by_label("Import as").select_option(str(hall.session_id))
    check_no_sideways_scrolling(page)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text("say whether the deals were the same")
    page.get_by_label("Deals").select_option("Other deals")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Tuesday pairs has got section B.")).to_be_visible()
    wait_until_settled(page)
    expect(page.locator("main tbody tr")).to_have_count(8)
    check_no_sideways_scrolling(page)
