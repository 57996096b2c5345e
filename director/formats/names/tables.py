"""Read a table of people, pairs or teams, whatever its language, separator and encoding.

The only reader of such tables: People and every kind of Seats use it. A heading that isn't known
is asked about (:class:`ColumnsQuestion`), and never becomes a person.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from director.formats.cells import (
    MAX_COLUMNS,
    WORKBOOK,
    CellRows,
    cut_rows,
    iter_cells_by_blanks,
    limit_rows,
    read_worksheets,
)
from director.formats.dates import is_date
from director.formats.errors import IgnoredParts, ImportFileError
from director.formats.headings import normalize_heading
from director.formats.kinds import describe_file_kind
from director.formats.names.chats import read_chat
from director.formats.names.headings import (
    CAPTAIN,
    DIRECTION,
    EMAIL,
    FEDERATIONS,
    FIRST,
    GROUP,
    GUESTS,
    LAST,
    LAST_NAME_FIRST,
    NAME,
    NAME_AS_WRITTEN,
    NAME_FIELDS,
    NUMBER,
    PERSON_FIELDS,
    PLACE,
    PLAIN_NUMBER,
    REMARK,
    ROW_NUMBER,
    TABLE,
    TEAM,
    UNKNOWN,
    VISITOR,
    ListColumn,
    choose_code_page,
    match_list_column,
)
from director.formats.names.line_parts import clean_cells
from director.formats.names.nobody import names_nobody
from director.formats.names.person import (
    has_name,
    is_listed_number,
    is_placeholder,
    is_telephone,
    parse_person,
    split_people,
)
from director.formats.reading import (
    decode_by_headings,
    read_limited,
    shorten_blanks,
    strip_invisible,
)
from director.formats.refusals import make_file_other_format_error
from director.names import is_member_number, is_particle

PEOPLE, PAIRS, PLAYERS, TEAMS = "people", "pairs", "players", "teams"
PLAYERS_OF_TEAMS = "players of teams"
"""What a list is of."""
MAX_LIST_BYTES = 10_000_000
"""Bytes of a list of people. A union with 20,000 members has some two million."""
_MAX_SEATS_BYTES = 1_000_000
_MAX_TITLE_ROWS = 10
_SAMPLE_LINES = 60
_SAMPLE_ROWS = 400
_STRONG_DELIMITERS = "\t;|"
_DELIMITERS = f"{_STRONG_DELIMITERS},"
_WIDE_BLANKS = re.compile(r"\S {2,}\S")
_MIN_SHARE = 0.75
"""The part of a column's cells that proves what the column holds."""
_MAX_SAMPLE_CELLS = 3
_MIN_HEADING_SHARE = 0.5
_MAX_COLUMN_DIGITS = 3

# What the director can say about a column, as the page sends it, with the heading that says the same.

_CHOICES: Mapping[str, str] = {
    "name": "Name",
    "first": "First name",
    "last": "Surname",
    "number": "Membership number",
    "place": "No.",
    "team": "Team",
    "captain": "Captain",
    "group": "Group",
    "email": "E-mail",
    "visitor": "Visitor",
    **{f"name-{number}": f"Player {number}" for number in range(1, 9)},
    "first-1": "First name 1",
    "last-1": "Surname 1",
    "first-2": "First name 2",
    "last-2": "Surname 2",
}
_CHOICES_BY_SHAPE = {
    PEOPLE: ("name", "first", "last", "number", "email", "visitor"),
    PLAYERS: ("name", "first", "last", "number", "place", "group"),
    PLAYERS_OF_TEAMS: (
        *("team", "name", "first", "last", "number", "place"),
        *(f"name-{number}" for number in range(1, 9)),
    ),
    PAIRS: (
        *("place", "name", "name-1", "name-2", "first-1", "last-1", "first-2", "last-2"),
        "number",
    ),
    TEAMS: (
        *("place", "team", "captain", *(f"name-{number}" for number in range(1, 9))),
        *("name", "first", "last", "number"),
    ),
}


