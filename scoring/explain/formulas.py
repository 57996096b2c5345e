"""Write the formula of the points on a line, for each method.

Each formula ends in ``= points``. Its figures come from the definitions in ``plain.points`` and not
from the method itself, so that a wrong method cannot confirm itself by its explanation. A package
with methods of its own adds theirs by :func:`register_formulas`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring import definitions
from scoring.display import exact_text
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Line, Points

Options: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A side of a line with everything that its points depend on.

    *deal* is the sum of both sides' scores: 13 if they are tricks, 0 for points.
    """

    field: Field
    board: Board
    line: Line
    side: str
    points: Points
    top: Points | None
    options: Options
    deal: int = 0

    @property
    def others(self) -> list[Line]:
        """The lines with which this one is compared."""
        if self.field.contest == "teams":
            return [line for line in self.tables if line is not self.line and line.is_scored]
        return definitions.select_compared_lines(self.board, self.line)

    @property
    def tables(self) -> list[Line]:
        """The lines on which the same two contestants meet: both tables of a match of teams."""
        contestants = {self.line.ns, self.line.ew}
        return [line for line in self.board.lines if {line.ns, line.ew} == contestants]

    def parts(self, line: Line) -> list[tuple[int, Points]]:
        """Return the scores of *line* as seen from this side, with their weights."""
        parts = definitions.list_weighted_scores(line, self.side)
        if self.side == "EW":
            # The score is the negative of N-S tricks, of which E-W have the rest.
            return [(self.deal + score, weight) for score, weight in parts]
        return parts


def make_formula(method: ScoringMethod, case: ScoredSide) -> str:
    """Return the formula of the points of *case*, ending in ``= points``."""
    is_of_teams = case.field.contest == "teams"
    # In a match, a ruling at one table decides the points of both.
    if is_of_teams and any(line.artificial is not None for line in case.tables):
        return f"artificial score = {format_points(case)}"
    if case.line.artificial is not None:
        return _make_artificial_formula(method, case)
    if is_of_teams and any(line.assigned is not None for line in (case.line, *case.others)):
        return f"each result by its weight in the ruling = {format_points(case)}"
    return FORMULAS.get(method.key, explain_by_rule)(case)


def format_score(parts: Sequence[tuple[int, Points]]) -> str:
    """Return the score of a side: ``"420"``, or ``"60 % of 420 and 40 % of -50"``.

    >>> format_score([(420, Fraction(3, 5)), (-50, Fraction(2, 5))])
    '60 % of 420 and 40 % of -50'
    """
    if len(parts) == 1:
        return str(parts[0][0])
    return " and ".join(f"{exact_text(100 * weight)} % of {score}" for score, weight in parts)


def _make_artificial_formula(method: ScoringMethod, case: ScoredSide) -> str:
    artificial = case.line.artificial
    if artificial is None:
        return explain_by_rule(case)
    if case.top is None and "average_plus" not in case.options:
        return _make_artificial_average_formula(method, case)
    if case.side == "NS":
        share, is_own = artificial.ns, artificial.ns_own
    else:
        share, is_own = artificial.ew, artificial.ew_own
    if share is None:
        return explain_by_rule(case)
    fixed_points, text = _compute_fixed_share(case, share)
    # A pair's own average counts if it is higher than a share above 50 %, or lower than one below.
    if is_own and case.points != fixed_points:
        relation = "higher" if share > 50 else "lower"
        text = f"own average, {relation} than {text}"
    return f"{text} = {format_points(case)}"


def _compute_fixed_share(case: ScoredSide, share: Fraction) -> tuple[Fraction, str]:
    """Return the points of an artificial score of *share* per cent, and their formula."""
    if case.top is not None:
        text = f"{exact_text(share)} % of the top of {exact_text(case.top)}"
        return share * case.top / 100, text
    # In IMPs average plus is a number of them, and a share is a part of it.
    average_plus = int(case.options["average_plus"])
    text = f"average plus {average_plus} × ({exact_text(share)} − 50) ÷ 10"
    points = (share - 50) / 10 * average_plus
    if case.options.get("divisor") == "none":
        results = sum(1 for line in case.board.lines if definitions.has_score(line))
        text = f"{text} × {results} results"
        points *= results
    return points, text


def _make_artificial_average_formula(method: ScoringMethod, case: ScoredSide) -> str:
    """Return the board's average, for methods in which an artificial score is always that."""
    if method.artificial == "nothing":
        return f"the average of the direction, nothing above or below it = {format_points(case)}"
    if method.artificial == "direction":
        results = sum(
            line.score is not None and line.group == case.line.group for line in case.board.lines
        )
        total = exact_text(case.points * results)
        return f"average of the direction {total} ÷ {results} = {format_points(case)}"
    score_sum = Fraction(0)
    weight_sum = Fraction(0)
    for line in case.board.lines:
        for score, weight in definitions.list_weighted_scores(line, "NS"):
            score_sum += score * weight
            weight_sum += weight
    if case.side == "EW":
        score_sum = -score_sum
    average_text = f"{format_signed_number(score_sum)} ÷ {exact_text(weight_sum)}"
    return f"{_get_tricks_start(case)}average of the scores {average_text} = {format_points(case)}"


