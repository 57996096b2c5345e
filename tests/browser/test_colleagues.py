"""Two directors at Scores: entries come in by themselves, and nothing that somebody types is overwritten."""

import pytest
from playwright.sync_api import expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import import_result
from director.core.base.roles import Role
from director.models import Act, Result
from tests.browser.conftest import wait_until_sent
from tests.factories import make_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def margaret(section):
    return make_account("margaret", Role.DIRECTOR)


def enter(section, key, text, user):
    import_result(
        section=section, line=fetch_section_lines(section).find_line(*key), text=text, user=user
    )


def text_box(page, key):
    return page.locator(f"#text-{key}")


def test_entries_of_a_colleague_come_in_with_their_points(open_desk, section, margaret):
    bill = open_desk("scores/boards/1/")
    enter(section, (1, 1, 4), "4SS=", margaret)
    enter(section, (1, 2, 6), "3NTE-1", margaret)
    expect(text_box(bill, "1-2-6")).to_have_value("3NTE-1")
    expect(text_box(bill, "1-1-4")).to_have_value("4SS=")
    expect(bill.locator("#points-1-1-4")).to_have_text("2")
    expect(bill.locator("#undo button")).to_have_text("Undo: table 2, board 1, by margaret")


def test_a_line_in_which_somebody_types_stays_and_the_program_asks(open_desk, section, margaret):
    bill = open_desk("scores/boards/1/")
    box = text_box(bill, "1-1-4")
    box.press_sequentially("4S")
    enter(section, (1, 1, 4), "3NTE-1", margaret)
    enter(section, (1, 2, 6), "PASS", margaret)
    expect(text_box(bill, "1-2-6")).to_have_value("PASS")
    expect(box).to_have_value("4S")
    expect(bill.locator("#points-1-1-4")).to_have_text("")
    box.press_sequentially("S=")
    box.press("Enter")
    expect(bill.locator("#line-1-1-4 button[name=keep]")).to_contain_text("Keep theirs")
    assert Result.objects.get(board_no=1, ns=1, ew=4).text == "3NTE-1"


def test_an_undo_of_a_colleagues_entry_asks_and_reaches_her_page(open_desk, section, margaret):
    enter(section, (1, 2, 6), "3NTE-1", margaret)
    bill = open_desk("scores/boards/1/")
    bill.get_by_role("button", name="Undo: table 2").click()
    question = bill.locator("#entry-page form.warn")
    expect(question).to_contain_text("Undo what margaret did at")
    assert Result.objects.get(board_no=1, ns=2, ew=6).text == "3NTE-1"
    question.get_by_role("button", name="Undo").click()
    expect(text_box(bill, "1-2-6")).to_have_value("")
    wait_until_sent(bill)


def test_whose_entry_a_colleague_undoes_reads_so_on_her_page(open_desk, section, margaret):
    page = open_desk("scores/boards/1/")
    text_box(page, "1-1-4").press_sequentially("4SS=")
    text_box(page, "1-1-4").press("Enter")
    wait_until_sent(page)
    undo_section(section=section, number=Act.objects.get(kind="result").number, user=margaret)
    expect(page.locator("#undone")).to_contain_text("margaret undid this change of yours at")
    expect(text_box(page, "1-1-4")).to_have_value("")
