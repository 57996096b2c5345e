"""The search for fairer switches in a real browser: one press, then its steps follow by themselves."""

from functools import partial

import pytest
from playwright.sync_api import expect

from director.additions.library import switches
from movements.families.mitchell.switch_search import improve_switches
from tests.browser.conftest import PHONE
from tests.factories import make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOVEMENT = (
    "pairs=40&minutes=130&key=appendix-mitchell&rounds=7&boards=2&base=11&copies=1&switch=last"
)


def test_one_press_shows_the_steps_and_ends_at_the_kept_movement(open_page, monkeypatch):
    monkeypatch.setattr(switches, "improve_switches", partial(improve_switches, turns=2000))
    open_page.set_viewport_size(PHONE)
    section = make_section()
    open_page.goto(f"/sessions/{section.session_id}/field/movement/?{MOVEMENT}")
    open_page.get_by_role("button", name="Find fairer switches").click()
    expect(open_page.get_by_role("heading", name="One-winner appendix Mitchell")).to_be_visible()
    open_page.wait_for_url("**/field/saved/**")
    expect(open_page.get_by_role("button", name="Use this movement")).to_be_visible()
    open_page.get_by_role("button", name="Use this movement").click()
    expect(open_page.get_by_text("Movement saved")).to_be_visible()
