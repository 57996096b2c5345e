"""The input and the result of a Swiss draw, as frozen records."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

Couple: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """A contestant before the round: its *score*, the opponents it has *opponents* and its byes.

    *rank* breaks ties between equal scores, the lower first; without it the lower number is first.
    *home_count* is the number of rounds in which it kept its seats. A contestant that *is_late* joins in
    this round, and is the last to get a bye.  *previous_opponents* are opponents of an earlier stage.

    >>> SwissEntrant(4, Fraction(69, 2), opponents=(2, 5)).score
    Fraction(69, 2)
    """

    number: int
    score: Fraction | int = 0
    opponents: tuple[int, ...] = ()
    bye_count: int = 0
    triangle_count: int = 0
    home_count: int = 0
    rank: int | None = None
    is_late: bool = False
    previous_opponents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SwissField:
    """All entrants of round *round_no*, and the pairings fixed by hand.

    *fixed_pairings* are kept, home first, and *forbidden_couples* aren't drawn. *bye* and *triangle*
    may be fixed by hand as well. *seed* repeats a random draw.

    >>> SwissField((SwissEntrant(1), SwissEntrant(2)), round_no=1).standings
    (1, 2)
    """

    entrants: tuple[SwissEntrant, ...]
    round_no: int
    options: tuple[tuple[str, str], ...] = ()
    forbidden_couples: frozenset[Couple] = frozenset()
    fixed_pairings: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    triangle: tuple[int, ...] = ()
    seed: str = ""

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
    """A drawn round: *pairings* of home and away, highest first, bye and triangle.

    *repeated_pairings* are the pairings that are rematches. *notes* are sentences about what couldn't be
    avoided or was fixed by hand. *seed* is that of a random draw.

    >>> SwissDraw(((1, 4),), bye=7).bye
    7
    """

    pairings: tuple[tuple[int, int], ...]
    bye: int | None = None
    triangle: tuple[int, ...] = ()
    repeated_pairings: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()
    seed: str = ""


def list_couples(numbers: Iterable[int]) -> list[Couple]:
    """Return all couples among *numbers*.

    >>> len(list_couples((1, 2, 3)))
    3
    """
    return list(map(frozenset, combinations(numbers, 2)))
