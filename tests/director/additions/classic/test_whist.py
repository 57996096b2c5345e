"""Results of duplicate whist, whose usual method is an old one."""

import pytest

from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from movements.registry import make_plan
from scoring.errors import ScoringError
from tests.factories import make_section


def test_artificial_score_the_method_has_no_points_for(director):
    section = make_section(game="whist")
    store_plan(section=section, movement=make_plan("mitchell", pairs=10))
    with pytest.raises(ScoringError) as refused:
        enter_result(section=section, board_no=1, ns=2, ew=8, text="A6040", user=director)
    assert str(refused.value) == (
        "Board 1: A6040 doesn’t work when scores are compared with their average. Enter A50 or no result."
    )
