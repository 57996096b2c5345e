"""Matches of teams on the phones of their tables."""

import pytest

from director.boards.movement.lines.read import section_lines
from director.boards.paper.tables.files import EVENT_TABLES
from director.boards.scoring.standings.event import EventResults
from director.models.event import Contest
from tests.director.boards.others import make_others
from tests.director.boards.pages.play.phones import Tables

pytestmark = pytest.mark.django_db


def table_json(tables: Tables, table_no: int, path: str) -> dict:
    return tables.client.get(f"/t/{tables.open[table_no].token}/{path}").json()


def enter(tables: Tables, lines, text: str = "4SS=") -> None:
    for line in lines:
        assert tables.say(line, text).status_code == 201
        assert tables.agree(line).status_code == 201


def lines_of_round(tables: Tables, round_no: int):
    return [line for line in section_lines(tables.section).all if line.round_no == round_no]


def test_files_of_teams_have_no_empty_column_of_percentages():
    section = make_others(Contest.TEAMS)
    tables = Tables(section, tables=4)
    enter(tables, lines_of_round(tables, 1))
    results = EventResults(section.session.event)
    for name in ("standings", "boards", "pair-cards", "recap"):
        columns = EVENT_TABLES[name](results).columns
        assert not [column.title for column in columns if "ercent" in column.title], name
