"""Lists of people from a club or union, as CSV or workbook."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from unicodedata import normalize

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.club.people.merge import KEPT
from director.core.club.people.numbers import store_numbers
from director.core.club.people.read import player_models
from director.core.club.people.write import corrections, save_person
from director.errors import DeskError
from director.formats.columns.cells import WORKBOOK, read_cells
from director.formats.reading import looks_like
from director.models import Club, PeopleList, Person, PersonMerge, PersonNumber
from director.names import is_member_number

MOST_PEOPLE = 5000
MOST_TITLES = 10  # lines above the headings, such as the name of the club and a date
NAME, FIRST, LAST, EMAIL, VISITOR, NUMBER = "name", "first", "last", "email", "visitor", "number"
_HEADINGS: Mapping[str, str] = {
    word: column
    for column, words in {
        NAME: """name fullname player playername member membername naam nom namn navn nimi nome nombre
            spieler speler joueur spelare spiller""",
        FIRST: "firstname first givenname forename christianname voornaam vorname prenom fornamn fornavn imie",
        LAST: "lastname last surname familyname achternaam nachname nomdefamille efternamn etternavn nazwisko",
        EMAIL: "email emailaddress emailadresse mail mailaddress courriel epost",
        VISITOR: "visitor guest gast invite",
        NUMBER: """number no nr num id membernumber memberno memberid membershipnumber membershipno membership membernr
            playernumber playerno playerid lidnummer mitgliedsnummer mitgliedsnr medlemsnummer licence license
            licencenumber""",
    }.items()
    for word in words.split()
}
_OF_BODY = re.compile(
    r"(?P<body>.+?)[\s_.:-]*\b(?:(?:member(?:ship)?|player|licen[cs]e)[\s_-]*)?(?:number|no|nr|num|id|n[°º]|#)\.?",
    re.I,
)
_YES = ("yes", "y", "x", "1", "true", "visitor", "guest", "ja", "oui")


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A line of a list: *name*, usual *number*, other numbers, and the rest."""

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
    """Parse the people of a CSV file, a workbook or pasted lines.

    A column of numbers is named after the body that gives them (*EBU number*, *Club no*); where
    *club* has not said whose its usual numbers are, and no column is simply called *Number*, those
    of the first body are.  Without headings the cells tell: numbers have digits, e-mail addresses
    an @, the rest is names.  What stands above the headings is passed over.

    :raises DeskError: if it is no list of people
    :raises ImportFileError: if the file is damaged
    """
    kind = looks_like(data)
    if kind not in ("plain text", WORKBOOK):
        raise DeskError(DeskSentences.NO_LIST, kind=kind)
    rows = read_cells(data)
    at = _headings_at(rows)
    headings, rows = ([], rows) if at is None else (rows[at], rows[at + 1 :])
    rows = rows if headings else [*map(_split, rows)]
    columns = _by_headings(headings, club) if headings else _by_content(rows)
    if NAME not in columns and LAST not in columns:
        raise DeskError(DeskSentences.NO_NAMES)
    if len(rows) > MOST_PEOPLE:
        raise DeskError(DeskSentences.PEOPLE_TOO_MANY, people=len(rows), most=MOST_PEOPLE)
    if NUMBER not in columns and not club.number_body:
        first = next((at for at, column in enumerate(columns) if column.startswith("of ")), None)
        columns = [NUMBER if at == first else column for at, column in enumerate(columns)]
    listed = [_person(columns, row) for row in rows]
    left_out = [
        heading
        for heading, column in zip(headings, columns, strict=False)
        if heading and not column
    ]
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
        writer.writerow(
            [person.name, person.number, *others, person.email, "yes" if person.is_visitor else ""]
        )
    return text.getvalue()


def _split(row: list[str]) -> list[str]:
    """Return a line without a separator, such as ``Ada Ash 20001``, as a name and a number."""
    name, _, number = row[0].rpartition(" ") if len(row) == 1 else ("", "", "")
    if name and is_member_number(number):
        return [name, number]
    return row


