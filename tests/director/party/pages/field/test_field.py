"""Step 1 of a party: systems, options in words, counting, prizes."""

import pytest

from director.errors import DeskError
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.offers import get_group_phrases, make_system_offer
from director.party.play.setup import set_up_party
from movements.party.rounds import get_progressive_system
from tests.director.pages import find_elements
from tests.director.party.parties import (
    get_latest_round,
    make_party,
    make_seated_party,
    play_round,
)

pytestmark = pytest.mark.django_db

ASKED = {
    "players": "24",
    "game": "euchre",
    "system": "rapid-euchre",
    "shown": "rapid-euchre",
    "method": "games",
    "rounds": "10",
    "minutes": "9",
    "starts_at": "19:30",
    "group_words": "ladies",
    "prize-places": "3",
}


def test_saving_the_field_settles_the_evening(desk):
    party = make_party(players=0)
    response = desk.post(f"/parties/{party.pk}/field/", ASKED)
    assert response.url == f"/parties/{party.pk}/seats/"
    party = fetch_party_by_session(party.pk)
    assert party.system == "rapid-euchre"
    assert party.method == "games"
    assert party.rounds == 10
    assert party.session.round_minutes == 9
    assert party.get_group_name("A") == "Ladies"
    assert party.get_group_name("B") == "Gentlemen"
    assert party.players.count() == 24
    assert party.options["round_ends"] == "any-5"
    assert party.bell == "any"
    assert party.prizes["places"] == 3
    assert party.prizes["booby"] is False


def test_looking_at_choices_stores_nothing(desk):
    party = make_party(players=0)
    response = desk.post(f"/parties/{party.pk}/field/", ASKED | {"look": "1"})
    assert response.context["ends_at"] == "21:00"
    assert not fetch_party_by_session(party.pk).players.exists()


def test_choices_that_belong_to_another_game_give_way_to_the_usual_ones(desk):
    party = make_party(players=0)
    sent = ASKED | {
        "game": "five-hundred",
        "shown": "progressive-whist-1",
        "option-head_table": "kept",
    }
    page = desk.post(f"/parties/{party.pk}/field/", sent | {"look": "1"})
    assert page.status_code == 200
    assert page.context["form"]["option-head_table"].value() == "progress-to-foot"
    assert desk.post(f"/parties/{party.pk}/field/", sent).status_code == 302
    assert fetch_party_by_session(party.pk).options["head_table"] == "progress-to-foot"


def test_a_fixed_system_refuses_more_games_than_it_has(desk):
    party = make_party(players=0)
    sent = ASKED | {
        "players": "16",
        "game": "whist",
        "system": "progressive-whist-4",
        "shown": "progressive-whist-4",
    }
    response = desk.post(f"/parties/{party.pk}/field/", sent)
    assert response.context["form"].errors["rounds"] == [
        "Progressive whist, fourth method with 16 players has at most 7 rounds, not 10. Enter 7 or fewer."
    ]


def test_an_odd_number_offers_choices_with_consequences():
    offer = make_system_offer(get_progressive_system("rapid-euchre"), 9, 5, {})
    assert offer.tables_text == "3 tables of 4, 1 table of 2"
    assert [value for value, _text in offer.choice_texts] == ["short-table", "sit-out"]
    assert offer.room_advice[0] == (
        "Two of group A play in seats for group B, but can still win the prizes for group A."
    )


def test_ladies_too_many_are_called_ladies():
    offer = make_system_offer(
        get_progressive_system("classic-drive"), 15, 11, {}, "hand", get_group_phrases("ladies")
    )
    assert offer.uneven_message == "26 players don’t fill the tables."
    assert offer.room_advice[0] == (
        "Two of the ladies play in seats for the gentlemen, but can still win the prizes for the ladies."
    )


def test_fewer_players_than_names_is_refused():
    party = make_party(players=8, named=True)
    with pytest.raises(DeskError) as refused:
        set_up_party(party=party, user=None, players=6)
    assert str(refused.value) == (
        "8 players have names, so you can’t set 6 players. Remove those who aren’t playing in Seats first."
    )


def test_a_refusal_of_fewer_players_leads_to_seats(desk):
    party = make_party(players=12, named=True)
    response = desk.post(f"/parties/{party.pk}/field/", ASKED | {"players": "8"})
    assert find_elements(response, ".bad a")[0].get("href") == f"/parties/{party.pk}/seats/"


def test_another_number_of_players_takes_the_draw_back():
    party = make_seated_party(players=8)
    set_up_party(party=party, user=None, players=12)
    assert get_latest_round(party) is None
    assert party.players.count() == 12


def test_the_system_stays_once_play_has_begun():
    party = make_seated_party(players=8)
    play_round(party)
    with pytest.raises(DeskError) as refused:
        set_up_party(party=party, user=None, system="rapid-euchre")
    assert str(refused.value) == (
        "You can’t change the system or the number of players after play has begun. Use Play for late arrivals and "
        "withdrawals, or undo the results."
    )


FILLED = {
    "game": "euchre",
    "players": "",
    "rounds": "12",
    "minutes": "12",
    "group_words": "letters",
}


def test_a_skat_congress_is_asked_for_sessions_and_seven_prizes(desk):
    party = make_party(players=0)
    asked = FILLED | {"game": "skat", "players": "11", "system": "skat-congress", "look": "1"}
    form = desk.post(f"/parties/{party.pk}/field/", asked).context["form"]
    assert [field.label for field in form.event_fields] == [
        "Players",
        "Sessions",
        "Minutes per session",
        "Starts",
    ]
    assert [field.value() for field in form.prize_numbers] == ["7"]
    assert form.prize_ticks == []
    assert form["rounds"].value() == "2"
