"""Contests of single players and of teams go through the same records and come out ranked."""

import pytest

from director.boards.movement.sections import fetch_event_fields
from director.boards.scoring.standings.event import EventResults
from director.models.event import Contest
from tests.factories import make_demo_event
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[Contest.INDIVIDUAL, Contest.TEAMS])
def event(request):
    return make_demo_event(request.param)


def test_the_invented_night_is_whole_and_both_routes_agree(event):
    results = EventResults(event)
    assert results.results_in == results.results_due > 0
    assert not any("void" in note for note in results.standings.notes)
    assert [
        difference
        for scoring_field in fetch_event_fields(event)
        for difference in compute_field_differences(scoring_field)
    ] == []
