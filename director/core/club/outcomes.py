"""The places of all entrants of an event, as seasons and lists of a club count them."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """A pair, a player or a team with its place in an event, for seasons.

    *people* are the keys and names of those who played; the first *starter_count* of them began the
    event. Entrants of the same *group* are ranked together, and those of a *prize_group* compete for
    its prizes.
    """

    name: str  # of a team; empty without a name
    people: tuple[tuple[int, str], ...]
    starter_count: int
    group: str
    rank: int
    total: Fraction
    percent: Fraction | None = None
    prize_group: str = ""
    played_game_count: int = 0
    stratum: str = ""  # of a pair, "A" for the highest


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """The places of an event. *unit* names that of the totals.

    *missing_reason* is a sentence if there are none.
    """

    entrants: tuple[RankedEntrant, ...]
    is_complete: bool
    unit: str = ""
    nameless_count: int = 0  # entrants without a player's name
    boards_per_round: int = 0  # against the same opponents, 0 if it isn't known
    strata_are_apart: bool = False  # a stratum leaves out the strata below it
    missing_reason: str = ""
