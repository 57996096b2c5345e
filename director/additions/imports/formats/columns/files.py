"""Parse results in columns, by headings and content."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from director.additions.imports.formats.columns.layout import (
    ColumnFile,
    infer_fields_by_content,
    split_parts,
)
from director.additions.imports.formats.columns.rows import ColumnsReader
from director.additions.imports.formats.saved_pages import WEB_PAGE, read_saved_page
from director.additions.imports.formats.source.model import SourceEvent
from director.formats.cells import Cells, Worksheet, find_heading_index, read_results, unfold_sheet
from director.formats.errors import ImportFileError
from director.formats.headings import LAST, NAME, find_field, find_fields, find_people_field
from director.formats.reading import describe_file_kind

_MAX_ROWS_CHECKED = 200


def read_worksheet(data: bytes) -> Worksheet:
    """Return the rows of a web page, or those that ``read_results`` returns of other files.

    :raises ImportFileError: as ``read_cells``
    """
    if describe_file_kind(data) == WEB_PAGE:
        return Worksheet("", read_saved_page(data).rows)
    return read_results(data)


def find_columns(data: bytes) -> ColumnFile:
    """Return the columns of *data* with the fields that their headings and cells tell.

    >>> find_columns(b"Board,NS,EW,Score\\n1,2,3,420").fields
    ('board', 'ns', 'ew', 'score')

    :raises ImportFileError: if the file has no columns, is damaged, or is far larger than any
        session
    """
    sheet, parts = split_parts(read_worksheet(data))
    if (at := find_heading_index(sheet.rows)) >= 0:
        sheet = unfold_sheet(sheet, at)
    rows = sheet.rows
    filled = [at for at, row in enumerate(rows) if row]
    width = max((len(row) for row in rows[:_MAX_ROWS_CHECKED]), default=0)
    if width < 2 or len(filled) < 2:
        raise _make_columns_none_error(looks_like=describe_file_kind(data))
    heading = find_heading_index(rows)
    if heading < 0 and not _has_figures(rows[filled[0]]) and _has_figures(rows[filled[1]]):
        heading = filled[0]  # Words above figures are headings, even if none is known.
    heading, headings = _choose_headings(rows, heading)
    columns_by_field = find_fields(headings)
    fields = [
        find_field(text) if columns_by_field.get(find_field(text)) == at else ""
        for at, text in enumerate(headings)
    ]
    columns = ColumnFile(
        sheet, heading, headings, tuple((*fields, *("",) * width)[: max(width, len(fields))]), parts
    )
    columns = replace(columns, fields=infer_fields_by_content(columns))
    if not sheet.has_formula_values:
        _refuse_uncounted(columns)
    return columns


def _refuse_uncounted(columns: ColumnFile) -> None:
    for title, field, column in zip(
        columns.titles, columns.fields, range(len(columns.fields)), strict=True
    ):
        if field and not any(len(row) > column and row[column] for row in columns.lines):
            raise ImportFileError(
                "columns-uncounted",
                "The column {title} is empty because its formulas haven’t been calculated. Open and "
                "save the file in a spreadsheet, then choose it again.",
                title=title,
            )


def read_columns(data: bytes, fields: Sequence[str] = (), contest: str = "") -> SourceEvent:
    """Return the event whose results stand in the columns of *data*.

    *fields* are the keys of ``FIELDS`` for the columns. Without them the headings decide. *contest*
    is the director's, as in ``read_source``.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence, or if
        needed columns are not found.
    """
    columns = find_columns(data)
    if fields:
        columns = columns.with_fields(fields)
    if columns.missing_fields:
        if _are_people(columns.headings):
            raise ImportFileError(
                "columns-of-people",
                "This is a list of people, not of results. Import it under People → Import list.",
            )
        if not columns.column_by_field:
            raise _make_columns_none_error(looks_like=describe_file_kind(data))
        raise ImportFileError(
            "columns-lacking",
            "The file has no column for {lacking}. Add that heading, or choose the column.",
            lacking=" or ".join(columns.missing_fields),
        )
    return ColumnsReader(columns, contest).read_event()


def _are_people(headings: Sequence[str]) -> bool:
    """Return whether *headings* are those of a list of people."""
    fields = set(map(find_people_field, headings)) - {""}
    return len(fields) > 1 and not fields.isdisjoint((NAME, LAST))


def _choose_headings(rows: Cells, heading: int) -> tuple[int, tuple[str, ...]]:
    """Return the last row of headings, and the heading of each column."""
    if heading < 0:
        return heading, ()
    choices = [(heading, tuple(rows[heading]))]
    for upper_index, lower_index in ((heading - 1, heading), (heading, heading + 1)):
        if (
            upper_index >= 0
            and lower_index < len(rows)
            and not any(map(_has_figures, rows[upper_index : lower_index + 1]))
        ):
            choices.append(
                (lower_index, tuple(_join_spanning_headings(rows[upper_index], rows[lower_index])))
            )
    return max(choices, key=lambda choice: len(find_fields(choice[1])))


def _join_spanning_headings(upper_row: Sequence[str], lower_row: Sequence[str]) -> Iterator[str]:
    """Yield headings that span columns (``Score``: ``NS``, ``EW``)."""
    group = ""
    for upper_heading, lower_heading in zip_longest(upper_row, lower_row, fillvalue=""):
        group = upper_heading or (group if lower_heading else "")
        yield f"{group} {lower_heading}".strip()


def _has_figures(row: Sequence[str]) -> bool:
    return any(character.isdigit() for cell in row for character in cell)


def _make_columns_none_error(*, looks_like: object) -> ImportFileError:
    return ImportFileError(
        "columns-none",
        "The file looks like {looks_like}, not a table of results. Add a row of headings such "
        "as Board, NS, EW, Contract, By, Tricks, Score.",
        looks_like=looks_like,
    )
