"""What the screens call a round, and which button is the obvious next one."""

import pytest
from django.test import Client

from director.errors import DeskError
from director.party.movement.words import describe_round_end
from director.party.play.cards import CardFigures, store_card
from director.party.play.skat import draw_next_session
from tests.director.pages import find_texts
from tests.director.party.parties import enter_winner, make_seated_party, press_party_clock
from tests.director.party.play.test_skat import hand_in, make_congress

pytestmark = pytest.mark.django_db


def test_a_congress_has_sessions_on_room_and_phone(desk):
    party = hand_in(make_congress(players=8))
    draw_next_session(party=party, round_no=1, seed=7, user=None)
    assert find_texts(desk.get(f"/parties/{party.pk}/room/"), "header span")[-1] == "Session 2 of 2"
    phone = Client().get(f"/p/{party.players.get(number=3).token}/")
    assert find_texts(phone, "section p")[0] == "Session 2 of 2"
    assert (
        "round"
        not in " ".join(find_texts(desk.get(f"/parties/{party.pk}/people/"), "form p")).lower()
    )


def test_a_whist_drive_is_refused_what_cannot_be_in_the_word_of_its_hands():
    party = make_seated_party(players=8, rounds=24, preset="whist-drive", entry="cards")
    acts = (
        lambda: press_party_clock(party, key="ring", round_no=1),
        lambda: press_party_clock(party, key="start", round_no=2),
        lambda: store_card(
            party=party, number=7, figures=CardFigures(90, last_round=25), user=None
        ),
        lambda: (
            store_card(party=party, number=7, figures=CardFigures(90), user=None)
            and enter_winner(party, 1)
        ),
    )
    said = []
    for act in acts:
        with pytest.raises(DeskError) as refused:
            act()
        said.append(str(refused.value))
    assert said == [
        "Hand 1 has not started, so you can’t end it. Start it first.",
        "The clock is already at hand 1, not at hand 2. Check it before you press again.",
        "Card 7: the hands on a card are 1 to 24. Type the first and the last one played.",
        "Table 1: this hand is on the tally cards, and cards have been entered. Correct the card.",
    ]
    assert describe_round_end(
        make_seated_party(players=8, preset="whist-drive", entry="totals")
    ) == ("The clock rings after the minutes of a hand")
