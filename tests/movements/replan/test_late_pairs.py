"""Pairs that come late: what is said of whom they displace, their numbers, and no proposal twice."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.model import Movement
from movements.registry import make_plan
from movements.replan.records import Change, PairPhrase, Proposal
from movements.replan.replanning import replan
from tests.movements.replan.nights import changes, plans


def displaced(plan: Movement, proposal: Proposal, from_round: int) -> set[int]:
    """Return the pairs that sit out more rounds from *from_round* on than *plan* says, newcomers apart."""
    before, now = (
        Counter(wait.contestant for wait in of.sit_outs if wait.round_no >= from_round)
        for of in (plan, proposal.plan)
    )
    return {pair for pair in now if now[pair] > before[pair]} - set(proposal.new_pairs)


def pairs_named(reason: PairPhrase) -> set[int]:
    """Return the pairs that *reason* names, as its labels are asked for."""
    named: set[int] = set()

    def label(number: int) -> str:
        named.add(number)
        return str(number)

    reason.text(label)
    return named


def test_a_half_table_and_a_rover_name_those_whom_the_rover_displaces():
    plan = make_plan("mitchell", pairs=9, boards_per_set=2)
    answer = replan(plan, change=Change("pair-arrives", pairs=2), from_round=2)
    assert {proposal.title: proposal.explanation for proposal in answer.proposals}[
        "Fill the half table, then play as N-S rover"
    ] == (
        "Late pair 10 sits in the empty seats; pair 11 plays at tables 2, 4, 1 and 3 in turn; pairs 2, 4, 1 and 3 sit "
        "out."
    )


@given(st.data())
def test_every_late_pair_names_all_whom_it_displaces(data):
    plan = data.draw(plans())
    from_round = data.draw(st.integers(1, plan.rounds))
    kind = data.draw(st.sampled_from(["pair-arrives", "pair-joins"]))
    answer = replan(
        plan, change=Change(kind, pairs=data.draw(st.integers(1, 2))), from_round=from_round
    )
    for proposal in answer.proposals:
        if " out" in proposal.explanation:
            assert displaced(plan, proposal, from_round) <= pairs_named(proposal.reason), (
                proposal.explanation
            )


def costs(proposal: Proposal) -> tuple[int, ...]:
    """Return what a proposal costs, the less the better."""
    price = proposal.price
    lost = (price.sit_outs, price.boards_lost, price.rematches, price.pairs_moved, price.spare_sets)
    return (*lost, price.minutes, price.remaining_minutes, -(price.newcomer_boards or 0))


def is_dominated(proposal: Proposal, other: Proposal) -> bool:
    own, theirs = costs(proposal), costs(other)
    return own != theirs and all(better <= worse for worse, better in zip(own, theirs, strict=True))


@given(st.data())
def test_no_two_proposals_have_one_title_and_none_is_dominated(data):
    plan = data.draw(plans())
    from_round = data.draw(st.integers(1, plan.rounds))
    change = data.draw(changes(plan, from_round))
    answer = replan(plan, change=change, from_round=from_round)
    titles = [proposal.title for proposal in answer.proposals]
    assert len(set(titles)) == len(titles)
    # Proposals for other people are not compared: one of two pairs waits, or those of a closed
    # table go home.
    for proposal, other in permutations(answer.proposals, 2):
        if (proposal.leavers, len(proposal.new_pairs)) == (
            other.leavers,
            len(other.new_pairs),
        ):
            assert not is_dominated(proposal, other), (proposal.title, other.title)


@pytest.mark.parametrize(
    ("key", "size", "options", "change", "from_round"),
    [
        (
            "clay",
            4,
            {"groups": "extra", "sets": "8", "extra_at": "first-and-last"},
            Change("pair-arrives"),
            2,
        ),
    ],
)
def test_a_movement_that_fits_twice_is_proposed_once(key, size, options, change, from_round):
    plan = make_plan(key, pairs=size, rounds=12, boards_per_set=2, options=options)
    titles = [
        proposal.title for proposal in replan(plan, change=change, from_round=from_round).proposals
    ]
    assert titles.count("Extra table: Clay, fourth modification") == 1
