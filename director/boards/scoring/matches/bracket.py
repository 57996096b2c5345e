"""A knock-out: its bracket, on screen and on the wall."""

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
