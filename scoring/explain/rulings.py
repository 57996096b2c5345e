"""Explain the points on a line that a ruling gives.

An artificial score is a share of the top, of the average plus in IMPs, or the average of a board.
"""

from fractions import Fraction

from scoring.display import format_figure
from scoring.method import ScoringMethod
from scoring.methods.columns import convert_share_to_imps
from scoring.model import Points
from scoring.working import ScoredSide, Step, Working, explain_by_rule, format_signed_number


def explain_ruling(method: ScoringMethod, side: ScoredSide) -> Working | None:
    """Return how a ruling gives the points of *side*, or None if the method scores its line."""
    is_of_teams = side.field.contest == "teams"
    # In a match, a ruling at one table decides the points of both.
    if is_of_teams and any(line.artificial is not None for line in side.match_lines):
        return (Step("artificial score", side.points),)
    if side.line.artificial is not None:
        return _explain_artificial(method, side)
    if is_of_teams and any(line.assigned is not None for line in (side.line, *side.compared_lines)):
        return (Step("each result by its weight in the ruling", side.points),)
    return None


def _explain_artificial(method: ScoringMethod, side: ScoredSide) -> Working:
    artificial = side.line.artificial
    if artificial is None:
        return explain_by_rule(side)
    if side.top is None and "average_plus" not in side.options:
        return (Step(_describe_artificial_average(method, side), side.points),)
    if side.side == "NS":
        percentage, depends_on_average = artificial.ns, artificial.has_ns_own_average
    else:
        percentage, depends_on_average = artificial.ew, artificial.has_ew_own_average
    if percentage is None:
        return explain_by_rule(side)
    percentage_points, text = _compute_artificial_points(side, percentage)
    # A pair's own average counts if it is higher than a share above 50 %, or lower than one below.
    if depends_on_average and side.points != percentage_points:
        relation = "higher" if percentage > 50 else "lower"
        text = f"own average, {relation} than {text}"
    return (Step(text, side.points),)


def _compute_artificial_points(side: ScoredSide, percentage: Fraction) -> tuple[Points, str]:
    """Return the points of an artificial score of *percentage* per cent, and their formula."""
    if side.top is not None:
        formula = f"{format_figure(percentage)} % of the top of {format_figure(side.top)}"
        return percentage * side.top / 100, formula
    # In IMPs average plus is a number of them, and a share is a part of it.
    average_plus = int(side.options["average_plus"])
    formula = f"average plus {average_plus} × ({format_figure(percentage)} − 50) ÷ 10"
    if side.options.get("divisor") == "none":
        result_count = side.board.score_count
        formula = f"{formula} × {result_count} results"
        average_plus *= result_count
    return convert_share_to_imps(percentage, average_plus), formula


def _describe_artificial_average(method: ScoringMethod, side: ScoredSide) -> str:
    """Return the board's average, for methods in which an artificial score is always that."""
    if method.artificial_basis == "nothing":
        return "the average of the direction, nothing above or below it"
    if method.artificial_basis == "direction":
        result_count = sum(
            line.score is not None and line.group == side.line.group for line in side.board.lines
        )
        total = format_figure(side.points * result_count)
        return f"average of the direction {total} ÷ {result_count}"
    shares = [share for line in side.board.lines for share in line.get_ns_shares()]
    weight_sum = sum(share.weight for share in shares)
    score_sum = sum(share.score * share.weight for share in shares)
    prefix = ""
    if side.side == "EW":
        score_sum = -score_sum
        if side.options.get("unit") == "tricks":
            prefix = "13 + "
    average_text = f"{format_signed_number(score_sum)} ÷ {format_figure(weight_sum)}"
    return f"{prefix}average of the scores {average_text}"
