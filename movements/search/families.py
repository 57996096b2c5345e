"""What the other movements with one winner reach: the plans of ``data/fairest_of_families.csv``."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from movements.balance import compute_quality
from movements.errors import MovementError
from movements.families.fairest.library import KnownPlan
from movements.families.fairest.movement import FAMILIES, FEWEST_ROUNDS, MOST_STATIONARY
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
