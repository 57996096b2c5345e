"""Contracts that were played out, compared with what is makeable."""

from dataclasses import dataclass

from scoring.bridge.boards import SEATS
from scoring.hands.makeable import MakeableTricks

FAR_OFF = 4
"""A result this many tricks from makeable is worth a question. In 295 of a club there was none."""


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract that was played. *lead* is a card such as ``"HK"``, or empty if not known."""

    declarer: str
    level: int
    denomination: str
    tricks: int
    lead: str = ""

    @property
    def leader(self) -> str:
        """The opening leader, the seat after declarer's."""
        return SEATS[(SEATS.index(self.declarer) + 1) % 4]

    def off(self, makeable: MakeableTricks) -> int:
        """Return the tricks won above makeable, negative below."""
        return self.tricks - makeable.tricks(self.declarer, self.denomination)
