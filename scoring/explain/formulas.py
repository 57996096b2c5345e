"""Write the formula of the points on a line, for each method.

Each formula ends in ``= points``, and its steps are the functions of the method itself. That a
method is right is shown by the second calculation of the tests, which shares no code with it. A
package with methods of its own adds theirs by :func:`register_formulas`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.bridge.contracts import SIDES
from scoring.display import format_figure
from scoring.method import ScoringMethod
from scoring.methods.butler import compute_datum
from scoring.methods.columns import convert_share_to_imps, convert_to_imps
from scoring.methods.cross_imps import count_expected_results
from scoring.methods.excess import ExcessLimits
from scoring.methods.matchpoints import (
    Conversion,
    choose_conversion,
    convert_by_ascherman,
    convert_in_proportion,
    convert_with_ties,
    needs_special_percentages,
)
from scoring.model import Board, Field, Line, Points

ChoiceByOption: TypeAlias = Mapping[str, str]

_DATUM_NAMES = {
    "mean": "mean",
    "median": "median",
    "trimmed": "mean without best and worst",
    "middle-5": "mean of the middle 5 %",
}


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A side of a line with everything that its points depend on."""

    field: Field
    board: Board
    line: Line
    side: str
    points: Points
    top: Points | None
    options: ChoiceByOption
    deal_total: int = 0  # the sum of both sides' scores: 13 if they are tricks, 0 for points

    @property
    def compared_lines(self) -> list[Line]:
        """The lines with which this one is compared."""
        if self.field.contest == "teams":
            return [line for line in self.match_lines if line is not self.line and line.is_scored]
        return [
            line
            for line in self.board.lines
            if line is not self.line and line.group == self.line.group and line.is_scored
        ]

    @property
    def match_lines(self) -> list[Line]:
        """The lines on which the same two contestants meet: both tables of a match of teams."""
        contestants = {self.line.ns, self.line.ew}
        return [line for line in self.board.lines if {line.ns, line.ew} == contestants]

    def list_weighted_scores(self, line: Line) -> list[tuple[int, Points]]:
        """Return the scores of *line* as seen from this side, with their weights."""
        if self.side == "NS":
            return [(share.score, share.weight) for share in line.get_ns_shares()]
        # Of the tricks of a deal, E-W have those that N-S don't have.
        return [(self.deal_total - share.score, share.weight) for share in line.get_ew_shares()]


def make_formula(method: ScoringMethod, scored_side: ScoredSide) -> str:
    """Return the formula of the points of *scored_side*, ending in ``= points``."""
    is_of_teams = scored_side.field.contest == "teams"
    # In a match, a ruling at one table decides the points of both.
    if is_of_teams and any(line.artificial is not None for line in scored_side.match_lines):
        return f"artificial score = {format_side_points(scored_side)}"
    if scored_side.line.artificial is not None:
        return _make_artificial_formula(method, scored_side)
    if is_of_teams and any(
        line.assigned is not None for line in (scored_side.line, *scored_side.compared_lines)
    ):
        return f"each result by its weight in the ruling = {format_side_points(scored_side)}"
    return FORMULA_BY_METHOD.get(method.key, explain_by_rule)(scored_side)


def format_weighted_scores(weighted_scores: Sequence[tuple[int, Points]]) -> str:
    """Return the score of a side: ``"420"``, or ``"60 % of 420 and 40 % of -50"``.

    >>> format_weighted_scores([(420, Fraction(3, 5)), (-50, Fraction(2, 5))])
    '60 % of 420 and 40 % of -50'
    """
    if len(weighted_scores) == 1:
        return str(weighted_scores[0][0])
    return " and ".join(
        f"{format_figure(100 * weight)} % of {score}" for score, weight in weighted_scores
    )


