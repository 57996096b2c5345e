"""Cross-IMPs: each result compared in IMPs with every other result on the same board.

The work grows with the number of results, not with its square: equal scores are counted and sorted
first, and each step of the IMP scale is looked up among them once for each different score.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from scoring.bridge.rulings import ArtificialScore
from scoring.display import format_figure
from scoring.method import ScoringMethod
from scoring.methods.columns import (
    IMP_SCALE,
    ArtificialPoints,
    PointsByScore,
    ScoreCounts,
    convert_artificial_to_imps,
    convert_to_imps,
    make_side_column,
    score_by_columns,
    sum_side_points,
)
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard
from scoring.option import Option
from scoring.totals.ranking import has_phantom
from scoring.totals.sections import COMPARE, make_field_by_section, with_compare_option
from scoring.totals.standings import (
    AVERAGE_PLUS,
    PLUS_SIT_OUTS,
    TotalsRules,
    make_group_notes,
    rank_boards,
)
from scoring.totals.ties import TIES
from scoring.working import ScoredSide, Step, Working

_ROOT_DECIMALS = 8

_ACCEPTS = frozenset({"assigned", "own-average", "one-sided", "moved", "imp"})


def compute_cross_imps_by_score(
    count_by_score: Mapping[int, Points], scale: Sequence[int] = IMP_SCALE
) -> dict[int, Points]:
    """Return the sum of each score's IMPs against all others, by score.

    *count_by_score* has the number of each score.  A shorter *scale* limits the IMPs of a comparison to its
    length.

    >>> compute_cross_imps_by_score({420: 2, 170: 1, -50: 1})
    {-50: -26, 170: -6, 420: 16}

    Source: [LAWS2017] Law 78B.
    """
    sorted_scores = sorted(count_by_score)
    # The number of results below each position of *sorted_scores*.
    counts_below = [0, *accumulate(count_by_score[score] for score in sorted_scores)]
    imps_by_score = {}
    for score in sorted_scores:
        won = _sum_imps_won(score, sorted_scores, counts_below, scale)
        lost = _sum_imps_lost(score, sorted_scores, counts_below, scale)
        imps_by_score[score] = won - lost
    return imps_by_score


def _sum_imps_won(
    score: int, sorted_scores: Sequence[int], counts_below: Sequence[Points], scale: Sequence[int]
) -> Points:
    """Return the IMPs won: one for each result that is behind by each step of the scale."""
    won: Points = 0
    for least_difference in scale:
        position = bisect_right(sorted_scores, score - least_difference)
        if position == 0:
            break
        won += counts_below[position]
    return won


def _sum_imps_lost(
    score: int, sorted_scores: Sequence[int], counts_below: Sequence[Points], scale: Sequence[int]
) -> Points:
    """Return the IMPs lost: one for each result that is ahead by each step of the scale."""
    lost: Points = 0
    for least_difference in scale:
        position = bisect_left(sorted_scores, score + least_difference)
        if position == len(sorted_scores):
            break
        lost += counts_below[-1] - counts_below[position]
    return lost


def divide_by_root(imps: Points, result_count: int) -> Fraction:
    """Return the cross-*imps* of a board with this number of *result_count*, to convert them.

    They are divided by √(results × comparisons ÷ 2), to eight decimals.

    >>> [str(divide_by_root(imps, result_count=9)) for imps in (45, -3)], float(divide_by_root(10, result_count=3))
    (['15/2', '-1/2'], 5.77350269)

    Source: [WHITEBOOK] 3.1.3.
    """
    if result_count < 2:
        return Fraction(0)
    # Most roots have no end. Of 64 results, the sum of a match can come as near as 0.0000005 to the
    # half at which it is rounded, and the errors of its boards must not add up to that.
    scale = 10**_ROOT_DECIMALS
    square = Fraction(imps) ** 2 * 2 / (result_count * (result_count - 1))
    units = (isqrt(int(4 * square * scale**2)) + 1) // 2
    if imps < 0:
        units = -units
    return Fraction(units, scale)


@dataclass(frozen=True, slots=True)
class _Division:
    """How the IMPs of a board are divided."""

    # A choice of the option, or "root" for victory points: the root of the results times the
    # comparisons, divided by 2. Then a board is worth as much as one of a match of teams, in
    # which two results are compared once ([WHITEBOOK] 3.1.3).
    divisor: str
    average_plus: int  # the value of average plus
    expected_results: int  # the number of results on a full board
    scale: Sequence[int]  # the IMP scale of a comparison

    def score_board(self, board: Board) -> ScoredBoard:
        average_plus = self.average_plus
        # Undivided sums grow with the board, so the average plus grows with them.
        if self.divisor == "none":
            average_plus *= board.score_count

        def artificial(share: ArtificialScore) -> ArtificialPoints:
            return convert_artificial_to_imps(share, average_plus)

        return score_by_columns(board, None, self._compute_points, artificial)

    def compute_sit_out_plus(self, field: Field) -> int:
        """Return the value of a board sat out, scored as average plus."""
        if self.divisor != "none":
            return self.average_plus
        return self.average_plus * max((board.score_count for board in field.boards), default=0)

    def _compute_points(self, column: ScoreCounts) -> PointsByScore:
        points_by_score = {}
        for score, won in compute_cross_imps_by_score(column.weight_by_score, self.scale).items():
            points = self._divide(won, column.line_count)
            points_by_score[score] = points, -points
        return points_by_score

    def _divide(self, imps: Points, result_count: int) -> Fraction:
        """Return the points for a sum of *imps* against all others of *result_count* results."""
        if self.divisor == "root":
            return divide_by_root(imps, result_count)
        return Fraction(imps) / self._get_divisor(result_count)

    def _get_divisor(self, result_count: int) -> Points:
        if self.divisor == "neuberg":
            full_board_results = self._count_full_board_results(result_count)
            return Fraction(result_count * (full_board_results - 1), full_board_results)
        if self.divisor == "comparisons":
            return max(result_count - 1, 1)
        if self.divisor == "results":
            return result_count
        return 1

    def _count_full_board_results(self, result_count: int) -> int:
        # One result has nothing to be compared with.
        return max(self.expected_results, result_count, 2)

    def explain(self, side: ScoredSide) -> Working:
        """Return the IMPs against every other result, and the divisor of their sum."""
        comparisons = [self._compare(side, other_line) for other_line in side.compared_lines]
        imps = sum(comparisons)
        result_count = len(comparisons) + 1
        points = sum_side_points(side, self._compute_points(make_side_column(side)))
        if self.divisor == "root" and result_count == 1:
            return (Step("no other result to compare", points),)
        first_step = Step(_format_sum(comparisons), imps)
        divisor_text = self._describe_divisor(result_count)
        if not divisor_text:
            return (first_step,)
        return first_step, Step(f"{format_figure(imps)} {divisor_text}", points)

    def _compare(self, side: ScoredSide, other_line: Line) -> Points:
        """Return the IMPs of *side* against *other_line*, weighted."""
        total: Points = 0
        for score, weight in side.list_weighted_scores(side.line):
            for other_score, other_weight in side.list_weighted_scores(other_line):
                imps = convert_to_imps(score - other_score, self.scale)
                total += weight * other_weight * imps
        return total

    def _describe_divisor(self, result_count: int) -> str:
        """Return how the sum of IMPs is divided, or "" if it stays."""
        if self.divisor == "neuberg":
            full_board_results = self._count_full_board_results(result_count)
            return f"÷ {result_count} × {full_board_results} ÷ {full_board_results - 1}"
        if self.divisor == "root":
            return f"÷ √({result_count} × {result_count - 1} ÷ 2)"
        divisor = self._get_divisor(result_count)
        return f"÷ {divisor} {self.divisor}" if divisor > 1 else ""


def _format_sum(comparisons: Sequence[Points]) -> str:
    """Return *comparisons* as a sum, the largest first.

    >>> _format_sum([-2, 10, 0])
    '10 + 0 − 2'
    """
    terms = []
    for imps in sorted(comparisons, reverse=True):
        sign = "+" if imps >= 0 else "−"
        terms.append(f"{sign} {format_figure(max(imps, -imps))}")
    return " ".join(terms).removeprefix("+ ") or "0"


def _make_division(field: Field, options: Mapping[str, str], divisor: str) -> _Division:
    # Total IMPs have no option for a limit.
    imp_cap = options.get("imp_cap", "none")
    return _Division(
        divisor,
        int(options["average_plus"]),
        _count_expected_results(field, options),
        IMP_SCALE if imp_cap == "none" else IMP_SCALE[: int(imp_cap)],
    )


def explain_cross_imps(side: ScoredSide) -> Working:
    """Return the IMPs against every other result, and the divisor of their sum."""
    field = side.field
    if side.options.get("compare") == "section":
        field = make_field_by_section(field)[side.line.section]
    return _make_division(field, side.options, side.options["divisor"]).explain(side)


def _rank_with_divisor(
    method_key: str, field: Field, options: Mapping[str, str], divisor: str
) -> Ranking:
    division = _make_division(field, options, divisor)
    boards = [division.score_board(board) for board in field.boards]
    rules = TotalsRules(
        options["sit_outs"],
        options["ties"],
        ranks_by_percent=False,
        sit_out_plus=division.compute_sit_out_plus(field),
    )
    return rank_boards(method_key, field, boards, rules, make_group_notes(field))


def _count_expected_results(field: Field, options: Mapping[str, str]) -> int:
    """Return the number of results on the fullest board, with a phantom's if it counts."""
    results = max((board.result_count for board in field.boards), default=0)
    if options.get("count_phantom") == "yes" and has_phantom(field):
        return results + 1
    return results


