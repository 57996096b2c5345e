"""What was read of a line is kept beside its text, says the same, and is never believed against it."""

import json

import pytest
from django.core.management import call_command

from director.boards.movement.lines.entries import (
    dump_entry,
    load_entry,
    parse_line_entry,
    read_stored_entry,
)
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result
from director.models import Result
from scoring.bridge.contracts import Vulnerability, list_possible_scores
from scoring.bridge.entries import parse_entry
from tests.director.boards.scored import fetch_session_sheets, find_session_differences
from tests.director.call_counts import count_calls
from tests.factories import make_director, make_night, make_played_section
from tests.scoring.printed.usebio import FIXTURES

CONTRACTS = [
    f"{level}{suit}{x}{by}="
    for level in (1, 7)
    for suit in "CDHSN"
    for x in ("", "X", "XX")
    for by in "NESW"
]
BRIDGE = [
    *CONTRACTS,
    *(f"{score:+d}" for score in list_possible_scores(Vulnerability.ALL)[::20]),
    "4S=",
    "4SEW-1",
    "PASS",
    "NP",
    "NP: ran out of time",
    "LATER",
    "A50",
    "A6040",
    "A33.3/66.7",
    "A60+/40-",
    "60% 4SS=, 40% 4SS-1",
    "N-S 4SS= / E-W 33.3% 4SS-1 66.7% PASS",
    "4SS= SHIFTED",
    "4SS= MOVED +2/-2 MP",
    "A6040 MOVED +0.5/-0.5 IMP",
    "CARDS BOTH",
]
WHIST = [
    "7",
    "0",
    "7-6",
    "A6040",
    "NP: no time",
    "LATER",
    "9-R",
    "9+2R AFTER 3",
    "7 SHIFTED",
    "CARDS EW",
]


@pytest.mark.parametrize(
    ("text", "game"),
    [(text, "bridge") for text in BRIDGE] + [(text, "whist") for text in WHIST],
    ids=str,
)
def test_a_reading_says_what_its_text_says(text, game):
    entered = parse_line_entry(text, game=game)
    assert load_entry(dump_entry(entered)) == entered == parse_line_entry(entered.text, game=game)


def test_a_reading_is_short_and_plain():
    assert json.loads(dump_entry(parse_line_entry("3 n x e -2"))) == {
        "text": "3NTXE-2",
        "entry": {
            "kind": "played",
            "contract": {"level": 3, "denomination": "NT", "doubled": 1},
            "declarer": "E",
            "tricks": 7,
        },
    }


@pytest.mark.django_db
def test_a_line_is_read_when_it_is_stored_and_never_again():
    section, user = make_night(key="howell", pairs=4, boards_per_set=2), make_director()
    line = fetch_section_lines(section).all[0]
    at = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
    with count_calls(parse_entry) as counted:
        result = enter_result(section=section, **at, text="4ss=", user=user)
    assert counted["parse_entry"] == 1
    with count_calls(parse_entry) as counted:
        (board,) = (
            sheet
            for sheet in fetch_session_sheets(section).boards
            if sheet.board_no == line.board_no
        )
    assert counted["parse_entry"] == 0
    assert [row.contract for row in board.lines if row.ns.number == line.ns] == ["4S"]
    assert load_entry(result.reading) == parse_line_entry("4SS=")


@pytest.mark.django_db
def test_the_reading_follows_a_correction_and_a_line_taken_out():
    section, user = make_night(key="howell", pairs=4, boards_per_set=2), make_director()
    line = fetch_section_lines(section).all[0]
    at = {"section": section, "board_no": line.board_no, "ns": line.ns, "ew": line.ew, "user": user}
    read = [load_entry(enter_result(**at, text=text).reading).text for text in ("4SS=", "PASS")]
    assert read == ["4SS=", "PASS"]
    assert enter_result(**at, text="").reading == ""


@pytest.mark.django_db
def test_an_imported_night_has_its_readings():
    call_command("import_results", FIXTURES / "club-howell-12-pairs.xml")
    assert Result.objects.exclude(text="").exists()
    assert [result.text for result in Result.objects.exclude(text="") if result.reading == ""] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "reading", ["", dump_entry(parse_line_entry("PASS")), '{"unknown": 1}', "no json", "[]"]
)
def test_the_text_counts_where_a_reading_is_not_of_it(reading):
    make_played_section()
    result = Result.objects.filter(text="4SS=").first()
    result.reading = reading
    assert read_stored_entry(result, "bridge") == parse_line_entry("4SS=")


@pytest.mark.django_db
def test_rescoring_tells_a_reading_that_does_not_agree_with_its_text():
    section = make_played_section()
    result = Result.objects.filter(text="4SS=").first()
    other = dump_entry(parse_line_entry("4SS=")).replace('"tricks":10', '"tricks":11')
    Result.objects.filter(pk=result.pk).update(reading=other)
    assert find_session_differences(fetch_section(section.session_id))[:1] == [
        f"Board {result.board_no}, {result.ns} against {result.ew}: 4SS= is saved as another result than it says."
    ]


def test_reading_of_a_type_that_this_version_does_not_have_is_none():
    reading = dump_entry(parse_line_entry("9-R 1900", game="whist"))
    type_name = '"Revoke"'
    assert type_name in reading
    assert load_entry(reading.replace(type_name, '"LaterEntry"')) is None