def _get_tricks_start(case: ScoredSide) -> str:
    """Return the beginning of a sum of E-W tricks, which are 13 less those of N-S."""
    if case.options.get("unit") == "tricks" and case.side == "EW":
        return "13 + "
    return ""


def explain_by_rule(case: ScoredSide) -> str:
    """Return the points without a calculation."""
    return f"by the rule of the method = {format_points(case)}"


def explain_matchpoints(case: ScoredSide) -> str:
    """Return the results beaten and tied, with Neuberg's conversion."""
    return _make_comparison_formula(case, is_ascherman=False)


def explain_ascherman(case: ScoredSide) -> str:
    """Return the results beaten and tied, with Ascherman's conversion."""
    return _make_comparison_formula(case, is_ascherman=True)


def _make_comparison_formula(case: ScoredSide, is_ascherman: bool) -> str:
    """Return results beaten and tied, their conversion to a full board, and the points."""
    points, text = _compute_comparison_points(case)
    points_text = exact_text(points)
    text = f"{text} = {points_text}"
    results = len(case.others) + 1
    if is_special(case):
        share = f"60 + 5 × ({points_text} − {results - 1})"
        top = exact_text(case.top or 0)
        return f"{text}; ({share}) % of the top of {top} = {format_points(case)}"
    expected = _count_expected_results(case, is_ascherman)
    if results != expected or is_ascherman:
        points, conversion = _convert_to_full_board(
            case, points, expected, is_ascherman=is_ascherman
        )
        text = f"{text}; {conversion} = {exact_text(points)}"
    if case.options["per_beaten"] == "1":
        points = Fraction(points) / 2
        text = f"{text}; half of it = {exact_text(points)}"
    if case.options.get("keep", "exact") != "exact":
        text = f"{text}; rounded to a {case.options['keep']} = {format_points(case)}"
    return text


def _convert_to_full_board(
    case: ScoredSide, points: Points, expected: int, *, is_ascherman: bool
) -> tuple[Points, str]:
    """Return *points* converted to a board with *expected* results, and the formula."""
    results = len(case.others) + 1
    text = exact_text(points)
    conversion = case.options.get("neuberg", "yes")
    if conversion == "half":
        missing = expected - results
        return points + missing, f"{text} + {missing} for results that are missing"
    has_only_scores = all(line.is_scored or not line.has_result for line in case.board.lines)
    if conversion == "factor" and results > 1 and has_only_scores:
        converted = Fraction(points * (expected - 1), results - 1)
        return converted, f"{text} × {expected - 1} ÷ {results - 1}"
    converted = Fraction((points + 1) * expected, results)
    text = f"({text} + 1) × {expected} ÷ {results}"
    if is_ascherman:
        return converted, text
    return converted - 1, f"{text} − 1"


def _compute_comparison_points(case: ScoredSide) -> tuple[Points, str]:
    """Return 2 points for each result beaten and 1 for each tie, and the formula."""
    other_parts: list[tuple[int, Points]] = []
    for other_line in case.others:
        other_parts += case.parts(other_line)
    own_parts = case.parts(case.line)
    points = Fraction(0)
    texts = []
    for score, weight in own_parts:
        beaten = Fraction(0)
        tied = Fraction(0)
        for other_score, other_weight in other_parts:
            if other_score < score:
                beaten += other_weight
            elif other_score == score:
                tied += other_weight
        points += weight * (2 * beaten + tied)
        counts = []
        if beaten:
            counts.append(f"2 × {exact_text(beaten)} beaten")
        if tied:
            counts.append(f"{exact_text(tied)} tied")
        text = " + ".join(counts) or "nothing beaten or tied"
        texts.append(text if len(own_parts) == 1 else f"{exact_text(weight)} × ({text})")
    return points, " + ".join(texts)


def _count_expected_results(case: ScoredSide, is_ascherman: bool) -> int:
    """Return the number of results for which the top of the board is made."""
    size = Fraction(case.top or 0) / int(case.options["per_beaten"])
    if is_ascherman:
        return int(size)
    return int(size) + 1


def is_special(case: ScoredSide) -> bool:
    """Return whether the group of the line is so small that it has percentages of its own.

    Sources: [WHITEBOOK] 4.2.3.3 for the rule ``"special"``, [ACBLSCORE] for ``"acbl"``.
    """
    groups = [line.group for line in case.board.lines if definitions.has_score(line)]
    results = len(case.others) + 1
    rule = case.options["small_groups"]
    if rule == "compared" or len(set(groups)) < 2 or results > 3:
        return False
    if rule == "special":
        expected = _count_expected_results(case, is_ascherman="neuberg" not in case.options)
        return 3 * results <= expected
    other_groups = [group for group in groups if group != case.line.group]
    return results < 3 or any(other_groups.count(group) >= 3 for group in other_groups)


def is_adjusted(case: ScoredSide) -> bool:
    """Return whether the matchpoints of the line were converted to a board with more results."""
    if not case.line.is_scored:
        return False
    return len(case.others) + 1 != _count_expected_results(case, is_ascherman=False)


