"""The few movements to look at first, each with its difference from the others.

Chooses at most four of the advised movements: the best with two winners, the best with one, the
shortest, and the best that fulfils every wish.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from movements.advice.advise import Advice, with_weaknesses
from movements.balance import shown_quality

MIN_MINUTES_SAVED = 10
"""The shortest movement is picked only if it ends this much before the other picks."""

MAX_POINTS_BEHIND = 70
"""Points of merit by which the best movement with two winners, or one, may be behind the first.

Without this limit two winners would be proposed for four pairs.
"""

WINNERS_BY_KIND = {"two-winners": 2, "one-winner": 1}


@dataclass(frozen=True, slots=True)
class Pick:
    """One movement to look at first, with the reason in one sentence, ``why``.

    ``kind`` is ``two-winners``, ``one-winner``, ``shortest`` or ``wished``.

    >>> from movements import advise
    >>> [(pick.kind, pick.advice.name) for pick in picks(advise(14))]
    [('two-winners', 'Mitchell'), ('one-winner', 'Howell'), ('shortest', 'Mitchell')]
    """

    kind: str
    advice: Advice
    why: str


def picks(advised: Sequence[Advice]) -> tuple[Pick, ...]:
    """Return the picks from *advised*, a result of :func:`movements.advise`, in the same order.

    >>> from movements import advise
    >>> picks(advise(14))[1].why
    'One ranking for everyone: a pair meets all the others, fairness 91.3 of 100.'
    """
    if not advised:
        return ()
    kinds: dict[Advice, str] = {}
    for kind, winners in WINNERS_BY_KIND.items():
        best = _best_with_winners(advised, winners)
        if best:
            kinds[best] = kind
    wished = next((advice for advice in advised if not advice.merit.wishes), None)
    if wished and all(advice.merit.wishes for advice in kinds):
        kinds[wished] = "wished"
    shortest = min(advised, key=lambda advice: (advice.minutes, -advice.merit.total))
    if shortest.minutes <= min(advice.minutes for advice in kinds) - MIN_MINUTES_SAVED:
        kinds[shortest] = "shortest"
    chosen = []
    for advice in advised:
        if advice in kinds:
            strengths = _strengths(kinds[advice], advice, first=advised[0])
            why = with_weaknesses(strengths, advice.lacking)
            chosen.append(Pick(kinds[advice], advice, why))
    return tuple(chosen)


def _best_with_winners(advised: Sequence[Advice], winners: int) -> Advice | None:
    best = next((advice for advice in advised if advice.winners == winners), None)
    if best and best.merit.total >= advised[0].merit.total - MAX_POINTS_BEHIND:
        return best
    return None


def _strengths(kind: str, advice: Advice, *, first: Advice) -> str:
    if kind == "two-winners":
        return f"N-S and E-W each have a winner, and {advice.stationary} of {advice.pairs} pairs keep their tables"
    if kind == "one-winner":
        return _strengths_of_one_winner(advice)
    if kind == "shortest":
        return f"Finishes {first.minutes - advice.minutes} minutes before the first of these"
    return "The only one with everything you asked for"


def _strengths_of_one_winner(advice: Advice) -> str:
    other_pairs = advice.pairs - 1
    met = floor(advice.field_met * other_pairs)
    opponents_met = "all the others" if met == other_pairs else f"{met} of the {other_pairs} others"
    strengths = f"One ranking for everyone: a pair meets {opponents_met}"
    quality = shown_quality(advice.qf)
    # If the comparison is notably uneven, the weaknesses give the figure.
    if quality is not None and "compared unevenly" not in advice.reason:
        strengths += f", fairness {quality:g} of 100"
    if advice.stationary > 1:
        strengths += f", and {advice.stationary} pairs keep their tables"
    return strengths
