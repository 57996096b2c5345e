"""A field of the season that is added to its form is stored."""

import pytest

from director.additions.seasons import pages
from director.models import Season
from tests.director.core.pages.test_settings import add_form_field

pytestmark = pytest.mark.django_db
RULES = {
    "name": "Winter",
    "counting": "people",
    "points": "percent",
    "best": "0",
    "minimum": "0",
    "attendance": "0",
    "handicap": "0",
    "handicap_events": "3",
    "first_tie": "latest",
}


def test_setting_added_to_the_rules_of_a_season_is_stored(desk, monkeypatch):
    form = add_form_field(pages.ClubSeasonForm, "former_number")
    monkeypatch.setattr(pages, "ClubSeasonForm", form)
    desk.post("/club-seasons/new/", RULES | {"former_number": "7"})
    season = Season.objects.get()
    assert season.ties == "latest"
    assert season.former_number == 7
    desk.post(f"/club-seasons/{season.pk}/rules/", RULES | {"former_number": "8"})
    season.refresh_from_db()
    assert season.former_number == 8
