"""Match the people of a list with the club's, and import them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from director.core.base.sentences import DeskSentences
from director.core.club.people.list_file import ListedPerson, list_recorded, person_snapshot
from director.core.club.people.numbers import store_numbers
from director.core.club.people.read import people_list, people_unnumbered
from director.core.club.people.write import save_person
from director.errors import DeskError
from director.formats.reading import visible_text
from director.models import Club, Event, Person
from director.models.club import LONGEST_BODY, LONGEST_NAME, LONGEST_NUMBER
from director.names import is_member_number

NEW, SKIP = "new", "skip"


@dataclass(frozen=True, slots=True)
class PersonImport:
    """A line of a list: the *person* (None if new) and the changes.

    *key* is what an answer to who it is goes by, *choices* who it can be by name alone.  *fault*
    says why it cannot be taken in.
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
        """The numbers of the line as people read them."""
        others = (f"{body} {number}" for body, number in self.listed.others.items())
        return ", ".join(filter(None, (self.listed.number, *others)))

    @property
    def is_open(self) -> bool:
        """Whether somebody has to look at it."""
        return bool(self.fault or self.choices)

    @property
    def kind(self) -> str:
        """The action in one word: new, changed, unchanged or to check."""
        if self.person is None or self.is_skipped:
            if self.is_skipped:
                return "skipped"
            return "new"
        if self.changes:
            return "changed"
        return "no change"

    @property
    def words(self) -> str:
        """What the import does with this line."""
        if self.person is None or self.is_skipped:
            return self.kind
        return f"{self.person.name}: {'; '.join(self.changes) or self.kind}"


def people_matched(
    club: Club, listed: Sequence[ListedPerson], answers: Mapping[str, str]
) -> list[PersonImport]:
    """Match each line of a list by number, then by name and the *answers*.

    *answers* hold by key ``"new"``, ``"skip"`` or the primary key of a person.  A namesake without
    a number that speaks against it is taken for the same person unless an answer says otherwise.
    """
    people = people_list(club)
    by_number: dict[tuple[str, str], dict[int, Person]] = defaultdict(dict)
    by_name: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        by_name[person.name.casefold()].append(person)
        for body, number in _numbers_of(person).items():
            by_number[body, number.casefold()][person.pk] = person
    taken: list[PersonImport] = []
    lines: dict[int, int] = {}
    for line_no, line in enumerate(listed, 1):
        of_number = {
            pk: person
            for body, number in _numbers(line).items()
            for pk, person in by_number.get((body, number.casefold()), {}).items()
        }
        row = _person_import(
            line_no, line, list(of_number.values()), by_name[line.name.casefold()], answers
        )
        if (
            row.person
            and not row.is_skipped
            and (first := lines.setdefault(row.person.pk, line_no)) != line_no
        ):
            fault = DeskSentences.LINE_TWICE.says(first=first, line=line_no, name=row.person.name)
            row = PersonImport(line_no, line, row.key, row.person, choices=row.choices, fault=fault)
        taken.append(row)
    return taken


def numbers_entered(event: Event, numbers: Mapping[str, str]) -> list[PersonImport]:
    """Return who plays in *event* without a number, with the *numbers* typed.

    It is refused if it is none, or somebody else has it.
    """
    body = event.club.sent_body if event.club.sends_other else ""
    holders = {
        _numbers_of(person).get(body.casefold(), "").casefold(): person
        for person in people_list(event.club)
    }
    rows = []
    for line_no, person in enumerate(people_unnumbered(event), 1):
        typed = visible_text(numbers.get(str(person.pk), ""))
        line = ListedPerson(
            person.name, "" if body else typed, {body: typed} if body and typed else {}
        )
        fault = _fault(line, ())
        if (
            typed
            and not fault
            and (holder := holders.setdefault(typed.casefold(), person)) != person
        ):
            fault = DeskSentences.NUMBER_TAKEN.says(number=typed, name=holder.name)
        changes = (typed,) if typed else ()
        rows.append(
            PersonImport(
                line_no,
                line,
                str(person.pk),
                person,
                changes=changes,
                fault=fault,
            )
        )
    return rows


