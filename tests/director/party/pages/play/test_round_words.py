"""What the screens call a round, and which button is the obvious next one."""

import pytest
from django.test import Client

from director.core.night.links import open_table_addresses
from director.errors import DeskError
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.words import describe_round_end
from director.party.play.cards import CardFigures, store_card
from director.party.play.skat import draw_next_session
from tests.director.pages import find_elements, find_texts
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


def test_other_parties_have_rounds_there(desk):
    party = make_seated_party(players=8, rounds=9)
    assert find_texts(desk.get(f"/parties/{party.pk}/room/"), "header span")[-1] == "Round 1 of 9"
    assert (
        find_texts(Client().get(f"/p/{party.players.first().token}/"), "section p")[0]
        == "Round 1 of 9"
    )


def test_a_whist_drive_has_hands_everywhere(desk):
    party = make_seated_party(players=8, rounds=9, preset="whist-drive")
    enter_winner(party, 1)
    enter_winner(party, 2)
    page = desk.get(f"/parties/{party.pk}/play/")
    assert find_texts(page, "#party-status h2") == ["Hand 1 of 9"]
    assert find_texts(page, "#next-round")[0].startswith("Next hand")
    assert find_texts(page, "#party-status summary") == ["Seats in hand 2"]
    assert find_texts(desk.get(f"/parties/{party.pk}/results/"), "#progress") == ["Hand 1 of 9"]
    (table,) = open_table_addresses(session=party.session, tables=[1]).values()
    assert find_texts(Client().get(f"/t/{table.token}/"), "h1") == ["Hand 1"]


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


def test_series_are_as_many_as_they_are():
    party = make_seated_party(players=8, rounds=2, system="skat-series", preset="skat-preis")
    assert (party.round_noun, party.rounds_noun) == ("series", "series")


def next_button(desk, party) -> str | None:
    """Return the class of the button that moves everybody on, empty for the big one."""
    return (
        find_elements(desk.get(f"/parties/{party.pk}/play/"), "#next-round")[0].get("class") or ""
    )


@pytest.mark.parametrize("begun", ["result", "clock"])
def test_moving_on_is_quiet_at_a_fixed_evening_until_the_round_has_begun(desk, begun):
    party = make_seated_party(players=16, system="progressive-whist-4", rounds=7)
    assert next_button(desk, party) == "quiet"
    if begun == "result":
        enter_winner(party, 1, None, points=(3, 0))
    else:
        press_party_clock(party, key="start", round_no=1)
    assert next_button(desk, fetch_party_by_session(party.pk)) == ""


def test_the_round_is_marked_once_every_table_is_in(desk):
    party = make_seated_party(players=8)
    seen = []
    for table in (1, 2):
        enter_winner(party, table)
        seen.append(
            find_elements(desk.get(f"/parties/{party.pk}/play/"), "#party-status")[0].get("class")
        )
    assert seen == ["sheet", "sheet all-in"]
    assert next_button(desk, party) == ""
