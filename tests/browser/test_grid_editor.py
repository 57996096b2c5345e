"""The grid editor in a real browser: by keyboard, by mouse, without a network, and narrow."""

import json
import re
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from director.boards.movement.lines.section_lines import load_movement
from director.models import Plan
from movements.registry import make_plan
from tests.browser.conftest import use_exports, wait_until_settled
from tests.browser.test_by_keyboard import Keyboard
from tests.factories import make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLET, PHONE = {"width": 820, "height": 1180}, {"width": 390, "height": 844}
HOWELL = ("6-1/1 4-5/3 2-3/4", "6-2/2 5-1/4 3-4/5")
MOST_KEYS = 16


def box(page: Page, round_no: int, table_no: int, line: str) -> Locator:
    return page.get_by_label(f"Round {round_no}, table {table_no}, {line}", exact=True)


def state(page: Page) -> Locator:
    return page.locator("#grid-state")


def read_grid(page: Page) -> dict[str, Any]:
    """Return the grid as the page would send it."""
    code = "JSON.stringify(exports.gridEditor.grid)"
    return json.loads(page.evaluate(use_exports("additions/library/grid_editor.js", code)))


def cells(page: Page) -> list[str]:
    """Return the cells of the grid as they are written in a file, round by round."""
    rounds = read_grid(page)["rounds"]
    return [
        " ".join(
            f"{'-'.join(map(str, cell['seats']))}/{cell['set']}" if cell else "-" for cell in row
        )
        for row in rounds
    ]


@pytest.fixture
def section(transactional_db):
    """A night without a movement."""
    return make_section()


def open_grid(page: Page, section, query: str) -> Page:
    page.goto(f"/sessions/{section.ref}/field/grid/?{query}")
    wait_until_settled(page)
    return page


def type_rounds(page: Page, *rounds: str) -> None:
    """Type *rounds* by keyboard, from the first box on."""
    box(page, 1, 1, "N-S").focus()
    for line in rounds:
        for number in re.findall(r"\d+", line):
            page.keyboard.type(number)
            page.keyboard.press("Tab")


def test_movement_of_nine_tables_is_built_and_used_by_keyboard_alone(open_page, section):
    page = open_page
    page.set_viewport_size(TABLET)
    page.goto(f"/sessions/{section.ref}/field/grid/")
    keyboard = Keyboard(page)
    page.get_by_label("Tables").focus()
    keyboard.press(page.get_by_label("Tables"), "Enter")
    keyboard.press(box(page, 1, 1, "N-S"), "n", "ArrowDown")
    keyboard.press(box(page, 2, 1, "N-S"), "1", "Tab")
    keyboard.press(box(page, 2, 1, "E-W"), "1", "8", "Tab")
    keyboard.press(box(page, 2, 1, "board set"), "2", "r")
    expect(page.locator("#grid-status")).to_have_text(
        "Rounds 2 to 9 are filled by rule: N-S stay, E-W up 1 table, set numbers up 1."
    )
    expect(state(page)).to_have_text("No faults. The movement can be used.")
    expect(page.locator("#grid-facts")).to_contain_text("Opponents met100%")
    keyboard.press(box(page, 2, 1, "board set"), "Escape")
    assert keyboard.pressed <= MOST_KEYS
    page.get_by_role("button", name="Use this movement").focus()
    keyboard.follow("/field/$", page.get_by_role("button", name="Use this movement"), "Enter")
    expect(page.locator("#messages")).to_contain_text("Movement saved")
    plan = load_movement(Plan.objects.get(section=section))
    assert plan.rows == make_plan("mitchell", tables=9, boards_per_set=3).rows
    cards = page.request.get(f"/sessions/{section.ref}/print/sheets.pdf?kinds=guide-cards&paper=a4")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(cards.body())).pages)
    assert text.count("Custom movement, 9 tables, 18 pairs") == 9  # a card for each table
    # What was used is no draft any more.
    open_grid(page, section, "tables=9&rounds=9&boards=3")
    assert cells(page) == [" ".join("-" * 9)] * 9


def test_howell_is_typed_round_by_round_and_continued(open_page, section):
    page = open_grid(open_page, section, "tables=3&rounds=5&boards=2")
    type_rounds(page, *HOWELL)
    page.get_by_role("button", name="Continue by rule").click()
    expect(state(page)).to_have_text("No faults. The movement can be used.")
    assert cells(page)[2:] == ["6-3/3 1-2/5 4-5/1", "6-4/4 2-3/1 5-1/2", "6-5/5 3-4/2 1-2/3"]
    page.keyboard.press("Control+z")
    assert cells(page)[2:] == ["- - -"] * 3
    page.keyboard.press("Control+y")
    assert cells(page)[4] == "6-5/5 3-4/2 1-2/3"


