"""The sentence that says why a movement is advised, and what it lacks."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from movements.advice_facts import Candidate, Length, Wishes

NOTABLY_UNFAIR = 75
"""A fairness figure below this is worth a word."""


def reason(candidate: Candidate, qf: Fraction | None, wishes: Wishes) -> str:
    """Return in one sentence what speaks for a candidate and, after a "but", what against.

    *qf* is its fairness, ``None`` if nobody is compared.
    """
    strong = ", ".join(_strengths(candidate.length, qf))
    *front, last = [*_weaknesses(candidate, qf, wishes)] or [""]
    weak = f"{', '.join(front)} and {last}" if front else last
    return f"{strong}; but {weak}." if weak else f"{strong}."


def _strengths(length: Length, qf: Fraction | None) -> Iterator[str]:
    everybody = "Every N-S pair meets every E-W pair" if length.plan.winners == 2 else "Everybody meets everybody"
    if length.field_met < 1:
        yield f"A pair meets {floor(length.field_met * 100)} % of its possible opponents"
    else:
        yield f"{everybody} twice" if length.meetings == (2, 2) else everybody
    if length.ns_pairs_stay:
        yield "N-S pairs keep their seats"
    if length.plan.winners == 1 and qf == 100:
        yield "any two pairs are compared equally"


def _weaknesses(candidate: Candidate, qf: Fraction | None, wishes: Wishes) -> Iterator[str]:
    length, boards = candidate.length, candidate.boards
    if wishes.wrong_winners(length.plan):
        yield "N-S and E-W are ranked separately" if length.plan.winners == 2 else "everybody is ranked in one list"
    if wishes.boards_outside(boards):
        yield f"{boards} boards are {'fewer' if boards < wishes.low else 'more'} than wanted"
    if over := wishes.minutes_over(length.plan.rounds, candidate.boards_per_set):
        yield f"it takes {over} minutes too long"
    if length.stationary < wishes.stationary:
        yield f"only {length.stationary} of {wishes.stationary} pairs can keep their seats"
    if length.again:
        yield "some meet the same opponents twice"
    if length.shared:
        yield "tables share boards"
    if length.sit_outs > 1:
        yield f"a pair sits out up to {length.sit_outs} rounds"
    if candidate.boards_per_set == 1:
        yield "everybody moves after every board"
    if length.plan.winners == 1 and qf is not None and qf < NOTABLY_UNFAIR:
        yield f"pairs are compared unevenly (fairness {floor(qf)} of 100)"
