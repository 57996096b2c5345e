"""What is typed at a seat and is no single person: two people, Guest, and slips of the pen."""

import pytest

from director.boards.contests import Entrant
from director.boards.play.seats.places import fetch_section_seats
from director.boards.play.seats.seating import name_entry, seat_list
from director.boards.play.seats.undoing import redo_seats, undo_seats
from director.core.club.people import add_person, change_person, fetch_people
from director.core.club.people_merge import merge_person, undo_merge
from director.errors import DeskError
from director.models import Person, PersonMerge
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=6, named=False)


def names(section, pair_no=1):
    return fetch_section_seats(section, None).rows[pair_no - 1].names


def typed(*texts):
    return Entrant(texts, is_typed=True)


def people():
    return [person.name for person in fetch_people(make_club())]


def test_two_people_in_one_box_are_two_people(section):
    ida = add_person(club=section.session.event.club, name="Ida Ivy")
    entry = name_entry(section=section, pair_no=1, names=typed("Ida Ivy & Jack Jay", ""))
    assert names(section) == ("Ida Ivy", "Jack Jay")
    assert entry.entry_players.get(order=1).person == ida
    with pytest.raises(DeskError, match="more than two names"):
        name_entry(section=section, pair_no=1, names=typed("Ida Ivy & Jack Jay", "Karl Kay"))


@pytest.mark.parametrize("text", ["<b>Ida Ivy</b>", "Ida Ivy/Jack Jay", "Ida Ivy & 12", "Jo - Jay"])
def test_a_sign_that_isnt_between_two_names_divides_nothing(section, text):
    name_entry(section=section, pair_no=1, names=typed(text, "Karl Kay"))
    assert names(section) == (text, "Karl Kay")


def test_a_person_who_came_in_a_file_with_a_sign_in_the_name_stays_one(section):
    name_entry(section=section, pair_no=1, names=Entrant(("Ann / Bob", "Cleo Cole")))
    assert names(section) == ("Ann / Bob", "Cleo Cole")
    name_entry(section=section, pair_no=1, names=typed("Ann / Bob", "Dan Dale"))
    assert names(section) == ("Ann / Bob", "Dan Dale")


@pytest.mark.parametrize("text", ["Guest", "?", "Guest of Ada"])
def test_a_placeholder_is_shown_as_typed_as_often_as_needed(section, text):
    name_entry(section=section, pair_no=1, names=typed(f"Ada Ash & {text}", ""))
    name_entry(section=section, pair_no=2, names=(text, text))
    seat_list(section=section, source=f"3 Bert Birch & {text}")
    assert names(section) == ("Ada Ash", text)
    assert names(section, 2) == (text, text)
    assert names(section, 3) == ("Bert Birch", text)
    assert people() == ["Ada Ash", "Bert Birch"]


def test_a_slip_of_the_pen_vanishes_and_an_undo_brings_it_back(section):
    add_person(club=section.session.event.club, name="Cleo Cole")
    name_entry(section=section, pair_no=1, names=("Ida Ivi", "Cleo Cole"))
    name_entry(section=section, pair_no=1, names=("Ida Ivy", "Dan Dale"))
    assert people() == ["Cleo Cole", "Dan Dale", "Ida Ivy"]
    undo_seats(section=section, number=section.session.event.acts.first().number, user=None)
    assert names(section) == ("Ida Ivi", "Cleo Cole")


def find(name):
    return Person.objects.get(name=name)


def change_number(person):
    change_person(person=person, name=person.name, number="4711")


def merge_and_part(person):
    merge_person(person=add_person(club=person.club, name="I. Ivi"), into=person)
    undo_merge(merge=PersonMerge.objects.get())


def be_merged_and_part(person):
    merge_person(person=person, into=add_person(club=person.club, name="I. Ivi"))
    undo_merge(merge=PersonMerge.objects.get())


@pytest.mark.parametrize("edit", [change_number, merge_and_part, be_merged_and_part])
def test_who_was_edited_in_people_stays_when_unseated(section, edit):
    name_entry(section=section, pair_no=1, names=("Ida Ivi", "Cleo Cole"))
    edit(find("Ida Ivi"))
    name_entry(section=section, pair_no=1, names=("Ida Ivy", "Cleo Cole"))
    assert "Ida Ivi" in people()


@pytest.mark.parametrize("edit", [change_number, merge_and_part, be_merged_and_part])
def test_who_was_edited_after_an_undo_stays_when_it_is_redone(section, edit):
    name_entry(section=section, pair_no=1, names=("Ida Ivi", "Cleo Cole"))
    name_entry(section=section, pair_no=1, names=("Ida Ivy", "Cleo Cole"))
    number = section.session.event.acts.first().number
    undo_seats(section=section, number=number, user=None)
    edit(find("Ida Ivi"))
    redo_seats(section=section, number=number, user=None)
    assert names(section) == ("Ida Ivy", "Cleo Cole")
    assert "Ida Ivi" in people()
