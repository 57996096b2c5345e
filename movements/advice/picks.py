"""The few movements to look at first, each with its difference from the others in one sentence.

Chooses at most four of the advised movements: the best with two winners, the best with one, the
fairest with one, a shorter one, and the best that fulfils every wish or is as long as usual.

Directors weigh the figures differently.  The sentence about what a movement costs and gains names the
largest differences, so that they can decide against the order of :func:`movements.advice.advise.advise`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from movements.advice.advise import MIN_FAIR_QF, Advice, with_weaknesses
from movements.balance import round_quality
from movements.model import join_with_and

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

MAX_GAINS = 2
MAX_COSTS = 2
"""Differences that one sentence names, the largest first."""

MIN_POINTS_FAIRER = 3
"""A movement that is this much fairer than the first isn't passed over in silence."""

MIN_NAMED_MINUTES = 10
"""A shorter time isn't worth naming."""

_WITHIN_A_RANKING = ("opponents", "fairness")
"""Figures that answer another question if N-S and E-W are ranked apart."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One movement to look at first, with the reason in one sentence, ``why``.

    ``kind`` is ``two-winners``, ``one-winner``, ``fairest``, ``shorter``, ``wished`` or ``usual``.
    ``headline`` says it in a few words. ``price`` is a second sentence: what it gains and costs compared
    with the first pick, or for the first pick what it beats and by what.

    >>> from movements.advice.advise import advise
    >>> [(pick.kind, pick.advice.name) for pick in choose_picks(advise(14))]
    [('two-winners', 'Mitchell'), ('one-winner', 'Howell'), ('fairest', 'Short Howell')]
    """

    kind: str
    advice: Advice
    reason: str
    headline: str = ""
    price: str = ""


def choose_picks(suggestions: Sequence[Advice]) -> tuple[Pick, ...]:
    """Return the picks from *suggestions*, a result of :func:`movements.advice.advise.advise`, in the same order.

    >>> from movements.advice.advise import advise
    >>> choose_picks(advise(14))[1].reason
    'One ranking for everyone: a pair meets all the others, fairness 91.3 of 100.'
    """
    if not suggestions:
        return ()
    kinds: dict[Advice, str] = {}
    for kind, winners in WINNERS_BY_KIND.items():
        best = _find_best_with_winners(suggestions, winners)
        if best:
            kinds[best] = kind
    fulfilling_advice = next(
        (advice for advice in suggestions if not advice.merit.preferences), None
    )
    if fulfilling_advice and all(advice.merit.preferences for advice in kinds):
        kinds[fulfilling_advice] = "wished" if fulfilling_advice.has_requests else "usual"
    fairest = _find_fairest_with_one_winner(suggestions)
    if fairest:
        kinds[fairest] = "fairest"
    shorter = _find_shorter_advice(suggestions, min(advice.minutes for advice in kinds))
    if shorter and len(kinds) < MAX_PICKS:
        kinds[shorter] = "shorter"
    chosen: list[Pick] = []
    for advice in suggestions:
        if advice in kinds:
            kind = kinds[advice]
            reason = with_weaknesses(
                _describe_strengths(kind, advice, first=suggestions[0]), advice.weaknesses
            )
            reference = _find_reference(advice, chosen)
            if reference:
                cost = describe_price(
                    advice, other_advice=reference, omitted_figure=FIGURES_OF_KINDS.get(kind, "")
                )
            else:
                cost = describe_beaten(advice, suggestions[1:])
            headline = _describe_briefly(kind, advice, suggestions[0], reference)
            chosen.append(Pick(kind, advice, reason=reason, headline=headline, price=cost))
    return tuple(chosen)


def describe_price_by_advice(suggestions: Sequence[Advice]) -> dict[Advice, str]:
    """Return what each of *suggestions* gains and costs compared with the first with as many winners.

    The price of the first of all is what it beats.

    >>> from movements.advice.advise import advise
    >>> advised = advise(14)
    >>> describe_price_by_advice(advised)[next(advice for advice in advised if advice.winners == 1)]
    'Compared with Mitchell 7 × 4: one ranking for everyone, but 6 more rounds and 6 fewer pairs keep their tables.'
    """
    first_with_winners: dict[int, Advice] = {}
    price_by_advice: dict[Advice, str] = {}
    for advice in suggestions:
        reference = first_with_winners.setdefault(advice.winners, advice)
        if reference is advice:
            reference = suggestions[0]
        if advice is suggestions[0]:
            price_by_advice[advice] = describe_beaten(advice, suggestions[1:])
        else:
            price_by_advice[advice] = describe_price(advice, other_advice=reference)
    return price_by_advice


