"""What the director is asked about the columns of a list, and how the answers become headings."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.formats.cells import MAX_COLUMNS
from director.formats.errors import ImportFileError
from director.formats.names.headings import (
    CAPTAIN,
    EMAIL,
    FIRST,
    LAST,
    LAST_NAME_FIRST,
    NAME,
    NAME_AS_WRITTEN,
    NAME_FIELDS,
    NUMBER,
    PLACE,
    PLAIN_NUMBER,
    TEAM,
    UNKNOWN,
    ListColumn,
)
from director.formats.names.person import has_name
from director.formats.names.tables.heading_row import find_heading_index
from director.formats.names.tables.kinds import WORD, detect_kind
from director.formats.names.tables.rows import read_list_rows
from director.formats.names.tables.table import (
    PAIRS,
    PEOPLE,
    PLAYERS,
    PLAYERS_OF_TEAMS,
    TEAMS,
    PeopleTable,
)

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
_NUMBERED_NAMES = tuple(f"name-{number}" for number in range(1, 9))
_CHOICES_BY_SHAPE = {
    PEOPLE: ("name", "first", "last", "number", "email", "visitor"),
    PLAYERS: ("name", "first", "last", "number", "place", "group"),
    PLAYERS_OF_TEAMS: ("team", "name", "first", "last", "number", "place", *_NUMBERED_NAMES),
    PAIRS: (
        "place",
        "name",
        "name-1",
        "name-2",
        "first-1",
        "last-1",
        "first-2",
        "last-2",
        "number",
    ),
    TEAMS: ("place", "team", "captain", *_NUMBERED_NAMES, "name", "first", "last", "number"),
}
ANSWER_PREFIX = "column-"
"""The beginning of the names of the boxes for columns."""
UNTITLED = "untitled"
"""The box for a list without headings."""


@dataclass(frozen=True, slots=True)
class UnknownColumn:
    """A column that the director is asked about, with what it seems to hold."""

    name: str
    title: str
    sample: str
    choice: str


def make_name_question() -> ImportFileError:
    return ImportFileError(
        "columns-ask-name", "Which column is the name? Choose what each column has."
    )


def make_surname_question() -> ImportFileError:
    return ImportFileError(
        "columns-ask-last", "Which column is the surname? Choose what each column has."
    )


def _make_teams_question() -> ImportFileError:
    return ImportFileError(
        "columns-ask-teams",
        "Which columns are the team and its players? Choose what each column has.",
    )


def needs_column_answers(error: ImportFileError) -> bool:
    """Return whether *error* asks what the columns of a list hold."""
    return error.code.startswith("columns-ask-")


@dataclass(frozen=True, slots=True)
class ColumnsQuestion:
    """What a page asks about the columns of a list."""

    table: PeopleTable

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
        choices = _CHOICES_BY_SHAPE[self.table.shape]
        return [("", "Leave out"), *((choice, _CHOICES[choice]) for choice in choices)]


def _propose_choices(table: PeopleTable) -> dict[int, str]:
    """Return what columns with unknown headings seem to hold, by their cells."""
    kind_by_index = {
        index: detect_kind(table.list_cells(index))
        for index, column in enumerate(table.columns)
        if column == UNKNOWN
    }
    proposals: dict[int, str] = {}
    name_indexes = [index for index, kind in kind_by_index.items() if kind == NAME]
    if len(name_indexes) > 1 and table.shape in (PAIRS, TEAMS):
        proposals.update(zip(name_indexes, _NUMBERED_NAMES, strict=False))
    elif name_indexes:
        proposals[name_indexes[0]] = "name"
    choice_by_kind = {PLACE: "place", NUMBER: "number", EMAIL: "email"}
    if table.shape == PEOPLE:
        choice_by_kind[PLACE] = "number"
    if table.shape == TEAMS:
        choice_by_kind[WORD] = "team"
    known_choices = set(map(_get_choice, table.columns))
    for index, kind in kind_by_index.items():
        choice = choice_by_kind.get(kind, "")
        is_new = choice not in known_choices and choice not in proposals.values()
        if is_new and choice in _CHOICES_BY_SHAPE[table.shape]:
            proposals[index] = choice
    return proposals


def _get_choice(column: ListColumn) -> str:
    name = {PLAIN_NUMBER: "number", LAST_NAME_FIRST: "name"}.get(column.field, column.field)
    for choice in (f"{name}-{column.player_no}", name):
        if choice in _CHOICES:
            return choice
    return ""


def find_question(table: PeopleTable) -> ImportFileError | None:
    """Return the question about the columns of *table*, or None if they are clear."""
    fields = {column.field for column in table.columns}
    has_names = bool(fields & {NAME, NAME_AS_WRITTEN, LAST_NAME_FIRST}) or {FIRST, LAST} <= fields
    has_words = any(_is_unknown_word(table, index) for index in range(table.width))
    if table.shape == TEAMS and TEAM not in fields and has_words:
        return _make_teams_question()
    if has_names or not has_words:
        return None if fields & {*NAME_FIELDS, TEAM, CAPTAIN} else make_name_question()
    return _make_question_of_players(table, fields)


def _make_question_of_players(table: PeopleTable, fields: set[str]) -> ImportFileError:
    """Return the question about a *table* that lacks some of its players' names."""
    if LAST in fields:
        return ImportFileError(
            "columns-ask-first", "Which column is the first name? Choose what each column has."
        )
    if FIRST not in fields and table.shape == PAIRS:
        return ImportFileError(
            "columns-ask-players", "Which columns are the players? Choose what each column has."
        )
    if FIRST not in fields and table.shape == TEAMS:
        return _make_teams_question()
    if FIRST not in fields and "name" in _propose_choices(table).values():
        return make_name_question()
    return make_surname_question()


