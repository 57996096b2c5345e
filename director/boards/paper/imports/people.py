"""Match the players of a file with people: by number, then by name, else new."""

from collections import defaultdict
from collections.abc import Sequence
from typing import cast

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.formats.source.model import SourcePair, SourcePlayer
from director.models import Club, Person, PersonNumber

BATCH = 500
"""How many rows one statement stores, well below what any database takes."""
_LONGEST_NAME = cast(int, Person._meta.get_field("name").max_length)
_LONGEST_NUMBER = cast(int, Person._meta.get_field("number").max_length)


class FilePeople:
    """The people of *club* for the players of *pairs*. ``warnings`` collects problems.

    A person known by a number, whichever body gave it, keeps the name the club has.  A person known
    by name gets the number of the file if they have none; with another number it is somebody else.
    A number that the file gives to several names means nothing; a player without a name is somebody
    only by number.

    Everybody is looked up in memory, however many there are; nothing is stored before
    :meth:`store`.
    """

    def __init__(self, club: Club, pairs: Sequence[SourcePair]) -> None:
        self.warnings: list[str] = []
        self._club = club
        self._by_numbers: dict[str, list[Person]] = defaultdict(list)
        self._by_names: dict[str, list[Person]] = defaultdict(list)
        people = {person.pk: person for person in club.people.order_by("pk")}
        for person in people.values():
            self._know(person)
        for known in PersonNumber.objects.filter(person__club=club):
            if people[known.person_id] not in self._by_numbers[known.number]:
                self._by_numbers[known.number].append(people[known.person_id])
        self.added: list[Person] = []
        self._numbered: list[Person] = []
        self._seated: dict[int, str] = {}  # by the identity of the person, who may have no key yet
        self._names_of: dict[str, set[str]] = defaultdict(set)
        for pair in pairs:
            for player in pair.players:
                self._doubt(player)
                self._names_of[_number(player)].add(player.name.casefold())

    def _doubt(self, player: SourcePlayer) -> None:
        given = player.national_id or player.club_id
        if given and not _has_digit(player.national_id + player.club_id):
            self.warnings.append(
                f"“{given[:_LONGEST_NUMBER]}” of {player.name or 'a player without a name'} isn’t a membership "
                "number and was left out. Add it in People if it is right."
            )

    def of_pair(self, pair: SourcePair, label: str) -> list[Person]:
        """Return the people of *pair*, without unknown ones.

        :raises DeskError: if a name is too long
        """
        seated = []
        for player in pair.players:
            person = self._find(player)
            if person is None:
                continue  # nobody knows who it is; the file's reader warned
            if id(person) in self._seated:
                self.warnings.append(
                    f"{person.name} is in pair {self._seated[id(person)]} and in pair {label}; "
                    "the second place was left empty. Correct it in Seats."
                )
                continue
            self._seated[id(person)] = label
            seated.append(person)
        return seated

    def next_session(self) -> None:
        """Begin a new session, in which everybody can sit again."""
        self._seated.clear()

    def store(self) -> None:
        """Store new people and new numbers, in few queries."""
        Person.objects.bulk_create(self.added, batch_size=BATCH)
        if self._numbered:
            Person.objects.bulk_update(self._numbered, ["number"], batch_size=BATCH)
            count_club_change(self._club.pk)

    def _know(self, person: Person) -> None:
        self._by_names[person.name.casefold()].append(person)
        if person.number:
            self._by_numbers[person.number].append(person)

    def _find(self, player: SourcePlayer) -> Person | None:
        if len(player.name) > _LONGEST_NAME:
            raise DeskError(DeskSentences.NAME_TOO_LONG, name=player.name[:40], most=_LONGEST_NAME)
        number = _number(player)
        if len(self._names_of[number]) > 1:
            number = ""
        if not player.name:
            known = self._by_numbers.get(number, [])
            if len(known) == 1:
                return known[0]
            return None
        person = self._by_number(player.name, number) if number else None
        return person or self._by_name(player.name, number) or self._add(player.name, number)

    def _by_number(self, name: str, number: str) -> Person | None:
        numbered = self._by_numbers.get(number, [])
        same = [person for person in numbered if person.name.casefold() == name.casefold()]
        if same or len(numbered) != 1:
            if same:
                return same[0]
            return None
        self.warnings.append(
            f"Number {number} is {numbered[0].name} at the club but {name} in the file. The club’s name is used."
        )
        return numbered[0]

    def _by_name(self, name: str, number: str) -> Person | None:
        namesakes = self._by_names.get(name.casefold(), [])
        without = [person for person in namesakes if not person.number]
        if without and number:
            self._learn(without[0], number)
        if without or number or len(namesakes) < 2:
            if without:
                return without[0]
            if number or not namesakes:
                return None
            return namesakes[0]
        self.warnings.append(
            f"{len(namesakes)} people of the club are called {name} and the file has no number; one more was added. "
            "If two are the same, merge them in People."
        )
        return None

    def _learn(self, person: Person, number: str) -> None:
        """Give *person*, known by name, the *number* of the file."""
        person.number = number
        self._by_numbers[number].append(person)
        if person.pk is not None:
            self._numbered.append(person)

    def _add(self, name: str, number: str) -> Person:
        person = Person(club=self._club, name=name, number=number)
        self._know(person)
        self.added.append(person)
        return person


def _number(player: SourcePlayer) -> str:
    """Return the number of *player*, the federation's first, or ""."""
    number = next(filter(_has_digit, (player.national_id, player.club_id)), "")
    if len(number) <= _LONGEST_NUMBER:
        return number
    return ""


def _has_digit(text: str) -> bool:
    """Return whether *text* can be a number."""
    return any(map(str.isdecimal, text))
