"""The CSV for BridgeWebs: sections in their order, every line, and what the desk has."""

import io
from zipfile import ZipFile

import pytest

from director.additions.exports.event import make_exported_event
from director.core.files.exports import export_file
from director.models import Person
from director.models.event import Contest
from scoring.display import format_percent, format_rounded
from tests.director.additions.exports.nights import (
    GIVEN,
    WEIGHTED,
    list_export_tables,
    make_export_event,
)
from tests.director.boards.others import make_contest_section
from tests.director.pages import read_csv
from tests.factories import enter_all_results

pytestmark = pytest.mark.django_db

HEAD = [
    "#VERSION",
    "#DATE",
    "#TITLE",
    "#DIRECTOR",
    "#SCORER",
    "#PAIRS",
    "#BOARDS",
    "#WINNERS",
    "#ROUNDS",
]


def read(data: bytes):
    """Return the head, the lists of scores and the boards; what stands in another order fails."""
    found = read_csv(data)
    assert [row[0] for row in found[:9]] == HEAD
    marks = [row[0] for row in found[9:] if row[0].startswith("#")]
    lists = marks.count("#SCORES")
    assert marks[: lists + 2] == ["#SCORES"] * lists + ["#BOARDFORMAT", "#TRAVELLERS"]
    assert set(marks[lists + 2 :]) <= {"#BOARD"}
    index = found.index(["#TRAVELLERS"])
    assert found[index - 1][1:] == found[index + 1]
    scores, boards = [], {}
    for row in found[9 : index - 1]:
        if row == ["#SCORES"]:
            scores.append([])
        elif row[0] != "Position":
            scores[-1].append(row)
    for row in found[index + 2 :]:
        if row[0] == "#BOARD":
            lines = boards.setdefault(int(row[1]), [])
        else:
            lines.append(dict(zip(found[index + 1], row, strict=True)))
    return dict(found[:9]), scores, boards


@pytest.mark.parametrize("key", ["mitchell", "howell"])
def test_scores_and_travellers_read_back(key):
    event = make_export_event(5, key=key, pairs=8, ruled=(*GIVEN, *WEIGHTED))
    (section,) = (sent := make_exported_event(list_export_tables(event))).sections
    head, scores, boards = read(export_file(list_export_tables(event), "bridgewebs").content)
    assert head["#DATE"] == "17/11/2026"
    assert head["#PAIRS"] == "8"
    assert head["#WINNERS"] == str(section.winner_count)
    assert scores == [
        [
            [
                entry.rank,
                str(entry.number),
                *(player.name for player in entry.players),
                format_rounded(entry.total),
                format_percent(entry.percent),
            ]
            for entry in group
        ]
        for group in sent.standings
    ]
    assert {board_no: len(lines) for board_no, lines in boards.items()} == {
        board.board_no: len(board.lines) for board in section.boards
    }
    for board in section.boards:
        for line, row in zip(board.lines, boards[board.board_no], strict=True):
            assert f"{row['NS']}" == line.ns.removesuffix("NS")
            assert f"{row['EW']}" == line.ew.removesuffix("EW")
            assert (row["+"], row["-"]) == (
                format_rounded(line.ns_points),
                format_rounded(line.ew_points),
            )
            if line.result.artificial:
                assert row["Bid"] == "N/A"
                continue
            assert row["Bid"].replace("*", "X") == line.result.contract
            assert row["By"] == line.result.declarer
            assert row["Tks"] == ("" if line.result.tricks is None else str(line.result.tricks))
            assert int(row["+Sc"] or 0) - int(row["-Sc"] or 0) == line.result.score


def test_several_sessions_are_a_file_each():
    event = make_export_event(2, letters="AB", sessions=2, pairs=6)
    file = export_file(list_export_tables(event), "bridgewebs")
    with ZipFile(io.BytesIO(file.content)) as archive:
        assert archive.namelist() == ["session-1.csv", "session-2.csv"]
        head, scores, boards = read(archive.read("session-2.csv"))
    assert file.suffix == "-bridgewebs.zip"
    assert head["#TITLE"] == "Tuesday pairs, session 2"
    assert {row[1] for group in scores for row in group} == {
        f"{letter}{no}" for letter in "AB" for no in (1, 2, 3)
    }
    assert all(
        line["NS"][0] == line["EW"][0] in "AB" for lines in boards.values() for line in lines
    )


def test_single_players_stand_in_their_seats():
    section = make_contest_section(Contest.INDIVIDUAL, named=True)
    enter_all_results(section)
    (sent,) = make_exported_event(list_export_tables(section.session.event)).sections
    _head, _scores, boards = read(
        export_file(list_export_tables(section.session.event), "bridgewebs").content
    )
    for board in sent.boards:
        for line, row in zip(board.lines, boards[board.board_no], strict=True):
            assert {row["N"], row["S"]} == set(line.ns.split("+"))
            assert {row["E"], row["W"]} == set(line.ew.split("+"))


def test_a_name_is_no_formula():
    event = make_export_event(1, pairs=6)
    name = make_exported_event(list_export_tables(event)).standings[0][0].players[0].name
    Person.objects.filter(name=name).update(name="=1+1")
    _head, scores, _boards = read(export_file(list_export_tables(event), "bridgewebs").content)
    assert scores[0][0][2] == "'=1+1"
