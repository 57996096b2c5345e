"""The input and the result of a Swiss draw, as frozen records."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from movements.model import RoundNo

Couple: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """A contestant before the round.

    >>> SwissEntrant(4, Fraction(69, 2), opponents=(2, 5)).score
    Fraction(69, 2)
    """

    number: int
    score: Fraction | int = 0
    opponents: tuple[int, ...] = ()  # those of the rounds before, in this stage
    bye_count: int = 0
    triangle_count: int = 0
    home_count: int = 0  # the number of rounds in which it kept its seats
    # Breaks ties between equal scores, the lower first; without it the lower number is first.
    rank: int | None = None
    is_late: bool = False  # it joins in this round, and is the last to get a bye
    previous_opponents: tuple[int, ...] = ()  # opponents in an earlier stage


@dataclass(frozen=True, slots=True)
class SwissField:
    """All entrants of a round, and the pairings fixed by hand.

    >>> SwissField((SwissEntrant(1), SwissEntrant(2)), round_no=1).standings
    (1, 2)
    """

    entrants: tuple[SwissEntrant, ...]
    round_no: RoundNo
    options: tuple[tuple[str, str], ...] = ()
    forbidden_couples: frozenset[Couple] = frozenset()  # couples that aren't drawn
    fixed_pairings: tuple[tuple[int, int], ...] = ()  # pairings fixed by hand, home first
    bye: int | None = None  # the contestant with the bye, if fixed by hand
    triangle: tuple[int, ...] = ()  # three contestants who play each other, if fixed by hand
    seed: str = ""  # repeats a random draw

    @property
    def standings(self) -> tuple[int, ...]:
        """The contestants by score, ties by place and then by number."""

        def rank(entrant: SwissEntrant) -> tuple[Fraction | int, int, int]:
            place = entrant.rank
            if place is None:
                place = len(self.entrants) + 1
            return -entrant.score, place, entrant.number

        return tuple(entrant.number for entrant in sorted(self.entrants, key=rank))

    @property
    def entrant_by_number(self) -> Mapping[int, SwissEntrant]:
        """The contestants by their numbers."""
        return {entrant.number: entrant for entrant in self.entrants}

    def get_choice(self, name: str) -> str:
        """Return the value of option *name*, or "" if the contest has no such option."""
        return dict(self.options).get(name, "")

    def count_meetings_by_couple(self) -> Mapping[Couple, int]:
        """Count the meetings of each two entrants. If their counts differ, the greater one counts.

        >>> field = SwissField((SwissEntrant(1, opponents=(2,)), SwissEntrant(2), SwissEntrant(3)), round_no=2)
        >>> field.count_meetings_by_couple() == {frozenset((1, 2)): 1}
        True
        """
        counts: dict[Couple, int] = {}
        for entrant in self.entrants:
            for opponent, count in Counter(entrant.opponents).items():
                couple = frozenset((entrant.number, opponent))
                counts[couple] = max(count, counts.get(couple, 0))
        return counts

    @property
    def previous_couples(self) -> frozenset[Couple]:
        """The couples that met in an earlier stage.

        >>> field = SwissField((SwissEntrant(1, previous_opponents=(2,)), SwissEntrant(2)), round_no=1)
        >>> field.previous_couples == {frozenset((1, 2))}
        True
        """
        couples: set[Couple] = set()
        for entrant in self.entrants:
            couples.update(
                frozenset((entrant.number, other)) for other in entrant.previous_opponents
            )
        return frozenset(couples)


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A drawn round.

    >>> SwissDraw(((1, 4),), bye=7).bye
    7
    """

    pairings: tuple[tuple[int, int], ...]  # home and away, the highest first
    bye: int | None = None
    triangle: tuple[int, ...] = ()
    repeated_pairings: tuple[tuple[int, int], ...] = ()  # the pairings that are rematches
    notes: tuple[str, ...] = ()  # sentences about what couldn't be avoided or was fixed by hand
    seed: str = ""  # the seed of a random draw


def list_couples(numbers: Iterable[int]) -> list[Couple]:
    """Return all couples among *numbers*.

    >>> len(list_couples((1, 2, 3)))
    3
    """
    return list(map(frozenset, combinations(numbers, 2)))
