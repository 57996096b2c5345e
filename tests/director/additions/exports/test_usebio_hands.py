"""Cards in USEBIO: those that may be seen go out, and come back the same."""

import pytest

from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.store.event import import_file
from director.core.files.exports import export_file
from director.models import Deal
from scoring.hands.cards import parse_hands
from tests.director.additions.exports.nights import list_export_tables
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_usebio,
)

pytestmark = pytest.mark.django_db
VOIDS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def written(event) -> bytes:
    return export_file(list_export_tables(event), "usebio").content


def stored_cards(event):
    """Return the cards of *event* by session, section and board."""
    rows = Deal.objects.filter(section__session__event=event)
    columns = ("section__session__number", "section__letter", "board_no", "cards")
    return {row[:3]: row[3] for row in rows.values_list(*columns)}


def cards_in_file(data):
    return {
        deal.board_no: deal.hands
        for section in read_usebio(data).sections
        for deal in section.hands
    }


def test_a_night_reads_back_with_its_cards():
    section = make_dealt_section()
    imported = import_file(data=written(section.session.event), file_name="night.xml", again=True)
    assert stored_cards(imported.event) == stored_cards(section.session.event)
    assert "It includes the hands of 6 boards." in imported.notes


def handset(cards, *, number="1", void=""):
    deal = parse_hands(cards)
    names = {"CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S"}
    hands = "".join(
        f"<HAND><DIRECTION>{direction}</DIRECTION>"
        + "".join(
            f"<{tag}>{deal.get_suit(direction[0], suit) or void}</{tag}>"
            for tag, suit in names.items()
        )
        + "</HAND>"
        for direction in ("East", "North", "South", "West")
    )
    return f"<HANDSET><BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{hands}</BOARD></HANDSET>"


def with_handset(text):
    return write_usebio().replace(b"</EVENT>", f"</EVENT>{text}".encode())


@pytest.mark.parametrize("void", ["", "-", "—", "void"])
def test_voids_are_read_however_they_are_written(void):
    assert cards_in_file(with_handset(handset(VOIDS, void=void))) == {1: parse_hands(VOIDS)}


def test_hands_within_a_board_are_read():
    text = (
        handset(VOIDS)
        .removeprefix("<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>")
        .removesuffix("</BOARD></HANDSET>")
    )
    data = write_usebio(
        boards=[write_board(write_line()).replace("</BOARD_NUMBER>", f"</BOARD_NUMBER>{text}")]
    )
    assert cards_in_file(data) == {1: parse_hands(VOIDS)}


BROKEN = {
    "twelve cards": (
        handset(VOIDS).replace("AKQJT98765432</CLUBS>", "KQJT98765432</CLUBS>"),
        "Board 1: West has 12 cards instead of 13. Correct the file. These cards were left out.",
    ),
    "no cards": (
        handset(VOIDS).replace("<CLUBS>A", "<CLUBS>X"),
        "Board 1: “West” isn’t a hand with cards from A to 2. Export the file again. These cards were left out.",
    ),
    "a seat twice": (
        handset(VOIDS).replace("South", "North"),
        "Board 1: “North” isn’t a hand with cards from A to 2. Export the file again. These cards were left out.",
    ),
    "no number": (
        handset(VOIDS, number="one"),
        "HANDSET: “one” isn’t a board number. Use 1 to 999. These cards were left out.",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), BROKEN.values(), ids=BROKEN)
def test_cards_that_are_no_deal_are_left_out_and_told(text, sentence):
    imported = import_file(data=with_handset(text), file_name="night.xml")
    assert sentence in imported.doubts
    assert not Deal.objects.exists()
