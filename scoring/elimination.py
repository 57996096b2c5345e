"""Who was put out of a knock-out, when and by whom."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.model import Ranking


@dataclass(frozen=True, slots=True)
class Elimination:
    """The match that put a contestant out of a knock-out."""

    contestant: int
    winner: int  # the contestant that won it
    rounds_left: int  # the rounds to come after it, 0 in the final
    decision_text: str = ""  # how it was won if not by the score, such as "by lot"
    round_no: int = 0
    loss_count: int = 1  # the losses that put a contestant out, 2 in a double elimination
    # The contestant had won a match, or had come through a three-way match.
    has_won_before: bool = False


@dataclass(frozen=True, slots=True)
class Knockout(ABC):
    """The state of a knock-out.

    The class that ranks is in ``scoring.teams.knockout``, with the other contests of matches.
    """

    winners: tuple[int, ...]
    remaining_contestants: tuple[int, ...]  # those still in it
    eliminations: tuple[Elimination, ...]
    # The matches of a double elimination that put nobody out.
    first_losses: tuple[Elimination, ...] = ()

    @property
    def all_contestants(self) -> tuple[int, ...]:
        """All contestants of the knock-out.

        >>> from scoring.teams.knockout import RankedKnockout
        >>> RankedKnockout(
        ...     winners=(3,),
        ...     remaining_contestants=(),
        ...     eliminations=(Elimination(1, winner=3, rounds_left=0),),
        ... ).all_contestants
        (3, 1)
        """
        return (
            *self.winners,
            *self.remaining_contestants,
            *(lost.contestant for lost in self.eliminations),
        )

    def find_elimination(self, contestant: int) -> Elimination | None:
        """Return how *contestant* was knocked out, or None if it was not."""
        for elimination in self.eliminations:
            if elimination.contestant == contestant:
                return elimination
        return None

    @abstractmethod
    def rank(self, ranking: "Ranking") -> "Ranking":
        """Return *ranking* with the ranks of the knock-out."""

    @abstractmethod
    def describe_progress(self, contestant: int) -> str:
        """Return in a few words how far *contestant* came, empty if it took no part."""

    @abstractmethod
    def describe_run(self, contestant: int, get_name: Callable[[int], str] = str) -> str:
        """Return how far *contestant* came and against whom, for the end of a formula.

        *get_name* returns the name of another contestant, by default its number.
        """
