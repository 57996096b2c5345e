"""Records of a progressive party: tables, outcomes, systems and seat changes.

Responsible for what a seating *is* and what a system says about itself.  Leaves the moves to the
other modules of this package and scores to another package: here only who sits where counts.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from movements.option import Option

Player: TypeAlias = str
"""An id of a player, any text without meaning here."""

CONTEST = "progressive"
OUT = -1
"""Where those wait who are out for the evening."""


@dataclass(frozen=True, slots=True)
class PartyTable:
    """One table of a seating: its number and the players of each side.

    ``table_no`` counts from 1, the head table, to the foot; in a ring it is only a number.  With
    two a side the first sits in seat A (by custom the lady), the second in seat B.  A table of two,
    three or five plays everybody for himself: each side is one player.  A table of a single side
    plays nobody: its players sit out.

    ``row`` is the row (aisle) of a large room.  ``seats`` are the letters of the players in order
    where the sides do not tell them (short tables and those who sit out), empty for A, B, A, B in
    turn.  ``games_here`` counts the games that players of a two- or three-handed table have
    finished there without leaving; at a table that sits out it counts how often each player of the
    whole room has sat out.  ``waits_at`` is the number of the table at which those who sit out wait
    to come in, 0 where they wait at none, ``OUT`` where they are out for the evening.

    >>> table = PartyTable(3, (("L1", "G1"), ("L2", "G2")))
    >>> table.players, table.letters, table.sits_out
    (('L1', 'G1', 'L2', 'G2'), 'ABAB', False)
    """

    table_no: int
    sides: tuple[tuple[Player, ...], ...]
    row: int = 1
    games_here: tuple[tuple[Player, int], ...] = ()
    seats: str = ""
    waits_at: int = 0

    @property
    def players(self) -> tuple[Player, ...]:
        """Return everybody at the table, side by side."""
        return tuple(player for side in self.sides for player in side)

    @property
    def sizes(self) -> list[int]:
        """Return how many each side has."""
        return [len(side) for side in self.sides]

    @property
    def letters(self) -> str:
        """Return the seat letter of each of ``players``, A or B."""
        if self.seats:
            return self.seats
        if self.alone:
            return ("AB" * len(self.sides))[: len(self.sides)]
        return "".join(("AB" * len(side))[: len(side)] for side in self.sides)

    @property
    def sits_out(self) -> bool:
        """Return whether everybody here sits out."""
        return len(self.sides) == 1

    @property
    def alone(self) -> bool:
        """Return whether everybody here plays for himself."""
        return len(self.sides) > 1 and all(len(side) == 1 for side in self.sides)


Seating: TypeAlias = tuple[PartyTable, ...]


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """The report of a table after a round.

    ``winner`` is the index of the side that progresses (ties are resolved before); ``points`` are
    those of each side in order, needed where everybody plays for himself; ``cut`` names sides in
    the order of a cut, the first to progress first, where points are equal.  ``out`` names who goes
    out of a table at which others wait, where it said so.

    >>> TableOutcome(winner=1).points
    ()
    """

    winner: int | None = None
    points: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    out: tuple[Player, ...] = ()


Outcomes: TypeAlias = Mapping[int, TableOutcome]
"""The outcome of each table by its number."""


@dataclass(frozen=True, slots=True)
class UnevenChoice:
    """A choice for uneven numbers: its ``key``, and its consequence in one sentence.

    A key such as ``odd=sit-out`` is the option to choose; the other keys are things to do in the
    room.

    >>> UnevenChoice("odd=sit-out", "One player sits out every round.").key
    'odd=sit-out'
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player sits: table, index of the side, seat letter.

    ``alone`` if everybody at the table plays for himself, ``sits_out`` if nobody plays there; sides
    mean little then. ``waits_at`` is the table at which who sits out waits to come in, 0 for none,
    ``OUT`` for who is out.

    >>> Place(table_no=2, side=0, seat="A").table_no
    2
    """

    table_no: int
    side: int
    seat: str
    alone: bool = False
    sits_out: bool = False
    waits_at: int = 0

    def same(self, other: "Place") -> bool:
        """Return whether *other* is the same chair.

        >>> Place(4, 2, "A", alone=True).same(Place(4, 1, "A"))
        True
        """
        here = (self.table_no, self.seat, self.sits_out) == (
            other.table_no,
            other.seat,
            other.sits_out,
        )
        return here and (self.side == other.side or self.alone or other.alone)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A player's change of place. None stands for not seated.

    >>> SeatChange("L1", None, Place(1, 0, "A")).before is None
    True
    """

    player: Player
    before: Place | None
    after: Place | None


