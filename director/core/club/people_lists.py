"""Lists of people from a club or union: read from CSV or a workbook, imported, and undone.

The columns are those of ``director.formats.names.tables``, which every door of lists uses. Here a
column may also have the numbers of a body that isn't the club's usual one.

Every line of a list becomes a :class:`PersonImport`: the person it is about, the changes, and a
problem that prevents the import. The preview shows these rows, and a director answers for namesakes.
Missing numbers of an event's players are entered the same way.
"""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import prefetch_related_objects

from director.core.base.refusals import NAME_TOO_LONG_ERROR
from director.core.base.uploads import recognise_file
from director.core.base.versions import increment_club_version
from director.core.club.people import (
    BODY_TOO_LONG_ERROR,
    NAME_OF_TWO_ERROR,
    NOT_A_NUMBER_ERROR,
    fetch_people,
    fetch_unnumbered_people,
    get_session_paths_by_player_model,
    record_corrections,
    save_person,
    store_numbers,
)
from director.core.club.people_merge import RECORDED_FIELDS
from director.errors import DeskError
from director.formats.cells import WORKBOOK
from director.formats.door import FileUse, FormatCandidate
from director.formats.errors import IgnoredParts
from director.formats.kinds import describe_file_kind
from director.formats.names.headings import (
    FEDERATIONS,
    FIRST,
    LAST,
    NUMBER,
    PLAIN_NUMBER,
    REMARK,
)
from director.formats.names.nobody import names_nobody
from director.formats.names.people_lines import read_people_lines, unfold_columns
from director.formats.names.person import (
    is_placeholder,
    make_unordered_key,
    parse_person,
    split_people,
    split_typed_people,
    without_degree,
)
from director.formats.names.row_people import ListedPerson, read_row_people
from director.formats.names.tables.reading import read_list_table
from director.formats.names.tables.rows import has_commas_only, read_list_rows, read_list_text
from director.formats.names.tables.table import PEOPLE, PeopleTable
from director.formats.reading import strip_invisible
from director.models import Club, Event, Payment, PeopleList, Person, PersonMerge, PersonNumber
from director.models.club import MAX_BODY_LENGTH, MAX_NAME_LENGTH, MAX_NUMBER_LENGTH
from director.names import is_member_number, make_name_key

# The file.


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


# Undoing an imported list. While it is imported, :func:`record_list_changes` records each person before
# and after. Undoing removes new people and restores changed ones, unless they played or were changed
# in the meantime.


MAX_UNDOABLE_LISTS = 20
"""Lists of a club that can be undone, the latest ones."""


@dataclass(slots=True)
class ListChanges:
    """The people that a list added or changed, as snapshots by the text of their key."""

    added_by_id: dict[str, dict[str, Any]] = field(default_factory=dict)  # as added
    changed_by_id: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # before, after

    def record_change(
        self,
        person: Person,
        previous_snapshot: Mapping[str, Any] | None,
        numbers: Mapping[str, str],
    ) -> None:
        """Record the change of *person* from *previous_snapshot*, which is None for a new person.

        *numbers* are those of other bodies now.
        """
        new_snapshot = _make_snapshot(person, numbers)
        if previous_snapshot is None:
            self.added_by_id[str(person.pk)] = new_snapshot
        elif previous_snapshot != new_snapshot:
            self.changed_by_id[str(person.pk)] = [dict(previous_snapshot), new_snapshot]


@dataclass(frozen=True, slots=True)
class ListUndoResult:
    """What the undo of a list did."""

    removed_count: int  # people who were removed
    restored_count: int  # people who were restored
    remaining_names: Sequence[str] = ()  # people who stay as they are


