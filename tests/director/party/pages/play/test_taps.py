"""Taps on the evening page: nothing is missed between two tablets, and a large room asks the database no more."""

import pytest

from director.party.pages.play.page import fetch_history_state, fetch_party_play
from director.party.play.play import remove_table_result
from tests.director.party.parties import enter_winner, make_seated_party

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


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
