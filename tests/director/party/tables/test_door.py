"""A party's table: who won, told by the players' own phone."""

import json

import pytest

from director.desk.tables.write import tables_open
from director.party.play.write.play import party_next, party_result
from director.party.play.write.report import Reported
from tests.director.party.parties import latest, make_seated
from tests.factories import make_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return make_seated(players=8, method="games", named=True)


@pytest.fixture
def base(party):
    access = tables_open(session=party.session, tables=[1, 2])[1]
    return f"/t/{access.token}/"


def say(client, base, **data):
    return client.post(f"{base}results", json.dumps(data), content_type="application/json")


def test_a_table_is_shown_who_sits_there_and_tells_who_won(client, base, party):
    state = client.get(f"{base}state.json").json()
    assert (state["kind"], state["table"], state["round"], state["state"], state["unit"]) == (
        "party",
        1,
        1,
        "empty",
        "",
    )
    assert [len(side) for side in state["sides"]] == [2, 2]
    answer = say(client, base, key="a", round=1, winner=1)
    assert (answer.status_code, answer.json()["winner"]) == (201, 1)
    assert say(client, base, key="a", round=1, winner=1).status_code == 200
    assert latest(party).results.get().winner == 1
    assert client.get(f"{base}state.json").json()["state"] == "stored"
    assert party.session.event.acts.filter(kind="result").count() == 1


def test_something_else_needs_the_tables_word_and_the_directors_stands(client, base, party):
    say(client, base, key="a", winner=1)
    refused = say(client, base, key="b", winner=0)
    assert (refused.status_code, refused.json()["stands"]["winner"], refused.json()["yours"]["winner"]) == (409, 1, 0)
    assert say(client, base, key="c", winner=0, change=True).status_code == 201
    assert latest(party).results.get().winner == 0
    party_result(party=party, round_no=1, table_no=1, reported=Reported(winner=1), user=make_director())
    assert say(client, base, key="d", winner=0, change=True).status_code == 409
    assert latest(party).results.get().winner == 1


def test_a_late_word_of_an_earlier_round_is_refused_and_the_next_round_shown(client, base, party):
    for table_no in (1, 2):
        party_result(
            party=party, round_no=1, table_no=table_no, reported=Reported(winner=0), user=make_director(f"d{table_no}")
        )
    party_next(party=party, round_no=1, user=make_director())
    assert client.get(f"{base}state.json").json()["round"] == 2
    assert say(client, base, key="late", round=1, winner=1).status_code == 422
    assert not latest(party).results.exists()


@pytest.mark.parametrize(
    "sent", [{}, {"winner": 2}, {"winner": "x"}, {"winner": True}, {"points": ["a", "b"]}, {"round": 9, "winner": 0}]
)
def test_what_cannot_be_gets_one_sentence(client, base, party, sent):
    answer = say(client, base, key="k", **sent)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert not latest(party).results.exists()


def test_points_are_told_where_the_party_counts_them(client):
    party = make_seated(players=8, system="progressive-whist", method="points", named=True)
    access = tables_open(session=party.session, tables=[1])[1]
    base = f"/t/{access.token}/"
    assert client.get(f"{base}state.json").json()["unit"]
    assert say(client, base, key="k", points=[3, 0]).json()["winner"] == 0
    assert "refused" in client.get(base).content.decode()


def test_the_page_takes_the_winner_without_scripts(client, base, party):
    page = client.get(base).content.decode()
    assert "Who won?" in page
    assert client.post(base, {"key": "form", "round": "1", "winner": "0"}).status_code == 302
    assert latest(party).results.get().winner == 0
    assert client.post(base, {"key": "again", "round": "1", "winner": "1"}).status_code == 409


def test_the_director_opens_the_tables_of_a_party(client, party):
    client.force_login(make_director())
    client.post(f"/parties/{party.pk}/tables/addresses/", {"act": "open"})
    page = client.get(f"/parties/{party.pk}/tables/?table=2").content.decode()
    assert page.count("/t/") >= 3
    assert "<svg" in page


def test_a_large_party_costs_the_database_no_more(client, django_assert_max_num_queries):
    for players in (8, 80):
        party = make_seated(players=players, method="games")
        access = tables_open(session=party.session, tables=[1])[1]
        with django_assert_max_num_queries(9):
            client.get(f"/t/{access.token}/state.json")