_USED_FIELDS = {
    PEOPLE: (VISITOR,),
    PAIRS: (PLACE, DIRECTION),
    PLAYERS: (PLACE, VISITOR, GUESTS, GROUP),
    PLAYERS_OF_TEAMS: (PLACE, VISITOR, GUESTS, GROUP, TEAM),
    TEAMS: (PLACE, TEAM, CAPTAIN),
}
"""What a door uses besides names, numbers and addresses."""


@dataclass(frozen=True, slots=True)
class UnknownColumn:
    """A column that the director is asked about, with what it seems to hold."""

    name: str
    title: str
    sample: str
    choice: str


_Question = tuple[str, str]
_ASK_NAME = ("columns-ask-name", "Which column is the name? Choose what each column has.")
_ASK_FIRST = (
    "columns-ask-first",
    "Which column is the first name? Choose what each column has.",
)
_ASK_LAST = ("columns-ask-last", "Which column is the surname? Choose what each column has.")
_ASK_PLAYERS = (
    "columns-ask-players",
    "Which columns are the players? Choose what each column has.",
)
_ASK_TEAMS = (
    "columns-ask-teams",
    "Which columns are the team and its players? Choose what each column has.",
)


def needs_column_answers(error: ImportFileError) -> bool:
    """Return whether *error* asks what the columns of a list hold."""
    return error.code.startswith("columns-ask-")


