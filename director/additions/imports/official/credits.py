"""Find points that a director added to totals of an imported session, or took away.

These are penalties and carry-overs. Points that were moved on a line are left to ``rulings``.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from director.additions.imports.official.field import Partners
from director.additions.imports.official.figures import (
    FigureDifferences,
    OfficialFigures,
    PairDifference,
    PairKey,
)
from director.additions.imports.official.options import MethodMatch
from scoring.bridge.rulings import Credit
from scoring.model import Field, Ranking

# More changed totals than these are a sign of another method. The share is of all pairs.
_MIN_CREDITED_PAIRS = 1
_CREDITED_SHARE = Fraction(1, 10)
_STORED_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class PairCredit:
    """Points that a pair got besides its boards, or lost if *amount* is below 0, in *unit*.

    *maximum* is the maximum that the points count for in a percentage: 0 if the percentage is that
    of the boards alone, None for the most points that any pair got.
    """

    key: PairKey
    amount: Fraction
    unit: str
    maximum: Fraction | None = Fraction(0)

    def credit(self) -> Credit:
        """Return the credit for scoring."""
        direction, number = self.key
        if self.amount < 0:
            return Credit(number, direction, "penalty", self.amount, self.unit)
        return Credit(number, direction, "carry-over", self.amount, self.unit, out_of=self.maximum)


def find_credits(
    choice: MethodMatch,
    ranking: Ranking,
    field: Field,
    official: OfficialFigures,
    adjustments: Mapping[PairKey, Decimal],
    partners: Partners,
    *,
    is_own: bool = False,
) -> list[PairCredit]:
    """Return credits that make totals of *field* match the official ones.

    *adjustments* are those named in the file. A pair without one gets a credit only in a clear
    case: all lines match, at most one total in ten differs, and that by more than rounding, of a
    pair that played all boards. In a file that *is_own*, of this program, any number of totals may
    differ, for it names the method with all options. Teams without a match in some rounds get
    credits if all of them gained the same for each such round. Credits are used only if with all of
    them total, percentage and place of each such pair match. Otherwise none is returned.
    """
    differences = official.differences(ranking)
    for pairs in _list_candidates(
        differences, ranking, field, official, adjustments, is_own=is_own
    ):
        # Other programs leave carry-over out of the maximum of their percentages; here it is part
        # of it.
        for out_of in (Fraction(0), None):
            credits = []
            for pair in pairs:
                credit = _make_credit(pair, choice.unit, out_of)
                if credit is not None:
                    credits.append(credit)
            credited_field = with_credits(field, credits)
            if credits and _are_official(choice.rank(credited_field, partners), official, credits):
                return credits
    return []


def _list_candidates(
    differences: FigureDifferences,
    ranking: Ranking,
    field: Field,
    official: OfficialFigures,
    adjustments: Mapping[PairKey, Decimal],
    *,
    is_own: bool,
) -> Iterator[list[PairDifference]]:
    """Yield sets of pairs that may have received credits, the largest set first."""
    # Teams can gain different points for rounds without a match.
    is_own = is_own and not field.matches
    sitting_out: list[PairDifference] = []
    if not differences.lines:
        sitting_out = _find_teams_paid_for_sit_outs(differences.pairs, field, adjustments)
    adjusted = []
    unexplained = []
    for pair in differences.pairs:
        if pair.key in adjustments:
            adjusted.append(pair)
        elif pair not in sitting_out and _is_changed_by_hand(pair, ranking, is_own=is_own):
            unexplained.append(pair)
    limit = max(_MIN_CREDITED_PAIRS, int(len(official.pairs) * _CREDITED_SHARE))
    if is_own:
        limit = len(official.pairs)
    if not differences.lines and len(unexplained) <= limit:
        yield adjusted + sitting_out + unexplained
    if sitting_out:
        yield adjusted + sitting_out
    yield adjusted


def with_credits(field: Field, credits: Sequence[PairCredit]) -> Field:
    """Return *field* with *credits* besides its own."""
    return replace(field, credits=(*field.credits, *(credit.credit() for credit in credits)))


def _make_credit(pair: PairDifference, unit: str, out_of: Fraction | None) -> PairCredit | None:
    if pair.official_pair.total is None:
        return None
    amount = pair.official_pair.total.find_simplest_correction(pair.our_standing.total)
    if not amount or 10**_STORED_DECIMALS % amount.denominator:
        return None
    return PairCredit(pair.key, amount, unit, out_of)


def _find_teams_paid_for_sit_outs(
    pairs: Iterable[PairDifference], field: Field, adjustments: Mapping[PairKey, Decimal]
) -> list[PairDifference]:
    """Return the teams that gained the same for each round without a match, else none."""
    rounds_without_match = _count_rounds_without_match(field)
    paid = []
    points_per_round = set()
    for pair in pairs:
        total = pair.official_pair.total
        rounds = rounds_without_match.get(pair.our_standing.contestant, 0)
        if not rounds or pair.key in adjustments:
            continue
        if total is None or total.agrees(pair.our_standing.total):
            continue
        paid.append(pair)
        points_per_round.add(total.find_simplest_correction(pair.our_standing.total) / rounds)
    if len(points_per_round) == 1 and min(points_per_round) > 0:
        return paid
    # Averages of their own matches, withdrawals and penalties give teams different points.
    return []


def _count_rounds_without_match(field: Field) -> dict[int, int]:
    """Return in how many rounds each team has no match. Empty if rounds aren't matches."""
    all_rounds = set()
    rounds_of_team: dict[int, set[int]] = defaultdict(set)
    for match in field.matches:
        if match.round_no is not None:
            all_rounds.add(match.round_no)
            rounds_of_team[match.home].add(match.round_no)
            rounds_of_team[match.away].add(match.round_no)
    return {team: len(all_rounds - rounds) for team, rounds in rounds_of_team.items()}


def _is_changed_by_hand(pair: PairDifference, ranking: Ranking, *, is_own: bool) -> bool:
    """Return whether a total differs by more than rounding and sit-outs explain."""
    total = pair.official_pair.total
    if total is None or total.agrees(pair.our_standing.total):
        return False
    most_boards = max(
        standing.boards
        for standing in ranking.standings
        if standing.direction == pair.our_standing.direction
    )
    # Totals that other programs add up from rounded points are off by less than 5 last digits.
    last_digits = abs(total.value - pair.our_standing.total) * 10**total.decimals
    played_all_boards = is_own or pair.our_standing.boards == most_boards
    return played_all_boards and last_digits >= 5


def _are_official(ranking: Ranking, official: OfficialFigures, credits: list[PairCredit]) -> bool:
    wrong_pairs = {pair.key for pair in official.differences(ranking).pairs}
    return not any(credit.key in wrong_pairs for credit in credits)
