"""Every form of every movement, for tests that go through all of them."""

from collections.abc import Iterator
from itertools import product

from movements import MOVEMENTS, MovementError, MovementSpec, Plan, legal_rounds, make_plan


def forms(spec: MovementSpec, pairs: int) -> list[dict[str, str]]:
    """Return the different sets of options that *pairs* can be given, each as settled by the plan."""
    found = []
    names = [option.name for option in spec.options]
    for choices in product(*(option.choices for option in spec.options)):
        try:
            settled = dict(spec.settle(pairs, dict(zip(names, choices, strict=True))))
        except MovementError:
            continue
        if settled not in found:
            found.append(settled)
    return found


def longest_plans() -> Iterator[Plan]:
    """Yield, for every movement, size and form, the plan of as many rounds as possible with one board a set."""
    for spec in MOVEMENTS:
        for pairs in spec.legal_sizes:
            for options in forms(spec, pairs):
                rounds = legal_rounds(spec.key, pairs=pairs, options=options)[-1]
                yield make_plan(spec.key, pairs=pairs, rounds=rounds, boards_per_set=1, options=options)


def label(plan: Plan) -> str:
    """Return a short name of the plan for messages."""
    return f"{plan.key} {plan.contestants} pairs {dict(plan.options)} {plan.rounds} rounds"
