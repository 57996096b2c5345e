"""Everything a person is asked to look at in a USEBIO file that is read all the same, with the whole sentence."""

import pytest

from director.additions.imports.formats.usebio.files import read_usebio
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_pair,
    write_usebio,
)


def doubts(data):
    return [str(doubt) for doubt in read_usebio(data).warnings]


@pytest.mark.parametrize(
    ("changes", "number", "sentence"),
    [
        pytest.param(
            {"SCORE": "450"},
            "1",
            "4S by S with 10 tricks scores +420 with no side vulnerable, but the file has +450. "
            "The file’s score is imported; check it.",
            id="tricks and score",
        ),
        pytest.param(
            {"SCORE": "420"},
            "2",
            "4S by S with 10 tricks scores +620 with N-S vulnerable, but the file has +420. "
            "The file’s score is imported; check it.",
            id="vulnerability and score",
        ),
        pytest.param(
            {"PLAYED_BY": "E"},
            "3",
            "4S by E with 10 tricks scores -620 with E-W vulnerable, but the file has +420. "
            "The file’s score is imported; check it.",
            id="sign of the score",
        ),
        pytest.param(
            {"CONTRACT": "PASS", "TRICKS": None, "SCORE": "50"},
            "4",
            "a board passed out scores +0 with both sides vulnerable, but the file has +50. "
            "The file’s score is imported; check it.",
            id="passed out with a score",
        ),
        pytest.param(
            {"CONTRACT": None, "SCORE": "425"},
            "1",
            "no contract scores +425 with no side vulnerable. The score is imported; check it.",
            id="impossible score",
        ),
        pytest.param(
            {"CONTRACT": None, "SCORE": None},
            "1",
            "the line has no result, so it is imported as not played.",
            id="no result",
        ),
        pytest.param(
            {"NS_MATCH_POINTS": "many"},
            "1",
            "NS_MATCH_POINTS “many” isn’t a number, so it was left out.",
            id="official points",
        ),
    ],
)
def test_a_line_to_look_at(changes, number, sentence):
    given = {"SCORE": "420"} if number == "1" else {}
    data = write_usebio(boards=[write_board(write_line(**given | changes), number=number)])
    assert doubts(data) == [f"Board {number}, N-S 1 against E-W 2: {sentence}"]


def test_a_vulnerability_that_does_not_go_with_the_board_number_is_a_doubt_and_is_believed_for_the_scores():
    data = write_usebio(boards=[write_board(write_line(SCORE="620"), vulnerability="North-South")])
    assert doubts(data) == [
        "Board 1: the file says vulnerability “North-South”, but this board number has no side. The scores are "
        "imported; check the board number."
    ]


@pytest.mark.parametrize(
    ("listed", "sentence"),
    [
        pytest.param(
            write_pair("2", players=()),
            "Pair 2 has no player named. Correct the names after importing.",
            id="0",
        ),
        pytest.param(
            write_pair("2", players=("Ada", "")),
            "Pair 2 has 1 player named. Correct the names after importing.",
            id="1",
        ),
        pytest.param(
            write_pair("2", players=("Ada", "Bert", "Cleo")),
            "Pair 2 has 3 players named. Correct the names after importing.",
            id="3",
        ),
        pytest.param(
            write_pair("2", ADJUSTMENT="-5"),
            "Pair 2: the file adjusts its total by -5 without a board. Enter it yourself if it still applies.",
            id="adjustment",
        ),
        pytest.param(
            write_pair("2", PERCENTAGE="n/a"),
            "Pair 2: PERCENTAGE “n/a” isn’t a number, so it was left out.",
            id="percent",
        ),
        pytest.param(
            write_pair("2", PLACE="last"),
            "Pair 2: PLACE “last” isn’t a number, so it was left out.",
            id="place",
        ),
    ],
)
def test_a_pair_to_look_at(listed, sentence):
    assert doubts(write_usebio(pairs=[write_pair("1"), listed])) == [sentence]


@pytest.mark.parametrize(
    "declaration", ["", '<?xml version="1.0" encoding="UTF-8"?>'], ids=["not said", "untrue"]
)
def test_bytes_that_are_not_utf_8_are_read_as_windows_1252_and_doubted(declaration):
    text = (
        declaration
        + write_usebio(pairs=[write_pair("1", players=("Zoë", "Bert")), write_pair("2")]).decode()
    )
    event = read_usebio(text.encode("windows-1252"))
    assert event.sections[0].pairs[0].players[0].name == "Zoë"
    assert [str(doubt) for doubt in event.warnings] == [
        "The file isn’t UTF-8, so it is imported as Windows-1252. Check the accented letters in names."
    ]
