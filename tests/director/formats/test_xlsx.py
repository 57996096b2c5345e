import io
from dataclasses import replace
from datetime import date, datetime, time

import pytest
from openpyxl import load_workbook

from director.formats.figures import ColumnKind, to_file_value
from director.formats.xlsx import MAX_COLUMN_WIDTH, write_workbook
from director.sheets import RECAP_TITLE, StandingGroup
from tests.director.formats.factories import (
    ADA,
    EVENTS,
    ONE_WINNER,
    TWO_WINNERS,
    list_event_tables,
    write_event_xlsx,
)


def write_and_load(sheets):
    return load_workbook(io.BytesIO(write_event_xlsx(sheets)))


def make_standings_sheet(*names):
    rows = tuple(replace(ADA, names=name) for name in names)
    standings = replace(ONE_WINNER.standings, groups=(StandingGroup("", rows),))
    return write_and_load(replace(ONE_WINNER, standings=standings))["Standings"]


def find_ruled_rows(sheet):
    """Return the numbers of the rows with a line above them."""
    first_cells = [row[0] for row in sheet.iter_rows(min_row=2)]
    return [cell.row for cell in first_cells if cell.border.top.style == "thin"]


def find_expected_type(cell, column):
    """Return the type that openpyxl gives a date, a text and anything else."""
    if isinstance(cell.value, datetime):
        return "d"
    if column.kind is ColumnKind.TEXT and cell.value is not None:
        return "s"
    return "n"


def as_cell(value, kind):
    if isinstance(value, date):
        return datetime.combine(value, time())
    if kind is ColumnKind.PLACE and value:
        return int(value.removesuffix("="))
    return to_file_value(value, kind)


@pytest.mark.parametrize("sheets", EVENTS.values(), ids=EVENTS)
def test_every_cell_is_the_value_of_its_table(sheets):
    workbook = write_and_load(sheets)
    tables = list_event_tables(sheets)
    assert workbook.sheetnames == [table.title for table in tables]
    for table in tables:
        titles, *rows = workbook[table.title].iter_rows(values_only=True)
        kinds = [column.kind for column in table.columns]
        assert [str(title) for title in titles] == [column.title for column in table.columns]
        assert rows == [tuple(map(as_cell, row, kinds)) for row in table.rows]


@pytest.mark.parametrize("sheets", EVENTS.values(), ids=EVENTS)
def test_every_figure_is_a_number_and_every_word_is_text(sheets):
    workbook = write_and_load(sheets)
    for table in list_event_tables(sheets):
        for cells in workbook[table.title].iter_rows(min_row=2):
            for cell, column in zip(cells, table.columns, strict=True):
                expected_type = find_expected_type(cell, column)
                assert cell.data_type == expected_type, (table.title, cell.coordinate)


def test_places_are_numbers_that_show_their_ties():
    cells = [row[0] for row in write_and_load(ONE_WINNER)["Standings"].iter_rows(min_row=2)]
    assert [(cell.value, cell.number_format) for cell in cells] == [
        (1, "0"),
        (2, '0"="'),
        (2, '0"="'),
        (None, "General"),
    ]


@pytest.mark.parametrize(
    ("sheet", "coordinate", "value", "number_format"),
    [
        pytest.param("Standings", "E2", 128.77, "0.00", id="total, others have two decimals"),
        pytest.param("Standings", "E3", 3.5, "0.00", id="total, itself with one decimal"),
        pytest.param("Standings", "F2", 47.69, "0.00", id="percent"),
        pytest.param("Boards", "L2", 590, "+0;-0;0", id="score"),
        pytest.param("Boards", "L3", -460, "+0;-0;0", id="negative score"),
        pytest.param("Boards", "M2", 2, "0.0", id="points, lined up with halves"),
        pytest.param("Boards", "A2", 1, "0", id="board number"),
        pytest.param("Boards", "D2", 2, "0", id="top, whole as all of its column"),
        pytest.param(RECAP_TITLE, "C2", 2, "0", id="points of a board in the recap"),
        pytest.param(
            RECAP_TITLE, "D2", 1.2, "0.0", id="points of a board with an artificial score"
        ),
    ],
)
def test_number_formats(sheet, coordinate, value, number_format):
    cell = write_and_load(ONE_WINNER)[sheet][coordinate]
    assert (cell.value, cell.number_format) == (value, number_format)


@pytest.mark.parametrize(
    ("sheets", "first_scrolling_cells"),
    [
        pytest.param(ONE_WINNER, ["A2", "B2", "C2", "C2", "A2"], id="one winner"),
        pytest.param(TWO_WINNERS, ["A2", "B2", "D2", "D2", "A2"], id="two winners"),
    ],
)
def test_headings_and_the_columns_that_name_a_row_are_frozen(sheets, first_scrolling_cells):
    assert [sheet.freeze_panes for sheet in write_and_load(sheets)] == first_scrolling_cells


@pytest.mark.parametrize("sheets", EVENTS.values(), ids=EVENTS)
def test_headings_are_bold_and_have_a_filter_over_all_rows(sheets):
    for sheet in write_and_load(sheets):
        assert all(cell.font.bold for cell in sheet[1])
        assert sheet.auto_filter.ref == sheet.dimensions


@pytest.mark.parametrize("sheets", EVENTS.values(), ids=EVENTS)
def test_columns_are_as_wide_as_their_content(sheets):
    for sheet in write_and_load(sheets):
        for cells in sheet.iter_cols():
            width = sheet.column_dimensions[cells[0].column_letter].width
            shown = (cell.value.date() if cell.is_date else cell.value for cell in cells)
            longest = max(len(str(value or "")) for value in shown)
            assert longest < width <= longest + 12  # with room for the filter button


