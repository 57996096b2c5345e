"""Tables without headings: what the cells prove."""

from collections.abc import Sequence
from dataclasses import replace

from director.formats.cells import CellRows
from director.formats.dates import is_date
from director.formats.errors import ImportFileError
from director.formats.names.headings import (
    DIRECTION,
    EMAIL,
    FIRST,
    GROUP,
    LAST,
    NAME,
    NUMBER,
    PLACE,
    REMARK,
    TEAM,
    UNKNOWN,
    ListColumn,
)
from director.formats.names.line_parts import clean_cells
from director.formats.names.nobody import names_nobody
from director.formats.names.person import is_listed_number, is_placeholder, parse_person
from director.formats.names.tables.kinds import MIN_SHARE, WORD, detect_kind, is_dialled_number
from director.formats.names.tables.questions import make_name_question, make_surname_question
from director.formats.names.tables.rows import LOOSE_COMMAS
from director.formats.names.tables.table import (
    MAX_SAMPLE_CELLS,
    PAIRS,
    PEOPLE,
    PLAYERS,
    SAMPLE_ROWS,
    TEAMS,
    PeopleTable,
)


def read_untitled_table(
    rows: CellRows, shape: str, *, commas: str
) -> tuple[PeopleTable | None, ImportFileError | None]:
    """Return a table whose cells prove what they are, and what to ask about their order.

    It is None if lines are read one by one.
    """
    row_by_line_no = {line_no: row for line_no, row in enumerate(rows, start=1) if any(row)}
    width = max(map(len, row_by_line_no.values()), default=0)
    if width < 2:
        return None, None
    table = PeopleTable(
        shape,
        rows=list(row_by_line_no.values()),
        line_nos=list(row_by_line_no),
        columns=(UNKNOWN,) * width,
    )
    sample = _make_sample(table)
    kinds = _detect_kinds(sample)
    if shape == TEAMS:
        return _find_teams(table, kinds), None
    # "Ash,Ann" alone is a surname with a comma behind it, and so is "Ash, Ann, 701".
    is_in_front = commas == LOOSE_COMMAS and _are_names_in_front(sample, kinds)
    is_alone = bool(commas) and width == 2
    if not is_in_front and not is_alone:
        if _are_divided_names(kinds, shape):
            return _divide_names(table, kinds)
        if _are_unclear(sample, kinds):
            return _ask_about_columns(table, kinds)
    columns = _find_untitled_columns(sample, kinds)
    return replace(table, columns=columns) if columns else None, None


def _make_sample(table: PeopleTable) -> PeopleTable:
    """Return the lines of *table* by which its columns are judged: those of people, and names alone."""
    if table.shape != PEOPLE:
        return table
    row_by_line_no = {}
    for line_no, row in zip(table.line_nos, table.rows, strict=True):
        if not names_nobody(" ".join(row)):
            row_by_line_no[line_no] = clean_cells(row)
    return replace(table, rows=list(row_by_line_no.values()), line_nos=list(row_by_line_no))


def _find_untitled_columns(
    table: PeopleTable, kinds: Sequence[str]
) -> tuple[ListColumn, ...] | None:
    """Return the columns that the cells of *table* prove, or None if readers of lines know more."""
    if NAME not in kinds or not set(kinds) <= {NAME, NUMBER, EMAIL, REMARK, PLACE, DIRECTION}:
        return None
    # Names alone are known to the readers of lines.
    has_more = not {NUMBER, EMAIL, REMARK, DIRECTION}.isdisjoint(kinds)
    is_of_names = table.shape == PEOPLE and any(len(row) < 2 for row in table.rows)
    name_count = kinds.count(NAME)
    if not has_more or is_of_names or (table.shape == PAIRS and name_count > 2):
        return None
    columns = list(map(ListColumn, kinds))
    for index in range(kinds.index(NAME), len(kinds)):
        if kinds[index] == PLACE:
            # A figure behind the names is nobody's number.
            columns[index] = ListColumn(REMARK)
    if kinds.count(NUMBER) > name_count:
        _leave_out_numbers(columns, table)
    return tuple(columns)


def _are_names_in_front(table: PeopleTable, kinds: Sequence[str]) -> bool:
    """Return whether each row begins with a surname and a first name."""
    return table.shape == PEOPLE and list(kinds[:2]) == [WORD, WORD] and WORD not in kinds[2:]


def _are_unclear(table: PeopleTable, kinds: Sequence[str]) -> bool:
    """Return whether several columns of *table* may be names, beside other columns of people."""
    if table.shape != PEOPLE:
        return False
    # Two people of a line are known to the reader of lines.
    for row in table.rows[:SAMPLE_ROWS]:
        if any("&" in cell or "(" in cell or _has_name_and_number(cell) for cell in row):
            return False
    possible_kinds = [kind for kind in kinds if kind in (NAME, WORD)]
    for index, kind in enumerate(kinds):
        if not kind and not _has_no_names(table.list_cells(index)):
            possible_kinds.append(kind)
    has_others = not {NUMBER, EMAIL, REMARK, PLACE}.isdisjoint(kinds)
    are_names = set(possible_kinds) == {NAME}
    is_wide = sum(len(row) > 2 for row in table.rows) >= len(table.rows) * MIN_SHARE
    return is_wide and len(possible_kinds) > 1 and (has_others or not are_names)