@dataclass(frozen=True, slots=True)
class ColumnsQuestion:
    """What a page asks about the columns of a list."""

    table: "PeopleTable"

    @property
    def text(self) -> str:
        """The list as text, which the page shows."""
        return self.table.text

    @property
    def columns(self) -> list[UnknownColumn]:
        """The columns to ask about."""
        proposals = _propose_choices(self.table)
        return [
            UnknownColumn(
                name=f"{ANSWER_PREFIX}{index}",
                title=self.table.get_title(index),
                sample=", ".join(self.table.list_samples(index)),
                choice=_get_choice(self.table.columns[index]) or proposals.get(index, ""),
            )
            for index in range(self.table.width)
        ]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What a column of such a list can hold."""
        return [("", "Leave out")] + [
            (choice, _CHOICES[choice]) for choice in _CHOICES_BY_SHAPE[self.table.shape]
        ]


def _propose_choices(table: "PeopleTable") -> dict[int, str]:
    """Return what columns with unknown headings seem to hold, by their cells."""
    unknown = [index for index, column in enumerate(table.columns) if column == UNKNOWN]
    kinds = {index: _detect_kind(table.list_cells(index)) for index in unknown}
    names = [index for index, kind in kinds.items() if kind == NAME]
    if len(names) == 1 or table.shape not in (PAIRS, TEAMS):
        proposals = dict.fromkeys(names[:1], "name")
    else:
        proposals = {index: f"name-{number}" for number, index in enumerate(names[:8], 1)}
    number_choices = {PLACE: "place", NUMBER: "number", EMAIL: "email", _WORD: ""}
    if table.shape == PEOPLE:
        number_choices[PLACE] = "number"
    if table.shape == TEAMS:
        number_choices[_WORD] = "team"
    for index, kind in kinds.items():
        choice = number_choices.get(kind, "")
        is_new = choice not in (*proposals.values(), *map(_get_choice, table.columns))
        if is_new and choice in _CHOICES_BY_SHAPE[table.shape]:
            proposals[index] = choice
    return proposals


def _get_choice(column: ListColumn) -> str:
    name = {PLAIN_NUMBER: "number", LAST_NAME_FIRST: "name"}.get(column.field, column.field)
    for choice in (f"{name}-{column.player_no}", name):
        if choice in _CHOICES:
            return choice
    return ""


@dataclass(frozen=True)
class PeopleTable:
    """The rows of a list for *shape*, and what each column holds.

    *rows* are those below the headings, with their *line_nos*. *titles* are the headings by column,
    and *top_rows* what is above them.
    """

    shape: str
    rows: CellRows
    line_nos: Sequence[int]
    columns: tuple[ListColumn, ...]
    titles: tuple[str, ...] = ()
    top_rows: CellRows = field(default_factory=list)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    def get_title(self, index: int) -> str:
        """Return the heading of a column, or "Column 2" without one."""
        title = self.titles[index].strip("[]") if index < len(self.titles) else ""
        return title or f"Column {index + 1}"

    def list_samples(self, index: int) -> list[str]:
        """Return the first different cells of a column."""
        return list(dict.fromkeys(self.list_cells(index)))[:_MAX_SAMPLE_CELLS]

    def list_cells(self, index: int) -> list[str]:
        """Return the filled cells of a column in the first rows."""
        return [row[index] for row in self.rows[:_SAMPLE_ROWS] if index < len(row) and row[index]]

    def without_columns(self, indexes: Iterable[int]) -> "PeopleTable":
        """Return the table without what the columns at *indexes* hold, which somebody has read."""
        read_indexes = set(indexes)
        rows = [
            ["" if index in read_indexes else cell for index, cell in enumerate(row)]
            for row in self.rows
        ]
        return replace(self, rows=rows) if read_indexes else self

    def has_field(self, *fields: str) -> bool:
        """Return whether a column has one of *fields*."""
        return any(column.field in fields for column in self.columns)

    @property
    def text(self) -> str:
        """The list as lines with a tab between cells."""
        lines = [*self.top_rows]
        if any(self.titles):
            lines.append(list(self.titles))
        filled = dict(zip(self.line_nos, self.rows, strict=True))
        first = len(lines) + 1
        last = max(self.line_nos, default=0)
        lines += [filled.get(line_no, []) for line_no in range(first, last + 1)]
        return "\n".join("\t".join(line) for line in lines)

    @cached_property
    def left_out(self) -> list[str]:
        """The sentences about columns that nobody needs here."""
        used_fields = {*PERSON_FIELDS, ROW_NUMBER, *_USED_FIELDS[self.shape]}
        unused = [column.field not in used_fields for column in self.columns]
        parts = IgnoredParts()
        for row in self.rows:
            for index, cell in enumerate(row):
                if cell and (index >= self.width or unused[index]):
                    parts.add_part(self.get_title(index), cell)
        return list(map(str, parts.make_doubts("Columns")))


# Text and rows.


def decode_list(data: bytes) -> str:
    """Return *data* as text in the encoding in which most of its headings are known.

    >>> decode_list("Soyadı;Adı".encode("cp1254")), decode_list("Zoë Ash".encode("cp1252"))
    ('Soyadı;Adı', 'Zoë Ash')
    """
    return decode_by_headings(data, _rate_code_page)


def _rate_code_page(titles: Sequence[str], page: str) -> tuple[int, bool]:
    """Return how many headings are known in *page*, and whether it is that of their language."""
    known = [title for title in titles if match_list_column(title).field]
    marked = sum(not title.isascii() for title in known)
    return marked, any(choose_code_page(title) == page for title in known)


_FRENCH_TITLE = re.compile(r"\b(?:Mme|Mlle|MME|MLLE|Mmes|MM)\b\.?\s+(?=[^\W\d_])")
_MONSIEUR = re.compile(
    r"(?:^|(?<=[\t;,|/&+(-])|(?<=[;,|/&+-] )|(?<= et ))M\. ?(?=[^\W\d_]{2})", re.MULTILINE
)
_MIN_MONSIEURS = 3


def _without_french_titles(text: str) -> str:
    """Return *text* without *M.* in front of names, if other titles or all lines prove that it is one.

    Elsewhere it is an initial.

    >>> _without_french_titles("M. FRENE PAUL\\nMme CHENE ANNE"), _without_french_titles("M. Night Ash")
    ('FRENE PAUL\\nCHENE ANNE', 'M. Night Ash')
    """
    has_others = _FRENCH_TITLE.search(text) is not None
    count = len(_MONSIEUR.findall(text))
    if has_others or (count >= _MIN_MONSIEURS and count >= sum(map(bool, text.splitlines()))):
        text = _MONSIEUR.sub("", text)
    return _FRENCH_TITLE.sub("", text) if has_others else text


def read_list_rows(source: str | bytes, max_bytes: int = MAX_LIST_BYTES) -> CellRows:
    """Return all rows of a list, some of them empty, without columns that are empty in front of others.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    rows = _read_rows(source, max_bytes)
    filled_indexes = (next((i for i, cell in enumerate(row) if cell), None) for row in rows)
    first = min((index for index in filled_indexes if index is not None), default=0)
    return [row[first:] for row in rows] if first else rows


