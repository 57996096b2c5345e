"""Scored travellers and pair cards: what was played, by whom, and what it earned."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

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
    make_recap,
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


@pytest.mark.parametrize(
    ("tables", "per_page", "paper"),
    parametrize_papers((6, 8), (7, 6), (13, 4), (19, 4), (20, 2), (22, 2), (40, 2)),
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


def test_board_of_a_hall_takes_several_sheets():
    (sheet,) = make_board_sheets(150, 150, 1)[:1]
    pages = pages_of("board-sheets", boards=(sheet,))
    found = [piece for page in pages for piece in split_sheets(page.texts, "Board")]
    shown = [f"{first + 1}–{first + 50} of 150" for first in (0, 50, 100)]
    assert [lines in " ".join(piece) for piece, lines in zip(found, shown, strict=True)] == [
        True
    ] * 3
    percents = [text for page in pages for text in page.texts if re.fullmatch(r"\d+\.\d\d", text)]
    assert len(percents) == 150


@pytest.mark.parametrize("game", ["bridge", "auction"])
def test_score_is_a_plus_of_the_side_that_gains(game):
    """A score of N-S is a plus of N-S and a minus of N-S is a plus of E-W: neither column has signs."""
    (board,) = make_board_sheets(3, 3, 1, make_heading(3, game=game))[:1]
    won, lost = (replace(board.lines[0], score=score) for score in (110, -50))
    (page,) = pages_of("board-sheets", boards=(replace(board, lines=(won, lost)),))
    heads = page.texts[page.texts.index("Tr") :]
    signs = [(side, sign) for side, sign in pairwise(heads) if sign in {"+", "−"}]
    assert signs == [("N-S", "+"), ("E-W", "+")]
    assert {"110", "50"} <= set(page.texts)
    assert not {"−110", "−50"} & set(page.texts)


EXPLAINED = "* off schedule"


def test_line_off_schedule_has_a_sign_on_its_traveller_alone():
    plain, board = make_board_sheets(5, 5, 2)[:2]
    lines = tuple(
        replace(line, off_schedule=OFF_SCHEDULE_LABEL if line.ns.number in (2, 4) else "")
        for line in board.lines
    )
    (page,) = pages_of("board-sheets", boards=(plain, replace(board, lines=lines)))
    first, second = split_sheets(page.texts, "Board")
    assert "*" not in "".join(first)
    assert {"1", "2*", "3", "4*", "5"} <= set(second)
    assert [text for text in second if text.startswith("*")] == [EXPLAINED]


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


def test_figure_off_schedule_has_a_sign_in_the_recap():
    sheet = make_recap(6, 4)
    first, *others = sheet.rows
    marked = replace(first, points=(Fraction(7, 2), None, 2, 1), off_schedule=frozenset({1, 2}))
    pages = pages_of("recap", recap=replace(sheet, rows=(marked, *others)))
    starred = [text for page in pages for text in page.texts if text.startswith("*")]
    assert starred == ["*3.50", EXPLAINED]
    assert not [
        text for page in pages_of("recap", recap=sheet) for text in page.texts if "*" in text
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_figures_of_several_sections_are_not_cut_short(paper):
    """Labels with letters, a score of four figures and points with two decimals just fit half a page."""
    (board,) = make_board_sheets(21, 21, 1)[:1]
    lines = tuple(
        replace_sides(
            line,
            score=1520,
            ns={"label": f"B{line.ns.label}", "points": Fraction(11950, 300)},
            ew={"label": f"B{line.ew.label}", "points": Fraction(3805, 300)},
        )
        for line in board.lines
    )
    (page,) = pages_of("board-sheets", boards=(replace(board, lines=lines),) * 2, paper=paper)
    assert not [text for text in page.texts if "…" in text]
    assert page.texts.count("39.83") == 42


def test_lines_of_a_scored_traveller():
    (page,) = pages_of("board-sheets", boards=make_board_sheets(9, 9, 1)[:1])
    piece = split_sheets(page.texts, "Board")[0]
    start = piece.index("4♠") - 2
    assert piece[2] == "Dealer North  Vul None  Top 24"
    assert " ".join(piece[start:]) == " ".join(
        (
            "1 10 4♠ N 7 1400 0.0 12.0 0.00",
            "2 12 3NT E 8 620 0.5 11.5 4.17",
            "3 14 2♥× S 9 1400 1.0 11.0 8.33",
            "4 16 Pass 1.5 10.5 12.50",
            "5 18 6♦ N 11 1400 2.0 10.0 16.67",
            "6 11 1♣ E 12 620 2.5 9.5 20.83",
            "7 13 5♣×× S 7 1400 3.0 9.0 25.00",
            "8 15 60:40% 3.5 8.5 29.17",
            "9 17 not played 4.0 8.0 33.33",
            "MP: N-S 18, E-W 90, both 108.",
        )
    )


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


def test_score_stands_in_the_column_of_the_side_that_has_it():
    (page,) = pages_of("board-sheets", boards=make_board_sheets(2, 2, 1)[:1])
    scores = {item.text: item for item in page.drawn if item.text in {"620", "1400"}}
    titles = [item for item in page.drawn if item.text == "+"]
    assert [abs(scores["620"].right - title.right) < 1 for title in titles] == [True, False]
    assert [abs(scores["1400"].right - title.right) < 1 for title in titles] == [False, True]


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


def remove_percents(line):
    return replace_sides(line, ns={"percent": None}, ew={"percent": None})


def test_scored_sheets_without_percentages_have_no_column_for_them():
    (board,) = make_board_sheets(9, 9, 1)[:1]
    bare = replace(board, lines=tuple(map(remove_percents, board.lines)))
    (page,) = pages_of("board-sheets", boards=(bare,))
    assert "%" not in page.texts
    assert page.texts.count("MP") == 2
    (card,) = make_pair_cards(1, 6)
    bare = replace(card, lines=tuple(map(remove_percents, card.lines)))
    (page,) = pages_of("pair-cards", pairs=(bare,))
    assert "%" not in page.texts
    assert "Points" in page.texts


def test_narrow_columns_of_a_scored_traveller_divide_no_title():
    (board,) = make_board_sheets(13, 13, 1)[:1]
    lines = tuple(
        replace(
            line,
            contract="A6040",
            ns=replace(line.ns, label="A13"),
            ew=replace(line.ew, label="A12"),
        )
        for line in board.lines
    )
    (page,) = pages_of("board-sheets", boards=(replace(board, lines=lines),))
    assert "Contract" in page.texts


@pytest.mark.parametrize(
    ("boards", "per_page", "paper"), parametrize_papers((6, 4), (11, 3), (19, 2), (40, 1))
)
def test_every_board_of_a_pair_is_on_its_card(boards, per_page, paper):
    sheets = make_pair_cards(5, boards)[: per_page + 1]
    pages = pages_of("pair-cards", pairs=sheets, paper=paper)
    assert len(pages) == -(-len(sheets) // per_page)
    heads = [f"{number} · {make_names(number)}" for number in range(1, len(sheets) + 1)]
    assert [
        item.text for page in pages for item in page.drawn if item.size > 12 and item.text in heads
    ] == heads
    shown = [text for page in pages for text in page.texts if text in {"N-S", "E-W"}]
    assert len(shown) == boards * len(sheets)


def test_head_and_lines_of_a_pair_card():
    (page,) = pages_of("pair-cards", pairs=make_pair_cards(4, 3)[:1])
    assert page.texts[:2] == (f"1 · {make_names(1)}", "Place 1 · 296.5 points · 68.35% · 3 boards")
    starts = sorted(
        (item for item in page.drawn if item.text in {"E-W", "N-S"}), key=lambda item: -item.top
    )
    assert [read_row(page, item) for item in starts] == [
        ["1", "1", "E-W", f"2 · {make_names(1)}", "4♠", "N", "7", "110", "0.0", "0.00"],
        ["1", "2", "N-S", f"3 · {make_names(2)}", "3NT", "E", "8", "40", "0.5", "3.70"],
        ["2", "3", "N-S", f"4 · {make_names(3)}", "2♥×", "S", "9", "−30", "1.0", "7.41"],
    ]


def test_boards_of_a_round_name_round_and_opponents_once():
    (card,) = make_pair_cards(4, 3)[:1]
    lines = [replace(card.lines[0], board_no=board) for board in (1, 2, 3)]
    again = replace(card.lines[0], board_no=4, round_no=2)
    (page,) = pages_of("pair-cards", pairs=(replace(card, lines=(*lines, again)),))
    assert page.plain.count(make_names(1)) == 3  # in the head, and in two rounds
    starts = sorted((item for item in page.drawn if item.text == "E-W"), key=lambda item: -item.top)
    assert [read_row(page, item)[0] for item in starts] == ["1", "2", "3", "2"]


def test_pair_card_before_anything_is_scored():
    card = make_pair_cards(4, 1)[0]
    card = replace(
        card,
        standing=replace(card.standing, place="", total=None, percent=None, boards=0),
        lines=(),
    )
    (page,) = pages_of("pair-cards", pairs=(card,))
    assert page.texts[1] == "0 boards"


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_long_names_on_a_pair_card_take_more_lines_and_further_pages(paper):
    pages = pages_of("pair-cards", pairs=make_pair_cards(4, 30, name=LONG_NAMES)[:1], paper=paper)
    assert len(pages) == 2
    assert [text for page in pages for text in page.texts if "…" in text] == []
    assert "\n".join(page.plain for page in pages).count("Smythe") == len(pages) + 30


def test_opponents_are_named_once_a_round():
    card = make_pair_cards(4, 2)[0]
    first, second = card.lines
    again = replace(
        second, round_no=first.round_no, seen_from="N-S", ns=second.own, ew=first.opponents
    )
    (page,) = pages_of("pair-cards", pairs=(replace(card, lines=(first, again)),))
    assert [text for text in page.texts if text.startswith(f"{first.opponents.label} · ")] == [
        f"{first.opponents.label} · {first.opponents.names}"
    ]


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
