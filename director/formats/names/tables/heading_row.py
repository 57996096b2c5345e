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


def find_heading_index(rows: CellRows) -> int | None:
    """Return the index of the row of headings, or None without one."""
    known_index = _find_known_headings(rows)
    if known_index is None:
        return _find_unknown_headings(rows)
    return known_index


def _find_known_headings(rows: CellRows) -> int | None:
    """Return the index of the row of headings, or None if no row has headings that are known."""
    widest_title = 0
    for index, row in enumerate(rows[:MAX_TITLE_ROWS]):
        filled_cells = [cell for cell in row if cell]
        if len(filled_cells) > widest_title and _are_headings(filled_cells):
            return index
        # Titles have fewer cells than the headings. A row of people above has as many.
        widest_title = max(widest_title, len(filled_cells))
    return None


def _are_headings(cells: Sequence[str]) -> bool:
    columns = [match_list_column(cell) for cell in cells]
    known_count = sum(bool(column.field) for column in columns)
    left_out_count = sum(cell.startswith("[") and cell.endswith("]") for cell in cells)
    if not any(map(_is_heading_of_names, columns)):
        return left_out_count == len(cells)
    first_column = columns[0]
    if len(cells) == 1:
        is_of_names = first_column.field in NAME_FIELDS and not first_column.is_compass
        # "12 members" counts those below.
        return is_of_names and not has_figure(cells[0])
    if known_count >= 2 or known_count + left_out_count >= len(cells) * _MIN_HEADING_SHARE:
        return True
    are_short = len(cells) > 2 and not any(" " in cell or "&" in cell for cell in cells)
    return are_short and first_column.field in (TEAM, PLACE)


def _is_heading_of_names(column: ListColumn) -> bool:
    """Return whether *column* is of names or teams, and can't be somebody's name itself."""
    # "Partner" may as well be somebody without a name.
    is_partner = column.field == NAME and column.player_no == 2 and not column.is_compass
    return column.field in (*NAME_FIELDS, TEAM) and not is_partner


def _find_unknown_headings(rows: CellRows) -> int | None:
    """Return the index of a row that must be headings, although few of them are known.

    Its cells have no figures, while those below are figures, or names of several words.
    """
    filled_indexes = [index for index, row in enumerate(rows) if sum(map(bool, row)) > 1]
    if len(filled_indexes) < 2 or filled_indexes[0] >= MAX_TITLE_ROWS:
        return None
    heading_index = filled_indexes[0]
    heading = rows[heading_index]
    titles = [cell for cell in heading if cell]
    if any(has_figure(title) or "@" in title or is_placeholder(title) for title in titles):
        return None
    rows_below = [clean_cells(rows[index]) for index in filled_indexes[1:SAMPLE_ROWS]]
    name_count = 0
    for index, title in enumerate(heading):
        cells = [row[index] for row in rows_below if index < len(row) and row[index]]
        if not title or not cells:
            continue
        if sum(map(_is_figure, cells)) >= len(cells) * MIN_SHARE:
            return heading_index
        if len(title.split()) == 1 and all(len(cell.split()) > 1 for cell in cells):
            name_count += 1
    # Two cells may be "Ash, Ada" above "van den Berg, Jan Willem".
    if len(titles) > 2 and name_count >= len(titles) - 1:
        return heading_index
    return None


def _is_figure(cell: str) -> bool:
    if "@" in cell:
        return True
    return has_figure(cell) and sum(map(str.isalpha, cell)) <= 3
