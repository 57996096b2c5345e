"""Whoever has only sat out so far: in every list, with the credit."""

import pytest
from django.test import Client

from director.additions.seasons.standings import make_season_standings
from director.core.night.publishing import publish_results
from director.party.movement.parties import fetch_party_by_session
from director.party.paper.files import make_standings_table
from director.party.paper.printing import make_party_job
from director.party.play.play import finish_party
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import read_table_rows
from tests.director.party.parties import (
    count_in_season,
    enter_winner,
    get_latest_round,
    make_preset_party,
    make_seated_party,
)
from tests.director.party.room_lines import list_room_lines
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db


def make_evening():
    """Return a published party of ten: both tables ended 5-4, two sat out, which is worth six points."""
    party = make_seated_party(
        players=10,
        method="points",
        named=True,
        options={"odd": "sit-out", "round_ends": "deals"},
        prizes={"places": 1},
    )
    party.method_options |= {"sit_out": "6"}
    party.save()
    for table in get_latest_round(party).seating:
        if len(table["sides"]) == 2:
            enter_winner(party, table["table"], None, points=(5, 4))
    publish_results(event=party.session.event, user=None)
    return fetch_party_by_session(party.pk)


def resting(party):
    seating = get_latest_round(party).seating
    return sorted(
        int(number) for table in seating if len(table["sides"]) == 1 for number in table["sides"][0]
    )


def test_two_who_sat_out_lead_with_their_credit():
    party = make_evening()
    rows = fetch_party_results(party).standings
    leading = [
        (row.number, row.place, row.total, row.games_played, row.presence) for row in rows[:2]
    ]
    assert leading == [(number, "1=", 6, 0, "sat out 1 round") for number in resting(party)]
    assert [row.total for row in rows[2:]] == [5, 5, 5, 5, 4, 4, 4, 4]
    assert compute_event_differences(party.session.event) == []


def test_the_pages_files_phones_and_paper_have_them(desk):
    party = make_evening()
    event, names = (
        party.session.event,
        [party.players.get(number=number).person.name for number in resting(party)],
    )
    for client, address in (
        (Client(), event.get_absolute_url()),
        (desk, f"/parties/{party.pk}/results/"),
    ):
        rows = read_table_rows(client.get(f"{address}?by=all"), "table.results")
        assert [row[2] for row in rows[:2]] == [f"{name} sat out 1 round" for name in names]
    assert sorted(
        row[1] for row in make_standings_table(fetch_party_results(party)).rows[:2]
    ) == resting(party)
    published = Client().get(f"{event.get_absolute_url()}results.json").json()["standings"]
    assert [(row["contestant"], row["total"]) for row in published[:2]] == [
        (str(number), "6") for number in resting(party)
    ]
    for number in resting(party):
        phone = (
            Client().get(f"/p/{party.players.get(number=number).token}/").context["player_summary"]
        )
        assert phone.total == 6
        assert phone.presence == "sat out 1 round"
        page = Client().get(f"{event.get_absolute_url()}players/{number}/")
        assert (
            page.context["explanation"].formula
            == "0 in 0 games + 6 for 1 round sat out (6 each) = 6 points, place 1"
        )
    assert len(make_party_job(party).results.standings) == 10
    finish_party(party=party, is_over=True, user=None)
    assert len(list_room_lines(fetch_party_by_session(party.pk))) == 10


def test_a_season_counts_the_credit():
    party = make_evening()
    season = count_in_season(party)
    rows = make_season_standings(season, is_published=True).rows
    names = {party.players.get(number=number).person.name for number in resting(party)}
    assert {(row.name, row.place, row.total, row.games_played) for row in rows[:2]} == {
        (name, "1=", 6, 0) for name in names
    }
    assert len(rows) == 10


@pytest.mark.parametrize(("key", "players"), [("euchre-pairs", 10), ("whist-partner", 10)])
def test_a_pair_that_sat_out_has_a_line(key, players):
    party = make_preset_party(key=key, players=players)
    for table in get_latest_round(party).seating:
        if len(table["sides"]) == 2:
            enter_winner(party, table["table"], None, points=(8, 5))
    rows = fetch_party_results(fetch_party_by_session(party.pk)).standings
    assert len(rows) == players // 2
    assert [row.presence for row in rows if not row.games_played] == [
        f"sat out 1 {party.round_noun}"
    ]
