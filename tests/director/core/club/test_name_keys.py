"""One name of a person, however its capitals, accents and blanks are written, at every door."""

import unicodedata

import pytest
from django.db import IntegrityError, transaction

from director.additions.imports.store.event_import import match_or_add_people
from director.boards.play.seats.seating import name_entry
from director.core.club.people import (
    add_person,
    fetch_people,
    fetch_people_by_name,
    fetch_person_by_label,
    fetch_twin_groups,
    save_person,
)
from director.core.club.people_forget import forget_person
from director.core.club.people_lists.file import read_people
from director.core.club.people_lists.matching import match_listed_people
from director.core.club.people_merge import merge_person, undo_merge
from director.core.club.seat_names import get_or_add_person
from director.errors import DeskError
from director.models import Person, PersonNumber
from director.names import make_name_key
from tests.director.pages import find_errors
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db

SPELLINGS = [
    pytest.param("Ärne Öst", "ärne öst", id="small letters"),
    pytest.param("ärne öst", "ÄRNE ÖST", id="capitals"),
    pytest.param("Ärne Öst", unicodedata.normalize("NFD", "Ärne Öst"), id="accents apart"),
    pytest.param("Ярослав Ёлкин", "ярослав ёлкин", id="Cyrillic"),
    pytest.param("Σοφία Νικολάου", "ΣΟΦΊΑ ΝΙΚΟΛΆΟΥ", id="Greek"),
    pytest.param("Jörg Strauß", "JÖRG STRAUSS", id="sharp s"),
    pytest.param("Ada Ash", "ada  ash", id="blanks"),
]


def make_person(name: str, number: str = "", **fields) -> Person:
    return Person.objects.create(club=make_club(), name=name, number=number, **fields)


def make_twins() -> tuple[Person, Person]:
    """Return two people whom an older version told apart by capitals."""
    return make_person("Émile Zola"), make_person("émile Zola", twin_no=1)


@pytest.mark.parametrize(("known", "typed"), SPELLINGS)
class TestDoors:
    def test_nobody_sits_twice_in_one_pair(self, known, typed):
        make_person(known)
        with pytest.raises(DeskError):
            name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=[known, typed])

    def test_people_refuses_a_second_person(self, desk, known, typed):
        make_person(known)
        response = desk.post("/people/new/", {"name": typed, "number": ""})
        assert response.status_code == 422
        assert "is already in People, without a number" in find_errors(response)[0]

    def test_search_finds_the_person(self, known, typed):
        person = make_person(known)
        for word in typed.split():
            assert fetch_people(make_club(), word) == [person]

    def test_list_matches_the_person(self, known, typed):
        person = make_person(known)
        listed = read_people(f"Name\n{typed}\n".encode(), make_club()).people
        assert [row.person for row in match_listed_people(make_club(), listed, {})] == [person]

    def test_event_file_matches_the_person(self, known, typed):
        person = make_person(known)
        matches, added = match_or_add_people(make_club(), [Person(pk=7, name=typed, number="")])
        assert matches == {7: person.pk}
        assert added == 0

    def test_merging_finds_the_person(self, known, typed):
        person = make_person(known)
        assert fetch_person_by_label(make_club(), typed) == person


WRITES = {
    "saving": lambda person: _renamed(person).save(),
    "saving one field": lambda person: _renamed(person).save(update_fields=["name"]),
    "saving raw": lambda person: _renamed(person).save_base(raw=True),
    "saving what was read in part": lambda person: _renamed(
        Person.objects.only("name").get(pk=person.pk)
    ).save(),
    "updating": lambda person: Person.objects.filter(pk=person.pk).update(name="ÖSTEN"),
    "updating by the club": lambda person: person.club.people.update(name="ÖSTEN"),
    "updating many": lambda person: Person.objects.bulk_update([_renamed(person)], ["name"]),
    "the service": lambda person: save_person(person, "ÖSTEN", ""),
}


def _renamed(person: Person) -> Person:
    person.name = "ÖSTEN"
    return person


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_every_way_to_write_a_name_writes_its_normalised_form(write):
    person = make_person("Ada Ash")
    write(person)
    assert Person.objects.filter(name_key="östen").values_list("name", flat=True).get() == "ÖSTEN"


def test_new_people_have_the_normalised_form_however_they_are_stored():
    club = make_club()
    Person.objects.bulk_create([Person(club=club, name="Ärne")])
    Person(pk=50, club=club, name="Örjan").save_base(raw=True, force_insert=True)
    stored = dict(Person.objects.values_list("name", "name_key"))
    assert stored == {"Ärne": "ärne", "Örjan": "örjan"}


def test_deleted_person_is_no_longer_found_by_the_name():
    forget_person(person=make_person("Ärne Öst"))
    assert not Person.objects.filter(name_key=make_name_key("Ärne Öst")).exists()


def test_database_refuses_a_second_person_of_the_name():
    make_person("Ärne Öst")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_person("ÄRNE ÖST")
    assert make_person("ÄRNE ÖST", "17").pk


def test_database_refuses_a_second_number_of_a_body():
    person = make_person("Ada Ash")
    person.numbers.create(body="Öbv", number="1")
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonNumber.objects.bulk_create([PersonNumber(person=person, body="öBV", number="2")])


def test_longest_name_has_room_for_its_normalised_form():
    name = "\N{LATIN SMALL LIGATURE FFI}" * 80
    add_person(club=make_club(), name=name)
    assert fetch_people_by_name(make_club(), name).get().name_key == "ffi" * 80


class TestTwins:
    """Two people of one name and number, from a version that told them apart by capitals."""

    def test_are_not_guessed_by_the_name_alone(self):
        make_twins()
        with pytest.raises(DeskError) as refused:
            get_or_add_person(club=make_club(), text="émile zola")
        assert str(refused.value) == (
            "2 people are called émile zola. Add the number, as in émile Zola (no number, 2)."
        )

    def test_keep_their_other_data_changeable(self, desk):
        _first, second = make_twins()
        typed = {"name": "émile Zola", "number": "", "email": "emile@example.org"}
        assert desk.post(f"/people/{second.pk}/", typed).status_code == 302
        assert Person.objects.get(pk=second.pk).email == "emile@example.org"

    def test_are_merged_and_separated_again(self):
        first, second = make_twins()
        merge_person(person=second, into=first)
        assert fetch_twin_groups() == []
        restored = undo_merge(merge=first.merges.get())
        assert restored.name == "émile Zola"
        assert restored.twin_no == 1
        assert fetch_twin_groups() == [[first, restored]]

    def test_of_an_event_file_come_in_as_two(self):
        named = [
            Person(pk=1, name="Émile Zola", number=""),
            Person(pk=2, name="émile Zola", number=""),
        ]
        for club_has_one in (False, True):
            matches, added = match_or_add_people(make_club(), named)
            assert added == (0 if club_has_one else 2)
            assert len(set(matches.values())) == 2
        assert list(Person.objects.order_by("pk").values_list("name", "twin_no")) == [
            ("Émile Zola", 0),
            ("émile Zola", 1),
        ]
