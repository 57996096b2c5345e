"""Guide cards: everything one table needs, on one page, for every size of field."""

from dataclasses import replace

import pytest

from director.boards.paper.pdf.guide_cards import explain_fewer_cards
from director.pdf.page import PAPERS
from tests.director.pdf.factories import (
    PrintJob,
    make_guide_card,
    make_heading,
    make_howell_card,
    make_print_job,
    print_sheets,
)
from tests.director.pdf.reading import PAPER_CASES, read_page_sizes, read_row, read_sound_pages


def card_page(card, **options):
    (page,) = read_sound_pages(PrintJob(guide_cards=(card,)), "guide-cards", **options)
    return page


def shared_until(card, last_round):
    """The *card*, whose boards are shared in the first rounds only."""
    rows = [
        row if row.round_no <= last_round else replace(row, marks=row.marks[1:])
        for row in card.rows
    ]
    return replace(card, rows=tuple(rows))


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


@pytest.mark.parametrize("tables", [2, 3, 4, 7, 8, 12, 13, 14, 27, 40])
def test_cards_of_every_size_of_field_are_complete(tables):
    """The first and the last table stand for all."""
    chosen = (1, tables)
    cards = tuple(make_guide_card(tables, table, min(tables, 13), 2) for table in chosen)
    pages = read_sound_pages(
        PrintJob(guide_cards=cards), "guide-cards", paper="letter" if tables % 2 else "a4"
    )
    assert [rows_on(page, card) for page, card in zip(pages, cards, strict=True)] == list(
        map(rows_of, cards)
    )


@pytest.mark.parametrize("tables", [7, 13])
def test_every_card_of_a_field_is_complete(tables):
    cards = tuple(make_guide_card(tables, table, tables, 2) for table in range(1, tables + 1))
    pages = read_sound_pages(PrintJob(guide_cards=cards), "guide-cards")
    assert [rows_on(page, card) for page, card in zip(pages, cards, strict=True)] == list(
        map(rows_of, cards)
    )


def test_large_field_has_a_page_a_table():
    assert (
        len(
            read_page_sizes(
                print_sheets(PrintJob(guide_cards=make_print_job(40).guide_cards), "guide-cards")
            )
        )
        == 40
    )


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_page_is_upright_and_of_the_paper_asked_for(paper):
    page = card_page(make_guide_card(7, 3, 7, 2), paper=paper)
    assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.01)
    assert page.width < page.height


@pytest.mark.parametrize(
    ("section", "table_no", "number"),
    [
        pytest.param("", 7, "7", id="one-section"),
        pytest.param("A", 7, "A7", id="section"),
        pytest.param("B", 40, "B40", id="two-figures"),
    ],
)
def test_number_stands_in_every_corner_and_two_of_them_upside_down(section, table_no, number):
    page = card_page(make_guide_card(40, table_no, 7, 2, make_heading(section=section)))
    corners = sorted(
        (item.turn, item.left < page.width / 2, item.bottom < page.height / 2)
        for item in page.drawn
        if item.text == number and item.size >= 48
    )
    assert corners == [(0, False, True), (0, True, True), (180, False, False), (180, True, False)]


@pytest.mark.parametrize(
    ("card", "ns_words", "ew_words"),
    [
        pytest.param(
            make_guide_card(7, 3, 7, 2),
            "you stay at table 3 in every round",
            "after each round: to table 4",
            id="same-move",
        ),
        pytest.param(
            replace(make_guide_card(7, 3, 7, 2), ns_move="to table 5"),
            "after each round: to table 5",
            "after each round: to table 4",
            id="both-move",
        ),
    ],
)
def test_each_edge_is_turned_to_its_player_with_the_move(card, ns_words, ew_words):
    page = card_page(card)
    seats = {
        item.text: item for item in page.drawn if item.text in {"NORTH", "SOUTH", "EAST", "WEST"}
    }
    assert {seat: item.turn for seat, item in seats.items()} == {
        "NORTH": 180,
        "SOUTH": 0,
        "EAST": 90,
        "WEST": -90,
    }
    assert seats["NORTH"].bottom > page.height * 0.8
    assert seats["SOUTH"].top < page.height * 0.2
    assert seats["WEST"].right < page.width * 0.1
    assert seats["EAST"].left > page.width * 0.9
    words = {item.turn: item.text for item in page.drawn if item.text in {ns_words, ew_words}}
    assert words == {180: ns_words, 0: ns_words, 90: ew_words, -90: ew_words}
    assert min(item.size for item in page.drawn if item.text in words.values()) >= 15


def test_edges_are_left_empty_when_each_round_has_another_move():
    page = card_page(make_howell_card(3, 7))
    at_edges = [item.text for item in page.drawn if item.turn in {90, -90}]
    assert sorted(at_edges) == ["EAST", "WEST"]
    assert "your move" not in page.plain


def test_who_stays_is_told_once_at_the_edge_and_not_in_every_round():
    page = card_page(make_guide_card(7, 3, 7, 2))
    assert "stay" not in page.texts
    assert "N-S next" not in page.plain
    assert page.texts.count("you stay at table 3 in every round") == 2  # North and South


