"""Checks of cards that players hand in: the sum of a card, the sum of the room, and likely
mistakes.

Nothing here refuses a card: a card says what its player wrote, and the scorer decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

TRICKS_OF_A_HAND = 13
MOST_OF_A_HAND, LEAST_OF_A_HAND = 4, 1
"""What both sides together can make in one hand of euchre, a lone march and a plain one."""
ALL_TRICKS, HAND_POINTS, GAMES_PLAYED = "tricks", "hand-points", "games"
"""What the room must have made: all tricks, one to four points a hand, or one game a table and round."""
SWAPPED, CARRY, MISSING_HAND = "swapped", "carry", "missing-hand"


@dataclass(frozen=True, slots=True)
class RoomSum:
    """The possible sum of all cards of a room: from *least* to *most*, which are equal at whist.

    >>> RoomSum(624, 624).off(614), RoomSum(16, 64).off(70), RoomSum(16, 64).off(20)
    (-10, 6, 0)
    """

    least: int | Fraction
    most: int | Fraction

    @property
    def is_exact(self) -> bool:
        """Whether the room can only have made one sum."""
        return self.least == self.most

    def off(self, total: int | Fraction) -> int | Fraction:
        """Return how far *total* is too high, or below nothing too low."""
        if total > self.most:
            return total - self.most
        return min(total - self.least, 0)


def room_sum(
    kind: str,
    *,
    tables: int,
    rounds: int,
    hands: int,
    credits: Fraction = Fraction(0),
    cards: int = 2,
) -> RoomSum:
    """Return the possible sum of all cards for a number of full *tables*, *rounds* and *hands*.

    Both partners write what their side made, so that everything stands on two *cards*, or on one of
    the pair. *credits* are what all rounds sat out are worth together, as far as they stand on the
    cards.

    >>> room_sum("tricks", tables=3, rounds=24, hands=1)
    RoomSum(least=Fraction(1872, 1), most=Fraction(1872, 1))
    >>> room_sum("hand-points", tables=1, rounds=1, hands=8).most
    Fraction(64, 1)
    """
    deals = tables * rounds * hands
    least, most = {
        ALL_TRICKS: (cards * TRICKS_OF_A_HAND * deals, cards * TRICKS_OF_A_HAND * deals),
        HAND_POINTS: (cards * LEAST_OF_A_HAND * deals, cards * MOST_OF_A_HAND * deals),
        GAMES_PLAYED: (cards * tables * rounds, cards * tables * rounds),
    }[kind]
    return RoomSum(least + credits, most + credits)


def card_hints(difference: int | Fraction, *, most_of_a_hand: int) -> tuple[str, ...]:
    """Return likely mistakes if the room is off: digits swapped, a carry, a missing hand.

    >>> card_hints(9, most_of_a_hand=13), card_hints(-10, most_of_a_hand=13), card_hints(5, most_of_a_hand=13)
    (('swapped',), ('carry', 'missing-hand'), ())
    """
    if not difference or Fraction(difference).denominator != 1:
        return ()
    size = abs(Fraction(difference))
    kinds = (
        (SWAPPED, size % 9 == 0 and size <= 81),
        (CARRY, size in (10, 100)),
        (MISSING_HAND, difference < 0 and size <= most_of_a_hand),
    )
    return tuple(kind for kind, fits in kinds if fits)


def adds_up(total: int, halves: Sequence[int | None]) -> bool:
    """Return whether both *halves* of a card add up to its *total*. An empty half fits any total.

    >>> adds_up(151, (71, 80)), adds_up(161, (71, 80)), adds_up(161, (71, None))
    (True, False, True)
    """
    written = [half for half in halves if half is not None]
    return len(written) < 2 or sum(written) == total
