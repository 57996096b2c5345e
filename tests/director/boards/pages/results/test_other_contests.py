"""Contests of single players and of teams go through the same records and come out ranked."""

from datetime import date

import pytest

from director.boards.movement.sections import fetch_event_fields
from director.boards.scoring.standings.event import EventResults
from director.models.event import Contest
from tests.factories import make_demo_event
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 17)


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


def test_everybody_has_a_place_a_card_and_a_line_of_the_recap(event):
    results = EventResults(event)
    (group,) = results.standings.groups
    numbers = sorted(row.contestant for row in group.rows)
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(row.place and row.names for row in group.rows)
    assert [card.standing.contestant for card in results.pairs] == numbers
    assert all(len(card.lines) > 0 for card in results.pairs)
    assert len(results.recap.rows) == len(numbers)
