"""A rubber of auction bridge: the points of its deals, and the games that both sides have won."""

from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.bridge.auction import AuctionScore, score_contract
from scoring.bridge.entries import parse_entry

RUBBER_BONUS = 250

_SIDE_BY_SEAT = {"N": "NS", "S": "NS", "NS": "NS", "E": "EW", "W": "EW", "EW": "EW"}


class ScoredDeal(NamedTuple):
    """The points of a deal, and the side that declared. A deal that was passed out counts as N-S."""

    declarer_side: str
    score: AuctionScore


def score_deal(text: str) -> ScoredDeal:
    """Return the points of a deal written as contract, declarer and result, or as ``PASS``.

    >>> deal = score_deal("2SXE+1")
    >>> deal.declarer_side, deal.score.trick_points, deal.score.doubled_bonus
    ('EW', 54, 100)
    """
    entry = parse_entry(text)
    side = _SIDE_BY_SEAT[entry.declarer or "NS"]
    if entry.contract is None or entry.tricks is None:
        return ScoredDeal(side, AuctionScore())
    return ScoredDeal(side, score_contract(entry.contract, entry.tricks))


@dataclass(slots=True)
class RubberRecord:
    """The games and part-scores of both sides so far.

    >>> record = RubberRecord(game_points=30)
    >>> for points in (18, 12):
    ...     record.add_points("NS", points)
    >>> record.games_by_side, record.part_score_by_side
    ({'NS': 1, 'EW': 0}, {'NS': 0, 'EW': 0})
    """

    game_points: int  # how many points make a game
    games_by_side: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    part_score_by_side: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})

    @property
    def winner(self) -> str | None:
        """The side that has won two games, or None."""
        return next((side for side, games in self.games_by_side.items() if games == 2), None)

    def add_points(self, side: str, points: int) -> None:
        """Add *points* to the part-score of *side*, which may win a game."""
        self.part_score_by_side[side] += points
        if self.part_score_by_side[side] >= self.game_points:
            self.games_by_side[side] += 1
            # A game ends the part-scores of both sides.
            self.part_score_by_side = {"NS": 0, "EW": 0}

    def find_only_game_side(self) -> str | None:
        """Return the side that has won the only game of an unfinished rubber, or None."""
        if sum(self.games_by_side.values()) != 1:
            return None
        return next(side for side, games in self.games_by_side.items() if games)
