"""Small workbooks that swell: each is refused in a sentence before the package that reads cells looks at it."""

import pytest

from director.additions.imports.formats.columns.files import detect_columns, read_columns
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.columns.books import (
    CELL,
    MAIN,
    make_workbook,
    make_worksheet,
)

CELLS = "The workbook has more than 200000 cells. Choose a file with one session, or save its sheet as CSV."
ROWS = "The file has more than 100000 rows. Choose a file with one session."
OVERGROWN = (
    "The workbook has too many sheets, texts or formats. Save the sheet with the results as CSV."
)
SWOLLEN = "The workbook is larger than 100 MB when unpacked. Choose another file."
NO_TABLE = (
    "The file looks like an Excel workbook (.xlsx), not a table of results. Add a row of headings such as Board, NS, "
    "EW, Contract, By, Tricks, Score."
)
FORMAT = '<numFmt numFmtId="200" formatCode="0"/>'
NAME = '<definedName name="n">S1!A1</definedName>'
SMALL = make_worksheet(f"<row>{CELL}</row>")
LINES = ("Board,NS,EW,Contract,By,Tricks", "1,1,2,4S,N,10", "1,3,4,4S,N,9")


def strings(texts):
    return {"sharedStrings": f'<sst xmlns="{MAIN}">{texts}</sst>'}


def styles(formats):
    return {"styles": f'<styleSheet xmlns="{MAIN}">{formats}</styleSheet>'}


def inline(line):
    return "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in line.split(","))


WORST = {
    "cells-without-places": (
        lambda: make_workbook(make_worksheet(f"<row>{CELL * 100}</row>" * 30_000)),
        CELLS,
    ),
    "one-long-row": (
        lambda: make_workbook(make_worksheet(f"<row>{CELL * 1_000_000}</row>")),
        CELLS,
    ),
    "cells-in-sheets": (
        lambda: make_workbook(*[make_worksheet(f"<row>{CELL * 100}</row>" * 100)] * 30),
        CELLS,
    ),
    "utf-16": (
        lambda: make_workbook(make_worksheet(f"<row>{CELL * 100}</row>" * 3_000).encode("utf-16")),
        CELLS,
    ),
    "far-row": (lambda: make_workbook(make_worksheet(f'<row r="1048576">{CELL}</row>')), ROWS),
    "far-row-late": (
        lambda: make_workbook(
            make_worksheet(f'<row spans="1:1" ht="{"1" * 500}" r="1048576">{CELL}</row>')
        ),
        ROWS,
    ),
    "far-row-in-quotes": (
        lambda: make_workbook(make_worksheet(f"<row r = '1048576'>{CELL}</row>")),
        ROWS,
    ),
    "far-rows-in-sheets": (
        lambda: make_workbook(*[make_worksheet(f'<row r="99999">{CELL}</row>')] * 20),
        ROWS,
    ),
    "empty-rows": (lambda: make_workbook(make_worksheet("<row/>" * 150_000)), ROWS),
    "sheets": (lambda: make_workbook(*[SMALL] * 2_000), OVERGROWN),
    "texts": (
        lambda: make_workbook(SMALL, parts=strings("<si><t>abc</t></si>" * 1_500_000)),
        OVERGROWN,
    ),
    "rich-texts": (
        lambda: make_workbook(SMALL, parts=strings("<si><r><t>a</t></r></si>" * 500_000)),
        OVERGROWN,
    ),
    "styles": (
        lambda: make_workbook(SMALL, parts=styles(f"<cellXfs>{'<xf/>' * 500_000}</cellXfs>")),
        OVERGROWN,
    ),
    "formats": (
        lambda: make_workbook(SMALL, parts=styles(f"<numFmts>{FORMAT * 200_000}</numFmts>")),
        OVERGROWN,
    ),
    "names": (
        lambda: make_workbook(SMALL, more=f"<definedNames>{NAME * 300_000}</definedNames>"),
        OVERGROWN,
    ),
    "merged": (
        lambda: make_workbook(
            make_worksheet(
                f"<row>{CELL}</row>", below="<mergeCells>" + '<mergeCell ref="A1:B2"/>' * 300_000
            )
        ),
        OVERGROWN,
    ),
    "unknown-elements": (lambda: make_workbook(make_worksheet("<x/>" * 5_000_000)), OVERGROWN),
    "elements-in-a-cell": (
        lambda: make_workbook(
            make_worksheet(f"<row><c><is>{'<r><t/></r>' * 3_000_000}</is></c></row>")
        ),
        OVERGROWN,
    ),
    "members": (
        lambda: make_workbook(SMALL, **{f"x{number}": b"" for number in range(5_000)}),
        OVERGROWN,
    ),
    "zip-bomb": (lambda: make_workbook(SMALL, xl__media__a=b"\0" * 120_000_000), SWOLLEN),
    "far-columns": (
        lambda: make_workbook(make_worksheet('<row><c r="XFD1"><v>1</v></c></row>' * 3_000)),
        NO_TABLE,
    ),
    "far-cell": (
        lambda: make_workbook(make_worksheet('<row><c r="A1048576"><v>1</v></c></row>')),
        NO_TABLE,
    ),
    "nested": (
        lambda: make_workbook(make_worksheet(f"<row>{'<x>' * 50_000}{'</x>' * 50_000}</row>")),
        NO_TABLE,
    ),
    "one-long-text": (
        lambda: make_workbook(
            make_worksheet('<row><c t="s"><v>0</v></c></row>' * 3_000),
            parts=strings(f"<si><t>{'a' * 20_000_000}</t></si>"),
        ),
        NO_TABLE,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("worst", WORST)
def test_a_workbook_that_swells_is_refused_in_a_sentence(worst):
    written, sentence = WORST[worst]
    with pytest.raises(ImportFileError) as refused:
        detect_columns(written())
    assert str(refused.value) == sentence


def test_results_without_places_and_dimension_are_read():
    event = read_columns(
        make_workbook(make_worksheet("".join(f"<row>{inline(line)}</row>" for line in LINES)))
    )
    assert [(line.ns_no, line.ew_no) for line in event.sections[0].boards[0].lines] == [
        (1, 2),
        (3, 4),
    ]
