"""Names typed for seats: a list is looked up as a whole, as if each name were stored before the next."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.core.club.people import add_person, store_numbers
from director.core.club.seat_names import PeopleFinder
from director.errors import DeskError
from director.models import Person
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def make_finder(*texts: str) -> PeopleFinder:
    return PeopleFinder(make_club(), texts)


def test_name_that_a_list_repeats_is_one_new_person():
    texts = ("Ada Ash", "ADA  ASH", "Ada Ash (1001)", "1001")
    finder = make_finder(*texts)
    people = [finder.get_or_add_person(text) for text in texts[:2]]
    assert people[0] is people[1]
    # With a number it is another one of this name, who has the number from then on.
    numbered = finder.get_or_add_person(texts[2])
    assert numbered is not people[0]
    assert finder.get_or_add_person(texts[3]) is numbered
    with pytest.raises(DeskError, match=r"2 people are called Ada Ash.*Ada Ash \(1001\)"):
        finder.get_or_add_person("Ada Ash")
    finder.add_new_people()
    assert Person.objects.count() == 2
    finder.add_new_people()
    assert Person.objects.count() == 2


def test_guests_of_a_list_are_somebody_else_each():
    finder = make_finder("Guest", "Guest")
    first, second = finder.get_or_add_person("Guest"), finder.get_or_add_person("Guest")
    assert first is not second
    assert finder.get_or_add_people_by_seat({1: "Guest", 2: "Guest"}, seated=[first])[1] is first
    finder.add_new_people()
    assert Person.objects.filter(is_placeholder=True, is_hidden=True).count() == 3


def test_numbers_of_all_bodies_are_found_by_three_queries():
    club = make_club()
    ada = add_person(club=club, name="Ada Ash", number="J1001")
    bert = add_person(club=club, name="Bert Birch")
    store_numbers(bert, {"ACBL": "K2002"})
    texts = ["j1001", "k2002", "Ash Ada (J1001)", "Cleo Cole (3003)"]
    with CaptureQueriesContext(connection) as queries:
        finder = PeopleFinder(club, texts)
        people = [finder.get_or_add_person(text) for text in texts]
    assert people[:3] == [ada, bert, ada]
    assert (people[3].name, people[3].number) == ("Cleo Cole", "3003")
    assert len(queries) == 3


def test_who_was_added_meanwhile_is_refused_by_name():
    finder = make_finder("Ada Ash", "Bert Birch (1002)")
    for text in ("Ada Ash", "Bert Birch (1002)"):
        finder.get_or_add_person(text)
    add_person(club=make_club(), name="BERT BIRCH", number="1002")
    with pytest.raises(DeskError, match="Bert Birch is already in People, with the number 1002"):
        finder.add_new_people()
    assert [person.name for person in Person.objects.all()] == ["BERT BIRCH"]


def test_name_that_was_not_looked_up_is_a_mistake_of_the_program():
    with pytest.raises(KeyError):
        make_finder("Ada Ash").get_or_add_person("Bert Birch")
