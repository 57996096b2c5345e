"""The sums of a field: added up by board or line by line, from columns or lines."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.model import Board, Field, Line
from scoring.registry import rank_field

AWARD = ArtificialScore(Fraction(60), Fraction(40))


@pytest.mark.parametrize("result", [Line(0, 0), Line(0, 0, artificial=AWARD)], ids=["gap", "award"])
def test_lines_are_not_made_for_an_award_or_a_missing_result(result):
    played = [Line(0, 0, score) for score in (420, 50, -50)]
    board = Board.from_columns(7, (1, 2, 3, 4), (5, 6, 7, 8), [*played, result])
    ranking = rank_field("matchpoints", Field(2, (board,)))
    assert "lines" not in vars(board)
    assert {standing.board_count for standing in ranking.standings} == {
        1,
        int(result.artificial is not None),
    }
