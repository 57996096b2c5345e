"""A page that stood open while the director signed in somewhere else goes on working."""

import pytest
from playwright.sync_api import expect

from director.models import Person
from tests.director.boards.play.scores.entry_pages import list_stored_results, scores_address
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill("felt-green-17")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


def add_zoe_after_signing_in_elsewhere(desk) -> None:
    """Lose the session on the page of people, sign in again in another tab, and add Zoe on the page that stood open."""
    sign_in(desk)
    desk.goto("/people/")
    desk.context.clear_cookies(name="sessionid")
    sign_in(desk.context.new_page())
    desk.get_by_text("Add person").click()
    desk.get_by_label("Name", exact=True).fill("Zoe Late")
    desk.get_by_role("button", name="Add", exact=True).click()


@pytest.fixture
def section(transactional_db):
    make_director()
    return make_night(pairs=10, boards_per_set=2)


def test_line_is_stored_after_signing_in_again_in_another_tab(open_browser, section):
    desk = open_browser()
    sign_in(desk)
    desk.goto(scores_address(section, "boards/1/"))
    desk.context.clear_cookies(name="sessionid")
    desk.keyboard.type("4SS=")
    desk.keyboard.press("Enter")
    refusal = desk.locator("#messages .say")
    expect(refusal).to_have_text(
        "You are signed out, so nothing was saved. "
        "Sign in in another tab, then send it again: what you typed is still there."
    )
    sign_in(desk.context.new_page())
    with desk.expect_response("**/boards/1/"):
        desk.locator(".entry-box").first.focus()
        desk.keyboard.press("Enter")
    expect(refusal).to_have_count(0)
    assert (1, 1, 6, "4SS=") in list_stored_results()


def test_plain_form_is_stored_after_signing_in_again_in_another_tab(open_browser, section):
    desk = open_browser()
    add_zoe_after_signing_in_elsewhere(desk)
    expect(desk.locator("#messages .say")).to_have_text("Zoe Late is added.")
    assert Person.objects.filter(name="Zoe Late").count() == 1


def test_without_scripts_the_form_is_offered_once_more(open_browser, section):
    desk = open_browser(scripts=False)
    add_zoe_after_signing_in_elsewhere(desk)
    desk.get_by_role("button", name="Send again").click()
    expect(desk.locator("#messages .say")).to_have_text("Zoe Late is added.")


def test_page_brought_back_after_signing_out_asks_for_the_password(open_browser, section):
    desk = open_browser()
    sign_in(desk)
    desk.goto("/nights/")
    desk.locator(".account-menu summary").click()
    desk.get_by_role("button", name="Sign out", exact=True).click()
    expect(desk.get_by_role("heading", name="Sign in")).to_be_visible()
    desk.go_back()
    desk.wait_for_url("**/sign-in/?next=/nights/")
    expect(desk.get_by_role("heading", name="Sign in")).to_be_visible()
