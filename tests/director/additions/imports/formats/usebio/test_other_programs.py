"""USEBIO as other programs write it: movies, Swiss pairs, teams divided into pairs."""

import pytest

from director.additions.imports.formats.source.model import SourceRound
from director.additions.imports.formats.usebio.files import read_usebio
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_pair,
    write_tags,
    write_usebio,
)

MOVIE = (
    "pn|S,W,N,E|md|1S765H9876D9876C87,S43H542D532C65432,SAKQ2HAK3DAK4CAKQ,SJT98HQJTDQJTCJT9|sv|o|"
)
UNNUMBERED = {"NS_PAIR_NUMBER": None, "EW_PAIR_NUMBER": None}
NO_POINTS = {"NS_MATCH_POINTS": None, "EW_MATCH_POINTS": None}


@pytest.mark.parametrize("tag", ["LIN_DATA", "LIN"])
def test_movies_of_lines_are_the_hands_of_their_board(tag):
    lines = [
        write_line(**{tag: f"{MOVIE}mb|p|"}),
        write_line(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="4", **{tag: f"{MOVIE}mb|1C|"}),
    ]
    boards = [write_board(*lines)]
    event = read_usebio(write_usebio(boards=boards))
    (section,) = event.sections
    assert [(deal.board_no, deal.hands.get_hand("N")) for deal in section.hands] == [
        (1, "AKQ2.AK3.AK4.AKQ")
    ]
    assert len(section.boards[0].lines) == 2
    assert event.warnings == ()


