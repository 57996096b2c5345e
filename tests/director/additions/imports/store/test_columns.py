"""Files of columns on the page and at the terminal: shown, put right, then stored."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from director.additions.imports.store.event import import_file
from director.core.base.uploads import SubmittedFile
from director.core.files.exports import export_file, make_event_tables
from director.event_kinds import list_event_kinds
from director.models import Event, Result
from tests.director.additions.exports.nights import (
    list_export_tables,
    list_scored_lines,
    make_export_event,
)
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.director.pages import find_errors, find_texts
from tests.factories import make_demo_event

pytestmark = pytest.mark.django_db

ROWS = b"1,1,2,420\n1,3,4,-50\n2,1,4,90\n2,3,2,0\n"
KNOWN = b"Board,NS,EW,Score\n" + ROWS
UNKNOWN = b"Bret,North and South,East and West,What\n" + ROWS


def uploaded_file(data, name="night.csv", **more):
    return {"file": SimpleUploadedFile(name, data), **more}


def chosen(data, *fields):
    return {"mark": SubmittedFile("", data).content_mark} | {
        f"column_{index}": name for index, name in enumerate(fields)
    }


def taken_for(page):
    """Return what each column is taken for."""
    table = page.content.decode().partition("<thead>")[2].partition("</table>")[0]
    return re.findall(r"selected>([^<]+)<", table)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_columns_are_shown_before_anything_is_stored(desk, headers):
    page = desk.post("/import/", uploaded_file(KNOWN), headers=headers)
    assert page.status_code == 200
    assert find_texts(page, "td label") == ["Board", "NS", "EW", "Score"]
    assert taken_for(page) == ["Board", "N-S pair", "E-W pair", "Score (N-S)"]
    assert find_texts(page, "td .muted") == ["1, 2", "1, 3", "2, 4", "420, -50, 90"]
    assert not Event.objects.exists()


def test_the_previewed_file_is_stored_when_sent_again(desk):
    done = desk.post(
        "/import/", uploaded_file(KNOWN, **chosen(KNOWN, "board", "ns", "ew", "score"))
    )
    assert done.status_code == 302
    assert sorted(Result.objects.values_list("board_no", "ns_score")) == [
        (1, -50),
        (1, 420),
        (2, 0),
        (2, 90),
    ]
    assert Event.objects.get().name == "night"


def test_without_a_script_the_file_goes_along(desk):
    page = desk.post("/import/", uploaded_file(KNOWN)).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    assert {*hidden} >= {"mark", "kept", "kept_name"}
    response = desk.post("/import/", hidden | chosen(KNOWN, "board", "ns", "ew", "score"))
    assert response.status_code == 302
    assert Event.objects.get().source == "night.csv"


def test_columns_that_nobody_knows_are_asked_for(desk):
    page = desk.post("/import/", uploaded_file(UNKNOWN))
    assert find_texts(page, ".say.warn") == [
        "Not recognised: Board, N-S pair, E-W pair, a contract or a score. Choose the columns, then Preview."
    ]
    assert (
        desk.post(
            "/import/", uploaded_file(UNKNOWN, **chosen(UNKNOWN, "board", "ns", "ew", "score"))
        ).status_code
        == 302
    )


def test_a_pasted_table_is_read_as_a_file(desk):
    text = KNOWN.decode().strip().replace(",", "\t")
    page = desk.post("/import/", {"text": text})
    assert find_texts(page, "#import-answer p")[:2] == [
        "4 rows of Pasted results: Board, N-S pair, E-W pair, Score (N-S).",
        f"Pasted results, {timezone.localdate():%d %B %Y}: 4 pairs, 2 boards, 4 results.",
    ]
    fields = chosen(text.encode(), "board", "ns", "ew", "score")
    assert desk.post("/import/", {"text": text, **fields}).status_code == 302
    assert Event.objects.get().source == "Pasted results"


def test_a_pasted_table_keeps_its_empty_first_column(desk):
    text = "\tBoard\tNS\tEW\tContract\tBy\tTricks\n\t1\t1\t2\t3NT\tN\t9\n\t1\t3\t4\t3NT\tS\t10\n"
    pasted = find_texts(desk.post("/import/", {"text": text}), "#import-answer p")
    assert ": 4 pairs, 1 board, 2 results." in pasted[1]
    uploaded = find_texts(desk.post("/import/", uploaded_file(text.encode())), "#import-answer p")
    assert [line.partition(":")[2] for line in pasted] == [
        line.partition(":")[2] for line in uploaded
    ]


def test_a_row_that_cannot_be_is_told_beside_the_columns(desk):
    data = KNOWN + b"3,1,x,90\n"
    page = desk.post("/import/", uploaded_file(data, **chosen(data, "board", "ns", "ew", "score")))
    assert page.status_code == 422
    assert find_errors(page) == [
        "Row 6: “x” isn’t a pair number for E-W. Use a form such as 5, 5NS or 5EW."
    ]
    assert len(taken_for(page)) == 4


def test_another_file_is_asked_about_again(desk):
    data = KNOWN + b"3,1,2,90\n"
    page = desk.post("/import/", uploaded_file(data, **chosen(KNOWN, "board", "ns", "ew", "score")))
    assert page.status_code == 200
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "kept", ["", "!!", "QUJD", "eJwD"], ids=["nothing", "no letters", "no file", "cut short"]
)
def test_a_kept_file_that_is_none_asks_for_a_file(desk, kept):
    page = desk.post("/import/", {"kept": kept, "kept_name": "x.csv"})
    assert page.status_code == 422
    assert find_errors(page) == ["Choose a file or paste a table first."]


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


def test_pair_cards_read_back_every_line():
    event = make_export_event(
        3, key="howell", pairs=6, extras=False, penalty=False, ruled=("A5050",)
    )
    data = export_file(list_export_tables(event), "csv", table="pair-cards").content
    imported_event = import_file(
        data=data, file_name="night.csv", options=dict(event.scoring_options)
    ).event
    assert list_scored_lines(reload_event(imported_event)) == list_scored_lines(event)


def test_boards_from_the_middle_of_a_box_come_with_their_movement(desk):
    sets = ((13, 14), (15, 16), (17, 18))
    lines = ["Board,NS,EW,Contract,By,Tricks,Round,Table"]
    for round_no in range(3):
        for table in range(3):
            pairs = f"{table + 1},{(table - round_no) % 3 + 4}"
            for board in sets[(table + round_no) % 3]:
                lines.append(f"{board},{pairs},3NT,N,9,{round_no + 1},{table + 1}")
    imported = import_file(data="\n".join(lines).encode(), file_name="x.csv")
    plan = imported.event.sessions.get().sections.get().plan
    assert (plan.first_board, plan.board_sets, plan.boards_per_set) == (13, 3, 2)
    assert [row.boards for row in plan.rows.filter(round_no=1)] == [[13, 14], [15, 16], [17, 18]]


@pytest.mark.parametrize("kind", list_event_kinds(), ids=lambda kind: kind.contest)
def test_our_own_standings_are_named_with_the_exports_to_use_instead(desk, kind):
    tables = make_event_tables(make_demo_event(kind.contest), with_member_numbers=True)
    data = export_file(tables, "csv", table="standings").content
    page = desk.post("/import/", uploaded_file(data))
    assert page.status_code == 422
    assert find_errors(page) == [
        "These are standings, without the results of the boards. Export the boards (CSV or Excel) "
        "or the whole event (JSON), and import that file."
    ]
    assert "list of people" not in page.content.decode()
