"""What has to be looked for: places for two pairs that come late, and another movement after rounds of the first."""

from time import process_time

import pytest

from movements.check.faults import check_plan
from movements.registry import make_plan
from movements.replan.records import Change
from movements.replan.replanning import replan

SECONDS = 2
"""A page answers within so many; the processor time, which other programs do not lengthen."""


def answered(plan, change, from_round):
    began = process_time()
    answer = replan(plan, change=change, from_round=from_round)
    assert process_time() - began < SECONDS
    assert [check_plan(proposal.plan) for proposal in answer.proposals] == [()] * len(
        answer.proposals
    )
    return answer


@pytest.mark.parametrize("pairs", range(8, 17))
@pytest.mark.parametrize("from_round", [2, 3, 4])
def test_another_movement_is_offered_or_the_reason_is_reported(pairs, from_round):
    plan = make_plan("howell", pairs=pairs, boards_per_set=2)
    answer = answered(plan, Change("movement", key="mitchell"), from_round)
    assert answer.proposals or answer.problem_text
    assert [proposal.price.rematches for proposal in answer.proposals] == [0] * len(
        answer.proposals
    )
    assert answer.unchanged.title == "Keep the current movement"
