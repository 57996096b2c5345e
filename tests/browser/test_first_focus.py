"""Where the cursor stands when a page opens: in the first box that has to be filled, or on the next step."""

import pytest
from playwright.sync_api import Page, expect

from director.models import Person
from tests.browser.conftest import PHONE, wait_until_settled
from tests.director.additions.contests.draws.test_draws import make_section_to_draw
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.director.additions.contests.lineups.test_lineups import make_named
from tests.director.additions.contests.round_robins import make_league
from tests.director.party.parties import make_preset_party, make_seated_party
from tests.factories import make_night, make_played_section, make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EXPECTED = {
    # Tonight and the pages of the club
    "/": "Repeat",
    "/events/new/": "Repeat",
    "/import/": "file",
    "/people/list/": "file",
    "/people/{person}/merge/": "into",
    "/people/{person}/forget/": "name",
    "/partners/": "players",
    "/club/next-nights/": "kind",
    "/club/password/": "current",
    "/club/movements/import/": "file",
    "/club-seasons/new/": "name",
    # a night that is set up, one without a movement, one that is played
    "/sessions/{night}/field/": "Continue to Seats",
    "/sessions/{empty}/field/": "pairs",
    "/sessions/{night}/seats/": "name-1-1",
    "/sessions/{night}/print/": "Print",
    "/sessions/{night}/play/": "Start round 1",
    "/sessions/{night}/scores/": "text-1-1-4",
    "/sessions/{night}/results/": "Enter missing results",
    "/sessions/{played}/results/": "Print standings",
    "/sessions/{played}/results/?tab=export": "Download",
    "/sessions/{played}/rulings/": "board_no",
    "/sessions/{night}/hands/": "file",
    "/sessions/{night}/happened/": "board",
    "/events/{event}/change/": "name",
    "/sessions/{night}/changed/": "about",
    "/sessions/{night}/print/?set=reprint": "tables",
    "/sessions/{night}/results/?tab=scoring": "scoring",
    "/sessions/{played}/results/extras/": "handicap-1",
    "/sessions/{played}/money/": "fee_",
    "/sessions/{night}/seats/door/": "1",
    "/sessions/{played}/changed/direction/?round=1": "round",
    "/sessions/{unfinished}/play/": "Start round 3",
    "/nights/": "find",
    "/accounts/": "role",
    # a contest of teams and a party
    "/sessions/{teams}/draw/": "size",
    "/sessions/{matches}/lineups/": "1 ",
    "/parties/{party}/field/": "",
    "/parties/{party}/money/": "fee",
    "/parties/{party}/print/": "Print",
    "/parties/{party}/play/": "Start",
    "/parties/{party}/seats/": "Continue to Print",
}
"""The name of the box, or the beginning of the words of the button, by address; empty for neither."""

FOCUSED = """() => {
  const { activeElement: part, body } = document;
  const isBox = part.matches("input, select, textarea");
  return part === body ? "" : isBox ? part.name : part.textContent.trim().replace(/\\s+/g, " ");
}"""


@pytest.fixture
def numbers(director):
    played = make_played_section()
    return {
        "person": Person.objects.first().pk,
        "played": played.session_id,
        "event": played.session.event_id,
        "night": make_night(pairs=6, boards_per_set=2, named=False).session_id,
        "empty": make_section().session_id,
        "unfinished": make_played_section(leave=3, published=False).session_id,
        "teams": make_section_to_draw().session_id,
        "matches": make_named().session_id,
        "party": make_seated_party(players=8).pk,
    }


def focused(page: Page, path: str) -> str:
    page.goto(path)
    wait_until_settled(page)
    return page.evaluate(FOCUSED)


def test_the_cursor_stands_where_something_has_to_be_filled(open_page, numbers):
    found = {path: focused(open_page, path.format(**numbers)) for path in EXPECTED}
    wrong = {
        path: found[path]
        for path, expected in EXPECTED.items()
        if not found[path].startswith(expected) or bool(found[path]) is not bool(expected)
    }
    assert wrong == {}


def test_a_stray_enter_after_a_change_of_movement_pauses_nothing(open_page, numbers):
    open_page.goto(f"/sessions/{numbers['night']}/play/")
    open_page.get_by_role("button", name="Start round 1").click()
    expect(open_page.get_by_role("button", name="Pause")).to_be_visible()
    assert focused(open_page, f"/sessions/{numbers['night']}/play/").startswith("Round 1")
    open_page.goto(f"/sessions/{numbers['night']}/changed/")
    open_page.get_by_text("We must finish earlier or later").click()
    open_page.get_by_label("Fewer or more rounds", exact=True).check()
    open_page.get_by_label("Total rounds").fill("2")
    open_page.get_by_role("button", name="Show options").click()
    open_page.get_by_role("button", name="Apply").first.click()
    open_page.wait_for_url("**/play/")
    wait_until_settled(open_page)
    assert "Pause" not in open_page.evaluate(FOCUSED)


def test_after_a_refused_list_enter_starts_no_clock(open_page, director):
    party = make_preset_party(key="doppelkopf", players=8)
    open_page.goto(f"/parties/{party.pk}/play/")
    boxes = open_page.locator("main [name^=points-]")
    for box, points in zip(boxes.all(), ("10", "-10", "5", "-4"), strict=True):
        box.fill(points)
    open_page.get_by_role("button", name="Save", exact=True).click()
    expect(open_page.get_by_text("add up to 1, not 0")).to_be_visible()
    wait_until_settled(open_page)
    expect(boxes.first).to_be_focused()


