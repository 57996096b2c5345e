"""Late arrivals and leavers: what changes is shown first, and as few as possible change places."""

import pytest

from director.errors import DeskError
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.pages.play.page import fetch_party_play
from director.party.play.people import LateArrival, change_players, preview_people
from director.party.play.play import finish_party, seat_next_round
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
    play_round,
)
from tests.director.party.play.test_journal import dump_party_records

pytestmark = pytest.mark.django_db
FOUR = [
    LateArrival("Ada Ash", "A"),
    LateArrival("", "B"),
    LateArrival("", "A"),
    LateArrival("", "B"),
]


def test_four_who_come_have_a_table_and_nobody_else_moves():
    party = make_seated_party(players=16)
    before = read_seating(get_latest_round(party).seating)
    done = change_players(party=party, arrivals=FOUR, leavers=[], user=None)
    after = read_seating(get_latest_round(party).seating)
    assert done.seating_after == after
    assert after[: len(before)] == before
    assert [
        (player.number, str(player), player.joined_round)
        for player in party.players.filter(number__gt=16)
    ] == [
        (17, "Ada Ash", 1),
        (18, "Player 18", 1),
        (19, "Player 19", 1),
        (20, "Player 20", 1),
    ]


def make_resting(**fields):
    """Return a party of sixteen at which whoever fills no table sits out."""
    return make_seated_party(players=16, named=True, options={"odd": "sit-out"}, **fields)


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["name", "number"])
def test_whoever_returns_keeps_number_and_points(desk, typed):
    party = make_resting()
    play_round(party, lambda table: 0)
    name, before = str(party.players.get(number=5)), everybody(party)[5]
    change_players(party=party, arrivals=[], leavers=[5], user=None)
    play_round(party, lambda table: 0)
    sent = {"names": name if typed == "name" else "5"}
    page = desk.post(f"/parties/{party.pk}/play/people/", sent)
    assert [(arrival.number, arrival.group) for arrival in page.context["preview"].arrivals] == [
        (5, "A")
    ]
    desk.post(f"/parties/{party.pk}/play/people/", sent | {"accept": "1", "press": "a"})
    assert party.players.count() == 16
    assert party.players.get(number=5).left_round is None
    assert sum("5" in table.players for table in read_seating(get_latest_round(party).seating)) == 1
    play_round(party, lambda table: 0)
    after = everybody(party)[5]
    assert after.presence == "away for 1 round"
    assert after.games_played == before.games_played + 1
    assert after.total in (before.total, before.total + 1)


def everybody(party):
    return {
        row.number: row for row in fetch_party_results(fetch_party_by_session(party.pk)).standings
    }


def test_whoever_is_announced_to_return_comes_with_the_next_seats():
    party = make_resting()
    change_players(party=party, arrivals=[], leavers=[5], user=None)
    play_round(party, lambda table: 0)
    enter_winner(party, 1)
    done = change_players(party=party, arrivals=[LateArrival("5", "")], leavers=[], user=None)
    assert done.round_no == 3
    assert done.is_announced is True
    assert (
        fetch_party_play(fetch_party_by_session(party.pk)).announcement
        == f"From round 3: {party.players.get(number=5)} comes."
    )
    for table in get_latest_round(party).seating[1:]:
        if len(table["sides"]) == 2:
            enter_winner(party, table["table"])
    seat_next_round(party=party, round_no=2, user=None)
    assert sum("5" in table.players for table in read_seating(get_latest_round(party).seating)) == 1


def test_a_number_of_somebody_who_plays_is_refused(desk):
    party = make_seated_party(players=16)
    page = desk.post(f"/parties/{party.pk}/play/people/", {"names": "5"})
    assert find_texts(page, ".bad") == ["Player 5 is already playing. Enter only new arrivals."]


def test_the_preview_shows_the_announced_before_anybody_moves():
    party = make_seated_party(players=16)
    for table in (1, 2, 3, 4):
        enter_winner(party, table)
    change_players(party=party, arrivals=FOUR, leavers=[], user=None)
    coming = fetch_party_play(party).next_tables
    new = {
        seat.number
        for table in coming
        for side in table.sides
        for seat, how in side
        if how == "new"
    }
    assert new == {17, 18, 19, 20}
    shown = [[seat.number for side in table.sides for seat, _how in side] for table in coming]
    seat_next_round(party=party, round_no=1, user=None)
    assert shown == [
        [int(player) for player in table.players]
        for table in read_seating(get_latest_round(party).seating)
    ]


def test_nobody_leaves_twice():
    party = make_seated_party(players=16)
    with pytest.raises(DeskError) as refused:
        preview_people(party=party, arrivals=[], leavers=[99])
    assert str(refused.value) == "Player 99 has no seat in round 1. Check the number."


