"""What a plan of single players lacks of everybody partnering everybody once and opposing everybody twice, in words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from movements.model import Plan
from movements.partnerships import Couple, adversaries, partners


def shortfall(plan: Plan, full: int) -> Plan:
    """Return *plan*, whose longest form has *full* rounds, with notes of what it falls short of, if of anything.

    >>> from movements import make_plan
    >>> make_plan("individual", players=6).notes[1:]
    ('In each round 2 players sit out; everybody sits out up to 2 rounds.', 'Not everybody partners everybody: 5 of 15 \
couples of players are never partners.', 'Not everybody opposes everybody twice: 5 of 15 couples never do.')
    """
    notes = [*plan.notes, *_length(plan, full), *_sitting_out(plan), *_partners(plan), *_opponents(plan)]
    return replace(plan, notes=tuple(notes))


def shortened(plan: Plan, full: int) -> Plan:
    """Return *plan* with a note if it is shorter than the *full* one.

    >>> from movements import make_plan
    >>> make_plan("rainbow", players=20, rounds=3).notes[-1]
    'These are 3 of 5 rounds.'
    """
    return replace(plan, notes=(*plan.notes, *_length(plan, full)))


def _length(plan: Plan, full: int) -> Iterator[str]:
    if plan.rounds < full:
        yield f"These are {plan.rounds} of {full} rounds."


def _sitting_out(plan: Plan) -> Iterator[str]:
    if plan.sit_outs:
        away = Counter(sit_out.contestant for sit_out in plan.sit_outs)
        each = len(plan.sit_outs) // plan.rounds
        most = max(away.values())
        rounds = "one round" if most == 1 else f"up to {most} rounds"
        yield f"In each round {_count(each, 'player sits', 'players sit')} out; everybody sits out {rounds}."


def _partners(plan: Plan) -> Iterator[str]:
    never = sum(not times for times in _times(plan, partners(plan)).values())
    if never:
        total = len(_times(plan, Counter()))
        yield f"Not everybody partners everybody: {never} of {total} couples of players are never partners."


def _opponents(plan: Plan) -> Iterator[str]:
    met = Counter(_times(plan, adversaries(plan)).values())
    total = met.total()
    words = [
        f"{number} of {total} couples {said}"
        for number, said in ((met[0], "never do"), (met[1], "only once"))
        if number
    ]
    if words:
        yield f"Not everybody opposes everybody twice: {', '.join(words)}."


def _times(plan: Plan, met: Counter[Couple]) -> dict[Couple, int]:
    everybody = range(1, plan.contestants + 1)
    return {(first, second): met[first, second] for first in everybody for second in everybody if first < second}


def _count(number: int, single: str, several: str) -> str:
    return f"{number} {single if number == 1 else several}"
