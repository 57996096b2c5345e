"""The shape of a plan to search for."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

Couples = tuple[tuple[int, int], ...]
"""The meetings on one board set: the pair that holds the N-S cards, then the other."""

Sets = tuple[Couples, ...]
"""The meetings by board set."""


@dataclass(frozen=True)
class Shape:
    """The size and length of a plan, how many pairs keep their seats, and the copies of the boards.

    In an odd field the highest number, :attr:`size`, is absent.

    >>> shape = Shape(pairs=11, rounds=9)
    >>> (shape.size, shape.absent, shape.tables)
    (12, 12, 5)
    """

    pairs: int
    rounds: int
    stationary: int = 0
    copies: int = 1

    @property
    def size(self) -> int:
        """Return the number of pairs, the absent one included."""
        return self.pairs + self.pairs % 2

    @property
    def absent(self) -> int | None:
        """Return the absent number, None if everybody is there."""
        return self.size if self.pairs % 2 else None

    @property
    def tables(self) -> int:
        """Return the number of full tables."""
        return self.pairs // 2

    @property
    def steps_per_annealing(self) -> int:
        """Return the steps of one annealing: more for larger plans, found by trial.

        >>> Shape(pairs=8, rounds=6).steps_per_annealing
        12000
        """
        return 250 * self.size * self.rounds

    @property
    def competition(self) -> int:
        """Return the sum of the competition of all couples, which no arrangement changes."""
        return self.rounds * self.tables * (self.tables - 1)

    @cached_property
    def least_squares(self) -> int:
        """Return the least possible sum of the squares of the competition.

        >>> Shape(pairs=8, rounds=7).least_squares
        252
        """
        couples = self.pairs * (self.pairs - 1) // 2
        share, remainder = divmod(self.competition, couples)
        return (couples - remainder) * share * share + remainder * (share + 1) ** 2

    def compute_quality(self, squares: int) -> Fraction:
        """Return Qf for a sum of *squares*.

        >>> Shape(pairs=8, rounds=7).compute_quality(252)
        Fraction(100, 1)
        """
        return Fraction(100 * self.least_squares, squares)

    @property
    def impossible_reason(self) -> str:
        """Return why no such plan can exist, or "" if one may.

        >>> Shape(pairs=14, rounds=6).impossible_reason
        '7 tables need at least 7 rounds with one copy of the boards and 4 with two'
        """
        if self.pairs % 2:
            most_rounds = self.pairs
        else:
            most_rounds = self.size - max(1, self.stationary)
        tables = self.tables
        if self.rounds * self.copies < tables:
            fewest_with_two = (tables + 1) // 2
            return (
                f"{tables} tables need at least {tables} rounds with one copy of the boards and "
                f"{fewest_with_two} with two"
            )
        if self.rounds > most_rounds:
            return (
                f"{self.pairs} pairs have at most {most_rounds} opponents if {self.stationary} "
                "keep their seats"
            )
        return ""
