"""Scored travellers and pair cards: what was played, by whom, and what it earned."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from director.sheets import OFF_SCHEDULE_LABEL
from tests.director.pdf.factories import (
    FINGERPRINT,
    LONG_NAMES,
    PrintJob,
    make_board_sheets,
    make_heading,
    make_names,
    make_pair_cards,
    replace_sides,
)
from tests.director.pdf.reading import (
    PAPER_CASES,
    parametrize_papers,
    read_row,
    read_sound_pages,
    split_sheets,
)


def pages_of(kind, **sheets):
    options = {key: sheets.pop(key) for key in ("paper", "large_print") if key in sheets}
    return read_sound_pages(PrintJob(**sheets), kind, **options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tables", "per_page", "paper"),
    parametrize_papers((5, 8), (6, 6), (7, 6), (13, 4), (19, 4), (20, 2), (22, 2), (40, 2)),
)
def test_every_result_of_every_board_is_printed(tables, per_page, paper):
    sheets = make_board_sheets(tables, tables, 1)[: per_page + 1]
    pages = pages_of("board-sheets", boards=sheets, paper=paper)
    assert len(pages) == -(-len(sheets) // per_page)
    found = [piece for page in pages for piece in split_sheets(page.texts, "Board")]
    assert [piece[1] for piece in found] == [str(sheet.board_no) for sheet in sheets]
    for piece, sheet in zip(found, sheets, strict=True):
        assert sum(FINGERPRINT in text for text in piece) == 1
        percents = [text for text in piece if re.fullmatch(r"\d+\.\d\d", text)]
        assert len(percents) == len(sheet.lines)


def test_columns_are_as_wide_on_every_board():
    first, second = make_board_sheets(4, 4, 1)[:2]
    large = replace(first.lines[0], score=7600)
    boards = (replace(first, lines=(large, *first.lines[1:])), second)
    (page,) = pages_of("board-sheets", boards=boards)
    titles = [item for item in page.drawn if item.text in ("Contract", "By", "Tr", "%")]
    half = page.width / 2
    left = [item.left for item in titles if item.left < half]
    right = [item.left for item in titles if item.left > half]
    assert [there - here for here, there in zip(left, right, strict=True)] == pytest.approx(
        [right[0] - left[0]] * 4, abs=0.1
    )


EXPLAINED = "* off schedule"


@pytest.mark.slow
@pytest.mark.parametrize(("boards", "large_print"), [(6, False), (70, False), (6, True)])
def test_line_off_schedule_has_a_sign_on_the_card_of_its_pair(boards, large_print):
    (card,) = make_pair_cards(9, boards)[:1]
    lines = tuple(
        replace(line, off_schedule=OFF_SCHEDULE_LABEL if line.board_no == 3 else "")
        for line in card.lines
    )
    pages = pages_of("pair-cards", pairs=(replace(card, lines=lines),), large_print=large_print)
    assert [text for page in pages for text in page.texts if text.endswith("*")] == ["3*"]
    assert all(page.texts.count(EXPLAINED) == 1 for page in pages)


@pytest.mark.parametrize(
    ("scoring", "unit"),
    [
        ("matchpoints", "MP"),
        ("butler", "IMP"),
        ("team-imps", "IMP"),
        ("howell-losses", "Loss"),
        ("aggregate", "Pts"),
    ],
)
def test_a_scored_traveller_names_its_unit_and_proves_itself(scoring, unit):
    (board,) = make_board_sheets(2, 2, 1, make_heading(2, scoring=scoring))[:1]
    points = ((Fraction(3, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(3, 2)))
    lines = tuple(
        replace_sides(line, ns={"points": ns}, ew={"points": ew})
        for line, (ns, ew) in zip(board.lines, points, strict=True)
    )
    (page,) = pages_of("board-sheets", boards=(replace(board, lines=lines, top=2),))
    assert page.texts.count(unit) == 2
    assert f"{unit}: N-S 2, E-W 2, both 4 = 2 tables × 2." in page.texts
    missing = replace_sides(lines[0], ns={"points": None}, ew={"points": None})
    (page,) = pages_of("board-sheets", boards=(replace(board, lines=(missing, lines[1])),))
    assert "both" not in " ".join(page.texts)


def test_scored_whist_traveller_shows_tricks():
    sheet = make_board_sheets(2, 2, 1, make_heading(2, game="whist"))[0]
    lines = tuple(
        replace(line, contract="", declarer="", tricks=None, score=tricks)
        for line, tricks in zip(sheet.lines, (7, 5), strict=True)
    )
    (page,) = pages_of("board-sheets", boards=(replace(sheet, lines=lines),))
    piece = split_sheets(page.texts, "Board")[0]
    assert piece[piece.index("0.00") - 5 :] == [
        "1",
        "3",
        "7",
        "0.0",
        "12.0",
        "0.00",
        "2",
        "3",
        "5",
        "0.5",
        "11.5",
        "4.17",
        "MP: N-S 0.5, E-W 23.5, both 24.0.",
    ]


def test_boards_of_a_round_name_round_and_opponents_once():
    (card,) = make_pair_cards(4, 3)[:1]
    lines = [replace(card.lines[0], board_no=board) for board in (1, 2, 3)]
    again = replace(card.lines[0], board_no=4, round_no=2)
    (page,) = pages_of("pair-cards", pairs=(replace(card, lines=(*lines, again)),))
    assert page.plain.count(make_names(1)) == 3  # in the head, and in two rounds
    starts = sorted((item for item in page.drawn if item.text == "E-W"), key=lambda item: -item.top)
    assert [read_row(page, item)[0] for item in starts] == ["1", "2", "3", "2"]


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_long_names_on_a_pair_card_take_more_lines_and_further_pages(paper):
    pages = pages_of("pair-cards", pairs=make_pair_cards(4, 30, name=LONG_NAMES)[:1], paper=paper)
    assert len(pages) == 2
    assert [text for page in pages for text in page.texts if "…" in text] == []
    assert "\n".join(page.plain for page in pages).count("Smythe") == len(pages) + 30


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(
    ("kind", "sheets", "least"),
    [
        pytest.param(
            "board-sheets", {"boards": make_board_sheets(7, 7, 1)[:3]}, 18, id="board-sheets"
        ),
        pytest.param("pair-cards", {"pairs": make_pair_cards(3, 14)[:2]}, 12, id="pair-cards"),
    ],
)
def test_large_print_says_the_same(kind, sheets, least, paper):
    usual = pages_of(kind, paper=paper, **sheets)
    large = pages_of(kind, paper=paper, large_print=True, **sheets)
    figures = [
        item for page in large for item in page.drawn if "." in item.text and "·" not in item.text
    ]
    shown = [text for page in usual for text in page.texts if "." in text and "·" not in text]
    assert [item.text for item in figures] == shown
    assert min(item.size for item in figures) >= least
