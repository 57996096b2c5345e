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
    MAX_STATIONARY,
    MIN_ROUNDS,
    KnownPlan,
    make_known_plan,
)
from movements.model import Movement, MovementSpec, Options, PlanRequest
from movements.moves import get_stationary_pairs

MAX_DOUBLE_PAIRS = 10
"""Up to so many pairs, plans in which all meet twice are known too."""


def count_copies_needed(plan: Movement) -> int:
    """Return at how many tables a board set is at once, at most.

    >>> from movements.registry import make_plan
    >>> count_copies_needed(make_plan("howell", pairs=4))
    2
    """
    return max(Counter((row.round_no, row.board_set) for row in plan.rows).values())


def iter_family_plans(pairs: int) -> Iterator[KnownPlan]:
    """Yield the plans of other movements for *pairs* that no other of them beats, by rounds.

    >>> [plan.rounds for plan in iter_family_plans(8)][:3]
    [3, 4, 5]
    """
    most_rounds = pairs - 1 + pairs % 2
    if pairs <= MAX_DOUBLE_PAIRS:
        most_rounds = 2 * (pairs - 1 + pairs % 2)
    for rounds in range(MIN_ROUNDS, most_rounds + 1):
        unbeaten_plans: list[KnownPlan] = []
        for plan in _iter_family_plans(pairs, rounds):
            if not any(_beats(rival, plan) for rival in unbeaten_plans):
                unbeaten_plans = [rival for rival in unbeaten_plans if not _beats(plan, rival)]
                unbeaten_plans.append(plan)
        yield from sorted(unbeaten_plans, key=lambda plan: (plan.copies, -plan.qf))


def _beats(plan: KnownPlan, rival: KnownPlan) -> bool:
    """Return whether *plan* is nowhere worse than *rival*."""
    return plan.qf >= rival.qf and plan.fulfils(rival.stationary, rival.copies)


def _iter_family_plans(pairs: int, rounds: int) -> Iterator[KnownPlan]:
    for spec in FAMILIES.values():
        if pairs not in spec.legal_sizes:
            continue
        for options in _list_all_options(spec, pairs):
            if rounds in spec.round_limits(pairs, options).legal_rounds:
                plan = spec.build(PlanRequest(pairs, rounds, 1, options))
                qf = compute_quality(plan)
                copies = count_copies_needed(plan)
                if qf is not None and copies <= 2:
                    stationary = min(MAX_STATIONARY, len(get_stationary_pairs(plan)))
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
    known_options: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.choices for option in spec.options)):
        with suppress(MovementError):
            known_options[spec.resolve_options(pairs, dict(zip(names, choices, strict=True)))] = (
                None
            )
    return list(known_options)


def iter_entry_problems(entry: KnownPlan) -> Iterator[str]:
    """Yield what is wrong with one stored plan.

    >>> next(iter_entry_problems(KnownPlan(4, 3, 0, 2, Fraction(100), cells="1-3/1 4-2/1|1-4/2 3-2/2|2-1/3 3-4/3")))
    'the fairness is 27.27'
    """
    try:
        plan = make_known_plan(entry, make_request(entry))
    except ValueError:
        yield "the plan can’t be read"
        return
    problems = check_plan(plan)
    for problem in problems:
        yield problem.text
    if not problems:
        yield from _iter_figure_problems(entry, plan)


def _iter_figure_problems(entry: KnownPlan, plan: Movement) -> Iterator[str]:
    qf = compute_quality(plan) or Fraction(0)
    if round(qf, 2) != entry.qf:
        yield f"the fairness is {float(qf):.2f}"
    # With one copy and fewer rounds than tables nobody can play all sets: see tests.tools.search.tight.
    is_short = entry.copies == 1 and entry.rounds < entry.pairs // 2
    if not is_short and not _has_full_play(entry, plan):
        yield "not everybody plays every set"
    if count_copies_needed(plan) != entry.copies:
        yield f"a set is at {count_copies_needed(plan)} tables at once"
    staying_pairs = get_stationary_pairs(plan)
    if not all(pair in staying_pairs for pair in range(1, entry.stationary + 1)):
        yield f"not all pairs up to {entry.stationary} keep their seats"
    if entry.stationary + 1 in staying_pairs:
        yield f"pair {entry.stationary + 1} keeps its seat too"


def _has_full_play(entry: KnownPlan, plan: Movement) -> bool:
    """Return whether all sets are played by everybody, and by the absent pair if it were there."""
    if entry.pairs % 2:
        full_entry = replace(entry, pairs=entry.pairs + 1)
        plan = make_known_plan(full_entry, make_request(full_entry))
    return "everyone-plays-every-board" in plan.guarantees


def make_request(entry: KnownPlan) -> PlanRequest:
    """Return the request for the plan of *entry*."""
    options = (("stationary", str(entry.stationary)), ("copies", str(entry.copies)))
    return PlanRequest(entry.pairs, entry.rounds, 1, options)
