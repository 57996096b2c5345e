"""Large fields with one winner: webs, appendices and double sections with known switches."""

from dataclasses import replace
from fractions import Fraction

import pytest

from movements.advice.advise import advise
from movements.advice.facts import Limits
from movements.balance import fairness
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.layout import iter_data_rows
from movements.registry import get_legal_rounds, make_plan

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


def test_every_large_field_has_a_plan_with_one_winner():
    assert {tables for _flow, tables, _rounds in STORED} == set(range(17, 41))


@pytest.mark.parametrize(("flow", "tables", "rounds"), STORED[::7])
def test_a_stored_plan_is_sound_and_has_one_winner(flow, tables, rounds):
    plan = plan_of(flow, tables, rounds)
    assert check_plan(plan) == ()
    assert plan.winners == 1
    assert "one-winner" in plan.guarantees
    switched = [row for row in plan.rows if row.arrow_switched]
    assert 0 < len(switched) <= len(plan.rows) / 2


@pytest.mark.parametrize(
    ("flow", "tables", "rounds", "least"),
    [
        ("web-13", 17, 13, "66.9"),
        ("web-13", 20, 13, "56.3"),
        ("web-14", 20, 14, "59.8"),
        ("appendix-13", 26, 13, "49"),
        ("double-half", 26, 13, "49"),
        ("double-half", 30, 15, "49.1"),
    ],
)
def test_fairness_of_the_fields_that_were_compared(flow, tables, rounds, least):
    assert fairness(plan_of(flow, tables, rounds)).qf >= Fraction(least)


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


@pytest.mark.parametrize("pairs", [34, 40, 45, 52, 60])
def test_switches_are_suggested_for_a_large_field_with_one_winner(pairs):
    first = advise(pairs, one_winner=True, limits=Limits(copies=3))[0]
    assert dict(first.options).get("switch") == "tables"
    one_copy = make_plan("one-winner-mitchell", pairs=pairs, rounds=first.rounds)
    assert first.qf > fairness(one_copy).qf


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


@pytest.mark.parametrize(
    ("key", "pairs", "options"),
    [
        ("web-mitchell", 80, {"sets": "14"}),
        ("web-mitchell", 31, {"sets": "12"}),
        ("appendix-mitchell", 53, {"base": "17", "copies": "1"}),
        ("double-mitchell", 60, {"weave": "half"}),
        ("double-mitchell", 44, {"weave": "rounds"}),
    ],
)
def test_the_last_round_is_switched_after_any_number_of_rounds(key, pairs, options):
    options = {**options, "switch": "last"}
    legal = get_legal_rounds(key, pairs=pairs, options=options)
    assert legal[0] == 2
    for rounds in legal:
        plan = make_plan(key, pairs=pairs, rounds=rounds, boards_per_set=2, options=options)
        assert check_plan(plan) == ()
        assert {row.round_no for row in plan.rows if row.arrow_switched} == {rounds}
        assert plan.winners == 1
        assert "one-winner" in plan.guarantees


def test_a_switched_last_round_is_fairer_than_none():
    asked = {"pairs": 60, "rounds": 7, "options": {"weave": "half", "switch": "last"}}
    switched = make_plan("double-mitchell", **asked)
    rows = tuple(
        replace(row, ns=row.ew, ew=row.ns) if row.arrow_switched else row for row in switched.rows
    )
    assert fairness(switched).qf > fairness(replace(switched, rows=rows)).qf
