"""A Swiss of seven rounds in a real browser, with byes, a correction of the past and a team that leaves."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.scoring.standings.event import EventResults
from director.models import Event
from tests.browser.conftest import wait_until, wait_until_sent, wait_until_settled
from tests.browser.test_night import choose_game
from tests.factories import enter_on_line, reload_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TEXTS = ("4SS=", "3NTN-1", "2HE+1", "PASS", "5CW=", "4SSX-2", "1NTN+2")
ROUNDS = 7


def begin(page: Page):
    """Begin the contest as a director does, from the new night on; return its section."""
    page.goto("/events/new/")
    name = page.get_by_label("Name", exact=True)
    for choice, usual in (
        ("party-beetle", "beetle drive"),
        ("individual-whist", "whist individual"),
        ("bridge", "pairs"),
    ):
        choose_game(page, choice)
        expect(name).to_have_value(re.compile(f"^[A-Z][a-z]+day {usual}$"))
    name.fill("Swiss Saturday")
    choose_game(page, "teams-bridge")
    expect(name).to_have_value("Swiss Saturday")
    page.locator("main form button").first.click()
    wait_until_settled(page)
    page.get_by_role("link", name=re.compile("Swiss")).first.click()
    page.get_by_role("textbox", name="Teams").fill("9")
    page.get_by_role("textbox", name="Rounds").fill(str(ROUNDS))
    page.get_by_role("textbox", name="Boards per match").fill("2")
    page.get_by_role("button", name="Draw round 1").click()
    wait_until_settled(page)
    event = Event.objects.get(name="Swiss Saturday")
    return fetch_section(event.sessions.get().pk)


def play(section, round_no: int) -> None:
    lines = fetch_section_lines(section, section.plan)
    for index, line in enumerate(line for line in lines.all if line.round_no == round_no):
        text = TEXTS[(index * 3 + index // 4 + round_no) % len(TEXTS)]
        enter_on_line(section, line, text)


def draw(page: Page, section, *, without: str = "") -> None:
    """Draw the next round and use it, *without* a team that goes home."""
    page.goto(f"/sessions/{section.session_id}/draw/")
    if without:
        page.get_by_text("Withdrawn or late teams").click()
        page.locator(f"[name=absent][value='{without}']").check()
        page.get_by_role("button", name="Redraw").click()
        wait_until_settled(page)
    page.get_by_role("button", name="Use this draw").dblclick()
    wait_until_settled(page)
    expect(
        page.get_by_role("button", name="Use this draw")
    ).to_be_hidden()  # the next draw is folded
    expect(page.locator("main")).to_contain_text("drawn. Print it")


def correct(page: Page, section, round_no: int) -> None:
    """Correct a result of a round long over, at Scores."""
    line = next(
        line
        for line in fetch_section_lines(section).all
        if line.round_no == round_no and line.text != "7NTN="
    )
    page.goto(f"/sessions/{section.session_id}/scores/rounds/{round_no}/tables/{line.table_no}/")
    wait_until_settled(page)
    box = page.locator(f"input[name='text-{line.board_no}-{line.ns}-{line.ew}']")
    box.fill("7NTN=")
    box.press("Enter")
    wait_until(
        page,
        lambda: (
            fetch_section_lines(reload_section(section))
            .find_line(line.board_no, line.ns, line.ew)
            .text
            == "7NTN="
        ),
    )
    wait_until_sent(page)


def test_seven_rounds_with_a_bye_a_correction_and_a_team_that_leaves(open_page):
    page = open_page
    section = begin(page)
    for round_no in range(1, ROUNDS + 1):
        play(reload_section(section), round_no)
        if round_no == 4:
            before = find_drawn_contest(reload_section(section)).get_ranking(4).standings
            correct(page, reload_section(section), 1)
            assert find_drawn_contest(reload_section(section)).get_ranking(4).standings != before
        if round_no < ROUNDS:
            draw(page, section, without="5" if round_no == 5 else "")
    contest = find_drawn_contest(reload_section(section))
    meetings = [
        frozenset(two) for contest_round in contest.rounds for two in contest_round.pairings
    ]
    assert len(meetings) == len(set(meetings)), "nobody meets twice"
    assert len(contest.rounds) == ROUNDS
    assert all(5 not in contest_round.playing_contestants for contest_round in contest.rounds[5:])
    byes = [number for contest_round in contest.rounds for number in contest_round.byes]
    assert len(byes) == len(set(byes)) == 5, "of nine one sits out, of eight nobody"
    results = EventResults(reload_section(section).session.event)
    totals = {row.contestant: row.total for group in results.standings.groups for row in group.rows}
    assert sum(totals.values()) == len(meetings) * 20 + 12 * len(byes)
    page.goto(f"/sessions/{section.session_id}/results/")
    expect(page.locator("main")).to_contain_text("Team IMPs")
