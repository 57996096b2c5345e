"""Find likely mistakes on the cards of a party by what they can add up to.

No card is refused: it has what its player wrote, and the scorer decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from scoring.party.model import TRICKS_OF_DEAL

MAX_HAND_POINTS, MIN_HAND_POINTS = 4, 1
"""The points of both sides together in one hand of euchre: a lone march, and the least."""
SUM_OF_TRICKS, SUM_OF_HAND_POINTS, SUM_OF_GAMES = "tricks", "hand-points", "games"
"""What all cards of a room add up to.

All tricks, one to four points for each hand, or one game for each table and round.
"""
SWAPPED_DIGITS, CARRY_MISTAKE, MISSING_HAND = "swapped", "carry", "missing-hand"


@dataclass(frozen=True, slots=True)
class PossibleSums:
    """The range of possible sums of all cards in a room. At whist only one sum is possible.

    A sum is possible if it differs from *min_sum* by a multiple of *step*.

    >>> (
    ...     PossibleSums(624, 624).compute_excess(614),
    ...     PossibleSums(16, 64).compute_excess(70),
    ...     PossibleSums(16, 64).compute_excess(20),
    ... )
    (-10, 6, 0)
    >>> PossibleSums(16, 64, step=2).can_be_total(20), PossibleSums(16, 64, step=2).can_be_total(21)
    (True, False)
    """

    min_sum: int | Fraction
    max_sum: int | Fraction
    step: int = 1

    @property
    def is_exact(self) -> bool:
        """Whether only one sum is possible."""
        return self.min_sum == self.max_sum

    def compute_excess(self, total: int | Fraction) -> int | Fraction:
        """Return how much *total* is too high, negative if it is too low, 0 if it is possible."""
        if total > self.max_sum:
            return total - self.max_sum
        return min(total - self.min_sum, 0)

    def can_be_total(self, total: int | Fraction) -> bool:
        """Return whether the cards of a room can add up to *total*."""
        return not self.compute_excess(total) and (total - self.min_sum) % self.step == 0


def compute_possible_sums(
    kind: str,
    *,
    table_count: int,
    round_count: int,
    hand_count: int,
    sit_out_credits: Fraction = Fraction(0),
    max_rounding: Fraction = Fraction(0),
    cards_per_point: int = 2,
) -> PossibleSums:
    """Return the possible sums of all cards.

    - *table_count*: the number of full tables.
    - *hand_count*: the number of hands in a round.
    - *sit_out_credits*: the worth of all sit-outs that the cards include. They may differ by
      *max_rounding*, because cards have only whole figures.
    - *cards_per_point*: 2, because both partners write down what their side made, or 1 if a pair
      shares a card.

    >>> compute_possible_sums("tricks", table_count=3, round_count=24, hand_count=1)
    PossibleSums(min_sum=Fraction(1872, 1), max_sum=Fraction(1872, 1), step=1)
    >>> compute_possible_sums("hand-points", table_count=1, round_count=1, hand_count=8).max_sum
    Fraction(64, 1)
    >>> compute_possible_sums(
    ...     "hand-points",
    ...     table_count=2,
    ...     round_count=5,
    ...     hand_count=1,
    ...     sit_out_credits=Fraction(25)).can_be_total(85,
    ... )
    True
    """
    deal_count = table_count * round_count * hand_count
    if kind == SUM_OF_TRICKS:
        least_points = most_points = TRICKS_OF_DEAL * deal_count
    elif kind == SUM_OF_HAND_POINTS:
        least_points, most_points = MIN_HAND_POINTS * deal_count, MAX_HAND_POINTS * deal_count
    else:
        least_points = most_points = table_count * round_count  # games
    min_credits = max_credits = sit_out_credits
    if max_rounding:
        min_credits = Fraction(ceil(sit_out_credits - max_rounding))
        max_credits = Fraction(floor(sit_out_credits + max_rounding))
    return PossibleSums(
        min_sum=cards_per_point * least_points + min_credits,
        max_sum=cards_per_point * most_points + max_credits,
        step=cards_per_point if kind == SUM_OF_HAND_POINTS and not max_rounding else 1,
    )


def list_card_hints(difference: int | Fraction, *, max_of_hand: int) -> tuple[str, ...]:
    """Return likely mistakes if the room is off: digits swapped, a carry, a missing hand.

    >>> list_card_hints(9, max_of_hand=13), list_card_hints(-10, max_of_hand=13), list_card_hints(5, max_of_hand=13)
    (('swapped',), ('carry', 'missing-hand'), ())
    """
    if not difference or Fraction(difference).denominator != 1:
        return ()
    absolute_difference = abs(Fraction(difference))
    hints = []
    # Two swapped digits change a number by nine times their difference, so by 81 at most.
    if absolute_difference % 9 == 0 and absolute_difference <= 81:
        hints.append(SWAPPED_DIGITS)
    if absolute_difference in (10, 100):
        hints.append(CARRY_MISTAKE)
    if difference < 0 and absolute_difference <= max_of_hand:
        hints.append(MISSING_HAND)
    return tuple(hints)


def is_sum_of_halves(total: int, halves: Sequence[int | None]) -> bool:
    """Return whether a card's *halves* add up to its *total*, or one is empty.

    >>> is_sum_of_halves(151, (71, 80)), is_sum_of_halves(161, (71, 80)), is_sum_of_halves(161, (71, None))
    (True, False, True)
    """
    written_halves = [half for half in halves if half is not None]
    return len(written_halves) < 2 or sum(written_halves) == total
