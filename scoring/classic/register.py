"""Add the methods of 1900 and 1926 that the core doesn't have, and their formulas."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from scoring.classic.compass import COMPASS
from scoring.classic.exponent import EXPONENT
from scoring.classic.losses import HOWELL_LOSSES
from scoring.classic.match_system import MATCH, compute_match_average
from scoring.classic.safford import SAFFORD
from scoring.classic.team_matches import FOUR_PAIRS, FOURS
from scoring.display import format_figure
from scoring.explain.formulas import (
    FormulaWriter,
    ScoredSide,
    explain_by_rule,
    format_side_points,
    register_formulas,
)
from scoring.model import Line
from scoring.registry import register_methods

# A bare formula gets the *scores* that are compared, as seen from one *side* of a line, that side's own
# score first. It returns the text before ``= points``.


TextFormula: TypeAlias = Callable[[Line, str, Sequence[int], Mapping[str, str]], str]
"""A function that returns the formula of a line, a side, its scores and the options."""


def explain_howell(
    _line: Line, _side: str, scores: Sequence[int], options: Mapping[str, str]
) -> str:
    """Explain the loss to the best score of the direction, or the gain on the worst."""
    if options["count"] == "gains":
        return f"own {scores[0]} − worst of the direction {min(scores)}"
    loss = f"best of the direction {max(scores)} − own {scores[0]}"
    if options["count"] == "plus":
        return f"average loss − ({loss})"
    return loss


def explain_exponent(
    _line: Line, _side: str, scores: Sequence[int], _options: Mapping[str, str]
) -> str:
    """Explain the gain on the worst of the direction, and the equation of both columns."""
    own_gains = sum(score - min(scores) for score in scores)
    # The other direction gains what this one loses to its best score.
    other_gains = sum(max(scores) - score for score in scores)
    gain_text = f"own {scores[0]} − worst of the direction {min(scores)}"
    if own_gains >= other_gains:
        return gain_text
    equation = f"({other_gains} − {own_gains}) ÷ {len(scores)}"
    return f"{gain_text}, + {equation} to equate the smaller column of gains"


def explain_match(
    _line: Line, _side: str, scores: Sequence[int], options: Mapping[str, str]
) -> str:
    """Explain whether a score is above or below the average of the direction.

    >>> explain_match(Line(1, 6, 8), "NS", [8, 6, 6, 7], {"averages": "thirds"})
    'average 27 ÷ 4, taken as 7; 8 is above it'
    """
    exact_average = Fraction(sum(scores), len(scores))
    average: Fraction | int = exact_average
    if options["averages"] == "thirds":
        average = compute_match_average(scores)
    rounding_text = "" if average == exact_average else f", taken as {format_figure(average)}"
    if scores[0] > average:
        relation = "above"
    elif scores[0] < average:
        relation = "below"
    else:
        relation = "equal to"
    return f"average {sum(scores)} ÷ {len(scores)}{rounding_text}; {scores[0]} is {relation} it"


def explain_differences(
    _line: Line, _side: str, scores: Sequence[int], _options: Mapping[str, str]
) -> str:
    """Explain the sum of the differences from all scores with the same cards."""
    return f"{len(scores)} × own {scores[0]} − all {sum(scores)}"


def explain_net(
    _line: Line, _side: str, _scores: Sequence[int], _options: Mapping[str, str]
) -> str:
    """Explain the net points, which need no calculation."""
    return "difference of both sides’ points"


def _complete_formula(text_formula: TextFormula) -> FormulaWriter:
    """Return the formula of a side from *text_formula*."""

    def explain_points(case: ScoredSide) -> str:
        scores = [
            case.list_weighted_scores(line)[0][0] for line in (case.line, *case.compared_lines)
        ]
        text = text_formula(case.line, case.side, scores, case.options)
        return f"{text} = {format_side_points(case)}"

    return explain_points


CLASSIC_FORMULA_BY_METHOD: Mapping[str, FormulaWriter] = {
    "howell-losses": _complete_formula(explain_howell),
    "exponent": _complete_formula(explain_exponent),
    "match": _complete_formula(explain_match),
    "safford": _complete_formula(explain_differences),
    "compass": _complete_formula(explain_net),
    "four-pairs": _complete_formula(explain_differences),
    "fours": explain_by_rule,
}
"""What writes the formula of the points of each method, by its key."""


PAIR_METHODS = (HOWELL_LOSSES, EXPONENT, MATCH, SAFFORD, COMPASS)


def register_classic_methods() -> None:
    """Add the methods and their formulas. To add them twice changes nothing."""
    register_methods(PAIR_METHODS, before="excess")
    register_methods([FOUR_PAIRS])
    register_methods([FOURS], before="team-totals")
    register_formulas(CLASSIC_FORMULA_BY_METHOD)
