"""What the reader makes of real files and of the habits of other programs."""

import doctest
import io
from collections import Counter
from datetime import date
from fractions import Fraction

import pytest

from director.additions.imports.formats import xml
from director.additions.imports.formats.source.model import SourceLine, SourcePair, SourcePlayer
from director.additions.imports.formats.usebio import boards, elements, files
from director.additions.imports.formats.usebio.files import read_usebio
from director.formats import errors, reading
from director.formats.names import pairs as names
from director.formats.result import ResultInFile, make_result_entry
from scoring.bridge.entries import EntryKind
from tests.director.additions.imports.formats.usebio.factories import (
    CROSS_IMP,
    HOWELL,
    MITCHELL,
    PAIRS,
    TWO_WINNER_PAIRS,
    write_board,
    write_line,
    write_pair,
)
from tests.director.additions.imports.formats.usebio.factories import write_usebio as usebio_file


@pytest.mark.parametrize(
    "module",
    [errors, reading, names, xml, files, boards, elements],
    ids=lambda module: module.__name__,
)
def test_examples_in_the_docstrings_are_true(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("data", "facts"),
    [
        pytest.param(
            MITCHELL, ("3221", date(2022, 7, 21), "matchpoints", 2, 13, 21, 126), id="mitchell"
        ),
        pytest.param(
            HOWELL, ("3226", date(2022, 7, 27), "matchpoints", 1, 12, 27, 161), id="howell"
        ),
        pytest.param(
            CROSS_IMP, ("2592", date(2026, 2, 2), "cross-imps", 1, 9, 27, 108), id="cross-imp"
        ),
    ],
)
def test_a_real_file_is_read_whole_and_without_doubt(data, facts):
    event = read_usebio(data)
    lines = sum(len(board.lines) for board in event.sections[0].boards)
    assert facts == (
        event.identifier,
        event.date,
        event.scoring,
        event.sections[0].winner_count,
        len(event.sections[0].pairs),
        len(event.sections[0].boards),
        lines,
    )
    assert (event.club, event.club_id, event.title, event.description) == (
        "Example Club",
        "1001",
        "Club pairs",
        "Club pairs",
    )
    assert event.warnings == ()


def test_the_program_that_wrote_the_file_is_named():
    event = read_usebio(MITCHELL)
    assert (event.program, event.program_version) == ("Example", "26-Jul-22")


def test_pairs_of_two_winners_keep_number_direction_names_and_official_figures():
    pairs = read_usebio(MITCHELL).sections[0].pairs
    assert pairs[0] == SourcePair(
        number_text="1NS",
        number=1,
        direction="NS",
        players=(
            SourcePlayer("Ada Ash", "1002", "1003"),
            SourcePlayer("Bert Hazel", "1004", "1005"),
        ),
        total=Fraction(97),
        percent=Fraction("53.89"),
        rank=3,
    )
    assert sorted((pair.direction, pair.number) for pair in pairs) == [
        *(("EW", number) for number in range(2, 8)),
        *(("NS", number) for number in range(1, 8)),
    ]


def test_official_totals_may_be_negative_and_without_percentage():
    last = read_usebio(CROSS_IMP).sections[0].pairs[6]
    assert last.number == 8
    assert last.total == Fraction(-42)
    assert last.percent is None
    assert last.rank == 9


def test_a_line_is_read_as_it_stands():
    assert read_usebio(HOWELL).sections[0].boards[0].lines[0] == SourceLine(
        ns_no=3,
        ew_no=11,
        result=ResultInFile("5C", "W", 11, -400),
        lead="2H",
        ns_points=Fraction(0),
        ew_points=Fraction(10),
    )


def test_an_artificial_score_has_no_contract_and_no_score():
    (found,) = [
        line
        for board in read_usebio(HOWELL).sections[0].boards
        for line in board.lines
        if line.result.artificial
    ]
    assert found == SourceLine(
        5, 10, ResultInFile(artificial="A5050"), "", Fraction(5), Fraction(5)
    )