def _read_rows(source: str | bytes, max_bytes: int) -> CellRows:
    if isinstance(source, bytes):
        data = read_limited(source, max_bytes)
        kind = describe_file_kind(data)
        if kind == WORKBOOK:
            sheets = [sheet for sheet in read_worksheets(data) if sheet.is_visible]
            return max(
                (sheet.rows for sheet in sheets),
                key=lambda rows: (_rate_headings(rows), len(rows)),
                default=[],
            )
        if kind != "plain text":
            raise make_file_other_format_error(
                looks_like=kind,
                wanted="a list of names",
                advice="copy the names and paste them, or save them as CSV",
            )
        text = decode_list(data)
    else:
        text = shorten_blanks(source)
    return _cut_text(_without_french_titles(read_chat(text)))


def read_list_text(source: str | bytes) -> str:
    """Return a list as text: that of a file, or the rows of a workbook with tabs.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    if isinstance(source, str):
        return _without_french_titles(read_chat(shorten_blanks(source)))
    data = read_limited(source, MAX_LIST_BYTES)
    if describe_file_kind(data) == "plain text":
        return _without_french_titles(read_chat(decode_list(data)))
    return shorten_blanks("\n".join("\t".join(row) for row in read_list_rows(data)))


def _cut_text(text: str) -> CellRows:
    lines = text.splitlines()
    sample = "\n".join(lines[:_SAMPLE_LINES])
    delimiter = max(_DELIMITERS, key=lambda sign: _rate_delimiter(sample, sign))
    if _rate_delimiter(sample, delimiter)[0] < 2 and _WIDE_BLANKS.search(sample):
        spaced = list(iter_cells_by_blanks(lines))
        if _rate_headings(spaced) > 1:
            return [list(map(strip_invisible, row)) for row in spaced]
    return list(limit_rows(cut_rows(text, delimiter)))


def _rate_delimiter(sample: str, delimiter: str) -> tuple[int, int]:
    """Return how many headings *delimiter* gives, and how many lines have it."""
    if delimiter not in sample:
        return (0, 0)
    rows = list(cut_rows(sample, delimiter, is_sample=True))
    divided = sum(len(row) > 1 for row in rows)
    # A comma may divide a name in two, as in "Ash, Ann", so other signs win.
    weight = 1 if delimiter == "," else 4
    return _rate_headings(rows), divided * weight


def _rate_headings(rows: CellRows) -> int:
    return max((_count_headings(row) for row in rows[:_MAX_TITLE_ROWS]), default=0)


def _count_headings(row: Sequence[str]) -> int:
    return sum(bool(match_list_column(cell).field) for cell in row if cell)


# Headings.


def _find_known_headings(rows: CellRows) -> int | None:
    """Return the index of the row of headings, or None if no row has headings that are known."""
    widest_title = 0
    for index, row in enumerate(rows[:_MAX_TITLE_ROWS]):
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
        return is_of_names and not _has_figure(cells[0])
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
    if len(filled_rows) < 2 or filled_rows[0] >= _MAX_TITLE_ROWS:
        return None
    index = filled_rows[0]
    heading = rows[index]
    cells = [cell for cell in heading if cell]
    if any(_has_figure(cell) or "@" in cell or is_placeholder(cell) for cell in cells):
        return None
    below = [clean_cells(rows[other]) for other in filled_rows[1:_SAMPLE_ROWS]]
    names = 0
    for column, title in enumerate(heading):
        column_cells = [row[column] for row in below if column < len(row) and row[column]]
        if not title or not column_cells:
            continue
        figures = sum(map(_is_figure, column_cells))
        if figures >= len(column_cells) * _MIN_SHARE:
            return index
        has_words = sum(len(cell.split()) > 1 for cell in column_cells)
        names += len(title.split()) == 1 and has_words == len(column_cells)
    # Two cells may be "Ash, Ada" above "van den Berg, Jan Willem".
    are_names = len(cells) > 2 and names >= 2 and names >= len(cells) - 1
    return index if are_names else None


def _is_figure(cell: str) -> bool:
    return "@" in cell or (_has_figure(cell) and sum(map(str.isalpha, cell)) <= 3)


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))


# What columns hold, by headings and cells.


def read_list_table(source: str | bytes, shape: str) -> PeopleTable | None:
    """Return the table in *source*, or None for lines without columns that anybody could tell.

    :raises ImportFileError: if columns need an answer, see ``needs_column_answers``
    :raises ImportFileError: if the file is damaged, too large or no list
    """
    table, question = _read_table(source, shape)
    if question:
        raise ImportFileError(*question)
    return table


def read_columns_question(source: str | bytes, shape: str) -> ColumnsQuestion | None:
    """Return what to ask about the columns of the list in *source*, or None.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    table, question = _read_table(source, shape)
    if table is None or question is None:
        return None
    return ColumnsQuestion(table)


