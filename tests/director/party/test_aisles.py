"""A room with several aisles: wherever a table is told, its aisle is told with it."""

import pytest
from django.test import Client

from director.core.night.screens import PageRequest
from director.party.pages.play.page import fetch_party_play
from director.party.pages.screens.room import fetch_party_room
from director.party.pages.seats import fetch_party_seats
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db


@pytest.fixture
def large():
    """A party of 32 tables in two aisles."""
    return make_seated_party(players=128, system="large-euchre", rounds=3)


def test_the_aisle_stands_with_every_table(desk, large):
    seated = next(table for table in get_latest_round(large).seating if table["table"] == 21)
    player = seated["sides"][0][0]
    assert {
        row.first_seat for row in fetch_party_seats(large).rows if str(row.number) == player
    } == {"aisle 2, table 21, seat A1"}
    pages = fetch_party_room(large).page.page_count
    lines = [
        line
        for page in range(1, pages + 1)
        for line in fetch_party_room(large, PageRequest(page)).page.lines
    ]
    assert {line.right_text for line in lines if line.left_text == player} == {
        "aisle 2, table 21 A1"
    }
    phone = Client().get(f"/p/{large.players.get(number=player).token}/")
    assert find_texts(phone, "p.big") == ["Aisle 2, table 21"]
    floor = [f"aisle {table['row']}" for table in get_latest_round(large).seating]
    assert find_texts(desk.get(f"/parties/{large.pk}/seats/?by=table"), "ol.floor p.muted") == floor
    assert find_texts(desk.get(f"/parties/{large.pk}/play/"), "ol.party-tables p.muted") == floor


def test_the_next_seats_tell_aisles(desk, large):
    for table in get_latest_round(large).seating:
        enter_winner(large, table["table"])
    page = desk.get(f"/parties/{large.pk}/play/")
    assert len(find_texts(page, "#party-status ol.floor p.muted")) == 32
    told = {
        how
        for table in fetch_party_play(large).next_tables
        for side in table.sides
        for _seat, how in side
    }
    assert {how for how in told if how.endswith("21")} == {"from aisle 2, table 21"}


def test_a_room_of_one_aisle_says_tables_alone(desk):
    party = make_seated_party(players=12)
    assert {line.right_text.split()[0] for line in fetch_party_room(party).page.lines} == {"table"}
    for page in ("seats", "play"):
        assert "aisle" not in desk.get(f"/parties/{party.pk}/{page}/").content.decode()


def test_no_two_are_told_the_same_chair():
    small = make_seated_party(players=24)
    lines = [line.right_text for line in fetch_party_room(small).page.lines]
    assert sorted(lines)[:4] == ["table 1 A1", "table 1 A2", "table 1 B1", "table 1 B2"]
    assert len(set(lines)) == len(lines) == 24
    cards = {card.number: card for card in fetch_party_results(small).cards}
    places = {(card.table_no, card.seat) for card in cards.values()}
    assert len(places) == len(cards)
    assert all(cards[int(card.partners)].partners == str(card.number) for card in cards.values())