def test_a_board_passed_out_has_no_declarer_and_no_tricks():
    passed = [
        line
        for board in read_usebio(CROSS_IMP).sections[0].boards
        for line in board.lines
        if line.result.contract == "PASS"
    ]
    assert passed[0] == SourceLine(
        2, 1, ResultInFile("PASS", score=0), "", Fraction("-0.33"), Fraction("0.33")
    )


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        pytest.param(MITCHELL, {EntryKind.PLAYED: 126}, id="mitchell"),
        pytest.param(HOWELL, {EntryKind.PLAYED: 160, EntryKind.ARTIFICIAL: 1}, id="howell"),
        pytest.param(CROSS_IMP, {EntryKind.PLAYED: 106, EntryKind.PASSED: 2}, id="cross-imp"),
    ],
)
def test_every_line_of_a_real_file_becomes_an_entry_with_the_score_of_the_file(data, kinds):
    lines = [
        (board.board_no, line)
        for board in read_usebio(data).sections[0].boards
        for line in board.lines
    ]
    assert (
        Counter(make_result_entry(found.result, board_no).kind for board_no, found in lines)
        == kinds
    )
    assert [
        make_result_entry(found.result, board_no).ns_score(board_no) for board_no, found in lines
    ] == [found.result.score for _, found in lines]


@pytest.mark.parametrize(
    ("changes", "entry"),
    [
        pytest.param({}, "4SS=", id="played"),
        pytest.param({"SCORE": None}, "4SS=", id="played, score left out"),
        pytest.param({"SCORE": "450"}, "+450", id="score contradicts the contract"),
        pytest.param(
            {"CONTRACT": None, "PLAYED_BY": None, "TRICKS": None}, "+420", id="bare score"
        ),
        pytest.param({"PLAYED_BY": None}, "+420", id="declarer left out"),
        pytest.param(
            {"CONTRACT": "Pass", "PLAYED_BY": "N", "TRICKS": "", "SCORE": "0"},
            "PASS",
            id="passed out",
        ),
        pytest.param(
            {"CONTRACT": "", "TRICKS": "", "PLAYED_BY": "", "SCORE": "0"}, "PASS", id="bare nought"
        ),
        pytest.param({"CONTRACT": "PASS", "SCORE": "50"}, "+50", id="passed out with a score"),
        pytest.param(
            {"CONTRACT": None, "TRICKS": None, "SCORE": "A6040"}, "A6040", id="artificial"
        ),
        pytest.param({"SCORE": "a60/40"}, "A6040", id="artificial beside a contract"),
        pytest.param({"CONTRACT": None, "TRICKS": None, "SCORE": None}, "NP", id="no result"),
        pytest.param({"CONTRACT": None, "TRICKS": None, "SCORE": "NP"}, "NP", id="not played"),
    ],
)
def test_line_entry(changes, entry):
    event = read_usebio(usebio_file(boards=[write_board(write_line(**changes))]))
    assert str(make_result_entry(event.sections[0].boards[0].lines[0].result, board_no=1)) == entry


@pytest.mark.parametrize(
    ("given", "contract"),
    [
        pytest.param("4H", "4H", id="plain"),
        pytest.param("4sx", "4SX", id="small letters"),
        pytest.param("3N", "3NT", id="short no-trumps"),
        pytest.param("2D**", "2DXX", id="asterisks"),
        pytest.param("1 ♥ x", "1HX", id="symbol and blanks"),
        pytest.param("All Pass", "PASS", id="passed out in words"),
        pytest.param("PASS", "PASS", id="passed out"),
    ],
)
def test_contracts_are_written_in_one_way(given, contract):
    changed = write_line(CONTRACT=given, SCORE="0", TRICKS="7")
    assert (
        read_usebio(usebio_file(boards=[write_board(changed)]))
        .sections[0]
        .boards[0]
        .lines[0]
        .result.contract
        == contract
    )


@pytest.mark.parametrize(
    ("given", "declarer"),
    [("N", "N"), ("east", "E"), ("South", "S"), ("w", "W"), ("", "")],
    ids=repr,
)
def test_declarer_is_a_seat(given, declarer):
    assert (
        read_usebio(usebio_file(boards=[write_board(write_line(PLAYED_BY=given))]))
        .sections[0]
        .boards[0]
        .lines[0]
        .result.declarer
        == declarer
    )


@pytest.mark.parametrize(
    "given", ["21/07/2022", "21-07-2022", "2022-07-21", "21.7.2022", " 21/7/2022 "], ids=repr
)
def test_dates(given):
    assert read_usebio(usebio_file(DATE=given)).date == date(2022, 7, 21)


