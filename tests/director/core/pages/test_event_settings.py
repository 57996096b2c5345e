"""A setting that is added to the form of an event is shown and stored, or refused aloud."""

import pytest
from django.urls import reverse

from director.core.pages import events
from director.event_kinds import list_event_kinds
from director.models import Event
from tests.director.core.pages.test_settings import add_form_field
from tests.director.pages import find_elements

pytestmark = pytest.mark.django_db
GAMES = [kind.game_groups[0].games[0][0] for kind in list_event_kinds()]


@pytest.fixture
def added_field(monkeypatch):
    """Add a field of the event to the forms of *Start a night* and *Change*. Return its name."""
    for name in ("EventStartForm", "EventChangeForm"):
        monkeypatch.setattr(events, name, add_form_field(getattr(events, name), "point_scale"))
    return "point_scale"


@pytest.fixture
def started(desk):
    """Return the event of a night with pairs, before a setting is added to its form."""
    desk.post(reverse("event_new"), night())
    return Event.objects.get()


def night(**settings):
    return {"name": "Wednesday", "date": "2026-11-25", "game": GAMES[0]} | settings


@pytest.mark.parametrize("game", GAMES)
def test_a_new_setting_of_an_event_is_stored(desk, added_field, game):
    address = reverse("event_new")
    (box,) = find_elements(desk.get(address), f"#id_{added_field}")
    assert box.get("name") == added_field
    response = desk.post(address, night(game=game, point_scale="Weekly"))
    assert response.status_code == 302
    assert Event.objects.get().point_scale == "Weekly"
