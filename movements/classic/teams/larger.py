"""Two larger teams: Harvard sixes for any number of pairs, and four ways for more than eight
players.

Pair i of team 1 has the players 2i - 1 and 2i. The numbers of team 2 follow.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from math import ceil

from movements.classic import parallel
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits, TableRound
from movements.teams.seats import (
    WDW,
    get_pair_players,
    seat_teams,
    seat_two_pairs,
    wrap_number,
)

PLAYERS_PER_TABLE = 4
"""Players in one pair of each team."""

_MAX_REASON = "one more round would repeat opponents or boards"

MAX_SETS = 40

_BOTH = ("each-team-plays-every-board-both-ways", "teams-meet-both-ways")


def _count_pairs(request: PlanRequest) -> int:
    return request.contestants // PLAYERS_PER_TABLE


def _make_pairs_table(
    round_no: int,
    table_no: int,
    ns: tuple[int, int],
    ew: tuple[int, int],
    board_set: int,
    pairs: int,
) -> TableRound:
    """Return a table of two pairs, each named by team and number."""
    players = seat_two_pairs(get_pair_players(*ns, pairs=pairs), get_pair_players(*ew, pairs=pairs))
    return TableRound(round_no, table_no, ns=ns[0], ew=ew[0], board_set=board_set, players=players)


def compute_harvard_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: play and overplay against each opposing pair.

    >>> compute_harvard_limits(12, ())
    RoundLimits(legal_rounds=range(2, 7, 2), default_rounds=6)
    """
    most_rounds = 2 * players // PLAYERS_PER_TABLE
    return RoundLimits(range(2, most_rounds + 1, 2), most_rounds, _MAX_REASON)


def make_harvard(request: PlanRequest) -> Movement:
    """Return the Harvard plan.

    After each play everybody changes tables and sides. The boards stay and are overplayed.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("harvard-sixes", players=12)
    >>> [(row.players, row.board_set) for row in plan.rows if row.round_no == 2]
    [((11, 3, 12, 4), 1), ((7, 5, 8, 6), 2), ((9, 1, 10, 2), 3)]

    Source: [WDW1900] p. 52.
    """
    pairs = _count_pairs(request)

    def tables() -> Iterator[TableRound]:
        for index in range(request.rounds):
            turn, is_overplay = divmod(index, 2)
            for table in range(1, pairs + 1):
                # For the overplay team 1 comes down one table, team 2 up one.
                first = (1, wrap_number(table + is_overplay, pairs))
                second = (2, wrap_number(table + turn - is_overplay, pairs))
                ns, ew = (second, first) if is_overplay else (first, second)
                yield _make_pairs_table(index + 1, table, ns, ew, turn * pairs + table, pairs)

    notes = (
        "Each set stays at its table for two rounds. After the first, team 1 goes down one table and sits E-W; team "
        "2 goes up one and sits N-S.",
        "After the second, new sets are put out. Team 1 goes back to its home tables and sits N-S; team 2 sits E-W "
        "one table below its last E-W table.",
    )
    plays = ceil(request.rounds / 2)
    return seat_teams(HARVARD, request, tables(), teams=2, board_sets=pairs * plays, notes=notes)


