"""After a table has played otherwise than planned the night can still be cut: what would be a replay is left out."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movements.registry import make_plan
from movements.replan.records import Change
from movements.replan.replanning import replan
from tests.movements.replan.nights import exchanges, list_problems, plans


@pytest.mark.parametrize(
    ("change", "title", "why"),
    [
        (
            Change("rounds", rounds=4),
            "Drop the last rounds",
            "The last rounds aren’t played. Not played, because a pair has had these boards: table 4 in round 3 and "
            "table 4 in round 4.",
        ),
        (
            Change("boards-per-set", boards=2),
            "2 boards per round",
            "From round 2 the first 2 boards of each set are played; nothing else changes. Not played, because a "
            "pair has had these boards: table 4 in round 3 and table 4 in round 4.",
        ),
    ],
    ids=lambda value: value.kind if isinstance(value, Change) else "",
)
def test_a_replay_is_left_out_and_named(change, title, why):
    plan = make_plan("mitchell", tables=5, boards_per_set=3)
    # E-W of tables 1 and 2 sat at each other's table.
    done = [
        replace(row, ew={6: 7, 7: 6}.get(row.ew, row.ew)) for row in plan.rows if row.round_no == 1
    ]
    proposals = replan(plan, change=change, from_round=2, rows_as_played=done).proposals
    assert {proposal.title: proposal.explanation for proposal in proposals}[title] == why


@given(st.data())
def test_every_cut_has_a_way_out(data):
    plan = data.draw(plans(largest=14))
    assume(
        plan.rounds > 2 and len({row.table_no for row in plan.rows}) > 2 and plan.boards_per_set > 1
    )
    round_no = data.draw(st.integers(1, plan.rounds - 1))
    done = data.draw(exchanges(plan, round_no))
    pairs = sorted({pair for row in plan.rows for pair in (row.ns, row.ew)})
    change = data.draw(
        st.sampled_from(
            [
                Change("rounds", rounds=plan.rounds - 1),
                Change("boards-per-set", boards=plan.boards_per_set - 1),
                Change("pair-leaves", pair=data.draw(st.sampled_from(pairs))),
                Change(
                    "table-closes", table=data.draw(st.sampled_from([row.table_no for row in done]))
                ),
            ]
        )
    )
    answer = replan(plan, change=change, from_round=round_no + 1, rows_as_played=done)
    assert answer.proposals, answer.problem_text
    played = replace(plan, rows=(*(row for row in plan.rows if row.round_no != round_no), *done))
    for proposal in answer.proposals:
        assert list_problems(played, round_no, proposal) == []
        told = [row for row in proposal.plan.rows if row.round_no == round_no]
        assert {(row.ns, row.ew, row.board_set) for row in told} <= {
            (row.ns, row.ew, row.board_set) for row in done
        }
