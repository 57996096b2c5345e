"""Table cards: the number, the code, and whatever a player may have to type, whole and told apart."""

from dataclasses import replace

from director.pdf.table_cards import WifiNetwork
from tests.director.pdf.factories import (
    CODE,
    PrintJob,
    make_guide_card,
    make_heading,
    make_table_cards,
)
from tests.director.pdf.reading import read_sound_pages

OPEN = WifiNetwork("Club guests", "", CODE)


def page_of(card, **options):
    played = (make_guide_card(1, 1, 1, 2),)
    (page,) = read_sound_pages(
        PrintJob(guide_cards=played, table_cards=(card,)), "table-cards", **options
    )
    return page


def card(**changes):
    return replace(make_table_cards(1, make_heading(1))[0], **changes)


def drawn(page, text):
    return next(item for item in page.drawn if item.text == text)


def test_large_print_is_large():
    page = page_of(card(wifi=OPEN), large_print=True)
    small = {item.text: item.size for item in page.drawn if item.size < 18}
    assert all("2025" in text or text == card().page_address for text in small), small
