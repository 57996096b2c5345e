"""Large fields with one winner: webs, appendices and double sections with known switches."""

import pytest

from movements.balance import fairness
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.layout import iter_data_rows
from movements.registry import make_plan

KEYS = {"web": "web-mitchell", "appendix": "appendix-mitchell", "double": "double-mitchell"}
STORED = [
    (line["flow"], int(line["tables"]), int(line["rounds"]))
    for line in iter_data_rows("switched_tables")
    if line["flow"].partition("-")[0] in KEYS
]


def plan_of(flow: str, tables: int, rounds: int):
    family, _, sets = flow.partition("-")
    size = {"web": {"sets": sets}, "appendix": {"base": sets}, "double": {"weave": "half"}}[family]
    return make_plan(
        KEYS[family], tables=tables, rounds=rounds, options={**size, "switch": "tables"}
    )


@pytest.mark.parametrize(("flow", "tables", "rounds"), STORED[::7])
def test_a_stored_plan_is_sound_and_has_one_winner(flow, tables, rounds):
    plan = plan_of(flow, tables, rounds)
    assert check_plan(plan) == ()
    assert plan.winners == 1
    assert "one-winner" in plan.guarantees
    switched = [row for row in plan.rows if row.arrow_switched]
    assert 0 < len(switched) <= len(plan.rows) / 2


def test_sections_compare_all_their_pairs_equally_in_one_ranking():
    plan = plan_of("double-half", 26, 13)
    result = fairness(plan)
    of_section_a = [number for number in result.contestants if number <= 13 or 27 <= number <= 39]
    index = {number: place for place, number in enumerate(result.contestants)}
    within = {
        result.competition[index[first]][index[second]]
        for first in of_section_a
        for second in of_section_a
        if first != second
    }
    assert within == {13}


@pytest.mark.parametrize(
    ("key", "pairs", "options"),
    [
        ("web-mitchell", 30, {}),
        ("appendix-mitchell", 56, {}),
        ("double-mitchell", 28, {}),
        ("double-mitchell", 52, {"weave": "rounds"}),
    ],
)
def test_a_field_without_known_switches_is_refused(key, pairs, options):
    with pytest.raises(MovementError, match="switch=last"):
        make_plan(key, pairs=pairs, options={**options, "switch": "tables"})
