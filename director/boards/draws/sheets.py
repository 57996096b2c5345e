"""Frozen records of drawn rounds, as their page shows them, and of a knock-out: its bracket, on screen and the wall."""

from dataclasses import dataclass

from director.sheets import Heading


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A team in a match of the bracket; *score* is empty before a board of both tables is in."""

    label: str  # "3"; its seed
    name: str
    score: str = ""
    is_winner: bool = False

    @property
    def text(self) -> str:
        """Number and name in one line."""
        return f"{self.label} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match, or the place for one: ``None`` where it is not known who plays.

    *decided* says who goes on, and by what, where it was not the score: ``"4 goes on by lot"``.
    """

    upper: BracketSide | None
    lower: BracketSide | None
    is_bye: bool = False
    decided: str = ""

    @property
    def sides(self) -> tuple[BracketSide | None, BracketSide | None]:
        """Both, from the top down."""
        return self.upper, self.lower


@dataclass(frozen=True, slots=True)
class BracketRound:
    """All matches of a round from the top down; *short* is its title where there is no room."""

    title: str
    short: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out from the first round to the final; *winner* once that is decided."""

    heading: Heading
    rounds: tuple[BracketRound, ...]
    winner: BracketSide | None = None


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
