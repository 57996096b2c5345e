"""Pairs of people who are probably one person, for a director who merges them one after the other."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from operator import attrgetter
from typing import NamedTuple

from director.core.club.near_names import (
    MIN_WORD_LETTERS,
    differ_in_one_word,
    join_near_words,
    split_near_words,
)
from director.core.club.people import get_session_paths_by_player_model
from director.models import Club, Person, PersonNumber
from director.names import make_family_key, make_name_key

MAX_DUPLICATES = 200
"""Pairs that are offered at once. The others follow when these are merged."""
_PAIRS_PER_QUERY = 400
_MAX_NAMESAKES = 50
"""People with one key who are compared with each other, so that a strange list stays quick."""

SAME_NUMBER, SAME_LETTERS, ONE_LETTER = "same number", "same letters", "one letter differs"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two people who are probably one."""

    first: Person
    second: Person
    reason: str  # to think so


class _ComparedPerson(NamedTuple):
    """What is compared of a person."""

    pk: int
    name: str
    numbers: Mapping[str, str]  # by the body's key, "" for the club's default body
    words: tuple[str, ...]  # of the name, without accents, in the order of the alphabet

    @property
    def sort_key(self) -> tuple[tuple[str, str], str, str, int]:
        """The key by which people are listed: by family name, then by number."""
        return make_family_key(self.name), self.numbers.get("", ""), self.name, self.pk


class _Pair(NamedTuple):
    """Two people with near names or one number, in the order of lists."""

    first: _ComparedPerson
    second: _ComparedPerson
    reason: str


def fetch_duplicates(club: Club) -> list[Duplicate]:
    """Return up to ``MAX_DUPLICATES`` pairs of *club*'s people who are probably one, by family name.

    Two who have played in one session, or have different numbers of one body, are two people.
    """
    possible_duplicates = iter(_list_possible_duplicates(_fetch_compared_people(club)))
    pairs: list[_Pair] = []
    while len(pairs) < MAX_DUPLICATES:
        batch = tuple(islice(possible_duplicates, _PAIRS_PER_QUERY))
        if not batch:
            break
        person_ids = {person.pk for pair in batch for person in (pair.first, pair.second)}
        sessions = _fetch_session_ids_by_person_id(person_ids)
        pairs += [
            pair for pair in batch if sessions[pair.first.pk].isdisjoint(sessions[pair.second.pk])
        ]
    del pairs[MAX_DUPLICATES:]
    found_ids = {person.pk for pair in pairs for person in (pair.first, pair.second)}
    people = Person.objects.in_bulk(found_ids)
    return [Duplicate(people[pair.first.pk], people[pair.second.pk], pair.reason) for pair in pairs]


def _fetch_compared_people(club: Club) -> list[_ComparedPerson]:
    """Return the people of *club*, who are read as columns: most of them are no duplicate."""
    default_body = make_name_key(club.number_body)
    other_numbers = defaultdict[int, dict[str, str]](dict)
    rows = PersonNumber.objects.filter(person__club=club)
    for person_id, body_key, number in rows.values_list("person", "body_key", "number"):
        known_body_key = "" if body_key == default_body else body_key
        other_numbers[person_id].setdefault(known_body_key, number.casefold())
    people = []
    columns = club.people.filter(is_placeholder=False).order_by("pk")
    for pk, name, number in columns.values_list("pk", "name", "number"):
        numbers = {"": number.casefold()} if number else {}
        if pk in other_numbers:
            numbers = other_numbers[pk] | numbers
        people.append(_ComparedPerson(pk, name, numbers, split_near_words(name)))
    return people


def _list_possible_duplicates(people: Sequence[_ComparedPerson]) -> list[_Pair]:
    """Return the pairs of *people* with near names or one number, by family name."""
    pairs: dict[tuple[int, int], _Pair] = {}
    for reason, person, other_person in _iter_near_people(people):
        if not _have_conflict(person.numbers, other_person.numbers):
            first, second = sorted((person, other_person), key=attrgetter("sort_key"))
            pairs.setdefault((first.pk, second.pk), _Pair(first, second, reason))
    return sorted(pairs.values(), key=lambda pair: (pair.first.sort_key, pair.second.sort_key))


def _iter_near_people(
    people: Sequence[_ComparedPerson],
) -> Iterator[tuple[str, _ComparedPerson, _ComparedPerson]]:
    """Yield pairs with the reason why they may be one, the strongest reason of a pair first."""
    by_number: dict[object, list[_ComparedPerson]] = defaultdict(list)
    by_letters: dict[str, list[_ComparedPerson]] = defaultdict(list)
    for person in people:
        for identity in person.numbers.items():
            by_number[identity].append(person)
        if person.words:
            by_letters[join_near_words(person.words)].append(person)
    for person, other_person in _iter_pairs(by_number.values()):
        yield SAME_NUMBER, person, other_person
    for person, other_person in _iter_pairs(by_letters.values()):
        yield SAME_LETTERS, person, other_person
    for people_of_word in _group_by_other_words(people):
        for person, other_person in _iter_pairs(_group_by_variants(people_of_word)):
            if differ_in_one_word(person.words, other_person.words):
                yield ONE_LETTER, person, other_person


def _iter_pairs(
    groups: Iterable[Sequence[_ComparedPerson]],
) -> Iterator[tuple[_ComparedPerson, _ComparedPerson]]:
    for group in groups:
        yield from combinations(group[:_MAX_NAMESAKES], 2)


def _group_by_other_words(
    people: Iterable[_ComparedPerson],
) -> Iterable[Sequence[tuple[str, _ComparedPerson]]]:
    """Return groups of people who have all words but one in common, each with that word."""
    groups: dict[str, list[tuple[str, _ComparedPerson]]] = defaultdict(list)
    for person in people:
        for index, word in enumerate(person.words):
            if len(word) >= MIN_WORD_LETTERS and word.isalpha():
                other_words = (*person.words[:index], *person.words[index + 1 :])
                groups[" ".join(other_words)].append((word, person))
    # Most family names occur once, and nobody is near to them by another first name.
    return [group for group in groups.values() if len(group) > 1]


def _group_by_variants(
    people_of_word: Iterable[tuple[str, _ComparedPerson]],
) -> Iterable[Sequence[_ComparedPerson]]:
    """Return groups of people whose words are the same, perhaps without one letter."""
    groups: dict[str, list[_ComparedPerson]] = defaultdict(list)
    for word, person in people_of_word:
        variants = {word[:position] + word[position + 1 :] for position in range(len(word))}
        for variant in {word, *variants}:
            groups[variant].append(person)
    return groups.values()


def _have_conflict(numbers: Mapping[str, str], other_numbers: Mapping[str, str]) -> bool:
    """Return whether a body gave the two different numbers."""
    return any(number != other_numbers.get(body, number) for body, number in numbers.items())


def _fetch_session_ids_by_person_id(person_ids: Collection[int]) -> dict[int, set[int]]:
    """Return the sessions in which each of *person_ids* has a seat. One query per model of players."""
    sessions = defaultdict[int, set[int]](set)
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person__in=person_ids)
        for person_id, session_id in rows.values_list("person", session_path):
            sessions[person_id].add(session_id)
    return sessions
