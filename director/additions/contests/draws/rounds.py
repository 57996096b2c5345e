"""Drawn rounds as the page and the sheet for the wall show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A drawn match: its tables (``"3 and 4"``), and both sides with number and name.

    *numbers* are those of both sides. *score* is text such as ``"+7 IMPs, 11.76–8.24"``, empty on the
    sheet for the wall, which is printed before the round.
    """

    tables: str
    home: str
    away: str
    numbers: tuple[int, int]
    score: str = ""


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A drawn round with its matches, and the names of contestants who sit out.

    *title* names the round, with its date if there are several: ``"Round 4 · 10 March 2026"``.
    """

    round_no: int
    title: str
    matches: tuple[DrawnMatch, ...]
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
    """The round to be played: its matches, and the names of contestants who sit out.

    *three_way_matches* are the names of each. *is_second_of_triangle* says that this is the second
    round of a three-way match over two rounds.
    """

    matches: tuple[NextMatch, ...]
    byes: tuple[str, ...]
    three_way_matches: tuple[tuple[str, ...], ...] = ()
    is_second_of_triangle: bool = False

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

    - *numbers*, *names*: both teams.
    - *outcome*: how it was decided, empty if the score decides.
    - *chosen_team*, *chosen_reason*: what the director decided, 0 and "" without a decision.
    - *reasons*: keys and words of the reasons to choose from.
    - *leader*: the team ahead once the match is over, empty if the score is level.
    """

    round_no: int
    numbers: tuple[int, int]
    names: tuple[str, str]
    winner: str
    outcome: str
    chosen_team: int = 0
    chosen_reason: str = ""
    reasons: tuple[tuple[str, str], ...] = ()
    leader: str = ""

    @property
    def sides(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Number and name of either team."""
        return (self.numbers[0], self.names[0]), (self.numbers[1], self.names[1])
