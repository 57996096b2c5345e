"""Two people who are one: made one, and taken apart again with everything that was theirs."""

import pytest

from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, fetch_people
from director.core.club.people_merge import merge_person, undo_merge
from director.core.club.people_seen import set_nights
from director.models import Person, PersonMerge
from tests.director.pages import find_errors, find_texts
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


def state() -> list[tuple]:
    """Return everybody with what is known of them, and the nights they played."""
    people = fetch_people(make_club())
    set_nights(people)
    return [
        (
            person.pk,
            person.name,
            person.number,
            person.email,
            person.phone,
            list(map(str, person.others)),
            person.nights,
        )
        for person in people
    ]


@pytest.fixture
def two() -> tuple[Person, Person]:
    """Ada Ash with a night of her own, and Ada Ashe with two, who has what the other lacks."""
    club = make_club()
    ada = add_person(club=club, name="Ada Ash", others="Club: 17")
    ashe = add_person(
        club=club,
        name="Ada Ashe",
        number="1001",
        others="Club: 18\nACBL: 5",
        email="ada@example.org",
        phone="020 7946 0001",
    )
    for name in ("Ada Ash", "Ada Ashe", "Ada Ashe"):
        name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=[name])
    return ada, ashe


def test_the_page_takes_it_back(desk, two):
    ada, ashe = two
    desk.post(f"/people/{ashe.pk}/merge/", {"into": "Ada Ash"})
    merge = PersonMerge.objects.get()
    assert "Ada Ashe (1001) was merged" in " ".join(
        find_texts(desk.get(f"/people/{ada.pk}/"), "form p")
    )
    again = add_person(club=make_club(), name="ada ashe", number="1001x")
    Person.objects.filter(pk=again.pk).update(number="1001")
    refused = desk.post(f"/people/merges/{merge.pk}/undo/", follow=True)
    assert find_errors(refused) == [
        "Another Ada Ashe has since been added, with the number 1001. Give them another number, then undo the merge."
    ]
    again.delete()
    desk.post(f"/people/merges/{merge.pk}/undo/")
    assert [line[1] for line in state()] == ["Ada Ash", "Ada Ashe"]


def test_a_merge_never_makes_two_people_of_one_name_and_number(desk):
    club = make_club()
    for name, number in (("Bob Hill", ""), ("Bob Hill", "12"), ("Robert Hill", "12")):
        add_person(club=club, name=name, number=number)
    robert, before = Person.objects.get(name="Robert Hill"), state()
    for into in ({"into": "Bob Hill (no number)"}, {"into": "bob hill (NO number)"}):
        for ask in (desk.get, desk.post):
            refused = ask(f"/people/{robert.pk}/merge/", into)
            assert refused.status_code == 422
            assert "Robert Hill has the number 12, and so has another Bob Hill." in " ".join(
                find_texts(refused, ".bad")
            )
    assert state() == before
    desk.post(f"/people/{robert.pk}/merge/", {"into": "Bob Hill (12)"})
    assert [line[1:3] for line in state()] == [("Bob Hill", ""), ("Bob Hill", "12")]


def test_the_namesake_of_the_number_is_merged_like_anybody(desk):
    club = make_club()
    add_person(club=club, name="Bob Hill")
    numbered = add_person(club=club, name="bob hill", number="12")
    before = state()
    merge_person(person=numbered, into=Person.objects.get(name="Bob Hill"))
    assert [line[1:3] for line in state()] == [("Bob Hill", "12")]
    undo_merge(merge=PersonMerge.objects.get())
    assert state() == before


def test_a_namesake_added_since_is_named_when_a_number_would_go_back(desk):
    club = make_club()
    bob = add_person(club=club, name="Bob Hill")
    robert = add_person(club=club, name="Robert Hill", number="12")
    merge_person(person=robert, into=bob)
    add_person(club=club, name="Bob Hill")
    refused = desk.post(f"/people/merges/{PersonMerge.objects.get().pk}/undo/", follow=True)
    assert find_errors(refused) == [
        "Another Bob Hill has since been added, without a number. Give them another number, then undo the merge."
    ]
