"""Another scoring is chosen on its page, which asks first if it changes the results."""

from playwright.sync_api import expect

from director.models import Event
from tests.browser.conftest import wait_until_settled
from tests.factories import make_played_section, results_address


def test_a_chosen_option_is_asked_about_kept_and_then_changed(open_page):
    page = open_page
    section = make_played_section()
    page.goto(results_address(section) + "?tab=scoring")
    wait_until_settled(page)
    page.locator("#id_option_per_beaten").select_option("1")
    asked = page.get_by_role("alert")
    expect(asked).to_contain_text("Nothing is saved yet.")
    asked.get_by_role("link", name="Keep").click()
    expect(page.locator("#id_option_per_beaten")).to_have_value("2")
    assert Event.objects.get().scoring_options == {}
    wait_until_settled(page)
    page.locator("#id_scoring").select_option("butler")
    asked.get_by_role("button", name="Change").click()
    expect(page.get_by_role("status").first).to_contain_text("The method is now Butler IMPs.")
    assert Event.objects.get().scoring == "butler"