def _has_no_names(cells: Sequence[str]) -> bool:
    """Return whether *cells* are numbers and addresses of any kind."""
    return all(
        "@" in cell or is_listed_number(cell) or is_dialled_number(cell) or is_date(cell)
        for cell in cells
    )


def _has_name_and_number(cell: str) -> bool:
    person = parse_person(cell)
    return bool(person.number) and len(person.name.split()) > 1


def _ask_about_columns(
    table: PeopleTable, kinds: Sequence[str]
) -> tuple[PeopleTable, ImportFileError]:
    columns = [UNKNOWN if kind in (NAME, WORD, "") else ListColumn(kind) for kind in kinds]
    question = make_name_question() if NAME in kinds else make_surname_question()
    return replace(table, columns=tuple(columns)), question


def _detect_kinds(table: PeopleTable) -> list[str]:
    """Return the field of each column that its cells prove, or ""."""
    kinds = []
    for index in range(table.width):
        cells = table.list_cells(index)
        kind = detect_kind(cells)
        may_be_clubs = len(cells) > MAX_SAMPLE_CELLS and kind in (NAME, WORD)
        if may_be_clubs and table.shape in (PEOPLE, PLAYERS):
            # People differ, but many are of one club.
            is_repeated = len(set(cells)) <= len(cells) * _MAX_SHARE_OF_CLUBS
            if is_repeated and not all(map(is_placeholder, cells)):
                kind = REMARK
        if table.shape == PEOPLE:
            kind = {PLACE: NUMBER, GROUP: REMARK}.get(kind, kind)
        kinds.append(kind)
    return kinds


def _are_divided_names(kinds: Sequence[str], shape: str) -> bool:
    """Return whether the only words are first names and surnames, of a person or of a pair."""
    if not set(kinds) <= {WORD, PLACE, NUMBER, EMAIL, REMARK}:
        return False
    return kinds.count(WORD) == {PEOPLE: 2, PAIRS: 4}.get(shape)


def _divide_names(
    table: PeopleTable, kinds: Sequence[str]
) -> tuple[PeopleTable, ImportFileError | None]:
    """Return a table of first names and surnames, and the question unless capitals answer it."""
    word_indexes = [index for index, kind in enumerate(kinds) if kind == WORD]
    is_first_upper, is_second_upper = (
        all(map(str.isupper, table.list_cells(index))) for index in word_indexes[:2]
    )
    fields = (LAST, FIRST) if is_first_upper and not is_second_upper else (FIRST, LAST)
    columns = list(map(ListColumn, kinds))
    for order, index in enumerate(word_indexes):
        player_no = 0 if table.shape == PEOPLE else 1 + order // 2
        columns[index] = ListColumn(fields[order % 2], player_no)
    question = make_surname_question() if is_first_upper == is_second_upper else None
    return replace(table, columns=tuple(columns)), question


_MIN_TEAM_CELLS = 4


def _find_teams(table: PeopleTable, kinds: Sequence[str]) -> PeopleTable | None:
    """Return a table with teams in front of their players, or None if no column is proved to have them.

    Players have a first name and a surname, so a word alone in front of them is a team.
    """
    if kinds in ([WORD, NAME], [NAME, NAME]):
        teams = table.list_cells(0)
        if len(set(teams)) * 2 <= len(teams):
            # A line for each player repeats the team.
            return replace(table, columns=(ListColumn(TEAM), ListColumn(NAME)))
    columns = [ListColumn(PLACE)] if kinds[0] == PLACE else []
    team_index = len(columns)
    player_kinds = kinds[team_index + 1 :]
    if len(player_kinds) < _MIN_TEAM_CELLS or set(player_kinds) != {NAME}:
        return None
    team_cells = table.list_cells(team_index)
    is_team = any(len(cell.split()) == 1 and not is_placeholder(cell) for cell in team_cells)
    if not is_team or any(":" in cell for cell in team_cells):
        return None
    columns.append(ListColumn(TEAM))
    columns += [ListColumn(NAME, number) for number in range(1, len(player_kinds) + 1)]
    return replace(table, columns=tuple(columns))


def _leave_out_numbers(columns: list[ListColumn], table: PeopleTable) -> None:
    """Keep the first column of numbers only, or the second if the first counts the lines."""
    number_indexes = [index for index, column in enumerate(columns) if column.field == NUMBER]
    first_index, second_index = number_indexes[:2]
    kept_index = second_index if _counts_lines(table.list_cells(first_index)) else first_index
    for index in number_indexes:
        if index != kept_index:
            columns[index] = ListColumn(REMARK)


def _counts_lines(cells: Sequence[str]) -> bool:
    """Return whether *cells* are 1, 2, 3 and so on."""
    return cells == [str(number) for number in range(1, len(cells) + 1)]


_MAX_SHARE_OF_CLUBS = 0.5
