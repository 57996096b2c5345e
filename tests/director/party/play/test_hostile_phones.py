"""A party's table: odd words, late words, and directors who act meanwhile."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.party.play.play import remove_table_result
from tests.factories import make_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(access):
    return f"/t/{access.token}/"


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
