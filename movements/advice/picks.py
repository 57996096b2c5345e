"""The few movements to look at first, each with its difference from the others.

Responsible for choosing at most four out of an advice: with two winners, with one, the shortest,
and the one that has all that was asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from movements.advice.advise import Advice, with_weaknesses
from movements.balance import shown_quality

EARLY_END = 10
"""Minutes by which the shortest of all ends before the other picks, or it is none of them."""

OUT_OF_THE_QUESTION = 70
"""Points of merit that the other number of winners may cost, not more: four pairs have no two winners."""

WINNERS = (("two-winners", 2), ("one-winner", 1))


@dataclass(frozen=True, slots=True)
class Pick:
    """One movement to look at first: ``kind`` is why it is picked, ``why`` says it in one sentence.

    Kinds are ``two-winners``, ``one-winner``, ``shortest`` and ``wished``.

    >>> from movements import advise
    >>> [(pick.kind, pick.advice.name) for pick in picks(advise(14))]
    [('two-winners', 'Mitchell'), ('one-winner', 'Howell'), ('shortest', 'Mitchell')]
    """

    kind: str
    advice: Advice
    why: str


def picks(listed: Sequence[Advice]) -> tuple[Pick, ...]:
    """Return the picks of *listed*, which :func:`movements.advise` has returned, in the same order.

    >>> from movements import advise
    >>> picks(advise(14))[1].why
    'One ranking for everyone: a pair meets all the others, fairness 91.3 of 100.'
    """
    if not listed:
        return ()
    first = listed[0]
    chosen = {best: kind for kind, winners in WINNERS if (best := _best(listed, winners))}
    wished = next((each for each in listed if not each.merit.wishes), None)
    if wished and all(pick.merit.wishes for pick in chosen):
        chosen[wished] = "wished"
    shortest = min(listed, key=lambda each: (each.minutes, -each.merit.total))
    if shortest.minutes <= min(pick.minutes for pick in chosen) - EARLY_END:
        chosen[shortest] = "shortest"
    return tuple(
        Pick(chosen[each], each, _why(chosen[each], each, first))
        for each in listed
        if each in chosen
    )


def _best(listed: Sequence[Advice], winners: int) -> Advice | None:
    best = next((each for each in listed if each.winners == winners), None)
    if best and best.merit.total >= listed[0].merit.total - OUT_OF_THE_QUESTION:
        return best
    return None


def _why(kind: str, advice: Advice, first: Advice) -> str:
    return with_weaknesses(_telling(kind, advice, first), advice.lacking)


def _telling(kind: str, advice: Advice, first: Advice) -> str:
    if kind == "two-winners":
        return f"N-S and E-W each have a winner, and {advice.stationary} of {advice.pairs} pairs keep their tables"
    if kind == "one-winner":
        return _one_winner(advice)
    if kind == "shortest":
        return f"Finishes {first.minutes - advice.minutes} minutes before the first of these"
    return "The only one with everything you asked for"


def _one_winner(advice: Advice) -> str:
    others = advice.pairs - 1
    met = floor(advice.field_met * others)
    many = "all the others" if met == others else f"{met} of the {others} others"
    quality = shown_quality(advice.qf)
    # Where the comparison is notably uneven, the reason says so with its figure.
    is_said = quality is None or "compared unevenly" in advice.reason
    compared = "" if is_said else f", fairness {quality:g} of 100"
    keeping = f", and {advice.stationary} pairs keep their tables" if advice.stationary > 1 else ""
    return f"One ranking for everyone: a pair meets {many}{compared}{keeping}"
