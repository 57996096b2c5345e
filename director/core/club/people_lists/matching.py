"""Match the lines of a list of people with the people of a club.

Every line becomes a :class:`PersonImport`: the person it is about, the changes, and a problem that
prevents the import. Missing numbers of an event's players are matched the same way.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from director.core.base.refusals import make_long_name_error
from director.core.club.people import (
    fetch_people,
    fetch_unnumbered_people,
    make_body_too_long_error,
    make_not_a_number_error,
    make_two_people_error,
)
from director.formats.names.person import make_unordered_key, split_typed_people, without_degree
from director.formats.names.row_people import ListedPerson
from director.formats.reading import strip_invisible
from director.models import Club, Event, Person
from director.models.club import MAX_BODY_LENGTH, MAX_NAME_LENGTH, MAX_NUMBER_LENGTH
from director.names import is_member_number, make_name_key

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
            return str(make_body_too_long_error(f"{body} {number}"))
        if number and not is_member_number(number):
            return str(make_not_a_number_error(number))
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
        return str(make_two_people_error(name))
    if len(name) > MAX_NAME_LENGTH:
        return str(make_long_name_error(name, MAX_NAME_LENGTH))
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
