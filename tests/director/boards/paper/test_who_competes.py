"""Files of this program say who competes, so that nobody is taken for somebody else."""

import csv
import io
from itertools import cycle

import pytest

from director.additions.imports.store.event import describe_planned_import, import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import import_result
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.models import Event
from director.models.event import Contest, RankingScope
from tests.cases import leave_to_slow
from tests.director.additions.contests.seated_nights import MATCHES, NIGHTS, make_pure_plan
from tests.director.additions.imports.store.test_teams import (
    export_event_file,
    list_standings,
    make_event_with_results,
)
from tests.director.boards.others import make_empty_section
from tests.director.boards.paper.nights_out import NIGHTS as SMALL_NIGHTS
from tests.factories import enter_all_results, make_night, make_pair_names

pytestmark = pytest.mark.django_db
TABLES = ["csv", "xlsx"]


def table_of(event, form):
    """Return the table of boards of *event* as a file."""
    return export_event_file(event, form, table="boards" if form == "csv" else "")


@pytest.mark.parametrize("form", TABLES)
def test_seated_teams_without_names_are_no_single_players(form):
    night = {"key": "awl-24", "size": 2, "rounds": 6, "boards_per_set": 1}
    event = make_event_with_results(Contest.TEAMS, named=False, **night)
    with pytest.raises(ImportFileError, match="Import the JSON file"):
        import_file(data=table_of(event, form), file_name="night")
    assert Event.objects.get() == event


PLAIN_MATCHES = MATCHES - {"three-teams-all-pairs", "social-baker-8"}
"""Matches with one result of a board in each direction; rubbers are not matches of boards."""


@pytest.mark.parametrize("key", leave_to_slow(NIGHTS, but=1))
def test_seated_teams_come_in_as_plain_matches_or_are_refused(key):
    event = _seated(key)
    answers = {form: _answer(event, form) for form in ("pbn", "pbn-results", "usebio")}
    expected = "plain matches" if key in PLAIN_MATCHES else "seated-teams"
    assert answers == dict.fromkeys(answers, expected)


def _seated(key):
    section = make_empty_section(Contest.TEAMS)
    store_plan(section=section, movement=make_pure_plan(key))
    section = fetch_section(section.session_id)
    for index, line in enumerate(fetch_section_lines(section).all):
        text = ("4SS=", "2HE-1", "3NTN+1")[index % 3]
        import_result(section=section, line=line, text=text, user=None)
    return Event.objects.get(pk=section.session.event_id)


def _answer(event, form):
    """Return the code of the refusal, or how the answer says that seats are lost."""
    try:
        imported = import_file(data=export_event_file(event, form), file_name="night", again=True)
    except ImportFileError as error:
        return error.code
    assert list_standings(imported.event) == list_standings(event)
    says = [look for look in imported.doubts if "plain matches here" in look]
    return "plain matches" if len(says) == 1 else "unsaid"


def _edited(event, column, *, values):
    """Return the CSV of *event* with *values* in a *column*, over and over."""
    rows = list(csv.DictReader(io.StringIO(table_of(event, "csv").decode("utf-8-sig"))))
    for row, value in zip(rows, cycle(values), strict=False):
        row[column] = value
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _pairs_night():
    section = make_night(pairs=6, boards_per_set=1)
    enter_all_results(section)
    return section.session.event


def test_a_file_with_two_contests_is_refused():
    data = _edited(_pairs_night(), "Contest", values=["Pairs, 2 winners", "Teams"])
    with pytest.raises(ImportFileError, match="has Pairs, 2 winners and Teams, but an event is"):
        import_file(data=data, file_name="night")


def test_unknown_words_of_scoring_are_not_stored():
    data = _edited(_pairs_night(), "Scored by", values=["matchpoints places=moon"])
    assert import_file(data=data, file_name="night").event.places == RankingScope.FIELD


def test_the_preview_refuses_a_scoring_as_the_import_does():
    event = _pairs_night()
    data = _edited(event, "Scored by", values=["team-imps"])
    with pytest.raises(DeskError) as planned:
        describe_planned_import(data=data, club=event.club, file_name="night", again=True)
    with pytest.raises(DeskError) as refused:
        import_file(data=data, file_name="night", again=True)
    assert str(planned.value) == str(refused.value)


@pytest.mark.parametrize("form", leave_to_slow(TABLES, but=1))
def test_the_preview_and_the_import_name_who_was_replaced(desk, form):
    event = SMALL_NIGHTS["pairs, substitute"](desk)
    data = table_of(event, form)
    said = describe_planned_import(data=data, club=event.club, file_name="night", again=True)
    imported = import_file(data=data, file_name="night", again=True)
    names = " and ".join(make_pair_names(0))
    expected = f"Pair 1 has other names in round 1: {names}. The change is imported"
    assert [expected in text for text in said[-1:]] == [True]
    assert [expected in text for text in imported.doubts] == [True]
