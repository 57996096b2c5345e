"""A night of Baker's social duplicate at bridge: its rubbers are counted, and said why."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Event
from director.models.event import Contest
from tests.director.additions.contests.seated_nights import start_seated_event
from tests.director.boards.others import make_empty_section
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
TEXTS = ("4SS=", "3NTW=", "2HN+1", "PASS", "5DXE-2", "6NTN=")


@pytest.mark.slow
def test_a_night_of_bakers_is_scored_by_its_rubbers(desk, client):
    section = start_seated_event(desk, make_empty_section(Contest.TEAMS), "social-baker-8")
    event = Event.objects.get(pk=section.session.event_id)
    assert event.scoring == "rubbers"
    assert event.scoring_options["rooms"] == "2"
    for index, line in enumerate(fetch_section_lines(section).all):
        text = TEXTS[(index * 5 + index // 7) % len(TEXTS)]
        enter_on_line(section, line, text)
    results = EventResults(event)
    rows = results.standings.groups[0].rows
    assert sum(row.total for row in rows) == 0
    assert rows[0].total > 0
    assert any("wins rubber 1 with board" in note for note in results.standings.notes)
    assert compute_field_differences(fetch_scoring_field(section)) == []
    publish_results(event=event)
    why = client.get(f"/events/{event.pk}/?why=total-{rows[0].contestant}").content.decode()
    assert "First place." in why
    answer = client.get(f"/events/{event.pk}/results.json?explain").json()
    assert any(
        "at auction" in (line["ns_why"]["formula"])
        for board in answer["boards"]
        for line in board["lines"]
    )