def _make_artificial_formula(method: ScoringMethod, scored_side: ScoredSide) -> str:
    artificial = scored_side.line.artificial
    if artificial is None:
        return explain_by_rule(scored_side)
    if scored_side.top is None and "average_plus" not in scored_side.options:
        return _make_artificial_average_formula(method, scored_side)
    if scored_side.side == "NS":
        percentage, depends_on_average = artificial.ns, artificial.has_ns_own_average
    else:
        percentage, depends_on_average = artificial.ew, artificial.has_ew_own_average
    if percentage is None:
        return explain_by_rule(scored_side)
    percentage_points, formula = _compute_artificial_points(scored_side, percentage)
    # A pair's own average counts if it is higher than a share above 50 %, or lower than one below.
    if depends_on_average and scored_side.points != percentage_points:
        relation = "higher" if percentage > 50 else "lower"
        formula = f"own average, {relation} than {formula}"
    return f"{formula} = {format_side_points(scored_side)}"


def _compute_artificial_points(scored_side: ScoredSide, percentage: Fraction) -> tuple[Points, str]:
    """Return the points of an artificial score of *percentage* per cent, and their formula."""
    if scored_side.top is not None:
        formula = f"{format_figure(percentage)} % of the top of {format_figure(scored_side.top)}"
        return percentage * scored_side.top / 100, formula
    # In IMPs average plus is a number of them, and a share is a part of it.
    average_plus = int(scored_side.options["average_plus"])
    formula = f"average plus {average_plus} × ({format_figure(percentage)} − 50) ÷ 10"
    if scored_side.options.get("divisor") == "none":
        result_count = scored_side.board.score_count
        formula = f"{formula} × {result_count} results"
        average_plus *= result_count
    return convert_share_to_imps(percentage, average_plus), formula


def _make_artificial_average_formula(method: ScoringMethod, scored_side: ScoredSide) -> str:
    """Return the board's average, for methods in which an artificial score is always that."""
    if method.artificial_basis == "nothing":
        return f"the average of the direction, nothing above or below it = {format_side_points(scored_side)}"
    if method.artificial_basis == "direction":
        result_count = sum(
            line.score is not None and line.group == scored_side.line.group
            for line in scored_side.board.lines
        )
        total = format_figure(scored_side.points * result_count)
        return (
            f"average of the direction {total} ÷ {result_count} = {format_side_points(scored_side)}"
        )
    shares = [share for line in scored_side.board.lines for share in line.get_ns_shares()]
    weight_sum = sum(share.weight for share in shares)
    score_sum = sum(share.score * share.weight for share in shares)
    if scored_side.side == "EW":
        score_sum = -score_sum
    average_text = f"{format_signed_number(score_sum)} ÷ {format_figure(weight_sum)}"
    return f"{_get_tricks_prefix(scored_side)}average of the scores {average_text} = {format_side_points(scored_side)}"


def _get_tricks_prefix(scored_side: ScoredSide) -> str:
    """Return the beginning of a sum of E-W tricks: 13, from which the N-S tricks are taken."""
    if scored_side.options.get("unit") == "tricks" and scored_side.side == "EW":
        return "13 + "
    return ""


def explain_excess(scored_side: ScoredSide) -> str:
    """Explain a winner's entry and the excess above the limit, or the loss."""
    line = scored_side.line
    score = scored_side.list_weighted_scores(line)[0][0]
    entry = _describe_excess_entry(line, scored_side.side, score, scored_side.options)
    return f"{entry} = {format_side_points(scored_side)}"


def _describe_excess_entry(line: Line, side: str, score: int, options: Mapping[str, str]) -> str:
    if score <= 0:
        return f"MINUS takes all of the {-score} lost"
    is_declarer = False
    if line.declarer in SIDES:
        is_ns_declarer = str(line.declarer)[0] in "NS"
        is_declarer = is_ns_declarer == (side == "NS")
    limits = ExcessLimits.from_options(options)
    limit = limits.declarer_limit if is_declarer else limits.defenders_limit
    limit_text = f"at most {limit}"
    if line.honours:
        limit_text = f"{limit_text} and {line.honours} for honours"
    excess_points = score - limit - line.honours
    if excess_points > 0:
        return f"EXCESS takes {excess_points} of the {score} won, PLUS {limit_text}"
    return f"PLUS takes of the {score} won {limit_text}"