def _find_shorter_advice(suggestions: Sequence[Advice], minutes: int) -> Advice | None:
    """Return the shortest movement that ends well before *minutes* and gives up little for it.

    It plays the boards that were asked for and needs no more copies than the first.
    """
    best_totals: dict[int, Fraction] = {}
    possible: list[Advice] = []
    for advice in suggestions:
        best_total = best_totals.setdefault(advice.winners, advice.merit.total)
        if (
            advice.minutes <= minutes - MIN_MINUTES_SAVED
            and advice.merit.total >= best_total - MAX_POINTS_OF_SHORTER
            and advice.merit.preferences >= suggestions[0].merit.preferences
            and advice.copies <= suggestions[0].copies
        ):
            possible.append(advice)
    return min(possible, key=lambda advice: (advice.minutes, -advice.merit.total), default=None)


def _find_best_with_winners(suggestions: Sequence[Advice], winners: int) -> Advice | None:
    best = next((advice for advice in suggestions if advice.winners == winners), None)
    if best and best.merit.total >= suggestions[0].merit.total - MAX_POINTS_BEHIND:
        return best
    return None


def _find_fairest_with_one_winner(suggestions: Sequence[Advice]) -> Advice | None:
    """Return the fairest movement with one winner if it is much fairer than the best of them."""
    with_one_winner = [advice for advice in suggestions if advice.winners == 1]
    if not with_one_winner:
        return None
    fairest = max(with_one_winner, key=lambda advice: advice.qf or Fraction(0))
    fairest_qf = fairest.qf or Fraction(0)
    best_qf = with_one_winner[0].qf or Fraction(0)
    if fairest_qf < max(Fraction(MIN_FAIR_QF), best_qf + MIN_POINTS_FAIRER):
        return None
    return fairest


def _find_reference(advice: Advice, previous_picks: Sequence[Pick]) -> Advice | None:
    """Return the pick to compare *advice* with: the first with as many winners, or the first."""
    for pick in previous_picks:
        if pick.advice.winners == advice.winners:
            return pick.advice
    if previous_picks:
        return previous_picks[0].advice
    return None


def _describe_strengths(kind: str, advice: Advice, *, first: Advice) -> str:
    if kind == "two-winners":
        return f"N-S and E-W each have a winner, and {advice.stationary} of {advice.pairs} pairs keep their tables"
    if kind == "one-winner":
        return _describe_one_winner_strengths(advice)
    if kind == "fairest":
        return f"The most even comparison: {_describe_fairness(advice)}"
    if kind == "shorter":
        return f"Finishes {first.minutes - advice.minutes} minutes before the first of these"
    if kind == "usual":
        return "The best with as many boards as usual"
    return "The best with everything you asked for"


def _describe_briefly(kind: str, advice: Advice, first: Advice, reference: Advice | None) -> str:
    """Return the reason for a pick in a few words, beside the label of its *kind*."""
    if kind == "two-winners":
        return f"{advice.stationary} of {advice.pairs} pairs keep their tables"
    if kind == "one-winner":
        return f"a pair meets {_describe_opponents_met(advice)}"
    if kind == "fairest" and reference and reference.winners == advice.winners:
        difference = _describe_fairness_difference(advice, reference)
        return f"{_describe_fairness(advice)}, {difference} than {format_name_and_shape(reference)}"
    headlines = {
        "fairest": _describe_fairness(advice),
        "shorter": f"ends {first.minutes - advice.minutes} minutes before the first",
        "usual": "as many boards as usual",
        "wished": "everything you asked for",
    }
    return headlines[kind]


def _describe_opponents_met(advice: Advice) -> str:
    other_pairs = advice.pairs - 1
    if advice.opponents_met == other_pairs:
        return "all the others"
    return f"{advice.opponents_met} of the {other_pairs} others"


def _describe_fairness(advice: Advice) -> str:
    return f"fairness {round_quality(advice.qf or Fraction(0)):g} of 100"


def _describe_fairness_difference(advice: Advice, other_advice: Advice) -> str:
    """Return by how much one movement is fairer, as the two figures on the page differ."""
    own_fairness = round(advice.qf or Fraction(0), 2)
    other_fairness = round(other_advice.qf or Fraction(0), 2)
    comparison = "more" if own_fairness > other_fairness else "less"
    return f"{float(abs(own_fairness - other_fairness)):g} {comparison}"


def _describe_one_winner_strengths(advice: Advice) -> str:
    strengths = f"One ranking for everyone: a pair meets {_describe_opponents_met(advice)}"
    quality = round_quality(advice.qf)
    # If the comparison is notably uneven, the weaknesses give the figure.
    if quality is not None and "compared unevenly" not in advice.reason:
        strengths += f", {_describe_fairness(advice)}"
    if advice.arrow_switches:
        strengths += ", by arrow-switches"
    if advice.stationary > 1:
        strengths += f", and {advice.stationary} pairs keep their tables"
    return strengths


