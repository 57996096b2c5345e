from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import ArtificialScore
from scoring.methods.matchpoints import compute_matchpoints, convert_by_neuberg
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.scoring import plain
from tests.scoring.strategies import SCORES

SCORE_LISTS = st.lists(SCORES, max_size=12)


def two_winner_board(board_no, *scores):
    return Board(
        board_no,
        tuple(Line(number, number, score=score) for number, score in enumerate(scores, start=1)),
    )


def points_of(ranking, board_no):
    board = next(board for board in ranking.boards if board.board_no == board_no)
    return [(scored.ns_points, scored.ew_points) for scored in board.lines]


@given(SCORE_LISTS)
def test_matchpoints_agree_with_comparing_all_with_all(scores):
    assert compute_matchpoints(scores) == plain.matchpoints(scores)


@given(SCORE_LISTS)
def test_matchpoints_sum_to_n_times_n_less_one(scores):
    assert sum(compute_matchpoints(scores)) == len(scores) * (len(scores) - 1)


@given(st.lists(SCORES, min_size=1, max_size=12), st.integers(0, 6))
def test_neuberg_keeps_the_average_and_the_top(scores, missing):
    expected = len(scores) + missing
    adjusted = [
        convert_by_neuberg(points, len(scores), expected) for points in compute_matchpoints(scores)
    ]
    assert sum(adjusted) == len(scores) * (expected - 1)
    assert all(0 <= points <= 2 * (expected - 1) for points in adjusted)


@pytest.mark.parametrize(
    ("points", "results", "expected", "adjusted"),
    [
        (8, 5, 6, Fraction("9.8")),
        (0, 5, 6, Fraction("0.2")),
        (0, 1, 6, 5),
        (4, 3, 4, Fraction(17, 3)),
        (3, 4, 4, 3),
    ],
    ids=["top-of-five", "bottom-of-five", "alone-is-average", "top-of-three", "full-board"],
)
def test_neuberg_by_hand(points, results, expected, adjusted):
    assert convert_by_neuberg(points, results, expected) == adjusted


def test_two_winners_may_share_numbers_and_are_ranked_apart():
    field = Field(2, (two_winner_board(1, 420, 50, 420), two_winner_board(2, 100, -50, 90)))
    places = [
        (standing.direction, standing.contestant, standing.total, standing.rank_text)
        for standing in rank_field("matchpoints", field).standings
    ]
    assert places == [
        ("NS", 1, 7, "1"),
        ("NS", 3, 5, "2"),
        ("NS", 2, 0, "3"),
        ("EW", 2, 8, "1"),
        ("EW", 3, 3, "2"),
        ("EW", 1, 1, "3"),
    ]


def test_one_beaten_result_may_count_one():
    field = Field(2, (two_winner_board(1, 420, 50, 420),))
    ranking = rank_field("matchpoints", field, {"per_beaten": "1"})
    assert ranking.boards[0].top == 2
    assert points_of(ranking, 1) == [
        (Fraction(3, 2), Fraction(1, 2)),
        (0, 2),
        (Fraction(3, 2), Fraction(1, 2)),
    ]


SHORT = Field(2, (two_winner_board(1, 420, 50, 420, -100), two_winner_board(2, 620, 170, -100)))


def test_bare_lines_leave_the_totals_adjusted():
    bare = rank_field("matchpoints", SHORT, {"board_points": "bare"})
    assert bare.standings == rank_field("matchpoints", SHORT).standings


ARTIFICIAL = Board(
    2,
    (
        Line(1, 1, score=620),
        Line(2, 2, score=170),
        Line(3, 3, score=-100),
        Line(4, 4, artificial=ArtificialScore(Fraction(60), Fraction(40))),
    ),
)


@pytest.mark.parametrize("shown", ["adjusted", "bare"])
def test_artificial_score_is_a_share_of_the_top_and_not_compared(shown):
    field = Field(2, (two_winner_board(1, 420, 50, 420, -100), ARTIFICIAL))
    ranking = rank_field("matchpoints", field, {"board_points": shown})
    assert points_of(ranking, 2) == [
        (Fraction(17, 3), Fraction(1, 3)),
        (3, 3),
        (Fraction(1, 3), Fraction(17, 3)),
        (Fraction(18, 5), Fraction(12, 5)),
    ]


