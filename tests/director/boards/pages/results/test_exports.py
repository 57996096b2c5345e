"""Files taken away: workbook and CSV hold what the pages' tables show, cell by cell."""

import csv
import io
from zipfile import ZipFile

import pytest
from django.test import Client, RequestFactory
from openpyxl import load_workbook

from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.grids import (
    make_board_table,
    make_card_table,
    make_standings_tables,
)
from director.core.files.exports import list_format_keys, list_formats
from director.models import Club, Event
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import are_in_order, find_elements, find_texts
from tests.factories import enter_all_results, make_night

KNOWN = ", ".join(list_format_keys())

pytestmark = pytest.mark.django_db


def night(pairs=8):
    section = make_night(pairs=pairs, boards_per_set=2)
    enter_all_results(section, leave=3)
    return section


def address(section, form):
    return f"/events/{section.session.event_id}/export/{form}/"


def values(tables):
    """Return the rows of several tables of a page, with their titles once."""
    titles, rows = [], []
    for table in tables:
        titles, *more = table.as_values()
        rows += [tuple(row) for row in more]
    return tuple(titles), rows


def as_cell(value):
    """A place that is shared is a number in a workbook; its format shows the sign."""
    return (
        int(value[:-1])
        if isinstance(value, str) and value[:-1].isdecimal() and value[-1] == "="
        else value
    )


def page_tables(section):
    """Return, by the name of their sheet, titles and rows of the tables on the pages but the recap."""
    sheets = fetch_session_sheets(section)
    asked = {
        "addresses": ResultAddresses(section.session.event_id),
        "request": RequestFactory().get("/"),
    }
    return {
        "Standings": values(make_standings_tables(sheets.standings, **asked)),
        "Boards": values(make_board_table(board, **asked) for board in sheets.boards),
        "Pair cards": values(make_card_table(card, **asked) for card in sheets.pairs),
    }


@pytest.mark.parametrize("pairs", [8, 7], ids=["full tables", "a half table"])
def test_every_cell_of_the_workbook_matches_the_page(desk, pairs):
    section = night(pairs)
    response = desk.get(address(section, "xlsx"))
    workbook = load_workbook(io.BytesIO(response.content))
    for name, (titles, rows) in page_tables(section).items():
        head, *cells = workbook[name].iter_rows(values_only=True)
        # The last columns of the boards are for an import.
        assert tuple(map(str, head))[: len(titles)] == titles, name
        numbered = [
            tuple(
                int(cell) if titles[index] == "Place" and cell else cell
                for index, cell in enumerate(row)
            )
            for row in [tuple(map(as_cell, row)) for row in rows]
        ]
        assert [row[: len(titles)] for row in cells] == numbered, name


def test_every_figure_of_the_csv_files_matches_the_page(desk):
    section = night()
    response = desk.get(address(section, "zip"))
    with ZipFile(io.BytesIO(response.content)) as archive:
        for name, (titles, rows) in page_tables(section).items():
            text = archive.read(f"{name.lower().replace(' ', '-')}.csv").decode("utf-8-sig")
            head, *lines = csv.reader(io.StringIO(text, newline=""))
            assert tuple(head)[: len(titles)] == titles
            shown = [["" if cell is None else str(cell) for cell in row] for row in rows]
            assert [row[: len(titles)] for row in lines] == shown


@pytest.mark.parametrize(
    ("form", "name", "kind"),
    [
        pytest.param(
            "xlsx",
            "tuesday-pairs-2026-11-17.xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            id="xlsx",
        ),
        pytest.param(
            "csv", "tuesday-pairs-2026-11-17-standings.csv", "text/csv; charset=utf-8", id="csv"
        ),
        pytest.param(
            "csv/?table=boards",
            "tuesday-pairs-2026-11-17-boards.csv",
            "text/csv; charset=utf-8",
            id="one table",
        ),
        pytest.param("zip", "tuesday-pairs-2026-11-17.zip", "application/zip", id="zip"),
    ],
)
def test_a_file_is_called_after_the_night(desk, form, name, kind):
    section = night()
    path = address(section, form.partition("/")[0]) + form.partition("/")[2]
    response = desk.get(path)
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response["Content-Type"] == kind