@contextmanager
def record_list_changes(club: Club, source: str, user: User | None) -> Iterator[ListChanges]:
    """Record the changes made inside as a list that :func:`undo_list_import` can undo."""
    with transaction.atomic():
        changes = ListChanges()
        yield changes
        if changes.added_by_id or changes.changed_by_id:
            club.lists.create(
                source=source[:200],
                made_by=user,
                added=changes.added_by_id,
                changed=changes.changed_by_id,
            )
            expired_ids = club.lists.values_list("pk", flat=True)[MAX_UNDOABLE_LISTS:]
            # As a list, because a query with a limit can't be part of a deletion.
            PeopleList.objects.filter(pk__in=list(expired_ids)).delete()


def make_person_snapshot(person: Person) -> dict[str, Any]:
    """Return the fields and numbers of *person* that a list can change."""
    return _make_snapshot(person, {row.body: row.number for row in person.numbers.all()})


def _make_snapshot(person: Person, numbers: Mapping[str, str]) -> dict[str, Any]:
    return {"numbers": dict(numbers)} | {name: getattr(person, name) for name in RECORDED_FIELDS}


def undo_list_import(*, people_list: PeopleList, user: User | None) -> ListUndoResult:
    """Undo an imported list: remove the people that it added and restore those that it changed.

    People who have played since stay, and fields that were changed since keep their value. The
    outcome names both.

    :raises DeskError: if somebody else now has a name and number that would be restored
    """
    restored_count = 0
    remaining_names: list[str] = []
    listed_people = people_list.club.people.filter(
        pk__in=[*people_list.added, *people_list.changed]
    )
    people_by_id = {str(person.pk): person for person in listed_people.prefetch_related("numbers")}
    with transaction.atomic(), ExitStack() as stack:
        used_ids = _fetch_used_person_ids(people_list.club)
        removed_ids = []
        # People of the list who are missing here were removed or merged in the meantime.
        for key in people_list.added.keys() & people_by_id.keys():
            person = people_by_id[key]
            if person.pk in used_ids or make_person_snapshot(person) != people_list.added[key]:
                remaining_names.append(person.name)
            else:
                removed_ids.append(person.pk)
        # Before the others are restored, whose old name and number a removed person may have.
        people_list.club.people.filter(pk__in=removed_ids).delete()
        increment_club_version(people_list.club_id)
        for key, (previous_snapshot, imported_snapshot) in people_list.changed.items():
            if key not in people_by_id:
                continue
            person = people_by_id[key]
            stack.enter_context(record_corrections(person, user))
            if _revert_person(person, previous_snapshot, imported_snapshot):
                restored_count += 1
            else:
                remaining_names.append(person.name)
        people_list.delete()
    return ListUndoResult(
        removed_count=len(removed_ids),
        restored_count=restored_count,
        remaining_names=sorted(remaining_names),
    )


def _fetch_used_person_ids(club: Club) -> set[int]:
    """Return the keys of people who have played or paid, or were merged with somebody."""
    key_lists = [
        model._base_manager.filter(person__club=club).values_list("person_id", flat=True)
        for model in get_session_paths_by_player_model()
    ]
    payments = Payment.objects.filter(person__club=club)
    merges = PersonMerge.objects.filter(into__club=club)
    return set(
        chain(
            *key_lists,
            payments.values_list("person_id", flat=True),
            merges.values_list("into_id", flat=True),
        )
    )


def _revert_person(
    person: Person, previous_values: Mapping[str, Any], imported_values: Mapping[str, Any]
) -> bool:
    """Restore the fields of *person* that are still as *imported_values*. Return whether all were."""
    current_values = make_person_snapshot(person)
    is_complete = True
    # A list stored by an older program may lack a field.
    for name in [name for name in RECORDED_FIELDS if name in previous_values]:
        if previous_values[name] != imported_values[name]:
            if current_values[name] == imported_values[name]:
                setattr(person, name, previous_values[name])
            else:
                is_complete = False
    save_person(person, person.name, person.number)
    numbers = dict(current_values["numbers"])
    for body in {*previous_values["numbers"], *imported_values["numbers"]}:
        previous_number = previous_values["numbers"].get(body)
        imported_number = imported_values["numbers"].get(body)
        if previous_number == imported_number:
            continue
        if numbers.get(body) != imported_number:
            is_complete = False
        elif previous_number is None:
            numbers.pop(body)
        else:
            numbers[body] = previous_number
    store_numbers(person, numbers)
    return is_complete


