"""Files of several sessions or sections: what belongs to which, wherever the pairs are listed."""

import pytest

from director.additions.imports.formats.usebio.files import read_usebio
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.usebio.factories import (
    PAIRS,
    write_board,
    write_line,
    write_pair,
)

LISTED = f"<PARTICIPANTS>{''.join(PAIRS)}</PARTICIPANTS>"
FIGURED_PAIRS = (
    write_pair("1", TOTAL_SCORE="12", PLACE="1"),
    write_pair("2"),
    write_pair("3"),
    write_pair("4"),
)
FIGURED = f"<PARTICIPANTS>{''.join(FIGURED_PAIRS)}</PARTICIPANTS>"
AGAIN = write_board(write_line(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="4"))


def section(name, *parts):
    return f'<SECTION SECTION_ID="{name}">{"".join(parts)}</SECTION>'


def session(*parts):
    return f"<SESSION>{''.join(parts)}</SESSION>"


def event(*parts, method="MATCH_POINTS"):
    facts = f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD><DATE>21/07/2022</DATE>"
    return f'<USEBIO><EVENT EVENT_TYPE="PAIRS">{facts}{"".join(parts)}</EVENT></USEBIO>'.encode()


def shape(read):
    """Return, session by session, each section's name, pairs and how many lines it has."""
    return [
        [
            (
                part.name,
                [pair.number for pair in part.pairs],
                sum(len(board.lines) for board in part.boards),
            )
            for part in sections
        ]
        for sections in read.sessions
    ]


ALL = [1, 2, 3, 4]


def test_a_section_says_for_itself_how_many_winners_it_has():
    two = f"<PARTICIPANTS>{write_pair('1NS', 'NS')}{write_pair('1EW', 'EW')}</PARTICIPANTS><WINNER_TYPE>2</WINNER_TYPE>"
    met = write_board(write_line(NS_PAIR_NUMBER="1NS", EW_PAIR_NUMBER="1EW"))
    read = read_usebio(
        event(
            "<WINNER_TYPE>1</WINNER_TYPE>",
            section("A", two, met),
            section("B", LISTED, write_board()),
        )
    )
    assert [part.winner_count for part in read.sections] == [2, 1]


def doubts(*parts):
    return list(map(str, read_usebio(event(*parts)).warnings))


def test_totals_after_all_sessions_are_those_of_none_of_them():
    parts = (FIGURED, session(write_board()), session(AGAIN))
    assert doubts(*parts) == [
        "Totals and places in the file cover all 2 sessions, so only board points were compared."
    ]
    assert {pair.total for part in read_usebio(event(*parts)).sections for pair in part.pairs} == {
        None
    }


def test_totals_of_a_list_for_sections_of_one_session_stay():
    read = read_usebio(event(FIGURED, section("A", write_board()), section("B", AGAIN)))
    assert read.sections[0].pairs[0].total == 12
    assert read.warnings == ()


def test_who_is_listed_for_several_sections_and_played_in_none_is_told():
    assert doubts(LISTED, section("A", write_board()), section("B", write_board())) == [
        f"Pair {number} is in the list of pairs but has no results, so it was left out."
        for number in "34"
    ]


def test_a_list_above_sections_with_lists_of_their_own_is_told():
    assert doubts(
        FIGURED, section("A", LISTED, write_board()), section("B", LISTED, write_board())
    ) == [
        "The file has an extra list of pairs for all sections. That list and its figures were skipped."
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            event(session(write_board(), section("A", LISTED), section("B", LISTED))),
            "The file has 1 board outside its 2 sections. Put each board in its section.",
            id="boards in the session",
        ),
        pytest.param(
            event(
                section(
                    "A",
                    "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>",
                    LISTED,
                    write_board(),
                ),
                section("B", LISTED, write_board()),
            ),
            "The sections have different scoring methods (MATCH_POINTS, CROSS_IMPS). Export each to its own file.",
            id="two methods",
        ),
        pytest.param(
            event(section("A", LISTED, write_board()), section("B", write_board())),
            "Section B: The file has no pairs. Export the event again with its pairs.",
            id="a section without pairs",
        ),
        pytest.param(
            event(section("A", LISTED), section("B", LISTED)),
            "The file has no results. Export the event again after entering its results.",
            id="no results at all",
        ),
        pytest.param(
            event(
                f"<PARTICIPANTS>{write_pair('1')}{write_pair('1')}</PARTICIPANTS>",
                section("A", write_board()),
                section("B", write_board()),
            ),
            "Pair 1 is in the list of pairs twice. Give each pair its own number.",
            id="a faulty list is blamed once",
        ),
    ],
)
def test_a_divided_file_that_cannot_be_taken(data, sentence):
    with pytest.raises(ImportFileError) as caught:
        read_usebio(data)
    assert str(caught.value) == sentence


def test_a_section_that_has_not_played_yet_is_read():
    read = read_usebio(event(session(LISTED, write_board()), session(LISTED)))
    assert shape(read) == [[("", ALL, 1)], [("", ALL, 0)]]