def test_the_page_shows_what_changes_before_it_changes_it(desk):
    party = make_seated_party(players=16)
    before = dump_party_records(party)
    sent = {"names": "Ada Ash\nBert Birch", "more_a": "1", "more_b": "1"}
    response = desk.post(f"/parties/{party.pk}/play/people/", sent)
    assert sorted((move["name"], move["previous_seat"]) for move in response.context["moves"]) == [
        ("Ada Ash", "not seated"),
        ("Bert Birch", "not seated"),
        ("Player 19", "not seated"),
        ("Player 20", "not seated"),
    ]
    assert dump_party_records(party) == before
    assert (
        desk.post(f"/parties/{party.pk}/play/people/", sent | {"accept": "1"}).url
        == f"/parties/{party.pk}/play/"
    )
    assert party.players.count() == 20


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({}, "__all__", "No arrivals or withdrawals. Enter at least one player."),
        (
            {"leavers": "12, x"},
            "leavers",
            "“x” isn’t a player’s number. Type numbers, such as 12, 17.",
        ),
        ({"leavers": "77"}, "leavers", "Player 77 has no seat in round 1. Check the number."),
        ({"more_a": "51"}, "more_a", "The number of people must be at most 50, such as 1, not 51."),
    ],
    ids=["nobody", "no-number", "no-player", "too-many"],
)
def test_impossible_input_is_refused(desk, sent, field, sentence):
    party = make_seated_party(players=16)
    response = desk.post(f"/parties/{party.pk}/play/people/", sent)
    assert response.status_code == 422
    assert response.context["form"].errors[field] == [sentence]


@pytest.mark.slow
@pytest.mark.parametrize(
    "prizes", [{"by_group": False}, {"by_group": True}], ids=["of one list", "of pairs"]
)
def test_groups_that_mean_nothing_are_not_asked_of_whoever_comes(desk, prizes):
    system = "progressive-euchre" if not prizes["by_group"] else "pair-drive"
    party = make_seated_party(players=8, system=system, prizes=prizes)
    path = f"/parties/{party.pk}/play/people/"
    page = desk.get(path)
    assert [
        box.get("name")
        for box in find_elements(page, "input")
        if box.get("name", "").startswith("more")
    ] == ["more_a"]
    assert "Players without a name" in find_texts(page, "label")
    page = desk.post(path, {"names": "Ada Ash", "more_a": "3", "leavers": ""})
    assert find_texts(page, "th") == [
        "Player",
        "From",
        "To",
        "Ada Ash",
        "Player 10",
        "Player 11",
        "Player 12",
    ]
    desk.post(path, {"names": "Ada Ash", "more_a": "3", "leavers": "", "accept": "1"})
    groups = [
        player.group for player in fetch_party_by_session(party.pk).players.order_by("number")
    ]
    assert groups.count("A") == 6
    assert groups.count("B") == 6


def test_who_comes_by_the_name_of_a_player_is_refused_where_it_is_typed(desk):
    party = make_resting()
    name = str(party.players.get(number=5))
    page = desk.post(f"/parties/{party.pk}/play/people/", {"names": f"Zoe Zander\n{name}"})
    assert page.status_code == 422
    assert page.context["preview"] is None
    sentence = (
        f"{name} already plays as number 5. Remove the name there first, or correct this one."
    )
    assert page.context["form"].errors == {"names": [sentence]}


@pytest.mark.slow
def test_nobody_comes_or_leaves_once_play_has_ended(desk):
    party = make_seated_party(players=16, named=True)
    play_round(party)
    people = f"/parties/{party.pk}/play/people/"
    finish_party(party=party, is_over=True, user=None)
    before = dump_party_records(party)
    sentence = "Play has ended, so nobody can come or leave. Reopen play first, then add or withdraw players."
    for typed in ({"names": "Zoe Late (lady)"}, {"more_a": "4"}, {"leavers": "5"}):
        for more in ({}, {"accept": "1", "press": "a"}):
            page = desk.post(people, typed | more)
            assert page.status_code == 422
            assert find_texts(page, ".say.bad") == [sentence]
    assert dump_party_records(party) == before
    page = desk.get(people)
    assert find_texts(page, ".say.warn") == [sentence]
    assert [button.text for button in find_elements(page, "form.sheet button")] == ["Reopen play"]
    page = desk.post(
        people, {"leavers": "5", "reopen": "1"}
    )  # what was typed is looked at in the same step
    assert page.status_code == 200
    assert find_texts(page, ".say.bad") == []
    assert find_texts(page, "#messages p") == ["Play reopened."]
    assert not fetch_party_by_session(party.pk).is_over
    assert [
        player.number for player in page.context["leavers"] if not isinstance(player, int)
    ] == []
    desk.post(people, {"leavers": "5", "accept": "1", "press": "b"})
    assert party.players.get(number=5).left_round == 2


def test_a_preview_says_from_and_to_which_seat_each_player_moves(desk):
    party = make_seated_party(players=16)
    page = desk.post(f"/parties/{party.pk}/play/people/", {"names": "Ada Ash", "leavers": "4"})
    assert find_texts(page, "tbody th") == ["Ada Ash", "Player 4"]
    seat = "table 1, seat B1"
    assert find_texts(page, "tbody td") == ["B", "not seated", seat, "B", seat, "not seated"]


def test_arrivals_in_columns_that_nobody_knows_are_refused_and_stay_typed(desk):
    party = make_resting()
    text = "Nro;Unua\n1;Ann Ash\n2;Bob Birch"
    page = desk.post(f"/parties/{party.pk}/play/people/", {"names": text})
    assert page.status_code == 422
    assert "These lines have several columns. Type one player per line" in page.content.decode()
    assert "2;Bob Birch" in page.content.decode()
    assert party.players.count() == 16
