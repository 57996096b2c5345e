"""The CSV for BridgeWebs: sections in their order, every line, and what the desk has."""

import pytest

from director.additions.exports.event import make_exported_event
from director.core.files.exports import export_file
from director.models.event import Contest
from tests.director.additions.exports.nights import (
    list_export_tables,
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


@pytest.mark.slow
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
