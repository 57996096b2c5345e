"""Taps on the evening page: nothing is missed between two tablets, and a large room asks the database no more."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.party.models import PartyResult
from director.party.pages.play.page import fetch_history_state, fetch_party_play
from director.party.play.play import remove_table_result
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def test_a_result_that_comes_in_while_a_tap_is_answered_is_news_to_that_page(desk):
    party = make_seated_party(players=12)
    others = iter([3])

    def meanwhile(execute, sql, params, many, context):
        """Let table 3 tell who won just after the page has read the results."""
        done = execute(sql, params, many, context)
        if sql.startswith("SELECT") and "director_partyresult" in sql and " IN (" in sql:
            for table_no in others:
                enter_winner(party, table_no)
        return done

    with connection.execute_wrapper(meanwhile):
        play = desk.get(f"/parties/{party.pk}/play/").context["play"]
    assert play.unreported_tables == (1, 2, 3)
    page = desk.get(
        f"/parties/{party.pk}/play/?round=1&since={play.history_text}", headers=HTMX
    ).content.decode()
    assert '<li id="table-3" class="party-table in" hx-swap-oob="true">' in page
    assert "Still playing: tables 1, 2" in " ".join(page.split())


def test_a_tap_reads_as_much_of_a_large_party_as_of_a_small_one(desk):
    asked, sizes = [], []
    for players in (40, 120):
        party = make_seated_party(players=players, named=True)
        told = {
            "round": get_latest_round(party),
            "winner": 0,
            "version": 0,
            "entered_at": timezone.now(),
        }
        PartyResult.objects.bulk_create(
            PartyResult(table_no=no, **told) for no in range(1, players // 4 - 1)
        )
        for table_no in (
            players // 4 - 1,
            players // 4,
        ):  # the last but one, and the last with the next seats
            with CaptureQueriesContext(connection) as counted:
                tap = f"/parties/{party.pk}/play/rounds/1/tables/{table_no}/"
                response = desk.post(tap, {"winner": "1", "version": "0"}, headers=HTMX)
            assert response.status_code == 200
            asked.append(len(counted))
            sizes.append(len(response.content))
        with CaptureQueriesContext(connection) as counted:
            desk.post(f"/parties/{party.pk}/play/rounds/1/next/", headers=HTMX)
        asked.append(len(counted))
    assert asked[:3] == asked[3:]
    assert max(sizes) < 16_000


def test_the_tricks_of_several_hands_follow_from_those_of_one_side(desk):
    party = make_seated_party(players=8, system="pair-drive", method="tricks", hands=4)
    party.method_options |= {"deal": "any"}
    party.save()
    assert {table.points_total for table in fetch_party_play(party).tables} == {52}
    assert enter_winner(party, 1, None, points=(30, None)).points == [30, 22]
    assert enter_winner(party, 2, None, points=(30, 20)).points == [30, 20]
    warnings = [table.warning for table in fetch_party_play(party).tables]
    assert warnings == ["", "50 tricks in all, but 4 hands have 52. Check."]


def test_what_another_tablet_took_out_is_news_to_a_page(desk):
    party = make_seated_party(players=12)
    for table_no in (1, 2):
        enter_winner(party, table_no)
    since = fetch_history_state(party).text
    remove_table_result(party=party, round_no=1, table_no=2, user=None)
    news = desk.get(
        f"/parties/{party.pk}/play/?round=1&since={since}", headers=HTMX
    ).content.decode()
    assert '<li id="table-2" class="party-table waiting" hx-swap-oob="true">' in news
    assert 'id="table-1"' not in news


@pytest.mark.parametrize("path", ["play/", "play/cards/"])
def test_tablets_ask_so_often_that_each_is_told_within_two_seconds(desk, path):
    """Whoever asks every second is told of a tap after a second and the answer, which waits for nothing else."""
    entry = "cards" if "cards" in path else "winner"
    party = make_seated_party(players=8, system="progressive-whist-2", method="tricks", entry=entry)
    page = desk.get(f"/parties/{party.pk}/{path}").content.decode()
    (asks,) = re.findall(r'hx-get="[^"]*;?since=[^"]*"\s+hx-trigger="every (\w+)"', page)
    assert asks == "1s"


def test_news_of_a_large_party_ask_the_database_no_more(desk):
    asked = []
    for players in (40, 120):
        party = make_seated_party(players=players, named=True)
        since = fetch_history_state(party).text
        enter_winner(party, 1)
        news, page = (
            f"/parties/{party.pk}/play/?round=1&since={since}",
            f"/parties/{party.pk}/play/",
        )
        for address, headers in ((page, {}), (news, HTMX), (f"/parties/{party.pk}/field/", {})):
            with CaptureQueriesContext(connection) as counted:
                assert desk.get(address, headers=headers).status_code == 200
            asked.append(len(counted))
    assert asked[:3] == asked[3:]