def explain_average(scored_side: ScoredSide) -> str:
    """Return the own score less the average of the direction."""
    scores = [
        scored_side.list_weighted_scores(line)[0][0]
        for line in (scored_side.line, *scored_side.compared_lines)
    ]
    average_text = f"average {format_signed_number(sum(scores))} ÷ {len(scores)}"
    # Some systems round the average.
    used_average = scores[0] - scored_side.points
    if used_average != Fraction(sum(scores), len(scores)):
        average_text = f"{average_text}, taken as {format_figure(used_average)}"
    return f"own {scores[0]} − {average_text} = {format_side_points(scored_side)}"


def explain_by_rule(scored_side: ScoredSide) -> str:
    """Return the points without a calculation."""
    return f"by the rule of the method = {format_side_points(scored_side)}"


def explain_matchpoints(scored_side: ScoredSide) -> str:
    """Return the results beaten and tied, with Neuberg's conversion."""
    return _make_comparison_formula(scored_side, is_ascherman=False)


def explain_ascherman(scored_side: ScoredSide) -> str:
    """Return the results beaten and tied, with Ascherman's conversion."""
    return _make_comparison_formula(scored_side, is_ascherman=True)


def _make_comparison_formula(scored_side: ScoredSide, is_ascherman: bool) -> str:
    """Return results beaten and tied, their conversion to a full board, and the points."""
    points, formula = _compute_comparison_points(scored_side)
    points_text = format_figure(points)
    formula = f"{formula} = {points_text}"
    result_count = len(scored_side.compared_lines) + 1
    if has_special_percentages(scored_side):
        percentage_text = f"60 + 5 × ({points_text} − {result_count - 1})"
        top = format_figure(scored_side.top or 0)
        return f"{formula}; ({percentage_text}) % of the top of {top} = {format_side_points(scored_side)}"
    expected_results = _count_expected_results(scored_side, is_ascherman)
    if result_count != expected_results or is_ascherman:
        points, conversion = _convert_to_full_board(
            scored_side, points, expected_results, is_ascherman=is_ascherman
        )
        formula = f"{formula}; {conversion} = {format_figure(points)}"
    if scored_side.options["per_beaten"] == "1":
        points = Fraction(points) / 2
        formula = f"{formula}; half of it = {format_figure(points)}"
    if scored_side.options.get("keep", "exact") != "exact":
        formula = f"{formula}; rounded to a {scored_side.options['keep']} = {format_side_points(scored_side)}"
    return formula


def _convert_to_full_board(
    scored_side: ScoredSide, points: Points, expected_results: int, *, is_ascherman: bool
) -> tuple[Points, str]:
    """Return *points* converted to a board with *expected_results*, and the formula."""
    result_count = len(scored_side.compared_lines) + 1
    convert_points: Conversion = convert_by_ascherman
    if not is_ascherman:
        convert_points = choose_conversion(scored_side.board, scored_side.options["neuberg"])
    text = format_figure(points)
    if convert_points is convert_with_ties:
        formula = f"{text} + {expected_results - result_count} for results that are missing"
    elif convert_points is convert_in_proportion and result_count > 1:
        formula = f"{text} × {expected_results - 1} ÷ {result_count - 1}"
    else:
        formula = f"({text} + 1) × {expected_results} ÷ {result_count}"
        if convert_points is not convert_by_ascherman:
            formula = f"{formula} − 1"
    return convert_points(points, result_count, expected_results), formula


