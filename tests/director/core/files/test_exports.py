import pytest

from director.boards.tables.files import EVENT_TABLES, make_event_tables
from director.core.files.exports import export_file, list_format_keys, list_formats
from director.formats.errors import ExportError
from director.formats.figures import get_table_name
from director.party.paper.files import get_makers_by_table
from tests.director.formats.factories import (
    ONE_WINNER,
    write_boards_csv,
    write_event_csv_zip,
    write_standings_csv,
)
from tests.director.party.paper.pdf.factories import make_played_sheets

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
    assert (file.content, file.content_type, file.suffix) == (
        content(ONE_WINNER),
        content_type,
        suffix,
    )


def test_a_workbook_is_a_workbook():
    file = export_file(make_event_tables(ONE_WINNER), "xlsx")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert (file.content[:4], file.content_type, file.suffix) == (b"PK\x03\x04", kind, ".xlsx")


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


def test_every_table_is_asked_for_by_the_name_it_has():
    party = make_played_sheets()
    for sheets, makers in ((ONE_WINNER, EVENT_TABLES), (party, get_makers_by_table(party))):
        assert [get_table_name(make(sheets)) for make in makers.values()] == list(makers)