def _read_table(source: str | bytes, shape: str) -> tuple[PeopleTable | None, _Question | None]:
    """Return the table in *source*, and what to ask about its columns."""
    rows = read_list_rows(source, MAX_LIST_BYTES if shape == PEOPLE else _MAX_SEATS_BYTES)
    heading_index = _find_heading_index(rows)
    if heading_index is None:
        return _read_untitled_table(rows, shape, commas=_detect_comma_style(source))
    heading = rows[heading_index]
    numbered_rows = [
        (line_no, row)
        for line_no, row in enumerate(rows[heading_index + 1 :], heading_index + 2)
        if any(row) and row != heading and not _is_sum(row)
    ]
    table = PeopleTable(
        shape,
        [row for _line_no, row in numbered_rows],
        [line_no for line_no, _row in numbered_rows],
        tuple(map(match_list_column, heading)),
        tuple(heading),
        rows[:heading_index],
    )
    table = replace(table, columns=_prove_columns(table))
    return table, _find_question(table)


_SUM_WORDS = """total totaal totals summe gesamt somme suma soma totale sum sammanlagt antal antall ialt celkem spolu
    yhteensa itogo vsego razem ogolem osszesen toplam synolo ukupno skupaj count members"""
_SUMS = frozenset(_SUM_WORDS.split())


def _is_sum(row: Sequence[str]) -> bool:
    """Return whether *row* counts those above.

    >>> _is_sum(["Total:", "", "880"]), _is_sum(["Celkem 17"]), _is_sum(["Total", "Ann"])
    (True, True, False)
    """
    text = " ".join(filter(None, row)).casefold()
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) == 1 and normalize_heading(words[0]) in _SUMS


