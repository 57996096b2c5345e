"""Why a total of a party is what it is: on the desk, for visitors, on a player's page and for programs."""

import pytest
from django.test import Client

from director.core.night.publishing import publish_results
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.scoring.standings import explain_player_total
from scoring.explain.party import explain_party_total, make_party_explanation_json
from tests.director.pages import find_texts
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


def make_two_rounds(**fields):
    """Return a published party with two rounds that are in."""
    party = make_seated_party(**{"players": 12, "rounds": 3, **fields})
    play_round(party, lambda table: 0)
    play_round(party, lambda table: 1)
    publish_results(event=fetch_party_by_session(party.pk).session.event, user=None)
    return fetch_party_by_session(party.pk)


def test_who_has_no_game_has_nothing_to_explain():
    assert explain_player_total(fetch_party_record(make_seated_party(players=12)), "1") is None


@pytest.mark.slow
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


@pytest.mark.slow
def test_programs_get_the_reason_on_demand():
    party = make_two_rounds()
    address = f"/events/{party.session.event_id}/results.json"
    assert "why" not in Client().get(address).json()["standings"][0]
    evening = fetch_party_record(party)
    for standing in Client().get(f"{address}?explain").json()["standings"]:
        explanation = explain_party_total("games", evening.games, str(standing["contestant"]))
        assert standing["why"] == make_party_explanation_json(explanation)