def test_a_very_long_name_is_wrapped_in_a_column_of_bounded_width():
    sheet = make_standings_sheet("Wilhelmina Featherstonehaugh " * 10)
    assert sheet.column_dimensions["C"].width == MAX_COLUMN_WIDTH + 2  # two characters of margin
    assert sheet["C2"].alignment.wrap_text


# A line is 15 points high.
@pytest.mark.parametrize(
    ("name", "height"),
    [
        ("Ada Ash", None),
        ("Wilhelmina Featherstonehaugh " * 5, 45),
        ("W" * 130, 45),
        ("王" * 31, 30),
    ],
)
def test_a_row_is_as_high_as_its_longest_name(name, height):
    sheet = make_standings_sheet("Bert Birch", name)
    assert [sheet.row_dimensions[row_no].height for row_no in (2, 3)] == [None, height]
    assert {cell.alignment.vertical for cell in sheet[3]} == {"top"}


def test_wide_characters_take_the_room_of_two():
    sheet = make_standings_sheet("王" * 20)
    assert sheet.column_dimensions["C"].width == 20 * 2 + 2  # two characters of margin


def test_pages_are_landscape_as_wide_as_the_paper_and_repeat_the_heading():
    for sheet in write_and_load(ONE_WINNER):
        assert sheet.page_setup.orientation == "landscape"
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.print_title_rows == "$1:$1"
        assert sheet.oddFooter.right.text == "&P / &N"


# The sizes are the paper codes of Office Open XML.
@pytest.mark.parametrize(("paper", "size"), [("a4", "9"), ("letter", "1")])
def test_pages_use_the_club_paper(paper, size):
    workbook = load_workbook(
        io.BytesIO(
            write_workbook(list_event_tables(ONE_WINNER), ONE_WINNER.standings.heading, paper)
        )
    )
    assert {str(sheet.page_setup.paperSize) for sheet in workbook} == {size}


def test_every_cell_has_one_face_and_size():
    fonts = {
        (cell.font.name, cell.font.size)
        for sheet in write_and_load(ONE_WINNER)
        for row in sheet
        for cell in row
    }
    assert fonts == {("Calibri", 11)}


def test_read_only_mode_finds_every_row():
    workbook = load_workbook(io.BytesIO(write_event_xlsx(ONE_WINNER)), read_only=True)
    expected_sizes = {
        table.title: (len(table.rows) + 1, len(table.columns))
        for table in list_event_tables(ONE_WINNER)
    }
    assert {sheet.title: (sheet.max_row, sheet.max_column) for sheet in workbook} == expected_sizes


@pytest.mark.parametrize(
    "name", [" Ada ", 'Ada <Ash> & "Bert"', "]]>", "Ada\nAsh", "&amp;"], ids=repr
)
def test_a_name_is_written_as_it_is(name):
    assert make_standings_sheet(name)["C2"].value == name


def test_the_date_is_a_date():
    sheet = write_and_load(ONE_WINNER)["Event"]
    (cell,) = (row[1] for row in sheet.iter_rows() if row[0].value == "Date")
    assert cell.value.date() == ONE_WINNER.standings.heading.date
    assert cell.number_format == "yyyy-mm-dd"


def test_the_workbook_and_every_page_say_what_they_belong_to():
    workbook = write_and_load(ONE_WINNER)
    title = "Ash & Reed Club, Monday pairs, Session 1, A, 2022-07-21"
    assert workbook.properties.title == title
    assert workbook.properties.creator == "Ash & Reed Club"
    assert workbook["Boards"].oddHeader.left.text == title.replace("&", "&&")
    assert workbook["Boards"].oddFooter.left.text == "Howell, 2 tables, 4 pairs 7F3K2M"


def test_header_keeps_the_date_if_the_event_name_is_long():
    heading = replace(
        ONE_WINNER.standings.heading, event="Wednesday championship of the clubs & friends " * 3
    )
    workbook = load_workbook(io.BytesIO(write_workbook(list_event_tables(ONE_WINNER), heading)))
    header = workbook["Boards"].oddHeader.left.text.replace("&&", "&")
    assert header.endswith("…, 2022-07-21")
    assert len(header) == 100


def test_line_above_each_board_and_card():
    workbook = write_and_load(ONE_WINNER)
    assert find_ruled_rows(workbook["Boards"]) == [2, 4]
    assert find_ruled_rows(workbook["Pair cards"]) == [2, 4]
    assert find_ruled_rows(workbook[RECAP_TITLE]) == []


@pytest.mark.parametrize(
    "name", ["=1+1", "+44", "-2", "@SUM(A1)", "#N/A", "=", "12", "TRUE", " =1"], ids=repr
)
def test_a_name_stays_text_whatever_it_looks_like(name):
    cell = make_standings_sheet(name)["C2"]
    assert cell.value == name
    assert cell.data_type == "s"


def test_text_that_begins_like_a_formula_is_marked_as_text():
    cells = make_standings_sheet("=1+1", "Ada Ash")["C"]
    assert [cell.quotePrefix for cell in cells[1:]] == [True, False]


def test_a_name_with_characters_no_workbook_can_hold_is_still_written():
    assert make_standings_sheet("Ada\x00\x1f\ud800 Ash")["C2"].value == "Ada\ufffd\ufffd\ufffd Ash"
