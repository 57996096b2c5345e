"""The notice-board list: every place, one winner or two, and whether it is final."""

import pytest

from tests.director.pdf.factories import LONG_NAMES, PrintJob, make_standings
from tests.director.pdf.reading import PAPER_CASES, read_sound_pages


def pages_of(sheet, **options):
    return read_sound_pages(PrintJob(standings=(sheet,)), "standings", **options)


def percents(pages):
    return [
        item.text
        for page in pages
        for item in page.drawn
        if item.text.count(".") == 1 and item.text[-3] == "."
    ]


def names_column(pages):
    """All that stands in the column of names, as one text."""
    found = []
    for page in pages:
        title = next(item for item in page.drawn if item.text == "Names")
        found += [
            item.text
            for item in page.drawn
            if abs(item.left - title.left) < 0.1 and item.top < title.bottom
        ]
    return " ".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "pages"),
    [
        pytest.param(24, 1, id="below-the-list"),
        pytest.param(70, 2, id="next-page"),
        pytest.param(140, 3, id="more"),
    ],
)
def test_many_notes_run_over_and_none_is_lost(count, pages):
    notes = tuple(f"Board {number}: 2 of 7 results compared." for number in range(1, count + 1))
    printed_pages = pages_of(make_standings(8, notes=notes))
    assert len(printed_pages) == pages
    assert (
        tuple(text for page in printed_pages for text in page.texts if text.startswith("Board "))
        == notes
    )


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_long_names_take_more_lines_and_lose_nothing(paper):
    sheet = make_standings(20, name=LONG_NAMES)
    assert names_column(pages_of(sheet, paper=paper)) == " ".join([LONG_NAMES] * 20)
