"""Seasons of parties: nights added up by persons, prize groups, those beaten, and the former addresses."""

import csv
import io
from datetime import date

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from director.additions.seasons.standings import fetch_club_seasons, make_season_standings
from director.core.night.history import find_act_to_undo
from director.models import Season
from director.party.movement.parties import fetch_party_by_session
from tests.director.pages import count_queries, find_texts
from tests.director.party.parties import count_in_season, enter_winner, make_seated_party
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


def make_played(*, day: int = 1, winner: int = 0, players: int = 12, **fields):
    """Return a night of one round on that day of November, at which that side won at every table."""
    party = make_seated_party(players=players, named=True, rounds=1, **fields)
    party.session.event.date = date(2026, 11, day)
    party.session.event.save()
    for table in range(1, players // 4 + 1):
        enter_winner(party, table, winner)
    return fetch_party_by_session(party.pk)


def make_season(*days, **rules):
    """Return the season of nights on these *days*; on even ones the other side has won."""
    for day in days:
        season = count_in_season(make_played(day=day, winner=day % 2), **rules)
    return season


def test_points_for_those_beaten_are_explained(desk):
    season = make_season(1, points="beaten")
    row = make_season_standings(season, is_published=False).rows[0]
    page = desk.get(f"/club-seasons/{season.pk}/?why={row.key}")
    assert "place 1 of 12, shared by 6: 8½ beaten" in find_texts(page, "section")[0]


def test_files_have_a_line_a_person_and_a_column_a_night(desk):
    season = make_season(1, 2, by_group=True, attendance=2)
    content = desk.get(f"/club-seasons/{season.pk}/export/csv/").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert len(rows) == 12
    assert {"Group", "Played", "01.11.2026", "02.11.2026", "Attendance"} < set(rows[0])
    assert {(row["Group"], row["Played"], row["Attendance"]) for row in rows} == {
        ("A", "2", "4"),
        ("B", "2", "4"),
    }
    assert desk.get(f"/club-seasons/{season.pk}/season.pdf").content[:4] == b"%PDF"


def test_a_season_is_added_for_a_night(desk):
    event = make_played().session.event
    page = desk.get(f"/events/{event.pk}/seasons/")
    assert f"/club-seasons/new/?event={event.pk}" in page.content.decode()
    form = desk.get(f"/club-seasons/new/?event={event.pk}")
    assert form.context["form"]["points"].value() == "total"
    sent = {
        "name": "Winter",
        "counting": "people",
        "points": "total",
        **dict.fromkeys(("best", "minimum", "attendance", "handicap"), "0"),
        "handicap_events": "3",
    }
    assert desk.post(f"/club-seasons/new/?event={event.pk}", sent).status_code == 302
    assert Season.objects.get().season_events.get().event_id == event.pk


# The former addresses and the migration


def make_former_season(number: int = 7):
    """Return a season that was of parties only, under its former *number*."""
    season = make_season(1, 2, by_group=True)
    Season.objects.update(former_number=number)
    season.refresh_from_db()
    return season


@pytest.mark.slow
@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("/seasons/7/", "/club-seasons/{}/"),
        ("/seasons/7/?tab=events", "/club-seasons/{}/?tab=events"),
        ("/seasons/7/export/csv/", "/club-seasons/{}/export/csv/"),
    ],
)
def test_former_addresses_lead_to_the_season(desk, former, now):
    season = make_former_season()
    response = desk.get(former)
    assert response.status_code == 301
    assert response.url == now.format(season.pk)
    assert desk.get(former, follow=True).status_code == 200
    assert desk.get("/seasons/8/").status_code == 404


