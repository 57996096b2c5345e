"""Files of an event in stages: every session names its own scoring."""

from datetime import date

import pytest

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.stages import start_stage
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file, list_formats
from director.formats.errors import ImportFileError
from director.models import Event
from movements.registry import make_plan
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.additions.exports.nights import list_export_tables
from tests.factories import enter_all_results, make_played_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A session of pairs by matchpoints, and a final of four by cross-IMPs."""
    section = make_played_section()
    event = section.session.event
    finalists = [person.entry_id for person in fetch_candidates(event, EventResults(event))[:4]]
    session = start_stage(
        event=event,
        name="Final",
        day=date(2026, 12, 5),
        entry_ids_by_letter={"A": finalists},
        is_early=True,
        user=None,
    )
    final = fetch_section(session.pk)
    store_plan(section=final, movement=make_plan("howell", pairs=4, boards_per_set=2))
    set_scoring(section=reload_drawn_section(final), scoring="cross-imps", options={})
    enter_all_results(reload_drawn_section(final))
    return Event.objects.select_related("club").get(pk=event.pk)


@pytest.mark.parametrize(
    "form",
    leave_to_slow([form.key for form in list_formats() if form.needed_part == "results"], but=1),
)
def test_every_format_holds_both_stages(event, form):
    assert export_file(list_export_tables(event), form).content


@pytest.mark.slow
@pytest.mark.parametrize("form", ["csv", "xlsx", "pbn", "pbn-results", "usebio"])
def test_sessions_scored_in_different_ways_are_not_imported(event, form):
    table = "boards" if form == "csv" else ""
    data = export_file(list_export_tables(event), form, table=table).content
    with pytest.raises(ImportFileError, match="scored in different ways"):
        import_file(data=data, file_name="stages")
    assert Event.objects.get() == event
