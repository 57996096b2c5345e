"""The frozen records every movement is made of.

A :class:`Movement` is a plan: who sits where, in which round, with which boards.  A
:class:`MovementSpec` is the rule that makes plans.  The movement modules make them,
:mod:`movements.registry` finds them by name and :mod:`movements.check.faults` checks plans.

A *contestant* is a pair, a player in an individual contest, or a team.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TypeAlias

from movements.option import Option

RoundNo: TypeAlias = int
TableNo: TypeAlias = int
BoardNo: TypeAlias = int
SetNo: TypeAlias = int
"""The number of a board set. Set 1 has the first boards of the session."""
PairNo: TypeAlias = int
PlayerNo: TypeAlias = int
TeamNo: TypeAlias = int
ContestantNo: TypeAlias = int
"""The number of a pair, of a player in an individual contest, or of a team."""

FourPlayers: TypeAlias = tuple[PlayerNo, PlayerNo, PlayerNo, PlayerNo]
"""The players who sit N, E, S and W."""
Options: TypeAlias = tuple[tuple[str, str], ...]
"""The name and the chosen value of each option."""

ABOVE_PLAYERS = 1000
"""Numbers of partnerships are higher than this, and those of players and teams never are."""

NOUN_BY_CONTEST = {"pairs": "pair", "individual": "player", "teams": "team"}
"""The word for one contestant, by contest."""

KNOCK_OUT = "knock-out"
"""The key of the knock-out, in which the winners of a round play the next and losers are out."""
SWISS_TEAMS = "swiss-teams"
SWISS_PAIRS = "swiss-pairs"
SWISS_KEYS = (SWISS_TEAMS, SWISS_PAIRS)
"""The keys of the contests whose rounds are drawn from the standings."""

ROUND_IS_A_MATCH = "each-round-a-match"
"""The promise that two teams who meet in two rounds play two matches.

Without it all boards of two teams are one match.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A registered movement, draw or progressive system."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()  # other names by which it is found
    contest: str  # "pairs", "individual", "teams" or "party"
    sizes: str  # the possible sizes in words
    legal_sizes: Sequence[int]  # the possible sizes, in ascending order
    options: tuple[Option, ...] = ()
    guarantees: tuple[str, ...] = ()  # all that it can promise, each perhaps for some sizes only
    source: str  # where it was printed


def get_team(player: PlayerNo, team_size: int) -> TeamNo:
    """Return the team of a player. Team 1 has the players 1 to *team_size*, and so on.

    >>> get_team(6, 6), get_team(7, 6)
    (1, 2)
    """
    return (player - 1) // team_size + 1


def join_with_and(items: Iterable[object]) -> str:
    """Join *items* as in a sentence. Without any, return an empty string.

    >>> join_with_and([1, 2, 4]), join_with_and(["N"])
    ('1, 2 and 4', 'N')
    """
    texts = [str(item) for item in items]
    if len(texts) > 1:
        return f"{', '.join(texts[:-1])} and {texts[-1]}"
    return "".join(texts)


@dataclass(frozen=True, slots=True)
class TableRound:
    """One table in one round: who plays there, and with which boards.

    >>> TableRound(round_no=1, table_no=2, ns=2, ew=7, board_set=2, boards=(3, 4)).boards
    (3, 4)
    """

    round_no: RoundNo
    table_no: TableNo
    # Who holds the N-S and the E-W cards: pairs, teams, or in an individual contest partnerships
    # (see movements.partnerships).
    ns: ContestantNo
    ew: ContestantNo
    board_set: SetNo
    boards: tuple[BoardNo, ...] = ()  # in playing order; empty while a plan is being made
    # Another table uses the same board set in the same round. The two play it in different orders.
    shared: bool = False
    arrow_switched: bool = False  # the boards are turned: "ns" sits E-W, and "ew" sits N-S
    copy_no: int = 1  # the copy of the board set, if every board is needed more than once
    players: FourPlayers | None = None  # who sits N, E, S and W, if the movement names players
    # 1 or 2 if three teams play each other. The table then has two rows in the round: half a match
    # each, with different opponents and a part of the set. Otherwise 0: one row per round.
    half: int = 0