def match(round_no, ns, ew, *boards, **texts):
    head = {"ROUND_NUMBER": round_no, "NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew} | texts
    return f"<MATCH>{write_tags(head)}{''.join(boards)}</MATCH>"


def unnumbered(number, **changes):
    return write_board(write_line(**UNNUMBERED | NO_POINTS | changes), number=number)


def test_swiss_pairs_have_their_pairs_at_the_match():
    matches = [
        match("1", "1", "2", unnumbered("1"), unnumbered("2"), NS_SCORE="12", EW_SCORE="8"),
        match("1", "3", "4", unnumbered("1"), unnumbered("2"), NS_SCORE="12", EW_SCORE="8"),
        match("2", "1", "3", unnumbered("3", DIRECTION="E"), NS_SCORE="10", EW_SCORE="10"),
    ]
    event = read_usebio(write_usebio(boards=matches, event_type="SWISS_PAIRS"))
    (section,) = event.sections
    assert event.contest == "pairs"
    assert [
        (played.board_no, [(line.ns_no, line.ew_no) for line in played.lines])
        for played in section.boards
    ] == [(1, [(1, 2), (3, 4)]), (2, [(1, 2), (3, 4)]), (3, [(3, 1)])]
    assert section.rounds == (
        SourceRound(1, 1, 1, 2, (1, 2)),
        SourceRound(1, 2, 3, 4, (1, 2)),
        SourceRound(2, 1, 3, 1, (3,)),
    )
    assert any("the scores of 3 matches" in str(doubt) for doubt in event.warnings)


def team(name, first_pair):
    pairs = "".join(
        write_pair(str(number), players=(f"{name}{number} Ash", f"{name}{number} Birch"))
        for number in (first_pair, first_pair + 1)
    )
    return f"<TEAM>{write_tags({'TEAM_NAME': name})}{pairs}</TEAM>"


def team_board(number, first_table, second_table):
    lines = (
        write_line(**NO_POINTS | {"NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew})
        for ns, ew in (first_table, second_table)
    )
    return write_board(*lines, number=number)


@pytest.mark.parametrize(
    ("tables", "sides"),
    [
        ((("1", "4"), ("3", "2")), [(1, 2), (2, 1)]),
        ((("3", "2"), ("1", "4")), [(2, 1), (1, 2)]),
        ((("1", "2"), ("2", "1")), [(1, 2), (2, 1)]),
    ],
    ids=["pairs", "pairs-turned", "teams"],
)
def test_players_of_teams_may_be_inside_their_pairs(tables, sides):
    boards = team_board("1", *tables) + team_board("2", *tables)
    head = write_tags({"ROUND_NUMBER": "1", "TEAM": "1", "OPPOSING_TEAM": "2"})
    data = write_usebio(
        pairs=(team("Reds", 1), team("Blues", 3)),
        boards=[f"<MATCH>{head}{boards}</MATCH>"],
        event_type="TEAMS_OF_FOUR",
    )
    (section,) = read_usebio(data).sections
    assert [(pair.name, [player.name for player in pair.players]) for pair in section.pairs] == [
        ("Reds", ["Reds1 Ash", "Reds1 Birch", "Reds2 Ash", "Reds2 Birch"]),
        ("Blues", ["Blues3 Ash", "Blues3 Birch", "Blues4 Ash", "Blues4 Birch"]),
    ]
    assert [(line.ns_no, line.ew_no) for line in section.boards[0].lines] == sides


def test_pass_is_a_score():
    boards = [write_board(write_line(CONTRACT="PASS", PLAYED_BY=None, TRICKS=None, SCORE="Pass"))]
    (section,) = read_usebio(write_usebio(boards=boards)).sections
    assert section.boards[0].lines[0].result.contract == "PASS"
    assert section.boards[0].lines[0].result.score == 0


def test_bare_ampersand_is_read_as_one():
    data = write_usebio(boards=[write_board(write_line())], TITLE="Ash & Birch")
    assert read_usebio(data).title == "Ash & Birch"


def test_event_in_an_envelope_is_found():
    text = write_usebio(boards=[write_board(write_line())]).decode()
    inner = text[text.index("<USEBIO") :]
    assert read_usebio(f"<Export><File>{inner}</File></Export>".encode()) == read_usebio(
        text.encode()
    )


def test_wrong_name_of_utf_16_makes_no_difference():
    text = write_usebio(boards=[write_board(write_line())]).decode()
    inner = text[text.index("<USEBIO") :]
    data = f'<?xml version="1.0" encoding="utf-16"?>{inner}'.encode()
    assert read_usebio(data) == read_usebio(text.encode())


def test_movies_with_escaped_signs_are_hands_too():
    movie = MOVIE.replace(",", "%2C").replace("N%2CE", "Ada%20N%2CE")
    event = read_usebio(write_usebio(boards=[write_board(write_line(LIN_DATA=f"{movie}zz|40%|"))]))
    assert [deal.board_no for deal in event.sections[0].hands] == [1]
    assert event.warnings == ()


SEATS = ("N", "S", "E", "W")
# Board, N, S, E, W, score and matchpoints of N-S.
INDIVIDUAL_LINES = (
    (1, (1, 2, 3, 4), "100", "2"),
    (1, (5, 6, 7, 8), "80", "0"),
    (2, (1, 5, 2, 6), "-50", "0"),
    (2, (3, 7, 4, 8), "110", "2"),
)


def individual(lines=INDIVIDUAL_LINES):
    boards = [
        write_board(
            *(
                write_line(
                    **dict.fromkeys((*UNNUMBERED, "CONTRACT", "PLAYED_BY", "TRICKS")),
                    **{
                        f"{seat}_PLAYER_NUMBER": number
                        for seat, number in zip(SEATS, seats, strict=True)
                    },
                    SCORE=score,
                    NS_MATCH_POINTS=points,
                    EW_MATCH_POINTS=str(2 - int(points)),
                )
                for board_no, seats, score, points in lines
                if board_no == number
            ),
            number=str(number),
        )
        for number in (1, 2)
    ]
    players = [
        f"<PLAYER>{write_tags({'PLAYER_NUMBER': number, 'PLAYER_NAME': f'Ash{number} Ada'})}</PLAYER>"
        for number in range(1, 9)
    ]
    return write_usebio(event_type="INDIVIDUAL", pairs=players, boards=boards, WINNER_TYPE=None)


def test_single_players_are_read_if_lines_name_their_seats():
    event = read_usebio(individual())
    (section,) = event.sections
    assert (event.contest, event.title, event.scoring) == (
        "individual",
        "Club pairs",
        "matchpoints",
    )
    assert [pair.players[0].name for pair in section.pairs][:2] == ["Ash1 Ada", "Ash2 Ada"]
    lines = [
        (
            section.partners_by_number[line.ns_no],
            section.partners_by_number[line.ew_no],
            line.result.score,
        )
        for board in section.boards
        for line in board.lines
    ]
    assert lines[0] == ((1, 2), (3, 4), 100)
    assert lines[2] == ((1, 5), (2, 6), -50)


def test_a_seat_without_a_number_is_named():
    lines = ((1, (1, 2, 3, "x"), "100", "2"), *INDIVIDUAL_LINES[1:])
    with pytest.raises(ImportFileError) as refused:
        read_usebio(individual(lines))
    assert str(refused.value) == (
        "Board 1, result 1: “x” isn’t a player’s number for W. Use 1 to 1000."
    )