# The import.


NEW_PERSON = "new"
SKIP_ROW = "skip"


@dataclass(frozen=True, slots=True)
class PersonImport:
    """A line of a list, and what its import does."""

    line_no: int
    listed_person: ListedPerson
    key: str  # by which the director's answer refers to the line
    person: Person | None  # None if new
    is_skipped: bool = False
    choices: Sequence[Person] = ()  # people of the same name, if no number decides
    changes: Sequence[str] = ()
    problem: str = ""  # why the line can't be imported
    is_repeated: bool = False  # an earlier line is about the same person

    @property
    def numbers(self) -> str:
        """The numbers of the line, as text."""
        other_numbers = (
            f"{body} {number}" for body, number in self.listed_person.other_numbers.items()
        )
        return ", ".join(filter(None, (self.listed_person.number, *other_numbers)))

    @property
    def needs_check(self) -> bool:
        """Whether the director has to check the line."""
        return bool(self.problem or self.choices)

    @property
    def action_label(self) -> str:
        """The action in a word or two: skipped, new, changed or no change."""
        if self.is_skipped:
            return "skipped"
        if self.person is None:
            return "new"
        if self.changes:
            return "changed"
        return "no change"

    @property
    def description(self) -> str:
        """The action in words, with the person and the changes."""
        if self.person is None or self.is_skipped:
            return self.action_label
        return f"{self.person.name}: {'; '.join(self.changes) or self.action_label}"


def match_listed_people(
    club: Club, listed_people: Sequence[ListedPerson], answers_by_key: Mapping[str, str]
) -> list[PersonImport]:
    """Match each line of a list by number, then by name and the director's answer.

    *answers_by_key* has ``"new"``, ``"skip"`` or the primary key of a person by the key of a line.
    Without an answer, the only namesake whose numbers don't contradict the line is taken for the
    same person.
    """
    people_by_number: dict[tuple[str, str], list[Person]] = defaultdict(list)
    # The words of a name in any order: a list may have the surname first.
    people_by_name_key: dict[str, list[Person]] = defaultdict(list)
    for person in fetch_people(club):
        people_by_name_key[make_unordered_key(person.name)].append(person)
        for body, number in _get_person_numbers_by_body(person).items():
            people_by_number[body, number.casefold()].append(person)
    rows: list[PersonImport] = []
    count_by_key = Counter[str]()
    # By the person, or by the name and number of somebody new.
    first_lines_by_identity: dict[int | tuple[str, str], int] = {}
    for line_no, listed_person in enumerate(listed_people, 1):
        line = _without_unknown_degree(listed_person, people_by_name_key)
        # Two numbers of a line may belong to two people, or both to one.
        holders_by_id: dict[int, Person] = {}
        for body, number in _get_line_numbers_by_body(line).items():
            for person in people_by_number.get((body, number.casefold()), ()):
                holders_by_id[person.pk] = person
        namesakes = people_by_name_key[make_unordered_key(line.name)]
        key = _make_line_key(line)
        count_by_key[key] += 1
        is_repeated = count_by_key[key] > 1
        if is_repeated:
            key += f"-{count_by_key[key]}"
        row = _make_person_import(
            line_no,
            line,
            key=key,
            holders=list(holders_by_id.values()),
            namesakes=namesakes,
            answer=answers_by_key.get(key, ""),
        )
        row = replace(row, is_repeated=is_repeated)
        if not (row.is_skipped or row.problem):
            identity = row.person.pk if row.person else (make_name_key(line.name), line.number)
            first_line = first_lines_by_identity.setdefault(identity, line_no)
            if first_line != line_no:
                name = row.person.name if row.person else line.name
                problem = "Lines {first} and {line} are both {name}. Delete one, or choose who it is.".format(
                    first=first_line, line=line_no, name=name
                )
                row = replace(row, changes=(), problem=problem, is_repeated=True)
        rows.append(row)
    return rows


