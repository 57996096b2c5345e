"""Travellers and pick-up slips: forms that are cut apart, with every meeting of the plan on them."""

from collections import Counter
from dataclasses import replace

import pytest

from director.errors import TooLongError
from scoring.registry import SCORING_METHODS, TEAM_METHODS
from scoring.score_form import make_score_form
from tests.director.pdf.factories import (
    FINGERPRINT,
    PrintJob,
    make_heading,
    make_score_slips,
    make_travellers,
    make_trump_slips,
    print_sheets,
)
from tests.director.pdf.reading import (
    PAPER_CASES,
    parametrize_papers,
    read_page_sizes,
    read_sound_pages,
    split_sheets,
)

SIZE_CASES = [2, 5, 8, 9, 20, 21, 40]
TITLES = [
    "Rd",
    "N-S",
    "E-W",
    "Contract",
    "By",
    "Tricks",
    "N-S",
    "+",
    "E-W",
    "+",
    "MP",
    "N-S",
    "MP",
    "E-W",
]


def traveller_pages(sheets, **options):
    return read_sound_pages(PrintJob(travellers=sheets), "travellers", **options)


def slip_pages(sheets, spares=0, **options):
    return read_sound_pages(
        PrintJob(score_slips=sheets, spare_slips=spares), "score-slips", **options
    )


def pieces(pages, word):
    return [piece for page in pages for piece in split_sheets(page.texts, word)]


def expected_rows(sheet):
    return [text for row in sheet.rows for text in (str(row.round_no), row.ns, row.ew)]


@pytest.mark.parametrize(("tables", "paper"), parametrize_papers(*SIZE_CASES))
def test_every_traveller_has_every_meeting_of_its_board(tables, paper):
    sheets = make_travellers(tables, min(tables, 13), 1)[:9]
    pages = traveller_pages(sheets, paper=paper)
    found = pieces(pages, "Board")
    assert [piece[1] for piece in found] == [str(sheet.board_no) for sheet in sheets]
    for piece, sheet in zip(found, sheets, strict=True):
        assert piece[20:] == expected_rows(sheet)
        assert sum(FINGERPRINT in text for text in piece) == 1


def test_head_and_titles_of_a_traveller():
    (first, *_) = pieces(traveller_pages(make_travellers(7, 7, 2)), "Board")
    assert first[:6] == [
        "Board",
        "1",
        "Dealer North",
        "Vul None",
        "20 Nov 2025 · Section A · Session 1 · Tuesday Pairs",
        "K7QX2M · printed 20 Nov 2025 19:02",
    ]
    assert first[6:20] == TITLES


def test_traveller_of_a_copy_names_it_and_says_below_what_is_special():
    marks = {
        1: ("arrow-switch: E-W hold the N-S cards",),
        3: ("boards shared with table 6", "7 N-S sits out"),
    }
    sheet = make_travellers(7, 7, 2)[0]
    rows = tuple(replace(row, marks=marks.get(row.round_no, ())) for row in sheet.rows)
    (first,) = pieces(traveller_pages((replace(sheet, rows=rows, copy="copy 2 of 3"),)), "Board")
    assert first[4] == "Copy 2 of 3"
    signed = {row.round_no: place for place, row in enumerate(rows)}
    assert first[7 + 14 + 3 * signed[3]] + first[7 + 14 + 3 * signed[1]] in ("3*†1‡", "3†‡1*")
    assert sorted(text[2:] for text in first[-3:]) == [
        "7 N-S sits out",
        "arrow-switch: E-W hold the N-S cards",
        "boards shared with table 6",
    ]


def whist_travellers(method="matchpoints", options=None):
    sheets = make_travellers(
        3,
        3,
        1,
        make_heading(
            3, game="whist", scoring=method, scoring_options=tuple((options or {}).items())
        ),
    )
    return tuple(replace(sheet, vulnerability="") for sheet in sheets)


def test_whist_traveller_asks_for_trump_and_tricks():
    (first, *_) = pieces(traveller_pages(whist_travellers()), "Board")
    assert first[:4] == ["Board", "1", "Dealer North", "Trump"]
    assert first[6:17] == [
        "Rd",
        "N-S",
        "E-W",
        "N-S",
        "tricks",
        "E-W",
        "tricks",
        "MP",
        "N-S",
        "MP",
        "E-W",
    ]


def test_whist_traveller_names_a_known_trump():
    sheets = (replace(whist_travellers()[0], trump="♣"),)
    (first,) = pieces(traveller_pages(sheets), "Board")
    assert first[3] == "Trump ♣"


def test_back_of_a_whist_traveller_has_its_deal():
    pages = traveller_pages(whist_travellers(), two_sided=True)
    assert "Board" in pages[1].texts


