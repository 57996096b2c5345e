"""Every USEBIO file that is refused for what it says, with the whole sentence."""

import pytest

from director.additions.imports.formats.usebio.files import read_usebio
from director.formats.errors import ImportFileError, SeveralProblemsError
from tests.director.additions.imports.formats.usebio.factories import (
    TWO_WINNER_PAIRS,
    write_board,
    write_line,
    write_pair,
    write_usebio,
)

WHERE = "Board 1, N-S 1 against E-W 2"


def get_usebio_refusal(data, **options):
    with pytest.raises(ImportFileError) as caught:
        read_usebio(data, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            write_usebio(DATE="31/06/2022"),
            "DATE “31/06/2022” isn’t a date. Use a form such as 21/07/2022.",
            id="no such day",
        ),
        pytest.param(
            write_usebio(DATE="July 2022"),
            "DATE “July 2022” isn’t a date. Use a form such as 21/07/2022.",
            id="date in words",
        ),
        pytest.param(
            write_usebio(WINNER_TYPE="3"),
            "WINNER_TYPE is “3”. Use 1 for one winner or 2 for N-S and E-W winners.",
            id="three winners",
        ),
        pytest.param(
            write_usebio(event_type="PAIRS", BOARD_SCORING_METHOD="BAM"),
            "The scoring is “BAM”. Use MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE as BOARD_SCORING_METHOD.",
            id="unknown scoring",
        ),
        pytest.param(
            write_usebio(
                event_type="PAIRS",
                boards=[write_board(write_line(NS_MATCH_POINTS=None, EW_MATCH_POINTS=None))],
            ),
            "The scoring is “”. Use MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE as BOARD_SCORING_METHOD.",
            id="no scoring",
        ),
        *(
            pytest.param(
                write_usebio(event_type=contest),
                f"The event type is {contest}. Only events of pairs and of teams can be imported.",
                id=contest,
            )
            for contest in ("KO", "LADDER")
        ),
        pytest.param(
            write_usebio(event_type="INDIVIDUAL"),
            "This USEBIO file of single players doesn’t say who sat with whom. Import the event as PBN, CSV or XLSX, "
            "or as USEBIO for any program.",
            id="single players",
        ),
        *(
            pytest.param(
                write_usebio(event_type=contest),
                "The file has no teams. Export the event again with its teams.",
                id=contest,
            )
            for contest in ("TEAMS", "SWISS_TEAMS")
        ),
        pytest.param(
            write_usebio().replace(b"<EVENT ", b'<EVENT EVENT_TYPE="MP_PAIRS"/><EVENT '),
            "The file has 2 events: event 1; Club pairs, 21/07/2022. Choose one; import the others afterwards.",
            id="two events",
        ),
        pytest.param(
            b"<USEBIO/>", "The file has no event. Export one event per file.", id="no event"
        ),
        pytest.param(
            write_usebio(extra="<SESSION/><SESSION/>"),
            "The file has 1 board outside its 2 sessions. Put each board in its section.",
            id="a board beside two sessions",
        ),
        pytest.param(
            write_usebio(extra="<SESSION><SECTION/><SECTION/><SECTION/></SESSION>"),
            "The file has 1 board outside its 3 sections. Put each board in its section.",
            id="a board beside three sections",
        ),
        pytest.param(
            write_usebio(extra="<SESSION/><SESSION/><SECTION/>"),
            "The file has 1 section outside its 2 sessions. Put each section in its session.",
            id="a section beside two sessions",
        ),
    ],
)
def test_an_event_that_cannot_be_taken(data, sentence):
    assert get_usebio_refusal(data) == sentence


@pytest.mark.parametrize(
    ("pairs", "winners", "sentence"),
    [
        pytest.param(
            [], "1", "The file has no pairs. Export the event again with its pairs.", id="none"
        ),
        *(
            pytest.param(
                [write_pair("1"), write_pair(number)],
                "1",
                f"Pair 2 in the list of pairs: “{number}” isn’t a pair number. Use a form such as 5, 5NS or 5EW.",
                id=f"number {number!r}",
            )
            for number in ("", "0", "A1", "1XY", "23456", "-3")
        ),
        pytest.param(
            [write_pair("1"), write_pair("2"), write_pair("2")],
            "1",
            "Pair 2 is in the list of pairs twice. Give each pair its own number.",
            id="twice",
        ),
        pytest.param(
            [write_pair("1NS"), write_pair("2EW"), write_pair("2", "EW")],
            "2",
            "Pair 2 is in the list of pairs twice. Give each pair its own number.",
            id="twice in one direction",
        ),
        pytest.param(
            [write_pair("1"), write_pair("2NS"), write_pair("2EW")],
            "1",
            "Pairs 2NS and 2EW share a number, but the event has one winner. Use different numbers, or set "
            "WINNER_TYPE to 2.",
            id="shared number",
        ),
        pytest.param(
            [write_pair("1", "up"), write_pair("2")],
            "1",
            "Pair 1: DIRECTION is “up”; write NS, EW or nothing.",
            id="no direction",
        ),
        pytest.param(
            [write_pair("1", "5"), write_pair("2")],
            "1",
            "Pair 1: DIRECTION is “5”; write NS, EW or nothing.",
            id="digit",
        ),
        pytest.param(
            [write_pair("1NS", "EW"), write_pair("2EW")],
            "2",
            "Pair 1NS: DIRECTION is “EW”; write NS as in its number.",
            id="number and direction disagree",
        ),
        pytest.param(
            [write_pair("1NS"), write_pair("2")],
            "2",
            "Pair 2 has no direction, but the event has two winners. Add NS or EW as its DIRECTION.",
            id="direction missing",
        ),
    ],
)
def test_pairs_that_cannot_be_taken_are_named_and_no_line_is_blamed_for_them(
    pairs, winners, sentence
):
    assert get_usebio_refusal(write_usebio(pairs=pairs, WINNER_TYPE=winners)) == sentence


