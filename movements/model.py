"""The frozen records every movement is made of.

Responsible for what a plan *is*: who sits where, in which round, with which boards, and what the
movement that made it says about itself.  Leaves making plans to the movement modules, finding
movements to :mod:`movements.registry` and judging plans to :mod:`movements.check.faults`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TypeAlias

from movements.option import Option

Options: TypeAlias = tuple[tuple[str, str], ...]
Four: TypeAlias = tuple[int, int, int, int]
"""The players who sit N, E, S and W."""

ABOVE_PLAYERS = 1000
"""Partnerships are numbered from above this, so that no number is that of a player or a team too."""


KNOCK_OUT = "knock-out"
"""How a knock-out is asked for, whose next round follows from the winners of the last; losers are out."""


def team_of(player: int, team_size: int) -> int:
    """Return the team of a player: they are numbered through, *team_size* to a team.

    >>> team_of(6, 6), team_of(7, 6)
    (1, 2)
    """
    return (player - 1) // team_size + 1


def listed(things: Iterable[object]) -> str:
    """Join *things* as in a sentence. Return an empty string without any.

    >>> listed([1, 2, 4]), listed(["N"])
    ('1, 2 and 4', 'N')
    """
    *front, last = [str(thing) for thing in things] or [""]
    if front:
        return f"{', '.join(front)} and {last}"
    return last


CALLED = {"pairs": "pair", "individual": "player", "teams": "team"}
"""What one contestant is called, by the contest."""

ROUND_IS_A_MATCH = "each-round-a-match"
"""The promise by which two teams who meet in two rounds play two matches; without it all their boards are one."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """One table in one round: who plays there, and with which boards.

    ``boards`` are the board numbers in playing order.  ``shared`` is true when another table uses
    the same board set in the same round; the two then play it in different orders.
    ``arrow_switched`` is true when the cards are turned so that the pair that sits N-S holds the
    E-W cards (``ns`` is always the pair that holds the N-S cards). ``copy_no`` is the copy of the
    set that lies here, where the boards are laid out more than once.  ``players`` are those who sit
    N, E, S and W where partners change; ``ns`` and ``ew`` are then their partnerships in an
    individual contest (see :mod:`movements.partnerships`), their teams or pairs in others.

    ``half`` is 1 or 2 where the table has two rows in the round, a half match each, against other
    opponents with part of a set: three teams who play each other.  Everywhere else it is 0, and a
    table has one row in a round.

    >>> TableRound(round_no=1, table_no=2, ns=2, ew=7, board_set=2, boards=(3, 4)).boards
    (3, 4)
    """

    round_no: int
    table_no: int
    ns: int
    ew: int
    board_set: int
    boards: tuple[int, ...]
    shared: bool = False
    arrow_switched: bool = False
    copy_no: int = 1
    players: Four | None = None
    half: int = 0


@dataclass(frozen=True, slots=True)
class SitOut:
    """A contestant without opponents for one round.

    ``table_no`` is the table where the contestant waits and ``board_set`` the set that goes
    unplayed by them, both ``None`` in a plan that does not say.  ``copy_no`` is the copy of that
    set.

    >>> SitOut(round_no=1, contestant=7, table_no=7, board_set=7).contestant
    7
    """

    round_no: int
    contestant: int
    table_no: int | None = None
    board_set: int | None = None
    copy_no: int = 1


@dataclass(frozen=True, slots=True)
class ByeStand:
    """A board set that rests for one round between table ``after_table`` and the next higher one.

    >>> ByeStand(round_no=1, board_set=3, after_table=2).after_table
    2
    """

    round_no: int
    board_set: int
    after_table: int


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole session: every table in every round, and who sits out when.

    ``contestants`` counts those who are there (13 for seven tables with one seat-pair empty),
    ``tables`` counts a half table too, and ``winners`` is 1 when everybody is ranked in one list, 2
    when each line is.  ``rows`` and ``sit_outs`` are sorted by round, then table.  A plan of fewer
    rounds than the movement has keeps the numbers of its board sets, so that it is the beginning of
    the longer plan (unless its movement lays out every length anew); the sets not reached stay in
    the box. ``notes`` are remarks for the cards, whole sentences, where the moves alone do not tell
    what players must know. ``copies`` is how often every board is laid out, so that many tables can
    play it at once without sharing.

    >>> from movements import make_plan
    >>> make_plan("mitchell", tables=5, boards_per_set=2).boards
    10
    """

    key: str
    name: str
    contest: str
    source: str
    options: Options
    contestants: int
    winners: int
    tables: int
    rounds: int
    boards_per_set: int
    board_sets: int
    rows: tuple[TableRound, ...]
    sit_outs: tuple[SitOut, ...] = ()
    bye_stands: tuple[ByeStand, ...] = ()
    guarantees: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    copies: int = 1

    @property
    def called(self) -> str:
        """Return the word for one contestant: "pair", "player" or "team"."""
        return CALLED.get(self.contest, CALLED["pairs"])

    @property
    def names_players(self) -> bool:
        """Whether the rows name players by seat.

        That is so for single players, and for teams whose partnerships the movement fixes.

        >>> from movements import make_plan
        >>> [make_plan(key, teams=2).names_players for key in ("awl-24", "team-match")]
        [True, False]
        """
        return self.contest != "pairs" and bool(self.rows) and self.rows[0].players is not None

    @property
    def team_size(self) -> int:
        """Return the number of players of a team whose players the rows name, else 0.

        The first team has the players from 1 on.

        >>> from movements import make_plan
        >>> make_plan("harvard-sixes", players=12).team_size
        6
        """
        if self.contest != "teams" or not self.names_players:
            return 0
        # Everybody sits in the first round, and this is asked for every table.
        first = takewhile(lambda row: row.round_no == self.rows[0].round_no, self.rows)
        return max(player for row in first for player in row.players or ()) // self.contestants

    def seated_at(self, row: TableRound) -> tuple[int, ...]:
        """Return the contestants at the table of *row*.

        Those are N, E, S and W if the rows name players, else the two sides.

        >>> from movements import make_plan
        >>> plan = make_plan("harvard-sixes", players=12)
        >>> plan.seated_at(plan.rows[0]), plan.contestants_at(plan.rows[0])
        ((1, 7, 2, 8), (1, 2))
        """
        if self.names_players:
            return row.players or ()
        return (row.ns, row.ew)

    def contestants_at(self, row: TableRound) -> tuple[int, ...]:
        """Return who of the contest sits at the table of *row*: two sides, N-S first, or N, E, S and W.

        >>> from movements import make_plan
        >>> plan = make_plan("individual-howell-8", players=8)
        >>> plan.contestants_at(plan.rows[0])
        (4, 1, 2, 8)
        """
        if self.contest == "individual":
            return row.players or ()
        if row.players and self.contest == "teams" and row.ns > ABOVE_PLAYERS:
            return tuple(team_of(player, self.team_size) for player in row.players[:2])
        return row.ns, row.ew

    @property
    def arrow_switches(self) -> int:
        """Return how many times a table turns its boards."""
        return sum(row.arrow_switched for row in self.rows)

    @property
    def boards(self) -> int:
        """Return how many boards the movement is laid out with."""
        return self.board_sets * self.boards_per_set


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of a plan: a stable ``code``, its place and one sentence.

    The parts of the place are None if they don't apply.

    >>> Fault("round-gap", "No table plays in round 3.", round_no=3).table_no is None
    True
    """

    code: str
    text: str
    round_no: int | None = None
    table_no: int | None = None
    contestant: int | None = None
    board_no: int | None = None
    template: str = field(default="", compare=False, repr=False)
    params: tuple[tuple[str, object], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A checked request for a plan: size, length and settled options.

    ``options`` hold only those that apply to this size.  ``tables`` counts a half table as one.

    >>> PlanRequest(contestants=13, rounds=7, boards_per_set=4, options=(("half_table", "ns"),)).tables
    7
    """

    contestants: int
    rounds: int
    boards_per_set: int
    options: Options = ()

    @property
    def tables(self) -> int:
        """Return the number of tables of two pairs, a half table counted as one."""
        return (self.contestants + 1) // 2

    def option(self, name: str) -> str | None:
        """Return the settled value of option *name*, or ``None`` when it does not apply to this size.

        >>> PlanRequest(13, 7, 4, (("half_table", "ns"),)).option("even") is None
        True
        """
        return dict(self.options).get(name)


