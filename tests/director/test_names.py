"""Names of people: what is the family's, in which order lists stand, what is a number and what is part of a name."""

import re

import pytest

from director.boards.play.seats.seating import name_entry
from director.boards.play.seats.section_seats import fetch_section_seats
from director.core.club.people import add_person
from director.errors import DeskError
from director.models import Person
from director.names import (
    has_words,
    is_member_number,
    make_family_key,
    make_name_key,
    make_search_pattern,
)
from tests.factories import make_club, make_night


def test_irish_names_stand_in_lists_by_the_whole_family_name():
    names = ["Pat Otter", "Siobhán Ó Catháin", "Carl Castle", "Máire Ní Bhriain", "Ann Nunn"]
    assert sorted(names, key=make_family_key) == [
        "Carl Castle",
        "Máire Ní Bhriain",
        "Ann Nunn",
        "Siobhán Ó Catháin",
        "Pat Otter",
    ]


def test_order_minds_neither_capitals_nor_accents():
    names = [
        "Zoë Østergaard",
        "ada ash",
        "Bert Ásh",
        "Łucja Łoś",
        "Ann Loss",
        "Carl Öst",
        "Dora Otter",
    ]
    assert sorted(names, key=make_family_key) == [
        "ada ash",
        "Bert Ásh",
        "Łucja Łoś",
        "Ann Loss",
        "Carl Öst",
        "Zoë Østergaard",
        "Dora Otter",
    ]


NUMBERS = [
    ("1", True),
    ("0012345", True),
    ("123 456", True),
    ("12-345-67", True),
    ("J123456", True),
    ("NZ-10234", True),
    ("12345a", True),
    ("Wang Xiaoming", False),
    ("lady", False),
    ("12 Ash", False),
    ("1.5", False),
    ("-5", False),
    ("", False),
]


@pytest.mark.parametrize(
    ("text", "is_number"), NUMBERS, ids=[text or "nothing" for text, _is in NUMBERS]
)
def test_a_member_number_has_digits(text, is_number):
    assert is_member_number(text) == is_number


@pytest.mark.django_db
def test_a_number_without_digits_is_refused_in_its_own_box():
    with pytest.raises(DeskError) as refused:
        add_person(club=make_club(), name="Ada Ash", number="Addy")
    assert str(refused.value) == (
        "“Addy” isn’t a membership number: those have digits, such as 1234567 or J123456. Correct or remove it."
    )


@pytest.mark.django_db
def test_pasted_brackets_stay_in_the_name_and_are_typed_back_as_shown():
    section = make_night(pairs=4, named=False)
    name_entry(section=section, pair_no=1, names=["王小明 (Wang Xiaoming)", "Bert Birch (1002)"])
    assert fetch_section_seats(section, None).rows[0].names == (
        "王小明 (Wang Xiaoming)",
        "Bert Birch",
    )
    assert dict(Person.objects.values_list("name", "number")) == {
        "王小明 (Wang Xiaoming)": "",
        "Bert Birch": "1002",
    }


@pytest.mark.parametrize(
    ("text", "name"), [("müller", "Max Muller"), ("muller", "Max Miller"), ("a.b", "Axb Cole")]
)
def test_search_keeps_typed_accents_and_other_letters(text, name):
    assert not re.search(make_search_pattern(text), make_name_key(name))
    assert not has_words(text, name, ())
