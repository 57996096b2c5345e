"""Personal guides whose rounds take more than a page."""

from dataclasses import replace

import pytest

from tests.director.pdf.factories import PrintJob, make_guides
from tests.director.pdf.reading import read_row, read_sound_pages

MARK = "The boards are laid out three times; each copy keeps to its own tables, and North lays it behind the others."


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_long_guide_goes_on_over_further_pages(paper):
    (guide, *_others) = make_guides(13, 13, 2)
    marked = replace(guide, lines=tuple(replace(line, marks=(MARK,) * 2) for line in guide.lines))
    pages = read_sound_pages(
        PrintJob(guides=(marked,)), "personal-guides", paper=paper, large_print=True
    )
    assert len(pages) > 1
    assert all(guide.label in page.texts and guide.players[0] in page.plain for page in pages)
    assert all({"Round", "Against", "Boards"} <= set(page.texts) for page in pages)
    lefts = [min(item.left for item in page.drawn) for page in pages]
    rows = [
        read_row(page, item)
        for page, left in zip(pages, lefts, strict=True)
        for item in page.drawn
        if item.text.isdigit() and item.left < left + 30
    ]
    assert [row[0] for row in rows] == [str(line.round_no) for line in guide.lines]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_letter_takes_no_more_sheets_than_a4(paper):
    """Nine rounds with names are as high as a quarter of A4, and a little higher than one of Letter."""
    pages = read_sound_pages(PrintJob(guides=make_guides(10, 9, 3)), "personal-guides", paper=paper)
    assert len(pages) == 5


def test_a_stationary_pair_is_told_once_where_it_stays():
    guides = make_guides(7, 7, 3)
    (page,) = read_sound_pages(PrintJob(guides=guides[1:2]), "personal-guides")
    assert page.texts.count("You stay at table A2, N-S, in every round.") == 1
    assert not {"Table", "Sit", "N-S"} & set(page.texts)
    assert {"Round", "Against", "Boards"} <= set(page.texts)


def test_a_pair_that_changes_sides_keeps_the_column_of_sides_only():
    guide = make_guides(7, 7, 3)[1]
    last_line = replace(guide.lines[-1], side="E-W")
    switched = replace(guide, lines=(*guide.lines[:-1], last_line))
    (page,) = read_sound_pages(PrintJob(guides=(switched,)), "personal-guides")
    assert page.texts.count("You stay at table A2 in every round.") == 1
    assert "Table" not in page.texts
    assert [page.texts.count(side) for side in ("N-S", "E-W")] == [6, 1]


def test_a_pair_that_moves_has_its_table_in_every_round():
    (page,) = read_sound_pages(PrintJob(guides=make_guides(7, 7, 3)[-1:]), "personal-guides")
    assert {"Table", "Sit"} <= set(page.texts)
    assert "You stay" not in page.plain
