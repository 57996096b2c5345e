"""The tables of an event as an Excel workbook, ready to be sorted, filtered and printed."""

import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import DEFAULT_FONT, Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from director.files.figures import FileValue, column_decimals, file_rows, file_text, is_formula_like
from director.files.grid import Kind, TableData
from director.sheets import Heading

WIDEST = 60  # characters; a longer text is wrapped inside its cell
_FILTER_BUTTON = 3  # characters that the arrow of a filter covers in a heading
_MARGIN = 2

# The face and size of every other cell; a font that names none is shown in whatever the spreadsheet prefers.
_FACE = {key: getattr(DEFAULT_FONT, key) for key in ("name", "size", "family", "scheme")}
_HEADER_FONT = Font(**_FACE, bold=True)
_PAPERS = {"a4": Worksheet.PAPERSIZE_A4, "letter": Worksheet.PAPERSIZE_LETTER}
_DATE = "yyyy-mm-dd"
_HEADER_FILL = PatternFill("solid", fgColor="E3EFE9")
_HEADER_RULE = Border(bottom=Side("medium", color="0B6E4F"))
_BLOCK_RULE = Border(top=Side("thin", color="9AA5A0"))
_LEFT = Alignment(horizontal="left", vertical="top", wrap_text=True)
_RIGHT = Alignment(horizontal="right", vertical="top", wrap_text=True)
_TIED = '0"="'
_SIGNED = "+0;-0;0"


def tables_xlsx(tables: Iterable[TableData], heading: Heading, paper: str = "a4") -> bytes:
    """Return the workbook with a sheet for each of *tables*, whose pages carry the *heading* and are of *paper*.

    Every figure is a number; a place is one too, shown as ``3=`` where it is shared.  Each sheet has a frozen bold
    heading with a filter, columns as wide as their content, and prints in landscape, fitted to the page's width.
    """
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for table in tables:
        _write_sheet(workbook.create_sheet(table.title), table, heading, paper)
    workbook.properties.title = _title(heading)
    workbook.properties.creator = file_text(heading.club)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _write_sheet(sheet: Worksheet, table: TableData, heading: Heading, paper: str) -> None:
    rows = file_rows(table)
    decimals = column_decimals(table.columns, rows)
    _write_titles(sheet, table)
    before: tuple[FileValue, ...] = ()
    for row_no, row in enumerate(rows, start=2):
        block = row[: table.block_columns]
        for index, (value, column) in enumerate(zip(row, table.columns, strict=True)):
            cell = sheet.cell(row_no, index + 1)
            _fill(cell, value, column.kind, decimals[index])
            if block != before:
                cell.border = _BLOCK_RULE
        before = block
    _fit_columns(sheet, table, rows, decimals)
    sheet.freeze_panes = f"{get_column_letter(table.fixed_columns + 1)}2"
    sheet.auto_filter.ref = sheet.dimensions
    _set_page(sheet, heading, paper)


def _write_titles(sheet: Worksheet, table: TableData) -> None:
    for column_no, column in enumerate(table.columns, start=1):
        cell = sheet.cell(1, column_no)
        if column.title.isdecimal():  # a board number; as text a spreadsheet would mark it as a mistake
            cell.value = int(column.title)
        else:
            _set_text(cell, column.title)
        cell.font, cell.fill, cell.border = _HEADER_FONT, _HEADER_FILL, _HEADER_RULE
        cell.alignment = _LEFT if column.kind is Kind.TEXT else _RIGHT


def _fill(cell: Cell, value: FileValue, kind: Kind, decimals: int) -> None:
    if kind is Kind.PLACE and isinstance(value, str) and (place := re.fullmatch("([0-9]+)(=?)", value)):
        cell.value = int(place[1])  # a number sorts as one; its format shows the tie
        cell.number_format = _TIED if place[2] else "0"
    elif isinstance(value, str):
        _set_text(cell, value)
        if _width(value) > WIDEST:
            cell.alignment = _LEFT
    elif isinstance(value, date):
        cell.value, cell.number_format, cell.alignment = value, _DATE, _LEFT
    elif value is not None:
        cell.value = value
        cell.number_format = _SIGNED if kind is Kind.SCORE else f"{0:.{decimals}f}"


def _set_text(cell: Cell, text: str) -> None:
    """Put *text* into *cell* as text, whatever it looks like: a name may begin with ``=`` or read ``#N/A``."""
    cell.value = text
    cell.data_type = "s"
    if is_formula_like(text):
        cell.quotePrefix = True


def _fit_columns(
    sheet: Worksheet, table: TableData, rows: Sequence[Sequence[FileValue]], decimals: Sequence[int]
) -> None:
    for index, column in enumerate(table.columns):
        shown = {_shown(row[index], column.kind, decimals[index]) for row in rows}
        widest = max([_width(column.title) + _FILTER_BUTTON, *map(_width, shown)])
        sheet.column_dimensions[get_column_letter(index + 1)].width = min(widest, WIDEST) + _MARGIN


def _shown(value: FileValue, kind: Kind, decimals: int) -> str:
    if isinstance(value, str | date) or value is None:
        return str(value or "")
    return f"{value:+d}" if kind is Kind.SCORE else f"{value:.{decimals}f}"


def _width(text: str) -> int:
    """Return how many figures wide *text* is; East Asian characters take the room of two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _set_page(sheet: Worksheet, heading: Heading, paper: str) -> None:
    sheet.page_setup.paperSize = _PAPERS[paper]
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0  # as many pages as it takes
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"
    sheet.print_options.horizontalCentered = True
    sheet.oddHeader.left.text = _page_text(_title(heading))
    sheet.oddHeader.right.text = sheet.title
    sheet.oddFooter.left.text = _page_text(" ".join(filter(None, (heading.movement, heading.fingerprint))))
    sheet.oddFooter.right.text = "&P / &N"


def _page_text(text: str) -> str:
    """Return *text* for the head or foot of a page, where ``&`` begins a command and is written twice."""
    return text[:100].replace("&", "&&")


def _title(heading: Heading) -> str:
    parts = (heading.club, heading.event, heading.session, heading.section, heading.date.isoformat())
    return file_text(", ".join(part for part in parts if part)) or ""
