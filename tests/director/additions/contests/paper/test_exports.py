"""The matches of teams in the files of an event: one row a match, and all against all."""

import csv
from fractions import Fraction
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from director.additions.contests.matches.reported import set_match_void
from director.additions.contests.paper.exports import (
    get_match_table_makers_by_name,
    make_cross_table,
    make_matches_table,
)
from director.additions.contests.scoring.match_results import SessionMatches
from director.boards.paper.exports import make_export_tables
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.models.event import Contest
from tests.director.additions.contests.scoring.test_matches import make_played_teams
from tests.director.boards.others import make_contest_section
from tests.factories import make_demo_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def results():
    return EventResults(make_demo_event(Contest.TEAMS))


def rows_of(table):
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]


def test_every_match_has_a_row_with_its_round_and_both_scores(results):
    rows = rows_of(make_matches_table(results))
    assert len(rows) == 15
    assert [row["round"] for row in rows] == [
        number for number in range(1, 6) for _match in range(3)
    ]
    matches = SessionMatches(results.first_session)
    for row in rows:
        match = matches.match(row["home"], row["away"])
        assert (row["home_points"], row["away_points"]) == match.imps
        assert row["home_points"] - row["away_points"] == match.points[0]
        assert (row["home_score"], row["away_score"]) == match.score
        assert row["home_score"] + row["away_score"] == 20
        assert row["boards"] == 4
        assert row["home_names"] == match.home.names


def test_rows_of_matches_add_up_to_the_standings(results):
    rows = rows_of(make_matches_table(results))
    totals = {row.contestant: Fraction(0) for row in results.first_session.rows}
    for row in rows:
        totals[row["home"]] += row["home_score"]
        totals[row["away"]] += row["away_score"]
    assert totals == {row.contestant: row.total for row in results.first_session.rows}


def test_the_cross_table_says_what_the_page_says(results):
    shown = SessionMatches(results.first_session).cross_table
    rows = rows_of(make_cross_table(results))
    for row, own in zip(rows, shown.rows, strict=True):
        assert row["pair_no"] == own.standing.contestant
        assert [row[f"against_{index}"] for index in range(6)] == [
            cell and cell.score for cell in own.cells
        ]


def test_two_meetings_are_two_rows_and_a_match_of_several_rounds_names_them():
    twice = rows_of(
        make_matches_table(
            EventResults(
                make_played_teams("round-robin", teams=3, seed=2, twice="yes").session.event
            )
        )
    )
    assert len(twice) == 6
    assert len({(row["round"], row["home"], row["away"]) for row in twice}) == 6
    triple = rows_of(
        make_matches_table(EventResults(make_played_teams("triple", teams=3, seed=2).session.event))
    )
    assert [row["round"] for row in triple] == ["1, 2"] * 3


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


def test_pairs_have_no_such_tables():
    results = EventResults(make_demo_event(Contest.PAIRS, seed=3))
    assert get_match_table_makers_by_name(results) == {}
    assert not {"matches", "cross-table"} & set(make_export_tables(results).make_table_by_name)


def test_lines_of_a_void_match_say_so_to_people_and_programs():
    section = make_contest_section(Contest.TEAMS)
    set_match_void(section=section, key=(1, 1, 4), is_void=True, user=None)
    session = section.session
    payload = serialize_results(EventResults(session.event))
    void_in_json = {
        (board["board"], line["ns"], line["ew"])
        for board in payload["boards"]
        for line in board["lines"]
        if line.get("void")
    }
    boards = rows_of(make_export_tables(EventResults(session.event)).make_table_by_name["boards"]())
    void_rows = {(row["board_no"], row["ns_no"], row["ew_no"]) for row in boards if row["remark"]}
    assert void_in_json == void_rows
    assert {frozenset(line[1:]) for line in void_in_json} == {frozenset((1, 4))}
