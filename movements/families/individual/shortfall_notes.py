"""Notes on the plan of an individual contest: what it lacks of the ideal one.

Ideally everybody partners everybody once and opposes everybody twice.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from movements.model import Movement
from movements.partnerships import Couple, adversaries, partners


def add_shortfall_notes(plan: Movement, full: int) -> Movement:
    """Add notes to *plan* on what it lacks compared with its longest form of *full* rounds.

    >>> from movements.registry import make_plan
    >>> make_plan("individual", players=6).notes[1:]
    ('In each round 2 players sit out; everyone sits out up to 2 rounds.', 'Not everyone partners everyone: 5 of 15 \
partnerships never occur.', 'Not everyone opposes everyone twice: 5 of 15 combinations never do.')
    """
    notes = [
        *plan.notes,
        *_make_length_notes(plan, full),
        *_make_sit_out_notes(plan),
        *_make_partner_notes(plan),
        *_make_opponent_notes(plan),
    ]
    return replace(plan, notes=tuple(notes))


def add_length_note(plan: Movement, full: int) -> Movement:
    """Return *plan* with a note if it is shorter than the *full* one.

    >>> from movements.registry import make_plan
    >>> make_plan("rainbow", players=20, rounds=3).notes[-1]
    'These are 3 of the full 5 rounds.'
    """
    return replace(plan, notes=(*plan.notes, *_make_length_notes(plan, full)))


def _make_length_notes(plan: Movement, full: int) -> Iterator[str]:
    if plan.rounds < full:
        yield f"These are {plan.rounds} of the full {full} rounds."


def _make_sit_out_notes(plan: Movement) -> Iterator[str]:
    if not plan.sit_outs:
        return
    sit_outs_by_player = Counter(sit_out.contestant for sit_out in plan.sit_outs)
    sit_outs_per_round = len(plan.sit_outs) // plan.rounds
    most_sit_outs = max(sit_outs_by_player.values())
    players = "player sits" if sit_outs_per_round == 1 else "players sit"
    rounds = "one round" if most_sit_outs == 1 else f"up to {most_sit_outs} rounds"
    yield f"In each round {sit_outs_per_round} {players} out; everyone sits out {rounds}."


def _make_partner_notes(plan: Movement) -> Iterator[str]:
    times = _count_times_met(plan, partners(plan))
    never = times.count(0)
    if never:
        yield f"Not everyone partners everyone: {never} of {len(times)} partnerships never occur."


def _make_opponent_notes(plan: Movement) -> Iterator[str]:
    times = _count_times_met(plan, adversaries(plan))
    phrases = []
    for count, meeting_text in ((times.count(0), "never do"), (times.count(1), "only once")):
        if count:
            phrases.append(f"{count} of {len(times)} combinations {meeting_text}")
    if phrases:
        yield f"Not everyone opposes everyone twice: {', '.join(phrases)}."


def _count_times_met(plan: Movement, met: Counter[Couple]) -> list[int]:
    """Return the meetings of any two players, 0 if they never meet."""
    everybody = range(1, plan.contestants + 1)
    return [met[couple] for couple in combinations(everybody, 2)]
