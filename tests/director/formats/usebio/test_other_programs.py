"""USEBIO as other programs write it: movies, Swiss pairs, teams divided into pairs."""

import pytest

from director.formats.source.model import SourceRound
from director.formats.usebio.read import read_usebio
from tests.director.formats.usebio.factories import board, line, pair, tags, usebio

MOVIE = (
    "pn|S,W,N,E|md|1S765H9876D9876C87,S43H542D532C65432,SAKQ2HAK3DAK4CAKQ,SJT98HQJTDQJTCJT9|sv|o|"
)
UNNUMBERED = {"NS_PAIR_NUMBER": None, "EW_PAIR_NUMBER": None}
NO_POINTS = {"NS_MATCH_POINTS": None, "EW_MATCH_POINTS": None}


@pytest.mark.parametrize("tag", ["LIN_DATA", "LIN"])
def test_movies_of_lines_are_the_hands_of_their_board(tag):
    lines = [
        line(**{tag: f"{MOVIE}mb|p|"}),
        line(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="4", **{tag: f"{MOVIE}mb|1C|"}),
    ]
    boards = [board(*lines)]
    event = read_usebio(usebio(boards=boards))
    (section,) = event.sections
    assert [(deal.board_no, deal.cards.hand("N")) for deal in section.hands] == [
        (1, "AKQ2.AK3.AK4.AKQ")
    ]
    assert len(section.boards[0].lines) == 2
    assert event.warnings == ()


def match(round_no, ns, ew, *boards, **texts):
    head = {"ROUND_NUMBER": round_no, "NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew} | texts
    return f"<MATCH>{tags(head)}{''.join(boards)}</MATCH>"


def unnumbered(number, **changes):
    return board(line(**UNNUMBERED | NO_POINTS | changes), number=number)


def test_swiss_pairs_have_their_pairs_at_the_match():
    matches = [
        match("1", "1", "2", unnumbered("1"), unnumbered("2"), NS_SCORE="12", EW_SCORE="8"),
        match("1", "3", "4", unnumbered("1"), unnumbered("2"), NS_SCORE="12", EW_SCORE="8"),
        match("2", "1", "3", unnumbered("3", DIRECTION="E"), NS_SCORE="10", EW_SCORE="10"),
    ]
    event = read_usebio(usebio(boards=matches, event_type="SWISS_PAIRS"))
    (section,) = event.sections
    assert event.contest == "pairs"
    assert [
        (played.board_no, [(each.ns_no, each.ew_no) for each in played.lines])
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
        pair(str(number), players=(f"{name}{number} Ash", f"{name}{number} Birch"))
        for number in (first_pair, first_pair + 1)
    )
    return f"<TEAM>{tags({'TEAM_NAME': name})}{pairs}</TEAM>"


def team_board(number, first_table, second_table):
    lines = (
        line(**NO_POINTS | {"NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew})
        for ns, ew in (first_table, second_table)
    )
    return board(*lines, number=number)


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
    head = tags({"ROUND_NUMBER": "1", "TEAM": "1", "OPPOSING_TEAM": "2"})
    data = usebio(
        pairs=(team("Reds", 1), team("Blues", 3)),
        boards=[f"<MATCH>{head}{boards}</MATCH>"],
        event_type="TEAMS_OF_FOUR",
    )
    (section,) = read_usebio(data).sections
    assert [(each.name, [player.name for player in each.players]) for each in section.pairs] == [
        ("Reds", ["Reds1 Ash", "Reds1 Birch", "Reds2 Ash", "Reds2 Birch"]),
        ("Blues", ["Blues3 Ash", "Blues3 Birch", "Blues4 Ash", "Blues4 Birch"]),
    ]
    assert [(each.ns_no, each.ew_no) for each in section.boards[0].lines] == sides


def test_pass_is_a_score():
    boards = [board(line(CONTRACT="PASS", PLAYED_BY=None, TRICKS=None, SCORE="Pass"))]
    (section,) = read_usebio(usebio(boards=boards)).sections
    assert (section.boards[0].lines[0].contract, section.boards[0].lines[0].score) == ("PASS", 0)


def test_bare_ampersand_is_read_as_one():
    data = usebio(boards=[board(line())], TITLE="Ash & Birch")
    assert read_usebio(data).title == "Ash & Birch"


def test_event_in_an_envelope_is_found():
    text = usebio(boards=[board(line())]).decode()
    inner = text[text.index("<USEBIO") :]
    assert read_usebio(f"<Export><File>{inner}</File></Export>".encode()) == read_usebio(
        text.encode()
    )


def test_wrong_name_of_utf_16_makes_no_difference():
    text = usebio(boards=[board(line())]).decode()
    inner = text[text.index("<USEBIO") :]
    data = f'<?xml version="1.0" encoding="utf-16"?>{inner}'.encode()
    assert read_usebio(data) == read_usebio(text.encode())
