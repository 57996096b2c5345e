"""Parse results in columns, by headings and content."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, zip_longest

from director.additions.imports.formats.columns.erased import is_erased_heading, leave_out_erased
from director.additions.imports.formats.columns.layout import (
    ColumnFile,
    infer_fields_by_content,
    split_parts,
)
from director.additions.imports.formats.columns.rows import ColumnsReader
from director.additions.imports.formats.page_programs import explain_text_program
from director.additions.imports.formats.saved_pages import read_saved_page
from director.additions.imports.formats.source.model import SourceEvent
from director.formats.cells import (
    WORKBOOK,
    CellRows,
    Worksheet,
    detect_heading_index,
    read_result_rows,
    read_worksheets,
    stack_side_by_side_tables,
)
from director.formats.errors import ImportFileError
from director.formats.headings import (
    are_of_ranking,
    are_of_standings,
    get_index_by_field,
)
from director.formats.kinds import PLAIN_TEXT, WEB_PAGE, describe_file_kind
from director.formats.names.headings import PLACE, TEAM, are_of_people, match_list_column
from director.formats.names.person import has_name
from director.formats.reading import decode_text

_MAX_ROWS_CHECKED = 200
_PARTY_SHEETS = {"Standings", "Evening", "Event"}
"""Sheets of the workbook of a party. No other event has all of them."""


def read_worksheet(data: bytes) -> Worksheet:
    """Return the rows of a web page, or as ``read_result_rows`` those of another file.

    :raises ImportFileError: as ``read_cells``
    """
    if describe_file_kind(data) == WEB_PAGE:
        return Worksheet("", read_saved_page(data).rows)
    return read_result_rows(data)


def detect_columns(data: bytes) -> ColumnFile:
    """Return the columns of *data* with the fields that their headings and cells tell.

    >>> detect_columns(b"Board,NS,EW,Score\\n1,2,3,420").fields
    ('board', 'ns', 'ew', 'score')

    :raises ImportFileError: if the file has no columns, is damaged, or is far larger than any
        session
    """
    sheet, parts = split_parts(read_worksheet(data))
    if (index := detect_heading_index(sheet.rows)) >= 0:
        sheet = stack_side_by_side_tables(sheet, index)
    rows = sheet.rows
    filled_indexes = [index for index, row in enumerate(rows) if row]
    column_count = max((len(row) for row in rows[:_MAX_ROWS_CHECKED]), default=0)
    if column_count < 2 or len(filled_indexes) < 2:
        raise _make_no_columns_error(data)
    heading_index = detect_heading_index(rows)
    first_index, second_index = filled_indexes[:2]
    if (
        heading_index < 0
        and not _has_figures(rows[first_index])
        and _has_figures(rows[second_index])
    ):
        heading_index = first_index  # Words above figures are headings, even if none is known.
    heading_index, headings = _choose_headings(rows, heading_index)
    if any(map(is_erased_heading, headings)):
        sheet, headings = leave_out_erased(sheet, heading_index, headings)
        rows = sheet.rows
    fields = [""] * max(column_count, len(headings))
    for field, index in get_index_by_field(headings).items():
        fields[index] = field
    columns = ColumnFile(sheet, heading_index, headings, tuple(fields), parts)
    columns = replace(columns, fields=infer_fields_by_content(columns))
    if not sheet.has_formula_values:
        _refuse_uncalculated_columns(columns)
    if columns.missing_fields:
        if describe_file_kind(data) == WORKBOOK:
            _refuse_party_workbook(data)
        _refuse_standings(columns)
    return columns


def _refuse_party_workbook(data: bytes) -> None:
    """Raise if *data* is this program's own workbook of a party, which has no boards."""
    if {sheet.title for sheet in read_worksheets(data)} >= _PARTY_SHEETS:
        raise ImportFileError(
            "party-workbook",
            "This is the workbook of a party, with its standings but not its cards. Import the "
            "JSON file of the event, which has everything.",
        )


def _refuse_standings(columns: ColumnFile) -> None:
    """Raise if *columns* are standings, such as this program's own CSV."""
    if are_of_standings(columns.headings):
        raise ImportFileError(
            "columns-of-standings",
            "These are standings, without the results of the boards. Export the boards (CSV or "
            "Excel) or the whole event (JSON), and import that file.",
        )


def refuse_ranking(columns: ColumnFile) -> None:
    """Raise if *columns* are a ranking of people, of which only the names are of use."""
    if _are_of_names(columns) and are_of_ranking(columns.headings):
        raise ImportFileError(
            "columns-of-ranking",
            "This is a ranking without the results of its boards, so it can’t be scored. "
            "People → Import list takes its names.",
        )


def _are_of_names(columns: ColumnFile) -> bool:
    """Return whether *columns* have names of people, or of both players of a pair in one cell."""
    if are_of_people(columns.headings):
        return True
    for index, heading in enumerate(columns.headings):
        cells = [row[index] for row in columns.lines if index < len(row) and row[index]]
        if match_list_column(heading).field in (TEAM, PLACE) and cells:
            return all(has_name(cell) for cell in cells[:_MAX_ROWS_CHECKED])
    return False


