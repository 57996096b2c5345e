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
    columns = list(table.columns)
    has_names = table.has_field(*NAME_FIELDS)
    for index, column in enumerate(columns):
        cells = table.list_cells(index)
        if not cells:
            continue
        digits = sum(cell.isdecimal() for cell in cells)
        mails = sum("@" in cell for cell in cells)
        if column == UNKNOWN and mails >= len(cells) * MIN_SHARE:
            columns[index] = ListColumn(EMAIL)
        elif column == UNKNOWN and table.shape != PEOPLE and _are_numbers_of_body(table, index):
            columns[index] = ListColumn(NUMBER, _read_player_no(table, index))
        elif column.field == ROW_NUMBER and _are_beyond_places(cells):
            columns[index] = ListColumn(PLAIN_NUMBER)
        elif not has_names and _has_names_of_both(column, cells, table.shape):
            columns[index] = ListColumn(NAME)
        elif column.field == TEAM and digits == len(cells):
            columns[index] = ListColumn(PLACE)
        elif column.field in NAME_FIELDS and digits == len(cells):
            columns[index] = ListColumn(PLAIN_NUMBER, column.player_no)
    if table.shape == TEAMS and not any(column.field == TEAM for column in columns):
        _find_team_column(columns)
    _settle_numbers(columns, table)
    return tuple(columns)


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
    match = re.fullmatch(r"[^0-9]+([1-8])", title)
    return int(match[1]) if match else 0


def _find_team_column(columns: list[ListColumn]) -> None:
    """Let the one column of names beside players be that of teams."""
    names = [index for index, column in enumerate(columns) if column == ListColumn(NAME)]
    others = [column for column in columns if column.field in NAME_FIELDS and column.player_no]
    if len(names) == 1 and len(others) > 1:
        columns[names[0]] = ListColumn(TEAM)


def _settle_numbers(columns: list[ListColumn], table: PeopleTable) -> None:
    """Decide for each column of plain numbers whose numbers they are."""
    fields = [column.field for column in columns]
    for index, column in enumerate(columns):
        if column.field == PLAIN_NUMBER:
            columns[index] = column._replace(field=_settle_plain_number(column, index, table))
        elif column.field == ROW_NUMBER:
            is_place = table.shape != PEOPLE and not {PLACE, PLAIN_NUMBER, TABLE} & {*fields}
            columns[index] = ListColumn(PLACE if is_place else ROW_NUMBER)
        elif column.field == PLACE and table.shape == PEOPLE:
            columns[index] = ListColumn(REMARK)
        elif column.field == TABLE:
            is_place = table.shape == PAIRS and not {PLACE, PLAIN_NUMBER} & {*fields}
            is_place = is_place and max(each.player_no for each in columns) <= 2
            columns[index] = ListColumn(PLACE if is_place else REMARK)


def _settle_plain_number(column: ListColumn, index: int, table: PeopleTable) -> str:
    fields = [each.field for each in table.columns]
    if table.shape == PEOPLE:
        return REMARK if NUMBER in fields else NUMBER
    if column.player_no or (fields.count(PLAIN_NUMBER) > 1 and fields.index(PLAIN_NUMBER) != index):
        return NUMBER
    figures = table.list_cells(index)
    are_places = all(map(is_place, figures))
    if are_places and not {PLACE} & {*fields}:
        is_first = not any(each.field in NAME_FIELDS for each in table.columns[:index])
        if is_first or table.shape in (PLAYERS, PLAYERS_OF_TEAMS) or NUMBER in fields:
            return PLACE
    return NUMBER if NUMBER not in fields else REMARK
