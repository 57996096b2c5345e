"""Cards in USEBIO: those that may be seen go out, and come back the same."""

from xml.etree.ElementTree import fromstring

import pytest

from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.hands import store_deals
from director.boards.scoring.deals import compute_played_boards
from director.core.files.exports import export_file
from director.formats.deals import DealInFile, read_deals
from director.models import Deal
from scoring.hands.cards import make_seeded_deal, parse_hands
from tests.director.additions.exports.nights import list_export_tables
from tests.director.additions.exports.usebio_rules import list_breaches
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_usebio,
)
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.factories import enter_all_results, make_sections
from tests.scoring.hands.cards import FILE, read_club_games

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


def test_cards_that_may_be_seen_stand_beside_the_event_and_no_others():
    section = make_dealt_section(leave=2)
    data = written(section.session.event)
    assert list_breaches(data) == []
    seen = compute_played_boards(fetch_scoring_field(section), fetch_section_lines(section))
    assert 0 < len(seen) < 6
    assert cards_in_file(data) == {no: read_club_games()[no][0] for no in seen}
    root = fromstring(data.split(b"\n", 2)[2])  # noqa: S314  written here
    assert [element.tag for element in root][-1] == "HANDSET"
    assert {len(filed.findall("HAND")) for filed in root.iterfind("HANDSET/BOARD")} == {4}
    assert not root.findall("EVENT//HAND")


def test_a_night_reads_back_with_its_cards():
    section = make_dealt_section()
    imported = import_file(data=written(section.session.event), file_name="night.xml", again=True)
    assert stored_cards(imported.event) == stored_cards(section.session.event)
    assert "It includes the hands of 6 boards." in imported.notes


@pytest.mark.parametrize("form", ["usebio", "pbn", "pbn-results"])
def test_sessions_with_other_cards_read_back_each_with_its_own(form):
    sections = make_sections(letters="AB", sessions=2, key="mitchell", pairs=6)
    for section in sections:
        deals = [
            DealInFile(no, make_seeded_deal(f"seed{section.session.number}", no))
            for no in fetch_section_lines(section).boards
        ]
        store_deals(section=section, deals=deals, source="lot", user=None)
        enter_all_results(section)
    event = sections[0].session.event
    data = export_file(list_export_tables(reload_event(event)), form).content
    if form == "usebio":
        assert list_breaches(data) == []
    imported_event = import_file(data=data, file_name="night", again=True).event
    assert stored_cards(imported_event) == stored_cards(event)
    assert len(stored_cards(imported_event)) == 4 * len(fetch_section_lines(sections[0]).boards)


def test_sections_with_the_same_cards_have_them_once():
    first, second = make_sections(letters="AB", key="mitchell", pairs=6)
    store_deals(section=first, deals=read_deals(FILE.read_bytes()), source="club.pbn", user=None)
    enter_all_results(first), enter_all_results(second)
    data = written(reload_event(first.session.event))
    assert data.count(b"<HAND>") == 4 * len(fetch_section_lines(first).boards)
    assert stored_cards(
        import_file(data=data, file_name="night.xml", again=True).event
    ) == stored_cards(first.session.event)


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


def test_tens_and_capitals_are_read_however_they_are_written():
    text = handset(str(read_club_games()[1][0]))
    assert cards_in_file(
        with_handset(
            text.replace("T<", "10<")
            .replace("T", "10")
            .replace("DIREC10ION", "DIRECTION")
            .replace("HEAR10S", "HEARTS")
            .replace("HANDSE10", "HANDSET")
        )
    ) == {1: read_club_games()[1][0]}
    assert cards_in_file(with_handset(text.replace("<CLUBS>A", "<CLUBS>a"))) == {
        1: read_club_games()[1][0]
    }


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
