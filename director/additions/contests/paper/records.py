"""Records of what contests print before play: cards of matches, and the draw for the wall."""

from dataclasses import dataclass

from director.additions.contests.draws.rounds import DrawnMatch
from director.sheets import Heading, SlipBoard, StandingRow


@dataclass(frozen=True, slots=True)
class NamesBySeat:
    """The names of a team's players by seat, "" if unknown."""

    north: str = ""
    south: str = ""
    east: str = ""
    west: str = ""

    def couple(self, side: str) -> tuple[tuple[str, str], ...]:
        """Return seat and name of the two players who sit ``"N-S"`` or ``"E-W"``."""
        if side == "N-S":
            return ("North", self.north), ("South", self.south)
        return ("East", self.east), ("West", self.west)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match of two teams in one round, at two tables with the same boards.

    The home team has the lower number. It sits N-S in the *open_room*, the other team in the
    *closed_room*.
    """

    heading: Heading
    round_no: int
    home_label: str  # label
    home_names: str
    away_label: str
    away_names: str
    open_room: str  # table, "B3"
    closed_room: str
    boards: tuple[SlipBoard, ...]
    home_players: NamesBySeat = NamesBySeat()
    away_players: NamesBySeat = NamesBySeat()


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A drawn round for the wall: its matches by table, and who has a bye.

    The *standings* are those after the round before, empty in a knock-out.
    """

    heading: Heading
    title: str  # "Draw of round 4"
    matches: tuple[DrawnMatch, ...]
    byes: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    not_arrived: tuple[str, ...] = ()
    standings: tuple[StandingRow, ...] = ()
    standings_title: str = ""  # "Standings after round 3, in victory points"
