"""What is typed at a seat and is no single person: two people, Guest, and slips of the pen."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.boards.contests import Entrant
from director.boards.play.seats.seating import name_entry, seat_list
from director.boards.play.seats.section_seats import fetch_section_seats
from director.boards.play.seats.undoing import redo_seats, undo_seats
from director.core.club.people import add_person, change_person, fetch_people
from director.core.club.people_merge import merge_person, undo_merge
from director.errors import DeskError
from director.models import Person, PersonMerge
from tests.cases import leave_to_slow
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


@pytest.mark.parametrize(
    "separator", leave_to_slow(["&", " & ", " and ", "/", " + ", "+", ", ", " und "], but=1)
)
def test_a_pair_in_the_first_box_fills_both_and_never_overwrites(section, separator):
    text = f"Ada Ash{separator}Bob Birch"
    name_entry(section=section, pair_no=1, names=typed(text, ""))
    assert names(section) == ("Ada Ash", "Bob Birch")
    name_entry(section=section, pair_no=2, names=("", "Karl Kay"))
    with pytest.raises(DeskError, match="more than two names"):
        name_entry(section=section, pair_no=2, names=typed(text, "Karl Kay"))
    assert names(section, 2) == ("", "Karl Kay")


def test_a_surname_before_a_comma_stays_with_its_given_names(section):
    add_person(club=section.session.event.club, name="José Luis García Pérez")
    name_entry(section=section, pair_no=1, names=typed("García Pérez, José Luis", ""))
    name_entry(section=section, pair_no=2, names=typed("Ruiz Gil, Ana Eva", "Karl Kay"))
    assert names(section) == ("José Luis García Pérez", "")
    assert names(section, 2)[1] == "Karl Kay"


@pytest.mark.parametrize("text", ["<b>Ida Ivy</b>", "Ida Ivy & 12", "Jo - Jay"])
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


@pytest.mark.slow
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


def seat_act(section):
    return section.session.event.acts.first().number


@pytest.mark.slow
def test_an_undone_name_is_no_person_and_redone_it_is_again(section):
    name_entry(section=section, pair_no=1, names=("Ida Ivi", "Cleo Cole"))
    number = seat_act(section)
    ida = find("Ida Ivi").pk
    for _time in range(2):
        undo_seats(section=section, number=number, user=None)
        assert people() == []
        redo_seats(section=section, number=number, user=None)
        assert names(section) == ("Ida Ivi", "Cleo Cole")
        assert find("Ida Ivi").pk == ida
        number = seat_act(section)


def test_who_plays_elsewhere_stays_when_the_name_is_undone(section):
    name_entry(section=section, pair_no=1, names=("Ida Ivy", "Cleo Cole"))
    number = seat_act(section)
    name_entry(section=make_night(pairs=6, named=False), pair_no=1, names=("Ida Ivy", "Dan Dale"))
    undo_seats(section=section, number=number, user=None)
    assert people() == ["Dan Dale", "Ida Ivy"]


@pytest.mark.slow
def test_who_was_edited_or_merged_since_is_never_added_twice(section):
    name_entry(section=section, pair_no=1, names=("Ida Ivi", "Cleo Cole"))
    undo_seats(section=section, number=seat_act(section), user=None)
    redo_seats(section=section, number=seat_act(section), user=None)
    change_person(person=find("Cleo Cole"), name="Cleo Cole", number="12")
    number = seat_act(section)
    undo_seats(section=section, number=number, user=None)
    assert people() == ["Cleo Cole"]
    redo_seats(section=section, number=number, user=None)
    merge_person(person=find("Ida Ivi"), into=add_person(club=make_club(), name="Ida Ivy"))
    undo_seats(section=section, number=seat_act(section), user=None)
    redo_seats(section=section, number=seat_act(section), user=None)
    assert names(section) == ("Ida Ivy", "Cleo Cole")
    assert people() == ["Cleo Cole", "Ida Ivy"]


def test_who_was_edited_between_undos_of_a_correction_stays(section):
    name_entry(section=section, pair_no=1, names=("Ida Ivi", "Cleo Cole"))
    name_entry(section=section, pair_no=1, names=("Ida Ivy", "Cleo Cole"))
    undo_seats(section=section, number=seat_act(section), user=None)
    change_number(find("Ida Ivi"))
    redo_seats(section=section, number=seat_act(section), user=None)
    undo_seats(section=section, number=seat_act(section), user=None)
    assert names(section) == ("Ida Ivi", "Cleo Cole")
    assert people() == ["Cleo Cole", "Ida Ivi"]


def test_who_was_typed_with_a_number_stays_unless_the_name_was_the_slip(section):
    name_entry(section=section, pair_no=1, names=("Ida Ivi (4711)", "Cleo Cole"))
    name_entry(section=section, pair_no=1, names=("Dan Dale", "Cleo Cole"))
    assert people() == ["Cleo Cole", "Dan Dale", "Ida Ivi"]
    name_entry(section=section, pair_no=2, names=("Eve Elm (12)", "Finn Fir"))
    name_entry(section=section, pair_no=2, names=("Eva Elm (12)", "Finn Fir"))
    assert "Eve Elm" not in people()
    assert "Eva Elm" in people()


def test_the_names_of_an_undone_list_go_by_one_statement(section):
    listed = "\n".join(f"{number} Ann Ash{number} & Bob Ash{number}" for number in range(1, 7))
    seat_list(section=section, source=listed)
    assert len(people()) == 12
    with CaptureQueriesContext(connection) as captured:
        undo_seats(section=section, number=seat_act(section), user=None)
    assert people() == []
    statements = [query["sql"] for query in captured]
    assert len([sql for sql in statements if sql.startswith('DELETE FROM "director_person"')]) == 1
