"""The tables of an event as CSV: a file for each table, or a zip of all.

The files are UTF-8 with a byte-order mark, because Excel misreads accented names without it; comma,
CRLF and doubled quotes follow RFC 4180.  Spreadsheets in languages with a decimal comma expect
semicolons between cells, so a separator sets both.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from director.formats.figures import (
    FileValue,
    TableData,
    escape_formulas,
    get_table_name,
    to_file_rows,
)


@dataclass(frozen=True, slots=True)
class Separator:
    """The separator of cells, and the decimal sign."""

    cells: str
    decimals: str


SEPARATORS = {"comma": Separator(",", "."), "semicolon": Separator(";", ",")}
"""Kinds of CSV files by their name in addresses. The first is the default."""
COMMA = SEPARATORS["comma"]


def write_table_csv(table: TableData, separator: Separator = COMMA) -> bytes:
    """Return *table* as a CSV file whose first line holds the titles.

    Figures are rounded as :func:`~director.formats.figures.to_file_value` does; text that a
    spreadsheet would run as a formula is written behind an apostrophe, which Excel and LibreOffice
    read as "this is text".
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator.cells)
    writer.writerow([_format_csv_cell(column.title, separator) for column in table.columns])
    writer.writerows(
        [_format_csv_cell(value, separator) for value in row] for row in to_file_rows(table)
    )
    return text.getvalue().encode("utf-8-sig")


def write_tables_zip(tables: Iterable[TableData], separator: Separator = COMMA) -> bytes:
    """Return a zip file with a CSV for each of *tables* (``pair-cards.csv``).

    The same event gives the same bytes: no time of writing is kept.
    """
    return zip_files(
        {f"{get_table_name(table)}.csv": write_table_csv(table, separator) for table in tables}
    )


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file with *files*. Equal files give equal bytes."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for file_name, content in files.items():
            member = ZipInfo(file_name)
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, content)
    return buffer.getvalue()


def _format_csv_cell(value: FileValue, separator: Separator) -> FileValue:
    if isinstance(value, float):
        return str(value).replace(".", separator.decimals)
    if isinstance(value, str):
        return escape_formulas(value)
    return value