def _prove_columns(table: PeopleTable) -> tuple[ListColumn, ...]:
    """Return the columns of *table* after a look at their cells."""
    columns = list(table.columns)
    has_names = table.has_field(*NAME_FIELDS)
    for index, column in enumerate(columns):
        cells = table.list_cells(index)
        if not cells:
            continue
        digits = sum(cell.isdecimal() for cell in cells)
        mails = sum("@" in cell for cell in cells)
        if column == UNKNOWN and mails >= len(cells) * _MIN_SHARE:
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
        return sum(len(split_people(cell)) > 1 for cell in cells) >= len(cells) * _MIN_SHARE
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
    return all(map(is_member_number, cells)) and not any(map(_is_place, cells))


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
    are_places = all(map(_is_place, figures))
    if are_places and not {PLACE} & {*fields}:
        is_first = not any(each.field in NAME_FIELDS for each in table.columns[:index])
        if is_first or table.shape in (PLAYERS, PLAYERS_OF_TEAMS) or NUMBER in fields:
            return PLACE
    return NUMBER if NUMBER not in fields else REMARK


def _find_question(table: PeopleTable) -> _Question | None:
    """Return what to ask about the columns of *table*, or None."""
    fields = {column.field for column in table.columns}
    has_names = bool(fields & {NAME, NAME_AS_WRITTEN, LAST_NAME_FIRST}) or {FIRST, LAST} <= fields
    has_words = any(_is_unknown_word(table, index) for index in range(table.width))
    if table.shape == TEAMS and TEAM not in fields and has_words:
        return _ASK_TEAMS
    if has_names or not has_words:
        return None if fields & {*NAME_FIELDS, TEAM, CAPTAIN} else _ASK_NAME
    if LAST in fields:
        return _ASK_FIRST
    if FIRST not in fields and table.shape in (PAIRS, TEAMS):
        return _ASK_PLAYERS if table.shape == PAIRS else _ASK_TEAMS
    has_whole_name = FIRST not in fields and "name" in _propose_choices(table).values()
    return _ASK_NAME if has_whole_name else _ASK_LAST


def _is_unknown_word(table: PeopleTable, index: int) -> bool:
    """Return whether a column of words has a heading that nobody knows."""
    cells = table.list_cells(index)
    is_unknown = table.columns[index] == UNKNOWN and not _is_left_out(table, index)
    return is_unknown and sum(map(has_name, cells)) * 2 > len(cells)


def _is_left_out(table: PeopleTable, index: int) -> bool:
    return index < len(table.titles) and table.titles[index].startswith("[")


# Tables without headings: what the cells prove.


_TIGHT_COMMAS, _LOOSE_COMMAS = "tight", "loose"


def _detect_comma_style(source: str | bytes) -> str:
    """Return how commas stand if no other sign divides cells, or "".

    People type a blank behind a comma, programs don't.
    """
    is_table = isinstance(source, bytes) and describe_file_kind(source) != "plain text"
    text = read_chat(source if isinstance(source, str) else source.decode("latin-1"))
    if is_table or set(_STRONG_DELIMITERS) & set(text):
        return ""
    return _LOOSE_COMMAS if ", " in text else _TIGHT_COMMAS


def has_commas_only(source: str | bytes) -> bool:
    """Return whether no other sign than a comma divides the cells of a list."""
    return bool(_detect_comma_style(source))


def _read_untitled_table(
    rows: CellRows, shape: str, *, commas: str
) -> tuple[PeopleTable | None, _Question | None]:
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
    is_in_front = commas == _LOOSE_COMMAS and _are_names_in_front(sample, kinds)
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


_WORD = "word"
"""A word alone, such as a first name or a surname."""


def _are_names_in_front(table: PeopleTable, kinds: Sequence[str]) -> bool:
    """Return whether each row begins with a surname and a first name."""
    return table.shape == PEOPLE and list(kinds[:2]) == [_WORD, _WORD] and _WORD not in kinds[2:]


