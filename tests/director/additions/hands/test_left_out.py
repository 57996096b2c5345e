"""Without the page Hands nothing leads to it, and stored hands are shown and printed."""

import pytest

from director.boards.movement.sections import HANDS, fetch_section_acts
from director.boards.play.hooks import HANDS_DESK, HandsDesk
from director.boards.play.scores.undoing import explain_undo_refusal
from director.errors import EXTERNAL_MESSAGE_ERROR, DeskError
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.pages import find_elements

pytestmark = pytest.mark.django_db

PAGES = ("print/", "results/", "scores/boards/6/")


def leads_to_hands(response) -> bool:
    return any("/hands/" in link.get("href", "") for link in find_elements(response, "a"))


@pytest.fixture
def left_out(monkeypatch):
    """Return a function that leaves the page Hands out."""
    return lambda: monkeypatch.setattr(HANDS_DESK, "answers", HandsDesk())


def test_pages_lead_to_the_hands_only_with_their_page(desk, left_out):
    section = make_dealt_section(leave=1)
    addresses = [f"/sessions/{section.ref}/{page}" for page in PAGES]
    assert [leads_to_hands(desk.get(address)) for address in addresses] == [True] * len(PAGES)
    left_out()
    responses = [desk.get(address) for address in addresses]
    assert [response.status_code for response in responses] == [200] * len(PAGES)
    assert not any(map(leads_to_hands, responses))


def test_stored_hands_are_shown_and_printed_without_their_page(desk, left_out):
    section = make_dealt_section()
    left_out()
    board = desk.get(f"/sessions/{section.ref}/results/boards/1/")
    assert find_elements(board, ".hands")
    sheet = desk.get(f"/sessions/{section.ref}/print/sheets.pdf?kinds=hand-records&paper=a4")
    assert sheet.headers["Content-Type"] == "application/pdf"


def test_changes_of_hands_are_undone_in_the_history(left_out):
    section = make_dealt_section()
    act = fetch_section_acts(section, (HANDS,)).first()
    refusal = DeskError(*EXTERNAL_MESSAGE_ERROR, text="Undo the hands first.", later=act)
    assert f"{section.ref}/hands/" in explain_undo_refusal(section, refusal)
    left_out()
    assert f"{section.ref}/acts/" in explain_undo_refusal(section, refusal)
