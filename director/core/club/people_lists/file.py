"""The file of a list of people, read and written.

The columns are those of ``director.formats.names.tables``, which every door of lists uses. Here a
column may also have the numbers of a body that isn't the club's usual one.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from director.core.base.uploads import recognise_file
from director.errors import DeskError
from director.formats.cells import WORKBOOK
from director.formats.door import FileUse, FormatCandidate
from director.formats.errors import IgnoredParts
from director.formats.kinds import describe_file_kind
from director.formats.names.headings import FEDERATIONS, FIRST, LAST, NUMBER, PLAIN_NUMBER, REMARK
from director.formats.names.nobody import names_nobody
from director.formats.names.people_lines import read_people_lines, unfold_columns
from director.formats.names.person import (
    is_placeholder,
    parse_person,
    split_people,
    split_typed_people,
)
from director.formats.names.row_people import ListedPerson, read_row_people
from director.formats.names.tables.reading import read_list_table
from director.formats.names.tables.rows import has_commas_only, read_list_rows, read_list_text
from director.formats.names.tables.table import PEOPLE, PeopleTable
from director.models import Club, PersonNumber
from director.names import make_name_key

MAX_PEOPLE = 30_000
"""Lines of a list. The largest unions of a country have some 20,000 members."""
_BODY_BEFORE_NUMBER_PATTERN = re.compile(
    r"(?P<body>.+?)[\s_.:-]*\b(?:(?:member(?:ship)?|player|licen[cs]e)[\s_-]*)?(?:number|nummer|numero|numer|no|nr|num|id|n[°º]|#)\.?",
    re.I,
)
_BODY_AFTER_NUMBER_PATTERN = re.compile(
    r"(?:n[°ºor]|num|no|cod|kod|č)\b[.:]?\s*(?P<body>\S+)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class PeopleFile:
    """The people in a list."""

    people: Sequence[ListedPerson]
    ignored_parts: Sequence[str] = ()  # sentences about columns and lines that were left out


def read_people(data: bytes, club: Club) -> PeopleFile:
    """Parse the people of a CSV file, a workbook or pasted lines.

    A column of numbers is named after the body that gives them (*EBU number*, *Club no*). If *club*
    has no usual body and no column is called *Number*, the first column of a body is the usual one.
    Without headings the cells decide: numbers have digits, e-mail addresses have an @, and the rest
    are names. Title lines above the headings are skipped.

    :raises DeskError: if *data* isn't a list of people
    :raises ImportFileError: if the file is damaged, or the director has to say what its columns hold
        (see ``needs_column_answers``)
    """
    kind = describe_file_kind(data)
    if candidates := recognise_file(data):
        refuse_other_list(candidates[0])
    if kind not in ("plain text", WORKBOOK):
        raise DeskError(
            "no-list",
            "This file looks like {kind}, not a list of people. Save the list as CSV or XLSX.",
            kind=kind,
        )
    if kind != WORKBOOK:
        data = unfold_columns(read_list_text(data)).encode()
    table = read_list_table(data, PEOPLE)
    if table is None or not (table.titles or table.has_field(FIRST, LAST)):
        return _read_untitled_people(data, table)
    _refuse_too_many(len(table.rows))
    body_by_column = _fetch_body_by_column(table, club)
    listed_people: list[ListedPerson] = []
    nameless_rows = IgnoredParts()
    shared_numbers = IgnoredParts()
    for row in table.rows:
        people = _list_people_of_row(table, row, body_by_column, shared_numbers)
        if not people:
            nameless_rows.add_part(", ".join(filter(None, row)))
        listed_people += people
    ignored_parts = [*table.without_columns(body_by_column).left_out]
    ignored_parts += map(str, nameless_rows.make_doubts("Lines without a name"))
    ignored_parts += map(str, shared_numbers.make_doubts("Numbers of two people"))
    return PeopleFile(listed_people, ignored_parts)


def _refuse_too_many(line_count: int) -> None:
    if line_count > MAX_PEOPLE:
        raise DeskError(
            "people-too-many",
            "The list has {people} lines, but the limit is {most}. Split it.",
            people=line_count,
            most=MAX_PEOPLE,
        )


def _read_untitled_people(data: bytes, table: PeopleTable | None) -> PeopleFile:
    """Return the people of lines without headings. *table* has the columns that are proved, if any."""
    rows = read_list_rows(data)
    _refuse_too_many(sum(map(any, rows)))
    remark_columns = _list_remark_columns(table) if table else []
    lines = read_people_lines(rows, has_commas=has_commas_only(data), remark_columns=remark_columns)
    if not lines.people:
        raise DeskError(
            "no-names",
            "The list has no column of names. Add the heading Name, or First name and Surname.",
        )
    columns, cells, nameless_lines = IgnoredParts(), IgnoredParts(), IgnoredParts()
    for index, cell in lines.remarks:
        columns.add_part(f"Column {index + 1}", cell)
    for cell, name in lines.cells_left_out:
        cells.add_part(cell, name)
    for line in lines.nameless_lines:
        nameless_lines.add_part(line)
    doubts = [
        *columns.make_doubts("Columns"),
        *cells.make_doubts("Cells"),
        *nameless_lines.make_doubts("Lines without a name"),
    ]
    return PeopleFile(lines.people, list(map(str, doubts)))


def _list_remark_columns(table: PeopleTable) -> list[int]:
    """Return the columns of *table* that say nothing about people, such as their clubs."""
    return [index for index, column in enumerate(table.columns) if column.field == REMARK]


def _fetch_body_by_column(table: PeopleTable, club: Club) -> dict[int, str]:
    """Return the body whose numbers a column has, "" for the usual one, by the column."""
    numbers = PersonNumber.objects.filter(person__club=club)
    known_bodies = {club.number_body, *numbers.values_list("body", flat=True)} - {""}
    body_spellings = {make_name_key(body): body for body in known_bodies}
    body_by_column = {}
    for index, title in enumerate(table.titles):
        column = table.columns[index]
        if column.field in (NUMBER, PLAIN_NUMBER) or (column.field and column.field != REMARK):
            continue
        if body := _match_body(title, body_spellings):
            body_key = make_name_key(body)
            if body_key == make_name_key(club.number_body):
                body_by_column[index] = ""
            else:
                body_by_column[index] = body_spellings.get(body_key, body)
    has_club_body = table.has_field(NUMBER) or "" in body_by_column.values()
    if body_by_column and not club.number_body and not has_club_body:
        # The first body of a list is the usual one of a club without any.
        body_by_column[min(body_by_column)] = ""
    return body_by_column


def _match_body(title: str, body_spellings: Mapping[str, str]) -> str:
    """Return the body whose numbers are below *title*, or ""."""
    match = _BODY_BEFORE_NUMBER_PATTERN.fullmatch(
        title.strip()
    ) or _BODY_AFTER_NUMBER_PATTERN.fullmatch(title.strip())
    if match:
        return match["body"].strip()
    # The name of a known body alone is enough.
    if title.strip().casefold() in FEDERATIONS:
        return title.strip()
    return body_spellings.get(make_name_key(title), "")


def _list_people_of_row(
    table: PeopleTable,
    row: Sequence[str],
    body_by_column: Mapping[int, str],
    shared_numbers: IgnoredParts,
) -> list[ListedPerson]:
    """Return the people in a *row*. A number beside two of them is added to *shared_numbers*."""
    number_by_body = {}
    for index, body in body_by_column.items():
        if index < len(row) and row[index]:
            number_by_body[body] = row[index]
    club_number = number_by_body.pop("", "")  # of the club's usual body
    people = []
    for person in read_row_people(table, row).values():
        is_alone = sum(map(bool, row)) == 1
        if is_placeholder(person.name) or (is_alone and names_nobody(person.name)):
            continue
        number = club_number or person.number
        names = split_people(person.name)
        if not all(" " in name for name in names):
            names = split_typed_people(person.name)
        if len(names) > 1:
            # A ranking has both partners in one cell, so its numbers are nobody's.
            people += [ListedPerson(parse_person(name).name) for name in names]
            for shared_number in filter(None, (number, *number_by_body.values())):
                shared_numbers.add_part(shared_number, person.name)
            continue
        people.append(replace(person, number=number, other_numbers=number_by_body))
    return people


def refuse_other_list(candidate: FormatCandidate) -> None:
    """Raise if the best use of a file is another page's, and not a list of people.

    :raises DeskError: with what the file is and where to import it
    """
    if candidate.use == FileUse.HANDS:
        raise DeskError(
            "list-of-hands",
            "This is {kind} with hands, not a list of people. Import it under Hands in the "
            "session that plays them.",
            kind=candidate.format_name,
        )
    if candidate.use == FileUse.RESULTS:
        raise DeskError(
            "list-of-results",
            "This is {kind} with results, not a list of people. Import it under Nights → Import "
            "results.",
            kind=candidate.format_name,
        )
    if candidate.use == FileUse.MOVEMENTS:
        raise DeskError(
            "list-of-movements",
            "This is {kind}, not a list of people. Import it under Club → Movements.",
            kind=candidate.format_name,
        )


def format_people(listed_people: Iterable[ListedPerson], club: Club) -> str:
    """Return the people as lines that a director can correct and :func:`read_people` can read."""
    listed_people = list(listed_people)
    bodies = list(dict.fromkeys(body for person in listed_people for body in person.other_numbers))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    number_heading = f"{club.number_body} number" if club.number_body else "Number"
    body_headings = [f"{body} number" for body in bodies]
    # The columns named the surname. Read again as a plain name, its capitals might say otherwise.
    is_as_written = any(parse_person(person.name).name != person.name for person in listed_people)
    name_heading = "Name as written" if is_as_written else "Name"
    writer.writerow([name_heading, number_heading, *body_headings, "E-mail", "Visitor"])
    for person in listed_people:
        other_numbers = (person.other_numbers.get(body, "") for body in bodies)
        visitor = "yes" if person.is_visitor else ""
        writer.writerow([person.name, person.number, *other_numbers, person.email, visitor])
    return text.getvalue()
