"""Many boards, tables and long tables of words: everything can be seen, nothing is cut off at the edge of its card."""

import pytest
from playwright.sync_api import expect

from director.boards.movement.sections import fetch_section
from director.models.event import Contest
from tests.browser.conftest import wait_until_settled
from tests.browser.test_tables_at_play import open_play
from tests.director.boards.others import make_empty_section
from tests.factories import enter_all_results, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (390, 901, 1280, 1600)
CUT_OFF = """(grid, least) => {
  const card = grid.closest(".sheet").getBoundingClientRect();
  const isCut = ({ left, right, width }) => width < least || left < card.left - 1 || right > card.right + 1;
  return [...grid.querySelectorAll(".square")].filter((square) => isCut(square.getBoundingClientRect())).length;
}"""
TOO_NARROW = """grid => {
  const squares = [...grid.querySelectorAll(".square")];
  return squares.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length;
}"""


@pytest.mark.parametrize(
    ("pairs", "boards", "rounds"),
    [(26, 3, 13), (14, 5, 7), (80, 3, 9), (80, 4, 9), (14, 2, 7)],
    ids=["39 boards", "35 boards", "40 tables and 120 boards", "160 boards", "14 boards"],
)
def test_every_board_is_in_its_card(open_browser, transactional_db, pairs, boards, rounds):
    section = make_night(pairs=pairs, boards_per_set=boards, rounds=rounds)
    enter_all_results(fetch_section(section.session_id), leave=5)
    page = open_play(open_browser, section)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        wait_until_settled(page)
        grid = page.locator("#grid")
        expect(grid).to_be_visible()
        assert (grid.evaluate(CUT_OFF, 20), grid.evaluate(TOO_NARROW)) == (0, 0), width
    page.goto(f"/sessions/{section.session_id}/scores/")  # there it is a picture of how far all is
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        wait_until_settled(page)
        assert page.locator("#grid").evaluate(CUT_OFF, 4) == 0, width


def test_the_tables_of_the_glossary_wrap(open_browser, transactional_db):
    page = open_play(open_browser, make_night(pairs=6))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/help/glossary.md")
        tables = page.locator("main .scroll").all()
        over = [
            table.evaluate("({ scrollWidth, clientWidth }) => scrollWidth - clientWidth")
            for table in tables
        ]
        assert (len(over), max(over)) == (8, 0), width


def test_a_number_just_typed_goes_along_to_swiss_or_knock_out(open_browser, transactional_db):
    section = make_empty_section(Contest.TEAMS)
    page = open_play(open_browser, section)
    page.goto(f"/sessions/{section.session_id}/field/")
    page.locator("#id_teams").fill("18")
    page.get_by_role(
        "link", name="Swiss or knock-out"
    ).click()  # before the list of movements has come
    expect(page.locator("#id_size")).to_have_value("18")
