"""Butler: each result compared in IMPs with one datum of the board, an average of its scores."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.method import Option, ScoringMethod
from scoring.methods.imp_scale import artificial_imps, imps
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.totals.columns import Column, Values, score_by_columns
from scoring.totals.habits import ROUND_GAIN_CAP
from scoring.totals.sections import COMPARE, comparing
from scoring.totals.standings import AVERAGE_PLUS, PLUS_SIT_OUTS, Customs, by_column_notes, rank_boards
from scoring.totals.ties import TIES


def datum(scores: Mapping[int, Points], kind: str = "mean", rounding: str = "tens") -> Points:
    """Return the datum of a board; *scores* says how often each score was made.

    *kind* is ``"mean"``, ``"median"`` (between the two in the middle: half way), ``"trimmed"``, the mean without one
    best and one worst score, which needs three, or ``"middle-5"``, that of the middle 5 per cent.  *rounding* is
    ``"tens"`` (halves away from zero), ``"towards-zero"`` (to the ten nearer to nothing) or ``"exact"``.

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
        middle = _mean(_trimmed(_trimmed(ordered, cut)[::-1], cut)[::-1])
    return _rounded(middle, rounding)


def _cut(results: int, kind: str) -> int:
    """Return how many of so many *results* are left out at each end.

    >>> [_cut(results, "middle-5") for results in (41, 40, 39, 38, 20, 3, 1)], _cut(2, "trimmed")
    ([19, 19, 19, 18, 9, 1, 0], 0)
    """
    if kind == "middle-5":
        return min((19 * results + 20) // 40, (results - 1) // 2)
    return 1 if kind == "trimmed" and results >= 3 else 0


def _mean(scores: Sequence[tuple[int, Points]]) -> Fraction:
    return Fraction(sum(score * weight for score, weight in scores)) / sum(weight for _, weight in scores)


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


def _trimmed(scores: Sequence[tuple[int, Points]], cut: int) -> list[tuple[int, Points]]:
    """Return *scores* without the first *cut*: as many parts of scores as make so many whole ones."""
    left, kept = Fraction(cut), []
    for score, weight in scores:
        taken = min(left, weight)
        left -= taken
        if weight > taken:
            kept.append((score, weight - taken))
    return kept


def _rounded(value: Fraction, rounding: str) -> Points:
    if rounding == "exact":
        return value
    tens = int(abs(value) / 10 + (Fraction(1, 2) if rounding == "tens" else 0))
    return 10 * tens if value >= 0 else -10 * tens


def _score_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    average_plus = int(options["average_plus"])

    def values(column: Column) -> Values:
        if column.lines == 1:  # the parts of a ruling are not compared with each other
            return dict.fromkeys(column.weights, (0, 0))
        against = datum(column.weights, options["datum"], options["rounding"])
        return {score: (imps(score - against), -imps(score - against)) for score in column.weights}

    return score_by_columns(board, None, values, lambda given: artificial_imps(given, average_plus))


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_board(board, options) for board in field.boards]
    plus = options["average_plus" if options["sit_out_imps"] == "average-plus" else "sit_out_imps"]
    customs = Customs(options["sit_outs"], options["ties"], False, Fraction(plus), gain_cap=options["round_gain_cap"])
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
            ("mean", "median", "trimmed", "middle-5"),
            "mean",
            "What scores are compared with: the mean of the board, its median, the mean without best and worst, or the "
            "mean of the middle 5 per cent (two results at least where they are even in number).",
        ),
        Option(
            "rounding",
            ("tens", "towards-zero", "exact"),
            "tens",
            "The datum is rounded to the nearest ten, to the ten towards zero, or left as it is.",
        ),
        COMPARE,
        AVERAGE_PLUS,
        PLUS_SIT_OUTS,
        TIES,
        ROUND_GAIN_CAP,
        Option(
            "sit_out_imps",
            ("average-plus", "1.2"),
            "average-plus",
            "IMPs for a board sat out, where sitting out brings any (sit-outs sixty).",
            is_rare=True,
        ),
    ),
    source="[LAWS2017] Law 78B; [BUTLER]",
    compute=comparing(_rank, is_percent=False),
    accepts=frozenset({"assigned", "own-average", "one-sided", "moved", "imp"}),
    games=("bridge",),
    for_players="boards",
    rule="IMPs against the datum of the board",
    in_files="butler",
)
