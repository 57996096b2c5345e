"""Frozen records of a progressive party: what its screens, paper and files show.

As in :mod:`director.sheets`, a sheet holds words and figures that are ready to be read.  Players are told by number and
name; somebody without a name is called ``"Player 17"``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class PartyHeading:
    """What every sheet of a party carries."""

    club: str
    event: str
    date: date
    game: str  # "whist"
    system: str  # "Progressive whist, first method"
    options: tuple[tuple[str, str], ...]  # what the system lets one choose, and the choice, in words
    method: str  # "Games won"
    unit: str  # "games"
    rounds: int  # planned
    minutes: int  # of a round
    bell: str  # "The head table rings"
    seed: int | None  # of the draw for seats
    group_names: tuple[str, str]  # of A and B: ("Ladies", "Gentlemen")


@dataclass(frozen=True, slots=True)
class PartySeat:
    """One player's seat at a table; *seat* is the letter A or B, *group* that of the prizes."""

    number: int
    name: str
    seat: str
    group: str


@dataclass(frozen=True, slots=True)
class PartyTableSheet:
    """One table in one round; *winner* is the side that went on, ``None`` before that is known.

    ``points`` are those of each side, empty where none were written; ``tie`` names the rule that settled a tie.
    """

    table_no: int
    row: int
    sides: tuple[tuple[PartySeat, ...], ...]
    sits_out: bool
    is_in: bool = False
    winner: int | None = None
    points: tuple[int, ...] = ()
    tie: str = ""


@dataclass(frozen=True, slots=True)
class PartyRoundSheet:
    """All tables of one round, from the head on."""

    round_no: int
    tables: tuple[PartyTableSheet, ...]


@dataclass(frozen=True, slots=True)
class TallyCard:
    """What a player carries: number, seat group by word, the first seat, a box for each planned game.

    *path* is the player's private address without the name of the host; *table_no* is ``None`` before the draw.
    """

    number: int
    name: str
    is_named: bool
    group: str  # "A", "B" or ""
    group_name: str  # "Ladies"
    table_no: int | None
    row: int
    seat: str
    boxes: int
    path: str


@dataclass(frozen=True, slots=True)
class PartyLine:
    """One player in one round: where, with and against whom, and what came of it.

    *own* and *other* are the points of the player's side and of the best other side, ``None`` where none were written;
    *won* is 1, a half or 0 games.
    """

    round_no: int
    number: int
    name: str
    group: str
    table_no: int
    row: int
    seat: str
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    sits_out: bool
    is_in: bool
    own: int | None
    other: int | None
    won: Fraction
    lone: int
    counts: bool  # False at a short table, where only the best scores


@dataclass(frozen=True, slots=True)
class PartyStandingRow:
    """One player's place; *columns* are name and figure as the method lists them."""

    place: str  # "3="
    number: int
    name: str
    group: str
    group_name: str
    row: int
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]
    played: int
    lone: int
    credit: Fraction = Fraction(0)  # for the rounds sat out
    presence: str = ""  # "left after round 5, sat out 1 round"; empty for who played every round


@dataclass(frozen=True, slots=True)
class PartyPrizeRow:
    """One prize: what for and who takes it, or what has to be done about a tie."""

    title: str  # "First prize, Ladies"
    players: tuple[int, ...]
    names: tuple[str, ...]
    open_tie: str  # a sentence; empty once settled
    text: str  # all of it in a sentence or two
    amount: str = ""  # what it pays: "£20.00 each"; empty for a prize that is no money


@dataclass(frozen=True, slots=True)
class Given:
    """One prize as it is given: what for, who takes it by number and name, with what, and what it pays.

    Prizes that the same players share are given together.  *open_tie* says what is still to be done.
    """

    title: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    figure: str
    amount: str
    open_tie: str = ""

    @property
    def is_open(self) -> bool:
        """Whether nobody has it yet."""
        return bool(self.open_tie)

    @property
    def players(self) -> tuple[tuple[int, str], ...]:
        """Number and name of each who takes it."""
        return tuple(zip(self.numbers, self.names, strict=True))


@dataclass(frozen=True, slots=True)
class SkatLine:
    """One player's sheet of one session of a Skat congress, with the account of the table once all are in."""

    round_no: int
    table_no: int
    number: int
    name: str
    group: str
    group_name: str
    won: int
    lost: int
    points: int
    highest_game: int
    solo: str  # "4 clubs 60", empty for none
    tournee: str
    account: int | None
    cents: Fraction | None
    prizes: tuple[str, ...]  # "Session 1, prize 2, most points"


@dataclass(frozen=True, slots=True)
class PartySheets:
    """Everything a party shows, from one reading of the database."""

    heading: PartyHeading
    cards: tuple[TallyCard, ...]  # by number, everybody who plays
    rounds: tuple[PartyRoundSheet, ...]  # with seats, the first one first
    lines: tuple[PartyLine, ...]  # by round, then number
    standings: tuple[PartyStandingRow, ...]
    prizes: tuple[PartyPrizeRow, ...]
    drawn: tuple[int | None, int | None] = (None, None)  # the drawn number and its seed
    money: tuple[tuple[str, str, str], ...] = ()  # the account: "In", "Fees", "£110.00"
    skat: tuple[SkatLine, ...] = ()  # the sheets of a Skat congress, by session and points
    has_sessions: bool = False  # a Skat congress: its rounds are sessions, in which no games are counted

    @property
    def first_round(self) -> PartyRoundSheet | None:
        """The tables everybody starts at, ``None`` before the draw."""
        return self.rounds[0] if self.rounds else None

    @property
    def shows_played(self) -> bool:
        """Whether not everybody played as many games, so that the standings have to say how many."""
        return shows_played(self.standings)

    @property
    def group_places(self) -> dict[int, str]:
        """Everybody's place in the own prize group, by number: ``"3="`` where it is shared."""
        return self._places(attrgetter("group"))

    @property
    def aisle_places(self) -> dict[int, str]:
        """Everybody's place among those who ended in the same aisle, by number."""
        return self._places(attrgetter("row"))

    def _places(self, apart: Callable[[PartyStandingRow], object]) -> dict[int, str]:
        totals: dict[object, list[Fraction]] = {}
        for row in self.standings:
            totals.setdefault(apart(row), []).append(row.total)
        return {row.number: _place(row.total, totals[apart(row)]) for row in self.standings}


def shows_played(rows: Sequence[PartyStandingRow]) -> bool:
    """Return whether the players of *rows* did not all play as many games, or were not there all the time."""
    return any(row.presence for row in rows) or len({row.played for row in rows}) > 1


def _place(total: Fraction, totals: list[Fraction]) -> str:
    shared = "=" if totals.count(total) > 1 else ""
    return f"{1 + sum(other > total for other in totals)}{shared}"