@dataclass(frozen=True, slots=True)
class SitOut:
    """A contestant without opponents for one round.

    >>> SitOut(round_no=1, contestant=7, table_no=7, board_set=7).contestant
    7
    """

    round_no: RoundNo
    contestant: ContestantNo
    table_no: TableNo | None = None  # where the contestant waits, if the plan says so
    board_set: SetNo | None = None  # the set that isn't played there, if the plan says so
    copy_no: int = 1  # the copy of that set


@dataclass(frozen=True, slots=True)
class ByeStand:
    """A board set that rests for one round between table ``after_table`` and the next higher one.

    >>> ByeStand(round_no=1, board_set=3, after_table=2).after_table
    2
    """

    round_no: RoundNo
    board_set: SetNo
    after_table: TableNo


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole session: every table in every round, and who sits out when.

    In most movements a plan of fewer rounds is the beginning of the full plan. It keeps the
    numbers of the board sets, and some sets are then not used.

    >>> from movements.registry import make_plan
    >>> make_plan("mitchell", tables=5, boards_per_set=2).boards
    10
    """

    key: str
    name: str
    contest: str
    source: str
    options: Options
    contestants: int  # the number present, such as 13 at seven tables of which one is half empty
    winners: int  # 1 if everybody is in one ranking, 2 if N-S and E-W are ranked separately
    tables: int  # includes a half table
    rounds: int
    boards_per_set: int
    board_sets: int
    rows: tuple[TableRound, ...]  # sorted by round, then table
    sit_outs: tuple[SitOut, ...] = ()  # sorted by round, then table
    bye_stands: tuple[ByeStand, ...] = ()
    guarantees: tuple[str, ...] = ()  # what holds for this size and length
    notes: tuple[str, ...] = ()  # sentences for the guide cards: what the moves alone don't show
    copies: int = 1  # how often every board is needed, so that several tables can play it at once
    first_board: BoardNo = 1  # the first board of set 1: 13 if boards 13 to 36 are played

    @property
    def contestant_noun(self) -> str:
        """Return the word for one contestant: "pair", "player" or "team"."""
        return NOUN_BY_CONTEST.get(self.contest, NOUN_BY_CONTEST["pairs"])

    @property
    def names_players(self) -> bool:
        """Return whether the rows name players by seat.

        They do in individual contests, and for teams if the movement fixes their partnerships.

        >>> from movements.registry import make_plan
        >>> [make_plan(key, teams=2).names_players for key in ("awl-24", "team-match")]
        [True, False]
        """
        return self.contest != "pairs" and bool(self.rows) and self.rows[0].players is not None

    @property
    def team_size(self) -> int:
        """Return the number of players of each team if the rows name them, else 0.

        >>> from movements.registry import make_plan
        >>> make_plan("harvard-sixes", players=12).team_size
        6
        """
        if self.contest != "teams" or not self.names_players:
            return 0
        # Everybody sits in the first round. Only it is read, because callers ask for every table.
        first_round_no = self.rows[0].round_no
        first_round = takewhile(lambda row: row.round_no == first_round_no, self.rows)
        highest_player = max(player for row in first_round for player in row.players or ())
        return highest_player // self.contestants

    def get_seated_numbers(self, row: TableRound) -> tuple[int, ...]:
        """Return the players at the table of *row* if the rows name them, else the two sides.

        Players are in the order N, E, S, W.

        >>> from movements.registry import make_plan
        >>> plan = make_plan("harvard-sixes", players=12)
        >>> plan.get_seated_numbers(plan.rows[0]), plan.get_row_contestants(plan.rows[0])
        ((1, 7, 2, 8), (1, 2))
        """
        if self.names_players:
            return row.players or ()
        return (row.ns, row.ew)

    def get_row_contestants(self, row: TableRound) -> tuple[ContestantNo, ...]:
        """Return the contestants at the table of *row*: N-S and E-W, or N, E, S and W.

        >>> from movements.registry import make_plan
        >>> plan = make_plan("individual-howell-8", players=8)
        >>> plan.get_row_contestants(plan.rows[0])
        (4, 1, 2, 8)
        """
        if self.contest == "individual":
            return row.players or ()
        # The sides of with_partnerships() are partnerships instead of teams.
        if row.players and self.contest == "teams" and row.ns > ABOVE_PLAYERS:
            return tuple(get_team(player, self.team_size) for player in row.players[:2])
        return row.ns, row.ew

    @property
    def arrow_switches(self) -> int:
        """Return how often a table turns its boards, over all rounds."""
        return sum(row.arrow_switched for row in self.rows)

    @property
    def boards(self) -> int:
        """Return the number of boards, without counting copies."""
        return self.board_sets * self.boards_per_set

    @property
    def last_board(self) -> BoardNo:
        """Return the number of the last board of the last set."""
        return self.first_board + self.boards - 1

    def get_set_boards(self, board_set: SetNo) -> range:
        """Return the numbers of the boards of one set.

        >>> from movements.registry import make_plan
        >>> list(make_plan("mitchell", tables=5, boards_per_set=2).get_set_boards(3))
        [5, 6]
        """
        first = self.first_board + (board_set - 1) * self.boards_per_set
        return range(first, first + self.boards_per_set)


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """A problem of a plan: a stable ``code``, one sentence, and where it is in the plan.

    A round, table, contestant or board is None if the problem doesn't concern one.

    >>> PlanProblem("round-gap", "No table plays in round 3.", round_no=3).table_no is None
    True
    """

    code: str
    text: str
    round_no: RoundNo | None = None
    table_no: TableNo | None = None
    contestant: ContestantNo | None = None
    board_no: BoardNo | None = None
    # The sentence before its values were filled in, and those values: a caller that knows the names
    # of the contestants fills it in again with them.
    template: str = field(default="", compare=False, repr=False)
    params: tuple[tuple[str, object], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A checked request for a plan: size, length and resolved options.

    >>> PlanRequest(contestants=13, rounds=7, boards_per_set=4, options=(("half_table", "ns"),)).tables
    7
    """

    contestants: int
    rounds: int
    boards_per_set: int
    options: Options = ()  # only those that apply to this size

    @property
    def tables(self) -> int:
        """Return the number of tables of two pairs, a half table counted as one."""
        return (self.contestants + 1) // 2

    def get_choice(self, name: str) -> str | None:
        """Return the resolved value of option *name*, or None if it doesn't apply to this size.

        >>> PlanRequest(13, 7, 4, (("half_table", "ns"),)).get_choice("even") is None
        True
        """
        return dict(self.options).get(name)


