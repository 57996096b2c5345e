"""Butler: each result compared in IMPs with the datum of the board, an average of its scores.

A weighted score is a score with its number, or with its weight if it is a part of an assigned one.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.bridge.rulings import ArtificialScore
from scoring.display import format_figure
from scoring.method import ScoringMethod
from scoring.methods.columns import (
    ArtificialPoints,
    PointsByScore,
    ScoreCounts,
    convert_artificial_to_imps,
    convert_to_imps,
    make_side_column,
    score_by_columns,
    sum_side_points,
)
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.option import Option
from scoring.totals.ranking import ROUND_GAIN_CAP
from scoring.totals.sections import COMPARE, with_compare_option
from scoring.totals.standings import (
    AVERAGE_PLUS,
    PLUS_SIT_OUTS,
    TotalsRules,
    make_group_notes,
    rank_boards,
)
from scoring.totals.ties import TIES
from scoring.working import ScoredSide, Step, Working, format_signed_number

_DATUM_NAMES = {
    "mean": "mean",
    "median": "median",
    "trimmed": "mean without best and worst",
    "middle-5": "mean of the middle 5 %",
}


def compute_datum(
    scores: Mapping[int, Points], kind: str = "mean", rounding: str = "tens"
) -> Points:
    """Return the datum of a board. *scores* has the number of each score.

    *kind* is ``"mean"``, ``"median"`` (half way between two scores in the middle), ``"trimmed"``
    (the mean without the best and the worst of three scores or more) or ``"middle-5"`` (the mean of
    the middle 5%).  *rounding* is ``"tens"`` (halves away from zero), ``"towards-zero"`` (to the
    ten towards zero) or ``"exact"``.

    >>> scores = {420: 2, 430: 1, -50: 1, -800: 1}
    >>> [str(compute_datum(scores, kind, "exact")) for kind in ("mean", "median", "trimmed")]
    ['84', '420', '790/3']
    >>> [compute_datum(scores, "trimmed", rounding) for rounding in ("tens", "towards-zero")]
    [260, 260]

    Source: [BUTLER].
    """
    weighted_scores = sorted(scores.items())
    if kind == "median":
        return _round_points(_compute_median(weighted_scores), rounding)
    trim_count = _get_trim_count(int(sum(scores.values())), kind)
    without_lowest = _trim_scores(weighted_scores, trim_count)
    without_extremes = _trim_scores(without_lowest[::-1], trim_count)
    return _round_points(_compute_mean(without_extremes), rounding)


def _get_trim_count(result_count: int, kind: str) -> int:
    """Return the number of *result_count* left out at each end.

    >>> [_get_trim_count(results, "middle-5") for results in (41, 40, 39, 38, 20, 3, 1)]
    [19, 19, 19, 18, 9, 1, 0]
    >>> _get_trim_count(2, "trimmed")
    0
    """
    if kind == "middle-5":
        # 47.5% at each end, rounded, but at least one or two in the middle stay.
        return min((19 * result_count + 20) // 40, (result_count - 1) // 2)
    if kind == "trimmed" and result_count >= 3:
        return 1
    return 0


def _compute_mean(weighted_scores: Sequence[tuple[int, Points]]) -> Fraction:
    total = sum(score * weight for score, weight in weighted_scores)
    return Fraction(total) / sum(weight for _score, weight in weighted_scores)


def _compute_median(weighted_scores: Sequence[tuple[int, Points]]) -> Fraction:
    half = Fraction(sum(weight for _score, weight in weighted_scores)) / 2
    weight_so_far: Points = 0
    for position, (score, weight) in enumerate(weighted_scores):
        weight_so_far += weight
        if weight_so_far == half:
            next_score, _weight = weighted_scores[position + 1]
            return Fraction(score + next_score, 2)
        if weight_so_far > half:
            return Fraction(score)
    return Fraction(score)


def _trim_scores(
    weighted_scores: Sequence[tuple[int, Points]], count: int
) -> list[tuple[int, Points]]:
    """Return the scores without the first *count*. Weighted scores may be left out in part."""
    weight_to_remove = Fraction(count)
    remaining = []
    for score, weight in weighted_scores:
        removed_weight = min(weight_to_remove, weight)
        weight_to_remove -= removed_weight
        if weight > removed_weight:
            remaining.append((score, weight - removed_weight))
    return remaining


def _round_points(points: Fraction, rounding: str) -> Points:
    if rounding == "exact":
        return points
    half = Fraction(1, 2) if rounding == "tens" else 0
    tens = int(abs(points) / 10 + half)
    if points >= 0:
        return 10 * tens
    return -10 * tens


def _compute_column_datum(column: ScoreCounts, options: Mapping[str, str]) -> Points:
    return compute_datum(column.weight_by_score, options["datum"], options["rounding"])


def _compute_column_points(column: ScoreCounts, options: Mapping[str, str]) -> PointsByScore:
    # The parts of a single assigned score aren't compared with each other.
    if column.line_count == 1:
        return dict.fromkeys(column.weight_by_score, (0, 0))
    datum = _compute_column_datum(column, options)
    ns_imps = {score: convert_to_imps(score - datum) for score in column.weight_by_score}
    return {score: (points, -points) for score, points in ns_imps.items()}


def _score_butler_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    average_plus = int(options["average_plus"])

    def compute_points(column: ScoreCounts) -> PointsByScore:
        return _compute_column_points(column, options)

    def score_artificial(share: ArtificialScore) -> ArtificialPoints:
        return convert_artificial_to_imps(share, average_plus)

    return score_by_columns(board, None, compute_points, score_artificial)


def _explain_butler(side: ScoredSide) -> Working:
    """Return the datum, and the difference of the score to it in IMPs."""
    column = make_side_column(side)
    points_by_score = _compute_column_points(column, side.options)
    points = sum_side_points(side, points_by_score)
    if column.line_count == 1:
        return (Step("no other result to compare", points),)
    datum = _compute_column_datum(column, side.options)
    datum_step = Step(f"datum {format_figure(datum)} ({_DATUM_NAMES[side.options['datum']]})")
    own_scores = side.list_weighted_scores(side.line)
    if len(own_scores) > 1:
        terms = (
            f"{format_figure(weight)} × {format_signed_number(points_by_score[score][0])}"
            for score, weight in own_scores
        )
        return datum_step, Step(f"{' + '.join(terms)} IMPs", points)
    score = own_scores[0][0]
    difference = f"{score} − {format_signed_number(datum)} = {format_figure(score - datum)}"
    return datum_step, Step(f"{difference}, in IMPs", points)


def _rank_butler(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_butler_board(board, options) for board in field.boards]
    sit_out_imps = options["sit_out_imps"]
    if sit_out_imps == "average-plus":
        sit_out_imps = options["average_plus"]
    rules = TotalsRules(
        options["sit_outs"],
        options["ties"],
        ranks_by_percent=False,
        sit_out_plus=Fraction(sit_out_imps),
        gain_cap=options["round_gain_cap"],
    )
    return rank_boards("butler", field, boards, rules, make_group_notes(field))


BUTLER = ScoringMethod(
    key="butler",
    name="Butler IMPs",
    abbr="IMP",
    unit="IMPs",
    decimals=2,
    options=(
        Option(
            "datum",
            "Datum",
            {
                "mean": "the mean of the board",
                "median": "its median",
                "trimmed": "the mean without the best and worst",
                "middle-5": "the mean of the middle 5 %",
            },
            note="An even number of results has at least two in the middle.",
        ),
        Option(
            "rounding",
            "Datum rounded",
            {
                "tens": "to the nearest ten",
                "towards-zero": "to the ten towards zero",
                "exact": "not rounded",
            },
        ),
        COMPARE,
        AVERAGE_PLUS,
        PLUS_SIT_OUTS,
        TIES,
        ROUND_GAIN_CAP,
        Option(
            "sit_out_imps",
            "IMPs for a board sat out",
            {"average-plus": "an average plus", "1.2": "1.2"},
            note="Only if a board sat out gives an average plus.",
            is_rare=True,
        ),
    ),
    source="[LAWS2017] Law 78B; [BUTLER]",
    compute=with_compare_option(_rank_butler, is_percent=False),
    explain=_explain_butler,
    accepted_rulings=frozenset({"assigned", "own-average", "one-sided", "moved", "imp"}),
    games=("bridge",),
    player_totals_by="boards",
    rule_text="IMPs against the datum of the board",
    name_in_files="butler",
)