Chosen: TypeAlias = Mapping[str, str]
"""The settled value of every option of a system by its name."""


class Rule(Protocol):
    """The rule that makes the seatings of a system with settled options.

    ``size`` is the players at a full table, ``pairs`` whether partners stay together, ``fixed``
    whether winners do not matter.  ``seat(a, b)`` seats players in the order given; ``advance``
    returns the next seating, its arguments already checked.
    """

    @property
    def size(self) -> int:
        """Return the players at a full table."""

    @property
    def pairs(self) -> bool:
        """Return whether partners stay together."""

    @property
    def fixed(self) -> bool:
        """Return whether the whole evening is known beforehand."""

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""

    @property
    def expected(self) -> str:
        """Describe its tables in words."""

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating."""

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after round *round_no*."""


@dataclass(frozen=True, slots=True)
class PartySystem:
    """A registered progressive system: its name and options, and its rule.

    ``table_sizes`` are the numbers of players a table can have; ``movement_options`` are the names
    of the options that concern who goes where, the others say how a round is played and ended.
    ``fixed`` is true when the whole evening is known beforehand whatever the options are, so that
    winners do not matter.  ``rule(options)`` returns what makes the seatings under settled options.

    *usual_method* is the key of the way to count that the sources advise, where it is not the first
    one of the game. *is_ring* tells that no table is the head, *tables_stay* that everybody keeps
    one table all evening, *in_sessions* that a round is a session whose figures are never added to
    another's, *by_list* that each table hands in one signed list after a round and seats are made
    anew, *by_chart* that promises depend on the chart, *all_score* that a table with fewer players
    than another is no short one: everybody scores there.  Where several are ranked as one who are
    no two partners, *team* is what they are called and *teams(seating, round_no, options)* returns
    who they are, in the order of their *colours*.  *chairs* are the names of the chairs of each
    side, where its sources have other ones than A1, B1, A2 and B2; *sides* is what the two sides of
    a table are to each other.

    >>> from movements.party import find_party_system
    >>> find_party_system("whist-1").key
    'progressive-whist-1'
    """

    key: str
    name: str
    aliases: tuple[str, ...]
    game: str
    sizes: str
    legal_sizes: Sequence[int]
    table_sizes: tuple[int, ...]
    options: tuple[Option, ...]
    guarantees: tuple[str, ...]
    source: str
    rule: Callable[[Chosen], "Rule"]
    movement_options: tuple[str, ...] = ()
    fixed: bool = False
    contest: str = CONTEST
    usual_method: str = ""
    is_ring: bool = False
    tables_stay: bool = False
    in_sessions: bool = False
    by_list: bool = False
    by_chart: bool = False
    all_score: bool = False
    team: str = ""
    teams: Callable[[Seating, int, Chosen], Sequence[tuple[Player, ...]]] | None = None
    colours: Sequence[str] = ()
    chairs: Sequence[Sequence[str]] = ()
    sides: Sequence[str] = ()

    def summary(self, options: Chosen | None = None) -> str:
        """Return one sentence on what happens after a game, with these *options* or the usual ones.

        >>> from movements.party import find_party_system
        >>> find_party_system("pivot").summary()
        'Everyone stays at the same table. After every rubber the four players change partners, until all have played \
together.'
        """
        usual = {option.name: option.default for option in self.options}
        return self.rule(usual | dict(options or {})).summary

    def needs_points(self, table: PartyTable) -> bool:
        """Return whether who leaves *table* can depend on points: three or more who play for themselves.

        >>> from movements.party import find_party_system
        >>> find_party_system("rapid-euchre").needs_points(PartyTable(4, (("L1",), ("G1",), ("L2",))))
        True
        """
        return not self.fixed and table.alone and len(table.sides) > 2
