"""What a movement costs and gains compared with another, in one sentence.

Directors weigh the figures differently.  The sentence names the largest differences, so that they
can decide against the order of :func:`movements.advice.advise.advise`.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from movements.advice.advise import Advice
from movements.model import join_with_and

MAX_GAINS = 2
MAX_COSTS = 2
"""Differences that one sentence names, the largest first."""

MIN_POINTS_FAIRER = 3
"""A movement that is this much fairer than the first isn't passed over in silence."""

MIN_MINUTES = 10
"""A shorter time isn't worth naming."""


class FigureWords(NamedTuple):
    """How a difference in one figure is named: a gain and a cost, of one and of several.

    *weight* is what a difference of 1 weighs.  It only decides which differences are named.
    """

    weight: Fraction
    gain_of_one: str
    gain: str
    cost_of_one: str
    cost: str


FIGURES = {
    "winners": FigureWords(
        Fraction(100), "one ranking for everyone", "", "N-S and E-W each have a winner", ""
    ),
    "fairness": FigureWords(
        Fraction(1),
        "1 point fairer",
        "{} points fairer",
        "1 point less fair",
        "{} points less fair",
    ),
    "opponents": FigureWords(
        Fraction(3),
        "1 more opponent",
        "{} more opponents",
        "1 fewer opponent",
        "{} fewer opponents",
    ),
    "rounds": FigureWords(
        Fraction(2), "1 fewer round", "{} fewer rounds", "1 more round", "{} more rounds"
    ),
    "boards": FigureWords(
        Fraction(1),
        "1 more board each",
        "{} more boards each",
        "1 fewer board each",
        "{} fewer boards each",
    ),
    "boards in play": FigureWords(
        Fraction(1, 2),
        "1 board fewer in play",
        "{} boards fewer in play",
        "1 more board in play",
        "{} more boards in play",
    ),
    "stationary": FigureWords(
        Fraction(1),
        "1 more pair keeps its table",
        "{} more pairs keep their tables",
        "1 fewer pair keeps its table",
        "{} fewer pairs keep their tables",
    ),
    "minutes": FigureWords(
        Fraction(1, 5), "", "it ends {} minutes sooner", "", "it ends {} minutes later"
    ),
    "sit-outs": FigureWords(
        Fraction(6), "1 fewer sit-out", "{} fewer sit-outs", "1 more sit-out", "{} more sit-outs"
    ),
    "copies": FigureWords(
        Fraction(8),
        "1 copy of the boards fewer",
        "{} copies of the boards fewer",
        "1 more copy of the boards",
        "{} more copies of the boards",
    ),
    "sharing": FigureWords(Fraction(5), "no shared boards", "", "tables share boards", ""),
    "repeats": FigureWords(Fraction(5), "no opponents twice", "", "some opponents meet twice", ""),
}


_WITHIN_A_RANKING = ("opponents", "fairness")
"""Figures that answer another question if N-S and E-W are ranked apart."""


class FigureDifference(NamedTuple):
    """One figure in which a movement is better or worse than another."""

    figure: str
    weight: Fraction
    is_gain: bool
    text: str


def describe_price(advice: Advice, than: Advice, *, without: str = "") -> str:
    """Return what *advice* gains and costs compared with another movement for the same pairs.

    The sentence leaves out the figure *without*, and is "" if no other differs.

    >>> from movements.advice.advise import advise
    >>> howell = next(advice for advice in advise(14) if advice.winners == 1)
    >>> describe_price(howell, than=advise(14)[0], without="winners")
    'Compared with Mitchell 7 × 4: 6 more rounds and 6 fewer pairs keep their tables.'
    """
    differences = _join_gains_and_costs(advice, than, without)
    if not differences:
        return ""
    return f"Compared with {format_name_and_shape(than)}: {differences}."


def describe_beaten(first: Advice, others: Sequence[Advice]) -> str:
    """Return what *first* beats and by what: the next best, and the fairest of its kind.

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
    """Return the sentence on *fairest*, which always says by how many points."""
    points = next(
        difference.text
        for difference in find_differences(fairest, first)
        if difference.figure == "fairness"
    )
    differences = _join_gains_and_costs(fairest, first, without="fairness")
    sentence = f"{title} is {format_name_and_shape(fairest)}, {points}"
    return f"{sentence}: {differences}." if differences else f"{sentence}."


def format_name_and_shape(advice: Advice) -> str:
    """Return the name without details, the rounds and the boards per round.

    >>> from movements.advice.advise import advise
    >>> format_name_and_shape(advise(4)[0])
    'Howell 6 × 4'
    """
    name = advice.name.partition(",")[0]
    return f"{name} {advice.rounds} × {advice.boards_per_set}"


def _join_gains_and_costs(advice: Advice, than: Advice, without: str = "") -> str:
    gains: list[str] = []
    costs: list[str] = []
    for difference in sorted(find_differences(advice, than), key=lambda each: -each.weight):
        if difference.figure == without:
            continue
        if difference.is_gain:
            gains.append(difference.text)
        else:
            costs.append(difference.text)
    parts = [join_with_and(texts) for texts in (gains[:MAX_GAINS], costs[:MAX_COSTS]) if texts]
    return ", but ".join(parts)


def find_differences(advice: Advice, than: Advice) -> Iterator[FigureDifference]:
    """Yield every figure in which *advice* differs from the other movement.

    With two winners instead of one, opponents are counted in another line, and each line is ranked by
    itself: neither opponents nor fairness are compared.

    >>> from movements.advice.advise import advise
    >>> [difference.text for difference in find_differences(advise(14)[0], advise(14)[0])]
    []
    """
    other_values = _get_figure_values(than)
    for figure, value in _get_figure_values(advice).items():
        gained = round(value - other_values[figure])
        if not gained or (figure == "minutes" and abs(gained) < MIN_MINUTES):
            continue
        if figure in _WITHIN_A_RANKING and advice.winners != than.winners:
            continue
        if figure == "boards in play" and _count_idle_boards(advice) == _count_idle_boards(than):
            continue
        words = FIGURES[figure]
        amount = abs(gained)
        forms = (words.gain_of_one, words.gain)
        if gained < 0:
            forms = (words.cost_of_one, words.cost)
        text = forms[min(amount, 2) - 1].format(amount)
        # Two winners instead of one is no cost by itself: it is what was chosen.
        is_gain = gained > 0 or figure == "winners"
        yield FigureDifference(figure, words.weight * amount, is_gain, text)


def _count_idle_boards(advice: Advice) -> int:
    """Return the boards in play that a pair doesn't play."""
    return advice.boards_in_play - advice.rounds * advice.boards_per_set


def _get_figure_values(advice: Advice) -> dict[str, Fraction | int]:
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
        "sharing": -advice.shared,
        "repeats": -advice.has_repeats,
    }
