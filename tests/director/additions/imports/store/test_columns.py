"""Files of columns on the page and at the terminal: shown, put right, then stored."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.additions.imports.store.event import import_file
from director.core.base.uploads import SubmittedFile
from director.core.files.exports import export_file
from director.models import Event
from tests.director.additions.exports.nights import (
    list_export_tables,
    list_scored_lines,
    make_export_event,
)
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db

ROWS = b"1,1,2,420\n1,3,4,-50\n2,1,4,90\n2,3,2,0\n"
KNOWN = b"Board,NS,EW,Score\n" + ROWS


def uploaded_file(data, name="night.csv", **more):
    return {"file": SimpleUploadedFile(name, data), **more}


def chosen(data, *fields):
    return {"mark": SubmittedFile("", data).content_mark} | {
        f"column_{index}": name for index, name in enumerate(fields)
    }


def test_without_a_script_the_file_goes_along(desk):
    page = desk.post("/import/", uploaded_file(KNOWN)).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    assert {*hidden} >= {"mark", "kept", "kept_name"}
    response = desk.post("/import/", hidden | chosen(KNOWN, "board", "ns", "ew", "score"))
    assert response.status_code == 302
    assert Event.objects.get().source == "night.csv"


def test_a_pasted_table_keeps_its_empty_first_column(desk):
    text = "\tBoard\tNS\tEW\tContract\tBy\tTricks\n\t1\t1\t2\t3NT\tN\t9\n\t1\t3\t4\t3NT\tS\t10\n"
    pasted = find_texts(desk.post("/import/", {"text": text}), "#import-answer p")
    assert ": 4 pairs, 1 board, 2 results." in pasted[1]
    uploaded = find_texts(desk.post("/import/", uploaded_file(text.encode())), "#import-answer p")
    assert [line.partition(":")[2] for line in pasted] == [
        line.partition(":")[2] for line in uploaded
    ]


def test_another_file_is_asked_about_again(desk):
    data = KNOWN + b"3,1,2,90\n"
    page = desk.post("/import/", uploaded_file(data, **chosen(KNOWN, "board", "ns", "ew", "score")))
    assert page.status_code == 200
    assert not Event.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["boards", "xlsx", "bridgewebs"])
@pytest.mark.parametrize("key", ["mitchell", "howell"])
def test_our_own_tables_read_back_every_line(key, form):
    event = make_export_event(
        3, key=key, pairs=6, extras=False, penalty=False, ruled=("A6040", "A5050")
    )
    data = export_file(
        list_export_tables(event),
        "csv" if form == "boards" else form,
        table="boards" if form == "boards" else "",
    )
    imported_event = import_file(data=data.content, file_name="night.csv").event
    assert list_scored_lines(reload_event(imported_event)) == list_scored_lines(event)


@pytest.mark.slow
def test_pair_cards_read_back_every_line():
    event = make_export_event(
        3, key="howell", pairs=6, extras=False, penalty=False, ruled=("A5050",)
    )
    data = export_file(list_export_tables(event), "csv", table="pair-cards").content
    imported_event = import_file(
        data=data, file_name="night.csv", options=dict(event.scoring_options)
    ).event
    assert list_scored_lines(reload_event(imported_event)) == list_scored_lines(event)
