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

    *decision_text* says who goes on and why, unless the score decided it: ``"4 goes on by lot"``. A
    three-way match has a *third_side*.
    """

    upper_side: BracketSide | None
    lower_side: BracketSide | None
    is_bye: bool = False
    decision_text: str = ""
    third_side: BracketSide | None = None

    @property
    def sides(self) -> tuple[BracketSide | None, ...]:
        """Both sides, from the top down, or all three."""
        return (
            (self.upper_side, self.lower_side, self.third_side)
            if self.third_side
            else (self.upper_side, self.lower_side)
        )


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of a round from top to bottom. *short_title* is the title for narrow columns."""

    title: str
    short_title: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out from the first round to the final, with the *winner* once known.

    If a round doesn't follow match by match from the one before, the rounds are lists with the title
    *list_title*: in a double elimination, whose unbeaten are apart, and after three-way matches.
    """

    heading: Heading
    rounds: tuple[BracketRound, ...]
    winner: BracketSide | None = None
    list_title: str = ""
