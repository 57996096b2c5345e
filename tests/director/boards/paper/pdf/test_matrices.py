"""Recap and master sheet: landscape pages that together show every cell once."""

from dataclasses import replace
from fractions import Fraction

import pytest

from director.boards.paper.pdf.master_sheet import make_round_lines
from director.pdf.lists import divide_into_even_runs
from director.sheets import Recap, RecapRow
from tests.director.pdf.factories import (
    LONG_NAMES,
    PrintJob,
    make_guide_card,
    make_heading,
    make_recap,
    make_standing_row,
)
from tests.director.pdf.reading import read_row, read_sound_pages


def pages_of(kind, **sheets):
    options = {key: sheets.pop(key) for key in ("paper", "large_print") if key in sheets}
    pages = read_sound_pages(PrintJob(**sheets), kind, **options)
    assert all(page.width > page.height for page in pages)
    return pages


def numbered_recap(pairs, boards):
    """A recap in which every cell is different: 3.07 is pair 3 on board 7."""
    return Recap(
        heading=make_heading(pairs // 2),
        boards=tuple(range(1, boards + 1)),
        rows=tuple(
            RecapRow(
                make_standing_row(pair, pair),
                tuple(Fraction(100 * pair + board, 100) for board in range(1, boards + 1)),
            )
            for pair in range(1, pairs + 1)
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pairs", "boards", "paper"),
    [
        pytest.param(4, 6, "a4", id="4x6-a4"),
        pytest.param(14, 26, "a4", id="14x26-a4"),
        pytest.param(14, 26, "letter", id="14x26-letter"),
        pytest.param(40, 32, "a4", id="40x32-a4"),
        pytest.param(60, 30, "letter", id="60x30-letter"),
    ],
)
def test_every_cell_of_a_recap_is_printed_in_its_row_once(pairs, boards, paper):
    sheet = numbered_recap(pairs, boards)
    pages = pages_of("recap", recap=sheet, paper=paper)
    cells = {pair: [] for pair in range(1, pairs + 1)}
    for page in pages:
        for item in page.drawn:
            if " & " in item.text:
                _place, pair, _names, _total, _percent, *points = read_row(page, item)
                cells[int(pair)] += points
    assert cells == {
        pair: [f"{pair}.{board:02}" for board in range(1, boards + 1)]
        for pair in range(1, pairs + 1)
    }


@pytest.mark.parametrize("boards", [6, 30])
def test_long_names_of_a_recap_take_more_lines_and_lose_nothing(boards):
    pages = pages_of("recap", recap=make_recap(4, boards, name=LONG_NAMES))
    words = " ".join(
        text for page in pages for text in page.texts if "…" in text or text in LONG_NAMES
    )
    assert words.replace("- ", "-").count(LONG_NAMES) == 4 * len(pages)


def field(tables, rounds):
    return tuple(make_guide_card(tables, table, rounds, 2) for table in range(1, tables + 1))


def with_sit_out(card, round_no, side):
    rows = tuple(
        replace(row, **{side: "–"}, boards="", marks=("sits out",))
        if row.round_no == round_no
        else row
        for row in card.rows
    )
    return replace(card, rows=rows)


def test_who_sits_out_has_a_column():
    cards = field(3, 3)
    cards = (with_sit_out(cards[0], 2, "ew"), *cards[1:])
    assert [line.sitting_out for line in make_round_lines(cards)] == [(), ("1", "6"), ()]
    (page,) = pages_of("master-sheet", guide_cards=cards)
    assert "Sits out" in page.texts
    item = next(item for item in page.drawn if item.text == "1 v –")
    assert "1, 6" in page.texts
    assert read_row(page, item)[-2:] == ["2 v 4", "3 v 5"]


def test_full_field_has_no_column_for_sit_outs():
    (page,) = pages_of("master-sheet", guide_cards=field(3, 3))
    assert "Sits out" not in page.texts


def test_marks_of_a_whole_round_stand_once():
    cards = (
        make_guide_card(6, 1, 6, 2, bye_stand=True),
        *(make_guide_card(6, table, 6, 2) for table in range(2, 7)),
    )
    (page,) = pages_of("master-sheet", guide_cards=cards)
    assert page.texts.count("arrow-switch") == 1


def test_tables_that_always_share_boards_say_so_once():
    cards = (
        make_guide_card(6, 1, 6, 2, bye_stand=True),
        *(make_guide_card(6, table, 6, 2) for table in range(2, 7)),
    )
    (page,) = pages_of("master-sheet", guide_cards=cards)
    assert " ".join(page.texts).count("shared with table 6") == 1
    first = cards[0]
    alone = replace(first.rows[2], marks=())
    cards = (replace(first, rows=(*first.rows[:2], alone, *first.rows[3:])), *cards[1:])
    (page,) = pages_of("master-sheet", guide_cards=cards)
    assert " ".join(page.texts).count("boards shared with table 6") == 5


@pytest.mark.parametrize(
    ("count", "most", "lengths"),
    [
        pytest.param(0, 5, [0], id="none"),
        pytest.param(5, 5, [5], id="full"),
        pytest.param(6, 5, [3, 3], id="one-too-many"),
        pytest.param(3, 0, [1, 1, 1], id="no-room"),
    ],
)
def test_even_runs(count, most, lengths):
    assert [len(run) for run in divide_into_even_runs(count, most)] == lengths
