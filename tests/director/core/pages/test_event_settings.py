"""A setting that is added to the form of a night is stored with the night, or refused aloud."""

import pytest
from django import forms
from django.urls import reverse

from director.core.pages.events import EventForm
from director.kinds import list_event_kinds
from director.models import Event

pytestmark = pytest.mark.django_db
GAMES = [kind.game_groups[0].games[0][0] for kind in list_event_kinds()]


@pytest.fixture
def add_setting(monkeypatch):
    """Return a function that adds a setting to the form of a night."""

    def add(name):
        monkeypatch.setitem(EventForm.base_fields, name, forms.CharField())

    return add


@pytest.fixture
def started(desk):
    """Return the event of a night with pairs, before a setting is added to its form."""
    desk.post(reverse("event_new"), night())
    return Event.objects.get()


def night(**settings):
    return {"name": "Wednesday", "date": "2026-11-25", "game": GAMES[0]} | settings


@pytest.mark.parametrize("game", GAMES)
def test_a_new_setting_of_an_event_is_stored(desk, add_setting, game):
    add_setting("point_scale")
    answer = desk.post(reverse("event_new"), night(game=game, point_scale="Weekly"))
    assert answer.status_code == 302
    assert Event.objects.get().point_scale == "Weekly"


@pytest.mark.parametrize("game", GAMES)
def test_a_new_setting_that_no_event_has_is_refused(desk, add_setting, game):
    add_setting("table_fee")
    with pytest.raises(TypeError, match="table_fee"):
        desk.post(reverse("event_new"), night(game=game, table_fee="4"))
    assert not Event.objects.exists()


def test_a_new_setting_of_an_event_is_changed(desk, started, add_setting):
    add_setting("point_scale")
    address = reverse("event_change", args=[started.pk])
    assert desk.post(address, night(point_scale="Weekly")).status_code == 302
    started.refresh_from_db()
    assert (started.name, started.point_scale) == ("Wednesday", "Weekly")


def test_a_change_of_a_setting_that_no_event_has_is_refused(desk, started, add_setting):
    add_setting("table_fee")
    with pytest.raises(TypeError, match="table_fee"):
        desk.post(reverse("event_change", args=[started.pk]), night(table_fee="4"))
