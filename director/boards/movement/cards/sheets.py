"""Records of the paper of a night: guides, badges, slips and the draw for the wall."""

from dataclasses import dataclass

from director.pdf.words import join_with_dots
from director.sheets import Heading, SlipBoard

OUT = "out"
"""What a team does after the round in which it was knocked out."""

QrRows = tuple[bytes, ...]
"""A QR code without its border: a byte for each square, 1 where it is dark."""


@dataclass(frozen=True, slots=True)
class TrumpSlip:
    """The slip in a tray of duplicate whist that names its trump."""

    heading: Heading
    board_no: int
    dealer: str
    copy: str = ""  # "copy 2 of 3" where the deal is laid out several times
    trump: str = ""  # "♣", once it is known


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A round of one pair, player or team. Without boards it sits out, perhaps at a table.

    Where both halves of a team meet the same opponents with the same boards, *table* is that of
    those who sit N-S and *mate_table* that of the others; else each half has a line of its own.
    """

    round_no: int
    table: str  # "3", "B3"; "" where a sit-out has none
    side: str  # "N-S", "E-W", of a single player "North"; "" in a sit-out
    opponents: str  # label
    opponent_names: str
    boards: tuple[SlipBoard, ...]
    marks: tuple[str, ...] = ()  # as on the guide card
    partner: str = ""  # label, of single players
    partner_name: str = ""
    mate_table: str = ""
    is_out: bool = False  # knocked out in the round before

    @property
    def sits_out(self) -> bool:
        """Whether the pair has no opponents, and goes on."""
        return not self.boards and not self.is_out

    @property
    def halves(self) -> tuple[str, str]:
        """Tables of the N-S and the E-W half of a team, ``"–"`` if not on this line."""
        mate = self.mate_table or "–"
        own = self.table or "–"
        if self.side == "E-W":
            return (mate, own)
        return (own, mate)


@dataclass(frozen=True, slots=True)
class PersonalGuide:
    """Where one pair, player or team is in every round, with opponents and boards."""

    heading: Heading
    pair_no: int  # of the movement
    number: int  # what people call it
    label: str
    players: tuple[str, ...]  # names; empty where nobody is named
    lines: tuple[GuideLine, ...]
    code: QrRows = ()  # leads to the page of the pair
    name: str = ""  # what a team is called, that of a player where its movement seats its players one by one
    team_no: int = 0  # the team of such a player
    to_draw: int = 0  # the round that is to be drawn after these, 0 where all are known

    @property
    def names(self) -> str:
        """The name of the team, or of the players in one line."""
        players = " & ".join(self.players)
        if self.team_no:
            return join_with_dots((players, self.name))
        return self.name or players

    @property
    def entry_no(self) -> int:
        """The number of the place at Seats."""
        return self.team_no or self.pair_no


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: the name, empty to be written by hand, and the contestant's label.

    *player_no* is the number of one of a team in a movement that says who of it sits where.
    """

    heading: Heading
    label: str  # of the player or the team
    name: str
    team: str = ""
    player_no: str = ""


@dataclass(frozen=True, slots=True)
class Four:
    """Who of a team sits where in a round, by name, "" if unknown."""

    north: str = ""
    south: str = ""
    east: str = ""
    west: str = ""

    def couple(self, side: str) -> tuple[tuple[str, str], ...]:
        """Return seat and name of both who sit ``"N-S"`` or ``"E-W"``."""
        if side == "N-S":
            return ("North", self.north), ("South", self.south)
        return ("East", self.east), ("West", self.west)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match of two teams in one round, at two tables with the same boards.

    The home team, that of the lower number, sits N-S in the *open_room*, the other in the
    *closed_room*.
    """

    heading: Heading
    round_no: int
    home: str  # label
    home_names: str
    away: str
    away_names: str
    open_room: str  # table, "B3"
    closed_room: str
    boards: tuple[SlipBoard, ...]
    home_four: Four = Four()
    away_four: Four = Four()


@dataclass(frozen=True, slots=True)
class Poster:
    """What leads visitors to the results of a night: an address and its code."""

    heading: Heading
    address: str
    code: QrRows


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match of a drawn round: its tables, and both sides with number and name."""

    tables: str  # "1 and 2"
    home: str  # "3 Elm"
    away: str


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A drawn round for the wall: its matches by table, and who has a bye."""

    heading: Heading
    title: str  # "Draw of round 4"
    matches: tuple[DrawnMatch, ...]
    byes: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    not_arrived: tuple[str, ...] = ()
