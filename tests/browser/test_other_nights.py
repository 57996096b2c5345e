"""Nights of eight players and of four teams through the browser, from "new night" to the published standings."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.core.night.links.opening import open_entry_addresses
from director.core.night.publishing import publish_results
from director.models import Event
from tests.browser.conftest import DESKTOP, PHONE, wait_until_settled
from tests.browser.test_night import (
    check_no_sideways_scrolling,
    choose_game,
    open_step,
    publish,
    set_up_club,
)
from tests.director.boards.scored import fetch_session_sheets
from tests.factories import RESULT_TEXTS, enter_all_results, make_pair_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def start(page: Page, game: str) -> None:
    page.get_by_role("link", name="Start a night").first.click()
    choose_game(page, game)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/field/$"))
    check_no_sideways_scrolling(page)


def choose(page: Page, *, unit: str, size: int, name: str, boards: int) -> None:
    """Ask for the movements of so many, look at the one called *name*, set its boards a round, and use it."""
    page.get_by_label(unit, exact=True).fill(str(size))
    link = page.get_by_role("link", name=name, exact=True).first
    folded = page.get_by_text(re.compile(r"\d+ more that fit"))
    expect(link.or_(folded).first).to_be_visible()
    if not link.is_visible():
        folded.click()
    link.click()
    expect(page.get_by_role("heading", name=f"{name} for {size} {unit.lower()}")).to_be_visible()
    check_no_sideways_scrolling(page)
    wait_until_settled(page)
    page.get_by_label(re.compile("^Boards (per round|in a match)")).select_option(str(boards))
    expect(page.get_by_text(f"× {boards}").first).to_be_visible()
    wait_until_settled(page)
    page.get_by_role("button", name="Use this movement").click()
    expect(page.get_by_role("link", name="Continue to Seats")).to_be_visible()
    check_no_sideways_scrolling(page)


def seat(page: Page, names: list[str]) -> None:
    open_step(page, 2, "Seats")
    page.get_by_text("Paste names", exact=True).click()
    page.locator("textarea[name=text]").fill("\n".join(names))
    page.get_by_role("button", name="Import names").click()
    expect(page.locator("#named")).to_contain_text(f"{len(names)} of {len(names)}")
    check_no_sideways_scrolling(page)


def play(page: Page, rounds: int) -> None:
    open_step(page, 4, "Play")
    check_no_sideways_scrolling(page)
    for round_no in range(1, rounds + 1):
        expect(page.get_by_role("heading", name=f"Round {round_no} of {rounds}")).to_be_visible()
        wait_until_settled(page)
        page.keyboard.press("s")
        expect(page.get_by_role("button", name=re.compile("Pause"))).to_be_visible()
        wait_until_settled(page)
        page.keyboard.press("e")
    expect(page.get_by_text("Play is over").first).to_be_visible()


def enter_scores(page: Page) -> None:
    """Type a result into every line, board after board."""
    lines = fetch_section_lines(fetch_first_section(Event.objects.get().pk))
    open_step(page, 5, "Scores")
    for board_no in lines.boards:
        page.wait_for_url(re.compile(rf"/scores/boards/{board_no}/$"))
        check_no_sideways_scrolling(page)
        for number, line in enumerate(lines.get_board_lines(board_no)):
            page.keyboard.type(RESULT_TEXTS[(board_no * 5 + number * 7 + line.ns) % 8])
            page.keyboard.press("Enter")
    expect(page.get_by_text("All results entered.").first).to_be_visible()


def read_standings(visitor: Page, address: str) -> None:
    """Read as a visitor who won; the page has every name of the standings."""
    visitor.goto(address)
    check_no_sideways_scrolling(visitor)
    sheets = fetch_session_sheets(fetch_first_section(Event.objects.get().pk))
    for group in sheets.standings.groups:
        for row in group.rows:
            expect(visitor.get_by_role("row").filter(has_text=row.names).first).to_contain_text(
                row.place
            )


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_night_of_eight_players(open_browser, first_link, viewport):
    page = open_browser(viewport=viewport)
    set_up_club(page, first_link)
    start(page, "individual-bridge")
    choose(page, unit="Players", size=8, name="Howell’s individual for eight", boards=1)
    seat(page, [make_pair_names(number)[0] for number in range(8)])
    play(page, 7)
    enter_scores(page)
    address = publish(page)
    read_standings(open_browser(viewport=viewport), address)
    assert Event.objects.get().name.endswith("individual")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_night_of_four_teams(open_browser, first_link, viewport):
    page = open_browser(viewport=viewport)
    set_up_club(page, first_link)
    start(page, "teams-bridge")
    choose(page, unit="Teams", size=4, name="Round robin of teams", boards=2)
    people = [make_pair_names(number)[0] for number in range(16)]
    seat(
        page,
        [
            f"Team {'ABCD'[index]}: {', '.join(people[4 * index : 4 * index + 4])}"
            for index in range(4)
        ],
    )
    play(page, 3)
    enter_scores(page)
    address = publish(page)
    read_standings(open_browser(viewport=viewport), address)
    assert Event.objects.get().name.endswith("teams")


@pytest.mark.parametrize("key", ["", "Enter"], ids=["finger", "keyboard"])
def test_the_answer_to_a_figure_low_in_the_window_is_seen(open_desk, section, key):
    enter_all_results(section)
    page = open_desk("results/")
    page.set_viewport_size(PHONE)
    high, *_others, low = page.locator(".why-of").all()
    low.evaluate(
        "figure => scrollTo(0, scrollY + figure.getBoundingClientRect().bottom - innerHeight + 4)"
    )
    for figure in (low, high):
        if figure == high:
            high.scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        if key:
            figure.focus()
            page.keyboard.press(key)
        else:
            figure.click()
        answer = page.locator(f"#because-{figure.get_attribute('id').removeprefix('why-')}")
        expect(answer).to_be_in_viewport(ratio=0.99)
        if figure == high:
            assert page.evaluate("scrollY") == before
        expect(figure).to_be_in_viewport()
        expect(figure).to_have_attribute("aria-expanded", "true")


def test_the_answer_on_a_pair_s_own_page_is_seen_without_scripts(open_browser, section):
    enter_all_results(section)
    publish_results(event=section.session.event)
    page = open_browser()
    page.set_viewport_size(PHONE)
    page.goto(f"/my/{open_entry_addresses(section=section, pairs=[1])[1].token}/")
    page.locator(".why-of").last.click()
    expect(page.locator(".why td")).to_be_in_viewport(ratio=0.9)
