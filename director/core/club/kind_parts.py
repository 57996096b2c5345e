"""What a club asks of a kind of event: places for seasons, names of games, units of scores.

A kind is the sum of these classes, one for each room that asks (``ask_kind``).
"""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import User

from director.event_kinds import EventKind
from director.models import Event


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


class CountedKind(EventKind):
    """What the lists of a club and its seasons count."""

    @property
    def percent_methods(self) -> frozenset[str]:
        """The scoring methods by which an event has percentages."""
        return frozenset()

    @abstractmethod
    def compute_outcomes_by_event_id(self, events: Sequence[Event]) -> dict[int, EventOutcome]:
        """Return the places of all entrants of each of *events*, by its number, for seasons."""

    @abstractmethod
    def open_correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Return a context manager in which results may change. Published ones get a new version.

        :raises FinalError: on entering it, if the results are final
        """

    def fetch_game_names_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return names of games by event, for those *events* whose game has its own name."""
        return {}

    def fetch_score_units_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return what the totals of each of *events* are counted in: "games", "victory points"."""
        return {}