def _are_unclear(table: PeopleTable, kinds: Sequence[str]) -> bool:
    """Return whether several columns of *table* may be names, beside other columns of people."""
    if table.shape != PEOPLE:
        return False
    texts = [
        kind
        for index, kind in enumerate(kinds)
        if kind in (NAME, _WORD) or (not kind and not _has_no_names(table.list_cells(index)))
    ]
    has_others = bool({NUMBER, EMAIL, REMARK, PLACE} & {*kinds})
    is_wide = sum(len(row) > 2 for row in table.rows) >= len(table.rows) * _MIN_SHARE
    are_names = set(texts) == {NAME}
    # Two people of a line are known to the reader of lines.
    if any(
        "&" in cell or "(" in cell or _has_name_and_number(cell)
        for row in table.rows[:_SAMPLE_ROWS]
        for cell in row
    ):
        return False
    return is_wide and len(texts) > 1 and (has_others or not are_names)


def _has_no_names(cells: Sequence[str]) -> bool:
    """Return whether *cells* are numbers and addresses of any kind."""
    return all(
        "@" in cell or is_listed_number(cell) or _is_telephone(cell) or is_date(cell)
        for cell in cells
    )


def _has_name_and_number(cell: str) -> bool:
    person = parse_person(cell)
    return bool(person.number) and len(person.name.split()) > 1


def _ask_about_columns(table: PeopleTable, kinds: Sequence[str]) -> tuple[PeopleTable, _Question]:
    columns = [UNKNOWN if kind in (NAME, _WORD, "") else ListColumn(kind) for kind in kinds]
    return replace(table, columns=tuple(columns)), _ASK_NAME if NAME in kinds else _ASK_LAST


def _detect_kinds(table: PeopleTable) -> list[str]:
    """Return the field of each column that its cells prove, or ""."""
    kinds = []
    for index in range(table.width):
        cells = table.list_cells(index)
        kind = _detect_kind(cells)
        is_many = len(cells) > _MAX_SAMPLE_CELLS
        if is_many and table.shape in (PEOPLE, PLAYERS) and kind in (NAME, _WORD):
            # People differ, but many are of one club.
            is_club = len(set(cells)) <= len(cells) * _MAX_SHARE_OF_CLUBS
            kind = REMARK if is_club and not all(map(is_placeholder, cells)) else kind
        if table.shape == PEOPLE:
            kind = {PLACE: NUMBER, GROUP: REMARK}.get(kind, kind)
        kinds.append(kind)
    return kinds


def _are_divided_names(kinds: Sequence[str], shape: str) -> bool:
    words = kinds.count(_WORD)
    others = set(kinds) - {_WORD, PLACE, NUMBER, EMAIL, REMARK}
    return not others and ((shape == PEOPLE and words == 2) or (shape == PAIRS and words == 4))


