"""The search for arrow-switches of single tables: exact gains, and plans that stay what they are."""

from random import Random

import pytest

from movements.balance import fairness
from movements.check.faults import check_plan
from movements.families.mitchell.switch_search import (
    STEPS,
    SwitchDraft,
    format_cells,
    get_switched_cells,
    improve_switches,
    parse_cells,
    switch_cells,
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


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan[0]} {plan[1]}")
def test_the_competition_is_that_of_the_measure_and_gains_are_exact(plan):
    plan = make_short_plan(*plan)
    draft = SwitchDraft(plan)
    measured = fairness(plan)
    for first, row in zip(measured.contestants, measured.competition, strict=True):
        for second, value in zip(measured.contestants, row, strict=True):
            if first != second:
                assert draft.competition[first][second] == draft.scale * value
    random = Random(1)
    for _ in range(40):
        table = random.randrange(len(draft.tables))
        before, gain = draft.compute_cost(), draft.compute_gain(table)
        draft.turn(table)
        assert draft.compute_cost() == before + gain


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan[0]} {plan[1]}")
def test_steps_make_the_comparison_fairer_and_change_only_who_holds_which_cards(plan):
    plan = make_short_plan(*plan)
    cells = get_switched_cells(plan)
    for step in range(1, STEPS + 1):
        cells = improve_switches(plan, cells, step, turns=300)
    found = switch_cells(plan, cells)
    assert fairness(found).qf > fairness(plan).qf
    assert check_plan(found) == ()
    assert 2 * len(cells) <= len(plan.rows)
    for row, same in zip(plan.rows, found.rows, strict=True):
        assert {row.ns, row.ew} == {same.ns, same.ew}
        assert (row.board_set, row.boards, row.copy_no) == (
            same.board_set,
            same.boards,
            same.copy_no,
        )
    assert parse_cells(format_cells(cells, plan.rounds), plan) == cells


def test_the_search_comes_near_switches_that_took_long_to_find():
    stored = make_plan("web-mitchell", pairs=34, options={"sets": "13", "switch": "tables"})
    plan = make_plan("web-mitchell", pairs=34, rounds=13, options={"sets": "13", "switch": "last"})
    cells = get_switched_cells(plan)
    for step in range(1, STEPS + 1):
        cells = improve_switches(plan, cells, step, turns=1500)
    assert fairness(switch_cells(plan, cells)).qf > fairness(stored).qf - 4


def test_a_step_ends_when_its_time_is_over():
    plan = make_short_plan(*PLANS[0])
    times = iter([0, 1, 3])
    improve_switches(
        plan, get_switched_cells(plan), 1, max_seconds=2, read_clock=lambda: next(times)
    )
    assert list(times) == []


def test_the_same_step_finds_the_same():
    plan = make_short_plan(*PLANS[0])
    cells = get_switched_cells(plan)
    assert improve_switches(plan, cells, 2, turns=400) == improve_switches(
        plan, cells, 2, turns=400
    )
