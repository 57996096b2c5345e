"""Guide cards: everything one table needs, on one page, for every size of field."""

from dataclasses import replace
from itertools import pairwise

import pytest

from director.boards.paper.pdf.guide_cards import explain_fewer_cards
from director.pdf.page import PAPERS
from tests.director.pdf.factories import (
    PrintJob,
    make_guide_card,
    make_howell_card,
)
from tests.director.pdf.reading import PAPER_CASES, read_row, read_sound_pages


def card_page(card, **options):
    (page,) = read_sound_pages(PrintJob(guide_cards=(card,)), "guide-cards", **options)
    return page


def round_items(page, card):
    """The round numbers of the table, which stand in the column below its title."""
    title = next(item for item in page.drawn if item.text == "Round")
    column = [
        item
        for item in page.drawn
        if item.turn == 0 and item.left < title.right and item.right > title.left
    ]
    numbers = {str(row.round_no) for row in card.rows}
    below = [item for item in column if item.text in numbers and item.top < title.bottom]
    return sorted(below, key=lambda item: -item.top)


def rows_on(page, card):
    return [read_row(page, item)[:4] for item in round_items(page, card)]


def rows_of(card):
    return [[str(row.round_no), row.ns, row.ew, row.boards] for row in card.rows]


def body_size(page, card):
    return min(item.size for item in round_items(page, card))


def test_a_table_shared_in_every_round_is_printed_once_beside_the_boards():
    card = make_guide_card(12, 1, 4, 2, bye_stand=True)
    page = card_page(card)
    assert " ".join(page.texts).count("shared with table 6") == 1
    assert page.texts.count("arrow-switch") == 1
    corner = [item.text for item in page.drawn if item.left > page.width / 2 and item.size == 13]
    assert " ".join(corner).startswith("Boards shared with table 6 after each round: ")


def test_a_table_that_only_sits_out_has_no_empty_side():
    card = make_howell_card(1, 3)
    rows = tuple(
        replace(
            row,
            ew="–",
            boards=f"{row.boards} (not played)",
            marks=(f"{row.ns} sits out",),
            ew_next="",
        )
        for row in card.rows
    )
    page = card_page(replace(card, rows=rows))
    text = " ".join(page.texts)
    assert "not played" in text
    assert text.count("not played") == 1
    assert "E-W next" not in text
    assert {"Sits", "out"} <= set(text.split())
    assert page.texts.count("nobody sits here") == 2
    assert [read_row(page, item)[:3] for item in round_items(page, card)] == [
        [str(row.round_no), row.ns, row.boards] for row in card.rows
    ]


def test_rounds_have_one_height_although_the_last_has_no_next_seats():
    card = make_howell_card(2, 11)
    last = replace(card.rows[-1], ns_next="", ew_next="", boards_next="")
    card = replace(card, rows=(*card.rows[:-1], last))
    middles = [(item.top + item.bottom) / 2 for item in round_items(card_page(card), card)]
    distances = [above - below for above, below in pairwise(middles)]
    assert distances == pytest.approx([distances[0]] * 10, abs=0.1)


def test_foot_says_which_night_and_movement_it_is():
    page = card_page(make_guide_card(7, 3, 7, 2))
    foot = [item.text for item in page.drawn if item.size == 9]
    assert foot == [
        "20 Nov 2025 · Section A · Session 1",
        "Tuesday Pairs · Riverside Bridge Club",
        "K7QX2M · printed 20 Nov 2025 19:02",
        "Mitchell, 7 tables, 14 pairs",
    ]


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_more_rounds_than_a_card_holds_go_on_over_another(paper):
    card = make_howell_card(3, 120)
    pages = read_sound_pages(PrintJob(guide_cards=(card,)), "guide-cards", paper=paper)
    heads = [text for page in pages for text in page.texts if text.startswith("Rounds ")]
    each = {"a4": 40, "letter": 30}[paper]
    assert heads == [f"Rounds {first}–{first + each - 1} of 120" for first in range(1, 121, each)]
    assert [row for page in pages for row in rows_on(page, card)] == rows_of(card)
    assert min(body_size(page, card) for page in pages) >= 11


def test_shared_pages_keep_every_round_of_long_cards():
    """Four to a page would be too small to be read, so the card has a page of its own, and it is said."""
    card = make_howell_card(3, 27, sit_out_round=4)
    pages = read_sound_pages(PrintJob(guide_cards=(card,)), "guide-cards", cards_per_page=4)
    written = [text for page in pages for text in page.texts]
    assert {str(row.round_no) for row in card.rows} <= set(written)
    assert len(pages) == 1
    assert [text for text in written if text.startswith("Rounds ")] == []
    assert explain_fewer_cards((card,), PAPERS["a4"], 4, large_print=False) == (
        "Guide cards are printed two per page. With 4, text would be smaller than 9 points, too small to be read at a "
        "table."
    )
    assert (
        explain_fewer_cards((make_guide_card(7, 3, 7, 2),), PAPERS["a4"], 4, large_print=False)
        == ""
    )