@pytest.mark.parametrize(
    ("game", "method", "titles", "sums"),
    [
        ("bridge", "cross-imps", ["IMP", "N-S", "IMP", "E-W"], []),
        ("bridge", "butler", ["IMP", "N-S", "IMP", "E-W"], ["Datum"]),
        ("bridge", "aggregate", ["E-W", "+"], []),
        ("whist", "howell-losses", ["Loss", "N-S", "Loss", "E-W"], ["Top score", "Total"]),
        ("whist", "exponent", ["Gain", "N-S", "Gain", "E-W"], ["Lowest", "Total", "Exponent"]),
        ("whist", "match", ["Match", "N-S", "Match", "E-W"], ["Total", "Average"]),
        ("whist", "average", ["+/−", "N-S", "+/−", "E-W"], ["Total", "Average"]),
    ],
)
def test_traveller_has_the_columns_and_sums_of_its_method(game, method, titles, sums):
    form = make_score_form(method, game)
    (sheet, *_) = make_travellers(3, 3, 1, make_heading(3, game=game, scoring=method))
    (page,) = traveller_pages((replace(sheet, vulnerability=""),))
    rows = [text for row in sheet.rows for text in (str(row.round_no), row.ns, row.ew)]
    after = list(page.texts[page.texts.index("Rd") :])
    start = after.index(rows[0])
    assert after[start - len(titles) : start] == titles
    assert after[start : start + len(rows)] == rows
    assert after[start + len(rows) :] == [*sums, *form.proofs]


