"""How results come in at each way of entry: taps, keys and phones of the tables, cards in a row, signed lists."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from director.core.night.links import open_table_addresses
from director.party.models import Party
from director.party.movement.seating import read_seating
from movements.party.model import OUT_TABLE_NO, PartyTable
from tests.browser.conftest import wait_until_settled
from tests.browser.evenings.counting import Report
from tests.browser.evenings.reading import check_page_width

KEYS = (4, 2, 1)


def get_round_tables(party: Party, round_no: int) -> tuple[list[PartyTable], list[str]]:
    """Return the tables that play in a round, and who sits out but is not out."""
    seating = read_seating(party.played_rounds.get(round_no=round_no).seating)
    resting = [
        player
        for table in seating
        if table.sits_out and table.waits_at != OUT_TABLE_NO
        for player in table.players
    ]
    return [table for table in seating if not table.sits_out], resting


def make_table_report(party: Party, round_no: int, table: PartyTable, more: int = 0) -> Report:
    """Return what *table* tells: somebody else wins at every table and in every round; *more* makes it another game."""
    at = table.table_no + round_no + more
    winner, sides = at % len(table.sides), len(table.sides)
    high, low = _high_and_low(party, at)
    points: tuple[int, ...] = ()
    if high:
        points = tuple(
            high if side == winner else low - (side - winner) % sides + 1 for side in range(sides)
        )
    beside = (
        tuple((0,) if side == winner else (40,) for side in range(sides))
        if party.method == "plus-and-minus"
        else ()
    )
    return Report(round_no, table.sides, winner, points, beside)


def _high_and_low(party: Party, at: int) -> tuple[int, int]:
    """Return what the winners write and what the next best, 0 where only who won is told."""
    if party.method == "tricks":
        high = 7 * party.hands + at % 5
        return high, 13 * party.hands - high
    return {
        "points": (9 + at % 3, 6),
        "beetle": (14, 12 - at % 3),
        "plus-and-minus": (340 + 20 * (at % 4), 120),
    }.get(party.method, (0, 0))


def enter_report(page: Page, table_no: int, report: Report) -> None:
    """Let the desk enter what a table tells: a tap, keys, or figures in its boxes."""
    area = page.locator(f"#table-{table_no}")
    buttons, boxes = area.locator("[name=winner]"), area.locator("[name^=points-]")
    if buttons.count():
        buttons.nth(report.won).click()
        expect(area.locator("[name=winner]").nth(report.won)).to_have_attribute(
            "aria-pressed", "true"
        )
        return
    _fill(boxes, area, report)
    for side, beside in enumerate(report.beside):
        area.locator(f"[name=beside-{side}]").fill(str(sum(beside)))
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        area.get_by_role("button", name=re.compile("^(Save|Correct)$")).click()
    expect(area).to_have_class(re.compile(r"\bin\b"))


def enter_report_by_phone(phone: Page, party: Party, table_no: int, report: Report) -> None:
    """Let the phone of a table tell it."""
    access = open_table_addresses(session=party.session, tables=[table_no])[table_no]
    phone.goto(f"/t/{access.token}/")
    check_page_width(phone, "table")
    if report.points:
        _fill(phone.locator("[name^=points-]"), phone.locator("#report"), report)
        phone.get_by_role("button", name="Send").click()
    else:
        phone.locator("[name=winner]").nth(report.won).click()
    expect(phone.get_by_text("Entered at")).to_be_visible()
    check_page_width(phone, "table, told")


def _fill(boxes: Any, here: Any, report: Report) -> None:
    """Tap the keys of each side where there are any; of the tricks of one deal type the winners' alone."""
    is_whole = boxes.first.get_attribute("data-whole") is not None
    for side, points in enumerate(report.points):
        box = boxes.nth(side)
        keys = here.locator("[data-add]")
        if is_whole and side != report.won:
            continue
        box.fill("" if keys.count() else str(points))
        for key in KEYS if keys.count() else ():
            of_side = here.locator(f"[data-add='{key}']").nth(side)
            while int(box.input_value() or 0) + key <= points:
                of_side.click()
    for side, points in enumerate(report.points):
        expect(boxes.nth(side)).to_have_value(str(points))


def type_cards(page: Page, cards: dict[int, tuple[int, int]]) -> None:
    """Type each card by keyboard: number, first half where it is asked, total; then lone hands stay empty."""
    for number, (half, total) in sorted(cards.items()):
        typing = page.locator("[data-card=typing]")
        typing.locator("[name=number]").fill(str(number))
        typing.locator("[name=number]").press("Enter")
        if typing.locator("[name=half]").count():
            page.keyboard.type(str(half))
            page.keyboard.press("Enter")
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
        if typing.locator("[name=lone]").count():
            page.keyboard.press("Enter")
    expect(page.locator("#cards-state .lead").filter(has_text=re.compile(r"\d"))).to_have_count(
        len(cards)
    )
    wait_until_settled(page)


def make_signed_list(party: Party, round_no: int, table: PartyTable, more: int = 0) -> Report:
    """Return the signed list of *table*: 48 games at four and 36 at three, or plus and minus."""
    players = len(table.players)
    sides = tuple((player,) for player in table.players)
    if party.method == "signed-lists":
        points = [40 + 5 * table.table_no + more, -25 - round_no, 30]
        points = [*points, *(7 for _more in range(players - 4)), -sum(points) - 7 * (players - 4)][
            :players
        ]
        points[-1] = -sum(points[:-1])
        return Report(round_no, sides, 0, tuple(points))
    if party.method == "bierlachs":
        goal_points = [
            501 + 10 * more,
            *(200 + 30 * index + round_no for index in range(1, players)),
        ]
        return Report(round_no, sides, 0, tuple(goal_points))
    games = 12 * players
    lost = [(index + table.table_no) % 3 for index in range(players)]
    each, rest = divmod(games - sum(lost), players)
    won = [each + (index < rest) for index in range(players)]
    points = [
        240 + 100 * (index - 1) + 10 * table.table_no + round_no + more for index in range(players)
    ]
    return Report(round_no, sides, 0, tuple(points), tuple(zip(won, lost, strict=True)))


def hand_in_list(page: Page, table_no: int, report: Report) -> None:
    """Turn to a table, type its list and save it."""
    tables = page.get_by_label("Tables", exact=True)
    if tables.count():
        tables.get_by_role("link", name=re.compile(rf"^Table {table_no}\b")).click()
    area = page.locator(f"#table-{table_no}")
    for side, (player,) in enumerate(report.sides):
        figures = {"points": report.points[side]}
        figures |= (
            dict(zip(("won", "lost"), report.beside[side], strict=True)) if report.beside else {}
        )
        for name, figure in figures.items():
            area.locator(f"[name={name}-{player}]").fill(str(figure))
    if report.beside:
        area.locator("[name=passed]").fill("0")
    wait_until_settled(page)
    area.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"Table {table_no} saved.")).to_be_visible()
    wait_until_settled(page)
