"""Leave out entries that a table unit erased, from its results in CSV or Excel.

Its own file has the same columns, and :mod:`director.additions.imports.units.bws` reads them alike.
"""

from collections.abc import Sequence
from dataclasses import replace

from director.formats.cells import Worksheet
from director.formats.headings import get_index_by_field, normalize_heading

_YES = frozenset(["true", "1", "-1", "yes", "y", "wahr", "vrai", "ja", "x"])
_PLAY_FIELDS = ("section", "round", "table", "board")
_MEETING_FIELDS = ("section", "board", "ns", "ew")
_ERASED = "erased"


def is_erased_heading(heading: str) -> bool:
    """Return whether the column says which entries were erased."""
    return normalize_heading(heading.casefold()) == _ERASED


def leave_out_erased(
    sheet: Worksheet, heading_index: int, headings: tuple[str, ...]
) -> tuple[Worksheet, tuple[str, ...]]:
    """Return *sheet* with the last entry of each result that isn't erased, and without that column.

    An entry replaces those before it of the same table, round and board, or of the same pairs.
    """
    column = next(index for index, each in enumerate(headings) if is_erased_heading(each))
    index_by_field = get_index_by_field(headings)
    last_rows: dict[tuple[str, ...], int] = {}
    for index, row in enumerate(sheet.rows[heading_index + 1 :], heading_index + 1):
        if row:
            last_rows[_get_key(row, index_by_field, index)] = index
    valid_rows: dict[tuple[str, ...], int] = {}
    for index in last_rows.values():
        row = sheet.rows[index]
        if _get_cell(row, column).casefold() not in _YES:
            valid_rows[_get_cells(row, index_by_field, _MEETING_FIELDS)] = index
    kept_indexes = set(valid_rows.values())
    rows = []
    for index, row in enumerate(sheet.rows):
        is_kept = index <= heading_index or index in kept_indexes
        cells = ["" if cell_index == column else cell for cell_index, cell in enumerate(row)]
        rows.append(cells if is_kept else [])
    titles = tuple("" if index == column else title for index, title in enumerate(headings))
    return replace(sheet, rows=rows), titles


def _get_key(row: Sequence[str], index_by_field: dict[str, int], row_index: int) -> tuple[str, ...]:
    """Return what identifies a result: where it was played, or who met. Other rows are their own."""
    if "board" not in index_by_field or not _get_cell(row, index_by_field["board"]):
        return (str(row_index),)
    is_placed = all(_get_cell(row, index_by_field.get(name, -1)) for name in ("round", "table"))
    fields = _PLAY_FIELDS if is_placed else _MEETING_FIELDS
    return (fields[1], *_get_cells(row, index_by_field, fields))


def _get_cells(
    row: Sequence[str], index_by_field: dict[str, int], fields: Sequence[str]
) -> tuple[str, ...]:
    return tuple(_get_cell(row, index_by_field.get(name, -1)) for name in fields)


def _get_cell(row: Sequence[str], index: int) -> str:
    return row[index] if 0 <= index < len(row) else ""
