"""Nobody is made a lady or a gentleman unless the moves need two groups, a list says so or somebody chooses."""

from datetime import date

import pytest
from django.urls import reverse

from director.party.models import GroupWords
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.seats import ListedPlayer, name_players
from director.party.play.setup import create_party, set_up_party
from director.party.presets import find_preset
from director.party.scoring.standings import list_division_choices
from tests.director.pages import find_elements, find_texts
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def make_unseated_party(key: str, players: int = 8):
    """Return a party of the preset *key* before its names and seats."""
    session = create_party(
        club=make_club(), name="Friday party", date=date(2026, 11, 20), preset=find_preset(key)
    )
    party = fetch_party_by_session(session.pk)
    return set_up_party(party=party, user=None, players=players)


NAMES = ("Ada", "Cid", "Ruth", "Dan", "Eve", "Finn", "Gwen", "Hal")
TURNS = "Ladies and gentlemen take turns in this list. Correct the groups, then draw the seats."


def list_names(party, *groups):
    listed_players = [
        ListedPlayer(None, name, group=groups[at] if at < len(groups) else None)
        for at, name in enumerate(NAMES)
    ]
    name_players(party=party, listed_players=listed_players, user=None)


def read_groups(party):
    return [player.group for player in party.players.order_by("number")]


@pytest.mark.parametrize("key", ["euchre-bell", "five-hundred"])
def test_a_list_without_groups_makes_one_group(desk, key):
    party = make_unseated_party(key)
    list_names(party)
    assert read_groups(party) == [""] * 8
    page = desk.get(reverse("party_seats", args=[party.pk]))
    assert TURNS not in find_texts(page, ".warn")
    assert "Ladies" not in find_texts(page, "#names small")
    (select,) = [
        select
        for select in find_elements(page, "select")
        if select.get("aria-label") == "Group of player 1"
    ]
    assert [option.text for option in select.iter("option")] == ["–", "Ladies", "Gentlemen"]
    choices = list_division_choices(fetch_party_record(party))
    assert "group" not in dict(choices)


def test_a_list_says_who_is_a_lady_and_others_stay_without_a_group():
    party = make_unseated_party("euchre-bell")
    list_names(party, "A", "B")
    assert read_groups(party) == ["A", "B", *[""] * 6]


@pytest.mark.parametrize("key", ["whist-drive", "whist-semi"])
def test_where_the_moves_need_two_groups_the_page_says_that_they_take_turns(desk, key):
    party = make_unseated_party(key)
    address = reverse("party_seats", args=[party.pk])
    assert TURNS not in find_texts(desk.get(address), ".warn")
    list_names(party)
    assert read_groups(party) == ["A", "B"] * 4
    assert TURNS in find_texts(desk.get(address), ".warn")
    party.players.filter(number=1).update(group="B")
    assert TURNS not in find_texts(desk.get(address), ".warn")


def test_another_game_fits_the_groups_of_players_without_a_name():
    party = make_unseated_party("whist-drive", players=4)
    set_up_party(party=party, user=None, system="progressive-euchre", options={})
    assert read_groups(party) == [""] * 4
    set_up_party(party=party, user=None, system="classic-drive", options={})
    assert read_groups(party) == ["A", "B"] * 2


def test_colours_are_still_given_in_turn():
    party = make_unseated_party("euchre-colours")
    assert party.group_words == GroupWords.RED
    list_names(party)
    assert read_groups(party) == ["A", "B"] * 4
