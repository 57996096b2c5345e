"""Recap and master sheet: landscape pages that together show every cell once."""

from dataclasses import replace
from fractions import Fraction

import pytest

from director.boards.paper.pdf.master_sheet import make_round_lines
from director.pdf.lists import divide_by_height, divide_into_even_runs
from director.sheets import Recap, RecapRow
from tests.director.pdf.factories import (
    LONG_NAMES,
    PrintJob,
    get_mitchell_meeting,
    make_guide_card,
    make_heading,
    make_names,
    make_recap,
    make_standing_row,
)
from tests.director.pdf.reading import PAPER_CASES, read_row, read_sound_pages


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


def test_line_of_a_recap():
    (page,) = pages_of("recap", recap=make_recap(8, 6))
    item = next(item for item in page.drawn if item.text == make_names(5))
    assert read_row(page, item) == [
        "5",
        "5",
        make_names(5),
        "282.5",
        "64.50",
        "0.00",
        "1.25",
        "2.50",
        "3.75",
        "5.00",
        "6.25",
    ]


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(("pairs", "boards"), [(14, 28), (28, 28), (14, 21), (8, 12)])
def test_a_recap_of_a_usual_club_has_figures_to_read_and_fills_its_pages(pairs, boards, paper):
    pages = pages_of("recap", recap=make_recap(pairs, boards), paper=paper)
    sizes = [item.size for page in pages for item in page.drawn]
    assert min(sizes) >= 9
    for page in pages[:-1] or pages:
        assert max(line[3] for line in page.lines) - _get_lowest_line(page) > 0.6 * page.height


def _get_lowest_line(page):
    return min(line[1] for line in page.lines)


def test_recap_pages_are_numbered():
    pages = pages_of("recap", recap=make_recap(40, 32))
    assert [text for page in pages for text in page.texts if text.startswith("page ")] == [
        f"page {number} of {len(pages)}" for number in range(1, len(pages) + 1)
    ]


def test_board_without_result_is_left_empty():
    (page,) = pages_of("recap", recap=make_recap(11, 3))
    item = next(item for item in page.drawn if item.text == make_names(11))
    assert read_row(page, item) == ["11", "11", make_names(11), "261.5", "58.74", "2.75", "5.50"]


@pytest.mark.parametrize("boards", [6, 30])
def test_long_names_of_a_recap_take_more_lines_and_lose_nothing(boards):
    pages = pages_of("recap", recap=make_recap(4, boards, name=LONG_NAMES))
    words = " ".join(
        text for page in pages for text in page.texts if "…" in text or text in LONG_NAMES
    )
    assert words.replace("- ", "-").count(LONG_NAMES) == 4 * len(pages)


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_large_print_recap_has_12_points(paper):
    pages = pages_of("recap", recap=make_recap(14, 26), paper=paper, large_print=True)
    assert min(item.size for page in pages for item in page.drawn if " & " in item.text) >= 12


def field(tables, rounds):
    return tuple(make_guide_card(tables, table, rounds, 2) for table in range(1, tables + 1))


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(
    ("tables", "rounds", "count"),
    [
        pytest.param(2, 3, 1, id="2x3"),
        pytest.param(7, 7, 1, id="7x7"),
        pytest.param(13, 13, 1, id="13x13"),
        pytest.param(40, 13, 3, id="40x13"),
    ],
)
def test_every_meeting_is_on_the_master_sheet_once(tables, rounds, count, paper):
    pages = pages_of("master-sheet", guide_cards=field(tables, rounds), paper=paper)
    shown = sorted(text for page in pages for text in page.texts if " v " in text)
    assert shown == sorted(
        f"{table} v {get_mitchell_meeting(tables, table, round_no)[0]}"
        for table in range(1, tables + 1)
        for round_no in range(1, rounds + 1)
    )
    assert len(pages) == count


@pytest.mark.parametrize("tables", [7, 14, 28, 40])
def test_master_sheet_takes_as_few_sheets_on_letter_as_on_a4(tables):
    a4, letter = (
        pages_of("master-sheet", guide_cards=field(tables, 7), paper=paper)
        for paper in ("a4", "letter")
    )
    assert len(letter) == len(a4)


def test_row_of_a_master_sheet():
    (page,) = pages_of("master-sheet", guide_cards=field(3, 3))
    item = next(item for item in page.drawn if item.text == "2 v 4")
    meetings = [text for text in read_row(page, item) if " v " in text]
    assert meetings == ["1 v 6", "2 v 4", "3 v 5"]
    below = next(one for one in page.drawn if one.text == "5–6" and one.top < item.bottom)
    assert read_row(page, below)[:3] == ["3–4", "5–6", "1–2"]


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


def test_marks_of_a_whole_round_stand_once_and_others_in_their_cell():
    cards = (
        make_guide_card(6, 1, 6, 2, bye_stand=True),
        *(make_guide_card(6, table, 6, 2) for table in range(2, 7)),
    )
    (page,) = pages_of("master-sheet", guide_cards=cards)
    assert page.texts.count("arrow-switch") == 1
    assert " ".join(page.texts).count("boards shared with table 6") == 6


def test_each_section_has_its_own_master_sheet():
    north = tuple(
        make_guide_card(3, table, 3, 2, make_heading(3, section="A")) for table in (1, 2, 3)
    )
    south = tuple(
        make_guide_card(3, table, 3, 2, make_heading(3, section="B")) for table in (1, 2, 3)
    )
    pages = pages_of("master-sheet", guide_cards=north + south)
    assert [["Section B" in page.plain, page.texts.count("1 v 4")] for page in pages] == [
        [False, 1],
        [True, 1],
    ]


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


@pytest.mark.parametrize(
    ("heights", "first_room", "room", "runs"),
    [
        pytest.param([10, 10, 10], 30, 30, [range(0, 3)], id="all-fit"),
        pytest.param([10, 10, 10], 20, 30, [range(0, 2), range(2, 3)], id="rest-on-next"),
        pytest.param([10, 10, 10], 5, 30, [range(0, 0), range(0, 3)], id="nothing-here"),
        pytest.param([50, 10], 30, 30, [range(0, 1), range(1, 2)], id="too-high-for-any-page"),
        pytest.param([], 30, 30, [range(0, 0)], id="no-rows"),
    ],
)
def test_runs_by_height(heights, first_room, room, runs):
    assert divide_by_height(heights, first_room, room) == runs
