"""Lists of people from a club or union: read from CSV or a workbook, imported, and undone.

A column is recognised by its heading in one of many languages, or by its cells. Its *meaning* is a
word that ``find_people_field`` returns, ``"of EBU"`` for the numbers of a body that isn't the club's
usual one, or "" for a column that is left out.

Every line of a list becomes a :class:`PersonImport`: the person it is about, the changes, and a
fault that prevents the import. The preview shows these rows, and a director answers for namesakes.
Missing numbers of an event's players are entered the same way.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from director.core.base.refusals import NAME_TOO_LONG
from director.core.base.uploads import recognise_file
from director.core.base.versions import count_club_change
from director.core.club.people import (
    BODY_TOO_LONG,
    NAME_OF_TWO,
    NOT_A_NUMBER,
    fetch_people,
    fetch_unnumbered_people,
    list_player_models,
    record_corrections,
    save_person,
    store_numbers,
)
from director.core.club.people_merge import KEPT
from director.errors import DeskError
from director.formats.cells import WORKBOOK, read_cells
from director.formats.door import FileUse, FormatCandidate
from director.formats.errors import IgnoredParts
from director.formats.headings import EMAIL, FIRST, LAST, NAME, NUMBER, VISITOR, find_people_field
from director.formats.names.person import (
    NamedPerson,
    is_placeholder,
    make_unordered_key,
    read_person,
    split_people,
    split_typed_people,
)
from director.formats.reading import describe_file_kind, strip_invisible
from director.models import Club, Event, PeopleList, Person, PersonMerge, PersonNumber
from director.models.club import LONGEST_BODY, LONGEST_NAME, LONGEST_NUMBER
from director.names import is_member_number, make_name_key

# The file.


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
        raise DeskError(
            "no-list",
            "This file looks like {kind}, not a list of people. Save the list as CSV or XLSX.",
            kind=kind,
        )
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
        raise DeskError(
            "no-names",
            "The list has no column of names. Add the heading Name, or First name and Surname.",
        )
    if len(rows) > MAX_PEOPLE:
        raise DeskError(
            "people-too-many",
            "The list has {people} lines, but the limit is {most}. Split it.",
            people=len(rows),
            most=MAX_PEOPLE,
        )
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


# Undoing an imported list. While it is imported, :func:`record_list_changes` records each person before
# and after. Undoing removes new people and restores changed ones, unless they played or were changed
# in the meantime.


MAX_KEPT = 20
"""Lists of a club that can be undone, the latest ones."""


@dataclass(slots=True)
class ListChanges:
    """The people *added* by a list, and the *changed* ones with their state before and after."""

    added: dict[str, dict[str, Any]] = field(default_factory=dict)
    changed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def note(self, person: Person, snapshot_before: Mapping[str, Any] | None) -> None:
        """Record the change of *person* from *snapshot_before*, which is None for a new person."""
        snapshot_after = make_person_snapshot(person)
        if snapshot_before is None:
            self.added[str(person.pk)] = snapshot_after
        elif snapshot_before != snapshot_after:
            self.changed[str(person.pk)] = [dict(snapshot_before), snapshot_after]


@dataclass(frozen=True, slots=True)
class UndoneList:
    """The numbers of people removed and restored by an undo, and the names of people who stay."""

    removed_count: int
    restored_count: int
    remaining_names: Sequence[str] = ()


@contextmanager
def record_list_changes(club: Club, source: str, user: User | None) -> Iterator[ListChanges]:
    """Record the changes made inside as a list that :func:`undo_list_import` can undo."""
    with transaction.atomic():
        changes = ListChanges()
        yield changes
        if changes.added or changes.changed:
            club.lists.create(
                source=source[:200], made_by=user, added=changes.added, changed=changes.changed
            )
            old_lists = club.lists.values_list("pk", flat=True)[MAX_KEPT:]
            # As a list, because a query with a limit can't be part of a deletion.
            PeopleList.objects.filter(pk__in=list(old_lists)).delete()


def make_person_snapshot(person: Person) -> dict[str, Any]:
    """Return the fields and numbers of *person* that a list can change."""
    numbers = {row.body: row.number for row in person.numbers.all()}
    return {"numbers": numbers} | {name: getattr(person, name) for name in KEPT}


def undo_list_import(*, people_list: PeopleList, user: User | None) -> UndoneList:
    """Undo an imported list: remove the people that it added and restore those that it changed.

    People who have played since stay, and fields that were changed since keep their value. The
    outcome names both.

    :raises DeskError: if somebody else now has a name and number that would be restored
    """
    restored_count = 0
    remaining_names: list[str] = []
    listed = people_list.club.people.filter(pk__in=[*people_list.added, *people_list.changed])
    people = {str(person.pk): person for person in listed.prefetch_related("numbers")}
    with transaction.atomic(), ExitStack() as stack:
        used_ids = _fetch_used_people(people_list.club)
        removed_ids = []
        # People of the list who are missing here were removed or merged in the meantime.
        for key in people_list.added.keys() & people.keys():
            person = people[key]
            if person.pk in used_ids or make_person_snapshot(person) != people_list.added[key]:
                remaining_names.append(person.name)
            else:
                removed_ids.append(person.pk)
        # Before the others are restored, whose old name and number a removed person may have.
        people_list.club.people.filter(pk__in=removed_ids).delete()
        count_club_change(people_list.club_id)
        for key, (snapshot_before, snapshot_after) in people_list.changed.items():
            if key not in people:
                continue
            person = people[key]
            stack.enter_context(record_corrections(person, user))
            if _revert_person(person, snapshot_before, snapshot_after):
                restored_count += 1
            else:
                remaining_names.append(person.name)
        people_list.delete()
    return UndoneList(
        removed_count=len(removed_ids),
        restored_count=restored_count,
        remaining_names=sorted(remaining_names),
    )


def _fetch_used_people(club: Club) -> set[int]:
    """Return the keys of people who have played, or were merged with somebody."""
    key_lists = [
        model._base_manager.filter(person__club=club).values_list("person_id", flat=True)
        for model in list_player_models()
    ]
    merges = PersonMerge.objects.filter(into__club=club)
    return set(chain(*key_lists, merges.values_list("into_id", flat=True)))


def _revert_person(
    person: Person, values_before: Mapping[str, Any], values_after: Mapping[str, Any]
) -> bool:
    """Restore the fields of *person* that are still as *values_after*. Return whether all were."""
    current = make_person_snapshot(person)
    is_complete = True
    for name in KEPT:
        if values_before[name] != values_after[name]:
            if current[name] == values_after[name]:
                setattr(person, name, values_before[name])
            else:
                is_complete = False
    save_person(person, person.name, person.number)
    numbers = dict(current["numbers"])
    for body in {*values_before["numbers"], *values_after["numbers"]}:
        number_before = values_before["numbers"].get(body)
        number_after = values_after["numbers"].get(body)
        if number_before == number_after:
            continue
        if numbers.get(body) != number_after:
            is_complete = False
        elif number_before is None:
            numbers.pop(body)
        else:
            numbers[body] = number_before
    store_numbers(person, numbers)
    return is_complete


# The import.


NEW, SKIP = "new", "skip"


@dataclass(frozen=True, slots=True)
class PersonImport:
    """A line of a list: the *person* (None if new) and the changes.

    *choices* are the people of the same name, if no number decides. The director's answer refers to
    the line by its *key*. *fault* says why the line can't be imported.
    """

    line_no: int
    listed: ListedPerson
    key: str
    person: Person | None
    is_skipped: bool = False
    choices: Sequence[Person] = ()
    changes: Sequence[str] = ()
    fault: str = ""

    @property
    def numbers(self) -> str:
        """The numbers of the line, as text."""
        other_numbers = (f"{body} {number}" for body, number in self.listed.others.items())
        return ", ".join(filter(None, (self.listed.number, *other_numbers)))

    @property
    def is_open(self) -> bool:
        """Whether the director has to check the line."""
        return bool(self.fault or self.choices)

    @property
    def kind(self) -> str:
        """The action in a word or two: skipped, new, changed or no change."""
        if self.is_skipped:
            return "skipped"
        if self.person is None:
            return "new"
        if self.changes:
            return "changed"
        return "no change"

    @property
    def words(self) -> str:
        """The action in words, with the person and the changes."""
        if self.person is None or self.is_skipped:
            return self.kind
        return f"{self.person.name}: {'; '.join(self.changes) or self.kind}"


def match_listed_people(
    club: Club, listed: Sequence[ListedPerson], answers: Mapping[str, str]
) -> list[PersonImport]:
    """Match each line of a list by number, then by name and the *answers*.

    *answers* hold by key ``"new"``, ``"skip"`` or the primary key of a person. Without an answer, the
    only namesake whose numbers don't differ from the line's is taken for the same person.
    """
    people_by_number: dict[tuple[str, str], list[Person]] = defaultdict(list)
    # The words of a name in any order: a list may have the surname first.
    people_by_words: dict[str, list[Person]] = defaultdict(list)
    for person in fetch_people(club):
        people_by_words[make_unordered_key(person.name)].append(person)
        for body, number in _get_person_numbers(person).items():
            people_by_number[body, number.casefold()].append(person)
    rows: list[PersonImport] = []
    # By the person, or by the name and number of somebody new.
    first_lines: dict[int | tuple[str, str], int] = {}
    for line_no, line in enumerate(listed, 1):
        # Two numbers of a line may belong to two people, or both to one.
        holders: dict[int, Person] = {}
        for body, number in _get_line_numbers(line).items():
            for person in people_by_number.get((body, number.casefold()), ()):
                holders[person.pk] = person
        namesakes = people_by_words[make_unordered_key(line.name)]
        row = _make_person_import(
            line_no, line, holders=list(holders.values()), namesakes=namesakes, answers=answers
        )
        if not (row.is_skipped or row.fault):
            identity = row.person.pk if row.person else (make_name_key(line.name), line.number)
            first_line = first_lines.setdefault(identity, line_no)
            if first_line != line_no:
                name = row.person.name if row.person else line.name
                fault = "Lines {first} and {line} are both {name}. Delete one, or choose who it is.".format(
                    first=first_line, line=line_no, name=name
                )
                row = replace(row, changes=(), fault=fault)
        rows.append(row)
    return rows


def make_number_imports(event: Event, numbers: Mapping[str, str]) -> list[PersonImport]:
    """Return the players of *event* without a number, each with the number typed by key.

    A number has a fault if it can't be a membership number, or somebody else has it.
    """
    body = event.club.sent_body if event.club.sends_other else ""
    holders = {
        _get_person_numbers(person).get(make_name_key(body), "").casefold(): person
        for person in fetch_people(event.club)
    }
    rows = []
    for line_no, person in enumerate(fetch_unnumbered_people(event), 1):
        number = strip_invisible(numbers.get(str(person.pk), ""))
        if body:
            other_numbers = {body: number} if number else {}
            line = ListedPerson(person.name, others=other_numbers)
        else:
            line = ListedPerson(person.name, number)
        fault = _find_fault(line, ())
        if number and not fault:
            # The number is then this person's, and a fault if it is typed for another one too.
            holder = holders.setdefault(number.casefold(), person)
            if holder != person:
                fault = "{name} has the number {number}. Correct it, or merge the two in People.".format(
                    number=number, name=holder.name
                )
        changes = (number,) if number else ()
        row = PersonImport(
            line_no, line, key=str(person.pk), person=person, changes=changes, fault=fault
        )
        rows.append(row)
    return rows


def store_people(
    club: Club, rows: Sequence[PersonImport], *, source: str = "", user: User | None = None
) -> tuple[int, int]:
    """Store all lines of a list, or none. Return how many people were added and changed.

    The changes are recorded as a list called *source*, which can be undone.

    :raises DeskError: if a line has a fault, or two people would have one name and number
    """
    with record_list_changes(club, source, user) as changes:
        for row in rows:
            if row.fault:
                raise DeskError(
                    "line-faulty",
                    "Line {line}: {fault} Nothing has been imported yet.",
                    line=row.line_no,
                    fault=row.fault,
                )
            if row.is_skipped:
                continue
            if row.person and row.person.is_from_seat:
                # Their name on a list is no slip of the pen, even if it changes nothing.
                Person.objects.filter(pk=row.person.pk).update(is_from_seat=False)
                count_club_change(club.pk)
            if row.person and not row.changes:
                continue
            line = row.listed
            person = row.person or Person(club=club)
            former_snapshot = make_person_snapshot(person) if row.person else None
            stored_numbers = former_snapshot["numbers"] if former_snapshot else {}
            person.email = line.email or person.email
            person.is_visitor = person.is_visitor or line.is_visitor
            save_person(person, person.name or line.name, line.number or person.number)
            # A body that the person has already keeps its spelling.
            spellings = {make_name_key(body): body for body in stored_numbers}
            numbers = dict(stored_numbers)
            for body, number in line.others.items():
                numbers[spellings.get(make_name_key(body), body)] = number
            if numbers != stored_numbers:
                store_numbers(person, numbers)
            changes.note(person, former_snapshot)
    return len(changes.added), len(changes.changed)


def _make_person_import(
    line_no: int,
    line: ListedPerson,
    *,
    holders: Sequence[Person],
    namesakes: Sequence[Person],
    answers: Mapping[str, str],
) -> PersonImport:
    """Match *line* with a person. *holders* are the people with one of its numbers."""
    # The content identifies a line in the preview and in the import.
    identity = (make_name_key(line.name), line.number, sorted(line.others.items()))
    key = sha256(repr(identity).encode()).hexdigest()[:12]
    answer = answers.get(key, "")
    if answer == SKIP:
        return PersonImport(line_no, line, key, person=None, is_skipped=True, choices=namesakes)
    if fault := _find_fault(line, holders):
        return PersonImport(line_no, line, key, person=None, fault=fault)
    if holders:
        holder = holders[0]
        return PersonImport(line_no, line, key, person=holder, changes=_list_changes(holder, line))
    person = _choose_namesake(line, namesakes, answer)
    changes = _list_changes(person, line) if person else ()
    return PersonImport(line_no, line, key, person=person, choices=namesakes, changes=changes)


def _choose_namesake(line: ListedPerson, namesakes: Sequence[Person], answer: str) -> Person | None:
    if answer == NEW:
        return None
    for person in namesakes:
        if str(person.pk) == answer:
            return person
    line_numbers = _get_line_numbers(line)
    matching_people = [
        person
        for person in namesakes
        if not _have_conflict(_get_person_numbers(person), line_numbers)
    ]
    if len(matching_people) == 1:
        return matching_people[0]
    return None


def _have_conflict(numbers: Mapping[str, str], other_numbers: Mapping[str, str]) -> bool:
    """Return whether a body that gave both numbers gave different ones."""
    return any(number != other_numbers.get(body, number) for body, number in numbers.items())


def _find_fault(line: ListedPerson, holders: Sequence[Person]) -> str:
    """Return why *line* can't be imported, or "". *holders* have one of its numbers."""
    if fault := _find_name_fault(line.name):
        return fault
    for body, number in (("", line.number), *line.others.items()):
        if number and (len(number) > LONGEST_NUMBER or len(body) > LONGEST_BODY):
            return BODY_TOO_LONG[1].format(
                line=f"{body} {number}"[:60], most=LONGEST_BODY, digits=LONGEST_NUMBER
            )
        if number and not is_member_number(number):
            return NOT_A_NUMBER[1].format(number=number)
    try:
        validate_email(line.email or "a@example.org")
    except ValidationError:
        return "“{email}” isn’t an e-mail address. Correct it or leave it empty.".format(
            email=line.email[:60]
        )
    if len(holders) > 1:
        return (
            "These numbers belong to {first} and {second}. Correct them, or merge the two in "
            "People."
        ).format(first=holders[0].name, second=holders[1].name)
    return ""


