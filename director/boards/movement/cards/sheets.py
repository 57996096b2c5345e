"""Records of the sheets of an event: guides, badges, slips and the poster."""

from dataclasses import dataclass

from director.pdf.words import join_with_dots
from director.sheets import Heading, SlipBoard

OUT = "out"
"""The move of a team that was knocked out in the round before."""

QrRows = tuple[bytes, ...]
"""A QR code without its border: a byte for each square, 1 if it is dark."""


@dataclass(frozen=True, slots=True)
class TrumpSlip:
    """The slip in a tray of duplicate whist that names its trump."""

    heading: Heading
    board_no: int
    dealer: str
    copy: str = ""  # "copy 2 of 3" if the deal is laid out several times
    trump: str = ""  # "♣", once it is known


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A round of one pair, player or team. Without boards it is a sit-out, perhaps at a table.

    If both halves of a team meet the same opponents with the same boards, *table* is that of the
    N-S half and *mate_table* that of the E-W half. Otherwise each half has a line of its own.
    """

    round_no: int
    table: str  # "3", "B3"; "" for a sit-out away from the tables
    side: str  # "N-S", "E-W", of a single player "North"; "" in a sit-out
    opponents: str  # label
    opponent_names: str
    boards: tuple[SlipBoard, ...]
    marks: tuple[str, ...] = ()  # as on the guide card
    partner: str = ""  # label, of single players
    partner_name: str = ""
    mate_table: str = ""
    is_knocked_out: bool = False  # knocked out in the round before

    @property
    def sits_out(self) -> bool:
        """Whether it is a sit-out, not a knock-out."""
        return not self.boards and not self.is_knocked_out

    @property
    def half_tables(self) -> tuple[str, str]:
        """Tables of the N-S and the E-W half of a team, ``"–"`` if not on this line."""
        table = self.table or "–"
        mate_table = self.mate_table or "–"
        if self.side == "E-W":
            return (mate_table, table)
        return (table, mate_table)


@dataclass(frozen=True, slots=True)
class PersonalGuide:
    """Where one pair, player or team is in every round, with opponents and boards."""

    heading: Heading
    pair_no: int  # of the movement
    number: int  # by which people call it
    label: str
    players: tuple[str, ...]  # names; empty if nobody is named
    lines: tuple[GuideLine, ...]
    code: QrRows = ()  # of the address of the pair's page
    name: str = ""  # of the team
    team_no: int = 0  # the team of a player, if the movement names the players of teams
    next_round_to_draw: int = 0  # the next round to be drawn, 0 if all rounds are known
    needs_large_print: bool = False  # for somebody who needs large print

    @property
    def names(self) -> str:
        """The name of the team, or of the players in one line."""
        players = " & ".join(self.players)
        if self.team_no:
            return join_with_dots((players, self.name))
        return self.name or players

    @property
    def entry_no(self) -> int:
        """The number of the entry on the Seats page."""
        return self.team_no or self.pair_no


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: the name, empty to be written by hand, and the contestant's label.

    *player_no* is the number of a team's player, if the movement names the players of teams.
    """

    heading: Heading
    label: str  # of the player or the team
    name: str
    team: str = ""
    player_no: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster that leads visitors to the results: an address and its QR code."""

    heading: Heading
    address: str
    code: QrRows
