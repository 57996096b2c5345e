"""Lists of people from a club or union, as CSV or workbook.

A column is recognised by its heading in one of many languages, or by its cells. Its *meaning* is one
of the words of ``people_headings``, ``"of EBU"`` for the numbers of a body that isn't the club's usual
one, or "" for a column that is left out. ``list_import`` matches the people with the club's.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from director.core.base.door import recognise_file
from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.formats.columns.cells import WORKBOOK, read_cells
from director.formats.door import FileUse, FormatCandidate
from director.formats.left_out import IgnoredParts
from director.formats.names.people_headings import (
    EMAIL,
    FIRST,
    LAST,
    NAME,
    NUMBER,
    VISITOR,
    find_people_field,
)
from director.formats.names.person import (
    NamedPerson,
    is_placeholder,
    read_person,
    split_people,
)
from director.formats.reading import describe_file_kind
from director.models import Club, PersonNumber
from director.names import is_member_number, make_name_key

MAX_PEOPLE = 5000
MAX_TITLE_LINES = 10  # lines above the headings, such as the name of the club and a date
_NUMBER_OF_BODY = re.compile(
    r"(?P<body>.+?)[\s_.:-]*\b(?:(?:member(?:ship)?|player|licen[cs]e)[\s_-]*)?(?:number|no|nr|num|id|n[°º]|#)\.?",
    re.I,
)
_VISITOR_WORDS = ("yes", "y", "x", "1", "true", "visitor", "guest", "ja", "oui")


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A line of a list. *number* is from the usual body, *others* are numbers by their body."""

    name: str
    number: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    email: str = ""
    is_visitor: bool = False


@dataclass(frozen=True, slots=True)
class PeopleFile:
    """The people in a list, and sentences on columns and lines that are *left_out*."""

    people: Sequence[ListedPerson]
    left_out: Sequence[str] = ()


def read_people(data: bytes, club: Club) -> PeopleFile:
    """Parse the people of a CSV file, a workbook or pasted lines.

    A column of numbers is named after the body that gives them (*EBU number*, *Club no*). If *club*
    has no usual body and no column is called *Number*, the first column of a body is the usual one.
    Without headings the cells decide: numbers have digits, e-mail addresses have an @, and the rest
    are names. Title lines above the headings are skipped.

    :raises DeskError: if *data* isn't a list of people
    :raises ImportFileError: if the file is damaged
    """
    kind = describe_file_kind(data)
    if candidates := recognise_file(data):
        refuse_other_list(candidates[0])
    if kind not in ("plain text", WORKBOOK):
        raise DeskError(DeskSentences.NO_LIST, kind=kind)
    rows = read_cells(data)
    heading_index = _find_headings(rows)
    if heading_index is None:
        headings: Sequence[str] = []
        rows = [cells for row in rows for cells in _split_people_cells(row)]
        columns = _guess_columns_by_content(rows)
    else:
        headings = rows[heading_index]
        rows = rows[heading_index + 1 :]
        columns = _find_columns_by_headings(headings, club)
    if NAME not in columns and LAST not in columns:
        raise DeskError(DeskSentences.NO_NAMES)
    if len(rows) > MAX_PEOPLE:
        raise DeskError(DeskSentences.PEOPLE_TOO_MANY, people=len(rows), most=MAX_PEOPLE)
    if not club.number_body:
        _choose_usual_number_column(columns)
    listed = [_parse_person(columns, row) for row in rows]
    left_out = _find_unread_columns(headings, columns, rows).make_doubts("Columns")
    left_out += _find_nameless_lines(rows, listed).make_doubts("Lines without a name")
    return PeopleFile([person for person in listed if person.name], list(map(str, left_out)))


def _choose_usual_number_column(columns: list[str]) -> None:
    """Make the first column of a body's numbers that of usual numbers, if there is none."""
    if NUMBER in columns:
        return
    for index, column in enumerate(columns):
        if column.startswith("of "):
            columns[index] = NUMBER
            return


def _find_unread_columns(
    headings: Sequence[str], columns: Sequence[str], rows: Iterable[Sequence[str]]
) -> IgnoredParts:
    """Return the columns with cells that have no meaning."""
    left_out = IgnoredParts()
    for row in rows:
        for index, cell in enumerate(row):
            if cell and (index >= len(columns) or not columns[index]):
                heading = headings[index] if index < len(headings) else ""
                left_out.count_part(heading or f"Column {index + 1}", cell)
    return left_out


def _find_nameless_lines(
    rows: Iterable[Sequence[str]], listed: Iterable[ListedPerson]
) -> IgnoredParts:
    left_out = IgnoredParts()
    for row, person in zip(rows, listed, strict=True):
        if not person.name and any(row):
            left_out.count_part(", ".join(filter(None, row)))
    return left_out


def refuse_other_list(candidate: FormatCandidate) -> None:
    """Raise if the best use of a file is another page's, and not a list of people.

    :raises DeskError: with what the file is and where to import it
    """
    if candidate.use == FileUse.HANDS:
        raise DeskError(DeskSentences.LIST_OF_HANDS, kind=candidate.format_name)
    if candidate.use == FileUse.RESULTS:
        raise DeskError(DeskSentences.LIST_OF_RESULTS, kind=candidate.format_name)
    if candidate.use == FileUse.MOVEMENTS:
        raise DeskError(DeskSentences.LIST_OF_MOVEMENTS, kind=candidate.format_name)


