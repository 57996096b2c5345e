"""The Swiss table on paper: landscape, every cell once, as few sheets as it takes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.director.pdf.factories import PrintJob, make_swiss_table, print_sheets
from tests.director.pdf.reading import read_pages, read_row
from tests.director.pdf.test_worst_data import check_pages

LONG = "Featherstonehaugh and Cholmondeley-Warner Duplicate Bridge Society Wymondham "


def pages_of(table, **options):
    pages = read_pages(print_sheets(PrintJob(swiss_table=table), "swiss-table", **options))
    check_pages(pages)
    assert all(page.width > page.height for page in pages)
    return pages


@pytest.mark.slow
@pytest.mark.parametrize("called", ["team", "pair"])
@pytest.mark.parametrize("size", [(6, 1), (15, 5), (32, 8), (30, 12)])
def test_every_cell_is_printed_in_the_row_of_its_team(size, called):
    table = make_swiss_table(*size, called=called)
    pages = pages_of(table)
    lines = {number: [] for number in range(1, size[0] + 1)}
    for page in pages:
        for item in page.drawn:
            place, _blank, number = item.text.rpartition(" ")
            if place == "Red Lions":
                lines[int(number)] += read_row(page, item)
    for row in table.rows:
        line = lines[row.standing.contestant]
        for cell in row.cells:
            if cell.mark in ("late", "withdrawn"):
                assert cell.mark in line
            else:
                figure = f"{float(cell.running_total):.2f}"
                assert line[line.index(figure) - 1] == f"{float(cell.score):.2f}"
                opponent = "–" if cell.mark else cell.opponents_text
                assert line[line.index(figure) - 2] == opponent


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_names_of_eighty_characters_are_printed_in_full(paper, large):
    table = make_swiss_table(65, 8, name=LONG.strip())
    pages = pages_of(table, paper=paper, large_print=large)
    words = [word for page in pages for word in page.plain.split()]
    assert words.count("Featherstonehaugh") >= 65


def test_adjustments_and_three_way_matches_have_room():
    table = make_swiss_table(9, 3)
    first, *others = table.rows
    opponents = (others[0].standing, others[1].standing)
    triangle = replace(first.cells[0], opponents=opponents)
    penalized = replace(
        first,
        standing=replace(first.standing, penalties="−3 VP"),
        cells=(triangle, *first.cells[1:]),
        adjustment=Fraction(-3),
    )
    (page,) = pages_of(replace(table, rows=(penalized, *others)))
    assert {"Penalties", "−3.00", "2, 3"} <= set(page.texts)