def _compute_comparison_points(scored_side: ScoredSide) -> tuple[Points, str]:
    """Return 2 points for each result beaten and 1 for each tie, and the formula."""
    other_scores: list[tuple[int, Points]] = []
    for other_line in scored_side.compared_lines:
        other_scores += scored_side.list_weighted_scores(other_line)
    own_scores = scored_side.list_weighted_scores(scored_side.line)
    points = Fraction(0)
    texts = []
    for score, weight in own_scores:
        beaten_results = Fraction(0)
        tied_results = Fraction(0)
        for other_score, other_weight in other_scores:
            if other_score < score:
                beaten_results += other_weight
            elif other_score == score:
                tied_results += other_weight
        points += weight * (2 * beaten_results + tied_results)
        terms = []
        if beaten_results:
            terms.append(f"2 × {format_figure(beaten_results)} beaten")
        if tied_results:
            terms.append(f"{format_figure(tied_results)} tied")
        text = " + ".join(terms) or "nothing beaten or tied"
        texts.append(text if len(own_scores) == 1 else f"{format_figure(weight)} × ({text})")
    return points, " + ".join(texts)


def _count_expected_results(scored_side: ScoredSide, is_ascherman: bool) -> int:
    """Return the number of results for which the top of the board is made."""
    top_in_results = Fraction(scored_side.top or 0) / int(scored_side.options["per_beaten"])
    if is_ascherman:
        return int(top_in_results)
    return int(top_in_results) + 1


def has_special_percentages(scored_side: ScoredSide) -> bool:
    """Return whether the group of the line is so small that it has percentages of its own.

    Sources: [WHITEBOOK] 4.2.3.3 for the rule ``"special"``, [ACBLSCORE] for ``"acbl"``.
    """
    return needs_special_percentages(
        scored_side.options["small_groups"],
        len(scored_side.compared_lines) + 1,
        tuple(scored_side.board.size_by_group.values()),
        _count_expected_results(scored_side, is_ascherman="neuberg" not in scored_side.options),
    )


def is_converted_to_full_board(scored_side: ScoredSide) -> bool:
    """Return whether the matchpoints of the line were converted to a board with more results."""
    if not scored_side.line.is_scored:
        return False
    return len(scored_side.compared_lines) + 1 != _count_expected_results(
        scored_side, is_ascherman=False
    )


def format_side_points(scored_side: ScoredSide) -> str:
    """Return the points in which a formula ends."""
    return format_figure(scored_side.points)


def explain_cross_imps(scored_side: ScoredSide) -> str:
    """Return the IMPs against every other result, and the divisor of their sum."""
    comparisons = [
        _compare_in_imps(scored_side, other_line) for other_line in scored_side.compared_lines
    ]
    terms = []
    for imps in sorted(comparisons, reverse=True):
        sign = "+" if imps >= 0 else "−"
        terms.append(f"{sign} {format_figure(max(imps, -imps))}")
    total = format_figure(sum(comparisons))
    sum_text = " ".join(terms).removeprefix("+ ") or "0"
    formula = f"{sum_text} = {total}"
    divisor_name = scored_side.options["divisor"]
    result_count = len(comparisons) + 1
    if divisor_name == "neuberg":
        compared_field = replace(scored_side.field, boards=_list_compared_boards(scored_side))
        # One result has nothing to be compared with.
        full_board_results = max(count_expected_results(compared_field, scored_side.options), 2)
        scale = f"÷ {result_count} × {full_board_results} ÷ {full_board_results - 1}"
        return f"{formula}; {total} {scale} = {format_side_points(scored_side)}"
    if divisor_name == "root":
        if result_count == 1:
            return f"no other result to compare = {format_side_points(scored_side)}"
        return f"{formula}; {total} ÷ √({result_count} × {result_count - 1} ÷ 2) = {format_side_points(scored_side)}"
    divisor = {"comparisons": len(comparisons), "results": result_count, "none": 1}[divisor_name]
    if divisor > 1:
        return f"{formula}; {total} ÷ {divisor} {divisor_name} = {format_side_points(scored_side)}"
    return formula


