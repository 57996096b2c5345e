"""What the reader makes of real files and of the habits of other programs."""

import doctest
from fractions import Fraction

import pytest

from director.additions.imports.formats import xml
from director.additions.imports.formats.source.model import SourcePair, SourcePlayer
from director.additions.imports.formats.usebio import boards, elements, files
from director.additions.imports.formats.usebio.files import read_usebio
from director.formats import errors, reading
from director.formats.names import pairs as names
from tests.director.additions.imports.formats.usebio.factories import (
    CROSS_IMP,
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


def test_blank_lines_before_the_first_tag_do_no_harm():
    assert read_usebio(b'\r\n  <?xml version="1.0"?>' + usebio_file()) == read_usebio(usebio_file())


def test_tags_in_small_letters_and_with_a_namespace_are_read():
    data = usebio_file().decode()
    lower = data.replace("<USEBIO ", '<usebio xmlns="http://www.usebio.org" ').replace(
        "</USEBIO>", "</usebio>"
    )
    assert read_usebio(lower.encode()) == read_usebio(data.encode())