def _divide_names(table: PeopleTable, kinds: Sequence[str]) -> tuple[PeopleTable, _Question | None]:
    """Return a table of first names and surnames, and the question unless capitals answer it."""
    words = [index for index, kind in enumerate(kinds) if kind == _WORD]
    fields = [FIRST, LAST] * (len(words) // 2)
    capitals = [all(map(str.isupper, table.list_cells(index))) for index in words]
    if capitals[0] and not capitals[1]:
        fields = [LAST, FIRST] * (len(words) // 2)
    columns = [ListColumn(kind) for kind in kinds]
    for order, index in enumerate(words):
        player_no = 0 if table.shape == PEOPLE else 1 + order // 2
        columns[index] = ListColumn(fields[order], player_no)
    question = _ASK_LAST if capitals[0] == capitals[1] else None
    return replace(table, columns=tuple(columns)), question


_MIN_TEAM_CELLS = 4


def _find_teams(table: PeopleTable, kinds: Sequence[str]) -> PeopleTable | None:
    """Return a table with teams in front of their players, or None if no column is proved to have them.

    Players have a first name and a surname, so a word alone in front of them is a team.
    """
    teams = table.list_cells(0)
    if (
        kinds[:2] in ([_WORD, NAME], [NAME, NAME])
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
_GROUP_LETTERS = frozenset(["a", "b", "f", "m", "w", "k", "v", "h", "d", "z", "ž", "l", "g"])
_PLACE = re.compile(r"0*\d{1,3}")
_DIRECTION = re.compile(r"N\W?S|E\W?W", re.IGNORECASE)
_DIALLED = re.compile(r"(?:\+|00?)[0-9][0-9 ()/.-]{5,}")


def _is_place(cell: str) -> bool:
    """Return whether *cell* can be a place in a ranking."""
    return _PLACE.fullmatch(cell) is not None


def _detect_kind(cells: Sequence[str]) -> str:
    """Return the field that *cells* prove, or ""."""
    if not cells:
        return REMARK
    counts = {
        EMAIL: sum("@" in cell for cell in cells),
        DIRECTION: sum(_DIRECTION.fullmatch(cell) is not None for cell in cells),
        REMARK: sum(_is_telephone(cell) or is_date(cell) for cell in cells),
        PLACE: sum(map(_is_place, cells)),
        NUMBER: sum(map(is_listed_number, cells)),
        GROUP: sum(cell.casefold() in _GROUP_LETTERS for cell in cells),
        NAME: sum(_is_name(cell) for cell in cells),
        _WORD: sum(map(_is_word, cells)),
    }
    return next(
        (kind for kind, count in counts.items() if count >= len(cells) * _MIN_SHARE),
        "",
    )


def _is_telephone(cell: str) -> bool:
    is_divided = _DIALLED.fullmatch(cell) is not None and not cell.isdecimal()
    return is_divided or is_telephone(cell)


def _is_word(cell: str) -> bool:
    """Return whether *cell* is a first name or a surname, such as ``O'Brien`` or ``van den Berg``."""
    *particles, word = cell.split() or [""]
    letters = re.sub(r"(?<=\w)['’-](?=\w)", "", word)
    return letters.isalpha() and all(map(is_particle, particles))


def _is_name(cell: str) -> bool:
    is_whole = len(cell.split()) > 1 or is_placeholder(cell)
    return is_whole and not _has_figure(cell) and "@" not in cell and has_name(cell)


# The director's answers become headings that every door knows.


ANSWER_PREFIX = "column-"
"""The beginning of the names of the boxes for columns."""
UNTITLED = "untitled"
"""The box for a list without headings."""


def apply_answers(source: str | bytes, answers: Mapping[str, str]) -> str:
    """Return the list with the headings that the director's *answers* give its columns.

    >>> apply_answers("Foo;Bar;Baz\\nAnn;Ash;702", {"column-0": "first", "column-1": "last"}).splitlines()[0]
    'First name\\tSurname\\t[Baz]'

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    choices = {}
    for name, choice in answers.items():
        column = name.removeprefix(ANSWER_PREFIX)
        if (
            name.startswith(ANSWER_PREFIX)
            and column.isdecimal()
            and len(column) <= _MAX_COLUMN_DIGITS
        ):
            choices[int(column)] = choice
    rows = read_list_rows(source)
    heading_index = _find_heading_index(rows)
    if heading_index is None or UNTITLED in answers:
        first_filled = next((index for index, row in enumerate(rows) if any(row)), 0)
        rows.insert(first_filled, [])
        heading_index = first_filled
    titles = rows[heading_index]
    width = min(MAX_COLUMNS, max([len(titles), *(index + 1 for index in choices)]))
    headings = []
    for index in range(width):
        title = titles[index].strip("[]") if index < len(titles) else ""
        heading = _CHOICES.get(choices.get(index, ""), "")
        headings.append(heading or f"[{title or index + 1}]")
    rows[heading_index] = headings
    return "\n".join("\t".join(row) for row in rows)


def has_answers(fields: Mapping[str, str]) -> bool:
    """Return whether the posted *fields* say what columns hold."""
    return any(name.startswith(ANSWER_PREFIX) for name in fields)


def _find_heading_index(rows: CellRows) -> int | None:
    known_index = _find_known_headings(rows)
    return _find_unknown_headings(rows) if known_index is None else known_index
