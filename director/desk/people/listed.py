"""A list of people as a club or a union keeps it, CSV or workbook: its columns told by their headings."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from director.desk import sentences
from director.errors import DeskError
from director.files.columns.cells import WORKBOOK, read_cells
from director.files.reading import looks_like
from director.models import Club, PersonNumber
from director.names import is_member_number

MOST_PEOPLE = 5000
NAME, FIRST, LAST, EMAIL, VISITOR, NUMBER = "name", "first", "last", "email", "visitor", "number"
_HEADINGS: Mapping[str, str] = {
    word: column
    for column, words in {
        NAME: "name fullname player playername member membername naam nom namn navn nimi nome nombre",
        FIRST: "firstname first givenname forename christianname voornaam vorname prenom fornamn fornavn imie",
        LAST: "lastname last surname familyname achternaam nachname nomdefamille efternamn etternavn nazwisko",
        EMAIL: "email emailaddress mail mailaddress courriel epost",
        VISITOR: "visitor guest gast invite",
        NUMBER: """number no nr num id membernumber memberno memberid membershipnumber membershipno membership membernr
            playernumber playerno playerid lidnummer mitgliedsnummer medlemsnummer licence license licencenumber""",
    }.items()
    for word in words.split()
}
_OF_BODY = re.compile(
    r"(?P<body>.+?)[\s_.:-]*\b(?:(?:member(?:ship)?|player|licen[cs]e)[\s_-]*)?(?:number|no|nr|num|id|#)\.?", re.I
)
_YES = ("yes", "y", "x", "1", "true", "visitor", "guest", "ja", "oui")


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A line of a list: a *name*, the usual *number*, those of other bodies, and what else it says."""

    name: str
    number: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    email: str = ""
    is_visitor: bool = False


@dataclass(frozen=True, slots=True)
class PeopleListed:
    """What a list holds, and which of its columns are *left_out*."""

    people: Sequence[ListedPerson]
    left_out: Sequence[str] = ()


def read_people(data: bytes, club: Club) -> PeopleListed:
    """Return the people of a CSV file, a workbook or pasted lines; those without a name are passed over.

    A column of numbers is named after the body that gives them (*EBU number*, *Club no*); where *club* has not said
    whose its usual numbers are, and no column is simply called *Number*, those of the first body are.  Without headings
    the cells tell: numbers have digits, e-mail addresses an @, the rest is names.

    :raises DeskError: if it is no list of people
    :raises ImportFileError: if the file is damaged
    """
    kind = looks_like(data)
    if kind not in ("plain text", WORKBOOK):
        raise DeskError(sentences.NO_LIST, kind=kind)
    rows = read_cells(data)
    columns = [_column(cell, club) for cell in rows[0]] if rows else []
    if NAME in columns or (FIRST in columns and LAST in columns) or LAST in columns:
        headings, rows = rows[0], rows[1:]
    else:
        headings, columns = [], _by_content(rows)
    if NAME not in columns and LAST not in columns:
        raise DeskError(sentences.NO_NAMES)
    if len(rows) > MOST_PEOPLE:
        raise DeskError(sentences.PEOPLE_TOO_MANY, people=len(rows), most=MOST_PEOPLE)
    if NUMBER not in columns and not club.number_body:
        first = next((at for at, column in enumerate(columns) if column.startswith("of ")), None)
        columns = [NUMBER if at == first else column for at, column in enumerate(columns)]
    listed = [_person(columns, row) for row in rows]
    left_out = [heading for heading, column in zip(headings, columns, strict=False) if heading and not column]
    return PeopleListed([person for person in listed if person.name], left_out)


def people_text(listed: Iterable[ListedPerson], club: Club) -> str:
    """Return the people as lines that can be put right by typing, and read again."""
    listed = list(listed)
    bodies = list(dict.fromkeys(body for person in listed for body in person.others))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    usual = f"{club.number_body} number" if club.number_body else "Number"
    writer.writerow(["Name", usual, *(f"{body} number" for body in bodies), "E-mail", "Visitor"])
    for person in listed:
        others = (person.others.get(body, "") for body in bodies)
        writer.writerow([person.name, person.number, *others, person.email, "yes" if person.is_visitor else ""])
    return text.getvalue()


def _column(heading: str, club: Club) -> str:
    """Return what a column holds: one of the names above, ``"of EBU"`` for numbers of a body, empty for nothing."""
    plain = re.sub(r"[\W_]", "", heading.casefold())
    if column := _HEADINGS.get(plain):
        return column
    match = _OF_BODY.fullmatch(heading.strip())
    known = {club.number_body, *PersonNumber.objects.filter(person__club=club).values_list("body", flat=True)} - {""}
    same = {body.casefold(): body for body in known}
    body = match["body"].strip() if match else same.get(heading.strip().casefold(), "")
    if not body:
        return ""
    return NUMBER if body.casefold() == club.number_body.casefold() else f"of {same.get(body.casefold(), body)}"


def _by_content(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return what the columns hold by what stands in them."""
    columns: list[str] = []
    for at in range(max(map(len, rows), default=0)):
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        if sum("@" in cell for cell in cells) * 2 > len(cells):
            column = EMAIL
        elif sum(map(is_member_number, cells)) * 2 > len(cells):
            column = NUMBER
        else:
            column = NAME
        columns.append(column if column not in columns else "")
    return columns


def _person(columns: Sequence[str], row: Sequence[str]) -> ListedPerson:
    cells = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
    name = cells.get(NAME) or " ".join(filter(None, (cells.get(FIRST), cells.get(LAST))))
    others = {column.removeprefix("of "): cell for column, cell in cells.items() if column.startswith("of ")}
    is_visitor = cells.get(VISITOR, "").casefold() in _YES
    return ListedPerson(name, cells.get(NUMBER, ""), others, cells.get(EMAIL, ""), is_visitor)
