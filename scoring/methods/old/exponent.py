"""The exponent system: gains on the worst score of the direction, equated between N-S and E-W.

The smaller column of gains is made up to the larger one in fractions of one over the number of tables, which scorers
write as exponents beside the whole gains.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.old.absent import score_groups, tally_with_averages
from scoring.methods.old.losses import gains
from scoring.model import Field, Points, Ranking
from scoring.ranking import Result, place


class SlipColumnsError(ScoringError):
    """Two columns of a slip that do not belong together."""

    code = "slip-columns"
    template = "The slip has {ns} scores N-S and {ew} E-W; give one of each for every table, and at least one table."


class SlipTestError(ScoringError):
    """Gains that fail the scorer's test."""

    code = "slip-test"
    template = (
        "The gains make {total}, but {tables} tables times the highest gain of {side}, {highest}, make {wanted}; "
        "look for a wrong score on the slip."
    )


@dataclass(frozen=True, slots=True)
class EquatedGain:
    """A gain as it stands on the slip: *whole* points and an *exponent* that counts parts of one over *tables*.

    >>> gain = EquatedGain(2, 2, tables=4)
    >>> str(gain), gain.points
    ('2^2', Fraction(5, 2))
    """

    whole: int
    exponent: int
    tables: int

    @property
    def points(self) -> Fraction:
        """The gain as one number."""
        return self.whole + Fraction(self.exponent, self.tables)

    def __str__(self) -> str:
        return f"{self.whole}^{self.exponent}" if self.exponent else str(self.whole)


@dataclass(frozen=True, slots=True)
class ExponentSlip:
    """The gains of one deal in the order of its scores; *odd_pair* is what a pair that sat out is entered with."""

    ns: tuple[EquatedGain, ...]
    ew: tuple[EquatedGain, ...]
    odd_pair: EquatedGain

    @property
    def average(self) -> Fraction:
        """The average equated gain of the deal."""
        return self.odd_pair.points


def match_total(gains: Iterable[EquatedGain]) -> EquatedGain:
    """Return the total gain of a pair over a match: whole gains and exponents added up apart, then made one.

    Exponents that reach the number of tables become whole gains; what remains stays an exponent.  Deals with unlike
    numbers of tables in play are brought to one denominator first.

    >>> str(match_total([EquatedGain(2, 2, 4), EquatedGain(0, 3, 4), EquatedGain(1, 2, 4)]))
    '4^3'

    Source: [WDW1900] p. 44.
    """
    deals = list(gains)
    tables = lcm(*(gain.tables for gain in deals))
    exponents = sum(gain.exponent * tables // gain.tables for gain in deals)
    return EquatedGain(sum(gain.whole for gain in deals) + exponents // tables, exponents % tables, tables)


def equated_gains(ns_scores: Sequence[int], ew_scores: Sequence[int]) -> ExponentSlip:
    """Return the gains of one deal, equated, after the tests that a scorer makes of the slip.

    Both columns are read from paper, one score a table, in any order.

    >>> slip = equated_gains([8, 6, 6, 7], [6, 7, 5, 7])
    >>> [str(gain) for gain in slip.ns], [str(gain) for gain in slip.ew], slip.average
    (['2^2', '0^2', '0^2', '1^2'], ['1', '2', '0', '2'], Fraction(5, 4))

    :raises SlipColumnsError: if the columns are empty or of unequal length.
    :raises SlipTestError: if the gains do not make the number of tables times the highest gain.

    Source: [WDW1900] pp. 43-45.
    """
    tables = len(ns_scores)
    if tables == 0 or tables != len(ew_scores):
        raise SlipColumnsError(ns=len(ns_scores), ew=len(ew_scores))
    columns = (gains(ns_scores), gains(ew_scores))
    _test_slip(columns, tables)
    larger = max(map(sum, columns))
    ns, ew = (tuple(EquatedGain(gain, larger - sum(column), tables) for gain in column) for column in columns)
    return ExponentSlip(ns, ew, EquatedGain(0, larger, tables))


def _test_slip(columns: tuple[list[int], list[int]], tables: int) -> None:
    total = sum(map(sum, columns))
    for side, column in zip(("N-S", "E-W"), columns, strict=True):
        if total != tables * max(column):
            raise SlipTestError(total=total, tables=tables, side=side, highest=max(column), wanted=tables * max(column))


def _points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    best, worst, total, tables = max(scores), min(scores), sum(scores), len(scores)
    sums = (total - tables * worst, tables * best - total)
    ns_extra, ew_extra = (Fraction(max(sums) - own, tables) for own in sums)
    return {score: (score - worst + ns_extra, best - score + ew_extra) for score in set(scores)}


def _rank(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(score_groups(board, _points) for board in field.boards)
    tallies, notes = tally_with_averages(field, boards)
    results = [
        Result(seen.contestant, seen.direction, seen.points, None, seen.boards, merit=seen.points) for seen in tallies
    ]
    return Ranking("exponent", boards, place(results), tuple(notes))


EXPONENT = ScoringMethod(
    key="exponent",
    name="Exponent system (equated gains)",
    abbr="EG",
    unit="equated gain",
    decimals=2,
    options=(),
    source="[WDW1900] pp. 43-45",
    compute=_rank,
    bare_scores="tricks",
    rule="the gain on the worst score of the direction, both directions equated",
    artificial="direction",
    averages_missing=True,
    beside_boards="as the average of boards without a score",
)
