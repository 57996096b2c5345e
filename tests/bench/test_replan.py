"""How long it takes to propose how a night goes on, a third of it played."""

import pytest

from movements.registry import make_plan
from movements.replan.records import Change
from movements.replan.replanning import replan

pytestmark = pytest.mark.bench

CHANGES = [
    Change("pair-arrives"),
    Change("pair-arrives", pairs=2),
    Change("pair-leaves", pair=3),
    Change("pair-leaves", pair=3, other_pair=8),
    Change("table-closes", table=3),
    Change("rounds", rounds=14),
    Change("boards-exchanged", table=3, other_table=5),
    Change("late-table", table=3),
]
FIELDS = [
    ("mitchell", 13),
    ("mitchell", 27),
    ("mitchell", 40),
    ("howell", 14),
    ("howell", 28),
    ("one-winner-mitchell", 39),
    ("web-mitchell", 40),
]


@pytest.mark.parametrize(("key", "pairs"), FIELDS, ids=str)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.kind)
def test_replan(benchmark, key, pairs, change):
    """Wanted: under 1 s for 20 tables, under 300 ms for 13 or 14 pairs."""
    plan = make_plan(key, pairs=pairs)
    answer = benchmark.pedantic(
        replan,
        (plan,),
        {"change": change, "from_round": plan.rounds // 3 + 1},
        rounds=1,
        warmup_rounds=0,
    )
    assert answer.proposals or answer.problem_text
