"""Names of people: what is the family's, in which order lists stand, what is a number and what is part of a name."""

import re
import unicodedata

import pytest

from director.boards.play.seats.seating import name_entry
from director.boards.play.seats.section_seats import fetch_section_seats
from director.core.club.people import add_person, change_person
from director.core.club.seat_names import get_or_add_person
from director.errors import DeskError
from director.models import Person
from director.names import (
    get_family_name,
    has_words,
    is_member_number,
    make_family_key,
    make_name_key,
    make_search_pattern,
)
from tests.director.pages import find_texts
from tests.factories import make_club, make_night

FAMILIES = [
    ("Ada Ash", "Ash"),
    ("ash", "ash"),
    ("Jan van den Berg", "van den Berg"),
    ("Ann De La Cruz", "De La Cruz"),
    ("Van Morrison", "Morrison"),
    ("Otto von der Heide", "von der Heide"),
    ("Siobhán Ó Catháin", "Ó Catháin"),
    ("Siobha\u0301n O\u0301 Cathain", "O\u0301 Cathain"),
    ("Máire Ní Bhriain", "Ní Bhriain"),
    ("Nóra Nic Dhomhnaill", "Nic Dhomhnaill"),
    ("Áine Uí Bhraonáin", "Uí Bhraonáin"),
    ("Máire Mhic Gearailt", "Mhic Gearailt"),
    ("Seán Óg Mac Mathúna", "Mac Mathúna"),
    ("Mary O Smith", "Smith"),
    ("Chiara Delle Fave", "Delle Fave"),
    ("Jan op den Berg", "op den Berg"),
    ("Kees in ’t Veld", "in ’t Veld"),
    ("João dos Santos", "dos Santos"),
    ("Jordi Sant Pere", "Sant Pere"),
    ("Marie St. Clair", "St. Clair"),
    ("Siti binti Ahmad", "binti Ahmad"),
    ("Raj a/l Kumar", "a/l Kumar"),
    ("Dan Ben Zvi", "Ben Zvi"),
    ("Dafydd ap Gwilym", "ap Gwilym"),
    ("Mac Davies", "Davies"),
    ("van den Berg, Jan Willem", "van den Berg"),
    ("Bert Hazel, Jr.", "Hazel"),
    ("Bert Hazel III", "Hazel"),
    ("Ada Featherstonehaugh-Cholmondeley", "Featherstonehaugh-Cholmondeley"),
    ("Ada Ash (Addy)", "Ash"),
    ("王小明", "王小明"),
    ("王小明 (Wang Xiaoming)", "王小明"),
    ("山田 太郎", "山田 太郎"),
    ("김 민준", "김 민준"),
    ("(Ann)", "(Ann)"),
    ("", ""),
]


@pytest.mark.parametrize(
    ("name", "family"), FAMILIES, ids=[name or "nothing" for name, _family in FAMILIES]
)
def test_family_name(name, family):
    assert get_family_name(name) == family


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
@pytest.mark.parametrize(
    ("typed", "name", "number"),
    [
        ("Ada Ash (1001)", "Ada Ash", "1001"),
        ("Ada Ash (J123456)", "Ada Ash", "J123456"),
        ("Ada Ash (no number)", "Ada Ash", ""),
        ("王小明 (Wang Xiaoming)", "王小明 (Wang Xiaoming)", ""),
        ("Ada Ash (Addy)", "Ada Ash (Addy)", ""),
        ("Ada (Addy) Ash", "Ada (Addy) Ash", ""),
    ],
    ids=["digits", "letter and digits", "none", "another writing", "a short name", "in the middle"],
)
def test_brackets_are_a_number_only_with_digits(typed, name, number):
    for _time in range(2):  # found again by the same text
        person = get_or_add_person(club=make_club(), text=typed)
        assert (person.name, person.number) == (name, number)
    assert Person.objects.count() == 1


@pytest.mark.django_db
def test_somebody_whose_number_has_no_digits_is_found_by_it():
    known = Person.objects.create(club=make_club(), name="Ada Ash", number="alpha")
    Person.objects.create(club=make_club(), name="Ada Ash", number="7")
    assert get_or_add_person(club=make_club(), text="Ada Ash (alpha)") == known
    assert change_person(person=known, name="Ada Ashe", number="alpha").number == "alpha"


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


@pytest.mark.django_db
def test_the_list_of_people_and_the_names_offered_stand_by_family_name(desk):
    for name in ("Zoe Ash", "Ada van Dyk", "bert élan", "Ada Hazel", "Cleo Ash"):
        Person.objects.create(club=make_club(), name=name)
    order = ["Cleo Ash", "Zoe Ash", "bert élan", "Ada Hazel", "Ada van Dyk"]
    assert find_texts(desk.get("/people/"), ".people tbody th") == order
    assert list(fetch_section_seats(make_night(pairs=4, named=False), None).known) == order


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("muller", "Max Müller"),
        ("MULL", "max müller"),
        ("lukasz", "Łukasz Wójcik"),
        ("ojci", "Łukasz Wójcik"),
        ("muller", unicodedata.normalize("NFD", "Max Müller")),
        ("soren", "Søren Kjær"),
        ("kjaer", "Søren Kjær"),
        ("strauss", "Jörg Strauß"),
        ("nguyen", "Nguyễn Văn"),
        ("ı", "Işıl"),
        ("elkin", "Ëlkin M\u0308e\u0323\u0303r"),
        ("mer", "M\u0308e\u0323\u0303r"),
        ("елкин", "Ярослав Ёлкин"),
        ("σοφια", "ΣΟΦΊΑ ΝΙΚΟΛΆΟΥ"),
        ("o'neil", "Bob O'Neil"),
        ("a.b", "A.B. Cole"),
    ],
)
def test_search_without_accents_finds_the_name(text, name):
    assert re.search(make_search_pattern(text), make_name_key(name))
    assert has_words(text, name, ())


@pytest.mark.parametrize(
    ("text", "name"), [("müller", "Max Muller"), ("muller", "Max Miller"), ("a.b", "Axb Cole")]
)
def test_search_keeps_typed_accents_and_other_letters(text, name):
    assert not re.search(make_search_pattern(text), make_name_key(name))
    assert not has_words(text, name, ())
