"""The evening of a party as a file: own way of moving, lists, cards, money and season are the same elsewhere."""

import pytest

from director.additions.imports.store.event import import_file
from director.additions.seasons.settings import (
    add_season,
    read_season_rules,
    upgrade_season_rules,
)
from director.additions.seasons.standings import make_season_standings
from director.core.files.event_file import make_event_archive
from director.models import Season
from tests.director.core.files.test_event_file import import_elsewhere
from tests.director.party.pages.prizes.test_giving import make_played
from tests.director.party.parties import (
    count_in_season,
)
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def make_season_night():
    party = make_played()
    count_in_season(party, points="beaten", best=3, attendance=2)
    return party


@pytest.mark.slow
def test_a_season_goes_with_its_night():
    party = make_season_night()
    first = Season.objects.get()
    imported_event = import_elsewhere(make_event_archive(party.session.event))
    season = Season.objects.get(season_events__event=imported_event)
    assert season.name == "Winter"
    assert season.club.name == "Elsewhere"
    here, there = (make_season_standings(each, is_published=False) for each in (first, season))
    assert (there.rule_description, there.leaders) == (here.rule_description, here.leaders)
    figures = [[(row.name, row.place, row.total) for row in sheet.rows] for sheet in (here, there)]
    assert figures[0] == figures[1]


FORMER_RULES = {"figures": "beaten", "best": 3, "attendance": 2, "by_group": True}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"season": FORMER_RULES}, {"points": "beaten", "best": 3, "attendance": 2}),
        ({"season": {"figures": "totals"}}, {"points": "total", "best": 0, "attendance": 0}),
        ({}, {"points": "total", "best": 0, "attendance": 0}),
    ],
    ids=["beaten", "totals", "without-rules"],
)
def test_the_season_that_an_older_file_names_has_its_rules(rules, expected):
    records = [{"model": "director.party", "pk": 1, "fields": {"season": "Winter"}}]
    (season,) = read_season_rules(upgrade_season_rules(records, rules))
    assert season | expected | {"name": "Winter", "counting": "people"} == season
    assert season["by_group"] == rules.get("season", {}).get("by_group", False)
    records[0]["fields"]["season"] = ""
    assert read_season_rules(upgrade_season_rules(records, {})) == []


def test_a_season_of_the_club_keeps_its_rules_and_the_import_says_so():
    party = make_season_night()
    season = add_season(club=make_club("Elsewhere"), name="WINTER", points="total", best=5)
    data = make_event_archive(party.session.event)
    imported = import_file(data=data, file_name="night.json", club_name="Elsewhere")
    assert imported.notes[-1] == (
        "The season WINTER keeps the rules that it has here. Those in the file differ."
    )
    season.refresh_from_db()
    assert season.points == "total"
    assert season.best == 5
    assert season.season_events.get().event_id == imported.event.pk
