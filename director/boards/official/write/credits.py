"""What a director gave or took from whole totals of a night that was scored elsewhere: penalties, carry-overs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from director.boards.official.read.figures import OfficialFigures, PairDifference, PairKey
from director.boards.official.write.options import Choice
from scoring import Credit, Field, Ranking

_UNITS = ("mp", "imp", "points")
_FEW = 1
_SHARE = Fraction(1, 10)
_DECIMALS = 3
"""How many an amount can have where it is stored."""


@dataclass(frozen=True, slots=True)
class PairCredit:
    """What a pair got besides its boards, or lost if *amount* is below 0, in *unit*."""

    key: PairKey
    amount: Fraction
    unit: str

    def credit(self) -> Credit:
        """Return it as it is scored."""
        direction, number = self.key
        return Credit(number, direction, "penalty" if self.amount < 0 else "carry-over", self.amount, self.unit)


def find_credits(
    choice: Choice, ranking: Ranking, field: Field, official: OfficialFigures, adjustments: Mapping[PairKey, Decimal]
) -> list[PairCredit]:
    """Return what is to be added to totals of *field*, ranked so, to be official; *adjustments* are told by the file.

    Without an adjustment the file must leave no doubt: all lines official, one total in ten at most another, by more
    than rounding, of a pair that played all boards.  With all of it, total, percentage and place of each such pair are
    the official ones; otherwise nothing is added.
    """
    differing = official.differences(ranking)
    unit = next(unit for unit in _UNITS if unit in choice.method.accepts)
    told = [pair for pair in differing.pairs if pair.key in adjustments]
    untold = [pair for pair in differing.pairs if pair.key not in adjustments and _is_by_hand(pair, ranking)]
    most = max(_FEW, int(len(official.pairs) * _SHARE))
    plain = not differing.lines and len(untold) <= most
    for pairs in ([*told, *untold] if plain else told, told):
        credits = [credit for credit in (_credit(pair, unit) for pair in pairs) if credit is not None]
        if credits and _are_official(choice, field, official, credits):
            return credits
    return []


def with_credits(field: Field, credits: Sequence[PairCredit]) -> Field:
    """Return *field* with *credits* besides its own."""
    return replace(field, credits=(*field.credits, *(credit.credit() for credit in credits)))


def _credit(pair: PairDifference, unit: str) -> PairCredit | None:
    if pair.official.total is None:
        return None
    amount = pair.official.total.simplest(pair.ours.total)
    return PairCredit(pair.key, amount, unit) if amount and 10**_DECIMALS % amount.denominator == 0 else None


def _is_by_hand(pair: PairDifference, ranking: Ranking) -> bool:
    """Return whether the total of a pair is off by more than rounding, and not by its sit-outs."""
    total = pair.official.total
    if total is None or total.agrees(pair.ours.total):
        return False
    most = max(standing.boards for standing in ranking.standings if standing.direction == pair.ours.direction)
    return pair.ours.boards == most and abs(total.value - pair.ours.total) * 10**total.decimals >= 5


def _are_official(choice: Choice, field: Field, official: OfficialFigures, credits: list[PairCredit]) -> bool:
    ranking = choice.rank(with_credits(field, credits))
    wrong = {pair.key for pair in official.differences(ranking).pairs}
    return not wrong & {credit.key for credit in credits}
