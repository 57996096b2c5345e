"""Typed deals of bridge and its kin: contract, declarer, result, honours.

Shared by auction and by rubber bridge; what they score is in ``auction`` and ``rubber``.
"""

import re
from dataclasses import dataclass, field

from scoring.bridge.contracts import Contract
from scoring.bridge.entries import EntryKind, ResultEntry, read_entry
from scoring.deals.model import OTHER_SIDE, SIDE_OF
from scoring.errors import ScoringError
from scoring.naming import SIDE_NAMES
from scoring.sentences import ScoringSentences

_HONOURS = re.compile(
    r"(?P<rest>.*?) +(?P<side>NS|EW) ?(?P<honours>[0-9]{1,4})", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class BidDeal:
    """A deal: the *entry*, and points for honours by side.

    >>> str(read_bid_deal("3hs+1 ns64"))
    '3HS+1 NS64'
    """

    entry: ResultEntry
    honours_side: str | None = None
    honours: int = 0

    def __str__(self) -> str:
        if self.honours:
            return f"{self.entry} {self.honours_side}{self.honours}"
        return str(self.entry)

    @property
    def contract(self) -> Contract | None:
        """The contract, or None if passed out."""
        return self.entry.contract

    @property
    def declarer_side(self) -> str:
        """The side that played the contract."""
        return SIDE_OF[self.entry.declarer or "NS"]

    @property
    def over(self) -> int:
        """Tricks above the contract, below 0 if it failed."""
        if self.entry.contract:
            return (self.entry.tricks or 0) - self.entry.contract.tricks_needed
        return 0


def read_bid_deal(text: str) -> BidDeal:
    """Parse a deal: ``4SS=``, ``3NTW-1 EW30`` with points for honours, ``PASS``.

    >>> deal = read_bid_deal("3NTW-1 EW30")
    >>> deal.declarer_side, deal.over, deal.honours_side, deal.honours
    ('EW', -1, 'EW', 30)

    :raises EntryError, ContractError: if the result cannot be read.
    :raises ScoringError: if it is none of this kind.
    """
    match = _HONOURS.fullmatch(text.strip())
    entry = read_entry(match["rest"] if match else text)
    if entry.kind not in (EntryKind.PLAYED, EntryKind.PASSED):
        raise ScoringError(ScoringSentences.BID_DEAL_NOT_A_CONTRACT, text=text.strip())
    if match is None:
        return BidDeal(entry)
    if entry.contract is None:
        raise ScoringError(ScoringSentences.BID_DEAL_PASS_HONOURS, text=text.strip())
    return BidDeal(entry, match["side"].upper(), int(match["honours"]))


# The course of a rubber: points towards game, games won, and when the rubber is over.
#
# Auction and contract bridge keep the same record with other figures; what a deal gives is their
# own business.


@dataclass(slots=True)
class RubberRecord:
    """The points of both sides so far. *game* is how many make a game.

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

        :raises ScoringError: naming the deal.
        """
        if self.winner:
            raise ScoringError(ScoringSentences.RUBBER_OVER, deal=deal)

    def only_game(self) -> str | None:
        """Return the side that has won the only game of an unfinished rubber, if there is one."""
        if sum(self.games.values()) != 1:
            return None
        return next(side for side, won in self.games.items() if won)

    def only_part_score(self) -> str | None:
        """Return the side that alone has points towards the next game, if there is one."""
        return next(
            (
                side
                for side, points in self.part_scores.items()
                if points and not self.part_scores[OTHER_SIDE[side]]
            ),
            None,
        )
