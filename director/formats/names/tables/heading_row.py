"""Find the row of headings in the rows of a list."""

from collections.abc import Sequence

from director.formats.cells import CellRows
from director.formats.names.headings import (
    NAME,
    NAME_FIELDS,
    PLACE,
    TEAM,
    ListColumn,
    match_list_column,
)
from director.formats.names.line_parts import clean_cells
from director.formats.names.person import is_placeholder
from director.formats.names.tables.kinds import MIN_SHARE, has_figure
from director.formats.names.tables.rows import MAX_TITLE_ROWS
from director.formats.names.tables.table import SAMPLE_ROWS

_MIN_HEADING_SHARE = 0.5


def _find_known_headings(rows: CellRows) -> int | None:
    """Return the index of the row of headings, or None if no row has headings that are known."""
    widest_title = 0
    for index, row in enumerate(rows[:MAX_TITLE_ROWS]):
        filled = [cell for cell in row if cell]
        if len(filled) > widest_title and _are_headings(filled):
            return index
        # Titles have fewer cells than the headings. A row of people above has as many.
        widest_title = max(widest_title, len(filled))
    return None


def _are_headings(cells: Sequence[str]) -> bool:
    columns = [match_list_column(cell) for cell in cells]
    known = [column for column in columns if column.field]
    left_out = sum(cell.startswith("[") and cell.endswith("]") for cell in cells)
    is_named = any(
        column.field in (*NAME_FIELDS, TEAM) and not _is_partner_alone(column) for column in known
    )
    if not is_named:
        return left_out == len(cells)
    are_short = len(cells) > 2 and not any(" " in cell or "&" in cell for cell in cells)
    if len(cells) == 1:
        is_of_names = columns[0].field in NAME_FIELDS and not columns[0].is_compass
        # "12 members" counts those below.
        return is_of_names and not has_figure(cells[0])
    is_half = len(known) + left_out >= len(cells) * _MIN_HEADING_SHARE
    return len(known) >= 2 or is_half or (are_short and columns[0].field in (TEAM, PLACE))


def _is_partner_alone(column: ListColumn) -> bool:
    """Return whether *column* may as well be somebody without a name, such as *Partner*."""
    return column.player_no == 2 and not column.is_compass and column.field == NAME


def _find_unknown_headings(rows: CellRows) -> int | None:
    """Return the index of a row that must be headings, although few of them are known.

    Its cells have no figures, while those below are figures, or names of several words.
    """
    filled_rows = [index for index, row in enumerate(rows) if len(list(filter(None, row))) > 1]
    if len(filled_rows) < 2 or filled_rows[0] >= MAX_TITLE_ROWS:
        return None
    index = filled_rows[0]
    heading = rows[index]
    cells = [cell for cell in heading if cell]
    if any(has_figure(cell) or "@" in cell or is_placeholder(cell) for cell in cells):
        return None
    below = [clean_cells(rows[other]) for other in filled_rows[1:SAMPLE_ROWS]]
    names = 0
    for column, title in enumerate(heading):
        column_cells = [row[column] for row in below if column < len(row) and row[column]]
        if not title or not column_cells:
            continue
        figures = sum(map(_is_figure, column_cells))
        if figures >= len(column_cells) * MIN_SHARE:
            return index
        has_words = sum(len(cell.split()) > 1 for cell in column_cells)
        names += len(title.split()) == 1 and has_words == len(column_cells)
    # Two cells may be "Ash, Ada" above "van den Berg, Jan Willem".
    are_names = len(cells) > 2 and names >= 2 and names >= len(cells) - 1
    return index if are_names else None


def _is_figure(cell: str) -> bool:
    return "@" in cell or (has_figure(cell) and sum(map(str.isalpha, cell)) <= 3)


def find_heading_index(rows: CellRows) -> int | None:
    known_index = _find_known_headings(rows)
    return _find_unknown_headings(rows) if known_index is None else known_index
