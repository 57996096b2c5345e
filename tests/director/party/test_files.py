"""The tables of a party as files: cells, places, halves, and names that look like formulas."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest
from openpyxl import load_workbook

from director.core.files.exports import export_file
from director.formats.errors import ExportError
from director.party.paper.files import make_download_tables
from tests.director.party.paper.pdf.factories import HARD, make_played_sheets

SHEETS = make_played_sheets()


def rows(sheets, table):
    text = export_file(make_download_tables(sheets), "csv", table=table).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def workbook(sheets):
    return load_workbook(io.BytesIO(export_file(make_download_tables(sheets), "xlsx").content))


def test_the_evening_has_the_group_words_of_the_standings():
    found = {table: rows(SHEETS, table) for table in ("standings", "evening")}
    words = {
        table: {line[lines[0].index("Group")] for line in lines[1:]}
        for table, lines in found.items()
    }
    assert words == {"standings": {"Ladies", "Gentlemen"}, "evening": {"Ladies", "Gentlemen"}}


def test_a_congress_has_sessions_and_counts_no_games():
    heading = replace(SHEETS.heading, round_noun="session", rounds_noun="sessions")
    titles = rows(replace(SHEETS, heading=heading, has_sessions=True), "evening")[0]
    assert titles[1] == "Session"
    assert "Games" not in titles


def test_halves_short_tables_and_who_sits_out_are_told_apart():
    first, second, third, *others = SHEETS.lines[:8]
    lines = (
        replace(first, games_won=Fraction(1, 2)),
        replace(second, is_counted=False),
        replace(
            third,
            sits_out=True,
            is_entered=False,
            partners=(),
            opponents=(),
            own_points=None,
            best_other_points=None,
        ),
        *others,
    )
    found = rows(replace(SHEETS, lines=lines), "evening")
    assert [line[13:] for line in found[1:4]] == [
        ["0.5", "1", ""],
        ["1", "0", "does not count"],
        ["", "", "sits out"],
    ]


def test_standings_have_the_place_among_all_and_in_the_group():
    titles, *lines = rows(SHEETS, "standings")
    assert titles == [
        "Place", "No.", "Player", "Group", "In group", "Played", "Points", "Games", "Lone hands", "Total",
    ]  # fmt: skip
    assert lines[0] == ["1=", "1", HARD[0], "Ladies", "1", "12", "8.5", "8", "0", "8.5"]
    assert [(line[0], line[4]) for line in lines] == [
        ("1=", "1"), ("1=", "1"), ("3=", "2"), ("3=", "2"), ("5=", "3"), ("5=", "3"), ("7=", "4"), ("7=", "4"),
    ]  # fmt: skip


def test_equal_totals_share_the_place_in_their_group():
    equal = tuple(replace(row, total=SHEETS.standings[0].total) for row in SHEETS.standings)
    assert set(replace(SHEETS, standings=equal).group_ranks_by_number.values()) == {"1="}


def test_prizes_and_what_the_tables_belong_to():
    assert rows(SHEETS, "prizes") == [
        ["Prize", "Nos.", "Players", "Tie", "In words"],
        ["First prize, Ladies", "1", HARD[0], "", "First prize, Ladies: number 1."],
    ]
    assert rows(SHEETS, "event")[1:] == [
        ["Club", "Riverside Club"],
        ["Event", "Friday party"],
        ["Date", "2026-11-20"],
        ["Game", "Euchre"],
        ["System", "Progressive euchre"],
        ["Tie at a table", "cut"],
        ["Counting", "Points won"],
        ["Unit", "points"],
        ["Seat groups", "Ladies / Gentlemen"],
        ["Rounds planned", "2"],
        ["Rounds with results", "1"],
        ["Players", "8"],
        ["Seed of the draw for seats", "1916"],
        ["Drawn number", "1442"],
        ["Seed of the drawn number", "7"],
    ]


def test_a_party_of_several_aisles_has_a_column_for_them():
    lines = tuple(replace(line, row=1 + line.table_no % 2) for line in SHEETS.lines)
    assert rows(replace(SHEETS, lines=lines), "evening")[0][:4] == [
        "Night",
        "Round",
        "Table",
        "Aisle",
    ]


def test_before_anything_is_played_the_tables_are_empty():
    sheets = replace(SHEETS, lines=(), standings=(), prizes=())
    assert [len(rows(sheets, table)) for table in ("standings", "evening", "prizes")] == [1, 1, 1]
    assert workbook(sheets).sheetnames == ["Standings", "Evening", "Prizes", "Event"]


def test_a_table_that_a_party_does_not_have():
    with pytest.raises(ExportError) as caught:
        export_file(make_download_tables(SHEETS), "csv", table="boards")
    assert (
        str(caught.value)
        == "Unknown table “boards”. Choose one of standings, evening, prizes, event."
    )
