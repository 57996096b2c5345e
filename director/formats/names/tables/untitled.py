"""Tables without headings: what the cells prove."""

from collections.abc import Sequence
from dataclasses import replace

from director.formats.cells import CellRows
from director.formats.dates import is_date
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
from director.formats.names.tables.questions import ASK_LAST, ASK_NAME, Question
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
) -> tuple[PeopleTable | None, Question | None]:
    """Return a table whose cells prove what they are, and what to ask about their order.

    It is None if lines are read one by one.
    """
    filled = [(line_no, row) for line_no, row in enumerate(rows, 1) if any(row)]
    width = max((len(row) for _line_no, row in filled), default=0)
    if width < 2:
        return None, None
    line_nos = [line_no for line_no, _row in filled]
    table = PeopleTable(shape, [row for _line_no, row in filled], line_nos, (UNKNOWN,) * width)
    sample = _make_sample(table)
    kinds = _detect_kinds(sample)
    if shape == TEAMS:
        return _find_teams(table, kinds), None
    # "Ash,Ann" alone is a surname with a comma behind it, and so is "Ash, Ann, 701".
    is_in_front = commas == LOOSE_COMMAS and _are_names_in_front(sample, kinds)
    if not (is_in_front or (commas and width == 2)):
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
    lines = zip(table.line_nos, table.rows, strict=True)
    named = [(no, clean_cells(row)) for no, row in lines if not names_nobody(" ".join(row))]
    return replace(table, rows=[row for _no, row in named], line_nos=[no for no, _row in named])


def _find_untitled_columns(
    table: PeopleTable, kinds: Sequence[str]
) -> tuple[ListColumn, ...] | None:
    """Return the columns that the cells of *table* prove, or None if readers of lines know more."""
    names = [index for index, kind in enumerate(kinds) if kind == NAME]
    if not names or not set(kinds) <= {NAME, NUMBER, EMAIL, REMARK, PLACE, DIRECTION}:
        return None
    # Names alone are known to the readers of lines.
    has_more = bool({NUMBER, EMAIL, REMARK, DIRECTION} & {*kinds})
    is_of_names = table.shape == PEOPLE and any(len(row) < 2 for row in table.rows)
    if not has_more or is_of_names or (table.shape == PAIRS and len(names) > 2):
        return None
    # A figure behind the names is nobody's number.
    columns = [
        ListColumn(REMARK if kind == PLACE and index > names[0] else kind)
        for index, kind in enumerate(kinds)
    ]
    if kinds.count(NUMBER) > len(names):
        _leave_out_numbers(columns, table)
    return tuple(columns)


def _are_names_in_front(table: PeopleTable, kinds: Sequence[str]) -> bool:
    """Return whether each row begins with a surname and a first name."""
    return table.shape == PEOPLE and list(kinds[:2]) == [WORD, WORD] and WORD not in kinds[2:]


def _are_unclear(table: PeopleTable, kinds: Sequence[str]) -> bool:
    """Return whether several columns of *table* may be names, beside other columns of people."""
    if table.shape != PEOPLE:
        return False
    texts = [
        kind
        for index, kind in enumerate(kinds)
        if kind in (NAME, WORD) or (not kind and not _has_no_names(table.list_cells(index)))
    ]
    has_others = bool({NUMBER, EMAIL, REMARK, PLACE} & {*kinds})
    is_wide = sum(len(row) > 2 for row in table.rows) >= len(table.rows) * MIN_SHARE
    are_names = set(texts) == {NAME}
    # Two people of a line are known to the reader of lines.
    if any(
        "&" in cell or "(" in cell or _has_name_and_number(cell)
        for row in table.rows[:SAMPLE_ROWS]
        for cell in row
    ):
        return False
    return is_wide and len(texts) > 1 and (has_others or not are_names)


def _has_no_names(cells: Sequence[str]) -> bool:
    """Return whether *cells* are numbers and addresses of any kind."""
    return all(
        "@" in cell or is_listed_number(cell) or is_dialled_number(cell) or is_date(cell)
        for cell in cells
    )


def _has_name_and_number(cell: str) -> bool:
    person = parse_person(cell)
    return bool(person.number) and len(person.name.split()) > 1


