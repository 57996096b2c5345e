"""What the other movements with one winner reach, as lines of ``data/fairest_of_families.csv``."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from movements.balance import compute_quality, shown_quality
from movements.errors import MovementError
from movements.families.fairest.movement import FAMILIES, FEWEST_ROUNDS, MOST_STATIONARY
from movements.model import Movement, MovementSpec, Options, PlanRequest
from movements.moves import stationary_pairs

DOUBLE_UP_TO = 10
"""Up to so many pairs, plans in which all meet twice are known too."""
HEADING = "pairs,rounds,stationary,copies,qf,family,options"


@dataclass(frozen=True, slots=True)
class FamilyPlan:
    """A plan of another movement: its figure, and what it asks of the room.

    >>> next(list_family_plans(5)).line
    '5,3,3,1,50.00,one-winner-mitchell,half_table=ew switch=rounds'
    """

    pairs: int
    rounds: int
    stationary: int
    copies: int
    qf: str
    family: str
    options: Options

    @property
    def line(self) -> str:
        """Return the line of the data file."""
        options = " ".join(f"{name}={choice}" for name, choice in self.options)
        facts = (self.pairs, self.rounds, self.stationary, self.copies, self.qf)
        return ",".join([*map(str, facts), self.family, options])

    def beats(self, other: "FamilyPlan") -> bool:
        """Return whether it is nowhere worse than *other*."""
        return (
            float(self.qf) >= float(other.qf)
            and self.stationary >= other.stationary
            and self.copies <= other.copies
        )


def count_copies_needed(plan: Movement) -> int:
    """Return at how many tables a board set is at once, at most.

    >>> from movements import make_plan
    >>> count_copies_needed(make_plan("howell", pairs=4))
    2
    """
    return max(Counter((row.round_no, row.board_set) for row in plan.rows).values())


def list_family_plans(pairs: int) -> Iterator[FamilyPlan]:
    """Yield the plans of other movements for *pairs* that no other of them beats, by rounds.

    >>> [plan.rounds for plan in list_family_plans(8)][:3]
    [3, 4, 5]
    """
    most_rounds = pairs - 1 + pairs % 2
    if pairs <= DOUBLE_UP_TO:
        most_rounds = 2 * (pairs - 1 + pairs % 2)
    for rounds in range(FEWEST_ROUNDS, most_rounds + 1):
        kept: list[FamilyPlan] = []
        for plan in _generate_family_plans(pairs, rounds):
            if not any(other.beats(plan) for other in kept):
                kept = [other for other in kept if not plan.beats(other)]
                kept.append(plan)
        yield from sorted(kept, key=lambda plan: (plan.copies, -float(plan.qf)))


def _generate_family_plans(pairs: int, rounds: int) -> Iterator[FamilyPlan]:
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
                    yield FamilyPlan(
                        pairs,
                        rounds,
                        stationary,
                        copies,
                        f"{shown_quality(qf):.2f}",
                        spec.key,
                        options,
                    )


def _list_all_options(spec: MovementSpec, pairs: int) -> list[Options]:
    known: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.choices for option in spec.options)):
        with suppress(MovementError):
            known[spec.settled(pairs, dict(zip(names, choices, strict=True)))] = None
    return list(known)
