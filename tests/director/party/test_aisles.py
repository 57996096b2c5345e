"""A room with several aisles: wherever a table is told, its aisle is told with it."""

import pytest
from django.test import Client

from director.core.night.screens import PageRequest
from director.party.pages.screens.room import fetch_party_room
from director.party.pages.seats import fetch_party_seats
from tests.director.pages import find_texts
from tests.director.party.parties import get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db


@pytest.fixture
def large():
    """A party of 32 tables in two aisles."""
    return make_seated_party(players=128, system="large-euchre", rounds=3)


@pytest.mark.slow
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