def compute_progressive_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per opposing pair.

    >>> compute_progressive_limits(20, ()).default_rounds
    5
    """
    pairs = players // PLAYERS_PER_TABLE
    return RoundLimits(range(1, pairs + 1), pairs, _MAX_REASON)


def make_progressive(request: PlanRequest) -> Movement:
    """Return a match in which the home team, team 1, moves as in a Mitchell.

    Its pairs take the side that their opponents leave free.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("large-teams-progressive", players=20)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(2, 1, 2), (1, 2, 3), (2, 1, 4), (1, 2, 5), (2, 1, 1)]

    Source: [WDW1900] p. 56.
    """
    pairs = _count_pairs(request)

    def tables() -> Iterator[TableRound]:
        for index in range(request.rounds):
            moves = index
            if pairs % 2 == 0 and index >= pairs // 2:
                # The skip; otherwise they would come to boards that they have played.
                moves += 1
            for table in range(1, pairs + 1):
                guest, home = (2, table), (1, wrap_number(table - moves, pairs))
                ns, ew = (guest, home) if table % 2 else (home, guest)
                yield _make_pairs_table(
                    index + 1, table, ns, ew, wrap_number(table + index, pairs), pairs
                )

    meeting_note = "in the last round it meets its first opponents again"
    skip_notes = (
        (f"Before round {pairs // 2 + 1} team 1 goes up two tables; {meeting_note}.",)
        if pairs % 2 == 0
        else ()
    )
    notes = (
        "Team 2 keeps its seats, N-S at odd tables and E-W at even ones. After every round team 1 goes up one table "
        "and sits against them; boards go down one.",
        *skip_notes,
    )
    return _seat_teams_with_odd_pair(PROGRESSIVE, request, tables(), pairs, notes)


def _seat_teams_with_odd_pair(
    spec: MovementSpec,
    request: PlanRequest,
    tables: Iterator[TableRound],
    sets: int,
    notes: tuple[str, ...],
) -> Movement:
    odd_pair_notes = (
        "In the direction where a team has one pair fewer, it gets the average of all scores.",
    )
    all_notes = (*notes, *odd_pair_notes) if _count_pairs(request) % 2 else notes
    return seat_teams(spec, request, tables, teams=2, board_sets=sets, notes=all_notes)


def compute_stationary_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per set, and one set per table.

    >>> compute_stationary_limits(20, ()).default_rounds
    5
    """
    pairs = players // PLAYERS_PER_TABLE
    return RoundLimits(range(1, pairs + 1), pairs, "every table has had all boards")


