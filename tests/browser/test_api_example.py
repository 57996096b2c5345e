"""The page of the documents shows standings on another site, and follows a correction by itself."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.factories import enter_result_from_page, make_played_section

pytestmark = pytest.mark.browser
EXAMPLE = Path(__file__).parents[2] / "docs/examples/live-standings.html"


@pytest.fixture
def other_site(chromium):
    """A page that isn't of the program, and so has another origin."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def test_live_standings_follow_a_correction(other_site, live_server, director):
    section = make_played_section()
    event = section.session.event
    query = f"server={live_server.url}&event={event.pk}&seconds=0.3"
    other_site.goto(f"{EXAMPLE.as_uri()}?{query}")
    expect(other_site.locator("#name")).to_have_text(event.name)
    expect(other_site.locator("#rows tr")).to_have_count(4)
    before = other_site.locator("#rows").inner_text()
    line = section.results.first()
    enter_result_from_page(
        section, (line.board_no, line.ns, line.ew), "7NTN-13", director, line.version
    )
    expect(other_site.locator("#rows")).not_to_have_text(before, use_inner_text=True)
