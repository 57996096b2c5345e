"""Real club sessions, line by line, against the figures of the program that scored them."""

import pytest

from scoring.bridge.contracts import compute_ns_score, get_vulnerability, parse_contract
from scoring.registry import rank_field
from tests.scoring.printed import usebio

MATCHPOINT_SESSIONS = ["club-mitchell-13-pairs", "club-howell-12-pairs"]


@pytest.mark.parametrize("session", [*MATCHPOINT_SESSIONS, "club-cross-imp-9-pairs"])
def test_score_of_every_line_follows_from_its_contract(session):
    played = [
        line
        for line in usebio.read_played_lines(session)
        if line.contract and line.contract != "PASS"
    ]
    ours = [
        compute_ns_score(
            parse_contract(line.contract),
            line.declarer,
            line.tricks,
            get_vulnerability(line.board_no),
        )
        for line in played
    ]
    assert ours == [line.score for line in played]


@pytest.mark.parametrize("session", MATCHPOINT_SESSIONS)
def test_matchpoints_of_every_line_are_the_official_ones(session):
    ranking = rank_field("matchpoints", usebio.read_field(session), {"board_points": "bare"})
    ours = [
        (board.board_no, scored.line.ns, scored.line.ew, scored.ns_points, scored.ew_points)
        for board in ranking.boards
        for scored in board.lines
    ]
    assert ours == [
        (line.board_no, line.ns, line.ew, line.ns_points, line.ew_points)
        for line in usebio.read_played_lines(session)
    ]


def test_howell_lines_differ_from_the_official_ones_only_where_a_table_did_not_play():
    """With the default, board 12 shows the adjusted figures that its pairs' totals hold."""
    session = "club-howell-12-pairs"
    bare = rank_field("matchpoints", usebio.read_field(session), {"board_points": "bare"})
    adjusted = rank_field("matchpoints", usebio.read_field(session))
    differing = [
        board.board_no
        for board, other in zip(bare.boards, adjusted.boards, strict=True)
        if board.lines != other.lines
    ]
    assert differing == [12]
    assert bare.standings == adjusted.standings


def test_howell_session_explains_what_was_adjusted():
    assert rank_field("matchpoints", usebio.read_field("club-howell-12-pairs")).notes == (
        "Boards 12, 26: 5 of 6 results compared, adjusted by the Neuberg formula.",
        "Pairs 1, 3: 26 of 27 boards, total scaled.",
    )