@dataclass(frozen=True, slots=True)
class RoundLimits:
    """The numbers of rounds that a movement can have, and the default.

    >>> RoundLimits(range(1, 9), default_rounds=7).default_rounds
    7
    """

    legal_rounds: range
    default_rounds: int
    # Why there can't be more rounds.
    max_reason: str = field(default="one more round would repeat opponents or boards", repr=False)
    # The numbers of rounds that advice tries: all legal ones if this is None.
    suggested_rounds: Sequence[int] | None = field(default=None, repr=False)
    min_reason: str = field(default="", repr=False)  # why there can't be fewer rounds

    @property
    def rounds_to_try(self) -> Sequence[int]:
        """Return the numbers of rounds that advice tries."""
        return self.legal_rounds if self.suggested_rounds is None else self.suggested_rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementSpec(System):
    """A registered movement: its limits, and the functions that make its plans.

    >>> from movements.registry import get_movement
    >>> get_movement("howell").legal_sizes
    range(3, 37)
    """

    # The possible numbers of rounds, by number of contestants and resolved options.
    round_limits: Callable[[int, Options], RoundLimits]
    build: Callable[[PlanRequest], Movement]
    # Takes the number of contestants and the chosen options, whose names and values have been
    # checked. Returns the options that apply to this size, with defaults filled in, or raises if
    # the choice contradicts the size. None if all options apply. Called by resolve_options().
    resolver: Callable[[int, Mapping[str, str]], Options] | None = None
    unadvised_choices: Options = ()  # choices that advice leaves out
    min_copies: int = 1  # the copies of every board that each of its plans needs at least
    nested: bool = True  # whether a plan of fewer rounds is the beginning of a longer one
    historic: bool = False  # whether it is suggested on request only
    presets: tuple[tuple[str, Options], ...] = ()  # aliases that also set options
    about: str = ""  # one line about the movement
    inventor_card: str = ""  # the card that its inventor printed
    # Players of a contestant, if the movement names them one by one; the size can then be given in
    # players. Otherwise 0.
    players_per_contestant: int = 0
    # Boards per round from which the default is chosen. If empty, any number can be the default.
    default_boards: Sequence[int] = ()
    legal_boards: Sequence[int] = ()  # possible boards per round, if other than those of most
    # For large teams, the fixed number of teams and the default number of all their players.
    # "legal_sizes" are then numbers of players.
    team_and_player_counts: tuple[int, int] = (0, 0)
    # Whether only N-S scores count, as in the book (for pairs or their teams).
    keeps_ns: bool = False
    scored_by: str = ""  # the key of the only scoring method for this movement
    whist_scored_by: str = ""  # the key of the method by which its book scores whist
    # Whether large teams play matches over the boards that two of them share, instead of comparing
    # totals.
    is_head_to_head: bool = False

    def resolve_options(self, contestants: int, chosen: Mapping[str, str]) -> Options:
        """Return the options that apply to this size, as *chosen* or by default.

        >>> from movements.registry import get_movement
        >>> get_movement("fours-clay").resolve_options(4, {"deals": "3"})
        (('deals', '3'), ('home', 'skip'))
        """
        if self.resolver:
            return self.resolver(contestants, chosen)
        return tuple((option.name, option.get_choice(chosen)) for option in self.options)

    @property
    def legal_counts(self) -> Sequence[int]:
        """Return the possible numbers of contestants, also if the size is given in players.

        >>> from movements.registry import get_movement
        >>> get_movement("harvard-sixes").legal_counts
        (2,)
        """
        if self.team_and_player_counts[0]:
            return self.team_and_player_counts[:1]
        return self.legal_sizes

    @property
    def unit(self) -> str:
        """Return the unit of its size: "pairs", "players" or "teams".

        >>> from movements.registry import get_movement
        >>> get_movement("individual-howell-8").unit
        'players'
        """
        if self.team_and_player_counts[0]:
            return "players"
        return f"{NOUN_BY_CONTEST[self.contest]}s"


def make_problem(
    code: str,
    text: str,
    /,
    round_no: RoundNo | None = None,
    table_no: TableNo | None = None,
    contestant: ContestantNo | None = None,
    board_no: BoardNo | None = None,
    called: str = NOUN_BY_CONTEST["pairs"],
    **params: object,
) -> PlanProblem:
    """Return a problem whose sentence is *text* with its values filled in.

    The *text* may name the numbers, *params* and *called*, the noun for a contestant.

    >>> make_problem("round-gap", "Round {round_no} has no tables in play.", 3).text
    'Round 3 has no tables in play.'
    """
    location_params = {
        "round_no": round_no,
        "table_no": table_no,
        "contestant": contestant,
        "board_no": board_no,
    }
    noun_params = {"called": called, "Called": called.capitalize(), "they": "it", "them": "it"}
    if called == NOUN_BY_CONTEST["individual"]:
        noun_params |= {"they": "they", "them": "them"}
    all_params = {**location_params, **noun_params, **params}
    return PlanProblem(
        code,
        text=text.format(**all_params),
        round_no=round_no,
        table_no=table_no,
        contestant=contestant,
        board_no=board_no,
        template=text,
        params=tuple(all_params.items()),
    )