def _refuse_uncalculated_columns(columns: ColumnFile) -> None:
    for column, field in enumerate(columns.fields):
        if field and not any(len(row) > column and row[column] for row in columns.lines):
            raise ImportFileError(
                "columns-uncounted",
                "The column {title} is empty because its formulas haven’t been calculated. Open and "
                "save the file in a spreadsheet, then choose it again.",
                title=columns.titles[column],
            )


def read_columns(data: bytes, fields: Sequence[str] = (), contest: str = "") -> SourceEvent:
    """Return the event whose results are in the columns of *data*.

    *fields* are the fields (``FIELD_LABELS``) of the columns. Without them the headings decide.
    *contest* is the director's choice, as in ``read_source``.

    :raises ImportFileError: with every problem of the file, or if it lacks a column
    """
    columns = detect_columns(data)
    if fields:
        columns = columns.with_fields(fields)
    if columns.missing_fields:
        refuse_ranking(columns)
        if len(columns.headings) > 1 and are_of_people(columns.headings):
            raise ImportFileError(
                "columns-of-people",
                "This is a list of people, not of results. Import it under People → Import list.",
            )
        if not columns.column_by_field:
            raise _make_no_columns_error(data)
        if describe_file_kind(data) == WEB_PAGE:
            # Nobody can add a heading to a page that a program makes.
            raise ImportFileError(
                "page-lacking",
                "This web page has no column for {lacking}. Choose the column that has it, or export the "
                "results as USEBIO, PBN or CSV from the program that made the page.",
                lacking=" or ".join(columns.missing_fields),
            )
        raise ImportFileError(
            "columns-lacking",
            "The file has no column for {lacking}. Add that heading, or choose the column.",
            lacking=" or ".join(columns.missing_fields),
        )
    return ColumnsReader(columns, contest).read_event()


def _choose_headings(rows: CellRows, heading_index: int) -> tuple[int, tuple[str, ...]]:
    """Return the last row of headings, and the heading of each column."""
    if heading_index < 0:
        return heading_index, ()
    best_index, best_headings = heading_index, tuple(rows[heading_index])
    # Headings may be in two rows: with the row above, or with the row below.
    for lower_index in (heading_index, heading_index + 1):
        two_rows = rows[lower_index - 1 : lower_index + 1] if lower_index else ()
        if len(two_rows) == 2 and not any(map(_has_figures, two_rows)):
            headings = tuple(_join_spanning_headings(*two_rows))
            if len(get_index_by_field(headings)) > len(get_index_by_field(best_headings)):
                best_index, best_headings = lower_index, headings
            width = max((len(row) for row in rows[lower_index + 1 : _MAX_ROWS_CHECKED]), default=0)
            headings = _spread_headings(*two_rows, width=width)
            if len(get_index_by_field(headings)) > len(get_index_by_field(best_headings)):
                best_index, best_headings = lower_index, headings
    return best_index, best_headings


def _join_spanning_headings(upper_row: Sequence[str], lower_row: Sequence[str]) -> Iterator[str]:
    """Yield headings that span columns (``Score``: ``NS``, ``EW``)."""
    group = ""
    for upper_heading, lower_heading in zip_longest(upper_row, lower_row, fillvalue=""):
        group = upper_heading or (group if lower_heading else "")
        yield f"{group} {lower_heading}".strip()


_MAX_SPANNING = 4
_MAX_UPPER_HEADINGS = 16


def _spread_headings(
    upper_row: Sequence[str], lower_row: Sequence[str], *, width: int
) -> tuple[str, ...]:
    """Return the headings of a copied table whose upper ones span two columns without saying which.

    >>> _spread_headings(["Pair No", "By", "Score"], ["N/S", "E/W"], width=4)
    ('Pair No N/S', 'Pair No E/W', 'By', 'Score')
    """
    upper = [cell for cell in upper_row if cell]
    lower = [cell for cell in lower_row if cell]
    count = len(lower) // 2
    is_of_two = len(lower) == 2 * count and len(upper) + count == width
    if not (is_of_two and 0 < count <= _MAX_SPANNING and len(upper) <= _MAX_UPPER_HEADINGS):
        return ()
    choices = []
    for spanning in combinations(range(len(upper)), count):
        below = iter(lower)
        headings: list[str] = []
        for index, heading in enumerate(upper):
            if index in spanning:
                headings += [f"{heading} {next(below)}", f"{heading} {next(below)}"]
            else:
                headings.append(heading)
        choices.append(tuple(headings))
    return max(choices, key=lambda headings: len(get_index_by_field(headings)), default=())


def _has_figures(row: Sequence[str]) -> bool:
    return any(character.isdigit() for cell in row for character in cell)


def _make_no_columns_error(data: bytes) -> ImportFileError:
    """Return why *data* is no table, with what to press in the program that it looks like."""
    kind = describe_file_kind(data)
    if kind == PLAIN_TEXT and (error := explain_text_program(decode_text(data))):
        return error
    return ImportFileError(
        "columns-none",
        "The file looks like {looks_like}, not a table of results. Add a row of headings such "
        "as Board, NS, EW, Contract, By, Tricks, Score.",
        looks_like=kind,
    )
