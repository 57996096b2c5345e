"""The matches of teams in the files of an event: one row a match, and all against all."""

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from director.additions.contests.paper.exports import (
    get_match_table_makers_by_name,
)
from director.boards.paper.exports import make_export_tables
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.models.event import Contest
from tests.factories import make_demo_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def results():
    return EventResults(make_demo_event(Contest.TEAMS))


def test_workbook_and_zip_hold_both_and_a_csv_each(results):
    files = make_export_tables(results)
    book = load_workbook(BytesIO(export_file(files, "xlsx").content))
    assert {"Matches", "Cross-table"} <= set(book.sheetnames)
    assert book["Matches"].max_row >= 16
    names = ZipFile(BytesIO(export_file(files, "zip").content)).namelist()
    assert {"matches.csv", "cross-table.csv"} <= set(names)
    text = export_file(files, "csv", table="matches").content.decode("utf-8-sig")
    assert next(csv.reader(StringIO(text)))[:4] == ["Round", "Home", "Home names", "Away"]
    assert list(get_match_table_makers_by_name(results)) == ["matches", "cross-table"]
