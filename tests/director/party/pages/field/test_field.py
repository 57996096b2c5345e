"""Step 1 of a party: systems, options in words, counting, prizes."""

import pytest

from director.errors import DeskError
from director.formats.names.players import read_players
from director.party.movement.options import resolve_options
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.words import describe_options, make_option_box
from director.party.pages.field.offers import get_group_phrases, make_system_offer
from director.party.play.setup import set_up_party
from movements.party.rounds import get_progressive_system
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import (
    enter_winner,
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


def test_options_are_told_in_words_and_only_those_that_make_a_difference():
    system = get_progressive_system("progressive-euchre")
    chosen = resolve_options(system, {"who_moves": "one-seat", "reverse_after": "6"})
    words = dict(describe_options(system, chosen))
    assert (words["Moving players"], words["Change of moving seat"]) == (
        "only one seat goes up",
        "after round 6",
    )
    assert "At the head table" not in words
    assert make_option_box(system.options[0]).label == "Moving players"


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


def test_another_system_brings_its_usual_way_to_count(desk):
    party = make_party(players=0)
    sent = ASKED | {"game": "whist", "system": "drive-whist", "look": "1"}
    assert (
        desk.post(f"/parties/{party.pk}/field/", sent).context["form"].chosen_method.key == "tricks"
    )
    kept = sent | {"shown": "drive-whist", "method": "games"}
    assert (
        desk.post(f"/parties/{party.pk}/field/", kept).context["form"].chosen_method.key == "games"
    )


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


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"players": ""}, "players", "Enter the number of players, such as 48."),
        (
            {"players": "many"},
            "players",
            "“many” isn’t a number of players. Type a whole number in figures, such as 48.",
        ),
        (
            {"players": "401"},
            "players",
            "The number of players must be at most 400, such as 48, not 401.",
        ),
        (
            {"players": "3"},
            "players",
            "Rapid euchre doesn’t work for 3 players. It takes 8 to 400 players; the nearest is 8.",
        ),
        ({"starts_at": "late"}, "starts_at", "Enter a time, such as 19:15."),
        (
            {"prize-drawn": "101"},
            "prize-drawn",
            "The number of prizes must be at most 100, such as 2, not 101.",
        ),
    ],
    ids=["no-players", "no-number", "too-many", "too-few", "no-time", "prizes"],
)
def test_impossible_input_is_refused_and_nothing_typed_is_lost(desk, typed, field, sentence):
    party = make_party(players=0)
    response = desk.post(f"/parties/{party.pk}/field/", ASKED | typed)
    form = response.context["form"]
    assert response.status_code == 422
    assert form.errors[field] == [sentence]
    assert 'value="9"' in response.content.decode()


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


def test_a_system_that_cannot_seat_so_many_says_why():
    offer = make_system_offer(get_progressive_system("pivot"), 5, 4, {})
    assert offer.tables_text == ""
    assert offer.reason != ""


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


def test_counting_and_prizes_may_change_during_play():
    party = make_seated_party(players=8)
    play_round(party)
    set_up_party(party=party, user=None, prizes={"places": 1}, rounds=20)
    assert fetch_party_by_session(party.pk).rounds == 20


FILLED = {
    "game": "euchre",
    "players": "",
    "rounds": "12",
    "minutes": "12",
    "group_words": "letters",
}


def test_looking_at_the_choices_complains_about_no_empty_box(desk):
    party = make_party(players=0)
    looked = desk.post(f"/parties/{party.pk}/field/", {**FILLED, "look": "1", "rounds": ""})
    assert looked.status_code == 200
    assert looked.context["form"].errors == {}
    saved = desk.post(f"/parties/{party.pk}/field/", FILLED)
    assert saved.context["form"].errors["players"] == ["Enter the number of players, such as 48."]


def test_every_system_says_what_happens_after_a_game_with_the_choices_made(desk):
    party = make_party(players=0)
    asked = FILLED | {
        "players": "16",
        "system": "progressive-euchre",
        "option-head_table": "to-foot",
        "look": "1",
    }
    page = desk.post(f"/parties/{party.pk}/field/", asked)
    said = {offer.system.key: offer.summary for offer in page.context["offers"]}
    assert said["progressive-euchre"] == get_progressive_system("progressive-euchre").summary(
        {"head_table": "to-foot"}
    )
    assert said["rapid-euchre"] == get_progressive_system("rapid-euchre").summary()
    assert said["progressive-euchre"] in find_texts(page, "small")


@pytest.mark.parametrize(
    ("words", "placeholder"),
    [
        ("letters", "Ada Ash (A)\nBert Birch (B)"),
        ("ladies", "Ada Ash (lady)\nBert Birch (gentleman)"),
    ],
)
def test_the_box_for_a_list_shows_the_words_of_the_club(desk, words, placeholder):
    party = make_party(group_words=words)
    box = desk.get(f"/parties/{party.pk}/seats/").context["list_form"].fields["text"].widget
    assert box.attrs["placeholder"] == placeholder
    read = read_players(placeholder)
    assert [one.group for one in read] == ["A", "B"]


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


@pytest.mark.parametrize(
    ("system", "option"),
    [
        ("progressive-euchre", {"final_tie": "slips"}),
        ("progressive-euchre", {"round_ends": "time"}),
        ("skat-series", {"lost_games": "50-100"}),
    ],
    ids=["ties for prizes", "what ends a round", "what lost games cost"],
)
def test_settings_that_move_nobody_can_be_changed_during_play(system, option):
    party = make_seated_party(players=12, system=system)
    if system == "progressive-euchre":
        enter_winner(party, 1, 0)
    seats = get_latest_round(party).seating
    set_up_party(party=party, user=None, options=party.options | option)
    party = fetch_party_by_session(party.pk)
    assert get_latest_round(party).seating == seats
    assert party.options.items() >= option.items()
