"""Formulas of the systems of 1900 and 1926.

Each gets one side of one line as scores seen from that side, its own first, and ends in what the
points are.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from scoring.bridge.boards import SIDES
from scoring.display import exact_text
from scoring.methods.old.excess import DECLARER_LIMIT, DEFENDERS_LIMIT
from scoring.methods.old.match_system import match_average
from scoring.model import Line

Formula: TypeAlias = Callable[[Line, str, Sequence[int], Mapping[str, str]], str]
"""Makes the formula from a line, the side that asks, the scores compared from that side, own first, and the options."""


def howell(_line: Line, _side: str, scores: Sequence[int], options: Mapping[str, str]) -> str:
    """Explain the loss to the best score of the direction, or the gain on the worst."""
    if options["count"] == "gains":
        return f"own {scores[0]} − worst of the direction {min(scores)}"
    lost = f"best of the direction {max(scores)} − own {scores[0]}"
    if options["count"] == "plus":
        return f"average loss − ({lost})"
    return lost


def exponent(_line: Line, _side: str, scores: Sequence[int], _options: Mapping[str, str]) -> str:
    """Explain the gain on the worst of the direction, and the equation of both columns."""
    own = sum(score - min(scores) for score in scores)
    other = sum(max(scores) - score for score in scores)
    text = f"own {scores[0]} − worst of the direction {min(scores)}"
    if own >= other:
        return text
    return f"{text}, + ({other} − {own}) ÷ {len(scores)} to equate the smaller column of gains"


def match(_line: Line, _side: str, scores: Sequence[int], options: Mapping[str, str]) -> str:
    """Say on which side of the average of the direction a score is.

    >>> match(Line(1, 6, 8), "NS", [8, 6, 6, 7], {"averages": "thirds"})
    'average 27 ÷ 4, taken as 7; 8 is above it'
    """
    exact = Fraction(sum(scores), len(scores))
    average = match_average(scores) if options["averages"] == "thirds" else exact
    taken = "" if average == exact else f", taken as {exact_text(average)}"
    if scores[0] > average:
        where = "above"
    elif scores[0] < average:
        where = "below"
    else:
        where = "equal to"
    return f"average {sum(scores)} ÷ {len(scores)}{taken}; {scores[0]} is {where} it"


def differences(_line: Line, _side: str, scores: Sequence[int], _options: Mapping[str, str]) -> str:
    """Say the differences from all who held the same cards."""
    return f"{len(scores)} × own {scores[0]} − all {sum(scores)}"


def net(_line: Line, _side: str, _scores: Sequence[int], _options: Mapping[str, str]) -> str:
    """Say nothing to work out: the points of both sides are set against each other."""
    return "difference of both sides' points"


def excess(line: Line, side: str, scores: Sequence[int], _options: Mapping[str, str]) -> str:
    """Explain a winner's entry and the excess above the limit, or the loss."""
    if scores[0] <= 0:
        return f"MINUS takes all of the {-scores[0]} lost"
    is_declarer = line.declarer in SIDES and (str(line.declarer)[0] in "NS") == (side == "NS")
    limit = DECLARER_LIMIT if is_declarer else DEFENDERS_LIMIT
    honours = f" and {line.honours} for honours" if line.honours else ""
    excess = scores[0] - limit - line.honours
    if excess > 0:
        return f"EXCESS takes {excess} of the {scores[0]} won, PLUS at most {limit}{honours}"
    return f"PLUS takes of the {scores[0]} won at most {limit}{honours}"
