"""IMPs at pairs: against every other table (cross-IMPs) and against a datum (Butler)."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from movements.option import Option
from scoring.bridge.artificial import Artificial
from scoring.method import ScoringMethod
from scoring.methods.imp_scale import IMP_SCALE, artificial_imps, imps
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.totals.habits import ROUND_GAIN_CAP, has_phantom
from scoring.totals.sections import COMPARE, comparing
from scoring.totals.standings import (
    AVERAGE_PLUS,
    PLUS_SIT_OUTS,
    Customs,
    by_column_notes,
    rank_boards,
)
from scoring.totals.ties import TIES, Given, ScoreCounts, Values, score_by_columns

# Cross-IMPs: each result compared in IMPs with every other result on the same board.
#
# Equal scores are counted and sorted first, and every step of the scale is looked up among them
# once for each different score, so the work grows with the number of results and not with its
# square.


def cross_imps(scores: Mapping[int, Points], scale: Sequence[int] = IMP_SCALE) -> dict[int, Points]:
    """Return, for each different score, the sum of its IMPs against all others.

    *scores* counts each score.

    A shorter *scale* is one with a limit: the IMPs of its last step are the most of a comparison.

    >>> cross_imps({420: 2, 170: 1, -50: 1})
    {-50: -26, 170: -6, 420: 16}

    Source: [LAWS2017] Law 78B.
    """
    ordered = sorted(scores)
    below = [0, *accumulate(scores[score] for score in ordered)]
    return {
        score: _imps_won(score, ordered, below, scale) - _imps_lost(score, ordered, below, scale)
        for score in ordered
    }


def _imps_won(
    score: int, ordered: Sequence[int], below: Sequence[Points], scale: Sequence[int]
) -> Points:
    """Return the IMPs won: one for each result that is behind by each step of the scale."""
    won: Points = 0
    for least in scale:
        at = bisect_right(ordered, score - least)
        if not at:
            break
        won += below[at]
    return won


def _imps_lost(
    score: int, ordered: Sequence[int], below: Sequence[Points], scale: Sequence[int]
) -> Points:
    """Return the IMPs lost: one for each result that is ahead by each step of the scale."""
    lost: Points = 0
    for least in scale:
        at = bisect_left(ordered, score + least)
        if at == len(ordered):
            break
        lost += below[-1] - below[at]
    return lost


@dataclass(frozen=True, slots=True)
class _Division:
    """The divisor of IMP sums, for *expected* results on a full board, and the value of average
    plus.

    *scale* is that of a comparison.
    """

    divisor: str
    average_plus: int
    expected: int
    scale: Sequence[int]

    def score(self, board: Board) -> ScoredBoard:
        compared = board.scores

        def artificial(given: Artificial) -> Given:
            return artificial_imps(
                given, self.average_plus * (compared if self.divisor == "none" else 1)
            )

        return score_by_columns(board, None, self._values, artificial, self)

    def sit_out_plus(self, field: Field) -> int:
        """Return the value of a board sat out, scored as average plus."""
        if self.divisor != "none":
            return self.average_plus
        return self.average_plus * max((board.scores for board in field.boards), default=0)

    def _values(self, column: ScoreCounts) -> Values:
        by = self._by(column.lines)
        summed = cross_imps(column.weights, self.scale)
        return {score: (Fraction(won) / by, Fraction(-won) / by) for score, won in summed.items()}

    def _by(self, results: int) -> Points:
        if self.divisor == "neuberg":
            full = max(self.expected, results, 2)
            return Fraction(results * (full - 1), full)
        return {"comparisons": max(results - 1, 1), "results": results, "none": 1}[self.divisor]


def _rank_by(method_key: str, field: Field, options: Mapping[str, str], divisor: str) -> Ranking:
    scale = (
        IMP_SCALE if (cap := options.get("imp_cap", "none")) == "none" else IMP_SCALE[: int(cap)]
    )
    division = _Division(
        divisor, int(options["average_plus"]), _expected_results(field, options), scale
    )
    boards = [division.score(board) for board in field.boards]
    customs = Customs(options["sit_outs"], options["ties"], False, division.sit_out_plus(field))
    return rank_boards(method_key, field, boards, customs, by_column_notes(field))


def _expected_results(field: Field, options: Mapping[str, str]) -> int:
    """Return the number of results on the fullest board, with a phantom's if it counts."""
    most = max((board.results for board in field.boards), default=0)
    return most + (options.get("count_phantom") == "yes" and has_phantom(field))


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_by("cross-imps", field, options, options["divisor"])


def _rank_total(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_by("total-imps", field, options, "none")


_ACCEPTS = frozenset({"assigned", "own-average", "one-sided", "moved", "imp"})

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
            {"no": "doesn't count", "yes": "counts as a result of a full board"},
            note="Only if IMPs are divided as in Neuberg.",
            is_rare=True,
        ),
    ),
    source="[LAWS2017] Law 78B",
    compute=comparing(_rank, is_percent=False),
    accepts=_ACCEPTS,
    games=("bridge",),
    for_players="boards",
    rule="IMPs against every other result",
    in_files="cross-imps",
)

