"""A small party through the browser: 14 people, an uneven foot table, ladies and gentlemen, and what helps typing."""

import re

import pytest
from playwright.sync_api import Page, expect

from director.core.base.tags.cards import party_figure
from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.seating import read_seating
from movements.party.model import TableOutcome
from movements.party.rounds import make_next_seating
from tests.browser.conftest import PHONE, block_news, hold_requests, wait_until_settled
from tests.browser.test_night import check_no_sideways_scrolling, open_systems_of_party, set_up_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LADIES = (
    "Wilhelmina Featherstonehaugh-Cholmondeley",
    "Cleo Cole",
    "Dora Dunn",
    "Edith Elm",
    "Gwen Gray",
    "Ida Iden",
    "Lena Lund",
)
GENTLEMEN = ("Bert Birch", "Fred Fox", "Hugh Hill", "Jack Jay", "Kit Kerr", "Max Moss", "Otto Orr")


def start_party(page: Page) -> None:
    open_systems_of_party(page)
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(
        0
    )  # a change would be lost


@pytest.fixture
def field(open_browser, first_link) -> Page:
    """The page Field of a party in a new club."""
    page = open_browser()
    set_up_club(page, first_link)
    start_party(page)
    return page


def test_the_game_can_be_chosen_before_anything_is_typed(field):
    field.get_by_label("Game", exact=True).select_option("euchre")
    expect(field.get_by_role("rowheader", name="Rapid euchre")).to_be_visible()
    expect(field.get_by_role("alert")).to_have_count(0)


def test_typing_while_the_choices_load_is_not_lost(field):
    let_go = hold_requests(field, "**/field/")
    with field.expect_request("**/field/"):
        field.get_by_label("Game", exact=True).select_option("euchre")
    field.get_by_label("Players", exact=True).fill("22")
    with field.expect_response("**/field/"):
        let_go()
    expect(field.get_by_label("Players", exact=True)).to_have_value("22")
    field.locator("#id_rounds").focus()
    expect(field.get_by_text("players don’t fill the tables.")).to_be_visible()
    expect(field.get_by_label("Players", exact=True)).to_have_value("22")
    expect(field.get_by_label("Game", exact=True)).to_have_value("euchre")


def test_box_that_is_marked_stays_so_when_the_choices_come(field):
    let_go = hold_requests(field, "**/field/")
    with field.expect_request("**/field/"):
        field.get_by_label("Game", exact=True).select_option("euchre")
    field.locator("#id_rounds").focus()
    field.keyboard.press("Shift+Tab")
    field.keyboard.press("Tab")  # marks all that is there
    let_go()
    expect(field.get_by_role("rowheader", name="Rapid euchre")).to_be_visible()
    field.keyboard.type("24")
    expect(field.locator("#id_rounds")).to_have_value("24")


def test_a_button_that_is_being_pressed_is_not_swapped_away(field):
    field.get_by_label("Players", exact=True).fill("24")
    field.locator("#id_rounds").fill("9")
    field.locator("#id_rounds").blur()
    wait_until_settled(field)
    field.locator("#id_rounds").fill("10")
    field.get_by_role("button", name="Save and continue").hover()
    with field.expect_response("**/field/"):
        field.mouse.down()
    field.mouse.up()
    field.wait_for_url(re.compile(r"/seats/$"))


def test_an_answer_that_comes_late_does_not_set_the_round_back(field):
    field.get_by_label("Game", exact=True).select_option("euchre")
    expect(field.get_by_role("rowheader", name="Rapid euchre")).to_be_visible()
    field.get_by_label("Players", exact=True).fill("8")
    field.get_by_role("button", name="Save and continue").click()
    field.get_by_role("button", name="Draw for seats").click()
    expect(field.get_by_text(re.compile("Seats drawn"))).to_be_visible()
    field.get_by_role("link", name=re.compile(r"^4\s*Play")).click()
    field.wait_for_url(re.compile(r"/play/$"))
    block_news(field)
    held = []

    def hold(route):
        held.append(route)

    field.route("**/tables/1/", hold)
    with field.expect_request("**/tables/1/"):
        field.locator("#won-1-0").click()
    while not held:
        field.wait_for_timeout(20)
    response = held[0].fetch()
    expect(field.get_by_text("Round 1 has not started.")).to_be_visible()
    field.locator("#won-2-1").click()
    expect(field.get_by_text("All results entered")).to_be_visible()
    held[0].fulfill(response=response)
    expect(field.locator("#won-1-0")).to_have_attribute("aria-pressed", "true")
    expect(field.get_by_text("All results entered")).to_be_visible()


def everything_in_sight(page: Page) -> None:
    """See that no table hides figures beside its long names. A bar of buttons is one line that scrolls."""
    check_no_sideways_scrolling(page)
    tables = "[...document.querySelectorAll('.scroll, .sheet:not(.status)')]"
    hidden = f"{tables}.filter(part => part.scrollWidth > part.clientWidth).length"
    assert page.evaluate(hidden) == 0


