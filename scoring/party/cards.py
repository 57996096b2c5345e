"""Checks of the cards that players hand in: the sum of a card or of the room, and likely mistakes.

No card is refused here: it says what its player wrote, and the scorer decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

TRICKS_OF_A_HAND = 13
MAX_HAND_POINTS, MIN_HAND_POINTS = 4, 1
"""The points of both sides together in one hand of euchre: a lone march, and the least."""
ALL_TRICKS, HAND_POINTS, GAMES_PLAYED = "tricks", "hand-points", "games"
"""What the sum of a room is made of.

All tricks, one to four points for each hand, or one game for each table and round.
"""
SWAPPED, CARRY, MISSING_HAND = "swapped", "carry", "missing-hand"


@dataclass(frozen=True, slots=True)
class RoomSum:
    """The range of possible sums of all cards of a room. At whist only one sum is possible.

    A sum is possible if it differs from *min_sum* by a multiple of *step*.

    >>> RoomSum(624, 624).off(614), RoomSum(16, 64).off(70), RoomSum(16, 64).off(20)
    (-10, 6, 0)
    >>> RoomSum(16, 64, step=2).is_possible(20), RoomSum(16, 64, step=2).is_possible(21)
    (True, False)
    """

    min_sum: int | Fraction
    max_sum: int | Fraction
    step: int = 1

    @property
    def is_exact(self) -> bool:
        """Whether only one sum is possible."""
        return self.min_sum == self.max_sum

    def off(self, total: int | Fraction) -> int | Fraction:
        """Return how much *total* is too high, negative if it is too low, 0 if it is possible."""
        if total > self.max_sum:
            return total - self.max_sum
        return min(total - self.min_sum, 0)

    def is_possible(self, total: int | Fraction) -> bool:
        """Return whether the cards of a room can add up to *total*."""
        return not self.off(total) and (total - self.min_sum) % self.step == 0


def room_sum(
    kind: str,
    *,
    tables: int,
    rounds: int,
    hands: int,
    credits: Fraction = Fraction(0),
    max_rounding: Fraction = Fraction(0),
    cards: int = 2,
) -> RoomSum:
    """Return the possible sum of all cards for a number of full *tables*, *rounds* and *hands*.

    Both partners write down what their side made, so every point is on two *cards*, or on one if a
    pair shares a card. *credits* are the worth of all sit-outs that are included on the cards. They
    may differ by *max_rounding*, because cards have whole figures only.

    >>> room_sum("tricks", tables=3, rounds=24, hands=1)
    RoomSum(min_sum=Fraction(1872, 1), max_sum=Fraction(1872, 1), step=1)
    >>> room_sum("hand-points", tables=1, rounds=1, hands=8).max_sum
    Fraction(64, 1)
    >>> room_sum("hand-points", tables=2, rounds=5, hands=1, credits=Fraction(25)).is_possible(85)
    True
    """
    deals = tables * rounds * hands
    if kind == ALL_TRICKS:
        least_points = most_points = TRICKS_OF_A_HAND * deals
    elif kind == HAND_POINTS:
        least_points, most_points = MIN_HAND_POINTS * deals, MAX_HAND_POINTS * deals
    else:
        least_points = most_points = tables * rounds  # games
    min_credits = max_credits = credits
    if max_rounding:
        min_credits = Fraction(ceil(credits - max_rounding))
        max_credits = Fraction(floor(credits + max_rounding))
    return RoomSum(
        min_sum=cards * least_points + min_credits,
        max_sum=cards * most_points + max_credits,
        step=cards if kind == HAND_POINTS and not max_rounding else 1,
    )


def card_hints(difference: int | Fraction, *, most_of_a_hand: int) -> tuple[str, ...]:
    """Return likely mistakes if the room is off: digits swapped, a carry, a missing hand.

    >>> card_hints(9, most_of_a_hand=13), card_hints(-10, most_of_a_hand=13), card_hints(5, most_of_a_hand=13)
    (('swapped',), ('carry', 'missing-hand'), ())
    """
    if not difference or Fraction(difference).denominator != 1:
        return ()
    size = abs(Fraction(difference))
    hints = []
    # Two swapped digits change a number by nine times their difference, so by 81 at most.
    if size % 9 == 0 and size <= 81:
        hints.append(SWAPPED)
    if size in (10, 100):
        hints.append(CARRY)
    if difference < 0 and size <= most_of_a_hand:
        hints.append(MISSING_HAND)
    return tuple(hints)


def adds_up(total: int, halves: Sequence[int | None]) -> bool:
    """Return whether the *halves* of a card add up to its *total*, or one of them is empty.

    >>> adds_up(151, (71, 80)), adds_up(161, (71, 80)), adds_up(161, (71, None))
    (True, False, True)
    """
    written_halves = [half for half in halves if half is not None]
    return len(written_halves) < 2 or sum(written_halves) == total
