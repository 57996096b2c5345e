"""The evening of a party as a file: own way of moving, lists, cards, money and season are the same elsewhere."""

import json

import pytest

from director.boards.paper.imports.write import import_file
from director.core.files.archive.errors import EventFileError
from director.core.files.archive.file import make_event_archive
from director.party.movement.games.read import fetch_evening
from director.party.movement.parties import get_party_by_event, get_party_by_session
from director.party.play.cards.write import Handed, store_card
from director.party.play.history import redo_party, undo_party
from director.party.play.prizes import draw_raffle, settle_money
from director.party.play.season import (
    get_or_create_named_season,
    get_stored_rules,
    set_party_season,
    set_up_season,
)
from director.party.play.skat.series.write import begin_next_series, name_teams
from director.party.scoring.season import fetch_party_season, fetch_season_sheet
from director.party.scoring.skat_series import series_to_json
from tests.director.core.files.archive.rows import everything
from tests.director.core.files.archive.test_event_file import elsewhere, same
from tests.director.party.pages.custom.test_custom import HEAD
from tests.director.party.pages.play.test_hands import make_hands
from tests.director.party.pages.prizes.test_giving import SUMS, make_played
from tests.director.party.parties import make_seated, play_round, win
from tests.director.party.play.cards.test_cards import hand_in, make_drive
from tests.director.party.play.cribbage.test_game_cards import (
    differing,
    hand_in_games,
    make_cribbage,
)
from tests.director.party.play.skat.test_series import make_series, play_first
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def make_own_way():
    party = make_seated(players=20, system=HEAD, system_name="Friday drive", named=True)
    play_round(party)
    win(party, 3)
    return party


def make_lists():
    party = make_series()
    letters = play_first(party)
    name_teams(
        party=party, named={int(letters[letter]): ("AEIK", "") for letter in "AEIK"}, user=None
    )
    begin_next_series(party=party, round_no=1, seed=3, user=None)
    return party


def make_cards():
    party = hand_in(make_drive(), without=(12,))
    store_card(party=party, number=3, handed=Handed(151, 71, 80, last_round=20), user=None)
    return party


def make_money():
    party = make_played()
    settle_money(party=party, user=None, **SUMS)
    draw_raffle(party=party, seed=4, user=None)
    return party


def make_pairs():
    party = make_seated(players=14, system="pair-drive", named=True)
    play_round(party)
    win(party, 1)
    return party


def make_season_night():
    party = make_played()
    season = set_party_season(party=party, name="Winter", user=None)
    set_up_season(season=season, figures="beaten", best=3, attendance=2, by_group=False)
    return party


def make_fewer_hands():
    party = make_hands()
    win(party, 2, None, points=(20, None), hands=3)
    return party


def make_two_cards():
    return hand_in_games(make_cribbage(), differing())


EVENINGS = [
    make_two_cards,
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
    same(undone, elsewhere(make_event_archive(undone)))
    redo_party(party=party, number=party.acts.latest("number").number, user=None)
    event = get_party_by_session(party.pk).session.event
    same(event, elsewhere(make_event_archive(event), again=True))


def test_an_own_way_goes_on_elsewhere_as_it_would_have_here():
    party = make_own_way()
    taken = get_party_by_event(elsewhere(make_event_archive(party.session.event)).pk)
    for each in (party, taken):
        for table_no in (1, 2, 4, 5):
            win(each, table_no, table_no % 2)
        play_round(each)
    rounds = [
        list(each.played_rounds.order_by("round_no").values_list("seating", flat=True))
        for each in (party, taken)
    ]
    assert (taken.system_name, rounds[0]) == ("Friday drive", rounds[1])


def test_lists_of_skat_say_the_same_elsewhere():
    party = make_lists()
    taken = get_party_by_event(elsewhere(make_event_archive(party.session.event)).pk)
    assert series_to_json(fetch_evening(taken)) == series_to_json(
        fetch_evening(get_party_by_session(party.pk))
    )


def season_figures(sheet):
    return [[(row.name, row.place, row.total) for row in rows] for _caption, rows in sheet.lists]


def test_a_season_goes_with_its_night():
    party = make_season_night()
    first = fetch_party_season(party)
    taken = get_party_by_event(elsewhere(make_event_archive(party.session.event)).pk)
    season = fetch_party_season(taken)
    assert (season.name, season.club.name) == ("Winter", "Elsewhere")
    here, there = (fetch_season_sheet(each, published=False) for each in (first, season))
    assert (there.rule, there.champions) == (here.rule, here.champions)
    assert season_figures(there) == season_figures(here)


RULES = {"figures": "beaten", "best": 3, "attendance": 2, "by_group": True}


def test_the_rules_of_a_season_go_with_its_night():
    party = make_season_night()
    set_up_season(season=fetch_party_season(party), **RULES)
    taken = get_party_by_event(elsewhere(make_event_archive(party.session.event)).pk)
    assert get_stored_rules(fetch_party_season(taken)) == RULES


def test_a_season_of_the_club_keeps_its_rules_and_the_import_says_so():
    party = make_season_night()
    kept = {"figures": "totals", "best": 5, "attendance": 0, "by_group": False}
    season = get_or_create_named_season(make_club("Elsewhere"), "Winter")
    set_up_season(season=season, **kept)
    data = make_event_archive(party.session.event)
    imported = import_file(data=data, file_name="night.json", club_name="Elsewhere")
    assert imported.notes[-1] == (
        "The season Winter keeps the rules that it has here. Those in the file differ."
    )
    season.refresh_from_db()
    assert get_stored_rules(season) == kept


@pytest.mark.parametrize(
    "rules",
    [
        7,
        {"season": 7},
        {"season": {"best": -1}},
        {"season": {"best": "many"}},
        {"season": {"figures": "luck"}},
        {"season": {"club": 1}},
    ],
    ids=str,
)
def test_rules_that_no_season_has_are_refused(rules):
    content = json.loads(make_event_archive(make_season_night().session.event))
    content["rules"] = rules
    before = everything()
    with pytest.raises(EventFileError) as refused:
        elsewhere(json.dumps(content).encode())
    assert "its rules aren’t a list" in str(refused.value)
    assert everything() == before
