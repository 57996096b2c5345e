"""Files of this program say who competes, so that nobody is taken for somebody else."""

import csv
import io

import pytest

from director.boards.movement.lines.read import section_lines
from director.boards.paper.imports.write import import_file
from director.boards.play.scores.result import import_result
from director.formats.errors import ImportFileError
from director.models import Event, Section
from director.models.event import Contest
from tests.director.boards.paper.imports.test_teams import exported, made, standings
from tests.factories import enter_all, make_night

pytestmark = pytest.mark.django_db
TABLES = ["csv", "xlsx"]


def table_of(event, form):
    """Return the table of boards of *event* as a file."""
    return exported(event, form, table="boards" if form == "csv" else "")


@pytest.mark.parametrize("form", TABLES)
def test_seated_teams_without_names_are_no_single_players(form):
    night = {"key": "awl-24", "size": 2, "rounds": 6, "boards_per_set": 1}
    event = made(Contest.TEAMS, named=False, **night)
    with pytest.raises(ImportFileError, match="Import the JSON file"):
        import_file(data=table_of(event, form), file_name="night")
    assert Event.objects.get() == event


@pytest.mark.parametrize("form", TABLES)
def test_pairs_that_meet_one_opponent_are_not_asked_about(form):
    section = make_night(key="howell", pairs=4, boards_per_set=6)
    _enter_round(section, 1)
    event = section.session.event
    imported = import_file(data=table_of(event, form), file_name="night").event
    assert imported.contest == Contest.PAIRS
    assert standings(imported) == standings(event)


@pytest.mark.parametrize("form", TABLES)
def test_one_winner_stays_one_where_nobody_has_changed_sides_yet(form):
    section = make_night(key="howell", pairs=6, boards_per_set=1)
    _enter_round(section, 1)
    imported = import_file(data=table_of(section.session.event, form), file_name="night").event
    assert Section.objects.get(session__event=imported).winners == 1
    assert standings(imported) == standings(section.session.event)


def test_the_column_says_pairs_teams_or_players():
    section = make_night(pairs=6, boards_per_set=1)
    enter_all(section)
    said = []
    for event in (section.session.event, made(Contest.TEAMS), made(Contest.INDIVIDUAL)):
        rows = list(csv.DictReader(io.StringIO(table_of(event, "csv").decode("utf-8-sig"))))
        said.append({row["Contest"] for row in rows})
    assert said == [{"Pairs, 2 winners"}, {"Teams"}, {"Individual"}]


def _enter_round(section, round_no):
    for at, line in enumerate(section_lines(section).all):
        if line.round_no == round_no:
            import_result(section=section, line=line, text=("4SS=", "2HE-1")[at % 2], user=None)
