"""Cards of a partner drive: each pair hands in one, under the number of either of its two."""

import pytest

from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.play.cards import fetch_cards_page
from director.party.pages.screens.player import fetch_player_summary
from director.party.paper.files import make_cards_table
from director.party.play.cards import CardFigures, store_card
from director.party.scoring.json import make_results_json
from director.party.scoring.sheets import fetch_party_results
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
