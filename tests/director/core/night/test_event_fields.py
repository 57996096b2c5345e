"""Every field of an event has a fate, and it is what happens: forms, history, repeated nights, copies, standings."""

import datetime

import pytest
from django.db import models
from django.urls import reverse

from director.boards.play.sessions import create_event
from director.core.base.act_kinds import ActKind
from director.core.night.event_fields import (
    RULES_BY_FIELD,
    CopyRule,
    DisplayRule,
    RepeatRule,
    UndoRule,
)
from director.core.night.events import (
    change_charges,
    change_event,
    move_to_archive,
    redo_settings,
    restore_event,
    undo_settings,
)
from director.core.night.repeats import repeat_night
from director.core.night.screens import set_room_standings
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.errors import DeskError
from director.models import Act, Event, Session
from director.models.event import Contest, Finals, RankingScope
from director.party.play.history import redo_party, undo_party
from tests.director.pages import find_elements
from tests.director.party.parties import make_seated_party
from tests.factories import (
    make_club,
    make_night,
    make_played_section,
)

pytestmark = pytest.mark.django_db


def make_other_value(name):
    """Return another value of a field than that of a new event."""
    field = Event._meta.get_field(name)
    if isinstance(field, models.BooleanField):
        return not field.default
    if isinstance(field, models.DateField):
        return datetime.date(2026, 3, 4)
    if isinstance(field, models.IntegerField):
        return (field.get_default() or 0) + 1
    if field.choices:
        return next(key for key, _label in field.choices if key != field.default)
    return "Weekly"[: field.max_length]


OTHER_VALUES = {
    name: make_other_value(name)
    for name, field in RULES_BY_FIELD.items()
    if field.undo is UndoRule.SETTINGS
}
"""Another value of each field that is undone with the settings."""
HELP = (
    "Event.{name} has no row in EVENT_FIELDS (director/core/night/event_fields.py). "
    "Add one that says who asks it, where it is shown, what the history, next year's league and a copy do with it, "
    "and whether the standings depend on it."
)


def list_event_fields() -> list[models.Field]:
    return list(Event._meta.concrete_fields)


def test_every_field_says_what_becomes_of_it():
    lacking = [
        HELP.format(name=field.name)
        for field in list_event_fields()
        if field.name not in RULES_BY_FIELD
    ]
    assert not lacking, "\n".join(lacking)
    names = {field.name for field in list_event_fields()}
    gone = set(RULES_BY_FIELD) - names
    assert not gone, f"EVENT_FIELDS has rows that no event has: {sorted(gone)}"


def test_event_fields_asked_at_the_desk_can_be_undone_and_are_shown_by_name():
    for name, field in RULES_BY_FIELD.items():
        if field.contests:
            assert field.undo is UndoRule.SETTINGS, f"{name} is asked, so its change is an act"
            assert field.display is not DisplayRule.NOWHERE, f"{name} is asked, so pages show it"
        if field.undo is UndoRule.SETTINGS:
            assert field.label, f"{name} has no label, by which the history names it"


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_a_changed_setting_is_an_act_that_is_undone_and_redone(name):
    event = create_event(
        club=make_club(), name="Night", date=datetime.date(2026, 3, 3), contest=Contest.TEAMS
    ).event
    former = getattr(event, name)
    change = change_charges if name in ("charge_code", "point_scale") else change_event
    change(event=event, user=None, **{name: OTHER_VALUES[name]})
    act = event.acts.get()
    assert act.words.startswith(RULES_BY_FIELD[name].label.partition(":")[0])
    assert getattr(Event.objects.get(), name) == OTHER_VALUES[name]
    undo_settings(event=event, number=act.number, user=None)
    assert getattr(Event.objects.get(), name) == former
    undo_settings(event=event, number=act.number, user=None)
    redone = redo_settings(event=event, number=act.number, user=None)
    assert getattr(Event.objects.get(), name) == OTHER_VALUES[name]
    assert redone.number == 2
    assert redone.words == act.words


def test_a_repeated_night_has_the_settings_that_the_table_keeps():
    event = make_played_section().session.event
    others = {"places": RankingScope.SECTION, "finals": Finals.NEVER, "charge_code": "22"}
    others |= {"point_scale": "Weekly", "correction_hours": 7, "shape": "x"}
    Event.objects.update(**others)
    event.refresh_from_db()
    repeated = repeat_night(event=event, date=datetime.date(2027, 10, 4), user=None).event
    new_event = Event(club=event.club)
    for name, field in RULES_BY_FIELD.items():
        if field.repeat is RepeatRule.COPIED:
            assert getattr(repeated, name) == getattr(event, name), name
        elif field.repeat is RepeatRule.NEW and field.copy is CopyRule.UNCHANGED:
            assert getattr(repeated, name) == getattr(new_event, name), name


def test_an_undo_at_play_passes_over_a_change_of_settings(desk):
    party = make_seated_party()
    play_act = Act.objects.first()
    change_event(event=party.session.event, name="Another name", user=None)
    assert Act.objects.first().kind == ActKind.SETTINGS
    page = desk.get(reverse("party_seats", args=[party.pk]))
    assert page.context["undo"] == play_act
    undo_party(party=party, number=play_act.number, user=None)
    redo_party(party=party, number=play_act.number, user=None)
    assert Event.objects.get().name == "Another name"


def test_the_history_and_the_form_offer_the_undo(desk):
    event = make_night(pairs=6, named=False).session.event
    former = event.name
    change_event(event=event, name="Club pairs", user=None)
    act = event.acts.get()
    undo_address = reverse("event_settings_undo", args=[event.pk, act.number])
    history = reverse("session_acts", args=[event.last_session.pk])
    form = reverse("event_change", args=[event.pk])
    for address in (history, form):
        forms = find_elements(desk.get(address), "form")
        assert undo_address in [each.get("action") for each in forms], address
    desk.post(undo_address)
    assert Event.objects.get().name == former
    desk.post(reverse("event_settings_redo", args=[event.pk, act.number]))
    assert Event.objects.get().name == "Club pairs"


def test_a_setting_that_was_changed_again_without_an_act_is_not_undone():
    event = make_night(pairs=6, named=False).session.event
    change_event(event=event, game="whist", user=None)
    Event.objects.update(scoring="aggregate")  # as a movement that needs it does
    with pytest.raises(DeskError, match="changed again"):
        undo_settings(event=event, number=1, user=None)
    assert Event.objects.get().scoring == "aggregate"


def test_the_archive_screens_and_phones_write_acts():
    section = make_night(pairs=6, named=False)
    event = section.session.event
    move_to_archive(event=event)
    restore_event(event=event)
    set_room_standings(session=section.session, is_shown=True)
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"names": True}),
        settings_by_table={},
    )
    assert [act.words for act in Act.objects.order_by("number")] == [
        "Archived.",
        "Restored from the archive.",
        "Standings shown on the room’s screens.",
        "Settings of the phones at the tables changed.",
    ]
    undo_settings(event=event, number=4, user=None)
    undo_settings(event=event, number=3, user=None)
    section.refresh_from_db()
    assert section.at_tables == {}
    assert not Session.objects.get().room_standings
