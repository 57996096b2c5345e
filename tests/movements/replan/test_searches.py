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


@pytest.mark.parametrize(
    ("key", "pairs", "from_round"),
    [
        *(
            ("howell", pairs, from_round)
            for pairs in (10, 12, 14, 16, 18)
            for from_round in (3, 4, 5)
        ),
        *(
            ("rover-mitchell", pairs, from_round)
            for pairs in (13, 15, 17, 19, 21)
            for from_round in (2, 3, 4)
        ),
    ],
)
def test_two_pairs_that_come_both_play_or_one_waits(key, pairs, from_round):
    plan = make_plan(key, pairs=pairs, boards_per_set=2)
    answer = answered(plan, Change("pair-arrives", pairs=2), from_round)
    new = [proposal.new_pairs for proposal in answer.proposals]
    assert (pairs + 1, pairs + 2) in new
    assert answer.proposals[-1].title == "One pair plays, the other waits"
    assert new[-1] == (pairs + 1,)
    assert answer.unchanged.title == "Leave both late pairs out"
    # whoever comes has no board twice, and neither new pair is sent out for the other
    for proposal in answer.proposals[:-1]:
        rounds = {row.round_no for row in proposal.plan.rows if pairs + 1 in (row.ns, row.ew)}
        if proposal.price.spare_sets == 0:
            assert rounds == set(range(from_round, plan.rounds + 1))


@pytest.mark.parametrize("pairs", [10, 18])
def test_late_pairs_at_a_howell_take_seats_that_others_pass(pairs):
    plan = make_plan("howell", pairs=pairs, boards_per_set=2)
    both = next(
        proposal
        for proposal in answered(plan, Change("pair-arrives", pairs=2), 3).proposals
        if proposal.title == "Stay at one table, each of them"
    )
    seats = [
        {(row.table_no, row.ns == new) for row in both.plan.rows if new in (row.ns, row.ew)}
        for new in (pairs + 1, pairs + 2)
    ]
    assert [len(seat) for seat in seats] == [1, 1]
    assert both.price.sit_outs == 2 * (plan.rounds - 2)


@pytest.mark.parametrize("pairs", [8, 10, 12, 14, 16])
def test_a_howell_goes_on_as_a_mitchell_of_its_own_length(pairs):
    plan = make_plan("howell", pairs=pairs, boards_per_set=2)
    other = make_plan("mitchell", pairs=pairs, boards_per_set=2)
    answer = answered(plan, Change("movement", key="mitchell"), 2)
    best = answer.proposals[0]
    assert best.title == f"{other.name} from now on, {other.rounds} rounds in all"
    assert best.plan.rounds == other.rounds
    assert best.price.sit_outs == 0
    assert best.price.rematches == 0
    assert best.price.boards_lost == 2 * pairs * (plan.rounds - other.rounds)
    ns = {row.table_no: row.ns for row in best.plan.rows if row.round_no == 1}
    assert all(row.ns == ns[row.table_no] for row in best.plan.rows)
    assert answer.problem_text == (
        f"{other.name} doesn’t work for {plan.rounds} rounds in all: some pairs would repeat boards or opponents."
    )


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