class FigurePhrases(NamedTuple):
    """How a difference in one figure is named: a gain and a cost, of one and of several.

    Fairness has no phrases: it is always said as a figure of 100, see :func:`_describe_fairness`.
    """

    weight: Fraction  # what a difference of 1 weighs, only to decide which differences are named
    gain_of_one: str
    gain: str
    cost_of_one: str
    cost: str


FIGURE_PHRASES = {
    "winners": FigurePhrases(
        Fraction(100),
        "one ranking for everyone",
        gain="",
        cost_of_one="N-S and E-W each have a winner",
        cost="",
    ),
    "fairness": FigurePhrases(Fraction(1), "", gain="", cost_of_one="", cost=""),
    "opponents": FigurePhrases(
        Fraction(3),
        "1 more opponent",
        gain="{} more opponents",
        cost_of_one="1 fewer opponent",
        cost="{} fewer opponents",
    ),
    "rounds": FigurePhrases(
        Fraction(2),
        "1 fewer round",
        gain="{} fewer rounds",
        cost_of_one="1 more round",
        cost="{} more rounds",
    ),
    "boards": FigurePhrases(
        Fraction(1),
        "1 more board each",
        gain="{} more boards each",
        cost_of_one="1 fewer board each",
        cost="{} fewer boards each",
    ),
    "boards in play": FigurePhrases(
        Fraction(1, 2),
        "1 board fewer in play",
        gain="{} boards fewer in play",
        cost_of_one="1 more board in play",
        cost="{} more boards in play",
    ),
    "stationary": FigurePhrases(
        Fraction(1),
        "1 more pair keeps its table",
        gain="{} more pairs keep their tables",
        cost_of_one="1 fewer pair keeps its table",
        cost="{} fewer pairs keep their tables",
    ),
    "minutes": FigurePhrases(
        Fraction(1, 5),
        "",
        gain="it ends {} minutes sooner",
        cost_of_one="",
        cost="it ends {} minutes later",
    ),
    "sit-outs": FigurePhrases(
        Fraction(6),
        "1 fewer sit-out",
        gain="{} fewer sit-outs",
        cost_of_one="1 more sit-out",
        cost="{} more sit-outs",
    ),
    "copies": FigurePhrases(
        Fraction(8),
        "1 copy of the boards fewer",
        gain="{} copies of the boards fewer",
        cost_of_one="1 more copy of the boards",
        cost="{} more copies of the boards",
    ),
    "sharing": FigurePhrases(
        Fraction(5), "no shared boards", gain="", cost_of_one="tables share boards", cost=""
    ),
    "repeats": FigurePhrases(
        Fraction(5), "no opponents twice", gain="", cost_of_one="some opponents meet twice", cost=""
    ),
}


class FigureDifference(NamedTuple):
    """One figure in which a movement is better or worse than another."""

    figure: str
    weight: Fraction
    is_gain: bool
    text: str


def describe_price(advice: Advice, other_advice: Advice, *, omitted_figure: str = "") -> str:
    """Return what *advice* gains and costs compared with another movement for the same pairs.

    The sentence leaves out the figure *omitted_figure*, and is "" if no other differs.

    >>> from movements.advice.advise import advise
    >>> howell = next(advice for advice in advise(14) if advice.winners == 1)
    >>> describe_price(howell, other_advice=advise(14)[0], omitted_figure="winners")
    'Compared with Mitchell 7 × 4: 6 more rounds and 6 fewer pairs keep their tables.'
    """
    differences = _join_gains_and_costs(advice, other_advice, omitted_figure)
    if not differences:
        return ""
    return f"Compared with {format_name_and_shape(other_advice)}: {differences}."


def describe_beaten(first: Advice, others: Sequence[Advice]) -> str:
    """Return a sentence on the movements that *first* beats: the next best, and the fairest.

    *others* are the movements behind it, the best first. The fairest with as many winners is named
    if it is MIN_POINTS_FAIRER fairer. Points are those of fairness only, which pages show.

    >>> from movements.advice.advise import advise
    >>> advised = advise(14)
    >>> describe_beaten(advised[0], advised[1:2]).partition(", but")[0]
    'Next is Mitchell 6 × 4: it ends 32 minutes sooner and 1 fewer round'
    """
    if not others:
        return ""
    next_best = others[0]
    fairest = find_fairest_advice(first, others)
    if fairest is None:
        return _describe_rival("Next", next_best, first)
    if fairest is next_best:
        return _describe_fairest("Next, and the fairest,", fairest, first)
    next_sentence = _describe_rival("Next", next_best, first)
    return f"{next_sentence} {_describe_fairest('The fairest', fairest, first)}"


