"""The advice for a section puts movements with as many boards as the other sections first."""

import pytest

from director.boards.play.sessions import add_section
from tests.director.pages import find_texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def offers_for_section_b(desk, pairs: int, **wishes: str):
    """Return the offers for *pairs* in section B, beside a section A of 28 boards."""
    section = make_night(pairs=14, boards_per_set=4)
    other = add_section(section=section, letter="B")
    page = desk.get(f"/sessions/{other.ref}/field/", {"pairs": str(pairs)} | wishes)
    return page, page.context["ask_form"].cleaned_data["offers"]


@pytest.mark.parametrize("pairs", [8, 10, 12, 14])
def test_as_many_boards_as_section_a_come_first(desk, pairs):
    _page, offers = offers_for_section_b(desk, pairs, low="28", high="28")
    boards = [offer.advice.rounds * offer.advice.boards_per_set for offer in offers.all_offers]
    same = [number == 28 for number in boards]
    if any(same):
        assert boards[0] == 28


def test_others_are_marked(desk):
    page, offers = offers_for_section_b(desk, 10)
    boards = [offer.advice.rounds * offer.advice.boards_per_set for offer in offers.all_offers]
    assert boards[0] == 28
    marked = [
        offer.comparison.endswith(f"{number} boards; section A 28.")
        for number, offer in zip(boards, offers.all_offers, strict=True)
    ]
    assert marked == [number != 28 for number in boards]
    assert "27 boards; section A 28." in find_texts(page, "#advice")[0]


def test_a_section_alone_has_no_marks(desk):
    section = make_night(pairs=14, boards_per_set=4)
    page = desk.get(f"/sessions/{section.ref}/field/", {"pairs": "10"})
    assert "; section" not in find_texts(page, "#advice")[0]


def test_section_b_asks_for_the_boards_and_winners_of_section_a(desk):
    section = make_night(pairs=14, boards_per_set=4)
    other = add_section(section=section, letter="B")
    ask = desk.get(f"/sessions/{other.ref}/field/").context["ask_form"]
    assert (ask.initial["low"], ask.initial["high"]) == (28, 28)
    assert ask.initial["winners"] == section.winners


def test_a_set_of_boards_is_left_to_section_a(desk):
    _page, offers = offers_for_section_b(desk, 36, board_copies="2")
    assert {offer.advice.copies for offer in offers.all_offers} == {1}
