"""Cards handed in at the desk: an evening of 12 people at 3 tables and 24 hands, its faults, two scorers at once."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from director.core.files.exports import export_file
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.pages.play.cards import fetch_cards_page
from director.party.paper.files import get_makers_by_table, make_download_tables
from director.party.play.cards import CardFigures, remove_card, store_card
from director.party.play.draw import draw_party
from director.party.play.setup import set_up_party
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import find_errors, find_texts
from tests.director.party.parties import enter_winner, get_refusal, make_party, make_seated_party
from tests.factories import make_director
from tests.oracle.events import compute_event_differences
from tests.scoring.party.test_cards import HALVES

pytestmark = pytest.mark.django_db


def make_drive(**fields):
    """Return a whist drive of 24 hands whose players hand in their cards, 1 to 6 ladies and 7 to 12 gentlemen."""
    usual = {
        "players": 12,
        "system": "progressive-whist-2",
        "method": "tricks",
        "rounds": 24,
        "entry": "cards",
    }
    party = make_seated_party(
        **{**usual, "card_boxes": "halves", "group_words": "ladies", "pause_after": 12, **fields}
    )
    party.players.filter(number__lte=6).update(group="A")
    party.players.filter(number__gt=6).update(group="B")
    return fetch_party_by_session(party.pk)


def hand_in(party, *, without=(), **other):
    """Let everybody hand in the card of the evening; *other* by ``card_3`` says what another card says."""
    for player, (half, second) in HALVES.items():
        handed = other.get(f"card_{player}", CardFigures(half + second, half, second))
        if int(player) not in without:
            store_card(party=party, number=int(player), figures=handed, user=None)
    return fetch_party_by_session(party.pk)


def room(party):
    """Return what the page says of the room: each sum with what it is of, and how far it is off."""
    return [
        (line.total, line.expected_text, line.difference_text)
        for line in fetch_cards_page(party).sums
    ]


def faults(party):
    return {row.number: row.problems for row in fetch_cards_page(party).rows if row.problems}


@pytest.mark.slow
def test_an_evening_by_cards_has_its_standings_halves_and_sums():
    party = hand_in(make_drive())
    evening = fetch_party_record(party)
    totals = {standing.player: standing.total for standing in evening.ranking.standings}
    assert totals == {player: sum(halves) for player, halves in HALVES.items()}
    assert evening.half_totals_by_player == {player: half for player, (half, _) in HALVES.items()}
    assert room(party) == [(1872, "1872", ""), (936, "936", ""), (936, "936", "")]
    assert faults(party) == {}
    assert fetch_cards_page(party).missing_contestants == ()
    assert compute_event_differences(party.session.event) == []
    winners = {prize.title: prize.names for prize in fetch_party_results(party).prizes}
    assert (winners["First prize, Ladies"], winners["First prize, Gentlemen"]) == (
        ("Player 1",),
        ("Player 8",),
    )
    assert winners["Booby prize, Ladies"] == ("Player 5",)
    assert set(winners["Booby prize, Gentlemen"]) == {"Player 7", "Player 10"}


def test_a_total_that_does_not_add_up_is_named_and_stored():
    party = hand_in(make_drive(), card_3=CardFigures(161, 71, 80))
    assert faults(party) == {3: ("71 + 80 = 151",)}
    assert room(party)[0] == (1882, "1872", "10 too many")
    assert fetch_cards_page(party).hints == ("a card added up wrongly by ten or a hundred",)
    totals = {
        standing.player: standing.total for standing in fetch_party_record(party).ranking.standings
    }
    assert totals["3"] == 161


def test_a_card_that_is_missing_is_named():
    party = hand_in(make_drive(), without=(12,))
    page = fetch_cards_page(party)
    assert page.missing_contestants == (12,)
    assert page.next_card_no == 12
    assert [line.difference for line in page.sums] == [0, 0, 0]
    assert fetch_party_night(party).progress_text == "12 players · 11 of 12 cards entered"
    assert not fetch_party_night(party).is_over


def read_first_sum(desk, party):
    """Return the first total that the page Play shows."""
    page = desk.get(f"/parties/{party.pk}/play/cards/")
    return next(text for text in find_texts(page, "#cards-state p") if text.startswith("Total"))


def test_results_ask_for_the_odd_total_of_a_room_of_partners(desk):
    party = make_seated_party(players=16, method="points", rounds=8, hands=4, entry="cards")
    for number in range(1, 17):
        store_card(party=party, number=number, figures=CardFigures(33 + (number < 6)), user=None)
    assert read_first_sum(desk, party) == (
        "Total: 533 points, but it must be even (256 to 1024 are possible)"
    )
    response = desk.post(f"/events/{party.session.event_id}/publish/", {"hours": "24"})
    assert find_errors(response)[0].startswith(
        "The cards don’t add up. Total: 533 points, but it must be even"
    )


def test_half_credits_leave_the_total_open_until_seats_are_drawn():
    party = make_party(
        players=14, system="progressive-whist-2", method="tricks", rounds=24, entry="cards"
    )
    set_up_party(
        party=party,
        user=None,
        options={"odd": "sit-out"},
        method_options={"deal": "13", "sit_out": "6.5"},
    )
    (before,) = fetch_cards_page(fetch_party_by_session(party.pk)).sums
    draw_party(party=party, user=None, seed=7)
    (after,) = fetch_cards_page(fetch_party_by_session(party.pk)).sums
    assert not before.expected_sum.is_exact
    assert before.expected_sum.can_be_total(after.expected_sum.max_sum)
    assert after.expected_sum.is_exact


def test_leavers_and_latecomers_are_told_and_take_no_booby_prize():
    party = hand_in(
        make_drive(),
        card_5=CardFigures(100, 76, 24, last_round=16),
        card_10=CardFigures(76, None, 76, first_round=13),
    )
    evening = fetch_party_record(party)
    presence = {
        standing.player: standing.presence
        for standing in evening.ranking.standings
        if standing.presence
    }
    assert {player: told.description for player, told in presence.items()} == {
        "5": "left after round 16",
        "10": "joined in round 13",
    }
    played = {standing.player: standing.games_played for standing in evening.ranking.standings}
    assert (played["5"], played["10"], played["1"]) == (16, 12, 24)
    assert evening.half_totals_by_player["5"] == 76
    assert "10" not in evening.half_totals_by_player
    winners = {prize.title: prize.names for prize in fetch_party_results(party).prizes}
    assert (winners["Booby prize, Ladies"], winners["Booby prize, Gentlemen"]) == (
        ("Player 6",),
        ("Player 7",),
    )
    assert room(party)[0][1] == "", (
        "nobody can tell what a room makes that was not full all the time"
    )


def test_a_mix_counts_tables_before_and_cards_after():
    party = make_seated_party(players=8, method="points", rounds=3, entry="mix", card_from=2)
    enter_winner(party, 1, 0, points=(7, 3))
    enter_winner(party, 2, 1, points=(2, 9))
    store_card(party=party, number=1, figures=CardFigures(11), user=None)
    evening = fetch_party_record(party)
    own = {game.player: game.own_points for game in evening.games if game.card_total is None}
    total = next(standing for standing in evening.ranking.standings if standing.player == "1")
    assert total.total == own["1"] + 11
    assert total.games_played == 3
    assert compute_event_differences(party.session.event) == []


def test_totals_after_every_round_need_no_seats():
    party = make_party(
        players=5, system="progressive-euchre", method="points", rounds=3, entry="totals"
    )
    for round_no, totals in ((1, (4, 9, 3, 8, 6)), (2, (7, 1, 5, 5)), (3, (2, 2, 2, 2, 2))):
        for number, total in enumerate(totals, 1):
            store_card(
                party=party, number=number, figures=CardFigures(total), part=round_no, user=None
            )
    party = fetch_party_by_session(party.pk)
    standings = fetch_party_record(party).ranking.standings
    assert [(standing.player, standing.total, standing.games_played) for standing in standings] == [
        ("4", 15, 3),
        ("1", 13, 3),
        ("2", 12, 3),
        ("3", 10, 3),
        ("5", 8, 2),
    ]
    assert standings[-1].presence.description == "sat out 1 round"
    assert fetch_party_night(party).is_over


def test_rounds_whose_totals_are_stored_stay_until_those_are_deleted():
    party = make_party(
        players=5, system="progressive-euchre", method="points", rounds=3, entry="totals"
    )
    store_card(party=party, number=1, figures=CardFigures(4), part=3, user=None)
    assert get_refusal(set_up_party, party=party, rounds=2, user=None) == (
        "Cards of round 3 have been entered, so the party can’t have only 2. "
        "Delete those cards first."
    )
    party.refresh_from_db()
    set_up_party(party=party, rounds=4, user=None)
    remove_card(party=party, number=1, part=3, user=None)
    set_up_party(party=party, rounds=2, user=None)
    assert party.rounds == 2


def test_two_scorers_who_differ_see_both_and_choose():
    party, dora = make_drive(), make_director()
    store_card(party=party, number=7, figures=CardFigures(145), version=0, user=dora)
    act = {"party": party, "number": 7, "figures": CardFigures(154), "user": None}
    refusal_text = get_refusal(store_card, version=0, **act)
    assert re.sub(r"\d\d:\d\d", "20:15", refusal_text) == (
        "Card 7: dora entered 145 at 20:15; yours says 154. Yours has not been saved. Check the card, then "
        "save yours instead or leave it."
    )
    version = party.cards.get().version
    assert store_card(version=version, **act).total == 154
    assert party.acts.latest("number").words == "Card 7: 154, replaces 145."
    assert get_refusal(remove_card, party=party, number=7, version=version, user=None) == (
        "Card 7 has changed and now says 154, so it wasn’t deleted. Check it again."
    )


def test_a_card_entered_twice_is_stored_once():
    party = make_drive()
    for _twice in range(2):
        store_card(party=party, number=7, figures=CardFigures(145), version=0, user=None)
    assert party.acts.filter(kind="card").count() == 1


@pytest.mark.parametrize(
    ("minutes", "expected"), [(0, ()), (60, ("more than 13, the most possible in 1 round",))]
)
def test_a_total_beyond_the_hand_that_is_played_is_marked(minutes, expected):
    party = make_drive()
    store_card(party=party, number=7, figures=CardFigures(14), user=None)
    party.session.clock, party.session.round_ends_at = (
        "running",
        timezone.now() + timedelta(minutes=minutes),
    )
    assert faults(party).get(7, ()) == expected


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"number": 99}, "There is no player 99 at this party. Check the number on the card."),
        ({"figures": CardFigures(-1)}, "Card 7: figures can’t be below 0 here. Check them."),
        (
            {"figures": CardFigures(100_001)},
            "Card 7: a card can’t have more than 100000. Check the figures.",
        ),
        (
            {"figures": CardFigures(90, last_round=25)},
            "Card 7: the rounds on a card are 1 to 24. Type the first and the last one played.",
        ),
        (
            {"part": 2},
            "At this party everyone hands in one card at the end. Open step 4, Play, again.",
        ),
    ],
)
def test_impossible_figures_of_a_card_are_refused(wrong, sentence):
    usual = {"party": make_drive(), "number": 7, "figures": CardFigures(145), "user": None}
    assert get_refusal(store_card, **{**usual, **wrong}) == sentence


def test_a_round_is_told_by_tables_or_by_cards_and_never_by_both():
    party = make_drive()
    store_card(party=party, number=7, figures=CardFigures(145), user=None)
    assert get_refusal(enter_winner, party=party, table_no=1, points=(8, 5)) == (
        "Table 1: this round is on the tally cards, and cards have been entered. Correct the card."
    )
    assert get_refusal(set_up_party, party=party, user=None, entry="points") == (
        "Cards have been entered, so you can’t change how scores are entered. Undo the cards first."
    )
    other = make_drive()
    enter_winner(other, 1, points=(8, 5))
    assert get_refusal(store_card, party=other, number=7, figures=CardFigures(145), user=None) == (
        "Tables have entered round 1 or later, so cards can’t replace those results. Delete them first, or "
        "choose entry by tables in step 1, Field."
    )


def test_a_card_is_typed_corrected_and_taken_out_at_the_desk(client):
    client.force_login(make_director())
    party = make_drive()
    store = f"/parties/{party.pk}/play/cards/store/"
    card = {
        "number": "7",
        "half": "66",
        "second": "79",
        "total": "",
        "version": "0",
        "part": "0",
        "rounds": "",
    }
    assert "Saved: 7 Player 7 145" in find_texts(client.post(store, card, follow=True), "p")
    stored = party.cards.get()
    assert (stored.total, stored.half, stored.second) == (145, 66, 79)
    response = client.post(store, {**card, "total": "154"}, headers={"HX-Request": "true"})
    assert response.status_code == 422
    text = response.content.decode()
    assert "yours says 154 (66 + 79)" in text
    assert f'name="version" value="{stored.version}"' in text
    client.post(store, {**card, "total": "154", "version": str(stored.version)})
    assert party.cards.get().total == 154
    client.post(store, {**card, "version": str(party.cards.get().version), "take-out": "1"})
    assert not party.cards.exists()


def test_what_cannot_be_read_comes_back_as_it_was_typed(client):
    client.force_login(make_director())
    party = make_drive()
    card = {"number": "7", "total": "1x5", "half": "66", "version": "0", "part": "0", "rounds": "a"}
    text = client.post(f"/parties/{party.pk}/play/cards/store/", card).content.decode()
    assert "Card 7, total: “1x5” isn’t a number. Type a whole number, such as 162." in text
    assert ['value="1x5"' in text, 'value="66"' in text] == [True, True]


def test_a_page_is_told_only_what_is_new(client):
    client.force_login(make_director())
    party = make_drive()
    page = client.get(f"/parties/{party.pk}/play/").content.decode()
    since = re.search(r"since=([0-9-]+)", page)[1]
    ask = {
        "path": f"/parties/{party.pk}/play/cards/?since={since}",
        "headers": {"HX-Request": "true"},
    }
    assert client.get(**ask).status_code == 204
    store_card(party=party, number=7, figures=CardFigures(145), user=None)
    assert "145" in client.get(**ask).content.decode()


def test_files_have_the_cards_as_they_were_handed_in():
    party = hand_in(make_drive(), without=(12,), card_3=CardFigures(151, 71, 80, last_round=20))
    text = export_file(
        make_download_tables(fetch_party_results(party)), "csv", table="cards"
    ).content.decode("utf-8-sig")
    titles, *lines = csv.reader(io.StringIO(text))
    assert titles == [
        "No.", "Player", "Group", "First half", "Second half", "Total", "From round", "To round", "Played",
    ]  # fmt: skip
    assert len(lines) == 11
    assert lines[2] == ["3", "Player 3", "Ladies", "71", "80", "151", "1", "20", "20"]
    assert "cards" not in get_makers_by_table(fetch_party_results(make_drive()))


def test_nobody_whose_card_is_in_goes_with_a_smaller_number_of_players():
    party = make_party(
        players=12, system="progressive-whist-2", method="tricks", rounds=24, entry="cards"
    )
    for number in (1, 11, 12):
        store_card(party=party, number=number, figures=CardFigures(150), user=None)
    refusal_text = get_refusal(set_up_party, party=party, user=None, players=2)
    assert refusal_text.startswith("3 players have a name or a card, so you can’t set 2 players.")
    set_up_party(party=party, user=None, players=8)
    numbers = set(party.players.values_list("number", flat=True))
    assert len(numbers) == 8
    assert {1, 11, 12} - numbers == set()
