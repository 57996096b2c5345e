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