def _without_unknown_degree(
    listed_person: ListedPerson, people_by_name_key: Mapping[str, Sequence[Person]]
) -> ListedPerson:
    """Return *listed_person* without an academic title, unless somebody is called so."""
    if people_by_name_key.get(make_unordered_key(listed_person.name)):
        return listed_person
    return replace(listed_person, name=without_degree(listed_person.name))


def make_number_imports(event: Event, numbers_by_key: Mapping[str, str]) -> list[PersonImport]:
    """Return the players of *event* without a number, each with the number typed by key.

    A number that can't be a membership number, or belongs to somebody else, gives its row a problem.
    """
    body = event.club.sent_body if event.club.has_other_exported_body else ""
    holders_by_number = {
        _get_person_numbers_by_body(person).get(make_name_key(body), "").casefold(): person
        for person in fetch_people(event.club)
    }
    rows = []
    for line_no, person in enumerate(fetch_unnumbered_people(event), 1):
        number = strip_invisible(numbers_by_key.get(str(person.pk), ""))
        if body:
            other_numbers = {body: number} if number else {}
            line = ListedPerson(person.name, other_numbers=other_numbers)
        else:
            line = ListedPerson(person.name, number)
        problem = _detect_import_problem(line, ())
        if number and not problem:
            # From here on the number is this person's, so typing it for another one is a problem.
            holder = holders_by_number.setdefault(number.casefold(), person)
            if holder != person:
                problem = "{name} has the number {number}. Correct it, or merge the two in People.".format(
                    number=number, name=holder.name
                )
        changes = (number,) if number else ()
        row = PersonImport(
            line_no, line, key=str(person.pk), person=person, changes=changes, problem=problem
        )
        rows.append(row)
    return rows


def store_people(
    club: Club, rows: Sequence[PersonImport], *, source: str = "", user: User | None = None
) -> tuple[int, int]:
    """Store all lines of a list, or none. Return how many people were added and changed.

    The changes are recorded as a list called *source*, which can be undone.

    :raises DeskError: if a line has a problem, or two people would have one name and number
    """
    with record_list_changes(club, source, user) as changes:
        _store_rows(club, rows, changes)
    return len(changes.added_by_id), len(changes.changed_by_id)


_ROWS_PER_STATEMENT = 500


@dataclass(slots=True)
class _PendingPerson:
    """A person with the changes of a line, not stored yet."""

    line_no: int
    person: Person
    snapshot_before: dict[str, Any] | None  # None for a new person
    numbers: dict[str, str]  # by body, except for the club's usual one

    @property
    def has_other_numbers(self) -> bool:
        """Whether the numbers of other bodies differ from the stored ones."""
        stored_numbers: dict[str, str] = (self.snapshot_before or {}).get("numbers", {})
        return self.numbers != stored_numbers


def _store_rows(club: Club, rows: Sequence[PersonImport], changes: ListChanges) -> None:
    for row in rows:
        if row.problem:
            raise DeskError(
                "line-faulty",
                "Line {line}: {fault} Nothing has been imported yet.",
                line=row.line_no,
                fault=row.problem,
            )
    imported_rows = [row for row in rows if not row.is_skipped]
    known_people = [row.person for row in imported_rows if row.person]
    # Their name on a list is no slip of the pen, even if it changes nothing.
    seat_ids = [person.pk for person in known_people if person.is_from_seat]
    for ids in _divide_in_batches(seat_ids):
        Person.objects.filter(pk__in=ids).update(is_from_seat=False)
    prefetch_related_objects(known_people, "numbers")
    pending_people = [
        _apply_line(club, row) for row in imported_rows if row.person is None or row.changes
    ]
    if not (seat_ids or pending_people):
        return
    increment_club_version(club.pk)
    _refuse_listed(club, pending_people)
    try:
        with transaction.atomic():
            _save_all(pending_people)
    except IntegrityError as error:
        # Another request stored the same person since the check, as after a double click.
        raise DeskError(
            "people-changed-meanwhile",
            "People changed while the list was imported. Preview the list again.",
        ) from error
    for pending in pending_people:
        changes.record_change(pending.person, pending.snapshot_before, pending.numbers)