@dataclass(frozen=True, slots=True)
class RoundLimits:
    """The numbers of rounds that a movement can have, and the usual one.

    ``end`` says why there are no more, ``start`` why no fewer; ``advised`` are those that advice
    tries by itself, all if nothing is said.

    >>> RoundLimits(range(1, 9), usual=7).usual
    7
    """

    legal: range
    usual: int
    end: str = field(default="one more round would repeat opponents or boards", repr=False)
    advised: Sequence[int] = field(default=(), repr=False)
    start: str = field(default="", repr=False)

    @property
    def to_try(self) -> Sequence[int]:
        """Return the numbers of rounds that advice tries."""
        return self.advised or self.legal


@dataclass(frozen=True, slots=True)
class MovementSpec:
    """A registered movement: its name, limits and options, and the functions that make its plans.

    ``sizes`` is for people, ``legal_sizes`` (ascending numbers of contestants) for the program.
    ``guarantees`` are all that the movement can promise; a plan declares those that hold for its
    size and length.

    - ``settle(contestants, chosen)`` returns the options that apply to this size, filled in, or
      raises when *chosen* contradicts the size; every chosen name and value is already known to be
      one of ``options``.  Without it all apply: ask :meth:`settled`.
    - ``round_limits(contestants, options)`` says how many rounds are possible with settled options.
    - ``build(request)`` returns the plan.

    ``contest`` is "pairs", "individual" or "teams".  ``players_each`` says of how many players a
    contestant is where the movement names them one by one; the size can then be given in players.
    ``usual_boards`` are the numbers of boards a round from which one is taken where nothing is
    said, all if there are none.

    ``legal_boards`` are the numbers of boards a round may have where they are not the usual ones.
    Larger teams are sized in players, which ``legal_sizes`` are then: ``teams_of`` says how many
    teams there always are, and of how many players together if only the teams are told.

    *keeps_ns* says of teams that they compare what their pairs made N-S alone, as the book counts;
    *scored_by* is the key of the scoring method that the movement was made for, where no other goes
    with it.  *is_head_to_head* says that larger teams have matches, over the boards that two of
    them share, in place of totals.

    ``presets`` are aliases that stand for options as well.  A ``historic`` movement is advised only
    when historic ones are asked for.

    ``about`` says in one line what it is; ``own_card`` is the card that its inventor printed for
    it.

    >>> from movements import find_movement
    >>> find_movement("howell").legal_sizes
    range(3, 37)
    """

    key: str
    name: str
    contest: str
    sizes: str
    legal_sizes: Sequence[int]
    guarantees: tuple[str, ...]
    source: str
    round_limits: Callable[[int, Options], RoundLimits]
    build: Callable[[PlanRequest], Movement]
    aliases: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    settle: Callable[[int, Mapping[str, str]], Options] | None = None
    unadvised: Options = ()
    nested: bool = True
    historic: bool = False
    presets: tuple[tuple[str, Options], ...] = ()
    about: str = ""
    own_card: str = ""
    players_each: int = 0
    usual_boards: Sequence[int] = ()
    legal_boards: Sequence[int] = ()
    teams_of: tuple[int, int] = (0, 0)
    keeps_ns: bool = False
    scored_by: str = ""
    is_head_to_head: bool = False

    def settled(self, contestants: int, chosen: Mapping[str, str]) -> Options:
        """Return the options that apply to this size, as *chosen* or as they usually are.

        >>> from movements import find_movement
        >>> find_movement("fours-clay").settled(4, {"deals": "3"})
        (('deals', '3'), ('home', 'skip'))
        """
        if self.settle:
            return self.settle(contestants, chosen)
        return tuple((option.name, option.of(chosen)) for option in self.options)

    @property
    def counts(self) -> Sequence[int]:
        """Return the numbers of contestants there can be, also where the size is given in their players.

        >>> from movements import find_movement
        >>> find_movement("harvard-sixes").counts
        (2,)
        """
        if self.teams_of[0]:
            return self.teams_of[:1]
        return self.legal_sizes

    @property
    def unit(self) -> str:
        """Return the unit of its size: "pairs", "players" or "teams".

        >>> from movements import find_movement
        >>> find_movement("individual-howell-8").unit
        'players'
        """
        if self.teams_of[0]:
            return "players"
        return f"{CALLED[self.contest]}s"
