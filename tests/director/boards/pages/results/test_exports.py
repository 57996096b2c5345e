"""Files taken away: workbook and CSV hold what the pages' tables show, cell by cell."""

import csv
import io

import pytest
from django.test import Client
from openpyxl import load_workbook

from director.core.files.exports import list_format_keys
from director.models import Club, Event
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


@pytest.mark.slow
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