def test_programs_read_a_former_season_in_the_shape_they_know(desk):
    make_former_season()
    assert Client().get("/seasons/7/season.json").status_code == 404
    content = desk.get("/seasons/7/season.json").json()
    assert set(content) == {"club", "season", "rule", "nights", "lists"}
    assert [night["date"] for night in content["nights"]] == ["2026-11-01", "2026-11-02"]
    assert [(part["group"], len(part["standings"])) for part in content["lists"]] == [
        ("A", 6),
        ("B", 6),
    ]
    row = content["lists"][0]["standings"][0]
    assert row | {"name": "", "figures": [], "place": ""} == {
        "place": "",
        "name": "",
        "nights": 2,
        "played": 2,
        "figures": [],
        "counted": [True, True],
        "attendance": 0,
        "total": "1",
    }


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_seasons_of_parties_become_seasons_of_any_events(settings):
    first, second, third = (make_played(day=day) for day in (1, 2, 3))
    season = count_in_season(first, name="WINTER", points="wins")
    events = [party.session.event_id for party in (first, second, third)]
    executor = MigrationExecutor(connection)
    before = executor.migrate([("director", "0113_void_matches")]).apps.get_model
    parties, acts = before("director", "Party"), before("director", "Act")
    parties.objects.filter(session__event__in=events[:2]).update(season="Winter")
    parties.objects.filter(session__event=events[2]).update(season="Summer")
    former = before("director", "PartySeason").objects.create(
        club_id=season.club_id, name="Winter", figures="beaten", best=3, attendance=2, by_group=True
    )
    change = {"model": "director.party", "pk": first.pk}
    changes = [change | {"before": {"season": ""}, "after": {"season": "Winter"}}]
    number = acts.objects.filter(event=events[0]).latest("number").number + 1
    act = acts.objects.create(
        event_id=events[0],
        number=number,
        kind="season",
        words="The event was added to the season Winter.",
        changes=changes,
        made_at=first.session.event.created_at,
    )
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    taken_over, other = Season.objects.filter(pk__gt=season.pk).order_by("pk")
    assert (taken_over.name, taken_over.points) == ("Winter (parties)", "beaten")
    assert taken_over.best == 3
    assert taken_over.attendance == 2
    assert taken_over.by_group is True
    assert taken_over.counting == "people"
    assert taken_over.former_number == former.pk
    assert other.name == "Summer"
    assert other.points == "total"
    assert other.former_number is None
    numbers = [
        list(each.season_events.values_list("event", flat=True)) for each in (taken_over, other)
    ]
    assert numbers == [events[:2], events[2:]]
    assert list(fetch_club_seasons(season.club))[-1] == taken_over
    party = fetch_party_by_session(first.pk)
    assert party.acts.get(pk=act.pk).changes == []
    # Undo goes on to what was done before, since nothing is left of this one.
    assert find_act_to_undo(party.acts.all()).pk != act.pk


@pytest.mark.slow
def test_as_many_queries_for_one_night_as_for_three(desk):
    season = make_season(1)
    counts = [count_queries(desk, f"/club-seasons/{season.pk}/")]
    for day in (2, 3):
        count_in_season(make_played(day=day, players=20))
    counts.append(count_queries(desk, f"/club-seasons/{season.pk}/"))
    assert counts[0] == counts[1]


def read_countable(desk, **params) -> list[str]:
    return find_texts(desk.get("/club-seasons/new/", params), "#countable b")


def test_the_events_that_can_count_stand_beside_a_new_season_and_follow_its_scoring(desk):
    party = make_played().session.event
    pairs = make_played_section().session.event
    assert read_countable(desk) == [pairs.name]
    assert set(read_countable(desk, points="total")) == {pairs.name, party.name}
    assert set(read_countable(desk, event=party.pk)) == {pairs.name, party.name}
    (count,) = find_texts(desk.get("/club-seasons/new/?points=total"), "#countable h2 small")
    assert count == "2"


def test_the_events_beside_a_new_season_cost_the_same(desk):
    make_played_section()
    few = count_queries(desk, "/club-seasons/new/")
    for _number in range(3):
        make_played_section()
    assert count_queries(desk, "/club-seasons/new/") == few
