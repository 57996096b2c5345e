"""Whatever happens to whatever plan: every continuation is sound as a whole night, and nothing played is lost."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movements.replan.records import Change
from movements.replan.replanning import replan
from tests.movements.replan.nights import changes, list_problems, plans


@given(st.data())
def test_every_proposal_is_a_sound_night_that_keeps_what_was_played(data):
    plan = data.draw(plans())
    from_round = data.draw(st.integers(1, plan.rounds))
    change = data.draw(changes(plan, from_round))
    answer = replan(plan, change=change, from_round=from_round)
    assert answer.proposals or answer.problem_text
    assert [list_problems(plan, from_round, proposal, change) for proposal in answer.proposals] == [
        []
    ] * len(answer.proposals)


@pytest.mark.parametrize("pairs", [1, 2])
@given(st.data())
def test_a_late_pair_plays_the_round_that_is_on(pairs, data):
    plan = data.draw(plans())
    round_no = data.draw(st.integers(1, plan.rounds))
    change = Change("pair-joins", pairs=pairs)
    answer = replan(plan, change=change, from_round=round_no)
    assert [list_problems(plan, round_no, proposal, change) for proposal in answer.proposals] == [
        []
    ] * len(answer.proposals)


@pytest.mark.slow
@given(st.data())
def test_one_change_after_another(data):
    plan = data.draw(plans(largest=12))
    first = data.draw(st.integers(1, plan.rounds))
    proposals = replan(plan, change=data.draw(changes(plan, first)), from_round=first).proposals
    assume(proposals)
    once = data.draw(st.sampled_from(proposals))
    second = data.draw(st.integers(min(first, once.plan.rounds), once.plan.rounds))
    change = data.draw(changes(once.plan, second))
    answer = replan(once.plan, change=change, from_round=second)
    assert [
        list_problems(once.plan, second, proposal, change) for proposal in answer.proposals
    ] == [[]] * len(answer.proposals)
