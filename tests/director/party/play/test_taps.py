"""Taps on the evening page: nothing is missed between two tablets, and a large room asks the database no more."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.party.models import PartyResult
from tests.director.party.parties import latest, make_seated, win
from tests.laid import THOROUGH

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def test_a_result_that_comes_in_while_a_tap_is_answered_is_news_to_that_page(desk):
    party = make_seated(players=12)
    others = iter([3])

    def meanwhile(execute, sql, params, many, context):
        """Let table 3 tell who won just after the page has read the results."""
        done = execute(sql, params, many, context)
        if sql.startswith("SELECT") and "director_partyresult" in sql and " IN (" in sql:
            for table_no in others:
                win(party, table_no)
        return done

    with connection.execute_wrapper(meanwhile):
        play = desk.get(f"/parties/{party.pk}/play/").context["play"]
    assert play.waiting == (1, 2, 3)
    page = desk.get(f"/parties/{party.pk}/play/?round=1&since={play.since}", headers=HTMX).content.decode()
    assert '<li id="table-3" class="party-table in" hx-swap-oob="true">' in page
    assert "2 tables play: 1, 2" in " ".join(page.split())


def test_a_tap_reads_as_much_of_a_large_party_as_of_a_small_one(desk):
    asked = []
    for players in (40, 400 if THOROUGH else 120):
        party = make_seated(players=players, named=True)
        told = {"round": latest(party), "winner": 0, "version": 0, "entered_at": timezone.now()}
        PartyResult.objects.bulk_create(PartyResult(table_no=no, **told) for no in range(1, players // 4 - 1))
        for table_no in (players // 4 - 1, players // 4):  # the last but one, and the last with the next seats
            with CaptureQueriesContext(connection) as counted:
                tap = f"/parties/{party.pk}/play/rounds/1/tables/{table_no}/"
                assert desk.post(tap, {"winner": "1", "version": "0"}, headers=HTMX).status_code == 200
            asked.append(len(counted))
        with CaptureQueriesContext(connection) as counted:
            desk.post(f"/parties/{party.pk}/play/rounds/1/next/", headers=HTMX)
        asked.append(len(counted))
    assert asked[:3] == asked[3:]