def settle_field(page: Page) -> None:
    """Ask for euchre with 14 people, ladies and gentlemen, two at the foot table."""
    page.get_by_label("Players", exact=True).fill("14")
    page.get_by_label("Game", exact=True).select_option("euchre")
    page.locator("#id_rounds").fill("3")
    page.get_by_role("button", name="Update").click()
    page.locator("#fold-counting > summary").click()
    page.get_by_label("Names of the two groups").select_option("ladies")
    expect(page.get_by_text("players don’t fill the tables.")).to_be_visible()
    check_no_sideways_scrolling(page)
    page.locator("[name=option-odd][value=short-table]").check()
    page.get_by_role("button", name="Save and continue").click()
    page.wait_for_url(re.compile(r"/seats/$"))


def seat_everybody(page: Page) -> None:
    names = [f"{name} (lady)" for name in LADIES] + [f"{name} (gentleman)" for name in GENTLEMEN]
    page.get_by_text("Paste names", exact=True).click()
    page.get_by_label("One player per line").fill("\n".join(names))
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_text("Imported 14 players.")).to_be_visible()
    expect(page.get_by_text("14 of 14 players named")).to_be_visible()
    expect(page.get_by_text("7 Ladies, 7 Gentlemen")).to_be_visible()
    page.get_by_role("button", name="Draw for seats").click()
    expect(page.get_by_text(re.compile("Seats drawn"))).to_be_visible()
    check_no_sideways_scrolling(page)
    page.get_by_role("link", name=re.compile(r"^4\s*Play")).click()


def play_round(page: Page, party: Party, round_no: int) -> dict[int, TableOutcome]:
    """Tap a winner at every full table and type the points of those who play alone at the foot; return all of it."""
    expect(page.get_by_role("heading", name=f"Round {round_no} of 3")).to_be_visible()
    page.wait_for_load_state()
    seating = read_seating(party.played_rounds.get(round_no=round_no).seating)
    assert [len(table.players) for table in seating] == [4, 4, 4, 2]
    outcomes = {}
    for table in seating:
        area = page.locator(f"#table-{table.table_no}")
        side = (table.table_no + round_no) % 2
        if area.locator("[name=winner]").count():
            outcomes[table.table_no] = TableOutcome(side)
            area.locator("[name=winner]").nth(side).click()
        else:
            points = (5, 3)[:: 1 - 2 * side]
            outcomes[table.table_no] = TableOutcome(side, points)
            for index, points_row in enumerate(points):
                area.locator(f"[name=points-{index}]").fill(str(points_row))
            area.get_by_role("button", name="Save").click()
        expect(page.locator(f"#table-{table.table_no}")).to_have_class(re.compile(r"\bin\b"))
        page.wait_for_load_state()
    expect(page.get_by_text("All results entered")).to_be_visible()
    check_no_sideways_scrolling(page)
    return outcomes


def test_fourteen_people_on_a_phone_without_scripts(open_browser, first_link):
    page = open_browser(viewport=PHONE, scripts=False)
    set_up_club(page, first_link)
    start_party(page)
    settle_field(page)
    seat_everybody(page)
    party = Party.objects.get()
    for round_no in (1, 2, 3):
        outcomes = play_round(page, party, round_no)
        if round_no == 3:
            break
        seating = read_seating(party.played_rounds.get(round_no=round_no).seating)
        page.get_by_role("button", name="Next round").click()
        expect(page.get_by_role("heading", name=f"Round {round_no + 1} of 3")).to_be_visible()
        after = make_next_seating(
            party.system, seating, outcomes, options=party.options, round_no=round_no
        )
        assert read_seating(party.played_rounds.get(round_no=round_no + 1).seating) == after
    page.get_by_role("link", name="Go to Results").click()
    expect(page.locator("table.results caption")).to_have_text(
        [re.compile("^Ladies"), re.compile("^Gentlemen")]
    )
    everything_in_sight(page)
    for standing in fetch_party_record(party).ranking.standings:
        row = page.get_by_role("row").filter(
            has_text=str(party.players.get(number=standing.player))
        )
        expect(row.locator(".lead")).to_have_text(party_figure(standing.total))
    page.get_by_role("button", name="Publish").click()
    address = page.locator(".address a").get_attribute("href")
    visitor = open_browser(viewport=PHONE, scripts=False)
    visitor.goto(address)
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    everything_in_sight(visitor)
    visitor.get_by_role("table").get_by_role("link", name=re.compile(rf"\b{GENTLEMEN[0]}$")).click()
    expect(visitor.get_by_role("heading", name=GENTLEMEN[0])).to_be_visible()
    everything_in_sight(visitor)
