"""Cards of a partner drive: each pair hands in one, under the number of either of its two."""

import csv
import io

import pytest

from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.pages.play.cards import fetch_cards_page
from director.party.pages.screens.player import fetch_player_summary
from director.party.pages.screens.room import fetch_party_room
from director.party.paper.files import make_cards_table
from director.party.play.cards import CardFigures, remove_card, store_card
from director.party.scoring.json import make_results_json
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import read_table_rows
from tests.director.party.parties import make_seated_party

pytestmark = pytest.mark.django_db
TOTALS = (81, 75, 88, 72, 69, 83)
"""What the pairs write, in the order of their lower numbers: at 3 tables and 12 hands of 13 tricks together 468."""


def make_drive(**fields):
    return make_seated_party(
        **{"players": 12, "system": "pair-drive", "method": "tricks", "rounds": 3, "hands": 4,
           "entry": "cards", "named": True, **fields}
    )  # fmt: skip


def pairs_of(party):
    """Return the pairs by their lower numbers."""
    sides = [side for table in party.played_rounds.get().seating for side in table["sides"]]
    return sorted(sorted(map(int, side)) for side in sides)


def hand_in(party, totals=TOTALS):
    """Let the pairs hand in their cards, by turns under the lower and the higher number."""
    for index, (pair, total) in enumerate(zip(pairs_of(party), totals, strict=False)):
        store_card(party=party, number=pair[index % 2], figures=CardFigures(total), user=None)
    return fetch_party_by_session(party.pk)


def test_each_pair_has_one_row_and_the_room_is_checked_by_one_card_a_side():
    party = make_drive()
    assert [row.numbers for row in fetch_cards_page(party).rows] == [
        f"{one} & {other}" for one, other in pairs_of(party)
    ]
    assert fetch_cards_page(party).missing_contestants == tuple(
        one for one, _other in pairs_of(party)
    )
    page = fetch_cards_page(hand_in(party))
    assert [(line.total, line.expected_text, line.difference_text) for line in page.sums] == [
        (468, "468", "")
    ]
    assert page.missing_contestants == ()
    assert len(page.cards) == 6


def test_the_pair_counts_what_its_card_says_and_both_have_it():
    party = hand_in(make_drive())
    evening = fetch_party_record(party)
    assert {standing.player: standing.total for standing in evening.ranking.standings} == {
        str(pair[0]): total for pair, total in zip(pairs_of(party), TOTALS, strict=True)
    }
    assert (
        make_results_json(evening)["results_due"] == make_results_json(evening)["results_in"] == 6
    )
    for number in pairs_of(party)[2]:
        assert fetch_player_summary(party.players.get(number=number)).total == TOTALS[2]
    assert make_cards_table(fetch_party_results(party)).rows[0][:2] == (
        " & ".join(map(str, pairs_of(party)[0])), fetch_party_results(party).handed_cards[0].name
    )  # fmt: skip


def test_a_card_under_the_other_number_is_the_same_card(desk):
    party = hand_in(make_drive())
    one, other = pairs_of(party)[0]
    store_card(party=party, number=other, figures=CardFigures(80), user=None)
    assert party.cards.get(player=one).total == 80
    assert party.cards.count() == 6
    rows = read_table_rows(desk.get(f"/parties/{party.pk}/play/cards/"), "#cards-state table")
    assert rows[0][0] == f"{one} & {other}"
    remove_card(party=party, number=other, user=None)
    assert party.cards.count() == 5
    assert fetch_cards_page(party).missing_contestants == (one,)


def test_how_many_are_in_is_told_of_pairs_everywhere(desk):
    party = hand_in(make_drive(), TOTALS[:4])
    assert fetch_party_night(party).progress_text == "12 players · 4 of 6 cards entered"
    assert "4 of 6 cards entered" in desk.get(f"/parties/{party.pk}/results/").content.decode()
    assert not fetch_party_night(party).is_over
    party = hand_in(party)
    assert fetch_party_night(party).progress_text == "12 players · 6 of 6 cards entered"
    assert fetch_party_night(party).is_over is True
    assert fetch_party_room(party).title == f"{party.rounds} {party.rounds_noun}"


def test_cards_typed_before_the_draw_are_one_of_the_pair_afterwards():
    party = make_drive()
    one, other = pairs_of(party)[0]
    party.cards.create(player=other, total=70, version=1, entered_at="2026-11-20T20:00Z")
    party.cards.create(player=one, total=71, version=2, entered_at="2026-11-20T20:01Z")
    evening = fetch_party_record(fetch_party_by_session(party.pk))
    assert [(standing.player, standing.total) for standing in evening.ranking.standings] == [
        (str(one), 71)
    ]
    assert len(fetch_cards_page(party).cards) == 1


def test_files_have_the_pairs(desk):
    party = hand_in(make_drive())
    response = desk.get(f"/events/{party.session.event_id}/export/csv/?table=cards")
    told = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [row["No."] for row in told] == [f"{one} & {other}" for one, other in pairs_of(party)]
