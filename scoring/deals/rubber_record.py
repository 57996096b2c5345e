"""The course of a rubber: points towards game, games won, and when the rubber is over.

Auction and contract bridge keep the same record with other figures; what a deal gives is their own business.
"""

from dataclasses import dataclass, field

from scoring.deals.model import OTHER_SIDE
from scoring.errors import ScoringError
from scoring.naming import SIDE_NAMES


class RubberOverError(ScoringError):
    """A deal after the end of the rubber."""

    code = "rubber-over"
    template = '"{deal}": the rubber was over before this deal; start the next rubber with it.'


@dataclass(slots=True)
class RubberRecord:
    """What both sides have so far; *game* is how many points make a game.

    >>> record = RubberRecord(game=100)
    >>> [record.add("NS", points) for points in (60, 40)]
    [False, True]
    >>> record.games, record.part_scores
    ({'NS': 1, 'EW': 0}, {'NS': 0, 'EW': 0})
    """

    game: int
    games: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    part_scores: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    notes: list[str] = field(default_factory=list)

    @property
    def winner(self) -> str | None:
        """The side that has won two games, if one has."""
        return next((side for side, won in self.games.items() if won == 2), None)

    def is_vulnerable(self, side: str) -> bool:
        """Return whether *side* has won a game."""
        return self.games[side] > 0

    def add(self, side: str, points: int) -> bool:
        """Add *points* towards game to *side* and return whether they won it one."""
        self.part_scores[side] += points
        if self.part_scores[side] < self.game:
            return False
        self.games[side] += 1
        self.part_scores = {"NS": 0, "EW": 0}
        self.notes.append(f"{SIDE_NAMES[side]} win game {sum(self.games.values())}.")
        return True

    def refuse_if_over(self, deal: object) -> None:
        """Refuse *deal* if the rubber has been won.

        :raises RubberOverError: naming the deal.
        """
        if self.winner:
            raise RubberOverError(deal=deal)

    def only_game(self) -> str | None:
        """Return the side that has won the only game of an unfinished rubber, if there is one."""
        if sum(self.games.values()) != 1:
            return None
        return next(side for side, won in self.games.items() if won)

    def only_part_score(self) -> str | None:
        """Return the side that alone has points towards the next game, if there is one."""
        return next(
            (side for side, points in self.part_scores.items() if points and not self.part_scores[OTHER_SIDE[side]]),
            None,
        )
