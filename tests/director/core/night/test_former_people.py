"""Undo and redo of acts that name people who were merged, removed or deleted since."""

import pytest

from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, remove_person
from director.core.club.people_merge import merge_person
from director.errors import DeskError
from director.models import Person
from director.party.play.history import redo_party, undo_party
from director.party.play.seats import name_player
from tests.director.party.parties import make_party
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(db):
    """A night on which Ada Ash of the club sat in pair 1 until Zoe Zander took her place."""
    section = make_night(pairs=4, named=False)
    add_person(club=make_club(), name="Ada Ash")
    name_entry(section=section, pair_no=1, names=["Ada Ash", "Bert Birch"])
    name_entry(section=section, pair_no=1, names=["Zoe Zander", "Bert Birch"])
    return section


def names(section, pair_no=1):
    entry = section.entries.get(pair_no=pair_no)
    return [player.person.name for player in entry.entry_players.order_by("order")]


def undo_latest(section):
    act = section.acts.filter(undone_at=None).first()
    undo_section(section=section, number=act.number, user=None)
    return act


def somebody(name):
    return Person.objects.get(name=name)


def test_undo_seats_the_person_that_somebody_was_merged_with(section):
    merge_person(person=somebody("Ada Ash"), into=add_person(club=make_club(), name="Ada Ashe"))
    act = undo_latest(section)
    assert names(section) == ["Ada Ashe", "Bert Birch"]
    redo_section(section=section, number=act.number, user=None)
    assert names(section) == ["Zoe Zander", "Bert Birch"]


def test_undo_never_seats_a_merged_person_twice(section):
    add_person(club=make_club(), name="Carl Cole")
    name_entry(section=section, pair_no=2, names=["Carl Cole", "Dora Dale"])
    name_entry(section=section, pair_no=2, names=["Eve Elm", "Dora Dale"])
    merge_person(person=somebody("Carl Cole"), into=somebody("Dora Dale"))
    with pytest.raises(DeskError) as refusal:
        undo_latest(section)
    assert str(refusal.value) == (
        "Carl Cole was merged with Dora Dale, who sits there already. Undo the merge in People first."
    )
    assert names(section, 2) == ["Eve Elm", "Dora Dale"]


def test_undo_seats_somebody_removed_without_a_name(section):
    ada = somebody("Ada Ash")
    number = ada.pk
    remove_person(person=ada)
    undo_latest(section)
    assert names(section) == [f"Former player {number}", "Bert Birch"]
    assert Person.objects.get(pk=number).is_hidden


def test_an_undone_name_of_a_party_is_no_person_until_it_is_redone():
    party = make_party(players=12)
    name_player(party=party, number=1, name="Ida Ivi", user=None)
    undone = undo_party(party=party, number=party.acts.first().number, user=None)
    assert not Person.objects.filter(name="Ida Ivi").exists()
    redo_party(party=party, number=undone.number, user=None)
    assert party.players.get(number=1).person.name == "Ida Ivi"
