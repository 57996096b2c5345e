"""Whole libraries in and out: every sound movement is taken once, every other one is named."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.additions.library import exchange
from director.additions.library.movements import (
    fetch_library_movements,
    load_saved_plan,
    save_movement,
)
from director.models import SavedMovement
from movements.files.formats import write_plan
from movements.files.library import read_library
from movements.registry import make_plan
from tests.director.pages import count_queries, find_elements, find_errors, find_texts
from tests.factories import make_club
from tests.movements.files.test_mov import make_mov

pytestmark = pytest.mark.django_db

PAGE = "/club/movements/import/"
HOWELL = make_plan("howell", pairs=8, boards_per_set=3)
MITCHELL = make_plan("mitchell", pairs=14, boards_per_set=4)
TEXT = "\n".join(
    [
        write_plan(HOWELL, "text"),
        "[X9] Broken\n0,1,1,1,1,0\n1,1,1\n",
        write_plan(MITCHELL, "text"),
        write_plan(HOWELL, "text").replace("[howell] Howell", "[H8] The same"),
    ]
)


@pytest.fixture(autouse=True)
def club():
    return make_club()


def upload(content: bytes | str, name: str = "library.txt"):
    data = content.encode() if isinstance(content, str) else content
    return {"file": SimpleUploadedFile(name, data)}


def packed(**files: bytes) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


def names() -> list[str]:
    return [saved.name for saved in fetch_library_movements(make_club())]


def test_sound_movements_are_added_and_the_others_are_named(desk, director):
    done = desk.post(PAGE, upload(TEXT))
    assert done.status_code == 302
    assert done.url == PAGE
    page = desk.get(PAGE)
    assert find_texts(page, ".sheet b")[0] == "2 movements added."
    assert find_texts(page, ".refused li") == [
        "[X9] Broken library.txt, line 8: Pair 1 plays against itself at table 1 in round 1."
    ]
    assert find_texts(page, "details li") == ["[H8] The same is the same movement as Howell."]
    assert names() == ["Howell", "Mitchell"]
    assert {saved.made_by for saved in SavedMovement.objects.all()} == {director}


def test_import_is_undone_with_one_press_and_touches_nothing_else(desk):
    save_movement(club=make_club(), name="Ours", movement=make_plan("howell", pairs=9), by=None)
    desk.post(PAGE, upload(TEXT))
    assert len(names()) == 3
    assert desk.post(f"{PAGE}undo/").url == "/club/movements/"
    assert names() == ["Ours"]
    assert desk.post(f"{PAGE}undo/").status_code == 302  # pressed twice
    assert "added" not in " ".join(find_texts(desk.get(PAGE), ".sheet b"))


def test_zip_with_every_format_is_read_file_by_file(desk):
    content = packed(
        a__json=write_plan(HOWELL, "json").encode(),
        b__csv=write_plan(MITCHELL, "csv").encode(),
        c__MOV=make_mov(make_plan("howell", pairs=10), text="Five tables"),
        d__pdf=b"%PDF-1.7\x00\xff",
        e__zip=packed(x__txt=b"x"),
    )
    desk.post(PAGE, upload(content, "all.zip"))
    assert names() == ["Howell", "Five tables", "Mitchell"]
    refused = find_texts(desk.get(PAGE), ".refused li")
    assert [text.split(":")[0] for text in refused] == ["d d.pdf", "e e.zip"]


def test_all_is_exported_and_imported_elsewhere_with_its_notes(desk):
    save_movement(club=make_club(), name="Ours", note="for tea", movement=HOWELL, by=None)
    save_movement(
        club=make_club(),
        name="Three",
        movement=make_plan("three-teams-rows", teams=3),
        by=None,
    )
    response = desk.get("/club/movements/movements.json")
    assert response["Content-Type"] == "application/json"
    assert [item.plan for item in read_library(response.content.decode())] == [
        load_saved_plan(saved) for saved in fetch_library_movements(make_club()).defer(None)
    ]
    SavedMovement.objects.all().delete()
    desk.post(PAGE, upload(response.content, "movements.json"))
    assert [(saved.name, saved.note) for saved in fetch_library_movements(make_club())] == [
        ("Three", ""), ("Ours", "for tea"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b" ", "Choose a file with movements first. This one has none."),
        (b"x" * 5_000_001, "library.txt is larger than 5 MB. Choose a file with movements only."),
        (
            b"PK\x03\x04 broken",
            "library.txt can’t be unpacked: it is damaged or has a password. Save it again.",
        ),
        (packed(), "Choose a file with movements first. This one has none."),
    ],
    ids=["empty", "large", "broken zip", "empty zip"],
)
def test_impossible_file_is_refused_at_the_field(desk, content, sentence):
    page = desk.post(PAGE, upload(content))
    assert page.status_code == 422
    assert find_errors(page) == [sentence]
    assert desk.post(PAGE).status_code == 422


def test_limits_of_a_zip_and_of_the_library(desk, monkeypatch):
    content = packed(a__csv=write_plan(HOWELL, "csv").encode(), b__txt=TEXT.encode())
    for name, value, words in (
        ("MAX_FILES", 1, "has more than 1 files"),
        ("MAX_UNPACKED_BYTES", 10, "unpacks to more than 0 MB"),
        ("MAX_UPLOADED_MOVEMENTS", 3, "has more than 3 movements"),
    ):
        with monkeypatch.context() as limits:
            limits.setattr(exchange, name, value)
            (error,) = find_errors(desk.post(PAGE, upload(content, "all.zip")))
        assert words in error
    monkeypatch.setattr(exchange, "MAX_MOVEMENTS", 1)
    (error,) = find_errors(desk.post(PAGE, upload(content, "all.zip")))
    assert error.startswith("The library has 0 movements")
    assert names() == []


def test_long_names_and_notes_of_a_file_are_cut(desk):
    data = [json.loads(write_plan(HOWELL, "json")) | {"name": "n" * 500, "note": "m" * 500}]
    desk.post(PAGE, upload(json.dumps(data), "long.json"))
    saved = SavedMovement.objects.get()
    assert len(saved.name) == 120
    assert len(saved.note) == 300


def save_all(*plans):
    for number, plan in enumerate(plans, start=1):
        save_movement(club=make_club(), name=f"Ours {number}", movement=plan, by=None)


def test_all_is_exported_as_one_text_that_other_programs_read(desk):
    save_all(HOWELL, MITCHELL, make_plan("web-mitchell", pairs=16))
    response = desk.get("/club/movements/movements.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert b"\r\n\r\n[" in response.content
    howell, mitchell, web = (item.plan for item in read_library(response.content.decode()))
    assert howell.rows == HOWELL.rows
    assert mitchell.rows == MITCHELL.rows
    # The text has no copies of the boards, so two tables share a set.
    assert web.copies == 1
    assert web.rows[0].shared is True


def test_text_export_first_says_what_it_leaves_out(desk):
    save_all(HOWELL, make_plan("harvard-sixes", players=12))
    page = desk.get("/club/movements/movements.txt")
    (reason,) = find_texts(page, ".refused li")
    assert reason.startswith("Ours 2 can’t be written as movement text")
    rest = desk.get("/club/movements/movements.txt?rest=1")
    assert [item.plan.rows for item in read_library(rest.content.decode())] == [HOWELL.rows]


def test_text_export_of_nothing_that_it_can_say_is_no_file(desk):
    save_all(make_plan("harvard-sixes", players=12))
    page = desk.get("/club/movements/movements.txt?rest=1")
    assert page["Content-Type"].startswith("text/html")
    assert "Export the others" not in find_texts(page, "a")


@pytest.mark.slow
def test_library_of_180_costs_few_queries(desk):
    text = "".join(
        write_plan(make_plan("mitchell", pairs=pairs, rounds=rounds, boards_per_set=2), "text")
        + "\n"
        for pairs in range(12, 42, 2)
        for rounds in range(4, 7)
    )
    desk.post(PAGE, upload(text))
    count = len(names())
    assert count == 45
    few = count_queries(desk, PAGE)
    desk.post(PAGE, upload("\n".join(["[A] x\n0,1,1,1,1,0\n1,1,1\n"] * 30)))
    assert count_queries(desk, PAGE) == few
    assert len(find_elements(desk.get(PAGE), ".refused li")) == 30
