from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest

from director.boards.tables.files import make_event_tables
from director.core.files.exports import export_file, list_format_keys, list_formats
from director.formats.errors import ExportError
from tests.director.formats.factories import (
    ONE_WINNER,
    write_boards_csv,
    write_event_csv_zip,
    write_standings_csv,
)

KNOWN = ", ".join(known.key for known in list_formats() if not known.needed_part)


def test_formats_in_the_order_in_which_they_are_offered():
    assert list_format_keys()[:3] == ("xlsx", "csv", "zip")


@pytest.mark.parametrize(
    ("form", "table", "content", "content_type", "suffix"),
    [
        pytest.param(
            "csv",
            "",
            write_standings_csv,
            "text/csv; charset=utf-8",
            "-standings.csv",
            id="csv unless told",
        ),
        pytest.param(
            "csv",
            "boards",
            write_boards_csv,
            "text/csv; charset=utf-8",
            "-boards.csv",
            id="csv of a table",
        ),
        pytest.param("zip", "", write_event_csv_zip, "application/zip", ".zip", id="zip"),
    ],
)
def test_a_file_has_its_content_type_and_ending(form, table, content, content_type, suffix):
    file = export_file(make_event_tables(ONE_WINNER), form, table=table)
    assert file.content == content(ONE_WINNER)
    assert file.content_type == content_type
    assert file.suffix == suffix


def test_a_workbook_is_a_workbook():
    file = export_file(make_event_tables(ONE_WINNER), "xlsx")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert file.content[:4] == b"PK\x03\x04"
    assert file.content_type == kind
    assert file.suffix == ".xlsx"


@pytest.mark.parametrize(
    ("form", "table", "sentence"),
    [
        pytest.param(
            "doc", "", f"Unknown export format “doc”. Choose one of {KNOWN}.", id="format"
        ),
        pytest.param(
            "csv",
            "cards",
            "Unknown table “cards”. Choose one of standings, boards, pair-cards, recap, event.",
            id="table",
        ),
        pytest.param(
            "xlsx",
            "boards",
            "xlsx files contain all tables. Use csv for a single table.",
            id="one table of a workbook",
        ),
    ],
)
def test_a_file_that_cannot_be_made(form, table, sentence):
    with pytest.raises(ExportError) as caught:
        export_file(make_event_tables(ONE_WINNER), form, table=table)
    assert str(caught.value) == sentence


def test_a_table_keeps_its_name_when_its_title_changes():
    tables = make_event_tables(ONE_WINNER)
    make_recap = tables.make_table_by_name["recap"]
    makers = tables.make_table_by_name | {"recap": lambda: replace(make_recap(), title="Summary")}
    renamed = replace(tables, make_table_by_name=makers)
    assert export_file(renamed, "csv", table="recap").suffix == "-recap.csv"
    names = ZipFile(BytesIO(export_file(renamed, "zip").content)).namelist()
    assert names == [f"{name}.csv" for name in tables.make_table_by_name]
