"""A night by every movement of the books: what it is scored by, and what is read out and printed."""

from datetime import date

import pytest

from director.boards.movement.sections import fetch_first_section
from director.boards.play.sessions import create_event
from movements.registry import get_movement
from tests.director.boards.test_auction import read_printed_text
from tests.director.pages import find_texts
from tests.factories import make_club
from tests.movements.grids import read_golden_records

pytestmark = pytest.mark.django_db

NIGHTS = read_golden_records("../sheets/books_movements.csv")


@pytest.mark.slow
@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night["key"])
def test_field_and_paper_say_what_the_book_says(desk, night):
    spec = get_movement(night["key"])
    session = create_event(
        club=make_club(),
        name="By the book",
        date=date(2026, 11, 20),
        contest=spec.contest,
        game="whist",
    )
    address = f"/sessions/{session.pk}/field/movement/"
    unit = "teams" if spec.contest == "teams" else spec.contest.replace("individual", "players")
    chosen = {unit: night["size"], "key": spec.key, "boards": night["boards"]}
    page = desk.get(address, chosen)
    assert page.status_code == 200
    assert desk.post(address, page.context["movement_query"]).status_code == 302
    section = fetch_first_section(session.event_id)
    event = section.session.event
    assert event.scoring == night["method"]
    assert section.plan.rounds == int(night["rounds"])
    field = " ".join(
        " ".join(find_texts(desk.get(f"/sessions/{session.pk}/field/"), "main")).split()
    )
    printed = " ".join(read_printed_text(desk, section, "guide-cards").split())
    for sentence in filter(None, night["said"].split(" | ")):
        assert sentence in field
        assert sentence in printed
    assert printed


def test_every_movement_of_the_books_is_read_with_its_page():
    books = [get_movement(night["key"]) for night in NIGHTS]
    assert all("1900" in spec.source or "1926" in spec.source for spec in books)