def test_every_form_fits_every_paper():
    for method in (*SCORING_METHODS, *TEAM_METHODS):
        for game in method.games:
            top = make_heading(40, game=game, scoring=method.key)
            sheets = tuple(
                replace(sheet, vulnerability="") for sheet in make_travellers(40, 40, 1, top)[:3]
            )
            for large in (False, True):
                pages = traveller_pages(sheets, large_print=large)
                assert len(pages) == -(-3 // len(split_sheets(pages[0].texts, "Board")))


@pytest.mark.parametrize(
    ("tables", "large_print", "per_page", "paper"),
    parametrize_papers(
        (5, False, 8),
        (7, False, 6),
        (11, False, 6),
        (20, False, 4),
        (21, False, 2),
        (40, False, 2),
        (3, True, 4),
        (13, True, 2),
    ),
)
def test_travellers_on_a_page(tables, large_print, per_page, paper):
    sheets = make_travellers(tables, tables, 4)[: per_page + 1]
    pages = traveller_pages(sheets, paper=paper, large_print=large_print)
    assert [len(split_sheets(page.texts, "Board")) for page in pages] == [per_page, 1]


def test_large_print_travellers_have_18_points():
    sheet = make_travellers(12, 12, 1)[0]
    (page,) = traveller_pages((sheet,), large_print=True)
    pairs = {row.ns for row in sheet.rows} | {row.ew for row in sheet.rows}
    rows = [
        item
        for item in page.drawn
        if item.text in pairs and item.top < page.height - 90 and item.size > 14
    ]
    assert len(rows) == 24
    assert min(item.size for item in rows) == 18


def test_cuts_go_straight_across():
    (page,) = traveller_pages(make_travellers(5, 5, 2)[:8])
    across = [line for line in page.lines if line[2] - line[0] > page.width - 1]
    down = [line for line in page.lines if line[3] - line[1] > page.height - 1]
    assert [round(line[1] / page.height, 3) for line in across] == [0.25, 0.5, 0.75]
    assert [round(line[0] / page.width, 3) for line in down] == [0.5]


def test_pieces_are_of_one_size():
    (page,) = traveller_pages(make_travellers(5, 5, 2)[:8])
    tables = sorted(line for line in page.lines if 200 < line[2] - line[0] < 300)
    assert (
        max(line[2] - line[0] for line in tables) - min(line[2] - line[0] for line in tables) < 0.02
    )


def test_traveller_longer_than_a_page_is_refused():
    with pytest.raises(TooLongError) as refused:
        traveller_pages(make_travellers(90, 90, 1)[:1])
    assert str(refused.value) == (
        "The traveller of board 1 has 90 lines, but a page fits 59; divide the field into sections or the event into "
        "sessions."
    )


def slip_rows(piece, count):
    """(board, dealer and vulnerability) of every line of a slip."""
    start = piece.index("down") + 5
    return [tuple(piece[start + 2 * index : start + 2 * index + 2]) for index in range(count)]


@pytest.mark.parametrize(
    ("tables", "per_set", "per_page", "paper"),
    parametrize_papers(
        (2, 1, 8), (7, 2, 8), (12, 3, 6), (7, 4, 4), (3, 10, 4), (2, 24, 2), (20, 2, 8)
    ),
)
def test_every_slip_has_its_meeting_and_boards(tables, per_set, per_page, paper):
    sheets = make_score_slips(tables, 2, per_set)
    pages = slip_pages(sheets, paper=paper)
    assert len(pages) == -(-len(sheets) // per_page)
    found = pieces(pages, "Table")
    for piece, slip in zip(found, sheets, strict=True):
        meeting = [
            "Table",
            f"A{slip.table_no}",
            "Round",
            str(slip.round_no),
            "N-S pair",
            slip.ns,
            "E-W pair",
            slip.ew,
        ]
        assert piece[:8] == meeting
        lines = [
            (str(board.board_no), f"{board.dealer[0]} {board.vulnerability}")
            for board in slip.boards
        ]
        assert slip_rows(piece, per_set) == lines
        assert sum(FINGERPRINT in text for text in piece) == 1
        assert piece.count("E-W initials") == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_line_of_a_low_slip_strikes_a_word_through(paper):
    sheets = tuple(replace(slip, copy="copy 2 of 3") for slip in make_score_slips(8, 1, 2))
    pages = slip_pages(sheets, paper=paper)
    assert sum(page.texts.count("Copy 2 of 3") for page in pages) == 8


def test_boards_of_slips_and_travellers_add_up():
    """Every board is played as often as its traveller has lines."""
    tables, per_set = 4, 2
    slips = pieces(slip_pages(make_score_slips(tables, tables, per_set)), "Table")
    played = Counter(row[0] for piece in slips for row in slip_rows(piece, per_set))
    written = pieces(traveller_pages(make_travellers(tables, tables, per_set)), "Board")
    lines = {piece[1]: (len(piece) - 20) // 3 for piece in written}
    assert played == lines
    assert lines == {str(board): tables for board in range(1, tables * per_set + 1)}


def test_spare_slips_follow_with_lines_to_write_on():
    pages = slip_pages(make_score_slips(2, 2, 2), spares=3)
    found = pieces(pages, "Table")
    assert [piece[1] for piece in found] == ["A1", "A2", "A1", "A2", "Round", "Round", "Round"]
    assert found[-1] == [
        "Table",
        "Round",
        "N-S pair",
        "E-W pair",
        *(
            "Board",
            "Dealer",
            "Vul",
            "Contract",
            "By",
            "Made/",
            "down",
            "Score",
            "N-S",
            "Score",
            "E-W",
        ),
        "20 Nov 2025 · Section A · Session 1 · Tuesday Pairs",
        "K7QX2M · printed 20 Nov 2025 19:02",
        "E-W initials",
    ]


def test_table_without_boards_has_no_slip():
    sheets = make_score_slips(3, 1, 2)
    pages = slip_pages((replace(sheets[0], boards=(), ew="–"), *sheets[1:]))
    assert [piece[1] for piece in pieces(pages, "Table")] == ["A2", "A3"]


def test_whist_slip_asks_for_trump_and_tricks():
    (first, *_) = pieces(
        slip_pages(make_score_slips(3, 1, 1, make_heading(3, game="whist"))), "Table"
    )
    assert first[8:15] == ["Board", "Trump", "N-S", "tricks", "E-W", "tricks", "1"]


@pytest.mark.parametrize(
    ("method", "options", "points"),
    [
        ("matchpoints", {}, []),
        ("cross-imps", {}, ["IMP", "N-S", "IMP", "E-W"]),
        ("howell-losses", {}, ["Loss", "N-S", "Loss", "E-W"]),
        ("howell-losses", {"count": "plus"}, ["+/−", "N-S", "+/−", "E-W"]),
    ],
)
def test_slip_has_the_points_of_its_method(method, options, points):
    top = make_heading(3, scoring=method, scoring_options=tuple(options.items()))
    (first, *_) = pieces(slip_pages(make_score_slips(3, 1, 1, top)), "Table")
    assert (
        first[first.index("Board") + 10 : first.index("1", 8)]
        == ["E-W", *points][: len(points) + 1]
    )


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize("large_print", [False, True])
def test_every_tray_has_a_trump_slip(paper, large_print):
    slips = make_trump_slips(5, make_heading(3, game="whist"), copies=2)
    job = PrintJob(trump_slips=slips)
    pages = read_sound_pages(job, "trump-slips", paper=paper, large_print=large_print)
    found = pieces(pages, "Board")
    assert [(piece[1], piece[3]) for piece in found] == [
        (str(slip.board_no), slip.copy.capitalize()) for slip in slips
    ]
    assert [piece[4] for piece in found[:4]] == ["Trump", "Trump", "Trump ♣", "Trump ♣"]


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_large_print_slips(paper):
    pages = slip_pages(make_score_slips(7, 1, 3), paper=paper, large_print=True)
    assert len(pages) == 4
    assert min(item.size for page in pages for item in page.drawn if item.text.isdigit()) >= 18


def test_every_size_of_field_has_its_number_of_pages():
    tried = (2, 3, 8, 9, 13, 40)
    sizes = {tables: make_travellers(tables, min(tables, 13), 1) for tables in tried}
    counts = {
        tables: len(read_page_sizes(print_sheets(PrintJob(travellers=sheets), "travellers")))
        for tables, sheets in sizes.items()
    }
    assert counts == {
        tables: -(-tables // (8 if tables <= 5 else 6 if tables <= 11 else 4)) for tables in sizes
    }