def test_fault_is_shown_at_its_cell_with_the_sentence(open_page, section):
    page = open_grid(open_page, section, "pairs=8&key=howell&boards=2")
    wrong = box(page, 2, 3, "N-S")
    wrong.focus()
    page.keyboard.type("8")
    sentence = "Pair 8 is at tables 1 and 3 in round 2. Choose one."
    expect(page.locator("#grid-status")).to_contain_text(sentence)
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(box(page, 2, 1, "N-S")).to_have_attribute("aria-invalid", "true")
    described = wrong.get_attribute("aria-describedby").split()
    assert sentence in page.locator(f"#{described[0]}").inner_text()
    expect(page.locator("#outs-1")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(state(page)).to_have_text("No faults. The movement can be used.")
    expect(page.locator("#cells .has-problem")).to_have_count(0)


def test_fault_in_the_list_leads_to_its_cell(open_page, section):
    page = open_grid(open_page, section, "pairs=8&key=howell&boards=2")
    box(page, 2, 3, "N-S").focus()
    page.keyboard.type("8")
    page.get_by_role("button", name="Round 2, table 3").first.click()
    expect(box(page, 2, 3, "N-S")).to_be_focused()


def test_arrows_enter_home_and_end_move_and_letters_are_not_typed(open_page, section):
    page = open_grid(open_page, section, "tables=3&rounds=3&boards=2")
    for keys, round_no, table_no, line in (
        ("ArrowRight ArrowRight", 1, 1, "board set"),
        ("ArrowRight", 1, 2, "N-S"),
        ("Enter Enter", 3, 2, "N-S"),
        ("Enter", 3, 2, "N-S"),
        ("Shift+Enter", 2, 2, "N-S"),
        ("End", 2, 3, "board set"),
        ("Home", 2, 1, "N-S"),
        ("Control+End", 3, 3, "board set"),
        ("Control+Home", 1, 1, "N-S"),
        ("ArrowLeft", 1, 1, "N-S"),
    ):
        for key in keys.split():
            page.keyboard.press(key)
        expect(box(page, round_no, table_no, line)).to_be_focused()
    page.keyboard.type("w-1.2")
    expect(box(page, 1, 1, "N-S")).to_have_value("12")


def test_cell_is_dragged_onto_another_or_swapped_by_button(open_page, section):
    page = open_grid(open_page, section, "pairs=8&key=howell&boards=2")
    before = cells(page)[0].split()
    page.locator("#cell-0-0").drag_to(page.locator("#cell-0-2"))
    assert cells(page)[0].split() == [before[2], before[1], before[0], before[3]]
    expect(page.locator("#grid-status")).to_contain_text("Round 1, table 1 and round 1, table 3")
    page.keyboard.press("Control+z")
    assert cells(page)[0].split() == before
    box(page, 1, 1, "N-S").focus()
    page.get_by_role("button", name="Swap", exact=True).click()
    page.locator("#cell-0-1").click()
    assert cells(page)[0].split()[:2] == [before[1], before[0]]
    box(page, 1, 1, "N-S").focus()
    for key in ("x", "ArrowDown", "x"):
        page.keyboard.press(key)
    assert cells(page)[1].split()[0] == before[1]


def test_arrow_switch_and_rounds_and_tables(open_page, section):
    page = open_grid(open_page, section, "pairs=6&key=mitchell&boards=2")
    box(page, 3, 1, "N-S").focus()
    page.keyboard.press("Shift+T")
    expect(page.locator(".turned")).to_have_count(3)
    expect(page.locator("#grid-facts")).to_contain_text("Winnersone")
    page.get_by_text("Rounds and tables", exact=True).click()
    page.get_by_role("button", name="Add round").click()
    expect(page.locator("#cells tbody tr")).to_have_count(4)
    expect(state(page)).to_have_text("No faults so far. Still empty: round 4.")
    page.get_by_role("button", name="Swap rows and columns").click()
    expect(page.locator("#cells thead th").nth(4)).to_have_text("Round 4")


def test_grid_is_kept_without_a_network_and_after_closing(open_page, section):
    page = open_grid(open_page, section, "pairs=8&key=howell&boards=2")
    page.context.set_offline(True)
    box(page, 1, 1, "E-W").focus()
    page.keyboard.type("77")
    expect(state(page)).to_contain_text("Not checked: the program doesn’t answer.")
    expect(box(page, 1, 1, "E-W")).to_have_value("77")
    page.context.set_offline(False)
    expect(state(page)).to_have_text("1 fault.")
    page.goto(f"/sessions/{section.ref}/field/grid/")
    page.get_by_role("link", name="Howell, 4 tables by 7 rounds").click()
    wait_until_settled(page)
    expect(box(page, 1, 1, "E-W")).to_have_value("77")
    expect(page.locator("#grid-status")).to_contain_text(re.compile("unfinished|Pair 77"))
    page.keyboard.press("Control+z")
    expect(box(page, 1, 1, "E-W")).to_have_value("1")


def test_refused_movement_is_still_there(open_page, section):
    page = open_grid(open_page, section, "pairs=8&key=howell&boards=2")
    box(page, 1, 1, "E-W").focus()
    page.keyboard.type("2")
    page.get_by_role("button", name="Use this movement").click()
    expect(page.get_by_role("alert")).to_contain_text("wrong with this movement")
    expect(box(page, 1, 1, "E-W")).to_have_value("2")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_narrow_page_scrolls_only_the_grid(open_page, section, size):
    page = open_page
    page.set_viewport_size(size)
    open_grid(page, section, "pairs=18&key=mitchell&rounds=3&boards=2")
    # Nine tables by three rounds: the tables are the rows.
    expect(page.locator("#cells tbody tr")).to_have_count(10)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    assert read_grid(page)["name"]