def _divide_in_batches(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), _ROWS_PER_STATEMENT):
        yield items[start : start + _ROWS_PER_STATEMENT]


def _apply_line(club: Club, row: PersonImport) -> _PendingPerson:
    """Return the person of *row*, with what the line says set but not saved."""
    line = row.listed_person
    person = row.person or Person(club=club, name=strip_invisible(line.name))
    snapshot_before = make_person_snapshot(person) if row.person else None
    stored_numbers = snapshot_before["numbers"] if snapshot_before else {}
    person.email = line.email or person.email
    person.is_visitor = person.is_visitor or line.is_visitor
    person.number = strip_invisible(line.number) or person.number
    # Whoever is listed is more than a name at a seat.
    person.is_from_seat = False
    # A body that the person has already keeps its spelling.
    spellings = {make_name_key(body): body for body in stored_numbers}
    numbers = dict(stored_numbers)
    for body, number in line.other_numbers.items():
        numbers[spellings.get(make_name_key(body), body)] = number
    return _PendingPerson(row.line_no, person, snapshot_before, numbers)


def _refuse_listed(club: Club, pending_people: Sequence[_PendingPerson]) -> None:
    """Raise if two people would have one name and one number.

    :raises DeskError: with the line and the person
    """
    stored_people = club.people.filter(is_placeholder=False).values_list("pk", "name_key", "number")
    holders = {(name_key, number): pk for pk, name_key, number in stored_people}
    for pending in pending_people:
        person = pending.person
        identity = person.name_key, person.number
        before = pending.snapshot_before
        if before and (make_name_key(before["name"]), before["number"]) == identity:
            continue
        if identity in holders and holders[identity] != person.pk:
            number_phrase = "without a number"
            if person.number:
                number_phrase = f"with the number {person.number}"
            raise DeskError(
                "line-listed",
                "Line {line}: {name} is already in People, {known}. Type another number. Nothing "
                "has been imported yet.",
                line=pending.line_no,
                name=person.name,
                known=number_phrase,
            )


def _save_all(pending_people: Sequence[_PendingPerson]) -> None:
    new_people = [pending.person for pending in pending_people if pending.snapshot_before is None]
    known_people = [
        pending.person for pending in pending_people if pending.snapshot_before is not None
    ]
    Person.objects.bulk_create(new_people, batch_size=_ROWS_PER_STATEMENT)
    fields = ("number", "email", "is_visitor", "is_from_seat")
    Person.objects.bulk_update(known_people, fields, batch_size=_ROWS_PER_STATEMENT)
    renumbered = [pending for pending in pending_people if pending.has_other_numbers]
    for batch in _divide_in_batches(renumbered):
        PersonNumber.objects.filter(person__in=[pending.person.pk for pending in batch]).delete()
    PersonNumber.objects.bulk_create(
        (
            PersonNumber(person=pending.person, body=body, number=number)
            for pending in renumbered
            for body, number in pending.numbers.items()
        ),
        batch_size=_ROWS_PER_STATEMENT,
    )


def _make_line_key(line: ListedPerson) -> str:
    """Return what identifies a line in the preview and in the import: its content."""
    identity = (make_name_key(line.name), line.number, sorted(line.other_numbers.items()))
    return sha256(repr(identity).encode()).hexdigest()[:12]


