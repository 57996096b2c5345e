"""Match the people of a list with the club's, and import them.

Every line of a list becomes a :class:`PersonImport`: the person it is about, the changes, and a
fault that prevents the import. The preview shows these rows, and a director answers for namesakes.
The import stores them; ``list_undo`` records what it changes. Missing numbers of an event's players
are entered the same way.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.club.people.list_file import ListedPerson
from director.core.club.people.list_undo import make_person_snapshot, record_list_changes
from director.core.club.people.numbers import store_numbers
from director.core.club.people.read import fetch_people, fetch_unnumbered_people
from director.core.club.people.write import save_person
from director.errors import DeskError
from director.formats.names.person import make_unordered_key, split_typed_people
from director.formats.reading import strip_invisible
from director.models import Club, Event, Person
from director.models.club import LONGEST_BODY, LONGEST_NAME, LONGEST_NUMBER
from director.names import is_member_number, make_name_key

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
                fault = DeskSentences.LINE_TWICE.format(first=first_line, line=line_no, name=name)
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
                fault = DeskSentences.NUMBER_TAKEN.format(number=number, name=holder.name)
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
                raise DeskError(DeskSentences.LINE_FAULTY, line=row.line_no, fault=row.fault)
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
            return DeskSentences.BODY_TOO_LONG.format(
                line=f"{body} {number}"[:60], most=LONGEST_BODY, digits=LONGEST_NUMBER
            )
        if number and not is_member_number(number):
            return DeskSentences.NO_NUMBER.format(number=number)
    try:
        validate_email(line.email or "a@example.org")
    except ValidationError:
        return DeskSentences.NO_EMAIL.format(email=line.email[:60])
    if len(holders) > 1:
        return DeskSentences.NUMBERS_OF_SEVERAL.format(
            first=holders[0].name, second=holders[1].name
        )
    return ""


def _find_name_fault(name: str) -> str:
    if len(split_typed_people(name)) > 1:
        return DeskSentences.NAME_OF_TWO.format(name=name)
    if len(name) > LONGEST_NAME:
        return DeskSentences.NAME_TOO_LONG.format(name=name[:40], most=LONGEST_NAME)
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
