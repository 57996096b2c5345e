"""What everybody may read by the interface: what is published, as the pages and ``results.json`` show it."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.additions.api.gate import make_event_results
from director.core.files.kind_parts import FiledKind
from director.core.night.events import move_to_archive
from director.core.night.publishing import publish_results, unpublish_results
from director.event_kinds import ask_kind
from director.models import Club, EntryPlayer, Event, Person
from tests.director.additions.api.asking import BASE, get_json
from tests.director.core.files.sites import KINDS, SECRET, make_published
from tests.director.query_cost import count_cost
from tests.factories import (
    enter_result_from_page,
    make_club,
    make_played_section,
    make_sections,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("called", KINDS)
def test_standings_match_the_results_file(called):
    event = make_published(called)
    payload = get_json(f"/events/{event.pk}/standings")
    results = json.loads(Client().get(f"/events/{event.pk}/results.json").content)
    assert payload["standings"] == results["standings"]
    assert payload["method"] == results["method"]
    assert len(payload["standings"]) > 3
    assert SECRET not in json.dumps(payload)


@pytest.mark.parametrize("called", KINDS)
def test_event_has_its_sessions_and_each_is_found_by_itself(called):
    event = make_published(called)
    payload = get_json(f"/events/{event.pk}")
    assert (payload["name"], payload["contest"]) == (event.name, event.contest)
    for session in payload["sessions"]:
        assert get_json(f"/sessions/{session['id']}") == session
    assert [session["session"] for session in payload["sessions"]] == list(
        event.sessions.values_list("number", flat=True)
    )


def test_sessions_have_standings_of_their_own():
    sections = make_sections(letters="A", sessions=2)
    event = sections[0].session.event
    publish_results(event=event)
    results = ask_kind(event, FiledKind).serialize_results(event)
    for session in results["sessions"]:
        number = session["session"]
        payload = get_json(f"/events/{event.pk}/standings?session={number}")
        assert payload["standings"] == session["standings"]
    assert get_json(f"/events/{event.pk}/standings?session=3", 404)["code"] == "not-found"


@pytest.mark.parametrize("close", [unpublish_results, move_to_archive])
def test_nothing_is_found_of_what_is_not_public(close):
    section = make_played_section()
    event = section.session.event
    paths = (
        f"/events/{event.pk}",
        f"/events/{event.pk}/standings",
        f"/sessions/{section.session_id}",
    )
    for path in paths:
        get_json(path)
    close(event=event)
    for path in paths:
        assert get_json(path, 404)["code"] == "not-found"
    assert get_json("/events")["items"] == []


def test_events_come_in_pages_the_latest_first():
    section = make_played_section()
    event = section.session.event
    for day in range(1, 6):
        Event.objects.create(
            club=event.club,
            name=f"Night {day}",
            date=f"2026-12-0{day}",
            published_at=event.published_at,
        )
    first = get_json("/events?page_size=4&q=night")
    assert first["count"] == 5
    assert [item["name"] for item in first["items"]] == ["Night 5", "Night 4", "Night 3", "Night 2"]
    assert first["previous"] is None
    second = get_json(first["next"].removeprefix(BASE))
    assert [item["name"] for item in second["items"]] == ["Night 1"]
    assert second["next"] is None
    assert get_json(second["previous"].removeprefix(BASE)) == first
    assert get_json("/events?page=9")["items"] == []
    assert len(get_json("/events?since=2026-12-02&until=2026-12-03")["items"]) == 2
    assert get_json("/events?contest=teams")["count"] == 0


def test_parties_are_the_events_without_boards():
    make_played_section()
    party = make_published("party")
    assert [item["id"] for item in get_json("/parties")["items"]] == [party.pk]
    assert get_json("/events")["count"] == 2


def test_club_is_the_one_that_visitors_see(db):
    assert get_json("/clubs")["items"] == []
    club = make_club()
    Club.objects.create(name="Tried out", is_practice=True)
    (item,) = get_json("/clubs")["items"]
    assert item["name"] == "Riverside Club"
    assert get_json(f"/clubs/{club.pk}") == item
    assert get_json(f"/clubs/{club.pk + 1}", 404)["code"] == "not-found"


def test_players_are_named_only_if_the_club_and_they_show_themselves():
    section = make_played_section()
    club = section.session.event.club
    assert get_json("/players")["items"] == []
    person = Person.objects.filter(pk__in=EntryPlayer.objects.values("person")).first()
    assert get_json(f"/players/{person.pk}", 404)["code"] == "not-found"
    club.has_player_pages = True
    club.save()
    assert get_json("/players")["count"] == 8
    detail = get_json(f"/players/{person.pk}")
    assert detail["name"] == person.name
    assert detail["events"][0]["event"] == section.session.event_id
    assert detail["average"] == detail["partners"][0]["average"]
    person.is_hidden = True
    person.save()
    club.save()
    assert get_json("/players")["count"] == 7
    assert get_json(f"/players/{person.pk}", 404)["code"] == "not-found"
    assert person.name not in json.dumps(
        [get_json(f"/players/{item['id']}") for item in get_json("/players")["items"]]
    )


def test_unchanged_answer_costs_one_query_and_has_no_body(director):
    section = make_played_section()
    event = section.session.event
    path = f"{BASE}/events/{event.pk}/standings"
    first = Client().get(path)
    with count_cost() as cost:
        page = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert page.status_code == 304
    assert page.content == b""
    assert cost.queries == 1
    assert page["ETag"] == first["ETag"]
    line = section.results.first()
    enter_result_from_page(
        section, (line.board_no, line.ns, line.ew), "7NTN-13", director, line.version
    )
    changed = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed.json() != first.json()


ADDRESSES = (
    "/events/{event}",
    "/events/{event}/standings",
    "/sessions/{session}",
    "/events",
    "/players",
)


def test_queries_do_not_grow_with_the_field():
    costs = []
    for section in make_small_and_large_sections():
        publish_results(event=section.session.event)
        found = []
        for address in ADDRESSES:
            path = address.format(event=section.session.event_id, session=section.session_id)
            with count_cost() as cost:
                get_json(path)
            found.append(cost.queries)
        costs.append(found)
    assert costs[0] == costs[1]


def test_list_says_when_results_have_become_final():
    event = make_played_section().session.event
    now = timezone.now()
    # Time alone changes no number of the event.
    Event.objects.filter(pk=event.pk).update(corrections_until=now + timedelta(hours=1))
    first = Client().get(f"{BASE}/events")
    assert not first.json()["items"][0]["is_final"]
    Event.objects.filter(pk=event.pk).update(corrections_until=now - timedelta(minutes=1))
    later = Client().get(f"{BASE}/events", headers={"If-None-Match": first["ETag"]})
    assert later.json()["items"][0]["is_final"]


def test_results_of_an_outdated_record_are_not_cached_for_a_new_one():
    event = make_played_section().session.event
    old_record = Event.objects.select_related("club").get(pk=event.pk)
    event.name = "Renamed"
    event.save()
    make_event_results(old_record)
    new_record = Event.objects.select_related("club").get(pk=event.pk)
    assert make_event_results(new_record)["event"]["name"] == "Renamed"
