"""The list with a row a player: names, numbers, and what their pair or team has."""

import csv
import io

import pytest
from openpyxl import load_workbook

from director.additions.exports.event import make_exported_event
from director.core.files.exports import export_file
from director.models import EntryPlayer
from director.models.event import Contest
from scoring.display import format_percent, format_rounded
from tests.director.additions.exports.nights import list_export_tables, make_export_event
from tests.director.boards.others import make_contest_section
from tests.factories import enter_all_results, make_section

pytestmark = pytest.mark.django_db


def rows(event) -> list[dict]:
    content = export_file(list_export_tables(event), "csv", table="players").content.decode(
        "utf-8-sig"
    )
    return list(csv.DictReader(io.StringIO(content, newline="")))


@pytest.mark.parametrize(("letters", "sessions"), [("A", 1), ("AB", 1), ("AB", 2)])
def test_a_row_a_player_with_number_place_and_percentage(letters, sessions):
    event = make_export_event(3, letters=letters, sessions=sessions, pairs=6)
    sent = make_exported_event(list_export_tables(event))
    told = [
        (
            row["Place"],
            row.get("Section", ""),
            row["Pair"],
            row["Name"],
            row["Number"],
            row["Percent"],
        )
        for row in rows(event)
    ]
    assert told == [
        (
            entry.rank,
            entry.section,
            str(entry.number),
            player.name,
            player.number,
            f"{float(format_percent(entry.percent)):g}",
        )
        for group in sent.standings
        for entry in group
        for player in entry.players
    ]
    assert len(told) == len(letters) * 6 * 2


def test_teams_have_their_name_and_single_players_a_row_each():
    teams = make_contest_section(Contest.TEAMS, long=True)
    enter_all_results(teams)
    teams.entries.filter(pair_no=1).update(name="The Elms")
    content = export_file(
        list_export_tables(teams.session.event), "csv", table="players"
    ).content.decode("utf-8-sig")
    head, *found = csv.reader(io.StringIO(content, newline=""))
    assert head == ["Place", "Team", "Name", "Number", "Called", "Boards", "Total"]
    assert len(found) == EntryPlayer.objects.filter(section=teams).count() == 16
    assert [row[1] for row in found if row[4] == "The Elms"] == ["1"] * 4
    alone = make_contest_section(Contest.INDIVIDUAL)
    enter_all_results(alone)
    found = rows(alone.session.event)
    assert [list(found[0])[:4], len(found)] == [["Place", "Player", "Name", "Number"], 8]


def test_it_is_a_sheet_of_the_workbook_and_numbers_stay_text():
    event = make_export_event(3, pairs=6)
    workbook = load_workbook(io.BytesIO(export_file(list_export_tables(event), "xlsx").content))
    head, *cells = workbook["Players"].iter_rows(values_only=True)
    assert head == ("Place", "Pair", "Direction", "Name", "Number", "Boards", "Total", "Percent")
    assert len(cells) == 12
    assert {cell[4] for cell in cells} >= {"1001", "1003"}
    assert cells[0][6] == float(
        format_rounded(make_exported_event(list_export_tables(event)).standings[0][0].total)
    )


def test_a_night_without_names_has_an_empty_list(desk):
    section = make_section()
    table = list_export_tables(section.session.event).make_table_by_name["players"]()
    assert table.title == "Players"
    assert table.rows == ()