TOTAL_IMPS = ScoringMethod(
    key="total-imps",
    name="Total IMPs",
    abbr="IMP",
    unit="IMPs",
    decimals=2,
    options=(COMPARE, AVERAGE_PLUS, PLUS_SIT_OUTS, TIES),
    source="[LAWS2017] Law 78B",
    compute=comparing(_rank_total, is_percent=False),
    accepts=_ACCEPTS,
    games=("bridge",),
    for_players="boards",
    rule="IMPs against every other result, added up",
    in_files="cross-imps",
    fixed=(("divisor", "none"),),
)


# Butler: each result compared in IMPs with one datum of the board, an average of its scores.


def datum(scores: Mapping[int, Points], kind: str = "mean", rounding: str = "tens") -> Points:
    """Return the datum of a board. *scores* counts each score.

    *kind* is ``"mean"``, ``"median"`` (between the two in the middle: half way), ``"trimmed"``, the
    mean without one best and one worst score, which needs three, or ``"middle-5"``, that of the
    middle 5 per cent.  *rounding* is ``"tens"`` (halves away from zero), ``"towards-zero"`` (to the
    ten nearer to nothing) or ``"exact"``.

    >>> scores = {420: 2, 430: 1, -50: 1, -800: 1}
    >>> [str(datum(scores, kind, "exact")) for kind in ("mean", "median", "trimmed")]
    ['84', '420', '790/3']
    >>> [datum(scores, "trimmed", rounding) for rounding in ("tens", "towards-zero")]
    [260, 260]

    Source: [BUTLER].
    """
    ordered = sorted(scores.items())
    if kind == "median":
        middle = _median(ordered)
    else:
        cut = _cut(int(sum(scores.values())), kind)
        middle = _mean(_trim_scores(_trim_scores(ordered, cut)[::-1], cut)[::-1])
    return _round_points(middle, rounding)


def _cut(results: int, kind: str) -> int:
    """Return the number of *results* left out at each end.

    >>> [_cut(results, "middle-5") for results in (41, 40, 39, 38, 20, 3, 1)], _cut(2, "trimmed")
    ([19, 19, 19, 18, 9, 1, 0], 0)
    """
    if kind == "middle-5":
        return min((19 * results + 20) // 40, (results - 1) // 2)
    if kind == "trimmed" and results >= 3:
        return 1
    return 0


def _mean(scores: Sequence[tuple[int, Points]]) -> Fraction:
    return Fraction(sum(score * weight for score, weight in scores)) / sum(
        weight for _, weight in scores
    )


def _median(ordered: Sequence[tuple[int, Points]]) -> Fraction:
    half = Fraction(sum(weight for _, weight in ordered)) / 2
    passed: Points = 0
    for (score, weight), (higher, _) in zip(ordered, [*ordered[1:], ordered[-1]], strict=True):
        passed += weight
        if passed == half:
            return Fraction(score + higher, 2)
        if passed > half:
            break
    return Fraction(score)


def _trim_scores(scores: Sequence[tuple[int, Points]], cut: int) -> list[tuple[int, Points]]:
    """Return *scores* without the first *cut* scores. Weighted scores may be cut in part."""
    left, kept = Fraction(cut), []
    for score, weight in scores:
        taken = min(left, weight)
        left -= taken
        if weight > taken:
            kept.append((score, weight - taken))
    return kept


def _round_points(value: Fraction, rounding: str) -> Points:
    if rounding == "exact":
        return value
    tens = int(abs(value) / 10 + (Fraction(1, 2) if rounding == "tens" else 0))
    if value >= 0:
        return 10 * tens
    return -10 * tens


def _score_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    average_plus = int(options["average_plus"])

    def values(column: ScoreCounts) -> Values:
        if column.lines == 1:  # the parts of a ruling are not compared with each other
            return dict.fromkeys(column.weights, (0, 0))
        against = datum(column.weights, options["datum"], options["rounding"])
        return {score: (imps(score - against), -imps(score - against)) for score in column.weights}

    return score_by_columns(
        board,
        None,
        values,
        lambda given: artificial_imps(given, average_plus),
        "butler",
        *options.items(),
    )


def _butler_rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_board(board, options) for board in field.boards]
    plus = options["average_plus" if options["sit_out_imps"] == "average-plus" else "sit_out_imps"]
    customs = Customs(
        options["sit_outs"],
        options["ties"],
        False,
        Fraction(plus),
        gain_cap=options["round_gain_cap"],
    )
    return rank_boards("butler", field, boards, customs, by_column_notes(field))


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
    compute=comparing(_butler_rank, is_percent=False),
    accepts=frozenset({"assigned", "own-average", "one-sided", "moved", "imp"}),
    games=("bridge",),
    for_players="boards",
    rule="IMPs against the datum of the board",
    in_files="butler",
)
