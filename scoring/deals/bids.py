"""Typed deals of auction and rubber bridge: contract, declarer, result and honours.

Their scores are calculated in ``auction`` and ``rubber``.
"""

import re
from dataclasses import dataclass

from scoring.bridge.contracts import Contract
from scoring.bridge.entries import EntryKind, ResultEntry, read_entry
from scoring.deals.model import SIDE_OF
from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

_HONOURS = re.compile(
    r"(?P<rest>.*?) +(?P<side>NS|EW) ?(?P<honours>[0-9]{1,4})", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class BidDeal:
    """A deal: the *entry*, and points for honours by side.

    With *is_nullo* the declarer has to lose the tricks of the contract, which is stored as one
    without trumps.

    >>> str(read_bid_deal("3hs+1 ns64"))
    '3HS+1 NS64'
    """

    entry: ResultEntry
    honours_side: str | None = None
    honours: int = 0
    is_nullo: bool = False

    def __str__(self) -> str:
        if self.honours:
            return f"{self.entry} {self.honours_side}{self.honours}"
        if self.is_nullo:
            return str(self.entry).replace("NT", "NULLO", 1)
        return str(self.entry)

    @property
    def contract(self) -> Contract | None:
        """The contract, or None if passed out."""
        return self.entry.contract

    @property
    def declarer_side(self) -> str:
        """The declarer's side. A deal that was passed out counts as N-S."""
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

    :raises EntryError, ContractError: if the result cannot be parsed
    :raises ScoringError: if the result is neither a contract nor a pass
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