@pytest.mark.parametrize(
    ("boards", "sentence"),
    [
        pytest.param(
            [],
            "The file has no results. Export the event again after entering its results.",
            id="no boards",
        ),
        pytest.param(
            ["<BOARD><BOARD_NUMBER>1</BOARD_NUMBER></BOARD>"],
            "The file has no results. Export the event again after entering its results.",
            id="a board without lines",
        ),
        *(
            pytest.param(
                [write_board(), write_board(number=number)],
                f"Board 2 in the file: “{number}” isn’t a board number. Use 1 to 999.",
                id=f"board number {number!r}",
            )
            for number in ("", "0", "x", "1.5", "1000", "٣")
        ),
        pytest.param(
            [
                write_board(number="7"),
                write_board(write_line(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="4"), number="7"),
            ],
            "Board 7 is in the file twice. Put all its results in one <BOARD>.",
            id="board twice",
        ),
    ],
)
def test_boards_that_cannot_be_taken(boards, sentence):
    assert get_usebio_refusal(write_usebio(boards=boards)) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            {"EW_PAIR_NUMBER": "9"},
            "Board 1, N-S 1 against E-W 9: pair 9 isn’t in the list of pairs. Correct the number or add the pair.",
            id="unknown pair",
        ),
        pytest.param(
            {"NS_PAIR_NUMBER": "one"},
            "Board 1, result 1: “one” isn’t a pair number for N-S. Use a form such as 5, 5NS or 5EW.",
            id="unreadable pair",
        ),
        pytest.param(
            {"EW_PAIR_NUMBER": None},
            "Board 1, result 1: “” isn’t a pair number for E-W. Use a form such as 5, 5NS or 5EW.",
            id="missing pair",
        ),
        pytest.param(
            {"EW_PAIR_NUMBER": "1"},
            "Board 1, N-S 1 against E-W 1: the pair plays against itself. Correct one of the numbers.",
            id="own opponent",
        ),
        pytest.param(
            {"CONTRACT": "8S"},
            f"{WHERE}: “8S”: bids go from 1 to 7, not 8.",
            id="eight spades",
        ),
        pytest.param(
            {"CONTRACT": "4Z"},
            f"{WHERE}: “4Z”: unknown denomination Z. Use C, D, H, S or NT.",
            id="no such denomination",
        ),
        pytest.param(
            {"CONTRACT": "3NTXXX"},
            f"{WHERE}: “3NTXXX”: use X for doubled, XX for redoubled.",
            id="doubled three times",
        ),
        pytest.param(
            {"CONTRACT": "game"},
            f"{WHERE}: “game” isn’t a contract. Type level, denomination and X or XX, such as 4S or 3NTX.",
            id="no contract",
        ),
        pytest.param(
            {"PLAYED_BY": "Q"},
            f"{WHERE}: the declarer is “Q”. Use N, E, S or W.",
            id="declarer",
        ),
        *(
            pytest.param(
                {"TRICKS": tricks},
                f"{WHERE}: the tricks are “{tricks}”. Use 0 to 13, or =, +1 or -2 relative to the contract.",
                id=f"tricks {tricks}",
            )
            for tricks in ("14", "-11", "ten")
        ),
        *(
            pytest.param(
                {"SCORE": score},
                f"{WHERE}: the score is “{score}”. Use a whole number, or A6040 for an artificial score.",
                id=f"score {score!r}",
            )
            for score in ("4.5", "A60", "A999999", "All bad", "1000000", "--50")
        ),
        pytest.param(
            {"SCORE": None, "TRICKS": None},
            f"{WHERE}: 4S has no score. Add the score, or the declarer and tricks.",
            id="contract without result",
        ),
    ],
)
def test_a_line_that_cannot_be_taken_is_named_by_board_and_pairs(changes, sentence):
    assert get_usebio_refusal(write_usebio(boards=[write_board(write_line(**changes))])) == sentence


