"""Table cards: the number, the code, and whatever a player may have to type, whole and told apart."""

from dataclasses import replace

import pytest

from director.pdf.table_cards import WifiNetwork
from tests.director.pdf.factories import (
    CODE,
    PrintJob,
    make_guide_card,
    make_heading,
    make_table_cards,
)
from tests.director.pdf.reading import read_row, read_sound_pages

LONG = f"http://club-computer.{'riverside-bridge.' * 3}example.org:8000/t/{'W' * 22}/"
SHORT = LONG.removesuffix(f"{'W' * 22}/")
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


@pytest.mark.parametrize("large_print", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_name_and_password_of_the_network_stand_in_rows_of_their_own(paper, large_print):
    page = page_of(card(), paper=paper, large_print=large_print)
    assert read_row(page, drawn(page, "Riverside")) == ["Name", "Riverside"]
    assert read_row(page, drawn(page, "felt-green-17")) == ["Password", "felt-green-17"]


def test_open_network_has_no_password():
    page = page_of(card(wifi=OPEN))
    assert read_row(page, drawn(page, "Club guests")) == ["Name", "Club guests"]
    assert "Password" not in page.texts


@pytest.mark.parametrize("large_print", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_long_password_and_address_are_whole(paper, large_print):
    wifi = WifiNetwork("W" * 32, "M" * 63, CODE)
    changes = {"wifi": wifi, "page_address": LONG, "typed_address": SHORT}
    page = page_of(card(**changes), paper=paper, large_print=large_print)
    assert "".join(text for text in page.texts if set(text) == {"M"}) == wifi.password
    assert "".join(text for text in page.texts if set(text) == {"W"}) == wifi.network_name
    lines = page.texts[page.texts.index("Or type this address:") + 1 :]
    assert "".join(lines).startswith(f"{SHORT}Then type this code:4T7KQ1{LONG}")
    of_address = lines[: lines.index("Then type this code:")]
    assert all(line[-1] in "./" for line in of_address)
    assert len({drawn(page, line).size for line in of_address}) == 1


@pytest.mark.parametrize("large_print", [False, True])
def test_usual_address_is_one_line_and_the_code_stands_large_beside_it(large_print):
    page = page_of(card(), large_print=large_print)
    typed = drawn(page, "http://192.168.178.27:8000/t/")
    assert drawn(page, "4T7KQ1").size > 1.5 * typed.size
    label = drawn(page, "Or type this address:")
    assert read_row(page, label) == ["Or type this address:", "Then type this code:"]
    assert drawn(page, "http://192.168.178.27:8000/t/4T7KQ2MXWZ1/").size < typed.size


def test_large_print_is_large():
    page = page_of(card(wifi=OPEN), large_print=True)
    small = {item.text: item.size for item in page.drawn if item.size < 18}
    assert all("2025" in text or text == card().page_address for text in small), small