def test_next_moves_and_way_of_the_boards_stand_in_the_row():
    page = card_page(make_guide_card(7, 3, 7, 2))
    first, *_, last = round_items(page, make_guide_card(7, 3, 7, 2))
    assert read_row(page, first) == ["1", "3", "10", "5–6", "to table 4", "to table 2"]
    assert read_row(page, last) == ["7", "3", "11", "3–4"]
    beside = [item.text for item in page.drawn if item.left > page.width / 2 and item.size == 13]
    assert " ".join(beside) == "Boards after each round: to table 2"


def test_long_words_are_broken_into_lines_and_kept_whole():
    card = make_guide_card(12, 1, 11, 2, bye_stand=True)
    page = card_page(card)
    words = " ".join(page.texts)
    assert words.count("to the bye-stand between tables 4 and 5") == len(card.rows)


@pytest.mark.parametrize(
    ("card", "notes"),
    [
        pytest.param(make_guide_card(7, 3, 7, 2), {7: "arrow-switch"}, id="arrow-switch"),
        pytest.param(make_howell_card(3, 9, sit_out_round=4), {4: "sit-out"}, id="sit-out"),
        pytest.param(
            shared_until(make_guide_card(12, 1, 4, 2, bye_stand=True), 2),
            {
                1: "boards shared with table 6",
                2: "boards shared with table 6",
                4: "arrow-switch",
            },
            id="shared-twice",
        ),
    ],
)
def test_marks_stand_in_the_row_of_their_round(card, notes):
    page = card_page(card)
    rounds = round_items(page, card)
    marks = [item for item in page.drawn if item.text in notes.values()]
    found = {}
    for mark in marks:
        above = min(
            (item for item in rounds if item.bottom > mark.top), key=lambda item: item.bottom
        )
        found[int(above.text)] = mark.text
    assert found == notes


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


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(
    ("card", "least"),
    [
        pytest.param(make_guide_card(7, 3, 7, 2), 22, id="mitchell-7"),
        pytest.param(make_guide_card(13, 3, 13, 3), 18, id="mitchell-13"),
        pytest.param(make_guide_card(12, 1, 11, 2, bye_stand=True), 18, id="mitchell-12-shared"),
        pytest.param(make_howell_card(3, 13, sit_out_round=4), 18, id="howell-13"),
        pytest.param(make_howell_card(3, 27, sit_out_round=4), 11, id="howell-27"),
        pytest.param(make_howell_card(14, 36), 11, id="howell-36"),
    ],
)
def test_body_is_as_large_as_the_rounds_allow(card, least, paper):
    page = card_page(card, paper=paper)
    assert body_size(page, card) >= least


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(
    "card",
    [
        pytest.param(make_guide_card(7, 3, 7, 2), id="mitchell-7"),
        pytest.param(make_howell_card(3, 9), id="howell-9"),
    ],
)
def test_large_print_is_24_points(card, paper):
    assert body_size(card_page(card, paper=paper, large_print=True), card) >= 24


def test_compass_and_movement_are_there():
    page = card_page(make_guide_card(7, 3, 7, 2))
    assert {"N", "E", "S", "W", "Section A", "Mitchell", "7 tables, 14 pairs"} <= set(page.texts)


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


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(
    ("cards_per_page", "pages", "least"), [(2, 4, 13), (4, 2, 9)], ids=["two-a-page", "four-a-page"]
)
def test_several_cards_share_a_page(cards_per_page, pages, least, paper):
    cards = tuple(make_guide_card(7, table, 7, 2) for table in range(1, 8))
    sheets = read_sound_pages(
        PrintJob(guide_cards=cards), "guide-cards", paper=paper, cards_per_page=cards_per_page
    )
    assert len(sheets) == pages
    assert [page.width > page.height for page in sheets] == [cards_per_page == 2] * pages
    corners = [
        item.text for page in sheets for item in page.drawn if item.turn == 0 and item.size > 20
    ]
    assert sorted(corners) == sorted(f"A{table}" for table in range(1, 8) for _corner in range(2))
    boards = [item.size for page in sheets for item in page.drawn if item.text == "1–2"]
    assert len(boards) == 7
    assert min(boards) >= least
    assert [text for page in sheets for text in page.texts if text.startswith("N-S next")] == []
    edges = [text for page in sheets for text in page.texts if text.startswith("you stay at table")]
    assert len(edges) == 7 * 2


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


def test_remarks_stand_below_the_rounds_in_full():
    remark = "E-W carry the set just played up one table and put it behind the sets waiting there."
    card = replace(make_guide_card(7, 3, 7, 2), notes=(remark, "North keeps the score."))
    page = card_page(card)
    lowest = min(item.bottom for item in round_items(page, card))
    below = [
        item.text for item in page.drawn if item.turn == 0 and item.size == 13 and item.top < lowest
    ]
    assert " ".join(below) == f"{remark} North keeps the score."
