"""Drawn rounds as the page and the sheet for the wall show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A drawn match: its tables (``"3 and 4"``), the names of both sides, and the score.

    *score* is text such as ``"+7 IMPs, 11.76–8.24"``, or empty. *both* are the numbers of the two
    sides.
    """

    tables: str
    home: str
    away: str
    score: str
    both: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A drawn round with its matches, and the names of those who sit out.

    *title* names the round, with its date if there are several: ``"Round 4 · 10 March 2026"``.
    """

    round_no: int
    title: str
    matches: tuple[ShownMatch, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A side of a drawn match, with the place and total it is drawn from, empty without any.

    *name* has the number: ``"5 Smiths"``.
    """

    name: str
    place: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match of the round to be played: its tables (``"3 and 4"``), both sides and its reason."""

    tables: str
    home: DrawnSide
    away: DrawnSide
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to be played: its matches, and the names of those who sit out.

    *threes* are the names of each three-way match. *is_second* says that it is the second of its
    two rounds.
    """

    matches: tuple[NextMatch, ...]
    byes: tuple[str, ...]
    threes: tuple[tuple[str, ...], ...] = ()
    is_second: bool = False

    @property
    def has_standings(self) -> bool:
        """Whether somebody has a place that the round is drawn from."""
        return any(match.home.place or match.away.place for match in self.matches)

    @property
    def has_reasons(self) -> bool:
        """Whether the reason of a match is known."""
        return any(match.reason for match in self.matches)


@dataclass(frozen=True, slots=True)
class ShownOpponents:
    """A contestant in the standings, and the numbers it has met by round: ``"4, 7, –, 2"``.

    A dash is a round without an opponent.
    """

    side: DrawnSide
    opponents: str


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match of the last round of a knock-out, with its winner and how it was decided.

    *both* and *names* are the two teams. *how* is empty if the score decides.  *chosen* is the team
    that the director let go through, or 0, and *by* the reason for it; *ways* are the reasons to
    choose from.  *leader* is the team ahead once the match is over, empty if the score is level.
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
