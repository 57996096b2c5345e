"""Read the people in a row of a table, whatever its columns are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from director.formats.names.headings import (
    CAPTAIN,
    EMAIL,
    FIRST,
    LAST,
    LAST_NAME_FIRST,
    MIDDLE,
    NAME,
    NAME_AS_WRITTEN,
    NAME_FIELDS,
    NUMBER,
    PERSON_FIELDS,
    SECOND_LAST,
    VISITOR,
    ListColumn,
)
from director.formats.names.person import (
    is_placeholder,
    make_unordered_key,
    parse_person,
    split_people,
)
from director.formats.names.tables.table import PeopleTable
from director.formats.reading import strip_invisible
from director.names import is_member_number, is_particle, make_name_key


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody in a list, as its cells say.

    *number* is from the usual body, *other_numbers* are numbers by their body.
    """

    name: str
    number: str = ""
    other_numbers: Mapping[str, str] = field(default_factory=dict)
    email: str = ""
    is_visitor: bool = False

    @property
    def label(self) -> str:
        """The name with the number in brackets, as at a seat."""
        if is_placeholder(self.name) or not is_member_number(self.number):
            return self.name
        return f"{self.name} ({self.number})"


def assign_players(columns: tuple[ListColumn, ...]) -> tuple[int, ...]:
    """Return the number of the player whose column each is, or 0 for a column of none.

    Where headings don't say it, a field that comes again is the next player's.

    >>> from director.formats.names.headings import match_list_column
    >>> assign_players(tuple(map(match_list_column, ("Paar", "Vorname", "Name", "Vorname", "Name"))))
    (0, 1, 1, 2, 2)
    """
    return _assign_players(columns)


@lru_cache(maxsize=256)  # the same for every row of a table
def _assign_players(columns: tuple[ListColumn, ...]) -> tuple[int, ...]:
    columns = _merge_surnames(columns)
    owners = []
    current_no, seen = 1, set[str]()
    # A captain is the first player where no other column is.
    taken = {column.player_no for column in columns if column.field in NAME_FIELDS}
    has_captain = any(column.field == CAPTAIN for column in columns)
    if has_captain and 1 not in taken:
        current_no = 2
    for column in columns:
        if column.field not in PERSON_FIELDS:
            owners.append(0)
            continue
        if column.player_no:
            current_no = column.player_no
            seen = {column.field}
        elif column.field in seen:
            current_no += 1
            seen = {column.field}
        else:
            seen.add(column.field)
        owners.append(current_no)
    return tuple(owners)


def _merge_surnames(columns: tuple[ListColumn, ...]) -> tuple[ListColumn, ...]:
    """Return *columns* of one player, whose surnames may be counted (*Apellido 1*, *Apellido 2*)."""
    first_names = [column for column in columns if column.field in (FIRST, NAME)]
    surnames = [column for column in columns if column.field == LAST and column.player_no]
    if len(first_names) != 1 or first_names[0].player_no or len(surnames) != 2:
        return columns
    fields = iter((LAST, SECOND_LAST))
    return tuple(
        column._replace(field=next(fields), player_no=0) if column in surnames else column
        for column in columns
    )


_YES_WORDS = """yes y x 1 true visitor guest ja oui j si sim s tak ano igen da evet e nai kylla tosi
    wahr vrai v gast invite"""
_YES = frozenset(_YES_WORDS.split())
"""What the cells of a column of visitors say."""


def is_yes(cell: str) -> bool:
    """Return whether *cell* says yes, in the languages of clubs.

    >>> is_yes("Ja"), is_yes("no")
    (True, False)
    """
    return make_name_key(cell) in _YES


def read_row_people(table: PeopleTable, row: Sequence[str]) -> dict[int, ListedPerson]:
    """Return the people in a *row* of *table* by the number of the player."""
    columns = _merge_surnames(table.columns)
    cells_by_player: dict[int, dict[str, str]] = {}
    is_visitor = False
    for column, player_no, cell in zip(columns, assign_players(table.columns), row, strict=False):
        if column.field == VISITOR:
            is_visitor = is_visitor or is_yes(cell)
        if not player_no or not cell:
            continue
        cells = cells_by_player.setdefault(player_no, {})
        cells.setdefault(column.field, cell)
        if column.has_two_surnames:
            cells["surnames"] = "2"
    people = {}
    for player_no, cells in sorted(cells_by_player.items()):
        person = _make_row_person(cells, is_visitor=is_visitor)
        if person.name:
            people[player_no] = person
    return people


def _make_row_person(cells: Mapping[str, str], *, is_visitor: bool) -> ListedPerson:
    text, has_order = _join_name(cells)
    email = cells.get(EMAIL, "")
    number = cells.get(NUMBER, "")
    if is_placeholder(text):
        return ListedPerson(text, number, email=email, is_visitor=is_visitor)
    person = parse_person(text)
    name = person.name
    if has_order and make_unordered_key(name) == make_unordered_key(text):
        # The columns say which is the surname, whatever is in capitals.
        name = strip_invisible(text)
    return ListedPerson(
        name,
        number or person.number,
        email=email,
        is_visitor=is_visitor or person.is_visitor,
    )


def _join_name(cells: Mapping[str, str]) -> tuple[str, bool]:
    """Return the name of the *cells* of a person, and whether the surname is last for certain."""
    if written := cells.get(NAME_AS_WRITTEN, ""):
        return written, True
    name = cells.get(NAME, "")
    first, last = cells.get(FIRST, ""), cells.get(LAST, "")
    if whole := cells.get(LAST_NAME_FIRST, ""):
        return _move_surname_of_heading(whole, 2 if cells.get("surnames") else 1), False
    is_divided = bool(first) != bool(last) and name
    # Beside *Vorname* the column of surnames is called *Name*, beside *Apellidos* that of first names.
    if is_divided and first and f" {first} ".casefold() not in f" {name} ".casefold():
        name, last = "", name
    elif is_divided and last and f" {last} ".casefold() not in f" {name} ".casefold():
        name, first = "", name
    if name:
        return name, False
    parts = (cells.get(MIDDLE, ""), last, cells.get(SECOND_LAST, ""))
    # Two in the column of first names have the one surname.
    given_names = split_people(first) if last else [first]
    names = (" ".join(filter(None, (given_name, *parts))) for given_name in given_names)
    return " & ".join(names), bool(first and last)


def _move_surname_of_heading(text: str, default_surname_count: int) -> str:
    """Return a name that begins with the surname, as its heading says, with the surname last."""
    words = text.split()
    # Capitals tell the surname where not all is in capitals.
    has_capitals = any(word.isupper() and len(word) > 2 for word in words) and not text.isupper()
    if "," in text or len(words) < 2 or has_capitals:
        return text
    count = 0
    while count < len(words) - 2 and is_particle(words[count]):
        count += 1
    count += default_surname_count if len(words) - count > default_surname_count else 1
    return " ".join([*words[count:], *words[:count]])
