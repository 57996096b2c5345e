"""Files of table units in: a real evening against its rows, and databases that are none."""

import csv
import struct
import sys
from functools import cache
from pathlib import Path

import pytest
from django.urls import reverse

from director.additions.imports.formats.source.report import Report
from director.additions.imports.store.event import import_file
from director.additions.imports.units import access
from director.additions.imports.units.bws import ResultReader, read_bws, read_record_deal
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.formats.errors import ImportFileError
from director.models import Event, Person, Result, Section
from tests.director.pages import find_errors

FIXTURES = Path(__file__).parents[4] / "fixtures" / "bws"
PAGE = 2048
NEEDS = (
    "Bridgemate files (.bws) need one more package. Type pip install .[bws] in the program’s folder, restart the "
    "program and choose the file again."
)
DAMAGED = (
    "The database can’t be read here. Close the Bridgemate program and copy the file again, or export the results as "
    "USEBIO, PBN or CSV."
)


def rows(kind):
    with (FIXTURES / f"bridgemate-11-tables.{kind}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def evening():
    return (FIXTURES / "bridgemate-11-tables.bws").read_bytes()


@cache
def light():
    """Return the evening without its 14,020 names, which take a second."""
    data = bytearray(evening())
    pages = range(0, len(data), PAGE)
    owners = {
        page: struct.unpack_from("<I", data, page + 4)[0]
        for page in pages
        if data[page : page + 2] == b"\x01\x01"
    }
    counts = {owner: sum(of == owner for of in owners.values()) for owner in set(owners.values())}
    for at, owner in owners.items():
        if counts[owner] > 100:
            data[at : at + PAGE] = bytes(PAGE)
    assert len(data) == len(evening())
    return bytes(data)


def refusal(data):
    with pytest.raises(ImportFileError) as refused:
        read_bws(data)
    return str(refused.value)


NAMED_ELSEWHERE = "1010527"  # table 9 East: the unit has the number, the list of the club the name


def without_its_text(number):
    """Return the evening with the *number* of the club's list kept as a whole number alone."""
    data, names = bytearray(evening().replace(b"strID", b"other")), 42
    for at in range(0, len(data), PAGE):
        if data[at : at + 2] == b"\x01\x01" and struct.unpack_from("<I", data, at + 4)[0] == names:
            data[at : at + PAGE] = data[at : at + PAGE].replace(number.encode(), b"x" * len(number))
    return bytes(data)


@pytest.mark.parametrize(
    "made", [evening, lambda: without_its_text(NAMED_ELSEWHERE)], ids=["text", "number"]
)
def test_of_the_clubs_list_only_names_that_are_lacking_are_read(made, monkeypatch):
    parsed, parse = [], access.AccessTable._parse_row
    monkeypatch.setattr(
        access.AccessTable,
        "_parse_row",
        lambda rows, record: parsed.append(1) or parse(rows, record),
    )
    (section,) = read_bws(made()).sections
    (name,) = (row["name"] for row in rows("players") if row["number"] == NAMED_ELSEWHERE)
    assert name in {player.name for pair in section.pairs for player in pair.players}
    assert len(parsed) < 600


@pytest.mark.parametrize(
    ("remark", "score"),
    [
        ("AVE+", "A60+/60+"),
        ("Ave+/Ave-", "A60+/40-"),
        ("AVE-", "A40-/40-"),
        ("Average", "A5050"),
        ("40%-60%", "A4060"),
    ],
)
def test_a_remark_that_names_an_artificial_score_gives_it(remark, score):
    report = Report()
    row = {"Board": 1, "PairNS": 1, "PairEW": 2, "Remarks": remark}
    assert ResultReader({}, report).read_line(row).result.artificial == score
    assert report.doubts == []


@pytest.mark.slow
@pytest.mark.django_db
def test_the_evening_is_a_night_with_its_movement():
    imported = import_file(data=light(), file_name="night.bws")
    section = Section.objects.get()
    assert imported.event.name == "Bridge game"
    assert imported.event.date.isoformat() == "2026-01-19"
    assert sum(Result.objects.values_list("ns_score", flat=True)) == -46240
    assert Result.objects.filter(text="PASS").count() == 2
    assert section.session.round_no == 9
    assert section.winners == 2
    assert section.plan.tables == 11
    assert section.plan.rounds == 9
    assert section.plan.boards_per_set == 3
    lines = fetch_section_lines(section)
    assert len(lines.all) == lines.results_in == 297
    assert not any(line.is_off_schedule for line in lines.all)
    places = {
        (line.board_no, line.ns, line.ew - 11): (line.round_no, line.table_no) for line in lines.all
    }
    assert places == {
        (int(row["board"]), int(row["pair_ns"]), int(row["pair_ew"])): (
            int(row["round"]),
            int(row["table"]),
        )
        for row in rows("results")
    }
    assert Person.objects.filter(number="1001693").get().name == "Nezoz Vedopaj"
    assert imported.doubts == (
        "The file has no scoring method and no points to compare with, so matchpoints is used. Choose another method if "
        "that’s wrong.",
        "Pair 9EW has 1 player named. Correct the names after importing.",
    )


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"Board": 0, "NorthSpades": "A"}, "HandRecord: “0” isn’t a board number. Use 1 to 999."),
        (
            {"Board": 2, "NorthSpades": "AKX"},
            "Board 2: “North” isn’t a hand with cards from A to 2. Export the file again.",
        ),
        (
            {"Board": 2, "NorthSpades": "AK"},
            "Board 2: North has 2 cards instead of 13. Correct the file.",
        ),
    ],
    ids=["no board", "no card", "two cards"],
)
def test_cards_that_are_no_deal_are_told(row, sentence):
    assert str(read_record_deal(row)) == sentence


