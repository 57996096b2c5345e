"""Butler: each result compared in IMPs with one datum of the board, an average of its scores."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.method import Option, ScoringMethod
from scoring.methods.imp_scale import artificial_imps, imps
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.totals.columns import Column, Values, score_by_columns
from scoring.totals.sections import COMPARE, comparing
from scoring.totals.standings import AVERAGE_PLUS, PLUS_SIT_OUTS, Customs, by_column_notes, rank_boards
from scoring.totals.ties import TIES


def datum(scores: Mapping[int, Points], kind: str = "mean", rounding: str = "tens") -> Points:
    """Return the datum of a board; *scores* says how often each score was made.

    *kind* is ``"mean"``, ``"median"`` (between the two in the middle: half way) or ``"trimmed"``, the mean without one
    best and one worst score, which needs three.  *rounding* is ``"tens"`` (halves away from zero), ``"towards-zero"``
    (to the ten nearer to nothing) or ``"exact"``.

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
    elif kind == "trimmed" and sum(scores.values()) >= 3:
        middle = _mean(_trimmed(_trimmed(ordered)[::-1])[::-1])
    else:
        middle = _mean(ordered)
    return _rounded(middle, rounding)


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


def _trimmed(scores: Sequence[tuple[int, Points]]) -> list[tuple[int, Points]]:
    """Return *scores* without the first one: as many parts of scores as make one whole."""
    left, kept = Fraction(1), []
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
        against = datum(column.weights, options["datum"], options["rounding"])
        return {score: (imps(score - against), -imps(score - against)) for score in column.weights}

    return score_by_columns(board, None, values, lambda given: artificial_imps(given, average_plus))


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_board(board, options) for board in field.boards]
    customs = Customs(options["sit_outs"], options["ties"], False, int(options["average_plus"]))
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
            ("mean", "median", "trimmed"),
            "mean",
            "What scores are compared with: the mean of the board, its median, or the mean without best and worst.",
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
    ),
    source="[LAWS2017] Law 78B; [BUTLER]",
    compute=comparing(_rank, is_percent=False),
    accepts=frozenset({"assigned", "own-average", "one-sided", "moved", "imp"}),
    games=("bridge",),
    for_players="boards",
    rule="IMPs against the datum of the board",
    in_files="butler",
)
