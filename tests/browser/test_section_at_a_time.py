"""Results of many sections in a browser: the ways to them by keyboard, on a desk and on a phone."""

import pytest
from playwright.sync_api import expect

from director.boards.play.results.method import set_scoring
from director.models.event import RankingScope
from tests.browser.conftest import DESKTOP, PHONE, sign_in, wait_until_settled
from tests.browser.test_night import check_no_sideways_scrolling
from tests.browser.test_sections import save_picture
from tests.factories import make_sections

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_director_goes_from_section_to_section_and_to_all(open_browser, director, size):
    sections = make_sections(letters=LETTERS, boards_per_set=1)
    page = sign_in(
        open_browser(viewport=size),
        director.username,
        f"/sessions/{sections[0].session_id}/",
        "results/",
    )
    ways = page.get_by_role("navigation", name="Sections")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(6)
    check_no_sideways_scrolling(page)
    save_picture(page, f"section-{size['width']}")
    ways.get_by_role("link", name="F", exact=True).focus()
    page.keyboard.press("Enter")
    expect(ways.locator("[aria-current]")).to_have_text("F")
    expect(page.locator("table.standings caption").first).to_contain_text("Section F, North-South")
    page.locator("table.standings a.why-of").first.click()
    expect(page.locator("tr.why")).to_have_count(1)
    wait_until_settled(page)
    save_picture(page, f"why-{size['width']}")
    ways.get_by_role("link", name="All", exact=True).focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(6 * len(LETTERS))
    expect(ways.locator("[aria-current]")).to_have_text("All")
    check_no_sideways_scrolling(page)
    save_picture(page, f"all-{size['width']}")
    page.get_by_role("link", name="Names").first.click()
    wait_until_settled(page)
    expect(rows).to_have_count(6 * len(LETTERS))
    set_scoring(section=sections[0], scoring="matchpoints", options={}, places=RankingScope.SECTION)
    ways.get_by_role("link", name="C", exact=True).click()
    expect(page.locator("table.standings caption").first).to_contain_text("Section C, North-South")
    save_picture(page, f"apart-{size['width']}")
