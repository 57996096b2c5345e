"""Match the players of a file with people of the club, by number and then by name.

A player who matches nobody becomes a new person. Which pair sits where is left to ``store``.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import cast

from director.additions.imports.formats.source.model import (
    PlayersOfRounds,
    SourcePair,
    SourcePlayer,
)
from director.core.base.refusals import make_long_name_error
from director.core.base.versions import increment_club_version
from director.formats.names.person import is_placeholder, make_unordered_key
from director.models import Club, Person, PersonNumber
from director.names import make_name_key

BATCH = 500
"""Rows stored by one statement, well below the limit of any database."""
_ROBOT = re.compile(r"~~.*|(?:gib|robot|bot|bbo ?robot)[ _-]?[0-9]*(?: \([0-9]+\))?", re.IGNORECASE)
# Django's types allow a field without a maximum. These two have one.
_MAX_NAME_LENGTH = cast(int, Person._meta.get_field("name").max_length)
_MAX_NUMBER_LENGTH = cast(int, Person._meta.get_field("number").max_length)


def is_robot(name: str) -> bool:
    """Return whether *name* is a playing program's, which sits at many tables.

    >>> is_robot("GiB"), is_robot("~~M45910"), is_robot("Robot 2"), is_robot("Bob Robotham")
    (True, True, True, False)
    """
    return _ROBOT.fullmatch(name.strip()) is not None


class FilePeople:
    """The people of *club* for the players of *pairs*. ``warnings`` collects problems.

    - A person found by number, from any union, keeps the name that the club has.
    - A person found by name gets the number of the file if they have none. If they have another
      number, the player is somebody else.
    - A person is also found by the same words in another order, with a warning.
    - A number that the file gives to several names is ignored.
    - A player without a name is found by number only, and one called *Guest* first by number.
    - Players of one name in several pairs of a session are several people, unless their number is
      the same. Robots, which have one name at all tables, are not reported.

    All people are loaded at once and matched in memory. Nothing is stored before :meth:`store`.
    """

    def __init__(
        self, club: Club, pairs: Sequence[SourcePair], contestant_noun: str = "pair"
    ) -> None:
        self._contestant_noun = contestant_noun
        self.warnings: list[str] = []
        self._club = club
        self._people_by_number: dict[str, list[Person]] = defaultdict(list)
        self._people_by_name: dict[str, list[Person]] = defaultdict(list)
        self._people_by_words: dict[str, list[Person]] = defaultdict(list)
        people_by_key = {
            person.pk: person for person in club.people.filter(is_placeholder=False).order_by("pk")
        }
        for person in people_by_key.values():
            self._index_person(person)
        for number in PersonNumber.objects.filter(person__club=club):
            person = people_by_key[number.person_id]
            # Two unions may have given the same person the same number.
            if person not in self._people_by_number[number.number]:
                self._people_by_number[number.number].append(person)
        self.new_people: list[Person] = []
        self._newly_numbered_people: list[Person] = []
        self._labels_by_person: dict[int, str] = {}  # by id(): a new person has no key yet
        self._names_by_number: dict[str, set[str]] = defaultdict(set)
        for pair in pairs:
            for player in pair.players:
                self._warn_about_number(player)
                self._names_by_number[_get_membership_number(player)].add(
                    make_name_key(player.name)
                )

    def _warn_about_number(self, player: SourcePlayer) -> None:
        number = player.national_id or player.club_id
        if number and not _has_digit(player.national_id + player.club_id):
            name = player.name or "a player without a name"
            self.warnings.append(
                f"“{number[:_MAX_NUMBER_LENGTH]}” of {name} isn’t a membership "
                "number and was left out. Add it in People if it is right."
            )

    def match_pair_people(self, pair: SourcePair, label: str) -> list[Person]:
        """Return the known people of *pair*, whose number in warnings is *label*.

        :raises DeskError: if a name is too long
        """
        people = []
        for player in pair.players:
            if self._is_nobody(player):
                people.append(self._add_placeholder(player.name))
                continue
            person = self._find_person(player)
            if person is None:
                continue  # the reader of the file has warned of a player without a name
            if id(person) in self._labels_by_person:
                first_pair_text = f"{self._contestant_noun} {self._labels_by_person[id(person)]}"
                second_pair_text = f"{self._contestant_noun} {label}"
                if _get_membership_number(player):
                    self.warnings.append(
                        f"{person.name} is in {first_pair_text} and in {second_pair_text}; "
                        "the second place was left empty. Correct it in Seats."
                    )
                    continue
                person = self._get_or_add_namesake(player.name)
                if not is_robot(player.name):
                    self.warnings.append(
                        f"{player.name} is in {first_pair_text} and in {second_pair_text}: taken for two people, "
                        f"the second as {person.name}. If they are one, merge them in People."
                    )
            self._labels_by_person[id(person)] = label
            people.append(person)
        return people

    def match_earlier_people(
        self, pair: SourcePair, present_people: Sequence[Person]
    ) -> list[PlayersOfRounds[Person]]:
        """Return the people of *pair* who were replaced by some of its *present_people*.

        They may also sit in another pair, which they left or joined.

        :raises DeskError: if a name is too long
        """
        present_people_by_name = dict(
            zip((player.name for player in pair.players), present_people, strict=False)
        )
        earlier_people = []
        for span in pair.earlier_players:
            people = []
            for player in span.players:
                person = present_people_by_name.get(player.name)
                if person is None and self._is_nobody(player):
                    person = self._add_placeholder(player.name)
                person = person or self._find_person(player)
                if person is not None:
                    people.append(person)
            earlier_people.append(PlayersOfRounds(span.first_round, span.last_round, tuple(people)))
        return earlier_people

    def begin_session(self) -> None:
        """Begin a new session, in which everybody can sit again."""
        self._labels_by_person.clear()

    def store(self) -> None:
        """Store new people and new numbers, in few queries."""
        Person.objects.bulk_create(self.new_people, batch_size=BATCH)
        if self._newly_numbered_people:
            Person.objects.bulk_update(self._newly_numbered_people, ["number"], batch_size=BATCH)
            increment_club_version(self._club.pk)

    def _index_person(self, person: Person) -> None:
        self._people_by_name[person.name_key].append(person)
        self._people_by_words[make_unordered_key(person.name)].append(person)
        if person.number:
            self._people_by_number[person.number].append(person)

    def _is_nobody(self, player: SourcePlayer) -> bool:
        """Return whether *player* has neither a name nor the number of one person of the club."""
        number = self._get_own_number(player)
        return is_placeholder(player.name) and len(self._people_by_number.get(number, ())) != 1

    def _get_own_number(self, player: SourcePlayer) -> str:
        """Return the number of *player*, "" if the file gives it to several names."""
        number = _get_membership_number(player)
        if len(self._names_by_number[number]) > 1:
            return ""
        return number

    def _add_placeholder(self, text: str) -> Person:
        """Return somebody new without a name, for one seat."""
        text = text[:_MAX_NAME_LENGTH]
        person = Person(club=self._club, name=text, is_placeholder=True, is_hidden=True)
        self.new_people.append(person)
        return person

    def _find_person(self, player: SourcePlayer) -> Person | None:
        if len(player.name) > _MAX_NAME_LENGTH:
            raise make_long_name_error(player.name, _MAX_NAME_LENGTH)
        number = self._get_own_number(player)
        if not player.name:
            numbered_people = self._people_by_number.get(number, [])
            if len(numbered_people) == 1:
                return numbered_people[0]
            return None
        if number:
            person = self._find_by_number(player.name, number)
            if person is not None:
                return person
        return self._find_by_name(player.name, number) or self._add_person(player.name, number)

    def _get_or_add_namesake(self, name: str) -> Person:
        """Return the next person of that name, such as "Ada Ash (2)", who isn't seated yet."""
        for count in itertools.count(2):
            suffix = f" ({count})"
            counted_name = name[: _MAX_NAME_LENGTH - len(suffix)] + suffix
            people = self._people_by_name.get(make_name_key(counted_name), [])
            free_people = (person for person in people if id(person) not in self._labels_by_person)
            if person := next(free_people, None):
                return person
            if not people:
                break
        return self._add_person(counted_name, "")

    def _find_by_number(self, name: str, number: str) -> Person | None:
        numbered_people = self._people_by_number.get(number, [])
        for person in numbered_people:
            if person.name_key == make_name_key(name):
                return person
        # Two unions may have given one number to different people: the name must decide.
        if len(numbered_people) != 1:
            return None
        self.warnings.append(
            f"Number {number} is {numbered_people[0].name} at the club but {name} in the file. The club’s name is used."
        )
        return numbered_people[0]

    def _find_by_name(self, name: str, number: str) -> Person | None:
        namesakes = self._people_by_name.get(make_name_key(name), [])
        reordered_people = self._people_by_words.get(make_unordered_key(name), [])
        if not namesakes and reordered_people:
            namesakes = reordered_people[:1]
            self.warnings.append(
                f"{name} is taken for {reordered_people[0].name}, who has the same names in another order. "
                "If they are two people, add the other one in People."
            )
        unnumbered_people = [person for person in namesakes if not person.number]
        if unnumbered_people:
            if number:
                self._add_number(unnumbered_people[0], number)
            return unnumbered_people[0]
        if number or not namesakes:
            return None
        if len(namesakes) == 1:
            return namesakes[0]
        self.warnings.append(
            f"{len(namesakes)} people of the club are called {name} and the file has no number; one more was added. "
            "If two are the same, merge them in People."
        )
        return None

    def _add_number(self, person: Person, number: str) -> None:
        person.number = number
        self._people_by_number[number].append(person)
        if person.pk is not None:  # a new person is stored with the number anyway
            self._newly_numbered_people.append(person)

    def _add_person(self, name: str, number: str) -> Person:
        person = Person(club=self._club, name=name, number=number)
        self._index_person(person)
        self.new_people.append(person)
        return person


def _get_membership_number(player: SourcePlayer) -> str:
    """Return the union's number of *player*, else the club's, or ""."""
    number = next(filter(_has_digit, (player.national_id, player.club_id)), "")
    if len(number) > _MAX_NUMBER_LENGTH:
        return ""
    return number


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))