def _list_compared_boards(scored_side: ScoredSide) -> tuple[Board, ...]:
    """Return the boards from which the number of results of a full board is taken."""
    section = scored_side.line.section
    if scored_side.options.get("compare") != "section" or not section:
        return scored_side.field.boards
    boards = []
    for board in scored_side.field.boards:
        lines = tuple(line for line in board.lines if line.section == section)
        if lines:
            boards.append(replace(board, lines=lines))
    return tuple(boards)


def _compare_in_imps(scored_side: ScoredSide, other_line: Line) -> Points:
    """Return the IMPs of the line against *other_line*, weighted."""
    cap_choice = scored_side.options.get("imp_cap", "none")
    max_imps = 24 if cap_choice == "none" else int(cap_choice)  # the scale ends at 24
    total: Points = 0
    for score, weight in scored_side.list_weighted_scores(scored_side.line):
        for other_score, other_weight in scored_side.list_weighted_scores(other_line):
            imps = convert_to_imps(score - other_score)
            capped_imps = max(-max_imps, min(max_imps, imps))
            total += weight * other_weight * capped_imps
    return total


def explain_butler(scored_side: ScoredSide) -> str:
    """Return the datum and the difference of the score to it."""
    if not scored_side.compared_lines:
        return f"no other result to compare = {format_side_points(scored_side)}"
    own_scores = scored_side.list_weighted_scores(scored_side.line)
    weight_by_score: dict[int, Points] = {}
    for line in (scored_side.line, *scored_side.compared_lines):
        for score, weight in scored_side.list_weighted_scores(line):
            weight_by_score[score] = weight_by_score.get(score, 0) + weight
    options = scored_side.options
    datum = compute_datum(weight_by_score, options["datum"], options["rounding"])
    datum_text = f"datum {format_figure(datum)} ({_DATUM_NAMES[options['datum']]})"
    if len(own_scores) > 1:
        terms = []
        for score, weight in own_scores:
            imps = convert_to_imps(score - datum)
            terms.append(f"{format_figure(weight)} × {format_signed_number(imps)}")
        return f"{datum_text}; {' + '.join(terms)} IMPs = {format_side_points(scored_side)}"
    score = own_scores[0][0]
    difference = f"{score} − {format_signed_number(datum)} = {format_figure(score - datum)}"
    return f"{datum_text}; {difference}, in IMPs = {format_side_points(scored_side)}"


def explain_aggregate(scored_side: ScoredSide) -> str:
    """Return the score itself, or the parts of a ruling by their weights."""
    if (
        scored_side.side == "EW"
        and scored_side.field.contest != "teams"
        and scored_side.options["count"] != "both"
    ):
        return "only N-S scores count = 0"
    weighted_scores = scored_side.list_weighted_scores(scored_side.line)
    if len(weighted_scores) == 1:
        return f"the score itself = {format_side_points(scored_side)}"
    terms = (
        f"{format_figure(weight)} × {format_signed_number(score)}"
        for score, weight in weighted_scores
    )
    # With a deal of 13 the scores are those of E-W already.
    prefix = "" if scored_side.deal_total else _get_tricks_prefix(scored_side)
    return f"{prefix}{' + '.join(terms)} = {format_side_points(scored_side)}"


def format_signed_number(number: Points) -> str:
    """Return *number* for a difference, in brackets if it is negative."""
    if number < 0:
        return f"({format_figure(number)})"
    return format_figure(number)


FormulaWriter: TypeAlias = Callable[[ScoredSide], str]
"""A function that writes the formula of the points of a side."""

FORMULA_BY_METHOD: dict[str, FormulaWriter] = {
    "matchpoints": explain_matchpoints,
    "average": explain_average,
    "excess": explain_excess,
    "ascherman": explain_ascherman,
    "cross-imps": explain_cross_imps,
    "butler": explain_butler,
    "total-imps": explain_cross_imps,
    "aggregate": explain_aggregate,
}
"""What writes the formula of the points of each method, by its key."""


def register_formulas(formulas: Mapping[str, FormulaWriter]) -> None:
    """Add the *formulas* of registered methods, by the keys of these."""
    FORMULA_BY_METHOD.update(formulas)
