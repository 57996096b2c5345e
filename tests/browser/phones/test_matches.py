"""A match of teams on a phone: the other room after the board, the result after the last board."""

import pytest
from playwright.sync_api import expect

from director.boards.movement.lines.read import section_lines
from director.boards.play.scores.result import enter_result
from director.models.event import Contest
from tests.browser.phones.conftest import four_spades, says, seated, sent, tap
from tests.director.boards.others import make_others

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def section():
    return make_others(Contest.TEAMS, boards_per_set=2)


def enter_others(section, text: str) -> None:
    """Enter *text* at every table of round 1 but the first."""
    for line in section_lines(section).all:
        if line.round_no == 1 and line.table_no != 1:
            enter_result(
                section=section,
                board_no=line.board_no,
                ns=line.ns,
                ew=line.ew,
                text=text,
                user=None,
            )


def test_results_of_other_tables_have_scores_alone(section, open_phone):
    enter_others(section, "4SS-1")
    page = seated(open_phone(others="board"))
    four_spades(page)
    tap(page, "Confirm", "Next: board 2")
    four_spades(page)
    tap(page, "Confirm")
    sent(page)
    page.evaluate("wake()")
    says(page, "Score for N-S. Your table is marked.")
    assert page.locator(".others-table th").all_inner_texts() == ["N-S", "E-W", "Result", "Score"]
    expect(page.locator(".others-table")).not_to_contain_text("%")
