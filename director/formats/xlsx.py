"""The tables of an event as an Excel workbook, ready to be sorted, filtered and printed."""

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from textwrap import wrap
from xml.sax.saxutils import escape
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import DEFAULT_FONT, Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from director.formats.figures import (
    Column,
    ColumnKind,
    FileValue,
    TableData,
    compute_column_decimals,
    is_formula_like,
    to_file_rows,
    to_file_text,
    zip_files,
)
from director.sheets import Heading

MAX_COLUMN_WIDTH = 60  # characters, before a text is wrapped inside its cell
_FILTER_BUTTON_WIDTH = 3  # characters that the arrow of a filter covers in a heading
_WIDTH_MARGIN = 2
_MAX_HEADER_LENGTH = 100  # characters beside the name of the sheet in the head of a page

# The face and size of every other cell; a font that names none is shown in whatever the spreadsheet
# prefers.
_DEFAULT_FACE = {key: getattr(DEFAULT_FONT, key) for key in ("name", "size", "family", "scheme")}
_HEADER_FONT = Font(**_DEFAULT_FACE, bold=True)
_PAPERS = {"a4": Worksheet.PAPERSIZE_A4, "letter": Worksheet.PAPERSIZE_LETTER}
_DATE = "yyyy-mm-dd"
_HEADER_FILL = PatternFill("solid", fgColor="E3EFE9")
_HEADER_RULE = Border(bottom=Side("medium", color="0B6E4F"))
_BLOCK_RULE = Border(top=Side("thin", color="9AA5A0"))
_LEFT = Alignment(
    horizontal="left", vertical="top", wrap_text=True, indent=1
)  # apart from a figure on its left
_RIGHT = Alignment(horizontal="right", vertical="top", wrap_text=True)
_TOP = Alignment(vertical="top")
_LINE_HEIGHT = 15  # points that a line of text takes
_TIED_FORMAT = '0"="'
_SIGNED_FORMAT = "+0;-0;0"
_SHEET_DATA = re.compile(rb"<sheetData>.*</sheetData>", re.DOTALL)


def write_workbook(tables: Iterable[TableData], heading: Heading, paper: str = "a4") -> bytes:
    """Return the workbook with a sheet for each of *tables*.

    Its pages carry the *heading* and have the size *paper*.

    Every figure is a number; a place is one too, shown as ``3=`` where it is shared.  Each sheet
    has a frozen bold heading with a filter, columns as wide as their content, and prints in
    landscape, fitted to the page's width.
    """
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    rows_xml_by_sheet = {}
    for table in tables:
        sheet = workbook.create_sheet(table.title)
        rows_xml_by_sheet[sheet] = _write_sheet(sheet, table)
        _set_page(sheet, heading, paper)
    workbook.properties.title = f"{_format_event(heading)}, {heading.date}"
    workbook.properties.creator = to_file_text(heading.club)
    empty_workbook = io.BytesIO()
    workbook.save(empty_workbook)
    return _fill_workbook(
        empty_workbook,
        {sheet.path.removeprefix("/"): written for sheet, written in rows_xml_by_sheet.items()},
    )


def _fill_workbook(empty_workbook: io.BytesIO, rows_xml_by_file: Mapping[str, str]) -> bytes:
    """Return the workbook in *empty_workbook* with the *rows_xml_by_file* of its sheets, by the names of their files.

    The rows are inserted as XML, because openpyxl writes cells one by one. For an evening of 400
    players this would take five times as long as all the rest.
    """
    with ZipFile(empty_workbook) as parts:
        content_by_file = {name: parts.read(name) for name in parts.namelist()}
    for name, rows_xml in rows_xml_by_file.items():
        start, end = _SHEET_DATA.split(content_by_file[name])
        content_by_file[name] = b"".join(
            (start, b"<sheetData>", rows_xml.encode(), b"</sheetData>", end)
        )
    return zip_files(content_by_file)


def _write_sheet(sheet: Worksheet, table: TableData) -> str:
    """Set up *sheet* for *table*, and return its rows as XML."""
    rows = to_file_rows(table)
    decimals = compute_column_decimals(table)
    plain_columns, ruled_columns = (
        [
            _CellXmlByValue(sheet, column, places, border)
            for column, places in zip(table.columns, decimals, strict=True)
        ]
        for border in (None, _BLOCK_RULE)
    )
    letters = [get_column_letter(index) for index in range(1, len(table.columns) + 1)]
    text_indexes = [
        index for index, column in enumerate(table.columns) if column.kind is ColumnKind.TEXT
    ]
    rows_xml = [_make_row_xml(1, letters, map(_make_cell_xml, _write_titles(sheet, table)))]
    previous_block: tuple[FileValue, ...] = ()
    for row_no, row in enumerate(rows, start=2):
        block = row[: table.block_column_count]
        columns = zip(plain_columns if block == previous_block else ruled_columns, row, strict=True)
        cells = [written[value] for written, value in columns]
        line_count = max([_count_lines(row[index]) for index in text_indexes], default=1)
        rows_xml.append(_make_row_xml(row_no, letters, cells, line_count))
        previous_block = block
    for letter, *column_cells in zip(letters, plain_columns, ruled_columns, strict=True):
        sheet.column_dimensions[letter].width = max(cells.width for cells in column_cells)
    sheet.cell(len(rows_xml), len(letters))  # The last cell sets the dimensions of the sheet.
    sheet.freeze_panes = f"{get_column_letter(table.fixed_column_count + 1)}2"
    sheet.auto_filter.ref = sheet.dimensions
    return "".join(rows_xml)