def test_fouled_board_is_compared_within_each_group():
    lines = tuple(
        Line(number, number, score=score, group=group)
        for number, (score, group) in enumerate(
            [(620, ""), (170, "fouled"), (600, ""), (-100, "fouled")], start=1
        )
    )
    ranking = rank_field("matchpoints", Field(2, (Board(1, lines),)))
    assert [ns for ns, _ in points_of(ranking, 1)] == [5, 5, 1, 1]


SITTING_OUT = Field(
    1,
    (
        Board(1, (Line(1, 2, score=50), Line(3, 4, score=-50))),
        Board(2, (Line(1, 3, score=50), Line(5, 4, score=-50))),
        Board(3, (Line(1, 6, score=0),)),
    ),
)


@pytest.mark.parametrize(
    ("choice", "total_of_4", "total_of_6"),
    [("scaled", 6, 3), ("as-played", 4, 1)],
    ids=["scaled", "as-played"],
)
def test_sit_out_scales_the_total_and_not_the_percentage(choice, total_of_4, total_of_6):
    standings = {
        standing.contestant: standing
        for standing in rank_field("matchpoints", SITTING_OUT, {"sit_outs": choice}).standings
    }
    assert [
        (standings[pair].board_count, standings[pair].total, standings[pair].percent)
        for pair in (4, 6)
    ] == [
        (2, total_of_4, 100),
        (1, total_of_6, 50),
    ]


def test_sit_outs_are_scaled_within_their_own_direction():
    boards = (
        Board(1, (Line(1, 1, score=50), Line(2, 2, score=-50))),
        Board(2, (Line(3, 1, score=50), Line(1, 2, score=-50))),
        Board(3, (Line(2, 1, score=50), Line(3, 2, score=-50))),
    )
    totals = {
        (standing.direction, standing.contestant): (standing.board_count, standing.total)
        for standing in rank_field("matchpoints", Field(2, boards)).standings
    }
    assert totals == {
        ("NS", 1): (2, 2),
        ("NS", 2): (2, 2),
        ("NS", 3): (2, 2),
        ("EW", 1): (3, 0),
        ("EW", 2): (3, 6),
    }


def test_notes_say_what_was_adjusted():
    assert rank_field("matchpoints", SITTING_OUT).notes == (
        "Board 3: 1 of 2 results compared, adjusted by the Neuberg formula.",
        "Board 3: 1 N-S against 6 E-W is the only score, with nothing to compare; N-S get 1 and E-W 1, of a top of 2.",
        "Pairs 2, 5, 6: 1 of 3 boards, total scaled.",
        "Pairs 3, 4: 2 of 3 boards, total scaled.",
    )


def test_notes_name_a_fouled_board():
    lines = (Line(1, 1, 50), Line(2, 2, 50, group="b"), Line(3, 3, 50), Line(4, 4, 50, group="b"))
    assert rank_field("matchpoints", Field(2, (Board(9, lines),))).notes == (
        "Board 9: 2 groups, each compared separately and adjusted.",
    )


def test_single_result_compares_nothing():
    standings = rank_field("matchpoints", Field(2, (two_winner_board(1, 420),))).standings
    assert [(standing.percent, standing.rank) for standing in standings] == [(None, 1), (None, 1)]


def test_line_without_result_keeps_its_contestants_in_the_list():
    lines = (Line(1, 1, score=50), Line(2, 2, score=-50), Line(3, 3))
    ranking = rank_field("matchpoints", Field(2, (Board(1, lines),)))
    last = [standing for standing in ranking.standings if standing.contestant == 3]
    assert [
        (standing.direction, standing.rank, standing.percent, standing.board_count)
        for standing in last
    ] == [
        ("NS", 3, None, 0),
        ("EW", 3, None, 0),
    ]


def test_empty_field_has_no_standings():
    ranking = rank_field("matchpoints", Field(1, ()))
    assert (ranking.boards, ranking.standings, ranking.notes) == ((), (), ())