def _rank_cross_imps(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_with_divisor("cross-imps", field, options, options["divisor"])


def _rank_total_imps(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_with_divisor("total-imps", field, options, "none")


CROSS_IMPS = ScoringMethod(
    key="cross-imps",
    name="Cross-IMPs",
    abbr="XIMP",
    unit="IMPs",
    decimals=2,
    options=(
        Option(
            "divisor",
            "IMPs of a board divided by",
            {
                "comparisons": "the comparisons, one fewer than the results",
                "results": "the results",
                "none": "nothing",
                "neuberg": "as in Neuberg: the mean of all results, scaled to the fullest board",
            },
        ),
        COMPARE,
        AVERAGE_PLUS,
        PLUS_SIT_OUTS,
        TIES,
        Option(
            "imp_cap", "Maximum IMPs per comparison", {"none": "no limit", "17": "17"}, is_rare=True
        ),
        Option(
            "count_phantom",
            "Table with a missing pair",
            {"no": "doesn’t count", "yes": "counts as a result of a full board"},
            note="Only if IMPs are divided as in Neuberg.",
            is_rare=True,
        ),
    ),
    source="[LAWS2017] Law 78B",
    compute=with_compare_option(_rank_cross_imps, is_percent=False),
    explain=explain_cross_imps,
    accepted_rulings=_ACCEPTS,
    games=("bridge",),
    player_totals_by="boards",
    rule_text="IMPs against every other result",
    name_in_files="cross-imps",
)

TOTAL_IMPS = ScoringMethod(
    key="total-imps",
    name="Total IMPs",
    abbr="IMP",
    unit="IMPs",
    decimals=2,
    options=(COMPARE, AVERAGE_PLUS, PLUS_SIT_OUTS, TIES),
    source="[LAWS2017] Law 78B",
    compute=with_compare_option(_rank_total_imps, is_percent=False),
    explain=explain_cross_imps,
    accepted_rulings=_ACCEPTS,
    games=("bridge",),
    player_totals_by="boards",
    rule_text="IMPs against every other result, added up",
    name_in_files="cross-imps",
    fixed_choices=(("divisor", "none"),),
)
