"""Check every stored plan: it is sound, everybody plays every set, and its figures are right."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from movements.balance import compute_quality
from movements.check.faults import check_plan
from movements.families.fairest.library import KnownPlan, read_known_plans
from movements.families.fairest.movement import build_known_plan
from movements.model import Movement, PlanRequest
from movements.moves import stationary_pairs
from movements.search.families import count_copies_needed


def find_library_faults() -> list[str]:
    """Return what is wrong with the stored plans, one sentence each.

    >>> find_library_faults()
    []
    """
    faults = []
    for known in read_known_plans().values():
        for entry in known:
            if entry.cells:
                where = f"{entry.pairs} pairs, {entry.rounds} rounds, {entry.qf}"
                faults += [f"{where}: {fault}" for fault in find_entry_faults(entry)]
    return faults


def find_entry_faults(entry: KnownPlan) -> Iterator[str]:
    """Yield what is wrong with one stored plan.

    >>> next(find_entry_faults(KnownPlan(4, 3, 0, 2, Fraction(100), cells="1-3/1 4-2/1|1-4/2 3-2/2|2-1/3 3-4/3")))
    'the fairness is 27.27'
    """
    try:
        plan = build_known_plan(entry, _make_request(entry))
    except ValueError:
        yield "the plan can't be read"
        return
    faults = check_plan(plan)
    for fault in faults:
        yield fault.text
    if not faults:
        yield from _find_figure_faults(entry, plan)


def _find_figure_faults(entry: KnownPlan, plan: Movement) -> Iterator[str]:
    figure = compute_quality(plan) or Fraction(0)
    if round(figure, 2) != entry.qf:
        yield f"the fairness is {float(figure):.2f}"
    if not _everybody_plays_everything(entry, plan):
        yield "not everybody plays every set"
    if count_copies_needed(plan) != entry.copies:
        yield f"a set is at {count_copies_needed(plan)} tables at once"
    staying = stationary_pairs(plan)
    if not all(pair in staying for pair in range(1, entry.stationary + 1)):
        yield f"not all pairs up to {entry.stationary} keep their seats"
    if entry.stationary + 1 in staying:
        yield f"pair {entry.stationary + 1} keeps its seat too"


def _everybody_plays_everything(entry: KnownPlan, plan: Movement) -> bool:
    """Return whether all sets are played by everybody, and by the absent pair if it were there."""
    if entry.pairs % 2:
        whole_field = replace(entry, pairs=entry.pairs + 1)
        plan = build_known_plan(whole_field, _make_request(whole_field))
    return "everyone-plays-every-board" in plan.guarantees


def _make_request(entry: KnownPlan) -> PlanRequest:
    options = (("stationary", str(entry.stationary)), ("copies", str(entry.copies)))
    return PlanRequest(entry.pairs, entry.rounds, 1, options)
