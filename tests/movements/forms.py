"""Every form of every movement, for tests that go through all of them.

They go through all small sizes and a fixed sample of the rest, other forms and lengths with every size.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from movements.errors import MovementError
from movements.model import Movement, MovementSpec
from movements.registry import MOVEMENTS, get_legal_rounds, get_movement, make_plan

SMALL = 10
"""Up to this many pairs every size is tried."""
FEW_FORMS, FEWEST_FORMS = 3, 1
"""Forms that are tried of a small size and of a large one."""
FEW_LENGTHS = 200
"""Lengths times pairs up to which all of them are tried."""


def list_forms(spec: MovementSpec, pairs: int) -> list[dict[str, str]]:
    """Return the different sets of options that *pairs* can be given, each as resolved by the plan."""
    return [dict(resolved) for resolved in _list_resolved_forms(spec.key, pairs)]


@cache
def _list_resolved_forms(key: str, pairs: int) -> tuple[tuple[tuple[str, str], ...], ...]:
    spec = next(spec for spec in MOVEMENTS if spec.key == key)
    resolved = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.choices for option in spec.options)):
        try:
            resolved[spec.resolve_options(pairs, dict(zip(names, choices, strict=True)))] = None
        except MovementError:
            continue
    return tuple(resolved)


def choose_sizes(spec: MovementSpec) -> list[int]:
    """Return the sizes to go through: every small one, a few of the larger ones and the last ones."""
    legal = list(spec.legal_sizes)
    few = 5 if spec.contest != "pairs" else 0
    return [
        size
        for place, size in enumerate(legal)
        if size <= SMALL or place < few or place % 12 == 0 or size in legal[-2:]
    ]


def sample_sizes(sizes: Sequence[int]) -> list[int]:
    """Return all *sizes*; of many the first, every fifth and the last: even and odd ones."""
    return sorted({*sizes[::5], sizes[-1]})


def choose_forms(spec: MovementSpec, pairs: int) -> list[dict[str, str]]:
    """Return the forms to go through: all if there are few, otherwise some, others with another size."""
    all_forms = list_forms(spec, pairs)
    stride = -(-len(all_forms) // _count_forms_to_try(pairs, len(all_forms)))
    # Players come in fours, so that their numbers would always choose the same form.
    at = pairs if spec.contest == "pairs" else spec.legal_sizes.index(pairs)
    return all_forms[at % stride :: stride]


def _count_forms_to_try(pairs: int, number: int) -> int:
    return FEW_FORMS if pairs <= SMALL else FEWEST_FORMS


def choose_lengths(pairs: int, legal: Sequence[int]) -> list[int]:
    """Return the numbers of rounds to go through: all if there are few, otherwise some from the first to the last."""
    if len(legal) * pairs <= FEW_LENGTHS:
        return list(legal)
    middle = len(legal) // 2
    if pairs > SMALL:
        return sorted({legal[0], legal[middle], legal[-1]})
    return sorted({*legal[:2], *legal[middle : middle + 2], *legal[-2:]})


def iterate_longest_plans() -> Iterator[Movement]:
    """Yield, for every movement, size and form tried, the plan of as many rounds as possible with one board a set."""
    for spec in MOVEMENTS:
        for pairs in choose_sizes(spec):
            for options in choose_forms(spec, pairs):
                yield _make_longest_plan(spec.key, pairs, tuple(options.items()))


@cache
def _make_longest_plan(key: str, pairs: int, options: tuple[tuple[str, str], ...]) -> Movement:
    size = get_size_argument(key, pairs)
    rounds = get_legal_rounds(key, **size, options=dict(options))[-1]
    return make_plan(key, **size, rounds=rounds, boards_per_set=1, options=dict(options))


def get_size_argument(key: str, size: int) -> dict[str, int]:
    """Return *size* in the unit of the movement: pairs, players or teams."""
    return {get_movement(key).unit: size}


def describe_plan(plan: Movement) -> str:
    """Return a short name of the plan for messages."""
    return f"{plan.key} {plan.contestants} {plan.contestant_noun}s {dict(plan.options)} {plan.rounds} rounds"
