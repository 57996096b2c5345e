"""Records of a knock-out's bracket, for screen and paper."""

from dataclasses import dataclass

from director.sheets import Heading


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A team in a match of the bracket. *score* is empty until a board of the match is complete."""

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
    """A match of the bracket. A side is None while it is unknown.

    *decided* says who goes on and why, unless the score decided it: ``"4 goes on by lot"``.
    """

    upper: BracketSide | None
    lower: BracketSide | None
    is_bye: bool = False
    decided: str = ""

    @property
    def sides(self) -> tuple[BracketSide | None, BracketSide | None]:
        """Both sides, from the top down."""
        return self.upper, self.lower


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of a round from top to bottom. *short* is the title for narrow columns."""

    title: str
    short: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out from the first round to the final, with the *winner* once known.

    The rounds of a *double* elimination are lists, those of the unbeaten apart.
    """

    heading: Heading
    rounds: tuple[BracketRound, ...]
    winner: BracketSide | None = None
    is_double: bool = False
