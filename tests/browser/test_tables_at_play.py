"""What the director sees at Play of what the tables enter by their phones, and how it is settled."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.models import Session
from tests.browser.conftest import DESKTOP, PHONE, wait_until_settled
from tests.director.additions.phones.tables import TablePhones, shift_entry_times
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tables(transactional_db):
    section = make_night(pairs=10, boards_per_set=2)
    ends_at = timezone.now() + timedelta(minutes=30)
    Session.objects.filter(pk=section.session_id).update(
        clock="running", round_no=1, round_ends_at=ends_at
    )
    return TablePhones(fetch_section(section.session_id))


def open_play(open_browser, section, **how):
    """Return the page of step 4, with a director signed in."""
    make_director()
    page = open_browser(**how)
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill("felt-green-17")
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"/sessions/{section.session_id}/play/")
    return page


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"viewport": DESKTOP}, id="desktop"),
        pytest.param({"viewport": PHONE}, id="phone"),
        pytest.param({"scripts": False}, id="without-scripts"),
    ],
)
def test_a_dispute_is_settled_and_taken_back(open_browser, tables, how):
    line = fetch_section_lines(tables.section).get_table_lines(1, 2)[0]
    tables.say(line, "4SS=", device="aa", side="ns")
    tables.say(line, "4SS-1", device="bb", side="ew")
    page = open_play(open_browser, tables.section, **how)
    square = page.locator(f"#square-{line.board_no}-{line.ns}-{line.ew}")
    expect(square).to_have_text("?")
    page.get_by_role("button", name="−50").click()
    expect(square).to_have_text(str(line.board_no))
    expect(page.get_by_text("No calls.")).to_be_visible()
    assert tables.section.results.get().text == "4SS-1"
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(square).to_have_text("?")
    expect(page.get_by_role("button", name="−50")).to_be_visible()
    assert tables.section.results.get().text == "4SS="


def test_news_of_the_tables_comes_by_itself_and_keeps_folds_and_focus(open_browser, tables):
    first, second = fetch_section_lines(tables.section).get_table_lines(1, 2)
    tables.say(first, "4SS=", device="aa", side="ns")
    tables.say(first, "4SS-1", device="bb", side="ew")
    shift_entry_times(9)
    page = open_play(open_browser, tables.section)
    wait_until_settled(page)
    fold = page.locator("#fold-waiting")
    fold.locator("summary").click()
    button = page.get_by_role("button", name="−50")
    button.focus()
    square = page.locator(f"#square-{second.board_no}-{second.ns}-{second.ew}")
    tables.say(second, "PASS", device="aa", side="ns")
    expect(square).to_have_text("½")
    expect(fold).to_have_attribute("open", "")
    expect(button).to_be_focused()