def _ask_about_columns(table: PeopleTable, kinds: Sequence[str]) -> tuple[PeopleTable, Question]:
    columns = [UNKNOWN if kind in (NAME, WORD, "") else ListColumn(kind) for kind in kinds]
    return replace(table, columns=tuple(columns)), ASK_NAME if NAME in kinds else ASK_LAST


def _detect_kinds(table: PeopleTable) -> list[str]:
    """Return the field of each column that its cells prove, or ""."""
    kinds = []
    for index in range(table.width):
        cells = table.list_cells(index)
        kind = detect_kind(cells)
        is_many = len(cells) > MAX_SAMPLE_CELLS
        if is_many and table.shape in (PEOPLE, PLAYERS) and kind in (NAME, WORD):
            # People differ, but many are of one club.
            is_club = len(set(cells)) <= len(cells) * _MAX_SHARE_OF_CLUBS
            kind = REMARK if is_club and not all(map(is_placeholder, cells)) else kind
        if table.shape == PEOPLE:
            kind = {PLACE: NUMBER, GROUP: REMARK}.get(kind, kind)
        kinds.append(kind)
    return kinds


def _are_divided_names(kinds: Sequence[str], shape: str) -> bool:
    words = kinds.count(WORD)
    others = set(kinds) - {WORD, PLACE, NUMBER, EMAIL, REMARK}
    return not others and ((shape == PEOPLE and words == 2) or (shape == PAIRS and words == 4))


def _divide_names(table: PeopleTable, kinds: Sequence[str]) -> tuple[PeopleTable, Question | None]:
    """Return a table of first names and surnames, and the question unless capitals answer it."""
    words = [index for index, kind in enumerate(kinds) if kind == WORD]
    fields = [FIRST, LAST] * (len(words) // 2)
    capitals = [all(map(str.isupper, table.list_cells(index))) for index in words]
    if capitals[0] and not capitals[1]:
        fields = [LAST, FIRST] * (len(words) // 2)
    columns = [ListColumn(kind) for kind in kinds]
    for order, index in enumerate(words):
        player_no = 0 if table.shape == PEOPLE else 1 + order // 2
        columns[index] = ListColumn(fields[order], player_no)
    question = ASK_LAST if capitals[0] == capitals[1] else None
    return replace(table, columns=tuple(columns)), question


_MIN_TEAM_CELLS = 4


def _find_teams(table: PeopleTable, kinds: Sequence[str]) -> PeopleTable | None:
    """Return a table with teams in front of their players, or None if no column is proved to have them.

    Players have a first name and a surname, so a word alone in front of them is a team.
    """
    teams = table.list_cells(0)
    if (
        kinds[:2] in ([WORD, NAME], [NAME, NAME])
        and len(kinds) == 2
        and len(set(teams)) * 2 <= len(teams)
    ):
        # A line for each player repeats the team.
        return replace(table, columns=(ListColumn(TEAM), ListColumn(NAME)))
    first = 1 if kinds[0] == PLACE else 0
    players = kinds[first + 1 :]
    first_cells = table.list_cells(first) if first < len(kinds) else []
    is_team = any(len(cell.split()) == 1 and not is_placeholder(cell) for cell in first_cells)
    are_players = len(players) >= _MIN_TEAM_CELLS and set(players) <= {NAME}
    if not is_team or not are_players or any(map(_has_colon, first_cells)):
        return None
    columns = [ListColumn(PLACE)] * first + [ListColumn(TEAM)]
    columns += [ListColumn(NAME, number) for number in range(1, len(players) + 1)]
    return replace(table, columns=tuple(columns))


def _has_colon(cell: str) -> bool:
    return ":" in cell


def _leave_out_numbers(columns: list[ListColumn], table: PeopleTable) -> None:
    """Keep the first column of numbers only, or the second if the first counts the lines."""
    numbers = [index for index, column in enumerate(columns) if column.field == NUMBER]
    if _counts_lines(table.list_cells(numbers[0])):
        numbers = [numbers[1], numbers[0], *numbers[2:]]
    for index in numbers[1:]:
        columns[index] = ListColumn(REMARK)


def _counts_lines(cells: Sequence[str]) -> bool:
    """Return whether *cells* are 1, 2, 3 and so on."""
    return cells == [str(number) for number in range(1, len(cells) + 1)]


_MAX_SHARE_OF_CLUBS = 0.5
