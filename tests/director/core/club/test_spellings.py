"""The same person in a list, on a seat and in results, however they are written."""

import pytest

from director.core.club.club import get_or_create_named_club
from director.core.club.people import add_person
from director.core.club.people_lists.file import read_people
from director.core.club.people_lists.matching import match_listed_people
from director.core.club.seat_names import get_or_add_person
from director.formats.names.pairs import read_pairs

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return get_or_create_named_club("")


def listed(text, club):
    return [
        (person.name, person.number, person.is_visitor)
        for person in read_people(text.encode(), club).people
    ]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (
            "ASH, John (1234567)\nO'ELM, Siobhán (7654321)",
            [("John ASH", "1234567", False), ("Siobhán O'ELM", "7654321", False)],
        ),
        ("ASH John\nELM Mary 1234567", [("John ASH", "", False), ("Mary ELM", "1234567", False)]),
        (
            "ASH, John (1234567) & ELM, Mary (7654321)",
            [("John ASH", "1234567", False), ("Mary ELM", "7654321", False)],
        ),
        ("Ada Ash, Bert Elm", [("Ada Ash", "", False), ("Bert Elm", "", False)]),
        ("Ada Ash\nN.N.\nBert Elm (visitor)", [("Ada Ash", "", False), ("Bert Elm", "", True)]),
        ('Name,Number\n"Ash, Ada",999', [("Ada Ash", "999", False)]),
        ("Name\nASH Ada (1234567)", [("Ada ASH", "1234567", False)]),
    ],
)
def test_list_is_read_whole(text, people, club):
    assert listed(text, club) == people


@pytest.mark.parametrize(
    "text", ["Alder, Bertram", "Alder Bertram", "ALDER Bertram", "bertram ALDER"]
)
def test_known_person_in_another_order_is_asked_about(text, club):
    known = add_person(club=club, name="Bertram Alder")
    (row,) = match_listed_people(
        club, read_people(f'Name,Number\n"{text}",999'.encode(), club).people, {}
    )
    assert list(row.choices) == [known]
    assert row.person == known


def test_pasted_pair_has_its_numbers(club):
    (pair,) = read_pairs("ASH, John (1234567) & ELM, Mary (7654321)")
    people = [get_or_add_person(club=club, text=text) for text in pair.players]
    assert [(person.name, person.number) for person in people] == [
        ("John ASH", "1234567"),
        ("Mary ELM", "7654321"),
    ]


def test_seat_finds_a_number_in_any_order(club):
    known = add_person(club=club, name="John Ash", number="1234567")
    for text in ("ASH, John (1234567)", "1234567 John Ash", "ASH (1234567) John"):
        assert get_or_add_person(club=club, text=text) == known