@pytest.mark.django_db
def test_without_the_package_it_is_said_how_to_get_it(monkeypatch, desk):
    monkeypatch.setitem(sys.modules, "access_parser", None)
    monkeypatch.delitem(sys.modules, "director.additions.imports.units.access", raising=False)
    with (FIXTURES / "bridgemate-11-tables.bws").open("rb") as file:
        response = desk.post(reverse("results_import"), {"file": file})
    assert NEEDS in find_errors(response)
    assert not Event.objects.exists()


def chained():
    """Return the evening with a definition that goes on in itself."""
    data = bytearray(light())
    at = next(
        number
        for number in range(PAGE, len(data), PAGE)
        if data[number : number + 2] == b"\x02\x01"
    )
    struct.pack_into("<I", data, at + 4, at // PAGE)
    return bytes(data)


HOSTILE = {
    "cut short": (lambda: light()[: PAGE * 40], DAMAGED),
    "only a head": (lambda: light()[:30], DAMAGED),
    "no pages": (lambda: light()[:PAGE] + bytes(PAGE * 50), DAMAGED),
    "a chain without an end": (chained, DAMAGED),
    "far too many rows": (
        lambda: (
            light()[:PAGE] + b"\x01\x01\x00\x00\x05\x00\x00\x00\xff\xff".ljust(PAGE, b"\0") * 40
        ),
        "The database has 2621400 rows, too many for one session. Choose a file with one session.",
    ),
    "far too large": (
        lambda: light()[:PAGE] + bytes(access.MAX_BYTES),
        "The database has 32 MB, too many for one session. Choose a file with one session.",
    ),
}


@pytest.mark.parametrize("make", HOSTILE, ids=str)
def test_a_database_that_is_none_is_one_sentence(make):
    data, sentence = HOSTILE[make]
    assert refusal(data()) == sentence


def test_a_database_of_something_else_is_refused():
    data = light().replace(b"ReceivedData", b"ReceivedTaxi")
    assert refusal(data) == (
        "The database has no ReceivedData, so it isn’t from a Bridgemate. Choose the session’s .bws file."
    )


def test_reading_ends_in_time(monkeypatch):
    monkeypatch.setattr(access, "MAX_SECONDS", -1)
    assert (
        refusal(light())
        == "Reading the database takes longer than -1 seconds. Choose a file with one session."
    )


def test_damaged_list_of_people_does_not_refuse_the_results():
    data = bytearray(light())
    owner = access.AccessFile(light())._database.catalog["PlayerNumbers"]
    for number in range(0, len(data), PAGE):
        is_of_table = struct.unpack_from("<I", data, number + 4)[0] == owner
        if data[number : number + 2] == b"\x01\x01" and is_of_table:
            struct.pack_into("<H", data, number + 8, 1)  # the number of its rows
    event, whole = read_bws(bytes(data)), read_bws(light())
    assert [section.boards for section in event.sections] == [
        section.boards for section in whole.sections
    ]
    assert (
        "The database’s part PlayerNumbers can’t be read, so it was left out. The results are complete."
        in list(map(str, event.warnings))
    )


@pytest.mark.slow
def test_rows_on_freed_pages_are_those_of_an_earlier_night():
    data = light()
    # 523 is a page of results. A copy behind the others isn't among the pages that the table uses.
    stale_page = data[523 * PAGE : 524 * PAGE]
    padding = bytes(-len(data) % PAGE)
    rows_of_both = access.AccessFile(data + padding + stale_page).read_rows("ReceivedData")
    assert rows_of_both == access.AccessFile(data).read_rows("ReceivedData")