def _make_row_xml(
    row_no: int, letters: Iterable[str], cells: Iterable[str], line_count: int = 1
) -> str:
    """Return a row as XML, as high as its *line_count* of text. Not every spreadsheet adapts the height."""
    cells_xml = "".join(
        [f'<c r="{letter}{row_no}"{cell}' for letter, cell in zip(letters, cells, strict=True)]
    )
    height = f' ht="{line_count * _LINE_HEIGHT}"' if line_count > 1 else ""
    return f'<row r="{row_no}"{height}>{cells_xml}</row>'


@lru_cache(maxsize=10_000)
def _count_lines(value: FileValue) -> int:
    """Return how many lines *value* takes in a column of the widest kind."""
    text = str(value or "")
    return max(len(wrap(text, MAX_COLUMN_WIDTH)), -(-_measure_width(text) // MAX_COLUMN_WIDTH), 1)


class _CellXmlByValue(dict[FileValue, str]):
    """The XML of each value of a column, written once, since most values occur in many rows."""

    def __init__(
        self, sheet: Worksheet, column: Column, decimals: int, border: Border | None
    ) -> None:
        super().__init__()
        self._sheet, self._column, self._decimals, self._border = sheet, column, decimals, border

    def __missing__(self, value: FileValue) -> str:
        cell = Cell(self._sheet, row=1, column=1)
        _fill_cell(cell, value, self._column.kind, self._decimals)
        if self._border:
            cell.border = self._border
        self[value] = cell_xml = _make_cell_xml(cell)
        return cell_xml

    @property
    def width(self) -> int:
        """The width of the column for its widest value."""
        texts = {_format_shown_value(value, self._column.kind, self._decimals) for value in self}
        widest = max(
            [_measure_width(self._column.title) + _FILTER_BUTTON_WIDTH, *map(_measure_width, texts)]
        )
        return min(widest, MAX_COLUMN_WIDTH) + _WIDTH_MARGIN


def _make_cell_xml(cell: Cell) -> str:
    """Return the XML of *cell* after its position."""
    style = f' s="{cell.style_id}"' if cell.has_style else ""
    if cell.value is None:
        return f"{style}/>"
    if cell.data_type == "s":
        return (
            f'{style} t="inlineStr"><is><t xml:space="preserve">{escape(cell.value)}</t></is></c>'
        )
    number = to_excel(cell.value) if cell.is_date else cell.value
    return f"{style}><v>{number}</v></c>"


def _write_titles(sheet: Worksheet, table: TableData) -> Iterator[Cell]:
    for column_no, column in enumerate(table.columns, start=1):
        cell = sheet.cell(1, column_no)
        # A board number: a spreadsheet would mark a number as text as a mistake.
        if column.title.isdecimal():
            cell.value = int(column.title)
        else:
            _set_text(cell, column.title)
        cell.font, cell.fill, cell.border = _HEADER_FONT, _HEADER_FILL, _HEADER_RULE
        cell.alignment = _LEFT if column.kind is ColumnKind.TEXT else _RIGHT
        yield cell


def _fill_cell(cell: Cell, value: FileValue, kind: ColumnKind, decimals: int) -> None:
    if (
        kind is ColumnKind.PLACE
        and isinstance(value, str)
        and (match := re.fullmatch("([0-9]+)(=?)", value))
    ):
        cell.value = int(match[1])  # a number sorts as one; its format shows the tie
        cell.number_format, cell.alignment = _TIED_FORMAT if match[2] else "0", _TOP
    elif isinstance(value, str):
        _set_text(cell, value)
        cell.alignment = _LEFT
    elif isinstance(value, date):
        cell.value, cell.number_format, cell.alignment = value, _DATE, _LEFT
    elif value is not None:
        cell.value, cell.alignment = value, _TOP
        cell.number_format = _SIGNED_FORMAT if kind is ColumnKind.SCORE else f"{0:.{decimals}f}"


def _set_text(cell: Cell, text: str) -> None:
    """Put *text* into *cell* as text, even if it looks like a formula or an error.

    A name may begin with ``=`` or read ``#N/A``.
    """
    cell.value = text
    cell.data_type = "s"
    if is_formula_like(text):
        cell.quotePrefix = True


def _format_shown_value(value: FileValue, kind: ColumnKind, decimals: int) -> str:
    if isinstance(value, str | date) or value is None:
        return str(value or "")
    if kind is ColumnKind.SCORE:
        return f"{value:+d}"
    return f"{value:.{decimals}f}"


def _measure_width(text: str) -> int:
    """Return the width of *text* in figures.

    East Asian characters are two wide.
    """
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _set_page(sheet: Worksheet, heading: Heading, paper: str) -> None:
    sheet.page_setup.paperSize = _PAPERS[paper]
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0  # any number of pages
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"
    sheet.print_options.horizontalCentered = True
    sheet.oddHeader.left.text = _shorten_page_text(_format_event(heading), f", {heading.date}")
    sheet.oddHeader.right.text = sheet.title
    sheet.oddFooter.left.text = _shorten_page_text(
        " ".join(filter(None, (heading.movement, heading.fingerprint)))
    )
    sheet.oddFooter.right.text = "&P / &N"


def _shorten_page_text(text: str, end: str = "") -> str:
    """Return *text* shortened for a page's header or footer, with its *end*.

    ``&`` is doubled, because it begins a command there.
    """
    max_length = _MAX_HEADER_LENGTH - len(end)
    shortened_text = text if len(text) <= max_length else f"{text[: max_length - 1]}…"
    return f"{shortened_text}{end}".replace("&", "&&")


def _format_event(heading: Heading) -> str:
    parts = (heading.club, heading.event, heading.session, heading.section)
    return to_file_text(", ".join(part for part in parts if part)) or ""
