"""Frozen records of drawn rounds, as their page shows them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match that is drawn: its tables, who meets, and what stands: ``"+7 IMPs, 11.76–8.24"`` or nothing."""

    tables: str
    home: str
    away: str
    score: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round that is drawn, for the page and for the wall."""

    round_no: int
    matches: tuple[ShownMatch, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match of the last round of a knock-out: both numbers and both names, who goes on, and what decided it.

    *how* is empty where the score did; *chosen* is whom the director let go on, 0 where the score decides, *by* what.
    """

    round_no: int
    both: tuple[int, int]
    names: tuple[str, str]
    winner: str
    how: str
    chosen: int = 0
    by: str = ""

    @property
    def sides(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Number and name of either team."""
        return (self.both[0], self.names[0]), (self.both[1], self.names[1])
