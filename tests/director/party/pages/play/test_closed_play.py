"""Play that is closed takes no result and no other round until it is opened again."""

import pytest

from director.errors import PartyError
from director.party.movement.parties import fetch_party_by_session
from director.party.play.cards import CardFigures, store_card
from director.party.play.play import finish_party, seat_next_round
from tests.director.pages import find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
    play_round,
)

pytestmark = pytest.mark.django_db
CLOSED = "Play has ended. Reopen it in Play before you enter a result or start another round."


def test_a_result_and_the_next_round_wait_until_play_is_opened_again():
    party = make_seated_party(players=8, rounds=4)
    play_round(party)
    enter_winner(party, 1, 0)
    enter_winner(party, 2, 0)
    finish_party(party=party, is_over=True, user=None)
    party = fetch_party_by_session(party.pk)
    for attempt in (
        lambda: enter_winner(party, 1, 1),
        lambda: seat_next_round(party=party, round_no=2, user=None),
    ):
        with pytest.raises(PartyError) as refused:
            attempt()
        assert str(refused.value) == CLOSED
    assert enter_winner(party, 1, 0).winner == 0  # what is stored already is never refused
    finish_party(party=party, is_over=False, user=None)
    party = fetch_party_by_session(party.pk)
    assert enter_winner(party, 1, 1).winner == 1
    assert (
        seat_next_round(party=party, round_no=2, user=None).round_no
        == get_latest_round(party).round_no
        == 3
    )


@pytest.mark.slow
@pytest.mark.parametrize("has_cards", [False, True])
def test_play_that_has_not_begun_can_not_be_ended(desk, has_cards):
    cards = {"method": "points", "hands": 8, "entry": "cards"}
    party = make_seated_party(players=8, rounds=2, **(cards if has_cards else {}))
    path = f"/parties/{party.pk}/play/"
    assert "End play" not in find_texts(desk.get(path, follow=True), "main button")
    with pytest.raises(PartyError) as refused:
        finish_party(party=party, is_over=True, user=None)
    assert refused.value.code == "play-not-begun"
    if has_cards:
        store_card(party=party, number=1, figures=CardFigures(20), user=None)
    else:
        enter_winner(party, 1, 0)
    assert "End play" in find_texts(desk.get(path, follow=True), "main button")
