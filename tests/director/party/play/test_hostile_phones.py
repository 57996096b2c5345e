"""A party's table: odd words, late words, and directors who act meanwhile."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.core.club.people import add_person, change_person
from director.core.club.people_merge import merge_person
from director.core.night.events import move_to_archive
from director.core.night.links import open_table_addresses, renew_access
from director.models import Access, Person, TableWord
from director.party.play.play import remove_table_result
from tests.director.additions.phones.boards.test_hostile import ODD, is_one_sentence, post_fields
from tests.director.party.parties import get_latest_round, make_seated_party
from tests.director.simultaneous import run_simultaneously
from tests.factories import make_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(access):
    return f"/t/{access.token}/"


@pytest.mark.parametrize(
    "field", ["key", "round", "winner", "points", "points-0", "change", "device", "side", "at"]
)
def test_an_odd_report_is_refused_in_a_sentence_or_taken(client, base, party, field):
    for number, odd in enumerate(
        [*ODD.values(), '"--5"', '"-"', '"1e3"', "[[1], [2]]", "[1, 2, 3]", '["--5", 1]']
    ):
        before = TableWord.objects.count()
        response = post_fields(
            client, base, "results", number, {"round": "1", "winner": "1", field: odd}
        )
        assert response.status_code in (200, 201, 409, 422)
        if response.status_code == 422:
            assert is_one_sentence(response)
            assert TableWord.objects.count() == before
    assert client.get(f"{base}state.json").status_code == 200


def test_the_same_report_several_times_at_once_is_stored_once(transactional_db, real_database):
    party = make_seated_party(players=8, method="games", named=True)
    path = f"/t/{open_table_addresses(session=party.session, tables=[1])[1].token}/results"
    sent = {"key": "k", "round": 1, "winner": 1}
    answers = run_simultaneously(
        [lambda: Client().post(path, sent, content_type="application/json")] * 4
    )
    assert sorted(response.status_code for response in answers) == [200, 200, 200, 201]
    assert get_latest_round(party).results.count() == 1


def test_an_address_of_a_party_is_renewed_once(transactional_db, real_database):
    party = make_seated_party(players=8, method="games", named=True)
    pk = open_table_addresses(session=party.session, tables=[1])[1].pk
    former = Access.objects.select_related("session__event", "section", "entry").get(pk=pk)
    renewed = run_simultaneously([lambda: renew_access(access=former)] * 3)
    assert len(set(renewed)) == 1
    assert Access.objects.filter(table_no=1, revoked_at__isnull=True).get() == renewed[0]


def test_a_report_kept_since_before_the_director_took_it_out_does_not_come_in(client, base, party):
    before = (timezone.now() - timedelta(seconds=5)).isoformat()
    say = {"round": 1, "winner": 1}
    assert (
        client.post(
            f"{base}results", {"key": "a", **say}, content_type="application/json"
        ).status_code
        == 201
    )
    remove_table_result(party=party, round_no=1, table_no=1, user=make_director())
    late = client.post(
        f"{base}results", {"key": "b", "at": before, **say}, content_type="application/json"
    )
    assert late.status_code == 422
    assert "deleted" in late.json()["error"]
    now = timezone.now().isoformat()
    assert (
        client.post(
            f"{base}results", {"key": "c", "at": now, **say}, content_type="application/json"
        ).status_code
        == 201
    )


@pytest.mark.parametrize("act", ["renamed", "merged", "off-the-lists"])
def test_a_phone_follows_what_happens_to_people_and_the_party(client, base, party, act):
    held = client.get(f"{base}state.json")
    person = Person.objects.get(name=held.json()["sides"][0][0])
    if act == "renamed":
        change_person(person=person, name="Renamed Rook", number=person.number)
    elif act == "merged":
        merge_person(person=person, into=add_person(club=person.club, name="Renamed Rook"))
    else:
        move_to_archive(event=party.session.event)
    page = client.get(f"{base}state.json", headers={"if-none-match": held["ETag"]})
    assert page.status_code == 200
    if act == "off-the-lists":
        assert page.json()["over"]
        assert (
            "archived" in post_fields(client, base, "results", 1, {"winner": "1"}).json()["error"]
        )
    else:
        assert "Renamed Rook" in [player for side in page.json()["sides"] for player in side]
