"""A whole club night through the browser: from the one-time link to the page a visitor reads."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.models import Event, Result
from scoring.display import format_percent
from tests.browser.conftest import DESKTOP, PHONE, wait_until_settled
from tests.director.boards.scored import fetch_session_sheets
from tests.factories import RESULT_TEXTS, make_pair_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAIRS = 6


def open_step(page: Page, number: int, name: str) -> None:
    """Follow the tab of a step and wait until its page is there."""
    page.get_by_role("link", name=re.compile(rf"^{number}\s*{name}")).click()
    page.wait_for_url(re.compile(rf"/sessions/\d+/{name.lower()}/"))


def check_no_sideways_scrolling(page: Page) -> None:
    page.wait_for_load_state()
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0, f"{page.url} is {wide} pixels wider than the window"


def set_up_club(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password", exact=True).fill("felt-green-17")
    page.get_by_label("Club name").fill("Riverside Club")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Tonight")).to_be_visible()
    page.wait_for_load_state()


def choose_game(page: Page, game: str) -> None:
    """Choose *game* on Start a night, in the fold of its group."""
    box = page.locator(f'input[name=game][value="{game}"]')
    if not box.is_visible():
        inside = page.locator(f'input[value="{game}"]')
        page.locator(".games details", has=inside).locator("summary").click()
    box.check()


def open_systems_of_party(page: Page) -> None:
    """Start a party, and show all its systems."""
    page.get_by_role("link", name="Start a night").first.click()
    choose_game(page, "party")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/parties/\d+/field/$"))
    page.get_by_role("button", name="Other systems").click()
    expect(page.get_by_role("columnheader", name="System")).to_be_visible()


def start_night(page: Page) -> None:
    page.get_by_role("link", name="Start a night").first.click()
    page.get_by_label("Name", exact=True).fill("Tuesday pairs")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/field/$"))
    check_no_sideways_scrolling(page)


def choose_movement(page: Page, *, scripts: bool) -> None:
    """Ask for the movements of six pairs, look at the Mitchell, shorten its sets to two boards, and use it."""
    page.get_by_label("Pairs", exact=True).fill(str(PAIRS))
    if not scripts:
        page.get_by_role("button", name="Find movements").click()
    page.get_by_text("more that fit").click()
    page.get_by_role("link", name="Mitchell", exact=True).first.click()
    expect(page.get_by_role("heading", name="Mitchell for 6 pairs")).to_be_visible()
    check_no_sideways_scrolling(page)
    page.wait_for_load_state()
    page.get_by_label("Boards per round").select_option("2")
    if not scripts:
        page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("3 × 2").first).to_be_visible()
    page.get_by_role("button", name="Use this movement").click()
    expect(page.get_by_role("link", name="Continue to Seats")).to_be_visible()


def paste_names(page: Page) -> None:
    open_step(page, 2, "Seats")
    names = "\n".join(" & ".join(make_pair_names(number)) for number in range(PAIRS))
    page.get_by_text("Paste names", exact=True).click()
    page.get_by_label("One pair per line").fill(names)
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_label("Pair 1 N-S, first name")).to_have_value(make_pair_names(0)[0])
    check_no_sideways_scrolling(page)


def print_cards(page: Page) -> None:
    open_step(page, 3, "Print")
    page.get_by_role("checkbox", name=re.compile("Guide cards")).check()
    expect(page.get_by_text(re.compile(r"^Page 1 of \d+: Guide cards$"))).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    check_no_sideways_scrolling(page)


def play_rounds(page: Page, *, scripts: bool) -> None:
    open_step(page, 4, "Play")
    check_no_sideways_scrolling(page)
    for round_no in (1, 2, 3):
        expect(page.get_by_role("heading", name=f"Round {round_no} of 3")).to_be_visible()
        if scripts:
            wait_until_settled(page)
            page.keyboard.press("s")
            expect(page.get_by_role("button", name=re.compile("Pause"))).to_be_visible()
            wait_until_settled(page)
            page.keyboard.press("e")
        else:
            page.get_by_role("button", name=re.compile(f"Start round {round_no}")).click()
            page.get_by_role("button", name="End round").click()
    expect(page.get_by_text("Play is over").first).to_be_visible()


def enter_scores_by_keyboard(page: Page) -> list[str]:
    """Type every result, Enter after each, never the mouse; return what was typed in order of boards and lines."""
    open_step(page, 5, "Scores")
    typed = []
    for board_no in range(1, 7):
        expect(page.get_by_text(f"Board {board_no}", exact=False).first).to_be_visible()
        expect(page).to_have_url(re.compile(rf"/scores/(boards/{board_no}/)?$"))
        check_no_sideways_scrolling(page)
        for line in range(3):
            text = RESULT_TEXTS[(board_no * 3 + line) % len(RESULT_TEXTS)]
            page.keyboard.type(text)
            page.keyboard.press("Enter")
            typed.append(text)
        if board_no < 6:
            page.wait_for_url(re.compile(rf"/scores/boards/{board_no + 1}/$"))
    expect(page.locator(".entry-box").last).to_have_attribute("data-stored", re.compile(".+"))
    return typed


def enter_scores_without_scripts(page: Page) -> list[str]:
    open_step(page, 5, "Scores")
    typed = []
    for board_no in range(1, 7):
        boxes = page.locator(".entry-box")
        expect(boxes).to_have_count(3)
        for line in range(3):
            text = RESULT_TEXTS[(board_no * 3 + line) % len(RESULT_TEXTS)]
            boxes.nth(line).fill(text)
            typed.append(text)
        page.locator(".actions").get_by_role("button", name="Save").click()
        expect(page.locator(".entry-box").last).to_have_attribute("data-stored", typed[-1])
        if board_no < 6:
            page.goto(re.sub(r"scores/.*$", f"scores/boards/{board_no + 1}/", page.url))
    return typed


def correct_board_2(page: Page, *, scripts: bool) -> None:
    """Type an impossible result, read why it cannot be, then the right one."""
    page.goto(re.sub(r"scores/.*$", "scores/boards/2/", page.url))
    box = page.locator(".entry-box").first
    box.fill("8S=")
    send(page, box, scripts=scripts)
    expect(page.get_by_role("alert").filter(has_text="8S=")).to_contain_text(
        "“8S=”: bids go from 1 to 7, not 8."
    )
    expect(page.locator(".entry-box").first).to_have_value("8S=")
    page.locator(".entry-box").first.fill("6NTN=")
    send(page, page.locator(".entry-box").first, scripts=scripts)
    expect(page.locator(".entry-box").first).to_have_attribute("data-stored", "6NTN=")


def send(page: Page, box, *, scripts: bool) -> None:
    if scripts:
        box.press("Enter")
    else:
        page.locator(".actions").get_by_role("button", name="Save").click()


def publish(page: Page) -> str:
    open_step(page, 6, "Results")
    check_no_sideways_scrolling(page)
    page.get_by_role("button", name="Publish").click()
    return page.locator(".address a").get_attribute("href")


def read_as_visitor(visitor: Page, address: str, event: Event) -> None:
    """Read standings, a pair's card and a board signed out, and compare them with the scores."""
    sheets = fetch_session_sheets(fetch_first_section(event.pk))
    visitor.goto(address)
    check_no_sideways_scrolling(visitor)
    for group in sheets.standings.groups:
        for row in group.rows:
            line = visitor.get_by_role("row").filter(has_text=row.names)
            expect(line).to_contain_text(format_percent(row.percent))
    first = sheets.standings.groups[0].rows[0]
    visitor.get_by_role("link", name=re.compile(re.escape(first.names))).first.click()
    expect(visitor).to_have_url(f"{address}pairs/{first.contestant}/")
    expect(visitor.get_by_text(first.names).first).to_be_visible()
    check_no_sideways_scrolling(visitor)
    visitor.goto(f"{address}boards/2/")
    expect(visitor.get_by_text("Board 2").first).to_be_visible()
    expect(visitor.get_by_role("cell", name=re.compile("1440")).first).to_be_visible()
    check_no_sideways_scrolling(visitor)
    visitor.goto(f"{address}recap/")
    check_no_sideways_scrolling(visitor)
    assert visitor.request.get("/nights/", max_redirects=0).status == 302


