"""Check every stored plan: it is sound, everybody plays every set, and its figures are right.

Also makes ``data/fairest_of_families.csv``, what the other movements with one winner reach.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product

from movements.balance import compute_quality
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.families.fairest import (
    FAMILIES,
    FEWEST_ROUNDS,
    MOST_STATIONARY,
    KnownPlan,
    build_known_plan,
    read_known_plans,
)
from movements.model import Movement, MovementSpec, Options, PlanRequest
from movements.moves import stationary_pairs

DOUBLE_UP_TO = 10
"""Up to so many pairs, plans in which all meet twice are known too."""


def count_copies_needed(plan: Movement) -> int:
    """Return at how many tables a board set is at once, at most.

    >>> from movements.registry import make_plan
    >>> count_copies_needed(make_plan("howell", pairs=4))
    2
    """
    return max(Counter((row.round_no, row.board_set) for row in plan.rows).values())


def list_family_plans(pairs: int) -> Iterator[KnownPlan]:
    """Yield the plans of other movements for *pairs* that no other of them beats, by rounds.

    >>> [plan.rounds for plan in list_family_plans(8)][:3]
    [3, 4, 5]
    """
    most_rounds = pairs - 1 + pairs % 2
    if pairs <= DOUBLE_UP_TO:
        most_rounds = 2 * (pairs - 1 + pairs % 2)
    for rounds in range(FEWEST_ROUNDS, most_rounds + 1):
        kept: list[KnownPlan] = []
        for plan in _generate_family_plans(pairs, rounds):
            if not any(_beats(other, plan) for other in kept):
                kept = [other for other in kept if not _beats(plan, other)]
                kept.append(plan)
        yield from sorted(kept, key=lambda plan: (plan.copies, -plan.qf))


def _beats(plan: KnownPlan, other: KnownPlan) -> bool:
    """Return whether *plan* is nowhere worse than *other*."""
    return plan.qf >= other.qf and plan.fulfils(other.stationary, other.copies)


def _generate_family_plans(pairs: int, rounds: int) -> Iterator[KnownPlan]:
    for spec in FAMILIES.values():
        if pairs not in spec.legal_sizes:
            continue
        for options in _list_all_options(spec, pairs):
            if rounds in spec.round_limits(pairs, options).legal_rounds:
                plan = spec.build(PlanRequest(pairs, rounds, 1, options))
                qf = compute_quality(plan)
                copies = count_copies_needed(plan)
                if qf is not None and copies <= 2:
                    stationary = min(MOST_STATIONARY, len(stationary_pairs(plan)))
                    yield KnownPlan(
                        pairs,
                        rounds,
                        stationary,
                        copies,
                        round(qf, 2),
                        family=spec.key,
                        options=options,
                    )


def _list_all_options(spec: MovementSpec, pairs: int) -> list[Options]:
    known: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.choices for option in spec.options)):
        with suppress(MovementError):
            known[spec.resolve_options(pairs, dict(zip(names, choices, strict=True)))] = None
    return list(known)


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
        plan = build_known_plan(entry, make_request(entry))
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
        plan = build_known_plan(whole_field, make_request(whole_field))
    return "everyone-plays-every-board" in plan.guarantees


def make_request(entry: KnownPlan) -> PlanRequest:
    """Return the request for the plan of *entry*."""
    options = (("stationary", str(entry.stationary)), ("copies", str(entry.copies)))
    return PlanRequest(entry.pairs, entry.rounds, 1, options)