def compute_club_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: at least one per table, each with its own set.

    >>> compute_club_limits(20, ()).legal_rounds[0]
    5
    """
    pairs = players // PLAYERS_PER_TABLE
    return RoundLimits(range(pairs, MAX_SETS + 1), pairs, "no session is longer")


def make_seated(key: str, request: PlanRequest) -> Movement:
    """Return the match in which all keep their seats and only boards move.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("large-teams-club", players=16, rounds=6)
    >>> [row.board_set for row in plan.rows if row.table_no == 4]
    [4, 5, 6, 1, 2, 3]

    Source: [WDW1900] pp. 56-57.
    """
    pairs = _count_pairs(request)
    sets = max(pairs, request.rounds)

    def tables() -> Iterator[TableRound]:
        for index in range(request.rounds):
            for table in range(1, pairs + 1):
                first, second = (1, table), (2, table)
                ns, ew = (first, second) if table % 2 else (second, first)
                yield _make_pairs_table(
                    index + 1, table, ns, ew, wrap_number(table + index, sets), pairs
                )

    set_note = (
        f"Sets {pairs + 1} to {sets} wait after the last table and join there, one per round."
    )
    waiting_notes = (set_note,) if sets > pairs else ()
    notes = (
        "Everyone keeps their seat; boards go down one table after every round.",
        *waiting_notes,
    )
    return _seat_teams_with_odd_pair(_SPEC_BY_KEY[key], request, tables(), sets, notes)


def resolve_parallel_options(players: int, chosen: Mapping[str, str]) -> Options:
    """Return the option for the form of the rows, as for the same number of pairs.

    >>> resolve_parallel_options(24, {"form": "1"})
    (('form', '1'),)
    """
    return parallel.resolve_options(players // 2, chosen)


def compute_parallel_limits(players: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: as for pairs in parallel rows.

    >>> compute_parallel_limits(16, (("form", "4"), ("ew", "up"))).default_rounds
    4
    """
    return parallel.round_limits(players // 2, options)


def make_parallel(request: PlanRequest) -> Movement:
    """Return the match in two rows: team 2 is stationary, N-S in the first row, E-W in the second.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("large-teams-parallel", players=16)
    >>> [(row.ns, row.ew) for row in plan.rows if row.round_no == 1]
    [(2, 1), (2, 1), (1, 2), (1, 2)]

    Source: [WDW1900] p. 56.
    """
    pairs = _count_pairs(request)
    pair_plan = parallel.build(
        PlanRequest(2 * pairs, request.rounds, request.boards_per_set, request.options)
    )

    def tables() -> Iterator[TableRound]:
        for row in pair_plan.rows:
            guest, home = (2, row.ns), (1, row.ew - pairs)
            ns, ew = (guest, home) if row.table_no <= pairs // 2 else (home, guest)
            yield _make_pairs_table(row.round_no, row.table_no, ns, ew, row.board_set, pairs)

    notes = (
        "Team 2 keeps its seats, N-S in the first row and E-W in the second. Team 1 makes the E-W moves and plays "
        "against whoever sits there.",
        *pair_plan.notes,
    )
    return seat_teams(
        PARALLEL, request, tables(), teams=2, board_sets=pair_plan.board_sets, notes=notes
    )


_spec = partial(MovementSpec, contest="teams", historic=True)


HARVARD = _spec(
    key="harvard-sixes",
    name="Harvard sixes",
    sizes="8 to 52 players in two teams",
    legal_sizes=range(8, 53, 4),
    guarantees=(*_BOTH, "each-set-at-one-table"),
    source=f"{WDW} 52",
    round_limits=compute_harvard_limits,
    build=make_harvard,
    about="Two teams of three or more pairs: every pair meets each opposing pair twice.",
    team_and_player_counts=(2, 12),
)
PROGRESSIVE = _spec(
    key="large-teams-progressive",
    name="Larger teams, progressive",
    sizes="8 to 80 players in two teams",
    legal_sizes=range(8, 81, 4),
    guarantees=(*_BOTH, "each-set-at-one-table"),
    source=f"{WDW} 56",
    round_limits=compute_progressive_limits,
    build=make_progressive,
    about="Two teams of any number of pairs: one is stationary, the other moves round the tables.",
    team_and_player_counts=(2, 20),
)
PARALLEL = _spec(
    key="large-teams-parallel",
    name="Larger teams in parallel rows",
    sizes="16 to 80 players in two teams",
    legal_sizes=range(16, 81, 8),
    options=(parallel.FORM, parallel.EW),
    guarantees=(*_BOTH, "each-set-at-one-table"),
    source=f"{WDW} 56",
    resolver=resolve_parallel_options,
    round_limits=compute_parallel_limits,
    build=make_parallel,
    about="Two teams with an even number of pairs in two rows: each team plays every board N-S equally often.",
    team_and_player_counts=(2, 24),
)
STATIONARY = _spec(
    key="large-teams-stationary",
    name="Larger teams, stationary",
    sizes="8 to 80 players in two teams",
    legal_sizes=range(8, 81, 4),
    guarantees=(*_BOTH, "each-set-at-one-table"),
    source=f"{WDW} 57",
    round_limits=compute_stationary_limits,
    build=partial(make_seated, "large-teams-stationary"),
    about="Two teams whose pairs play the same opponents throughout; only boards move.",
    team_and_player_counts=(2, 20),
)
CLUB = _spec(
    key="large-teams-club",
    name="Larger teams, club system",
    sizes="8 to 80 players in two teams",
    legal_sizes=range(8, 81, 4),
    guarantees=(*_BOTH, "each-set-at-one-table"),
    source=f"{WDW} 57",
    round_limits=compute_club_limits,
    build=partial(make_seated, "large-teams-club"),
    nested=False,
    about="Two stationary teams, seated by their captains; any number of boards from one per table.",
    team_and_player_counts=(2, 20),
)
SPECS = (HARVARD, PROGRESSIVE, PARALLEL, STATIONARY, CLUB)
"""The contests of two larger teams, except eights."""

_SPEC_BY_KEY = {spec.key: spec for spec in SPECS}
