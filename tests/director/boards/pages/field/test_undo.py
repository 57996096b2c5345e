"""Undo of a movement that was chosen at Field by mistake."""

import pytest

from director.boards.play.plan import store_plan, undo_plan_choice
from director.boards.play.plan_choice import find_plan_choice
from director.boards.play.seats.seating import name_entries
from director.core.night.journal import serialize_record
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Event, Match, PlanRow, Section
from director.models.plan import Plan
from movements.registry import make_plan
from tests.director.pages import find_texts
from tests.factories import (
    enter_all_results,
    make_night,
    make_pair_names,
    make_section,
    reload_section,
)

pytestmark = pytest.mark.django_db

HOWELL = "pairs=13&key=howell&rounds=13&boards=2"


def read_everything(section: Section) -> dict[str, list]:
    """Return all records that a choice of movement may change."""
    event = Event.objects.get(pk=section.session.event_id)
    querysets = [
        Section.objects.filter(pk=section.pk),
        Plan.objects.filter(section=section),
        PlanRow.objects.filter(plan__section=section),
        Entry.objects.filter(section=section),
        EntryPlayer.objects.filter(section=section),
        Match.objects.filter(section=section),
    ]
    records = {
        queryset.model.__name__: [serialize_record(each) for each in queryset.order_by("pk")]
        for queryset in querysets
    }
    session = reload_section(section).session
    clock = (session.round_minutes, session.round_no, session.clock, session.breaks)
    return records | {"event": [event.scoring, event.scoring_options, event.places], "clock": clock}


def choose(desk, section, query: str = HOWELL):
    return desk.post(f"/sessions/{section.ref}/field/movement/?{query}", follow=True)


def press_undo(desk, section):
    number = find_plan_choice(section).number
    return desk.post(f"/sessions/{section.ref}/field/undo/", {"act": number}, follow=True)


def test_the_movement_before_is_there_again_with_everything(desk):
    """In a Mitchell of 13 pairs the numbers have a gap, in a Howell they have none."""
    section = make_night(pairs=13, options={"half_table": "ns"})
    before = read_everything(section)
    page = choose(desk, section)
    assert "Howell" in find_texts(page, ".status h2")[0]
    assert reload_section(section).plan.key == "howell"
    undone = press_undo(desk, section)
    assert "Undone: Movement: Howell 13 × 2, before Mitchell 7 × 3." in undone.content.decode()
    assert read_everything(reload_section(section)) == before
    assert find_plan_choice(section) is None
    assert "Undo" not in find_texts(undone, ".status button")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "pairs"), [("mitchell", 14), ("howell", 14), ("rover-mitchell", 15), ("mitchell", 20)]
)
def test_every_change_can_be_undone(director, key, pairs):
    section = make_night(key="mitchell", pairs=13)
    before = read_everything(section)
    movement = make_plan(key, pairs=pairs, boards_per_set=2)
    store_plan(section=section, movement=movement, user=director)
    undo_plan_choice(section=section, number=find_plan_choice(section).number, user=director)
    assert read_everything(reload_section(section)) == before


@pytest.mark.slow
def test_several_choices_are_undone_one_by_one(desk):
    section = make_night(pairs=13)
    before = read_everything(section)
    choose(desk, section)
    choose(desk, section, "pairs=14&key=howell&rounds=13&boards=2")
    press_undo(desk, section)
    assert reload_section(section).plan.contestants == 13
    press_undo(desk, section)
    assert read_everything(reload_section(section)) == before


@pytest.mark.slow
def test_undo_at_seats_works_again(desk, director):
    """What was done at Seats under the movement before can be undone again."""
    section = make_night(pairs=14)
    names = [(number, make_pair_names(number + 40)) for number in range(1, 15)]
    name_entries(section=section, pairs=names, user=director)
    choose(desk, section, "pairs=14&key=howell&rounds=13&boards=2")
    seats = desk.get(f"/sessions/{section.ref}/seats/")
    assert not [text for text in find_texts(seats, "button") if text.startswith("Undo")]
    press_undo(desk, section)
    seats = desk.get(f"/sessions/{section.ref}/seats/")
    assert [text for text in find_texts(seats, "button") if text.startswith("Undo")]


@pytest.mark.slow
def test_names_typed_since_are_undone_first(desk, director):
    section = make_night(pairs=14)
    choose(desk, section, "pairs=16&key=mitchell&rounds=8&boards=3")
    name_entries(section=section, pairs=[(16, make_pair_names(60))], user=director)
    page = press_undo(desk, section)
    assert "A later change depends on this one. Undo that first" in page.content.decode()
    assert reload_section(section).plan.contestants == 16


@pytest.mark.slow
def test_results_keep_the_movement(desk, director):
    section = make_night(pairs=6)
    choose(desk, section, "pairs=6&key=howell&rounds=5&boards=5")
    act = find_plan_choice(section)
    enter_all_results(reload_section(section), leave=3)
    page = desk.get(f"/sessions/{section.ref}/field/")
    assert "Undo" not in find_texts(page, ".status button")
    with pytest.raises(DeskError, match="results depend on this one"):
        undo_plan_choice(section=section, number=act.number, user=director)


def test_the_first_movement_has_no_undo(desk):
    section = make_section()
    page = choose(desk, section)
    assert "Howell" in find_texts(page, ".status h2")[0]
    assert "Undo" not in find_texts(page, ".status button")


@pytest.mark.slow
def test_pressing_twice_undoes_once(desk):
    section = make_night(pairs=13)
    choose(desk, section)
    number = find_plan_choice(section).number
    address = f"/sessions/{section.ref}/field/undo/"
    desk.post(address, {"act": number})
    again = desk.post(address, {"act": number}, follow=True)
    assert "That was already undone." in again.content.decode()
    assert reload_section(section).plan.key == "mitchell"
