"""What the pages of a party say, read as a person reads them."""

from collections.abc import Callable

from playwright.sync_api import Page

from director.models import Session
from director.party.models import Party, PartyCard, PartyPlayer, PartyResult, PartyRound
from tests.browser.conftest import wait_until_settled

READ_LISTS = """() => [...document.querySelectorAll("#standings table.results")].map(
    table => [...table.querySelectorAll("tbody tr:not(.why)")].map(row => {
        const cells = [row.cells[1], row.cells[0], row.querySelector(".lead")];
        return cells.map(cell => cell.textContent.trim());
    }))"""
READ_SUMS = """() => [...document.querySelectorAll("table.results tr")].map(
    row => [row.querySelector("th").textContent.trim(), row.querySelector("td").textContent.trim()])"""


def check_page_width(page: Page, _what: str) -> None:
    """See that nothing lies beyond the edge of the page; *_what* it is, for whoever looks at it."""
    page.wait_for_load_state()
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0, f"{page.url} is {wide} pixels wider than the window"


def read_standings(page: Page) -> list[list[list[str]]]:
    """Return each list of the standings that *page* shows: number, place and total of everybody."""
    wait_until_settled(page)
    lists: list[list[list[str]]] = page.evaluate(READ_LISTS)
    return lists


def read_account(page: Page) -> dict[str, str]:
    """Return the lines of the account, by name."""
    return dict(page.evaluate(READ_SUMS))


def parse_cents(text: str) -> int:
    """Return the sum that stands in *text*, in cents.

    >>> cents("£60"), cents("£7.50"), cents("–")
    (6000, 750, 0)
    """
    whole, _point, part = "".join(
        sign for sign in text if sign.isdecimal() or sign == "."
    ).partition(".")
    return int(whole or 0) * 100 + int(part.ljust(2, "0"))


def dump_records() -> list[list[dict[str, object]]]:
    """Return everything the database holds of the evening but its journal."""
    kept = (Party, PartyPlayer, PartyRound, PartyResult, PartyCard, Session)
    return [list(model.objects.order_by("pk").values()) for model in kept]


def check_undo_and_redo(page: Page, act: Callable[[], None], back: Callable[[], None]) -> None:
    """Do *act* on *page*, undo it and do it again: what is stored is exactly as before, then as after it.

    *back* goes to the page with the buttons.
    """
    before = dump_records()
    act()
    after = dump_records()
    assert after != before
    for button, wanted in (("Undo: ", before), ("Redo: ", after)):
        back()
        wait_until_settled(page)
        with page.expect_response(
            lambda answer: "do/" in answer.url and answer.request.method == "POST"
        ):
            page.get_by_role("button", name=button).first.click()
        wait_until_settled(page)
        assert dump_records() == wanted, button