def _find_name_fault(name: str) -> str:
    if len(split_typed_people(name)) > 1:
        return NAME_OF_TWO[1].format(name=name)
    if len(name) > LONGEST_NAME:
        return NAME_TOO_LONG[1].format(name=name[:40], most=LONGEST_NAME)
    return ""


def _list_changes(person: Person, line: ListedPerson) -> list[str]:
    current_numbers = _get_person_numbers(person)
    changes = []
    for body, number in _get_line_numbers(line).items():
        current = current_numbers.get(body, "")
        if current.casefold() == number.casefold():
            continue
        usual = f"{person.club.number_body} number".strip()
        # The body as the list spells it.
        body_words = next((name for name in line.others if make_name_key(name) == body), usual)
        if current:
            changes.append(f"{body_words} {number} instead of {current}")
        else:
            changes.append(f"gets {body_words} {number}")
    if line.email and line.email != person.email:
        changes.append("another e-mail address" if person.email else "gets an e-mail address")
    if line.is_visitor and not person.is_visitor:
        changes.append("is a visitor")
    return changes


def _get_line_numbers(line: ListedPerson) -> dict[str, str]:
    """Return the numbers of *line* by the body's key, "" for the usual body."""
    numbers = {"": line.number} if line.number else {}
    for body, number in line.others.items():
        numbers[make_name_key(body)] = number
    return numbers


def _get_person_numbers(person: Person) -> dict[str, str]:
    """Return the numbers of *person* by the body's key, "" for the usual body."""
    numbers = {"": person.number} if person.number else {}
    for row in person.others:
        numbers[row.body_key] = row.number
    return numbers
