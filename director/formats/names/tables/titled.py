"""What the columns of a table with headings hold, by headings and cells."""

import re
from collections.abc import Sequence

from director.formats.names.headings import (
    EMAIL,
    FEDERATIONS,
    NAME,
    NAME_FIELDS,
    NUMBER,
    PLACE,
    PLAIN_NUMBER,
    REMARK,
    ROW_NUMBER,
    TABLE,
    TEAM,
    UNKNOWN,
    ListColumn,
)
from director.formats.names.person import has_name, split_people
from director.formats.names.tables.kinds import MIN_SHARE, is_place
from director.formats.names.tables.table import (
    PAIRS,
    PEOPLE,
    PLAYERS,
    PLAYERS_OF_TEAMS,
    TEAMS,
    PeopleTable,
)
from director.names import is_member_number


def prove_columns(table: PeopleTable) -> tuple[ListColumn, ...]:
    """Return the columns of *table* after a look at their cells."""
    has_names = table.has_field(*NAME_FIELDS)
    columns = list(table.columns)
    for index in range(table.width):
        if cells := table.list_cells(index):
            columns[index] = _prove_column(table, index, cells, has_names=has_names)
    if table.shape == TEAMS and not any(column.field == TEAM for column in columns):
        _set_team_column(columns)
    _settle_numbers(columns, table)
    return tuple(columns)


def _prove_column(
    table: PeopleTable, index: int, cells: Sequence[str], *, has_names: bool
) -> ListColumn:
    """Return what a column holds by its *cells*, which may contradict its heading."""
    column = table.columns[index]
    if column == UNKNOWN:
        return _prove_unknown_column(table, index, cells)
    are_digits = all(map(str.isdecimal, cells))
    if column.field == ROW_NUMBER and _are_beyond_places(cells):
        return ListColumn(PLAIN_NUMBER)
    if not has_names and _has_names_of_both(column, cells, table.shape):
        return ListColumn(NAME)
    if column.field == TEAM and are_digits:
        return ListColumn(PLACE)
    if column.field in NAME_FIELDS and are_digits:
        return ListColumn(PLAIN_NUMBER, column.player_no)
    return column


def _prove_unknown_column(table: PeopleTable, index: int, cells: Sequence[str]) -> ListColumn:
    address_count = sum("@" in cell for cell in cells)
    if address_count >= len(cells) * MIN_SHARE:
        return ListColumn(EMAIL)
    if table.shape != PEOPLE and _are_numbers_of_body(table, index):
        return ListColumn(NUMBER, _read_player_no(table, index))
    return UNKNOWN


def _has_names_of_both(column: ListColumn, cells: Sequence[str], shape: str) -> bool:
    """Return whether a column such as *Pair* or *Equipe* has the names of both players."""
    if column.field == TEAM and shape == PEOPLE:
        return sum(len(split_people(cell)) > 1 for cell in cells) >= len(cells) * MIN_SHARE
    return column.field == PLACE and all(map(has_name, cells))


_NUMBER_OF_BODY = re.compile(
    r".+\b(?:number|no|nr|num|id|n[°º]|#)\.?|(?:n[°ºor]|num|no|cod|kod|č)\b[.:]?\s*\S+",
    re.IGNORECASE,
)


def _are_numbers_of_body(table: PeopleTable, index: int) -> bool:
    """Return whether a column has membership numbers, as of *EBU number*."""
    title = table.titles[index] if index < len(table.titles) else ""
    is_federation = re.sub(r"[\W_]*[0-9]?$", "", title).casefold() in FEDERATIONS
    is_named = is_federation or _NUMBER_OF_BODY.fullmatch(title) or _read_player_no(table, index)
    return bool(is_named) and all(map(is_member_number, table.list_cells(index)))


def _are_beyond_places(cells: Sequence[str]) -> bool:
    """Return whether *cells* are membership numbers, too high to count lines or pairs."""
    return all(map(is_member_number, cells)) and not any(map(is_place, cells))


def _read_player_no(table: PeopleTable, index: int) -> int:
    """Return the number behind a heading such as ``ebu_1``, or 0."""
    title = table.titles[index] if index < len(table.titles) else ""
    if match := re.fullmatch(r"[^0-9]+([1-8])", title):
        return int(match[1])
    return 0


def _set_team_column(columns: list[ListColumn]) -> None:
    """Make the one column of names beside numbered players that of teams."""
    player_count = sum(bool(column.player_no) for column in columns if column.field in NAME_FIELDS)
    if columns.count(ListColumn(NAME)) == 1 and player_count > 1:
        columns[columns.index(ListColumn(NAME))] = ListColumn(TEAM)


def _settle_numbers(columns: list[ListColumn], table: PeopleTable) -> None:
    """Decide for each column of plain numbers whose numbers they are."""
    fields = {column.field for column in columns}
    for index, column in enumerate(columns):
        if column.field == PLAIN_NUMBER:
            columns[index] = column._replace(field=_settle_plain_number(column, index, table))
        elif column.field == ROW_NUMBER:
            is_place = table.shape != PEOPLE and not fields & {PLACE, PLAIN_NUMBER, TABLE}
            columns[index] = ListColumn(PLACE if is_place else ROW_NUMBER)
        elif column.field == PLACE and table.shape == PEOPLE:
            columns[index] = ListColumn(REMARK)
        elif column.field == TABLE:
            has_one_pair = max(other.player_no for other in columns) <= 2
            is_place = table.shape == PAIRS and not fields & {PLACE, PLAIN_NUMBER}
            columns[index] = ListColumn(PLACE if is_place and has_one_pair else REMARK)


def _settle_plain_number(column: ListColumn, index: int, table: PeopleTable) -> str:
    """Return whether plain numbers are membership numbers, places or nobody's."""
    fields = [other.field for other in table.columns]
    if table.shape == PEOPLE:
        return REMARK if NUMBER in fields else NUMBER
    if column.player_no:
        return NUMBER
    # The first of several counts the pairs, the others are their numbers.
    if fields.count(PLAIN_NUMBER) > 1 and fields.index(PLAIN_NUMBER) != index:
        return NUMBER
    if PLACE not in fields and all(map(is_place, table.list_cells(index))):
        is_first = not set(fields[:index]) & {*NAME_FIELDS}
        if is_first or table.shape in (PLAYERS, PLAYERS_OF_TEAMS) or NUMBER in fields:
            return PLACE
    return REMARK if NUMBER in fields else NUMBER