@pytest.mark.parametrize(
    ("event_type", "header", "points", "scoring"),
    [
        pytest.param("MP_PAIRS", {}, "MATCH_POINTS", "matchpoints", id="1.0 matchpoints"),
        pytest.param(
            "CROSS_IMP",
            {"SCORING_METHOD": "IMPS"},
            "CROSS_IMP_POINTS",
            "cross-imps",
            id="1.1 cross-IMPs",
        ),
        pytest.param("BUTLER_PAIRS", {}, "BUTLER_POINTS", "butler", id="1.1 Butler"),
        pytest.param(
            "PAIRS",
            {"BOARD_SCORING_METHOD": "MATCH_POINTS"},
            "MATCH_POINTS",
            "matchpoints",
            id="1.2",
        ),
        pytest.param(
            "PAIRS",
            {"BOARD_SCORING_METHOD": "CROSS_IMPS"},
            "CROSS_IMP_POINTS",
            "cross-imps",
            id="1.2 cross",
        ),
        pytest.param(
            "PAIRS",
            {"BOARD_SCORING_METHOD": "Butler IMPs"},
            "BUTLER_POINTS",
            "butler",
            id="1.2 Butler",
        ),
        pytest.param(
            "pairs",
            {"BOARD_SCORING_METHOD": "AGGREGATE"},
            "MATCH_POINTS",
            "aggregate",
            id="aggregate",
        ),
        pytest.param("PAIRS", {}, "MATCH_POINTS", "matchpoints", id="told by the points alone"),
        pytest.param(
            "PAIRS",
            {"SCORING_METHOD": "IMPS"},
            "CROSS_IMP_POINTS",
            "cross-imps",
            id="kind of IMPs told so",
        ),
        pytest.param("", {}, "BUTLER_POINTS", "butler", id="no type at all"),
    ],
)
def test_scoring(event_type, header, points, scoring):
    bare = {"NS_MATCH_POINTS": None, "EW_MATCH_POINTS": None}
    given = write_line(**bare | {f"NS_{points}": "2.5", f"EW_{points}": "-2,5"})
    event = read_usebio(usebio_file(event_type=event_type, boards=[write_board(given)], **header))
    found = event.sections[0].boards[0].lines[0]
    assert event.scoring == scoring
    assert found.ns_points == Fraction(5, 2)
    assert found.ew_points == Fraction(-5, 2)


@pytest.mark.parametrize(
    ("winner_type", "pairs", "winners"),
    [
        pytest.param("1", PAIRS, 1, id="one"),
        pytest.param("2", TWO_WINNER_PAIRS, 2, id="two"),
        pytest.param(None, PAIRS, 1, id="not said, no directions"),
        pytest.param(None, TWO_WINNER_PAIRS, 2, id="not said, all with directions"),
    ],
)
def test_winners(winner_type, pairs, winners):
    event = read_usebio(
        usebio_file(
            pairs=pairs,
            WINNER_TYPE=winner_type,
            boards=[write_board(write_line(EW_PAIR_NUMBER="2"))],
        )
    )
    assert event.sections[0].winner_count == winners


def test_with_one_winner_pairs_have_no_direction_even_if_the_file_gives_one():
    event = read_usebio(usebio_file(pairs=[write_pair("1", "NS"), write_pair("2EW", "EW")]))
    assert [
        (pair.number_text, pair.number, pair.direction) for pair in event.sections[0].pairs
    ] == [
        ("1", 1, ""),
        ("2EW", 2, ""),
    ]
    assert (
        event.sections[0].boards[0].lines[0].ns_no,
        event.sections[0].boards[0].lines[0].ew_no,
    ) == (1, 2)