@pytest.mark.parametrize(
    ("form", "table", "reason"),
    [
        pytest.param(
            "doc", "", f"Unknown export format “doc”. Choose one of {KNOWN}.", id="format"
        ),
        pytest.param(
            "csv",
            "prizes",
            "Unknown table “prizes”. Choose one of standings, boards, pair-cards, recap, event, players.",
            id="table",
        ),
    ],
)
def test_a_file_that_cannot_be_made_says_what_there_is(desk, form, table, reason):
    section = night()
    response = desk.get(address(section, form), {"table": table} if table else {})
    assert (response.status_code, *find_texts(response, ".say.bad")) == (404, reason)


def test_semicolons_and_the_paper_of_the_club_are_asked_for_on_the_page(desk):
    section = night()
    page = desk.get(f"/sessions/{section.session_id}/results/?tab=export")
    (action,) = {form.get("action") for form in find_elements(page, "#exports form")}
    files = [option.get("value") for option in find_elements(page, "#exports option")]
    semicolons = [file for file in files if "separator" in file]
    assert semicolons == ["csv?separator=semicolon", "zip?separator=semicolon"]
    text = desk.get(action, {"file": semicolons[0]}).content.decode("utf-8-sig")
    assert text == desk.get(address(section, "csv") + "?separator=semicolon").content.decode(
        "utf-8-sig"
    )
    assert (
        desk.get(action, {"file": "results.json"}).url
        == f"/events/{section.session.event_id}/results.json"
    )
    assert desk.get(action, {"file": "pdf"}).status_code == 404
    titles, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=";")
    shown = ["Place", "Pair", "Direction", "Names", "Boards", "Total", "Percent"]
    assert are_in_order(shown, titles)
    percents = [row[titles.index("Percent")] for row in rows]
    assert any("," in percent for percent in percents)
    assert not any("." in percent for percent in percents)
    Club.objects.update(paper="letter")
    workbook = load_workbook(io.BytesIO(desk.get(address(section, "xlsx")).content))
    assert {str(sheet.page_setup.paperSize) for sheet in workbook} == {"1"}
    refused = desk.get(address(section, "csv") + "?separator=bar")
    assert (refused.status_code, *find_texts(refused, ".say.bad")) == (
        404,
        "Unknown separator “bar”. Choose one of comma, semicolon.",
    )


def test_results_that_cannot_be_scored_are_no_file(desk):
    section = night()
    Event.objects.update(scoring="average", scoring_options={})
    response = desk.get(address(section, "xlsx"))
    assert response.status_code == 422
    assert find_texts(response, ".say.bad")[0].endswith("Enter A50 or no result.")


def test_files_are_for_directors(desk):
    section = night()
    path = address(section, "xlsx")
    assert Client().get(path).url == f"/sign-in/?next={path}"


def test_there_is_no_file_of_an_event_that_is_not(desk):
    assert desk.get("/events/99/export/xlsx/").status_code == 404


def test_a_name_that_no_file_can_carry_becomes_plain(desk):
    section = night()
    Event.objects.update(name="Łódź: pary / wtorek?")
    response = desk.get(address(section, "xlsx"))
    assert (
        response["Content-Disposition"] == 'attachment; filename="odz-pary-wtorek-2026-11-17.xlsx"'
    )


def test_every_format_is_offered_at_results(desk):
    section = night()
    page = desk.get(f"/sessions/{section.session_id}/results/?tab=export")
    files = {option.get("value"): option.text for option in find_elements(page, "#exports option")}
    offered = {known.key: files.get(known.key, "") for known in list_formats()}
    assert offered == {
        known.key: f"{known.label}, standings" if known.has_one_table else known.label
        for known in list_formats()
    }
