"""Pairs of people who are probably one person, for a director who merges them one after the other."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from director.core.club.near_names import (
    MIN_WORD_LETTERS,
    differ_in_one_word,
    join_near_words,
    split_near_words,
)
from director.core.club.people import fetch_people, get_session_paths_by_player_model
from director.models import Club, Person
from director.names import make_name_key

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


def fetch_duplicates(club: Club) -> list[Duplicate]:
    """Return up to ``MAX_DUPLICATES`` pairs of *club*'s people who are probably one, by family name.

    Two who have played in one session, or have different numbers of one body, are two people.
    """
    possible_duplicates = iter(_list_possible_duplicates(fetch_people(club)))
    duplicates: list[Duplicate] = []
    while len(duplicates) < MAX_DUPLICATES:
        batch = tuple(islice(possible_duplicates, _PAIRS_PER_QUERY))
        if not batch:
            break
        people = {person.pk for pair in batch for person in (pair.first, pair.second)}
        sessions = _fetch_session_ids_by_person_id(people)
        duplicates += [
            pair for pair in batch if sessions[pair.first.pk].isdisjoint(sessions[pair.second.pk])
        ]
    return duplicates[:MAX_DUPLICATES]


def _list_possible_duplicates(people: Sequence[Person]) -> list[Duplicate]:
    """Return the pairs of *people* with near names or one number, in the order of *people*."""
    ranks = {person.pk: rank for rank, person in enumerate(people)}
    numbers_by_id = {person.pk: _get_numbers_by_body(person) for person in people}
    duplicates: dict[tuple[int, int], Duplicate] = {}
    for reason, first, second in _iter_near_people(people, numbers_by_id):
        key = tuple(sorted((ranks[first.pk], ranks[second.pk])))
        if not _have_conflict(numbers_by_id[first.pk], numbers_by_id[second.pk]):
            duplicates.setdefault((key[0], key[1]), Duplicate(first, second, reason))
    return [duplicates[key] for key in sorted(duplicates)]


def _iter_near_people(
    people: Sequence[Person], numbers_by_id: Mapping[int, Mapping[str, str]]
) -> Iterator[tuple[str, Person, Person]]:
    """Yield pairs with the reason why they may be one, the strongest reason of a pair first."""
    by_number: dict[object, list[Person]] = defaultdict(list)
    by_letters: dict[object, list[Person]] = defaultdict(list)
    by_variant: dict[object, list[Person]] = defaultdict(list)
    words_by_id = {person.pk: split_near_words(person.name) for person in people}
    for person in people:
        words = words_by_id[person.pk]
        for identity in numbers_by_id[person.pk].items():
            by_number[identity].append(person)
        if words:
            by_letters[join_near_words(words)].append(person)
        for variant in _iter_variants(words):
            by_variant[variant].append(person)
    for first, second in _iter_pairs(by_number.values()):
        yield SAME_NUMBER, first, second
    for first, second in _iter_pairs(by_letters.values()):
        yield SAME_LETTERS, first, second
    for first, second in _iter_pairs(by_variant.values()):
        if differ_in_one_word(words_by_id[first.pk], words_by_id[second.pk]):
            yield ONE_LETTER, first, second


def _iter_pairs(groups: Iterable[Sequence[Person]]) -> Iterator[tuple[Person, Person]]:
    for group in groups:
        yield from combinations(group[:_MAX_NAMESAKES], 2)


def _iter_variants(words: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield *words* with a letter of one word left out. Near names have one of these in common."""
    for index, word in enumerate(words):
        if len(word) < MIN_WORD_LETTERS or not word.isalpha():
            continue
        other_words = (*words[:index], *words[index + 1 :])
        variants = {word[:position] + word[position + 1 :] for position in range(len(word))}
        for variant in {word, *variants}:
            yield other_words, variant


def _get_numbers_by_body(person: Person) -> dict[str, str]:
    """Return the numbers of *person* by the body's key, "" for the club's default body."""
    numbers = {"": person.number.casefold()} if person.number else {}
    default_body = make_name_key(person.club.number_body)
    for row in person.others:
        body_key = "" if row.body_key == default_body else row.body_key
        numbers.setdefault(body_key, row.number.casefold())
    return numbers


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
