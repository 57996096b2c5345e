"""The course of a rubber: points towards game, games won, and when the rubber is over.

Auction and contract bridge keep the same record. What a deal scores is calculated in ``auction``
and ``rubber``.
"""

from dataclasses import dataclass, field

from scoring.deals.model import OTHER_SIDE
from scoring.errors import ScoringError
from scoring.naming import SIDE_NAMES
from scoring.sentences import ScoringSentences


@dataclass(slots=True)
class RubberRecord:
    """The points of both sides so far. *game* is the number of points that make a game.

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
        """The side that has won two games, or None."""
        return next((side for side, games in self.games.items() if games == 2), None)

    def is_vulnerable(self, side: str) -> bool:
        """Return whether *side* has won a game."""
        return self.games[side] > 0

    def add(self, side: str, points: int) -> bool:
        """Add *points* to the part-score of *side* and return whether it won a game."""
        self.part_scores[side] += points
        if self.part_scores[side] < self.game:
            return False
        self.games[side] += 1
        # A game ends the part-scores of both sides.
        self.part_scores = {"NS": 0, "EW": 0}
        self.notes.append(f"{SIDE_NAMES[side]} win game {sum(self.games.values())}.")
        return True

    def refuse_if_over(self, deal: object) -> None:
        """Raise if the rubber was won before *deal*.

        :raises ScoringError: naming the deal
        """
        if self.winner:
            raise ScoringError(ScoringSentences.RUBBER_OVER, deal=deal)

    def find_only_game(self) -> str | None:
        """Return the side that has won the only game of an unfinished rubber, or None."""
        if sum(self.games.values()) != 1:
            return None
        return next(side for side, games in self.games.items() if games)

    def find_only_part_score(self) -> str | None:
        """Return the side that alone has a part-score, or None."""
        for side, points in self.part_scores.items():
            if points and not self.part_scores[OTHER_SIDE[side]]:
                return side
        return None