def _is_unknown_word(table: PeopleTable, index: int) -> bool:
    """Return whether a column of words has a heading that nobody knows."""
    is_left_out = index < len(table.titles) and table.titles[index].startswith("[")
    if table.columns[index] != UNKNOWN or is_left_out:
        return False
    cells = table.list_cells(index)
    return sum(map(has_name, cells)) * 2 > len(cells)


def apply_answers(source: str | bytes, answers: Mapping[str, str]) -> str:
    """Return the list with the headings that the director's *answers* give its columns.

    >>> apply_answers("Foo;Bar;Baz\\nAnn;Ash;702", {"column-0": "first", "column-1": "last"}).splitlines()[0]
    'First name\\tSurname\\t[Baz]'

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    choice_by_index = _parse_answers(answers)
    rows = read_list_rows(source)
    heading_index = find_heading_index(rows)
    if heading_index is None or UNTITLED in answers:
        heading_index = next((index for index, row in enumerate(rows) if any(row)), 0)
        rows.insert(heading_index, [])
    titles = rows[heading_index]
    width = max([len(titles), *(index + 1 for index in choice_by_index)])
    headings = []
    for index in range(min(MAX_COLUMNS, width)):
        title = titles[index].strip("[]") if index < len(titles) else ""
        heading = _CHOICES.get(choice_by_index.get(index, ""), "")
        headings.append(heading or f"[{title or index + 1}]")
    rows[heading_index] = headings
    return "\n".join("\t".join(row) for row in rows)


def _parse_answers(answers: Mapping[str, str]) -> dict[int, str]:
    choice_by_index = {}
    for name, choice in answers.items():
        digits = name.removeprefix(ANSWER_PREFIX)
        if digits != name and digits.isdecimal() and len(digits) <= _MAX_COLUMN_DIGITS:
            choice_by_index[int(digits)] = choice
    return choice_by_index


def has_answers(fields: Mapping[str, str]) -> bool:
    """Return whether the posted *fields* say what columns hold."""
    return any(name.startswith(ANSWER_PREFIX) for name in fields)
