"""Why a total of a party is what it is: on the desk, for visitors, on a player's page and for programs."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.core.base.tags.cards import party_figure
from director.core.night.publishing import publish_results
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.scoring.standings import ALL, explain_player_total
from scoring.explain.party import explain_party_total, make_party_explanation_json
from tests.director.pages import find_elements, find_texts, read_table_rows
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


def make_two_rounds(**fields):
    """Return a published party with two rounds that are in."""
    party = make_seated_party(**{"players": 12, "rounds": 3, **fields})
    play_round(party, lambda table: 0)
    play_round(party, lambda table: 1)
    publish_results(event=fetch_party_by_session(party.pk).session.event, user=None)
    return fetch_party_by_session(party.pk)


def test_a_total_is_explained_as_scoring_does():
    evening = fetch_party_record(make_two_rounds())
    for standing in evening.ranking.standings:
        assert explain_player_total(evening, standing.player, ALL) == explain_party_total(
            "games", evening.games, standing.player
        )


def test_who_has_no_game_has_nothing_to_explain():
    assert explain_player_total(fetch_party_record(make_seated_party(players=12)), "1") is None


@pytest.mark.parametrize("page", ["desk", "visitor"])
def test_the_standings_answer_below_the_player(desk, page):
    party = make_two_rounds()
    event = party.session.event
    address = f"/parties/{party.pk}/results/" if page == "desk" else event.get_absolute_url()
    client = desk if page == "desk" else Client()
    html = client.get(address).content.decode()
    assert f'href="{address}?by=group&amp;why=5#why-5"' in html
    asked = client.get(f"{address}?by=group&why=5")
    told = asked.content.decode()
    link = find_elements(asked, "#why-5")[0]
    assert link.get("href") == f"{address}?by=group#why-5"
    assert link.get("aria-expanded") == "true"
    place = next(
        row.place
        for table in asked.context["tables"]
        for row, _figures, _bar in table.rows
        if row.number == 5
    )
    assert asked.context["explanation"].formula.endswith(f", place {place}")
    assert told.count(f"<p><b>{asked.context['explanation'].formula}.</b></p>") == 1
    assert 'class="why"' not in client.get(f"{address}?why=99").content.decode()


def test_a_players_pages_explain_the_total(desk):
    party = make_two_rounds()
    player = party.players.get(number=5)
    formula = f"<p><b>{explain_player_total(fetch_party_record(party), '5').formula}.</b></p>"
    event = party.session.event.get_absolute_url()
    for address in (
        f"{event}players/5/",
        f"/parties/{party.pk}/players/5/",
        f"/p/{player.token}/?why",
    ):
        assert desk.get(address).content.decode().count(formula) == 1
    phone = Client().get(f"/p/{player.token}/").content.decode()
    assert formula not in phone
    assert '<a href="?why">Why?</a>' in phone


@pytest.mark.parametrize("by_group", [True, False], ids=["groups", "everybody"])
def test_a_players_page_names_the_place_that_the_standings_give(desk, by_group):
    """Also to a partner and of a tie. The list of a group is named, and the reason tells the same."""
    party = make_two_rounds(prizes={"by_group": by_group})
    event = party.session.event.get_absolute_url()
    tables = Client().get(event).context["tables"]
    assert len(tables) == (2 if by_group else 1)
    places = set()
    for table in tables:
        for row, _figures, _bar in table.rows:
            expected = f"{table.caption}: place {row.place}" if by_group else f"place {row.place}"
            for client, address in (
                (Client(), f"{event}players/{row.number}/"),
                (desk, f"/parties/{party.pk}/players/{row.number}/"),
            ):
                page = client.get(address)
                assert expected in " ".join(find_texts(page, "p"))
                assert page.context["explanation"].formula.endswith(f", place {row.place}")
            places.add(row.place)
    assert len(places) > 1


def test_a_players_page_has_no_place_before_the_first_result(desk):
    party = make_seated_party(players=12)
    assert "place" not in " ".join(find_texts(desk.get(f"/parties/{party.pk}/players/5/"), "p"))


def test_programs_get_the_reason_on_demand():
    party = make_two_rounds()
    address = f"/events/{party.session.event_id}/results.json"
    assert "why" not in Client().get(address).json()["standings"][0]
    evening = fetch_party_record(party)
    for standing in Client().get(f"{address}?explain").json()["standings"]:
        explanation = explain_party_total("games", evening.games, str(standing["contestant"]))
        assert standing["why"] == make_party_explanation_json(explanation)


def test_why_asks_the_database_no_more_for_a_large_party():
    asked = []
    for players in (12, 40):
        party = make_two_rounds(players=players)
        event = party.session.event_id
        for address in (
            f"/events/{event}/?why=3",
            f"/events/{event}/players/3/",
            f"/events/{event}/results.json?explain",
        ):
            with CaptureQueriesContext(connection) as counted:
                assert Client().get(address).status_code == 200
            asked.append(len(counted))
    assert asked[:3] == asked[3:]


def test_each_round_has_its_points_and_the_sum_so_far(desk):
    party = make_two_rounds()
    total = explain_player_total(fetch_party_record(party), "5")
    page = desk.get(f"/parties/{party.pk}/results/?by=all&why=5")
    rows = read_table_rows(page, ".why .adding")
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[-1][-1] == party_figure(total.points)
    assert "[HOYLE" not in " ".join(find_texts(page, ".why"))