@pytest.mark.parametrize(
    ("viewport", "scripts"),
    [(DESKTOP, True), (PHONE, True), (DESKTOP, False), (PHONE, False)],
    ids=["desktop", "phone", "desktop-without-scripts", "phone-without-scripts"],
)
def test_whole_night(open_browser, first_link, viewport, scripts):
    page = open_browser(viewport=viewport, scripts=scripts)
    set_up_club(page, first_link)
    start_night(page)
    choose_movement(page, scripts=scripts)
    paste_names(page)
    print_cards(page)
    play_rounds(page, scripts=scripts)
    typed = enter_scores_by_keyboard(page) if scripts else enter_scores_without_scripts(page)
    event = Event.objects.get()
    lines = fetch_section_lines(fetch_first_section(event.pk))
    assert [
        line.result.text for board_no in lines.boards for line in lines.get_board_lines(board_no)
    ] == typed
    visitor = open_browser(viewport=viewport, scripts=scripts)
    assert visitor.goto(f"/events/{event.pk}/").status == 404
    correct_board_2(page, scripts=scripts)
    corrected = Result.objects.get(board_no=2, text="6NTN=")
    assert [(version.text, str(version.entered_by)) for version in corrected.versions.all()] == [
        (typed[3], "dora")
    ]
    address = publish(page)
    read_as_visitor(visitor, address, event)
