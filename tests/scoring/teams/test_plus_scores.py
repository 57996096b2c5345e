"""Patton matches whose aggregate is shared by all plus scores."""

import pytest

from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.oracle.checking import check_ranking


def scored(*boards):
    """Return the score of a match of teams 1 and 2; *boards* are N-S scores of both, at their own tables."""
    lines = [(Line(1, 2, ours), Line(2, 1, theirs)) for ours, theirs in boards]
    field = Field(
        1, tuple(Board(number, both) for number, both in enumerate(lines, start=1)), contest="teams"
    )
    (match,) = rank_field("patton", field, {"aggregate": "plus-scores"}).matches
    assert check_ranking("patton", field, {"aggregate": "plus-scores"}) == []
    return match.score[0], match.score[1]


@pytest.mark.parametrize(
    ("ours", "theirs", "aggregate"),
    [
        pytest.param(620, 400, (4, 0), id="more than a third"),
        pytest.param(600, 400, (3, 1), id="a third, which is not more"),
        pytest.param(200, 180, (3, 1), id="a tenth"),
        pytest.param(210, 190, (2, 2), id="less than a tenth"),
    ],
)
def test_plus_scores_share_the_aggregate_in_three_steps(ours, theirs, aggregate):
    """Each team wins one of two boards, so that what is left is the aggregate, two points a board."""
    on_boards = 2
    assert scored((ours, 0), (0, theirs)) == tuple(on_boards + points for points in aggregate)


def test_scores_of_e_w_are_plus_where_n_s_lose():
    assert scored((0, 0), (-100, -100)) == (4, 4)
    assert scored((0, -300), (0, 0)) == (3 + 4, 1)


def test_without_any_plus_score_the_aggregate_is_even():
    assert scored((0, 0)) == (2, 2)
