"""An event of two sessions of three sections of fourteen tables: made, seated, printed and played in the browser."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from director.boards.movement.sections import fetch_session_sections
from director.models import Entry, Event, Result, Section, Session
from tests.browser.conftest import DESKTOP, PHONE, wait_until_settled
from tests.browser.test_night import check_no_sideways_scrolling, start_night
from tests.factories import enter_all_results, make_club, make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES, PAIRS, SECTIONS = 14, 28, "ABC"
STEPS = ("field", "seats", "print", "play", "scores", "results")
PICTURES = os.environ.get("PICTURES")  # a folder in which to keep what the pages look like


def save_picture(page: Page, name: str) -> None:
    """Keep what *page* looks like, where somebody wants to look at it."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def sign_in(page: Page) -> None:
    make_club()
    make_director("dora")
    page.goto("/sign-in/?next=/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill("felt-green-17")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Tonight")).to_be_visible()
    page.wait_for_load_state()


def go(page: Page, section: str, session: int = 0) -> None:
    """Follow the way to the same step of another section, and of another session before it."""
    if session:
        page.get_by_role("navigation", name="Sessions").get_by_role(
            "link", name=str(session), exact=True
        ).click()
        page.wait_for_load_state()
    page.get_by_role("navigation", name="Sections").get_by_role(
        "link", name=section, exact=True
    ).click()
    expect(page.get_by_role("navigation", name="Sections").locator("[aria-current]")).to_have_text(
        section
    )
    wait_until_settled(page)


def step(page: Page, number: int, name: str) -> None:
    page.get_by_role("link", name=re.compile(rf"^{number}\s*{name}")).click()
    page.wait_for_url(re.compile(rf"/sessions/[^/]+/{name.lower()}/"))
    wait_until_settled(page)


def choose_mitchell(page: Page) -> None:
    page.get_by_label("Pairs", exact=True).fill(str(PAIRS))
    page.get_by_role("button", name=re.compile("Choose .*Mitchell")).first.click()
    expect(page.get_by_text("Movement saved")).to_be_visible()


def open_card(page: Page) -> None:
    if (tab := page.get_by_role("link", name="Sections and sessions")).count():
        tab.click()
        return
    card = page.locator("details.several")
    if card.get_attribute("open") is None:
        card.locator("summary").first.click()


def names(letter: str) -> str:
    """Return a list of a section's pairs as somebody pastes it."""
    return "\n".join(f"Ann{no} {letter}lder & Ben{no} {letter}irch" for no in range(1, PAIRS + 1))


def paste(page: Page, letter: str) -> None:
    page.get_by_text("Paste names", exact=True).click()
    page.get_by_label("One pair per line").fill(names(letter))
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_text(f"Imported {PAIRS} pairs.")).to_be_visible()


def enter_one(page: Page, text: str) -> None:
    box = page.locator(".entry-box").first
    box.fill(text)
    box.press("Enter")
    expect(page.locator("#entry-status")).to_have_text("Saved.")


def look_at_every_step(page: Page, name: str) -> None:
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        for number, tab in enumerate(STEPS, 1):
            step(page, number, tab.capitalize())
            check_no_sideways_scrolling(page)
            save_picture(page, f"{name}-{tab}-{viewport['width']}")


def test_an_event_of_two_sessions_of_three_sections(open_browser):
    page = open_browser(viewport=DESKTOP)
    sign_in(page)
    start_night(page)
    choose_mitchell(page)
    for letter in SECTIONS[1:]:
        open_card(page)
        page.get_by_role("button", name=f"Add section {letter}").click()
        expect(page.get_by_text(f"Section {letter} added.")).to_be_visible()
        choose_mitchell(page)
    step(page, 2, "Seats")
    for letter in SECTIONS:
        go(page, letter)
        paste(page, letter)
    area = page.locator("#name-1-1")  # somebody of section A, typed in C
    area.fill("Ann5 Alder")
    area.press("Tab")
    expect(
        page.get_by_text(re.compile(r"^Ann5 Alder already plays in pair 5.* of section A\."))
    ).to_be_visible()
    page.reload()

    step(page, 3, "Print")
    go(page, "B")
    page.locator("#layout").click()
    page.get_by_label("All sections").check()
    expect(page.locator("#layout")).to_have_text(re.compile("all sections"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    assert not Section.objects.filter(printed_fingerprint="").exists()

    step(page, 5, "Scores")
    for letter in SECTIONS:
        go(page, letter)
        enter_one(page, "4SS=")
    assert sorted(Result.objects.values_list("section__letter", "text")) == [
        (letter, "4SS=") for letter in SECTIONS
    ]
    first = Session.objects.get()
    look_at_every_step(page, "session-1-section-C")
    for section in fetch_session_sections(first.pk):
        enter_all_results(section)

    step(page, 1, "Field")
    open_card(page)
    page.get_by_role("button", name="Add session 2, same seats").click()
    expect(page.get_by_text("Session 2 added.")).to_be_visible()
    assert Entry.objects.filter(continues__isnull=False).count() == PAIRS * len(SECTIONS)
    step(page, 5, "Scores")
    go(page, "B")
    enter_one(page, "3NTN=")
    second = Session.objects.get(number=2)
    assert Result.objects.get(section__session=second).section.letter == "B"
    look_at_every_step(page, "session-2-section-B")
    for section in fetch_session_sections(second.pk):
        enter_all_results(section)
    step(page, 4, "Play")
    go(page, "A", 1)
    expect(page).to_have_url(re.compile(rf"/sessions/{first.pk}/play/$"))
    page.goto("/")
    assert Event.objects.count() == 1
    due = len(SECTIONS) * TABLES * 26
    expect(page.locator(".hero .what")).to_contain_text("Session 2: ")
    expect(page.locator(".hero .entered")).to_contain_text(f"{due} of {due} results entered")
    save_picture(page, "tonight")
