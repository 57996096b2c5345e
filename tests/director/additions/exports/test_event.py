"""What is sent of a Swiss whose first round has just begun: who has the bye is on no line, and ranked all the same."""

import pytest

from director.additions.exports.event import make_exported_event
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.core.files.exports import export_file, list_formats
from director.models import Event
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    make_section_to_draw,
    post_draw,
    start_draw,
)
from tests.director.additions.exports.nights import list_export_tables
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db

SENT = [form.key for form in list_formats() if form.needed_part == "results"]


@pytest.fixture(params=[Contest.TEAMS, Contest.PAIRS])
def event(request, desk) -> Event:
    """A Swiss of five of which the first round is drawn and one line is in."""
    section = make_section_to_draw(request.param)
    key = "swiss-teams" if request.param == Contest.TEAMS else "swiss-pairs"
    assert start_draw(desk, section, key=key, size=5).status_code == 302
    post_draw(desk, section)
    section = fetch_section(section.session_id)
    first = fetch_section_lines(section).all[0]
    enter_on_line(section, first, "4SS=")
    return reload_event(section.session.event)


@pytest.mark.parametrize("form", SENT)
def test_a_file_is_written(event, form):
    assert export_file(list_export_tables(event), form).content


def test_a_bye_is_told_beside_the_boards(event):
    (bye,) = (
        entry
        for entry in make_exported_event(list_export_tables(event)).standings[0]
        if entry.adjustment
    )
    assert (bye.number, bye.board_count) == (5, 0)
    assert bye.total == bye.adjustment > 0
