"""A match of teams on a phone: the other room after the board, the result after the last board."""

import pytest
from playwright.sync_api import expect

from director.additions.contests.matches.reported import report_match
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.results.method import set_scoring
from director.models.event import Contest
from scoring.model import MatchResult
from tests.browser.phones.conftest import (
    expect_text,
    find_button,
    tap,
    tap_four_spades,
    wait_until_phone_sent,
)
from tests.director.boards.others import make_contest_section
from tests.factories import enter_on_line

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def section():
    return make_contest_section(Contest.TEAMS, boards_per_set=2)


def enter_others(section, text: str) -> None:
    """Enter *text* at every table of round 1 but the first."""
    for line in fetch_section_lines(section).all:
        if line.round_no == 1 and line.table_no != 1:
            enter_on_line(section, line, text)


def play_both_boards(page) -> None:
    """Make 4 spades on both boards of the round, and let the phone ask what is new."""
    tap_four_spades(page)
    tap(page, "Confirm", "Next: board 2")
    tap_four_spades(page)
    tap(page, "Confirm")
    wait_until_phone_sent(page)
    page.evaluate("refresh()")


def test_results_of_other_tables_have_scores_alone(section, open_board):
    enter_others(section, "4SS-1")
    page = open_board(others="board")
    play_both_boards(page)
    tap(page, "Show other tables")
    expect_text(page, "Score for N-S. Your table is marked.")
    assert page.locator(".others-table th").all_inner_texts() == ["N-S", "E-W", "Result", "Score"]
    expect(page.locator(".others-table")).not_to_contain_text("%")


def test_the_last_board_shows_the_result_of_the_match(section, open_board):
    set_scoring(section=section, scoring="team-imps", options={"victory_points": "continuous"})
    page = open_board(others="board")
    play_both_boards(page)
    tap(page, "Finish round")
    expect_text(page, "Results missing: 2.")
    enter_others(section, "4SS-1")
    page.evaluate("matchesByKey.clear()")
    page.evaluate("draw()")
    tap(page, "Show result")
    rows = page.locator("#match-score tbody tr")
    expect(rows.first).to_contain_text("1 Ash, Birch, Cole, Dunn")
    # 420 + 50 and, vulnerable, 620 + 100 points; 22 IMPs on two boards are a full win.
    assert [row.split("\t")[1:] for row in rows.all_inner_texts()] == [["22", "20"], ["0", "0"]]
    boards = page.locator("#match-boards tbody tr").all_inner_texts()
    assert [row.split("\t")[-2:] for row in boards] == [["10", "0"], ["12", "0"]]
    page.evaluate("refresh()")
    expect_text(page, "Tap a board to correct it. The director decides.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_each_team_confirms_the_result_or_calls_the_director(section, open_board):
    page = open_board(others="board")
    enter_others(section, "4SS-1")
    play_both_boards(page)
    tap(page, "Finish round", "Show result")
    expect(find_button(page, "Team 1: Confirm the result")).to_be_visible()
    page.context.set_offline(True)
    tap(page, "Team 1: Confirm the result")
    expect_text(page, "Team 1: waiting to send.")
    expect_text(page, "Result of the match")
    page.context.set_offline(False)
    expect_text(page, "Team 1 confirmed the result at")
    expect(find_button(page, "Team 1: Confirm the result")).to_have_count(0)
    tap(page, "Team 4: Not right")
    expect_text(page, "that the result isn’t right.")
    expect(find_button(page, "Director called")).to_be_visible()
    line = next(line for line in fetch_section_lines(section).all if line.table_no == 1)
    enter_on_line(section, line, "4SS+1")
    page.evaluate("refresh()")
    expect_text(page, "Team 1 confirmed the result before a correction.")
    expect(find_button(page, "Team 1: Confirm the result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_match_entered_by_the_director_asks_for_no_boards(section, open_phone):
    page = open_phone(others="board")
    (line, *_others) = [line for line in fetch_section_lines(section).all if line.table_no == 1]
    key = (1, *sorted((line.ns, line.ew)))
    report_match(section=section, key=key, result=MatchResult("imp", 24, 10), user=None)
    page.evaluate("refresh()")
    expect_text(page, "Round 2 of 3")
    tap(page, "Check round 1")
    expect_text(page, "The director has entered the result: 24 : 10 IMPs.")
    expect(page.locator("#board-1")).to_have_count(0)
    expect(page.get_by_text("Boards of this round")).to_have_count(0)


def test_the_last_page_of_the_evening_has_the_match(open_board):
    section = make_contest_section(
        Contest.TEAMS, key="team-match", size=2, rounds=1, boards_per_set=2, long=True
    )
    page = open_board(at=section, others="board")
    enter_others(section, "4SS-1")
    play_both_boards(page)
    tap(page, "Continue")
    expect_text(page, "All rounds are played")
    tap(page, "Show result")
    expect(page.locator("#match-boards tbody tr")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
