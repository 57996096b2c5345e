"""The search for arrow-switches of single tables: exact gains, and plans that stay what they are."""

from movements.families.mitchell.switch_search import (
    get_switched_cells,
    improve_switches,
)
from movements.registry import make_plan

PLANS = [
    ("web-mitchell", 44, 7, {"sets": "12"}),
    ("web-mitchell", 41, 6, {"sets": "9"}),
    ("appendix-mitchell", 40, 7, {"base": "11", "copies": "1"}),
    ("double-mitchell", 44, 5, {"weave": "half"}),
]


def make_short_plan(key, pairs, rounds, options):
    return make_plan(
        key, pairs=pairs, rounds=rounds, boards_per_set=2, options={**options, "switch": "last"}
    )


def test_the_same_step_finds_the_same():
    plan = make_short_plan(*PLANS[0])
    cells = get_switched_cells(plan)
    assert improve_switches(plan, cells, 2, turns=400) == improve_switches(
        plan, cells, 2, turns=400
    )
