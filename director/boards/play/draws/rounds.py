"""Rounds that are drawn, as the page and the wall show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A drawn match: its tables, such as ``"3 and 4"``, both sides and the score.

    The score is text such as ``"+7 IMPs, 11.76–8.24"``, or empty.

    *both* are the numbers of who meets.
    """

    tables: str
    home: str
    away: str
    score: str
    both: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round that is drawn, for the page and for the wall."""

    round_no: int
    matches: tuple[ShownMatch, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match of the last round of a knock-out.

    It has both numbers and names, who goes on, and what decided it.

    *how* is empty where the score did; *chosen* is whom the director let go on, 0 where the score
    decides, *by* what. *ways* are the reasons to choose from; *leader* has more, if the match is
    over and not level.
    """

    round_no: int
    both: tuple[int, int]
    names: tuple[str, str]
    winner: str
    how: str
    chosen: int = 0
    by: str = ""
    ways: tuple[tuple[str, str], ...] = ()
    leader: str = ""

    @property
    def sides(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Number and name of either team."""
        return (self.both[0], self.names[0]), (self.both[1], self.names[1])
