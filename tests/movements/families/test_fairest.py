"""Fairest: never less fair than another movement or a published plan, and every stored figure counted again."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from movements.balance import are_pairs_compared_equally, compute_quality, round_quality
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.families.fairest import (
    FAMILIES,
    SIZES,
    SPEC,
    find_best_entry,
    iter_field_meetings,
    make_known_plan,
    read_known_plans,
)
from movements.model import PlanRequest
from movements.moves import get_stationary_pairs
from movements.registry import make_plan
from tests.golden import assert_golden
from tests.movements.grids import format_grid, read_golden_records
from tests.tools.search.checking import (
    iter_entry_problems,
    iter_family_plans,
)
from tests.tools.search.page import iter_fairness_rows, render_fairness_page

STORED = [entry for known in read_known_plans().values() for entry in known if entry.cells]
PUBLISHED = [
    (int(line["pairs"]), int(line["rounds"]), line["copies"], float(line["qf"]))
    for line in read_golden_records("fairest_published.csv")
]


def plan_for(pairs: int, rounds: int, copies: str = "1", stationary: str = "0"):
    return make_plan(
        "fairest",
        pairs=pairs,
        rounds=rounds,
        boards_per_set=1,
        options={"copies": copies, "stationary": stationary},
    )


@pytest.mark.parametrize(
    ("pairs", "rounds", "copies", "qf"),
    PUBLISHED,
    ids=[f"{pairs} pairs, {rounds} rounds" for pairs, rounds, _, _ in PUBLISHED],
)
def test_no_published_plan_is_fairer(pairs, rounds, copies, qf):
    assert find_best_entry(pairs, rounds, 0, int(copies)).qf >= Fraction(str(qf))


@pytest.mark.parametrize("place", range(0, 400, 37))
def test_a_changed_number_is_a_fault(place):
    """Whichever number of a plan is another one, the check names it."""
    entry = STORED[place % len(STORED)]
    numbers = [index for index, sign in enumerate(entry.cells) if sign.isdigit()]
    at = numbers[place * 7 % len(numbers)]
    other_digit = "1" if entry.cells[at] != "1" else "2"
    cells = entry.cells[:at] + other_digit + entry.cells[at + 1 :]
    assert list(iter_entry_problems(replace(entry, cells=cells))) != []


@pytest.mark.parametrize(
    ("name", "change"), [("qf", Fraction(1, 100)), ("stationary", 1), ("stationary", -1), ("copies", 1)]
)  # fmt: skip
def test_a_changed_figure_is_a_fault(name, change):
    entry = next(entry for entry in STORED if entry.stationary > 1)
    changed = replace(entry, **{name: getattr(entry, name) + change})
    assert list(iter_entry_problems(changed)) != []


@pytest.mark.parametrize("pairs", [5, 8, 11, 12])
def test_other_movements_reach_what_is_stored(pairs):
    stored = [
        (entry.rounds, entry.stationary, entry.copies, entry.qf, entry.family, entry.options)
        for (size, _), known in read_known_plans().items()
        for entry in known
        if size == pairs and entry.family in FAMILIES
    ]
    reached = [
        (plan.rounds, plan.stationary, plan.copies, plan.qf, plan.family, plan.options)
        for plan in iter_family_plans(pairs)
    ]
    assert stored == reached


@pytest.mark.slow
def test_other_movements_reach_no_more_than_is_stored():
    for pairs in SPEC.legal_sizes:
        stored = {}
        for (size, _), known in read_known_plans().items():
            if size == pairs:
                for entry in known:
                    facts = (entry.rounds, entry.stationary, entry.copies, entry.family)
                    stored[facts] = entry.qf
        for plan in iter_family_plans(pairs):
            facts = (plan.rounds, plan.stationary, plan.copies, plan.family)
            assert stored[facts] == plan.qf


@pytest.mark.parametrize("size", SIZES)
def test_fields_make_perfect_howells(size):
    for pairs in (size, size + 1):
        entry = next(entry for entry in read_known_plans()[pairs, size] if entry.family == "field")
        plan = make_known_plan(entry, PlanRequest(pairs, size, 1, ()))
        assert check_plan(plan) == ()
        assert compute_quality(plan) == 100
        assert are_pairs_compared_equally(plan) is True
        assert "each-pair-meets-each-other-once" in plan.guarantees
        assert "each-set-at-one-table" in plan.guarantees
    assert len(list(iter_field_meetings(size))) == size * (size + 1) // 2


def test_sixteen_pairs_in_ten_rounds_reach_the_proven_bound():
    plan = plan_for(16, 10)
    assert round_quality(compute_quality(plan)) == 94.83
    assert_golden("movements/fairest_16_pairs_10_rounds.csv", format_grid(plan))


def test_pairs_with_the_lowest_numbers_keep_their_seats():
    plan = plan_for(16, 10)
    staying = get_stationary_pairs(plan)
    assert staying == {1, 2, 3, 4, 5, 6}
    assert {row.table_no for row in plan.rows if row.ns == 3 or row.ew == 3} == {3}
    for row in plan.rows:
        assert row.arrow_switched == (row.ew in staying)


def test_two_copies_let_everybody_play_the_same_boards_in_fewer_rounds_than_tables():
    single, double = plan_for(20, 8), plan_for(20, 8, copies="2")
    assert "everyone-plays-every-board" in double.guarantees
    assert single.copies == 1
    assert double.copies == 2
    assert {row.copy_no for row in double.rows} == {1, 2}
    assert compute_quality(double) > compute_quality(single) + 5
    assert double.notes == (
        "Some boards are at two tables at once: make a second copy, or let the two tables share.",
    )


def test_where_nothing_is_fairer_the_plan_of_another_movement_is_taken():
    plan = plan_for(8, 7)
    assert plan.name == "Fairest: Howell"
    assert plan.key == "fairest"
    assert compute_quality(plan) == 100
    assert plan.rows == make_plan("howell", pairs=8, boards_per_set=1).rows


def test_page_of_figures_matches_the_stored_plans():
    page = Path(__file__).parents[3] / "docs" / "fairness.md"
    assert page.read_text(encoding="utf-8") == render_fairness_page()


def test_too_long_a_plan_is_refused_in_one_sentence():
    with pytest.raises(MovementError, match="no longer plan is known"):
        plan_for(12, 13)


def test_a_plan_that_reaches_its_bound_is_called_proved_best():
    rows = list(iter_fairness_rows())
    proof_of = {(row["pairs"], row["rounds"]): row["proof"] for row in rows}
    assert proof_of["12", "9"] == "bound"
    assert proof_of["12", "11"] == "perfect"
    assert proof_of["14", "11"] == ""
    assert {row["proof"] for row in rows if row["fairest"] == "100.00"} == {"perfect"}
