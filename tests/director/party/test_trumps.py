"""Trumps in turn: the room, the pages and the cards follow what the party has stored."""

import pytest

from director.errors import PartyError
from director.party.movement.games import fetch_party_record
from director.party.play.play import seat_next_round
from tests.director.party.parties import enter_winner, make_seated_party


@pytest.mark.django_db
def test_the_side_with_fewer_tricks_wins_a_misere_and_goes_on():
    party = make_seated_party(
        players=12, system="drive-whist", method="tricks", trumps=["H", "misère"], rounds=4
    )
    assert enter_winner(party, 1, None, points=(8, 5)).winner == 0
    for table_no in (2, 3):
        enter_winner(party, table_no, None, points=(7, 6))
    seat_next_round(party=party, round_no=1, user=None)
    assert enter_winner(party, 1, None, points=(8, 5)).winner == 1
    with pytest.raises(PartyError) as caught:
        enter_winner(party, 2, 0, points=(9, 4))
    assert str(caught.value) == (
        "Table 2: side 1 can’t have won a hand of misère with 9 and 4 tricks. "
        "Correct the tricks, or tap the other side."
    )
    games = {
        game.own_points: game.games_won
        for game in fetch_party_record(party).games
        if game.round_no == 2
    }
    assert games == {8: 0, 5: 1}