def format_people(listed: Iterable[ListedPerson], club: Club) -> str:
    """Return the people as lines that a director can correct and :func:`read_people` can read."""
    listed = list(listed)
    bodies = list(dict.fromkeys(body for person in listed for body in person.others))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    usual_heading = f"{club.number_body} number" if club.number_body else "Number"
    body_headings = [f"{body} number" for body in bodies]
    writer.writerow(["Name", usual_heading, *body_headings, "E-mail", "Visitor"])
    for person in listed:
        other_numbers = (person.others.get(body, "") for body in bodies)
        visitor = "yes" if person.is_visitor else ""
        writer.writerow([person.name, person.number, *other_numbers, person.email, visitor])
    return text.getvalue()


def _split_people_cells(row: list[str]) -> list[list[str]]:
    """Return the people of a line without headings, each as a name, a number and other cells.

    ``SMITH, John (1234567)`` is one person, although a comma also divides cells.
    """
    names = [cell for cell in row if _is_name(cell)]
    other_cells = [cell for cell in row if not _is_name(cell)]
    # "Smith", "SMITH" or "John (1234567)" isn't a whole name, so a comma within a name divided it.
    is_divided_name = len(names) == 2 and (
        min(len(name.split()) for name in names) == 1 or names[0].isupper() or "(" in names[1]
    )
    joined_names = split_people(", ".join(names))
    if is_divided_name or len(joined_names) > 1:
        names = joined_names
    people = [read_person(part) for name in names for part in split_people(name)]
    people = [person for person in people if person.name and not is_placeholder(person.name)]
    if len(people) != 1:
        return [_make_person_cells(person) for person in people] or [row]
    return [[*_make_person_cells(people[0]), *other_cells]]


def _make_person_cells(person: NamedPerson) -> list[str]:
    """Return the name and number of *person* as cells. "(visitor)" stays with the name."""
    name = f"{person.name} (visitor)" if person.is_visitor else person.name
    return [name, person.number] if person.number else [name]


def _is_name(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell and not is_member_number(cell)


def _find_headings(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the heading row, or None."""
    widest_title = 0
    for index, row in enumerate(rows[:MAX_TITLE_LINES]):
        filled_cells = len(list(filter(None, row)))
        meanings = {find_people_field(cell) for cell in row}
        # Titles have fewer cells than the headings. A row of people above has as many.
        if filled_cells > widest_title and {NAME, LAST} & meanings:
            return index
        widest_title = max(widest_title, filled_cells)
    return None


def _find_columns_by_headings(headings: Sequence[str], club: Club) -> list[str]:
    numbers = PersonNumber.objects.filter(person__club=club)
    bodies = {club.number_body, *numbers.values_list("body", flat=True)} - {""}
    body_spellings = {make_name_key(body): body for body in bodies}
    return [_find_column_meaning(heading, club, body_spellings) for heading in headings]


def _find_column_meaning(heading: str, club: Club, body_spellings: Mapping[str, str]) -> str:
    """Return a column's meaning, such as ``"of EBU"`` for a body's numbers, or "".

    *body_spellings* are the known bodies by their name keys.
    """
    if column := find_people_field(heading):
        return column
    match = _NUMBER_OF_BODY.fullmatch(heading.strip())
    if match:
        body = match["body"].strip()
    else:
        # The name of a known body alone is enough.
        body = body_spellings.get(make_name_key(heading), "")
    if not body:
        return ""
    if make_name_key(body) == make_name_key(club.number_body):
        return NUMBER
    return f"of {body_spellings.get(make_name_key(body), body)}"


def _guess_columns_by_content(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the meaning of each column, judged by most of its cells."""
    columns: list[str] = []
    for index in range(max(map(len, rows), default=0)):
        cells = [row[index] for row in rows if index < len(row) and row[index]]
        email_count = sum("@" in cell for cell in cells)
        number_count = sum(map(is_member_number, cells))
        if email_count * 2 > len(cells):
            column = EMAIL
        elif number_count * 2 > len(cells):
            column = NUMBER
        else:
            column = NAME
        # A second column of the same kind is left out.
        columns.append(column if column not in columns else "")
    return columns


def _parse_person(columns: Sequence[str], row: Sequence[str]) -> ListedPerson:
    # A row may be shorter than the headings, or longer.
    cells = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
    name = cells.get(NAME, "")
    first_name, last_name = cells.get(FIRST, ""), cells.get(LAST, "")
    if first_name and not last_name and f" {first_name} ".casefold() not in f" {name} ".casefold():
        # Beside *Vorname* or *Prénom* the column of surnames is called *Name*.
        name, last_name = "", name
    name = name or " ".join(filter(None, (first_name, last_name)))
    other_numbers = {
        column.removeprefix("of "): cell
        for column, cell in cells.items()
        if column.startswith("of ")
    }
    person = read_person(name)
    return ListedPerson(
        "" if is_placeholder(person.name) else person.name,
        number=cells.get(NUMBER, "") or person.number,
        others=other_numbers,
        email=cells.get(EMAIL, ""),
        is_visitor=person.is_visitor or cells.get(VISITOR, "").casefold() in _VISITOR_WORDS,
    )
