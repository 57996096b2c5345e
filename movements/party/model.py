"""Records of a progressive party: tables, outcomes, systems and seat changes.

A *seating* is all tables of a round. A *system* is a named movement with its options. The rules in
:mod:`movements.party.rules` make the moves. Scores belong to another package.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from movements.model import System

Player: TypeAlias = str
"""The id of a player, any text."""

CONTEST = "progressive"
OUT_TABLE_NO = -1
"""The number of the table at which players "wait" who are out for the evening."""


@dataclass(frozen=True, slots=True)
class PartyTable:
    """One table of a seating: its number and the players of each side.

    On a side of two the first player sits in seat A (by custom the lady), the second in seat B. At a
    table of two, three or five each side is one player, who plays alone. The players of a table with
    a single side sit out.

    >>> table = PartyTable(3, (("L1", "G1"), ("L2", "G2")))
    >>> table.players, table.letters, table.sits_out
    (('L1', 'G1', 'L2', 'G2'), 'ABAB', False)
    """

    table_no: int  # from 1, the head table, to the foot; in a ring only a number
    sides: tuple[tuple[Player, ...], ...]
    row: int = 1  # the aisle of a large room
    # The games that players of a two- or three-handed table have finished there without leaving. At
    # a table that sits out, the sit-outs of every player in the room.
    games_here: tuple[tuple[Player, int], ...] = ()
    # Seat letters of the players at short tables and of sit-outs. Empty for A, B, A, B in turn.
    seats: str = ""
    waits_at: int = 0  # the table at which players wait to come in, 0 for none, or OUT_TABLE_NO

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, side by side."""
        return tuple(player for side in self.sides for player in side)

    @property
    def sizes(self) -> list[int]:
        """The number of players on each side."""
        return [len(side) for side in self.sides]

    @property
    def letters(self) -> str:
        """The seat letter of each of ``players``, A or B."""
        if self.seats:
            return self.seats
        if self.is_for_singles:
            return ("AB" * len(self.sides))[: len(self.sides)]
        return "".join(("AB" * len(side))[: len(side)] for side in self.sides)

    @property
    def sits_out(self) -> bool:
        """Whether everybody here sits out."""
        return len(self.sides) == 1

    @property
    def is_for_singles(self) -> bool:
        """Whether everybody here plays alone."""
        return len(self.sides) > 1 and all(len(side) == 1 for side in self.sides)


Seating: TypeAlias = tuple[PartyTable, ...]


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """The report of a table after a round.

    >>> TableOutcome(winner=1).points
    ()
    """

    winner: int | None = None  # the index of the side that progresses, with ties settled
    points: tuple[int, ...] = ()  # of each side, needed if everybody plays alone
    cut: tuple[int, ...] = ()  # tied sides in the order of a cut, the first to progress first
    players_out: tuple[Player, ...] = ()  # chosen to go out for others who wait


Outcomes: TypeAlias = Mapping[int, TableOutcome]
"""The outcome of each table by its number."""


@dataclass(frozen=True, slots=True)
class UnevenChoice:
    """A choice for uneven numbers: its ``key``, and its consequence in one sentence.

    A key such as ``odd=sit-out`` is an option to choose. The other keys are things to do in the room.

    >>> UnevenChoice("odd=sit-out", "One player sits out every round.").key
    'odd=sit-out'
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A player's seat: table, index of the side, seat letter.

    The side means little if everybody at the table plays alone or sits out.

    >>> TableSeat(table_no=2, side=0, seat="A").table_no
    2
    """

    table_no: int
    side: int
    seat: str
    is_for_singles: bool = False
    sits_out: bool = False
    waits_at: int = 0  # as in PartyTable

    def is_same_seat(self, other_seat: "TableSeat") -> bool:
        """Return whether *other_seat* is the same chair.

        >>> TableSeat(4, 2, "A", is_for_singles=True).is_same_seat(TableSeat(4, 1, "A"))
        True
        """
        is_same_table = (
            self.table_no == other_seat.table_no and self.sits_out == other_seat.sits_out
        )
        # Players who play alone keep their chair when the sides are listed in another order.
        is_same_side = (
            self.side == other_seat.side or self.is_for_singles or other_seat.is_for_singles
        )
        return is_same_table and self.seat == other_seat.seat and is_same_side


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A player's change of seat. None means not seated.

    >>> SeatChange("L1", None, TableSeat(1, 0, "A")).previous_seat is None
    True
    """

    player: Player
    previous_seat: TableSeat | None
    new_seat: TableSeat | None


OptionValues: TypeAlias = Mapping[str, str]
"""The value of every option of a system, by its name."""


class Rule(Protocol):
    """The rule that makes the seatings of a system under certain options.

    Its arguments are checked already, by :mod:`movements.party.checks`.
    """

    @property
    def size(self) -> int:
        """The number of players at a full table."""

    @property
    def pairs(self) -> bool:
        """Whether partners stay together."""

    @property
    def fixed(self) -> bool:
        """Whether all moves are known in advance, whoever wins."""

    @property
    def summary(self) -> str:
        """One sentence on the moves after a game."""

    @property
    def expected(self) -> str:
        """Its tables in words, for error messages."""

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* in *seating* has sides of a legal size."""

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, or None if it may go on."""

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, with the players in the order given."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PartySystem(System):
    """A registered progressive system: its name, options and properties, and its rule.

    >>> from movements.party.rounds import get_progressive_system
    >>> get_progressive_system("whist-1").key
    'progressive-whist-1'
    """

    game: str
    table_sizes: tuple[int, ...]  # numbers of players at a table; legal_sizes are those in the room
    rule: Callable[[OptionValues], "Rule"]  # the rule under certain options
    # Names of the options about moves. The others say how a round is played and ended.
    movement_options: tuple[str, ...] = ()
    fixed: bool = False  # all moves are known in advance, whatever the options are
    contest: str = CONTEST
    default_method: str = ""  # method by its sources, if it isn't the first one of the game
    is_ring: bool = False  # no table is the head
    tables_stay: bool = False  # everybody keeps one table all evening
    in_sessions: bool = False  # a round is a session, whose figures are never added up
    by_list: bool = False  # each table hands in a signed list, and each round is seated again
    by_chart: bool = False  # the guarantees depend on the number of players
    all_score: bool = False  # everybody scores at a table with fewer players than another
    team: str = ""  # what a team is called, if teams are ranked
    # The players of each team by seating, round and options, in the order of *colours*.
    teams: Callable[[Seating, int, OptionValues], Sequence[tuple[Player, ...]]] | None = None
    colours: Sequence[str] = ()
    chairs: Sequence[Sequence[str]] = ()  # by side, if its sources don't use A1, B1, A2 and B2
    sides: Sequence[str] = ()  # roles of the two sides, such as home and away

    def summary(self, options: OptionValues | None = None) -> str:
        """Return one sentence on the moves after a game. Missing *options* have their default.

        >>> from movements.party.rounds import get_progressive_system
        >>> get_progressive_system("pivot").summary()
        'Everyone stays at the same table. After every rubber the four players change partners, until all have played \
together.'
        """
        choice_by_name = {option.name: option.default for option in self.options}
        if options:
            choice_by_name |= options
        return self.rule(choice_by_name).summary

    def needs_points(self, table: PartyTable) -> bool:
        """Return whether the points at *table* can decide who leaves it.

        They do if three or more play alone.

        >>> from movements.party.rounds import get_progressive_system
        >>> get_progressive_system("rapid-euchre").needs_points(PartyTable(4, (("L1",), ("G1",), ("L2",))))
        True
        """
        return not self.fixed and table.is_for_singles and len(table.sides) > 2
