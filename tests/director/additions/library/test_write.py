"""Saving movements in the club's library: versions, twins, deletion and refusals."""

from dataclasses import replace

import pytest

from director.additions.library import movements
from director.additions.library.movements import (
    change_movement,
    delete_movements,
    fetch_deleted_movements,
    fetch_library_movements,
    load_saved_plan,
    restore_movement,
    restore_version,
    save_movement,
)
from director.errors import DeskError
from director.models import FormerMovement, SavedMovement
from movements.registry import make_plan
from tests.factories import make_club, make_director

pytestmark = pytest.mark.django_db

HOWELL = make_plan("howell", pairs=8, boards_per_set=3)
MITCHELL = make_plan("mitchell", pairs=14, boards_per_set=4)


def save(movement=HOWELL, name="Tuesday Howell", **fields) -> SavedMovement:
    return save_movement(club=make_club(), name=name, movement=movement, by=None, **fields)


def names(club=None) -> list[str]:
    return [saved.name for saved in fetch_library_movements(club or make_club())]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": " \u202e "}, "Type a name for the movement, such as Tuesday Howell."),
        ({"name": "x" * 121}, "The name is longer than 120 characters. Shorten it."),
        ({"note": "x" * 301}, "The note is longer than 300 characters. Shorten it."),
        (
            {"movement": replace(HOWELL, rows=HOWELL.rows[1:])},
            "2 things are wrong with this movement. It hasn’t been saved. First: Pair 1 neither plays nor sits out "
            "in round 1. Seat it or list the sit-out.",
        ),
        (
            {"movement": replace(HOWELL, key="x" * 41)},
            "The movement’s key is longer than 40 characters. Shorten it.",
        ),
    ],
    ids=["no name", "long name", "long note", "faults", "long key"],
)
def test_refused_with_the_way_out(fields, sentence):
    with pytest.raises(DeskError) as error:
        save(**fields)
    assert str(error.value) == sentence
    assert not SavedMovement.objects.exists()


def test_full_library_takes_no_more(monkeypatch):
    monkeypatch.setattr(movements, "MAX_MOVEMENTS", 1)
    save()
    with pytest.raises(DeskError, match="The library has 1 movements, the most it can hold"):
        save(MITCHELL)


def test_each_change_keeps_the_former_version_and_each_can_be_restored():
    director = make_director()
    saved = save(note="First")
    change_movement(saved=saved, name="Monday Howell", note="First", by=director)
    shorter = make_plan("howell", pairs=8, boards_per_set=2)
    changed = change_movement(
        saved=saved, name="Monday Howell", note="Two boards", movement=shorter, by=director
    )
    assert changed.number == 3
    assert changed.boards_per_set == 2
    assert changed.made_by == director
    assert [(f.number, f.name, f.note, f.made_by) for f in saved.former.all()] == [
        (2, "Monday Howell", "First", director),
        (1, "Tuesday Howell", "First", None),
    ]
    restored = restore_version(saved=saved, number=1, by=director)
    assert restored.number == 4
    assert restored.name == "Tuesday Howell"
    assert restored.note == "First"
    assert load_saved_plan(restored) == replace(HOWELL, name="Tuesday Howell")
    assert FormerMovement.objects.count() == 3


def test_change_of_nothing_makes_no_version():
    saved = save(note="Short")
    change_movement(saved=saved, name="Tuesday Howell", note="Short", movement=HOWELL, by=None)
    assert not FormerMovement.objects.exists()


def test_unknown_version_is_refused():
    saved = save()
    with pytest.raises(DeskError, match="Tuesday Howell has no version 7"):
        restore_version(saved=saved, number=7, by=None)


def test_deletion_can_be_undone():
    saved = save()
    assert delete_movements(club=make_club(), ids=[saved.pk, 999]) == 1
    assert names() == []
    assert [gone.name for gone in fetch_deleted_movements(make_club())] == ["Tuesday Howell"]
    with pytest.raises(DeskError, match="Tuesday Howell was deleted"):
        change_movement(saved=saved, name="New", note="", by=None)
    restore_movement(saved=SavedMovement.objects.get())
    assert names() == ["Tuesday Howell"]
