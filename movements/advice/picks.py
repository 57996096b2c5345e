"""The few movements to look at first, each with its difference from the others.

Chooses at most four of the advised movements: the best with two winners, the best with one, the
fairest with one, a shorter one, and the best that fulfils every wish or is as long as usual.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.advice.advise import MIN_FAIR_QF, Advice, with_weaknesses
from movements.advice.price import MIN_POINTS_FAIRER, describe_beaten, describe_price
from movements.balance import shown_quality

MIN_MINUTES_SAVED = 10
"""A shorter movement is picked only if it ends this much before the other picks."""

MAX_POINTS_OF_SHORTER = 12
"""Points of merit by which a shorter movement may be behind the best with as many winners."""

MAX_PICKS = 4

MAX_POINTS_BEHIND = 70
"""Points of merit by which the best movement with two winners, or one, may be behind the first.

Without this limit two winners would be proposed for four pairs.
"""

WINNERS_BY_KIND = {"two-winners": 2, "one-winner": 1}

FIGURES_OF_KINDS = {
    "two-winners": "winners",
    "one-winner": "winners",
    "fairest": "fairness",
    "shorter": "minutes",
}
"""The figure for which a movement is picked, which its price need not repeat."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One movement to look at first, with the reason in one sentence, ``why``.

    ``kind`` is ``two-winners``, ``one-winner``, ``fairest``, ``shorter``, ``wished`` or ``usual``.
    ``price`` is a second sentence: what it gains and costs compared with the first pick, or for the
    first pick what it beats and by what.

    >>> from movements.advice.advise import advise
    >>> [(pick.kind, pick.advice.name) for pick in picks(advise(14))]
    [('two-winners', 'Mitchell'), ('one-winner', 'Howell'), ('fairest', 'Short Howell')]
    """

    kind: str
    advice: Advice
    why: str
    price: str = ""


def picks(advised: Sequence[Advice]) -> tuple[Pick, ...]:
    """Return the picks from *advised*, a result of :func:`movements.advice.advise.advise`, in the same order.

    >>> from movements.advice.advise import advise
    >>> picks(advise(14))[1].why
    'One ranking for everyone: a pair meets all the others, fairness 91.3 of 100.'
    """
    if not advised:
        return ()
    kinds: dict[Advice, str] = {}
    for kind, winners in WINNERS_BY_KIND.items():
        best = _find_best_by_winners(advised, winners)
        if best:
            kinds[best] = kind
    wished = next((advice for advice in advised if not advice.merit.wishes), None)
    if wished and all(advice.merit.wishes for advice in kinds):
        kinds[wished] = "wished" if wished.has_requests else "usual"
    fairest = _find_fairest_with_one_winner(advised)
    if fairest:
        kinds[fairest] = "fairest"
    shorter = _find_shorter_advice(advised, min(advice.minutes for advice in kinds))
    if shorter and len(kinds) < MAX_PICKS:
        kinds[shorter] = "shorter"
    chosen: list[Pick] = []
    for advice in advised:
        if advice in kinds:
            kind = kinds[advice]
            why = with_weaknesses(
                _describe_strengths(kind, advice, first=advised[0]), advice.lacking
            )
            reference = _find_reference(advice, chosen)
            if reference:
                cost = describe_price(
                    advice, than=reference, without=FIGURES_OF_KINDS.get(kind, "")
                )
            else:
                cost = describe_beaten(advice, advised[1:])
            chosen.append(Pick(kind, advice, why, cost))
    return tuple(chosen)


def prices(advised: Sequence[Advice]) -> dict[Advice, str]:
    """Return what each of *advised* gains and costs compared with the first with as many winners.

    The price of the first of all is what it beats.

    >>> from movements.advice.advise import advise
    >>> advised = advise(14)
    >>> prices(advised)[next(advice for advice in advised if advice.winners == 1)]
    'Compared with Mitchell 7 × 4: one ranking for everyone, but 6 more rounds and 6 fewer pairs keep their tables.'
    """
    first_with_winners: dict[int, Advice] = {}
    price_of: dict[Advice, str] = {}
    for advice in advised:
        reference = first_with_winners.setdefault(advice.winners, advice)
        if reference is advice:
            reference = advised[0]
        if advice is advised[0]:
            price_of[advice] = describe_beaten(advice, advised[1:])
        else:
            price_of[advice] = describe_price(advice, than=reference)
    return price_of


def _find_shorter_advice(advised: Sequence[Advice], minutes: int) -> Advice | None:
    """Return the shortest movement that ends well before *minutes* and gives up little for it.

    It plays the boards that were asked for and needs no more copies than the first.
    """
    best_totals: dict[int, Fraction] = {}
    possible: list[Advice] = []
    for advice in advised:
        best_total = best_totals.setdefault(advice.winners, advice.merit.total)
        if (
            advice.minutes <= minutes - MIN_MINUTES_SAVED
            and advice.merit.total >= best_total - MAX_POINTS_OF_SHORTER
            and advice.merit.wishes >= advised[0].merit.wishes
            and advice.copies <= advised[0].copies
        ):
            possible.append(advice)
    return min(possible, key=lambda advice: (advice.minutes, -advice.merit.total), default=None)


def _find_best_by_winners(advised: Sequence[Advice], winners: int) -> Advice | None:
    best = next((advice for advice in advised if advice.winners == winners), None)
    if best and best.merit.total >= advised[0].merit.total - MAX_POINTS_BEHIND:
        return best
    return None


def _find_fairest_with_one_winner(advised: Sequence[Advice]) -> Advice | None:
    """Return the fairest movement with one winner if it is much fairer than the best of them."""
    with_one_winner = [advice for advice in advised if advice.winners == 1]
    if not with_one_winner:
        return None
    fairest = max(with_one_winner, key=lambda advice: advice.qf or Fraction(0))
    fairest_qf = fairest.qf or Fraction(0)
    best_qf = with_one_winner[0].qf or Fraction(0)
    if fairest_qf < max(Fraction(MIN_FAIR_QF), best_qf + MIN_POINTS_FAIRER):
        return None
    return fairest


def _find_reference(advice: Advice, before: Sequence[Pick]) -> Advice | None:
    """Return the pick to compare *advice* with: the first with as many winners, or the first."""
    for pick in before:
        if pick.advice.winners == advice.winners:
            return pick.advice
    if before:
        return before[0].advice
    return None


def _describe_strengths(kind: str, advice: Advice, *, first: Advice) -> str:
    if kind == "two-winners":
        return f"N-S and E-W each have a winner, and {advice.stationary} of {advice.pairs} pairs keep their tables"
    if kind == "one-winner":
        return _describe_one_winner_strengths(advice)
    if kind == "fairest":
        return f"The most even comparison: fairness {shown_quality(advice.qf):g} of 100"
    if kind == "shorter":
        return f"Finishes {first.minutes - advice.minutes} minutes before the first of these"
    if kind == "usual":
        return "The best with as many boards as usual"
    return "The best with everything you asked for"


def _describe_one_winner_strengths(advice: Advice) -> str:
    other_pairs = advice.pairs - 1
    met = advice.opponents_met
    opponents_met = "all the others" if met == other_pairs else f"{met} of the {other_pairs} others"
    strengths = f"One ranking for everyone: a pair meets {opponents_met}"
    quality = shown_quality(advice.qf)
    # If the comparison is notably uneven, the weaknesses give the figure.
    if quality is not None and "compared unevenly" not in advice.reason:
        strengths += f", fairness {quality:g} of 100"
    if advice.stationary > 1:
        strengths += f", and {advice.stationary} pairs keep their tables"
    return strengths
