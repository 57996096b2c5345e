"""A substitute named at Seats during play, box by box."""

import pytest
from playwright.sync_api import expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.scores.result import import_result
from director.boards.scoring.standings.sheets import SessionResults
from tests.browser.conftest import PHONE, wait_until, wait_until_settled
from tests.factories import make_pair_names

pytestmark = pytest.mark.browser


def test_a_name_typed_during_play_counts_from_the_round_that_is_chosen(open_desk, section):
    for line in fetch_section_lines(section).all:
        if line.round_no == 1:
            import_result(section=section, line=line, text="4SS=", user=None)
    page = open_desk("seats/")
    since = page.get_by_label("New names play from")
    expect(since).to_have_value("2")
    expect(since.locator("option").first).to_have_text("All rounds")
    box = page.locator("#name-2-2")
    box.fill("Cleo Cole")
    box.press("Tab")
    expect(page.locator("#state-2")).to_contain_text("✓ saved from round 2")
    first, second = make_pair_names(1)

    def names() -> str:
        rows = SessionResults(fetch_scoring_field(section)).rows
        return next(row.names for row in rows if row.contestant == 2)

    wait_until(page, lambda: names() == f"{first} & {second} (Cleo Cole from round 2)")
    page.reload()
    expect(page.locator("#state-2")).to_contain_text(f"Round 1: {first} & {second}")
    page.set_viewport_size(PHONE)
    wait_until_settled(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(since).to_be_visible()