def _make_person_import(
    line_no: int,
    line: ListedPerson,
    *,
    key: str,
    holders: Sequence[Person],
    namesakes: Sequence[Person],
    answer: str,
) -> PersonImport:
    """Match *line* with a person. *holders* are the people with one of its numbers."""
    if answer == SKIP_ROW:
        return PersonImport(line_no, line, key, person=None, is_skipped=True, choices=namesakes)
    if problem := _detect_import_problem(line, holders):
        return PersonImport(line_no, line, key, person=None, problem=problem)
    if holders:
        holder = holders[0]
        return PersonImport(
            line_no, line, key, person=holder, changes=_describe_changes(holder, line)
        )
    person = _choose_namesake(line, namesakes, answer)
    changes = _describe_changes(person, line) if person else ()
    return PersonImport(line_no, line, key, person=person, choices=namesakes, changes=changes)


def _choose_namesake(line: ListedPerson, namesakes: Sequence[Person], answer: str) -> Person | None:
    if answer == NEW_PERSON:
        return None
    for person in namesakes:
        if str(person.pk) == answer:
            return person
    line_numbers = _get_line_numbers_by_body(line)
    matching_people = [
        person
        for person in namesakes
        if not _have_conflict(_get_person_numbers_by_body(person), line_numbers)
    ]
    if len(matching_people) == 1:
        return matching_people[0]
    return None


def _have_conflict(
    numbers_by_body: Mapping[str, str], other_numbers_by_body: Mapping[str, str]
) -> bool:
    """Return whether a body that gave both numbers gave different ones."""
    return any(
        number != other_numbers_by_body.get(body, number)
        for body, number in numbers_by_body.items()
    )


def _detect_import_problem(line: ListedPerson, holders: Sequence[Person]) -> str:
    """Return why *line* can't be imported, or "". *holders* have one of its numbers."""
    if problem := _detect_name_problem(line.name):
        return problem
    for body, number in (("", line.number), *line.other_numbers.items()):
        if number and (len(number) > MAX_NUMBER_LENGTH or len(body) > MAX_BODY_LENGTH):
            return BODY_TOO_LONG_ERROR[1].format(
                line=f"{body} {number}"[:60], most=MAX_BODY_LENGTH, digits=MAX_NUMBER_LENGTH
            )
        if number and not is_member_number(number):
            return NOT_A_NUMBER_ERROR[1].format(number=number)
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


def _detect_name_problem(name: str) -> str:
    if len(split_typed_people(name)) > 1:
        return NAME_OF_TWO_ERROR[1].format(name=name)
    if len(name) > MAX_NAME_LENGTH:
        return NAME_TOO_LONG_ERROR[1].format(name=name[:40], most=MAX_NAME_LENGTH)
    return ""


def _describe_changes(person: Person, line: ListedPerson) -> list[str]:
    current_numbers = _get_person_numbers_by_body(person)
    changes = []
    for body, number in _get_line_numbers_by_body(line).items():
        current_number = current_numbers.get(body, "")
        if current_number.casefold() == number.casefold():
            continue
        default_label = f"{person.club.number_body} number".strip()
        # The body as the list spells it.
        number_label = next(
            (name for name in line.other_numbers if make_name_key(name) == body), default_label
        )
        if current_number:
            changes.append(f"{number_label} {number} instead of {current_number}")
        else:
            changes.append(f"gets {number_label} {number}")
    if line.email and line.email != person.email:
        changes.append("another e-mail address" if person.email else "gets an e-mail address")
    if line.is_visitor and not person.is_visitor:
        changes.append("is a visitor")
    return changes


def _get_line_numbers_by_body(line: ListedPerson) -> dict[str, str]:
    """Return the numbers of *line* by the body's key, "" for the usual body."""
    numbers = {"": line.number} if line.number else {}
    for body, number in line.other_numbers.items():
        numbers[make_name_key(body)] = number
    return numbers


def _get_person_numbers_by_body(person: Person) -> dict[str, str]:
    """Return the numbers of *person* by the body's key, "" for the usual body."""
    numbers = {"": person.number} if person.number else {}
    for row in person.others:
        numbers[row.body_key] = row.number
    return numbers
