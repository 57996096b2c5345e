"""Travellers and pick-up slips: forms that are cut apart, with every meeting of the plan on them."""

from dataclasses import replace

import pytest

from tests.director.pdf.factories import (
    PrintJob,
    make_heading,
    make_score_slips,
    make_travellers,
    make_trump_slips,
)
from tests.director.pdf.reading import (
    PAPER_CASES,
    read_sound_pages,
    split_sheets,
)

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


@pytest.mark.slow
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


def test_whist_traveller_names_a_known_trump():
    sheets = (replace(whist_travellers()[0], trump="♣"),)
    (first,) = pieces(traveller_pages(sheets), "Board")
    assert first[3] == "Trump ♣"


def test_back_of_a_whist_traveller_has_its_deal():
    pages = traveller_pages(whist_travellers(), two_sided=True)
    assert "Board" in pages[1].texts


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
