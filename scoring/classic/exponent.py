"""The exponent system: gains on the worst score of the direction, equated between N-S and E-W.

On a deal the gains of N-S and of E-W usually have different sums. Each entry of the smaller
column gets the difference divided by the number of tables, so that both sums are equal.  Scorers
write these fractions as exponents of the whole gains.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.classic.losses import BASIS_BY_COUNT, compute_gains
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.absent import explain_by_group, make_tallies_with_averages, score_groups
from scoring.model import Field, Points, Ranking
from scoring.totals.ranking import FinalFigures, make_standings
from scoring.working import ScoredSide, Working


@dataclass(frozen=True, slots=True)
class EquatedGain:
    """A gain on the slip.

    >>> gain = EquatedGain(2, 2, table_count=4)
    >>> str(gain), gain.exact_points
    ('2^2', Fraction(5, 2))
    """

    whole_points: int
    exponent: int  # parts of one over *table_count*
    table_count: int

    @property
    def exact_points(self) -> Fraction:
        """The gain as one number."""
        return self.whole_points + Fraction(self.exponent, self.table_count)

    def __str__(self) -> str:
        if self.exponent:
            return f"{self.whole_points}^{self.exponent}"
        return str(self.whole_points)


@dataclass(frozen=True, slots=True)
class ExponentSlip:
    """The gains of one deal in the order of its scores."""

    ns_gains: tuple[EquatedGain, ...]
    ew_gains: tuple[EquatedGain, ...]
    odd_pair_gain: EquatedGain  # the gain of a pair that sits out

    @property
    def average_gain(self) -> Fraction:
        """The average equated gain of the deal."""
        return self.odd_pair_gain.exact_points


def make_exponent_slip(ns_scores: Sequence[int], ew_scores: Sequence[int]) -> ExponentSlip:
    """Return the equated gains of one deal, after a scorer's tests of the slip.

    Both columns are copied from paper, one score per table, in any order.

    >>> slip = make_exponent_slip([8, 6, 6, 7], [6, 7, 5, 7])
    >>> [str(gain) for gain in slip.ns_gains], [str(gain) for gain in slip.ew_gains], slip.average_gain
    (['2^2', '0^2', '0^2', '1^2'], ['1', '2', '0', '2'], Fraction(5, 4))

    :raises ScoringError: if the columns are empty or of unequal length, or if all gains don't add
        up to the number of tables times the highest gain

    Source: [WDW1900] pp. 43-45.
    """
    tables = len(ns_scores)
    if tables == 0 or tables != len(ew_scores):
        raise ScoringError(
            "slip-columns",
            "The slip has {ns} N-S and {ew} E-W scores. Enter one of each per table.",
            ns=len(ns_scores),
            ew=len(ew_scores),
        )
    ns_gains = compute_gains(ns_scores)
    ew_gains = compute_gains(ew_scores)
    _check_slip(ns_gains, ew_gains)
    larger_sum = max(sum(ns_gains), sum(ew_gains))
    return ExponentSlip(
        _make_equated_gains(ns_gains, larger_sum),
        _make_equated_gains(ew_gains, larger_sum),
        # The average of either column, whose sums are equal now.
        odd_pair_gain=EquatedGain(0, larger_sum, tables),
    )


def _make_equated_gains(column_gains: Sequence[int], larger_sum: int) -> tuple[EquatedGain, ...]:
    exponent = larger_sum - sum(column_gains)
    return tuple(EquatedGain(gain, exponent, len(column_gains)) for gain in column_gains)


def _check_slip(ns_gains: Sequence[int], ew_gains: Sequence[int]) -> None:
    """Raise unless the gains of every table add up to the highest gain of either column."""
    # Both gains of a table add up to the difference between the best and the worst score.
    total = sum(ns_gains) + sum(ew_gains)
    tables = len(ns_gains)
    for side, column in (("N-S", ns_gains), ("E-W", ew_gains)):
        if total != tables * max(column):
            raise ScoringError(
                "slip-test",
                "The gains add up to {total}, but {tables} tables times the highest gain of {side}, "
                "{highest}, make {wanted}. Check the slip.",
                total=total,
                tables=tables,
                side=side,
                highest=max(column),
                wanted=tables * max(column),
            )


def _compute_equated_gains_by_score(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return the equated gains of N-S and E-W, by N-S score."""
    best = max(scores)
    worst = min(scores)
    tables = len(scores)
    ns_sum, ew_sum = _sum_gains(scores)
    larger_sum = max(ns_sum, ew_sum)
    ns_extra = Fraction(larger_sum - ns_sum, tables)
    ew_extra = Fraction(larger_sum - ew_sum, tables)
    return {score: (score - worst + ns_extra, best - score + ew_extra) for score in set(scores)}


def _sum_gains(scores: Sequence[int]) -> tuple[int, int]:
    """Return the sums of gains on the worst score of the own and of the other direction."""
    own_sum = sum(scores) - len(scores) * min(scores)
    # The other direction gains what this one loses to its best score.
    other_sum = len(scores) * max(scores) - sum(scores)
    return own_sum, other_sum


def _explain_exponent(side: ScoredSide) -> Working:
    """Return the gain on the worst of the direction, and the equation of both columns."""
    scores = side.list_scores()
    own_sum, other_sum = _sum_gains(scores)
    text = f"own {scores[0]} − worst of the direction {min(scores)}"
    if own_sum < other_sum:
        equation = f"({other_sum} − {own_sum}) ÷ {len(scores)}"
        text += f", + {equation} to equate the smaller column of gains"
    return explain_by_group(side, _compute_equated_gains_by_score, text)


def _rank_exponent(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(
        score_groups(board, _compute_equated_gains_by_score, basis=BASIS_BY_COUNT["gains"])
        for board in field.boards
    )
    tallies, notes = make_tallies_with_averages(field, boards)
    results = [
        FinalFigures(
            sums.contestant,
            sums.direction,
            total=sums.point_sum,
            percent=None,
            board_count=sums.board_count,
            merit=sums.point_sum,
        )
        for sums in tallies
    ]
    return Ranking("exponent", boards, make_standings(results), tuple(notes))


EXPONENT = ScoringMethod(
    key="exponent",
    name="Exponent system (equated gains)",
    abbr="EG",
    unit="equated gain",
    decimals=2,
    options=(),
    source="[WDW1900] pp. 43-45",
    compute=_rank_exponent,
    explain=_explain_exponent,
    bare_score_meaning="tricks",
    rule_text="the gain on the worst score of the direction, both directions equated",
    artificial_basis="direction",
    has_average_for_missing=True,
    extra_points_reason="as the average of boards without a score",
)