def test_a_result_told_from_both_sides_is_one():
    lines = [write_line(), write_line(NS_PAIR_NUMBER="2", EW_PAIR_NUMBER="1", SCORE="-420")]
    event = read_usebio(write_usebio(boards=[write_board(*lines)]))
    (only,) = event.sections[0].boards[0].lines
    assert only.ns_no == 1
    assert only.ew_no == 2
    assert only.result.score == 420
    assert "The file lists 1 result from both sides." in " ".join(map(str, event.warnings))


@pytest.mark.parametrize("changes", [{"SCORE": "420"}, {"SCORE": "-170", "TRICKS": "11"}])
def test_another_result_of_the_same_pairs_is_a_second_one(changes):
    lines = [write_line(), write_line(NS_PAIR_NUMBER="2", EW_PAIR_NUMBER="1", **changes)]
    assert "Board 1: pair 1 has two results." in get_usebio_refusal(
        write_usebio(boards=[write_board(*lines)])
    )


def test_a_pair_twice_on_a_board():
    lines = [write_line(), write_line(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="1")]
    assert get_usebio_refusal(write_usebio(boards=[write_board(*lines)])) == (
        "Board 1: pair 1 has two results. Delete the wrong one."
    )


def test_pairs_of_one_number_and_two_directions_may_both_be_on_a_board():
    given = [write_board(write_line(NS_PAIR_NUMBER="1NS", EW_PAIR_NUMBER="1EW"))]
    event = read_usebio(write_usebio(pairs=TWO_WINNER_PAIRS, WINNER_TYPE="2", boards=given))
    assert (
        event.sections[0].boards[0].lines[0].ns_no,
        event.sections[0].boards[0].lines[0].ew_no,
    ) == (1, 1)


def test_a_pair_on_the_wrong_side_with_two_winners():
    given = [write_board(write_line(NS_PAIR_NUMBER="1EW", EW_PAIR_NUMBER="2EW"))]
    assert get_usebio_refusal(
        write_usebio(pairs=TWO_WINNER_PAIRS, WINNER_TYPE="2", boards=given)
    ) == (
        "Board 1, N-S 1EW against E-W 2EW: pair 1EW can’t sit N-S with two winners. Correct the line, or set "
        "WINNER_TYPE to 1."
    )


def test_all_faults_of_a_file_come_at_once_in_its_order():
    given = [
        write_board(write_line(CONTRACT="8S"), write_line(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="9")),
        write_board(number="zwei"),
    ]
    with pytest.raises(SeveralProblemsError) as caught:
        read_usebio(write_usebio(boards=given, DATE="soon"))
    sentences = [
        "Board 1, N-S 1 against E-W 2: “8S”: bids go from 1 to 7, not 8.",
        "Board 1, N-S 3 against E-W 9: pair 9 isn’t in the list of pairs. Correct the number or add the pair.",
        "Board 2 in the file: “zwei” isn’t a board number. Use 1 to 999.",
        "DATE “soon” isn’t a date. Use a form such as 21/07/2022.",
    ]
    assert [str(fault) for fault in caught.value.problems] == sentences
    assert str(caught.value) == "\n".join(["Nothing was imported. Correct 4 faults:", *sentences])
    assert [fault.code for fault in caught.value.problems] == [
        "line-contract",
        "usebio-unknown-pair",
        "usebio-board-number",
        "usebio-date",
    ]


def test_of_very_many_faults_of_one_reason_three_are_shown_and_all_are_kept():
    given = [write_board(number=f"x{number}") for number in range(25)]
    with pytest.raises(SeveralProblemsError) as caught:
        read_usebio(write_usebio(boards=given))
    lines = str(caught.value).splitlines()
    assert len(caught.value.problems) == 25
    assert len(lines) == 5
    assert lines[-1] == "The same is true of 22 others."


def test_a_fault_with_a_very_long_value_shows_only_its_beginning():
    sentence = get_usebio_refusal(write_usebio(DATE="9" * 100_000))
    assert sentence == f"DATE “{'9' * 200}…” isn’t a date. Use a form such as 21/07/2022."


def test_few_contracts_that_are_misspelt_leave_only_the_scores():
    lines = [write_line(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2") for _number in range(10)]
    lines[3] = write_line(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", CONTRACT="42")
    boards = [write_board(text, number=str(number)) for number, text in enumerate(lines, start=1)]
    event = read_usebio(write_usebio(boards=boards))
    misspelt = event.sections[0].boards[3].lines[0]
    assert misspelt.result.contract == ""
    assert misspelt.result.score == 420
    assert [str(doubt) for doubt in event.warnings if doubt.code == "doubt-only-score"] == [
        "Board 4, N-S 1 against E-W 2: “42” isn’t a contract. Type level, denomination and X or XX, such as 4S or "
        "3NTX. Only the score of this line was imported."
    ]
