"""A party's table: who won, told by the players' own phone."""

import json

import pytest

from director.core.night.links.opening import open_table_addresses
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import get_latest_round, make_seated_party, send_result
from tests.factories import make_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(party):
    access = open_table_addresses(session=party.session, tables=[1, 2])[1]
    return f"/t/{access.token}/"


def test_a_late_word_of_an_earlier_round_is_refused_and_the_next_round_shown(client, base, party):
    for table_no in (1, 2):
        enter_party_result(
            party=party,
            round_no=1,
            table_no=table_no,
            report=PartyTableReport(winner=0),
            user=make_director(f"d{table_no}"),
        )
    seat_next_round(party=party, round_no=1, user=make_director())
    assert client.get(f"{base}state.json").json()["round"] == 2
    assert send_result(client, base, key="late", round=1, winner=1).status_code == 422
    assert not get_latest_round(party).results.exists()


def test_points_are_told_where_the_party_counts_them(client):
    party = make_seated_party(players=8, system="progressive-whist", method="points", named=True)
    access = open_table_addresses(session=party.session, tables=[1])[1]
    base = f"/t/{access.token}/"
    assert client.get(f"{base}state.json").json()["unit"]
    assert send_result(client, base, key="k", points=[3, 0]).json()["winner"] == 0
    assert "refused" in client.get(base).content.decode()


def test_the_page_takes_the_winner_without_scripts(client, base, party):
    page = client.get(base).content.decode()
    assert "Who won?" in page
    assert client.post(base, {"key": "form", "round": "1", "winner": "0"}).status_code == 302
    assert get_latest_round(party).results.get().winner == 0
    assert client.post(base, {"key": "again", "round": "1", "winner": "1"}).status_code == 409


def test_the_director_opens_the_tables_of_a_party(client, party):
    client.force_login(make_director())
    client.post(f"/parties/{party.pk}/tables/addresses/", {"act": "open"})
    page = client.get(f"/parties/{party.pk}/tables/?table=2").content.decode()
    assert page.count("/t/") >= 3
    assert "<svg" in page


@pytest.fixture
def five_hundred():
    return make_seated_party(
        players=8, system="progressive-five-hundred", method="plus-and-minus", named=True
    )


def test_a_table_phone_enters_the_points_a_side_is_set_back(client, five_hundred):
    access = open_table_addresses(session=five_hundred.session, tables=[1, 2])[1]
    base = f"/t/{access.token}/"
    labels = [text for text in find_texts(client.get(base), "label") if text.startswith("Set back")]
    assert len(labels) == 2
    response = send_result(client, base, key="a", points=["120", "40"], beside=["", "100"])
    assert response.status_code == 201
    result = get_latest_round(five_hundred).results.get()
    assert result.points == [120, 40]
    assert result.beside == [0, 100]
    assert result.winner == 0
    assert client.get(f"{base}state.json").json()["beside_points"] == [0, 100]
    boxes = {box.get("name"): box.get("value") for box in find_elements(client.get(base), "input")}
    assert (boxes["beside-0"], boxes["beside-1"]) == ("0", "100")


@pytest.mark.parametrize("beside", [["100"], ["1", "2", "3"], ["-4", "0"], ["x", "0"], [10**6, 0]])
def test_a_set_back_that_cannot_be_gets_one_sentence(client, five_hundred, beside):
    access = open_table_addresses(session=five_hundred.session, tables=[1])[1]
    response = send_result(
        client, f"/t/{access.token}/", key="k", points=["120", "40"], beside=beside
    )
    assert response.status_code == 422
    assert not get_latest_round(five_hundred).results.exists()


def test_a_party_has_no_match_to_confirm(client, base):
    sent = json.dumps({"key": "a", "round": 1, "side": "ns", "right": True, "mark": ""})
    response = client.post(f"{base}matches", sent, content_type="application/json")
    assert response.status_code == 404


def test_a_large_party_costs_the_database_no_more(client, django_assert_max_num_queries):
    for players in (8, 80):
        party = make_seated_party(players=players, method="games")
        access = open_table_addresses(session=party.session, tables=[1])[1]
        with django_assert_max_num_queries(9):
            client.get(f"/t/{access.token}/state.json")
