"""Rate a movement for a director in points of fairness, as the sum of five named figures.

Responsible for the exchange of one virtue for another.  The points are this program's judgement and
nothing more; docs/movements.md gives them in a table.
"""

from dataclasses import dataclass
from fractions import Fraction

from movements.advice.facts import Length, Wishes

ENOUGH_OPPONENTS = 14
"""Nobody expects to meet more in an evening, however large the field."""

FIELD_UNMET = 40  # for meeting nobody at all, in proportion
FULL_LINE = 7
SMALL_LINE = 5  # each pair under seven in the smaller line of two that are ranked by themselves
OPPONENTS_AGAIN = 5  # while others are met less often
BOARD_OUTSIDE = 7  # each board fewer or more than wanted
MINUTE_OVER = 2
MUST_MOVE = 25  # each pair that cannot move and would have to
SIT_OUT = 5  # each round of the pair that sits out most
UNEVEN_BOARD = 1  # each board between the pairs that play most and fewest
SHARING = 4
COPY = 3  # each further copy of the boards that has to be made
BY_THE_CARD = 3  # only some tables turn their boards in a round
PAIR_MOVES = Fraction(1, 2)  # each pair beyond half of the field that has to look for a new table
BOARDS_A_ROUND = {1: 30, 5: 1, 6: 3}


@dataclass(frozen=True, slots=True)
class Merit:
    """The five figures.

    ``fairness`` is Qf if boards are compared; the others, 0 or less, are deductions.

    ``opponents``: part of the field is not met, or some are met again while others are not.
    ``wishes``: boards, time and seats asked for and not had.  ``sitting_out``: rounds without
    opponents, and boards fewer than others play. ``ease``: what the room has to cope with, such as
    shared boards.

    >>> Merit(Fraction(98), Fraction(-5), Fraction(0), Fraction(-5), Fraction(0)).total
    Fraction(88, 1)
    """

    fairness: Fraction
    opponents: Fraction
    wishes: Fraction
    sitting_out: Fraction
    ease: Fraction

    @property
    def total(self) -> Fraction:
        """Return the sum by which movements are ranked."""
        return self.fairness + self.opponents + self.wishes + self.sitting_out + self.ease


def merit(length: Length, boards_per_set: int, wishes: Wishes) -> Merit:
    """Return the merit of a movement of this *length* with that number of boards a round."""
    return Merit(
        fairness=length.fairness,
        opponents=-_opponents(length),
        wishes=-_wishes(length, boards_per_set, wishes),
        sitting_out=-_sitting_out(length, boards_per_set),
        ease=-_ease(length, boards_per_set),
    )


def _opponents(length: Length) -> Fraction:
    expected = min(Fraction(ENOUGH_OPPONENTS), length.opponents_met / length.field_met)
    unmet = max(Fraction(0), 1 - length.opponents_met / expected)
    small = max(0, FULL_LINE - length.pairs // 2) if length.winners > 1 else 0
    return FIELD_UNMET * unmet + SMALL_LINE * small + OPPONENTS_AGAIN * length.again


def _wishes(length: Length, boards_per_set: int, wishes: Wishes) -> Fraction:
    return Fraction(
        BOARD_OUTSIDE * wishes.boards_outside(length.most_rounds * boards_per_set)
        + MINUTE_OVER * wishes.minutes_over(length.rounds, boards_per_set)
        + MUST_MOVE * max(0, wishes.stationary - length.stationary)
    )


def _sitting_out(length: Length, boards_per_set: int) -> Fraction:
    fewest, most = length.rounds_played
    return Fraction(SIT_OUT * length.sit_outs + UNEVEN_BOARD * (most - fewest) * boards_per_set)


def _ease(length: Length, boards_per_set: int) -> Fraction:
    beyond = max(0, length.pairs - length.stationary - (length.pairs + 1) // 2)
    return (
        SHARING * length.shared
        + COPY * (length.copies - 1)
        + BY_THE_CARD * length.switched_by_table
        + PAIR_MOVES * beyond
        + BOARDS_A_ROUND.get(boards_per_set, 0)
    )