def format_points(case: ScoredSide) -> str:
    """Return the points in which a formula ends."""
    return exact_text(case.points)


def explain_cross_imps(case: ScoredSide) -> str:
    """Return the IMPs against every other result, and the divisor of their sum."""
    comparisons = [_compare_in_imps(case, other_line) for other_line in case.others]
    terms = []
    for imps in sorted(comparisons, reverse=True):
        sign = "+" if imps >= 0 else "−"
        terms.append(f"{sign} {exact_text(max(imps, -imps))}")
    total = exact_text(sum(comparisons))
    sum_text = " ".join(terms).removeprefix("+ ") or "0"
    text = f"{sum_text} = {total}"
    divisor_name = case.options["divisor"]
    results = len(comparisons) + 1
    if divisor_name == "neuberg":
        boards = _select_compared_boards(case)
        full = definitions.count_full_board_results(boards, case.field.winners, case.options)
        full = max(full, 2)  # one result has nothing to be compared with
        return f"{text}; {total} ÷ {results} × {full} ÷ {full - 1} = {format_points(case)}"
    if divisor_name == "root":
        if results == 1:
            return f"no other result to compare = {format_points(case)}"
        return f"{text}; {total} ÷ √({results} × {results - 1} ÷ 2) = {format_points(case)}"
    divisor = {"comparisons": len(comparisons), "results": results, "none": 1}[divisor_name]
    if divisor > 1:
        return f"{text}; {total} ÷ {divisor} {divisor_name} = {format_points(case)}"
    return text


def _select_compared_boards(case: ScoredSide) -> list[Board]:
    """Return the boards from which the number of results of a full board is taken."""
    section = case.line.section
    if case.options.get("compare") != "section" or not section:
        return list(case.field.boards)
    boards = []
    for board in case.field.boards:
        lines = tuple(line for line in board.lines if line.section == section)
        if lines:
            boards.append(replace(board, lines=lines))
    return boards


def _compare_in_imps(case: ScoredSide, other_line: Line) -> Points:
    """Return the IMPs of the line against *other_line*, weighted."""
    cap = case.options.get("imp_cap", "none")
    max_imps = 24 if cap == "none" else int(cap)  # the scale ends at 24
    total: Points = 0
    for score, weight in case.parts(case.line):
        for other_score, other_weight in case.parts(other_line):
            imps = definitions.imps(Fraction(score - other_score))
            capped = max(-max_imps, min(max_imps, imps))
            total += weight * other_weight * capped
    return total


_DATUM_NAMES = {
    "mean": "mean",
    "median": "median",
    "trimmed": "mean without best and worst",
    "middle-5": "mean of the middle 5 %",
}


def explain_butler(case: ScoredSide) -> str:
    """Return the datum and the difference of the score to it."""
    if not case.others:
        return f"no other result to compare = {format_points(case)}"
    own_parts = case.parts(case.line)
    parts = list(own_parts)
    for other_line in case.others:
        parts += case.parts(other_line)
    datum = definitions.datum(parts, case.options)
    datum_text = f"datum {exact_text(datum)} ({_DATUM_NAMES[case.options['datum']]})"
    if len(own_parts) > 1:
        terms = []
        for score, weight in own_parts:
            imps = definitions.imps(score - datum)
            terms.append(f"{exact_text(weight)} × {format_signed_number(imps)}")
        return f"{datum_text}; {' + '.join(terms)} IMPs = {format_points(case)}"
    score = own_parts[0][0]
    difference = f"{score} − {format_signed_number(datum)} = {exact_text(score - datum)}"
    return f"{datum_text}; {difference}, in IMPs = {format_points(case)}"


def explain_aggregate(case: ScoredSide) -> str:
    """Return the score itself, or the parts of a ruling by their weights."""
    if case.side == "EW" and case.field.contest != "teams" and case.options["count"] != "both":
        return "only N-S scores count = 0"
    parts = case.parts(case.line)
    if len(parts) == 1:
        return f"the score itself = {format_points(case)}"
    terms = (f"{exact_text(weight)} × {format_signed_number(score)}" for score, weight in parts)
    # With a deal of 13 the scores are those of E-W already.
    start = "" if case.deal else _get_tricks_start(case)
    return f"{start}{' + '.join(terms)} = {format_points(case)}"


def format_signed_number(number: Points) -> str:
    """Return *number* for a difference, in brackets if it is negative."""
    if number < 0:
        return f"({exact_text(number)})"
    return exact_text(number)


Formula: TypeAlias = Callable[[ScoredSide], str]
"""A function that writes the formula of the points of a side."""

FORMULAS: dict[str, Formula] = {
    "matchpoints": explain_matchpoints,
    "ascherman": explain_ascherman,
    "cross-imps": explain_cross_imps,
    "butler": explain_butler,
    "total-imps": explain_cross_imps,
    "aggregate": explain_aggregate,
}
"""What writes the formula of the points of each method, by its key."""


def register_formulas(formulas: Mapping[str, Formula]) -> None:
    """Add the *formulas* of registered methods, by the keys of these."""
    FORMULAS.update(formulas)
