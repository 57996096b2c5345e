"""Without seasons, the file of an event has no rules of them, and those in a file are ignored."""

import json

import pytest

from director.additions.imports.store.event_file import read_event_file
from director.additions.seasons.settings import add_season, add_season_events
from director.core.files import event_file
from director.core.files.hooks import EVENT_RULES, EventRules
from director.models import Season
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def test_files_carry_seasons_only_while_the_program_has_them(monkeypatch):
    event = make_night(pairs=4).session.event
    season = add_season(club=event.club, name="Winter")
    add_season_events(season=season, event_ids=[event.pk])
    with_seasons = event_file.make_event_archive(event)
    (rules,) = json.loads(with_seasons)["rules"]["seasons"]
    assert rules["name"] == "Winter"

    monkeypatch.setattr(EVENT_RULES, "answers", EventRules())
    assert json.loads(event_file.make_event_archive(event))["rules"] == {}
    assert read_event_file(with_seasons).rules is None
    assert Season.objects.count() == 1
