from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.scoring.plain import get_side_totals


def one_board(*scores):
    return Field(
        2,
        (
            Board(
                1,
                tuple(
                    Line(number, number, score=score)
                    for number, score in enumerate(scores, start=1)
                ),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("rounding", "ns", "ew"),
    [
        ("session", [2, 1, -2], [-2, -1, 2]),
        ("board", [2, 1, -2], [-2, -1, 2]),
        (
            "exact",
            [Fraction(5, 3), Fraction(2, 3), Fraction(-7, 3)],
            [Fraction(-5, 3), Fraction(-2, 3), Fraction(7, 3)],
        ),
    ],
)
def test_average_is_rounded_where_the_option_says(rounding, ns, ew):
    totals = get_side_totals(rank_field("average", one_board(9, 8, 5), {"rounding": rounding}))
    assert [totals["NS", at] for at in (1, 2, 3)] == ns
    assert [totals["EW", at] for at in (1, 2, 3)] == ew


def test_half_an_average_goes_up_for_ns_and_down_for_ew():
    totals = get_side_totals(rank_field("average", one_board(7, 6)))
    assert totals == {("NS", 1): 0, ("NS", 2): -1, ("EW", 1): 0, ("EW", 2): 1}


def test_rounding_by_board_shows_on_the_lines():
    ranking = rank_field("average", one_board(9, 8, 5), {"rounding": "board"})
    assert [(scored.ns_points, scored.ew_points) for scored in ranking.boards[0].lines] == [
        (2, -2),
        (1, -1),
        (-2, 2),
    ]


def test_average_knows_no_top_and_no_percentage():
    ranking = rank_field("average", one_board(9, 4))
    assert [board.top for board in ranking.boards] == [None]
    assert {standing.percent for standing in ranking.standings} == {None}


def test_pair_that_sits_out_or_gets_the_average_neither_gains_nor_loses():
    lines = (
        Line(1, 2, score=9),
        Line(3, 4, score=5),
        Line(5, 6, artificial=ArtificialScore(Fraction(50), Fraction(50))),
    )
    field = Field(1, (Board(1, lines), Board(2, (Line(1, 3, score=7), Line(2, 4, score=7)))))
    places = [
        (standing.contestant, standing.total, standing.rank_text, standing.board_count)
        for standing in rank_field("average", field).standings
    ]
    assert places == [
        (1, 2, "1=", 2),
        (4, 2, "1=", 2),
        (5, 0, "3=", 1),
        (6, 0, "3=", 1),
        (2, -2, "5=", 2),
        (3, -2, "5=", 2),
    ]


def test_average_refuses_an_artificial_score_that_is_no_average():
    field = Field(
        1, (Board(7, (Line(1, 2, artificial=ArtificialScore(Fraction(60), Fraction(40))),)),)
    )
    with pytest.raises(ScoringError) as refusal:
        rank_field("average", field)
    assert str(refusal.value) == (
        "Board 7: A6040 doesn’t work when scores are compared with their average. Enter A50 or no result."
    )
