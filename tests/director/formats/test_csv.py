import csv
import io
from dataclasses import replace
from zipfile import ZipFile

import pytest

from director.boards.tables.files import make_standings_table
from director.formats.figures import (
    SEPARATORS,
    Column,
    ColumnKind,
    TableData,
    is_formula_like,
    to_file_value,
    write_table_csv,
)
from director.sheets import StandingGroup
from tests.director.formats.factories import (
    ADA,
    ONE_WINNER,
    write_event_csv_zip,
    write_standings_csv,
)
from tests.director.pages import read_csv


def as_text(value, kind):
    plain = to_file_value(value, kind)
    return "" if plain is None else str(plain)


SHOWN = ("Place", "Pair", "Names", "Boards", "Total", "Percent")


def make_shown_table():
    """Return the standings with the columns ``SHOWN``: others may come between them."""
    table = make_standings_table(ONE_WINNER.standings)
    positions = [position for position, column in enumerate(table.columns) if column.title in SHOWN]
    columns = tuple(table.columns[position] for position in positions)
    rows = tuple(tuple(row[position] for position in positions) for row in table.rows)
    return replace(table, columns=columns, rows=rows)


def test_standings_csv_to_the_letter():
    assert (
        write_table_csv(make_shown_table())
        == (
            "\ufeffPlace,Pair,Names,Boards,Total,Percent\r\n"
            "1,1,Ada Ash & Bert Hazel,2,128.77,47.69\r\n"
            "2=,2,Cleo Pine & Dora Birch,2,3.5,24.5\r\n"
            "2=,3,Edith Ivy & Fred Rowan,2,3.5,24.5\r\n"
            ",4,'=1+1 & Łucja Żak,0,,\r\n"
        ).encode()
    )


def test_semicolons_come_with_decimal_commas():
    assert (
        write_table_csv(make_shown_table(), SEPARATORS["semicolon"])
        == (
            "\ufeffPlace;Pair;Names;Boards;Total;Percent\r\n"
            "1;1;Ada Ash & Bert Hazel;2;128,77;47,69\r\n"
            "2=;2;Cleo Pine & Dora Birch;2;3,5;24,5\r\n"
            "2=;3;Edith Ivy & Fred Rowan;2;3,5;24,5\r\n"
            ";4;'=1+1 & Łucja Żak;0;;\r\n"
        ).encode()
    )


@pytest.mark.parametrize("separator", SEPARATORS.values(), ids=SEPARATORS)
@pytest.mark.parametrize("opened_with", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("name", ["Ada;=1+1", "Ada, @SUM(A1)", "Ada\t-2", "=1;=2,+3", '";=1+1'])
def test_no_name_becomes_a_formula_whatever_the_spreadsheet_takes_for_a_separator(
    name, opened_with, separator
):
    table = TableData("Standings", (Column("names", "Names", ColumnKind.TEXT),), ((name,),))
    text = write_table_csv(table, separator).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=opened_with) for cell in row]
    assert [cell for cell in cells if is_formula_like(cell)] == []


def test_the_same_event_gives_the_same_zip():
    data = write_event_csv_zip(ONE_WINNER)
    assert data == write_event_csv_zip(ONE_WINNER)
    with ZipFile(io.BytesIO(data)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "+44 1", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"], ids=repr
)
def test_a_name_that_looks_like_a_formula_stays_text(name):
    group = StandingGroup("", (replace(ADA, names=name),))
    data = write_standings_csv(
        replace(ONE_WINNER, standings=replace(ONE_WINNER.standings, groups=(group,)))
    )
    assert read_csv(data)[1][2] == "'" + name.replace(
        "\t=", "\t'="
    )  # a tab may be taken for a separator


def test_quotes_commas_and_line_ends_in_a_name_survive():
    table = TableData(
        "Names", (Column("names", "Names", ColumnKind.TEXT),), (('Ash, "Ada"\r\nand Bert',),)
    )
    assert read_csv(write_table_csv(table)) == [["Names"], ['Ash, "Ada"\r\nand Bert']]


def test_a_negative_score_is_a_number_and_not_guarded():
    table = TableData("Scores", (Column("score", "Score", ColumnKind.SCORE),), ((-460,), (590,)))
    assert read_csv(write_table_csv(table)) == [["Score"], ["-460"], ["590"]]
