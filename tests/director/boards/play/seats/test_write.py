"""Names, swaps and the draw."""

import pytest

from director.boards.play.seats.seating import (
    name_entries,
    name_entry,
)
from director.core.club.seat_names import get_or_add_person
from director.errors import DeskError
from director.models import Person
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


def names(section) -> dict[int, list[str]]:
    return {
        entry.pair_no: [player.person.name for player in entry.entry_players.all()]
        for entry in section.entries.all()
    }


def test_naming_a_pair_adds_people_the_club_does_not_know():
    section = make_night(pairs=8, named=False)
    name_entry(section=section, pair_no=3, names=["Ada Ash", " Bert   Birch "])
    assert names(section)[3] == ["Ada Ash", "Bert Birch"]
    assert [person.name for person in Person.objects.all()] == ["Ada Ash", "Bert Birch"]


def test_naming_finds_people_whatever_their_capitals():
    section = make_night(pairs=8, named=False)
    person = Person.objects.create(club=make_club(), name="Ada Ash")
    name_entry(section=section, pair_no=1, names=["ada ash"])
    assert section.entries.get(pair_no=1).players.get() == person


def refusal(section, pair_no, typed) -> str:
    before = names(section)
    with pytest.raises(DeskError) as refused:
        name_entry(section=section, pair_no=pair_no, names=typed)
    assert names(section) == before
    return str(refused.value)


def test_same_person_twice_in_one_pair_is_refused():
    section = make_night(pairs=8, named=False)
    assert refusal(section, 2, ["Ada Ash", "ADA ASH"]) == (
        "Ada Ash already plays in pair 2 N-S. Remove the name there first, or correct this one."
    )


def test_unknown_pair_number_is_refused():
    section = make_night(pairs=4, named=False)
    assert refusal(section, 9, ["Ada Ash", "Bert Birch"]) == (
        "There is no pair 9 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."
    )


def test_name_that_is_too_long_is_refused():
    section = make_night(pairs=4, named=False)
    assert refusal(section, 1, ["x" * 81]) == (
        f"The name “{'x' * 40}…” has more than 80 letters. Shorten it."
    )


def test_list_seats_numbered_pairs_there_and_the_others_in_the_free_places():
    section = make_night(pairs=4, named=False)
    name_entries(section=section, pairs=[(None, ["A", "B"]), (1, ["C", "D"]), (None, ["E", "F"])])
    assert names(section) == {1: ["C", "D"], 2: ["A", "B"], 3: ["E", "F"], 4: []}


def test_corrected_list_can_be_given_again():
    section = make_night(pairs=4, named=False)
    name_entries(section=section, pairs=[(1, ["A", "B"]), (2, ["C", "D"])])
    name_entries(section=section, pairs=[(1, ["C", "D"]), (2, ["A", "B"])])
    assert names(section) == {1: ["C", "D"], 2: ["A", "B"], 3: [], 4: []}


def test_list_with_a_fault_changes_nothing():
    section = make_night(pairs=4, named=False)
    with pytest.raises(DeskError):
        name_entries(section=section, pairs=[(1, ["A", "B"]), (2, ["C", "A"])])
    assert names(section) == {1: [], 2: [], 3: [], 4: []}
    assert Person.objects.count() == 0


def test_list_longer_than_the_movement_is_refused():
    section = make_night(pairs=4, named=False)
    with pytest.raises(DeskError) as refused:
        name_entries(section=section, pairs=[(None, [f"A{n}", f"B{n}"]) for n in range(5)])
    assert str(refused.value) == "The list has 5 pairs, but this movement seats 4."


def test_person_is_found_by_name_and_number():
    club = make_club()
    ada = Person.objects.create(club=club, name="Ada Ash", number="1001")
    assert get_or_add_person(club=club, text="Ada Ash (1001)") == ada
    assert get_or_add_person(club=club, text="ada ash") == ada