def _headings_at(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the row of headings, or None."""
    for at, row in enumerate(rows[:MOST_TITLES]):
        filled = len(list(filter(None, row)))
        are_titles = all(len(list(filter(None, title))) < filled for title in rows[:at])
        if are_titles and {NAME, LAST} & {_HEADINGS.get(_plain(cell)) for cell in row}:
            return at
    return None


def _by_headings(headings: Sequence[str], club: Club) -> list[str]:
    known = {
        club.number_body,
        *PersonNumber.objects.filter(person__club=club).values_list("body", flat=True),
    } - {""}
    same = {body.casefold(): body for body in known}
    return [_column(heading, club, same) for heading in headings]


def _plain(heading: str) -> str:
    """Return *heading* in small letters without accents, blanks and signs."""
    return re.sub(r"[\W_]", "", normalize("NFKD", heading.casefold()))


def _column(heading: str, club: Club, same: Mapping[str, str]) -> str:
    """Return the meaning of a column, such as ``"of EBU"`` for a body's numbers, or "".

    *same* are the bodies known already, by their names in small letters.
    """
    if column := _HEADINGS.get(_plain(heading)):
        return column
    match = _OF_BODY.fullmatch(heading.strip())
    body = match["body"].strip() if match else same.get(heading.strip().casefold(), "")
    if not body:
        return ""
    if body.casefold() == club.number_body.casefold():
        return NUMBER
    return f"of {same.get(body.casefold(), body)}"


def _by_content(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the meaning of columns from their content."""
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
    name, first, last = (cells.get(column, "") for column in (NAME, FIRST, LAST))
    if first and not last and f" {first} ".casefold() not in f" {name} ".casefold():
        name, last = "", name  # beside *Vorname* or *Prénom* the surname is just called *Name*
    name = name or " ".join(filter(None, (first, last)))
    others = {
        column.removeprefix("of "): cell
        for column, cell in cells.items()
        if column.startswith("of ")
    }
    is_visitor = cells.get(VISITOR, "").casefold() in _YES
    return ListedPerson(name, cells.get(NUMBER, ""), others, cells.get(EMAIL, ""), is_visitor)


# Lists of people that were taken in, each an act that can be taken back.

MOST_KEPT = 20
"""So many lists of a club can be taken back; what older ones did stays."""


@dataclass(slots=True)
class ListChanges:
    """What a list does: the people it *added*, and how it *changed* others."""

    added: dict[str, dict[str, Any]] = field(default_factory=dict)
    changed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def note(self, person: Person, before: Mapping[str, Any] | None) -> None:
        """Keep what became of *person*, who was *before*, ``None`` for somebody new."""
        now = person_snapshot(person)
        if before is None:
            self.added[str(person.pk)] = now
        elif before != now:
            self.changed[str(person.pk)] = [dict(before), now]


@dataclass(frozen=True, slots=True)
class UndoneList:
    """The outcome of undoing a list: people removed, restored, and kept with the reason."""

    gone: int
    as_before: int
    stays: Sequence[str] = ()


@contextmanager
def list_recorded(club: Club, source: str, user: User | None) -> Iterator[ListChanges]:
    """Record the changes made inside as a list that :func:`undo_list_import` can undo."""
    with transaction.atomic():
        kept = ListChanges()
        yield kept
        if kept.added or kept.changed:
            club.lists.create(
                source=source[:200], made_by=user, added=kept.added, changed=kept.changed
            )
            old = club.lists.values_list("pk", flat=True)[MOST_KEPT:]
            PeopleList.objects.filter(pk__in=list(old)).delete()


def person_snapshot(person: Person) -> dict[str, Any]:
    """Return *person* as a list keeps it: fields and numbers."""
    numbers = {known.body: known.number for known in person.numbers.all()}
    return {"numbers": numbers} | {name: getattr(person, name) for name in KEPT}


def undo_list_import(*, taken: PeopleList, user: User | None) -> UndoneList:
    """Undo a list: remove its new people and restore those it changed.

    Somebody who has played since stays, and so does what was changed since; who that is is told.

    :raises DeskError: if somebody else has a name and number by now that would be given back
    """
    as_before = 0
    stays: list[str] = []
    listed = taken.club.people.filter(pk__in=[*taken.added, *taken.changed]).prefetch_related(
        "numbers"
    )
    people = {str(person.pk): person for person in listed}
    with transaction.atomic(), ExitStack() as stack:
        used = _used_people(taken.club)
        off = []
        for key in (
            taken.added.keys() & people.keys()
        ):  # the others were taken off, or merged with somebody since
            if people[key].pk in used or person_snapshot(people[key]) != taken.added[key]:
                stays.append(people[key].name)
            else:
                off.append(people[key].pk)
        gone = len(off)
        taken.club.people.filter(pk__in=off).delete()
        count_club_change(taken.club_id)
        for key, (before, after) in taken.changed.items():
            if key not in people:
                continue
            person = people[key]
            stack.enter_context(corrections(person, user))
            if _revert_person(person, before, after):
                as_before += 1
            else:
                stays.append(person.name)
        taken.delete()
    return UndoneList(gone, as_before, sorted(stays))


def _used_people(club: Club) -> set[int]:
    """Return who of *club* has played, or was made one with somebody."""
    rows = [
        model._base_manager.filter(person__club=club).values_list("person_id", flat=True)
        for model in player_models()
    ]
    return set(
        chain(*rows, PersonMerge.objects.filter(into__club=club).values_list("into_id", flat=True))
    )


def _revert_person(person: Person, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Restore the fields of *person* that are still as *after*. Return whether all were."""
    now = person_snapshot(person)
    is_all = True
    for name in KEPT:
        if before[name] != after[name]:
            is_all &= now[name] == after[name]
            setattr(person, name, before[name] if now[name] == after[name] else now[name])
    save_person(person, person.name, person.number)
    numbers = dict(now["numbers"])
    for body in {*before["numbers"], *after["numbers"]}:
        was, became = (side["numbers"].get(body) for side in (before, after))
        if was == became:
            continue
        if numbers.get(body) != became:
            is_all = False
        elif was is None:
            numbers.pop(body)
        else:
            numbers[body] = was
    store_numbers(person, numbers)
    return is_all
