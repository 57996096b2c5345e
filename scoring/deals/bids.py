"""Deals of the bridge family as a scorer types them at a table: contract, declarer, result, honours held.

Shared by auction and by rubber bridge; what they score is in ``auction`` and ``rubber``.
"""

import re
from dataclasses import dataclass

from scoring.bridge.contracts import Contract
from scoring.bridge.entries import Entry, EntryKind, read_entry
from scoring.deals.model import SIDE_OF
from scoring.errors import ScoringError

_HONOURS = re.compile(r"(?P<rest>.*?) +(?P<side>NS|EW) ?(?P<honours>[0-9]{1,4})", re.IGNORECASE | re.DOTALL)


class NotAContractError(ScoringError):
    """An entry that is no contract with its result."""

    code = "bid-deal-not-a-contract"
    template = '"{text}" gives no contract; type contract, declarer and result, as 4SS= or 3NTW-1, or PASS.'


class HonoursOfPassError(ScoringError):
    """Honours on a deal that nobody played."""

    code = "bid-deal-pass-honours"
    template = '"{text}": there are no honours where nobody bid; leave them out.'


@dataclass(frozen=True, slots=True)
class BidDeal:
    """One deal: the *entry* with contract, declarer and tricks, or passed out, and points for honours by side.

    >>> str(read_bid_deal("3hs+1 ns64"))
    '3HS+1 NS64'
    """

    entry: Entry
    honours_side: str | None = None
    honours: int = 0

    def __str__(self) -> str:
        return f"{self.entry} {self.honours_side}{self.honours}" if self.honours else str(self.entry)

    @property
    def contract(self) -> Contract | None:
        """The contract; ``None`` where the deal was passed out."""
        return self.entry.contract

    @property
    def declarer_side(self) -> str:
        """The side that played the contract."""
        return SIDE_OF[self.entry.declarer or "NS"]

    @property
    def over(self) -> int:
        """Tricks above the contract, below 0 if it failed."""
        return (self.entry.tricks or 0) - self.entry.contract.tricks_needed if self.entry.contract else 0


def read_bid_deal(text: str) -> BidDeal:
    """Return the deal that *text* means: ``4SS=``, ``3NTW-1 EW30`` with points for honours, ``PASS``.

    >>> deal = read_bid_deal("3NTW-1 EW30")
    >>> deal.declarer_side, deal.over, deal.honours_side, deal.honours
    ('EW', -1, 'EW', 30)

    :raises EntryError, ContractError: if the result cannot be read.
    :raises NotAContractError, HonoursOfPassError: if it is none of this kind.
    """
    match = _HONOURS.fullmatch(text.strip())
    entry = read_entry(match["rest"] if match else text)
    if entry.kind not in (EntryKind.PLAYED, EntryKind.PASSED):
        raise NotAContractError(text=text.strip())
    if match is None:
        return BidDeal(entry)
    if entry.contract is None:
        raise HonoursOfPassError(text=text.strip())
    return BidDeal(entry, match["side"].upper(), int(match["honours"]))
