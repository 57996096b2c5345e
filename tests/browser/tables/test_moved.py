"""An entry made for the wrong board, moved in one step on the phones."""

import pytest

from tests.browser.conftest import PHONE
from tests.browser.tables.conftest import four_spades, says, seated, stored, tap

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_both_sides_move_an_entry_and_the_board_is_open_again(open_phone):
    page = seated(open_phone())
    four_spades(page)
    tap(page, "We agree")
    says(page, "✓ Agreed")
    tap(page, "Entered for the wrong board", "Board 2", "We agree")
    says(page, "Next: board 1")
    assert stored() == ["4SS="]
    tap(page, "Next: board 1", "Passed out", "We agree")
    says(page, "✓ Agreed")
    assert stored() == ["PASS", "4SS="]


def test_the_other_side_is_asked_on_its_own_phone(open_browser, address):
    path = address(confirm="own")
    ns, ew = (open_browser(viewport=PHONE) for _side in range(2))
    for page, side in ((ns, "N-S"), (ew, "E-W")):
        page.goto(path)
        tap(page, side)
        seated(page)
    four_spades(ns)
    says(ns, "E-W have not agreed yet.")
    ew.evaluate("wake()")
    tap(ew, "We agree")
    says(ew, "✓ Agreed")
    ns.evaluate("wake()")
    says(ns, "✓ Agreed")
    tap(ns, "Entered for the wrong board", "Board 2", "Send to E-W")
    says(ns, "E-W have not agreed yet.")
    assert stored() == ["4SS="]
    ew.evaluate("wake()")
    says(ew, "It was entered for board 1, and was made on board 2.")
    tap(ew, "We agree")
    says(ew, "✓ Agreed")
    ew.get_by_role("button", name="Boards").click()
    assert ew.locator("#board-2 .made").inner_text().startswith("4♠ S =")
