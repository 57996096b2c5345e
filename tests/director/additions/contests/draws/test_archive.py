"""Drawn contests saved as one file and read in again: decisions and half matches come along."""

import pytest
from django.core.management import call_command

from director.additions.contests.scoring.brackets import make_section_bracket
from director.boards.movement.sections import fetch_first_section
from director.boards.scoring.standings.event import EventResults
from director.models import Event
from tests.director.additions.contests.draws.test_bracket import (
    enter_passes,
    post_decision,
    start_knock_out,
)
from tests.director.additions.contests.draws.test_draws import reload_drawn_section

pytestmark = pytest.mark.django_db


def read_again(section, tmp_path):
    """The section as it is after its event was saved, taken away and read in again."""
    event, path = section.session.event, tmp_path / "event.json"
    call_command("export", str(event.pk), "--format", "json", "--output", str(path))
    Event.objects.filter(pk=event.pk).update(name="Gone", source_fingerprint="")
    call_command("import_results", str(path))
    return fetch_first_section(Event.objects.exclude(pk=event.pk).latest("pk"))


def standings(section):
    rows = EventResults(section.session.event).standings.groups[0].rows
    return [(row.place, row.label, row.total, row.came) for row in rows]


@pytest.mark.slow
def test_the_decision_of_a_knockout_match_is_archived(desk, tmp_path):
    section = start_knock_out(desk, 2)
    enter_passes(section, 1)
    post_decision(desk, section, 1, (1, 2), 2)
    section = reload_drawn_section(section)
    again = read_again(section, tmp_path)
    assert again.pk != section.pk
    assert make_section_bracket(again).rounds[0].matches[0].decision_text == "2 wins by a draw"
    assert standings(again) == standings(section)
