"""Choosing and changing the movement."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.numbering import make_planned_section
from director.boards.play.plan import list_contestants, store_plan
from director.boards.play.scores.result import enter_result
from director.errors import DeskError
from director.models import Plan, PlanRow
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.layout import compute_fingerprint
from movements.model import Movement
from movements.registry import MOVEMENTS, make_plan
from tests.cases import leave_to_slow
from tests.factories import make_night, make_section

pytestmark = pytest.mark.django_db


def size_cases() -> list:
    """Return every movement of pairs at its smallest sizes, incomplete between, and its largest: odd and even ones."""
    cases = []
    for spec in MOVEMENTS:
        if spec.contest == "pairs":
            sizes = list(spec.legal_sizes)
            some = dict.fromkeys([sizes[0], sizes[len(sizes) // 2], sizes[-1]])
            cases += [pytest.param(spec, size, id=f"{spec.key}-{size}") for size in some]
    return cases


def every_choice(spec, pairs: int) -> Iterator[Movement]:
    """Yield the plan of *spec* with what is usual, then with each other choice of each option that the size allows."""
    yield make_plan(spec.key, pairs=pairs, boards_per_set=2)
    for option in spec.options:
        for choice in option.choices:
            with suppress(MovementError):
                yield make_plan(
                    spec.key, pairs=pairs, boards_per_set=2, options={option.name: choice}
                )


@pytest.mark.parametrize(("spec", "pairs"), leave_to_slow(size_cases(), but=1))
def test_no_two_pairs_are_called_alike_and_lines_count_from_1(spec, pairs):
    for movement in every_choice(spec, pairs):
        section = make_planned_section(None, movement)
        numbers = list_contestants(movement)
        assert len({section.get_label(number) for number in numbers}) == len(numbers) == pairs
        sides = {
            number: side
            for row in movement.rows
            for number, side in ((row.ns, "NS"), (row.ew, "EW"))
        }
        if movement.winners == 2:
            assert {number: section.get_direction(number) for number in sides} == sides
        called = [
            section.get_printed_number(number)
            for number in numbers
            if number not in section.late_ns
        ]
        assert (
            1
            <= min(called)
            <= max(called)
            <= (pairs if movement.winners == 1 else movement.tables) + pairs % 2
        )


def test_lines_whose_numbers_are_mixed_keep_them():
    section = make_section()
    movement = make_plan("howell", pairs=4)
    store_plan(section=section, movement=replace(movement, winners=2, rows=movement.rows[:2]))
    called = [section.get_label(number) for number in (1, 2, 3, 4)]
    assert called == ["1 E-W", "2 N-S", "3 E-W", "4 N-S"]


@pytest.mark.parametrize(("spec", "pairs"), leave_to_slow(size_cases()[::2], but=6))
def test_stored_plan_reads_back_as_it_was(spec, pairs):
    movement = make_plan(spec.key, pairs=pairs, boards_per_set=2)
    section = make_section()
    plan = store_plan(section=section, movement=movement)
    # who of a pair sits N is the pair's own business, and is not stored
    rows = tuple(replace(row, players=None) for row in movement.rows)
    assert load_movement(Plan.objects.get(pk=plan.pk)) == replace(movement, rows=rows)
    assert plan.fingerprint == compute_fingerprint(movement)
    assert check_plan(load_movement(plan)) == ()


def names(section) -> list[str]:
    return [
        " & ".join(player.person.name for player in entry.entry_players.all())
        for entry in section.entries.order_by("pair_no")
    ]


def test_change_after_results_is_refused_with_what_would_be_lost():
    section = make_night(pairs=8)
    rows = PlanRow.objects.count()
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    with pytest.raises(DeskError) as refused:
        store_plan(section=section, movement=make_plan("howell", pairs=8))
    assert str(refused.value) == (
        "You can’t pick a new movement: 1 result depends on this one. Use Change movement to keep it, or delete it in "
        "Scores first."
    )
    assert PlanRow.objects.count() == rows


def test_refusal_counts_the_results():
    section = make_night(pairs=8)
    for board_no in (1, 2):
        enter_result(section=section, board_no=board_no, ns=1, ew=5, text="PASS", user=None)
    with pytest.raises(
        DeskError, match=r"2 results depend on this one\. Use Change movement to keep them"
    ):
        store_plan(section=section, movement=make_plan("howell", pairs=8))


def test_change_is_possible_again_when_the_results_are_taken_out():
    section = make_night(pairs=8)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="", user=None)
    store_plan(section=section, movement=make_plan("howell", pairs=8))
    assert section.plan.key == "howell"


def test_pairs_with_numbers_above_a_thousand_are_numbered_again():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    section.entries.filter(pair_no=4).update(pair_no=1000)
    store_plan(section=section, movement=make_plan("howell", pairs=6, boards_per_set=1))
    named = section.entries.filter(players__isnull=False).distinct().order_by("pair_no")
    assert list(named.values_list("pair_no", flat=True)) == [1, 2, 3, 4]