@pytest.mark.parametrize(
    ("pairs", "ns", "ew", "expected"),
    [
        pytest.param(TWO_WINNER_PAIRS, "2NS", "1EW", (2, 1), id="with direction"),
        pytest.param(TWO_WINNER_PAIRS, "2 ns", "1 E-W", (2, 1), id="loosely written"),
        pytest.param(
            TWO_WINNER_PAIRS, "2", "1", (2, 1), id="side decides between two pairs of a number"
        ),
        pytest.param(
            (write_pair("1", "N-S"), write_pair("1", "East-West")),
            "1",
            "1",
            (1, 1),
            id="direction apart from number",
        ),
        pytest.param(
            (write_pair("1", "NS"), write_pair("11", "EW")),
            "1",
            "11",
            (1, 11),
            id="numbered through",
        ),
    ],
)
def test_lines_of_two_winners_name_their_pairs(pairs, ns, ew, expected):
    lines = [write_board(write_line(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew))]
    found = (
        read_usebio(usebio_file(pairs=pairs, boards=lines, WINNER_TYPE="2"))
        .sections[0]
        .boards[0]
        .lines[0]
    )
    assert (found.ns_no, found.ew_no) == expected


def test_one_session_with_one_section_is_read_through():
    flat = usebio_file().decode()
    nested = flat.replace(
        "<PARTICIPANTS>", '<SESSION SESSION_ID="1"><SECTION SECTION_ID="A"><PARTICIPANTS>'
    )
    nested = nested.replace("</EVENT>", "</SECTION></SESSION></EVENT>")
    assert read_usebio(nested.encode()) == read_usebio(flat.encode())


def test_deals_are_not_taken_for_boards():
    deal = "<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND/></BOARD></HANDSET></USEBIO>"
    data = usebio_file().replace(b"</USEBIO>", deal.encode())
    assert [board.board_no for board in read_usebio(data).sections[0].boards] == [1]


def test_a_single_pair_of_lines_and_places_with_ties():
    event = read_usebio(
        usebio_file(
            pairs=[
                write_pair("1", PLACE="2="),
                write_pair("2", PLACE="=2"),
                write_pair("3", PLACE=""),
            ]
        )
    )
    assert [pair.rank for pair in event.sections[0].pairs] == [2, 2, None]


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        pytest.param("utf-8", "", id="UTF-8, not said"),
        pytest.param("utf-8", "UTF-8", id="UTF-8"),
        pytest.param("utf-8-sig", "UTF-8", id="UTF-8 with a mark"),
        pytest.param("utf-8-sig", "iso-8859-1", id="UTF-8 with a mark, and ISO 8859-1 said"),
        pytest.param("iso-8859-1", "iso-8859-1", id="ISO 8859-1"),
        pytest.param("windows-1252", "ISO-8859-1", id="Windows-1252 that calls itself ISO 8859-1"),
        pytest.param("windows-1252", "windows-1252", id="Windows-1252"),
        pytest.param("utf-16", "utf-16", id="UTF-16"),
    ],
)
def test_encodings(encoding, declared):
    name = "Zoë O’Neil" if encoding != "iso-8859-1" else "Zoë O'Neil"
    text = usebio_file(pairs=[write_pair("1", players=(name, "Bert")), write_pair("2")]).decode()
    if declared:
        text = f'<?xml version="1.0" encoding="{declared}"?>{text}'
    event = read_usebio(text.encode(encoding))
    assert event.sections[0].pairs[0].players[0].name == name
    assert event.warnings == ()


def test_blank_lines_before_the_first_tag_do_no_harm():
    assert read_usebio(b'\r\n  <?xml version="1.0"?>' + usebio_file()) == read_usebio(usebio_file())


def test_tags_in_small_letters_and_with_a_namespace_are_read():
    data = usebio_file().decode()
    lower = data.replace("<USEBIO ", '<usebio xmlns="http://www.usebio.org" ').replace(
        "</USEBIO>", "</usebio>"
    )
    assert read_usebio(lower.encode()) == read_usebio(data.encode())


def test_an_open_file_is_read_as_its_bytes_are():
    assert read_usebio(io.BytesIO(HOWELL)) == read_usebio(HOWELL)


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">',
        '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">',
        '<!DOCTYPE USEBIO SYSTEM "file:///etc/passwd">',
    ],
    ids=["system", "public", "local file"],
)
def test_a_doctype_is_passed_over_and_never_fetched(doctype, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("something was fetched")

    for name in ("socket.socket", "urllib.request.urlopen", "builtins.open"):
        monkeypatch.setattr(name, refuse)
    assert read_usebio(doctype.encode() + usebio_file()) == read_usebio(usebio_file())