def store_people(
    club: Club, taken: Sequence[PersonImport], *, source: str = "", user: User | None = None
) -> tuple[int, int]:
    """Store the lines of a list. Return how many people were added and changed.

    All or nothing: what cannot be stored leaves the list of the club as it was.  It is kept, as a
    list called *source*, to be taken back.

    :raises DeskError: if a line has a fault, or two people would have one name and number
    """
    with list_recorded(club, source, user) as kept:
        for row in taken:
            if row.fault:
                raise DeskError(DeskSentences.LINE_FAULTY, line=row.line_no, fault=row.fault)
            if row.is_skipped or (row.person and not row.changes):
                continue
            line, person = row.listed, row.person or Person(club=club)
            before = person_snapshot(person) if row.person else None
            others = before["numbers"] if before else {}
            person.email = line.email or person.email
            person.is_visitor = person.is_visitor or line.is_visitor
            save_person(person, person.name or line.name, line.number or person.number)
            spelled = {body.casefold(): body for body in others}
            numbers = others | {
                spelled.get(body.casefold(), body): number for body, number in line.others.items()
            }
            if numbers != others:
                store_numbers(person, numbers)
            kept.note(person, before)
    return len(kept.added), len(kept.changed)


def _person_import(
    line_no: int,
    line: ListedPerson,
    numbered: Sequence[Person],
    namesakes: Sequence[Person],
    answers: Mapping[str, str],
) -> PersonImport:
    key = sha256(
        repr((line.name.casefold(), line.number, sorted(line.others.items()))).encode()
    ).hexdigest()[:12]
    answer = answers.get(key, "")
    if answer == SKIP:
        return PersonImport(line_no, line, key, None, is_skipped=True, choices=namesakes)
    if fault := _fault(line, numbered):
        return PersonImport(line_no, line, key, None, fault=fault)
    if numbered:
        return PersonImport(line_no, line, key, numbered[0], changes=_changes(numbered[0], line))
    person = _namesake(line, namesakes, answer)
    changes = _changes(person, line) if person else ()
    return PersonImport(
        line_no,
        line,
        key,
        person,
        choices=namesakes,
        changes=changes,
    )


def _namesake(line: ListedPerson, namesakes: Sequence[Person], answer: str) -> Person | None:
    if answer == NEW:
        return None
    if chosen := next((person for person in namesakes if f"{person.pk}" == answer), None):
        return chosen
    own = _numbers(line)
    fitting = [
        person
        for person in namesakes
        if all(number == own.get(body, number) for body, number in _numbers_of(person).items())
    ]
    if len(fitting) == 1:
        return fitting[0]
    return None


def _fault(line: ListedPerson, numbered: Sequence[Person]) -> str:
    if len(line.name) > LONGEST_NAME:
        return DeskSentences.NAME_TOO_LONG.says(name=line.name[:40], most=LONGEST_NAME)
    for body, number in (("", line.number), *line.others.items()):
        if number and (len(number) > LONGEST_NUMBER or len(body) > LONGEST_BODY):
            return DeskSentences.BODY_TOO_LONG.says(
                line=f"{body} {number}"[:60], most=LONGEST_BODY, digits=LONGEST_NUMBER
            )
        if number and not is_member_number(number):
            return DeskSentences.NO_NUMBER.says(number=number)
    try:
        validate_email(line.email or "a@example.org")
    except ValidationError:
        return DeskSentences.NO_EMAIL.says(email=line.email[:60])
    if len(numbered) > 1:
        return DeskSentences.NUMBERS_OF_SEVERAL.says(
            first=numbered[0].name, second=numbered[1].name
        )
    return ""


def _changes(person: Person, line: ListedPerson) -> list[str]:
    known, changes = _numbers_of(person), []
    for body, number in _numbers(line).items():
        former = known.get(body, "")
        if former.casefold() != number.casefold():
            usual = f"{person.club.number_body} number".strip()
            called = next((spelled for spelled in line.others if spelled.casefold() == body), usual)
            changes.append(
                f"{called} {number} instead of {former}" if former else f"gets {called} {number}"
            )
    if line.email and line.email != person.email:
        changes.append("another e-mail address" if person.email else "gets an e-mail address")
    if line.is_visitor and not person.is_visitor:
        changes.append("is a visitor")
    return changes


def _numbers(line: ListedPerson) -> dict[str, str]:
    """Return the numbers of a line by body, ``""`` for the usual one."""
    return ({"": line.number} if line.number else {}) | {
        body.casefold(): no for body, no in line.others.items()
    }


def _numbers_of(person: Person) -> dict[str, str]:
    return ({"": person.number} if person.number else {}) | {
        known.body.casefold(): known.number for known in person.others
    }
