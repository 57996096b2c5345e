"""The evening of a party as a file: own way of moving, lists, cards, money and season are the same elsewhere."""

import json

import pytest

from director.additions.imports.store.event import import_file
from director.additions.seasons.settings import (
    add_season,
    list_season_rules,
    read_season_rules,
    upgrade_season_rules,
)
from director.additions.seasons.standings import make_season_standings
from director.core.files.event_file import make_event_archive
from director.errors import BackupError
from director.models import Season
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_event, fetch_party_by_session
from director.party.play.cards import CardFigures, store_card
from director.party.play.history import redo_party, undo_party
from director.party.play.money import draw_raffle, settle_money
from director.party.play.series import begin_next_series, name_teams
from director.party.scoring.skat_series import serialize_series
from tests.director.core.files.rows import dump_all_records
from tests.director.core.files.test_event_file import check_same_event, import_elsewhere
from tests.director.party.pages.custom.test_custom import HEAD
from tests.director.party.pages.play.test_hands import make_hands
from tests.director.party.pages.prizes.test_giving import SUMS, make_played
from tests.director.party.parties import (
    count_in_season,
    enter_winner,
    make_seated_party,
    play_round,
)
from tests.director.party.play.test_cards import hand_in, make_drive
from tests.director.party.play.test_series import make_series, play_first
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def make_own_way():
    party = make_seated_party(players=20, system=HEAD, system_name="Friday drive", named=True)
    play_round(party)
    enter_winner(party, 3)
    return party


def make_lists():
    party = make_series()
    letters = play_first(party)
    name_teams(
        party=party,
        names_by_player={int(letters[letter]): ("AEIK", "") for letter in "AEIK"},
        user=None,
    )
    begin_next_series(party=party, round_no=1, seed=3, user=None)
    return party


def make_cards():
    party = hand_in(make_drive(), without=(12,))
    store_card(party=party, number=3, figures=CardFigures(151, 71, 80, last_round=20), user=None)
    return party


def make_money():
    party = make_played()
    settle_money(party=party, user=None, **SUMS)
    draw_raffle(party=party, seed=4, user=None)
    return party


def make_pairs():
    party = make_seated_party(players=14, system="pair-drive", named=True)
    play_round(party)
    enter_winner(party, 1)
    return party


def make_season_night():
    party = make_played()
    count_in_season(party, points="beaten", best=3, attendance=2)
    return party


def make_fewer_hands():
    party = make_hands()
    enter_winner(party, 2, None, points=(20, None), hands=3)
    return party


EVENINGS = [
    make_fewer_hands,
    make_own_way,
    make_lists,
    make_cards,
    make_money,
    make_pairs,
    make_season_night,
]


@pytest.mark.parametrize("make", EVENINGS, ids=lambda make: make.__name__.removeprefix("make_"))
def test_an_evening_is_the_same_elsewhere(make):
    party = make()
    undo_party(party=party, number=party.acts.latest("number").number, user=None)
    undone = party.session.event
    check_same_event(undone, import_elsewhere(make_event_archive(undone)))
    redo_party(party=party, number=party.acts.latest("number").number, user=None)
    event = fetch_party_by_session(party.pk).session.event
    check_same_event(event, import_elsewhere(make_event_archive(event), again=True))


def test_an_own_way_goes_on_elsewhere_as_it_would_have_here():
    party = make_own_way()
    taken = fetch_party_by_event(import_elsewhere(make_event_archive(party.session.event)).pk)
    for each in (party, taken):
        for table_no in (1, 2, 4, 5):
            enter_winner(each, table_no, table_no % 2)
        play_round(each)
    rounds = [
        list(each.played_rounds.order_by("round_no").values_list("seating", flat=True))
        for each in (party, taken)
    ]
    assert taken.system_name == "Friday drive"
    assert rounds[0] == rounds[1]


def test_lists_of_skat_say_the_same_elsewhere():
    party = make_lists()
    taken = fetch_party_by_event(import_elsewhere(make_event_archive(party.session.event)).pk)
    assert serialize_series(fetch_party_record(taken)) == serialize_series(
        fetch_party_record(fetch_party_by_session(party.pk))
    )


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


def test_the_rules_of_a_season_go_with_its_night():
    party = make_season_night()
    count_in_season(party, points="total", best=5, by_group=True, ties="wins latest", minimum=1)
    event = party.session.event
    rules = list_season_rules(event)
    assert rules[0]["by_group"]
    assert list_season_rules(import_elsewhere(make_event_archive(event))) == rules


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


@pytest.mark.parametrize(
    "rules",
    [
        7,
        {"seasons": 7},
        {"season": {"best": 1}},
        {"seasons": [7]},
        {"seasons": [{"best": 1}]},
        {"seasons": [{"name": "W", "best": -1}]},
        {"seasons": [{"name": "W", "best": "many"}]},
        {"seasons": [{"name": "W", "points": "luck"}]},
        {"seasons": [{"name": "W", "points": ["total"]}]},
        {"seasons": [{"name": "W", "club": 1}]},
    ],
    ids=str,
)
def test_rules_that_no_season_has_are_refused(rules):
    content = json.loads(make_event_archive(make_season_night().session.event))
    content["rules"] = rules
    before = dump_all_records()
    with pytest.raises(BackupError) as refused:
        import_elsewhere(json.dumps(content).encode())
    assert "its rules aren’t a list" in str(refused.value)
    assert dump_all_records() == before