def find_fairest_advice(first: Advice, others: Sequence[Advice]) -> Advice | None:
    """Return the fairest of *others* with as many winners, or None if *first* is about as fair."""
    rivals = [other for other in others if other.winners == first.winners]
    fairest = max(rivals, key=lambda other: other.qf or Fraction(0), default=None)
    if fairest is None or (fairest.qf or 0) < (first.qf or 0) + MIN_POINTS_FAIRER:
        return None
    return fairest


def _describe_rival(title: str, rival: Advice, first: Advice) -> str:
    """Return the sentence on *rival* with its gains and costs compared with *first*."""
    differences = _join_gains_and_costs(rival, first)
    if not differences:
        return f"{title} is {format_name_and_shape(rival)}."
    return f"{title} is {format_name_and_shape(rival)}: {differences}."


def _describe_fairest(title: str, fairest: Advice, first: Advice) -> str:
    """Return the sentence on *fairest*, which always says by how much."""
    fairness = next(
        difference.text
        for difference in iter_differences(fairest, first)
        if difference.figure == "fairness"
    )
    differences = _join_gains_and_costs(fairest, first, omitted_figure="fairness")
    sentence = f"{title} is {format_name_and_shape(fairest)}, {fairness}"
    return f"{sentence}: {differences}." if differences else f"{sentence}."


def format_name_and_shape(advice: Advice) -> str:
    """Return the name without details, the rounds and the boards per round.

    >>> from movements.advice.advise import advise
    >>> format_name_and_shape(advise(4)[0])
    'Howell 6 × 4'
    """
    name = advice.name.partition(",")[0]
    return f"{name} {advice.rounds} × {advice.boards_per_set}"


def _join_gains_and_costs(advice: Advice, other_advice: Advice, omitted_figure: str = "") -> str:
    gains: list[str] = []
    costs: list[str] = []
    for difference in sorted(iter_differences(advice, other_advice), key=lambda each: -each.weight):
        if difference.figure == omitted_figure:
            continue
        if difference.is_gain:
            gains.append(difference.text)
        else:
            costs.append(difference.text)
    parts = [join_with_and(texts) for texts in (gains[:MAX_GAINS], costs[:MAX_COSTS]) if texts]
    return ", but ".join(parts)


def iter_differences(advice: Advice, other_advice: Advice) -> Iterator[FigureDifference]:
    """Yield every figure in which *advice* differs from the other movement.

    With two winners instead of one, opponents are counted in another line, and each line is ranked by
    itself: neither opponents nor fairness are compared.

    >>> from movements.advice.advise import advise
    >>> [difference.text for difference in iter_differences(advise(14)[0], advise(14)[0])]
    []
    """
    other_values = _get_value_by_figure(other_advice)
    for figure, value in _get_value_by_figure(advice).items():
        gain = round(value - other_values[figure])
        if not gain or (figure == "minutes" and abs(gain) < MIN_NAMED_MINUTES):
            continue
        if figure in _WITHIN_A_RANKING and advice.winners != other_advice.winners:
            continue
        if figure == "boards in play" and _count_idle_boards(advice) == _count_idle_boards(
            other_advice
        ):
            continue
        phrases = FIGURE_PHRASES[figure]
        amount = abs(gain)
        forms = (phrases.gain_of_one, phrases.gain)
        if gain < 0:
            forms = (phrases.cost_of_one, phrases.cost)
        text = forms[min(amount, 2) - 1].format(amount)
        if figure == "fairness":
            difference = _describe_fairness_difference(advice, other_advice)
            text = f"{_describe_fairness(advice)} ({difference})"
        # Two winners instead of one is no cost by itself: it is what was chosen.
        is_gain = gain > 0 or figure == "winners"
        yield FigureDifference(figure, phrases.weight * amount, is_gain, text)


def _count_idle_boards(advice: Advice) -> int:
    """Return the boards in play that a pair doesn't play."""
    return advice.boards_in_play - advice.rounds * advice.boards_per_set


def _get_value_by_figure(advice: Advice) -> dict[str, Fraction | int]:
    """Return the value of each figure. A higher value is better."""
    _, boards = advice.boards_per_pair
    return {
        "winners": -advice.winners,
        "fairness": advice.qf or 0,
        "opponents": advice.opponents_met,
        "rounds": -advice.rounds,
        "boards": boards,
        "boards in play": -advice.boards_in_play,
        "stationary": advice.stationary,
        "minutes": -advice.minutes,
        "sit-outs": -advice.sit_outs,
        "copies": -advice.copies,
        "sharing": -advice.has_shared_boards,
        "repeats": -advice.has_repeats,
    }