def test_a_refused_match_is_where_the_cursor_goes_on(open_page, signed_in_client):
    section = make_league(signed_in_client)
    open_page.goto(f"/sessions/{section.ref}/results/fixtures/")
    home = open_page.locator("details[open] input[data-match-box]:not([type=hidden])").nth(2)
    home.fill("45")
    open_page.get_by_role("button", name="Save", exact=True).click()
    expect(open_page.get_by_text("Type the result of both sides")).to_be_visible()
    wait_until_settled(open_page)
    expect(home).to_be_focused()


def test_enter_at_reprint_prints_nothing_that_was_not_asked_for(open_page, numbers):
    open_page.goto(f"/sessions/{numbers['night']}/print/?set=reprint")
    wait_until_settled(open_page)
    pages = len(open_page.context.pages)
    open_page.keyboard.press("Enter")
    open_page.wait_for_timeout(300)
    assert len(open_page.context.pages) == pages


def test_a_typed_number_replaces_the_old_one_however_the_box_got_the_focus(open_page, numbers):
    """By a click, with an answer of htmx in between, by Tab and by the page; a second click puts the cursor."""
    open_page.goto(f"/sessions/{numbers['night']}/field/?tab=change")
    wait_until_settled(open_page)
    pairs = open_page.get_by_label("Pairs", exact=True)
    pairs.click()
    open_page.keyboard.type("1")
    wait_until_settled(open_page)
    open_page.keyboard.type("4")
    expect(pairs).to_have_value("14")
    pairs.click()
    open_page.keyboard.press("End")
    open_page.keyboard.type("0")
    expect(pairs).to_have_value("140")
    open_page.keyboard.press("Tab")
    open_page.keyboard.press("Shift+Tab")
    open_page.keyboard.type("8")
    expect(pairs).to_have_value("8")


def test_a_number_is_selected_in_the_box_that_a_page_opens_with(open_page, numbers):
    open_page.goto(f"/sessions/{numbers['teams']}/draw/")
    wait_until_settled(open_page)
    open_page.keyboard.type("9")
    expect(open_page.locator("[name=size]")).to_have_value("9")


def test_the_draw_begins_on_its_main_button(open_page, signed_in_client):
    section = start_swiss(signed_in_client)
    assert focused(open_page, f"/sessions/{section.ref}/draw/").startswith(
        ("Use this draw", "Continue to Play")
    )


PRESSES = {
    "/sessions/{night}/seats/": "Draw for seats",
    "/sessions/{night}/tables/": "Create links",
    "/club-seasons/new/": "Add season",
    "/parties/{party}/money/": "Save",
    "/people/list/": "Preview",
    "/sessions/{matches}/lineups/": "Save",
    "/sessions/{played}/results/extras/": "Save",
    "/sessions/{played}/results/?tab=scoring": "Rescore",
    "/sessions/{night}/hands/": "Deal",
}
"""A button of a page that loads a page or replaces a part of this one, with the button in it."""


@pytest.mark.parametrize("path", PRESSES)
def test_after_a_press_the_focus_is_at_what_it_led_to(open_page, numbers, path):
    open_page.goto(path.format(**numbers))
    for box in open_page.locator("main form textarea:visible, main form [name=name]:visible").all():
        box.fill(
            "Ann Able\nBob Baker"
            if box.evaluate("box => box.localName") == "textarea"
            else "Winter"
        )
    with open_page.expect_response(lambda answer: answer.request.method == "POST"):
        open_page.locator("main").get_by_role(
            "button", name=PRESSES[path], exact=True
        ).first.click()
    wait_until_settled(open_page)
    expect(open_page.locator("main :focus, main:focus")).to_have_count(1)


def test_after_a_card_of_the_club_is_saved_its_message_is_in_sight(open_page):
    open_page.set_viewport_size(PHONE)
    open_page.goto("/club/")
    card = open_page.locator("#club_numbers")
    card.locator("summary").click()
    card.get_by_label("Your union").fill("EBU")
    card.get_by_role("button", name="Save").click()
    expect(card.get_by_text("Saved.")).to_be_in_viewport()
    expect(card).to_be_focused()
    expect(card.locator("details")).not_to_have_attribute("open", "")


def test_after_names_are_imported_into_a_drawn_party_the_focus_is_at_the_outcome(
    open_page, director
):
    party = make_seated_party(players=8)
    open_page.goto(f"/parties/{party.pk}/seats/")
    open_page.locator("summary", has_text="Paste names").click()
    expect(open_page.locator("[name=text]")).to_be_focused()
    open_page.keyboard.type("Ada Ash")
    open_page.get_by_role("button", name="Import names").click()
    expect(open_page.locator("#seats .say").first).to_be_visible()
    wait_until_settled(open_page)
    expect(open_page.locator("main :focus")).to_have_count(1)


FOLDS = {
    "/people/": ("Add person", "name"),
    "/club/": ("Change", "club_name"),
    "/sessions/{night}/field/?tab=change": ("More", "per_round"),
    "/sessions/{matches}/lineups/": ("1 ", "seat-1-N"),
}
"""What is unfolded on a page, and its first box."""


def test_a_form_that_opens_in_place_has_the_cursor_in_its_first_box(open_page, numbers):
    for path, (title, box_name) in FOLDS.items():
        open_page.goto(path.format(**numbers))
        wait_until_settled(open_page)
        open_page.locator("main summary", has_text=title).first.click()
        fold = open_page.locator("main details", has_text=title).first
        expect(fold.locator("input:focus, select:focus, textarea:focus")).to_have_count(1)
        assert open_page.evaluate(FOCUSED) == box_name
