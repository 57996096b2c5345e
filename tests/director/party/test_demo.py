"""The invented party."""

from datetime import date

import pytest
from django.core.management import call_command

from director.models import Event
from director.party.demo import create_demo_party
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_event, fetch_party_night

pytestmark = pytest.mark.django_db
EVENING = date(2026, 11, 20)


@pytest.mark.slow
def test_demo_is_a_complete_published_evening_that_follows_its_seed():
    one, again = (
        fetch_party_by_event(create_demo_party(seed=5, event_date=EVENING).pk) for _time in range(2)
    )
    night = fetch_party_night(one)
    assert night.is_over is True
    assert night.steps[-1].state == "done"
    assert night.player_count == 24
    ranking = fetch_party_record(one).ranking
    assert sum(standing.total for standing in ranking.standings) == 2 * 6 * 8
    assert fetch_party_record(again).ranking == ranking


@pytest.mark.slow
def test_the_command_makes_a_night_of_every_kind_and_prints_the_number_of_the_pairs(capsys):
    call_command("demo", seed=1)
    printed = capsys.readouterr()
    pairs, *others = Event.objects.order_by("pk")
    assert [event.contest for event in (pairs, *others)] == [
        "pairs",
        "individual",
        "teams",
        "progressive",
    ]
    assert printed.out.strip() == str(pairs.pk)
