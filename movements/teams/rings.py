"""Fours on one ring of tables: N-S of team i stay at table i, E-W and boards go round.

These are the systems of 1900 named after Mitchell, Howell and New England, and the American Whist
of today, which is like the last. An even number of teams has a skip, or an absent team is added.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits, TableRound
from movements.option import Option
from movements.teams.seats import TEAM_MATES_OPTION, WDW, seat_teams, wrap_number

EVEN_OPTION = Option(
    "even",
    "Even number of teams",
    {
        "skip": "E-W and boards skip once each; every team misses one",
        "halves": "two tables share, sets change halfway",
        "empty-table": "one table is empty, every team waits once",
    },
)
MIN_TEAMS = 3
MAX_TEAMS = 40

_WHIST_NOTES = (
    "N-S keep their tables; E-W go down two tables and boards down one after every round.",
)

_BOTH_WAYS = ("every-two-teams-meet", "teams-meet-both-ways")
_STAY = ("each-set-at-one-table", "ns-pairs-stay")


def _count_ring_tables(teams: int) -> int:
    """Return the tables of a ring, which must be odd: one more than *teams* if these are even."""
    return teams + 1 - teams % 2


def _is_home_round_played(request: PlanRequest) -> bool:
    return request.get_choice(TEAM_MATES_OPTION.name) == "play"


def compute_mitchell_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per other team.

    An even number of teams has one round fewer, and a home round is one more.

    >>> compute_mitchell_limits(5, (("home", "skip"),)).default_rounds
    4
    >>> compute_mitchell_limits(6, (("home", "play"),)).default_rounds
    5
    """
    most_rounds = teams - 2 + teams % 2
    if dict(options)[TEAM_MATES_OPTION.name] == "play":
        most_rounds += 1
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def make_mitchell(request: PlanRequest) -> Movement:
    """Return the fours after Mitchell.

    E-W pairs go up one table, boards down one. An even number of teams skips half way.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("fours-mitchell", teams=5)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 1]
    [(1, 5, 2), (2, 1, 3), (3, 2, 4), (4, 3, 5), (5, 4, 1)]

    Source: [WDW1900] p. 48.
    """
    teams = request.contestants
    has_skip = teams % 2 == 0
    # Before the first move everybody would meet their team-mates.
    first_moves = 0 if _is_home_round_played(request) else 1

    def meetings() -> Iterator[TableRound]:
        for index in range(request.rounds):
            moves = index + first_moves
            ew_moves = moves
            if has_skip and moves >= teams // 2:
                ew_moves += 1
            for table in range(1, teams + 1):
                yield TableRound(
                    index + 1,
                    table,
                    ns=table,
                    ew=wrap_number(table - ew_moves, teams),
                    board_set=wrap_number(table + moves, teams),
                )

    notes: tuple[str, ...] = (
        "N-S keep their tables, E-W go up one table and boards down one after every round.",
    )
    if has_skip:
        skip_round = teams // 2 + 1 - first_moves
        notes += (
            f"Before round {skip_round} E-W go up two tables, so that nobody repeats a board.",
        )
    return seat_teams(
        _SPEC_BY_KEY["fours-mitchell"],
        request,
        meetings(),
        teams=teams,
        board_sets=teams,
        notes=notes,
    )


def compute_ring_limits(teams: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per other team, and one to wait if teams are even.

    >>> compute_ring_limits(5, ()).default_rounds, compute_ring_limits(6, ()).default_rounds
    (4, 6)
    """
    most_rounds = _count_ring_tables(teams) - 1
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def make_howell(request: PlanRequest) -> Movement:
    """Return the fours after Howell.

    E-W pairs go up one table. Boards go from the centre table to table 1, and those of other tables
    equally far.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("fours-howell", teams=5)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 4, 3), (2, 5, 4), (3, 1, 5), (4, 2, 1), (5, 3, 2)]

    Source: [WDW1900] pp. 48-50.
    """
    ring = _count_ring_tables(request.contestants)
    # The boards go half way round after each round.
    board_step = (ring - 1) // 2

    def meetings() -> Iterator[TableRound]:
        for move in range(1, request.rounds + 1):
            for table in range(1, ring + 1):
                yield TableRound(
                    move,
                    table,
                    ns=table,
                    ew=wrap_number(table - move, ring),
                    board_set=wrap_number(table + (move - 1) * board_step, ring),
                )

    notes = (
        (
            "Team-mates start at the same table. E-W go up one table at once, and again after every round, without the "
            "boards."
        ),
        f"The boards of table {board_step + 1} go to table 1, and all other boards move the same distance.",
    )
    return _seat_teams_on_ring("fours-howell", request, meetings(), notes)


def compute_new_england_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: as :func:`compute_ring_limits`, and one for the home round.

    >>> compute_new_england_limits(5, (("home", "play"),)).default_rounds
    5
    """
    most_rounds = _count_ring_tables(teams) - 1
    if dict(options).get(TEAM_MATES_OPTION.name) == "play":
        most_rounds += 1
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def make_new_england(key: str, request: PlanRequest) -> Movement:
    """Return the New England fours.

    E-W take the boards they have played down one table and go on to the next.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("fours-new-england", teams=5)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 1]
    [(1, 3, 2), (2, 4, 3), (3, 5, 4), (4, 1, 5), (5, 2, 1)]

    Source: [WDW1900] pp. 51-52.
    """
    notes = (
        "E-W take the boards they have played to the next lower table, leave them there and sit at the table below "
        "that. Table 1 is followed by the last table.",
    )
    ring = _count_ring_tables(request.contestants)
    # Before the first move everybody would meet their team-mates.
    first_moves = 0 if _is_home_round_played(request) else 1
    return _seat_teams_on_ring(
        key, request, _iter_new_england_tables(ring, request.rounds, first_moves), notes
    )


def _iter_new_england_tables(ring: int, rounds: int, first_moves: int = 1) -> Iterator[TableRound]:
    for index in range(rounds):
        moves = index + first_moves
        for table in range(1, ring + 1):
            yield TableRound(
                index + 1,
                table,
                ns=table,
                ew=wrap_number(table + 2 * moves, ring),
                board_set=wrap_number(table + moves, ring),
            )


def _seat_teams_on_ring(
    key: str, request: PlanRequest, meetings: Iterator[TableRound], notes: tuple[str, ...]
) -> Movement:
    teams = request.contestants
    ring = _count_ring_tables(teams)
    if ring != teams:
        notes += (
            f"Team {ring} is missing: its opponents sit out, and the boards at table {ring} move like the others.",
        )
    return seat_teams(
        _SPEC_BY_KEY[key],
        request,
        meetings,
        teams=teams,
        board_sets=ring,
        notes=notes,
    )


def resolve_whist_options(teams: int, chosen: Mapping[str, str]) -> Options:
    """Return the options for an even number of teams, none for an odd number.

    >>> resolve_whist_options(7, {"even": "halves"}), resolve_whist_options(8, {})
    ((), (('even', 'skip'),))
    """
    if teams % 2 == 0:
        return ((EVEN_OPTION.name, EVEN_OPTION.get_choice(chosen)),)
    return ()


def compute_whist_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per opponent, and one at an empty table, if any.

    >>> [compute_whist_limits(8, (("even", way),)).default_rounds for way in EVEN_OPTION.choices]
    [6, 7, 8]
    """
    even_choice = dict(options).get(EVEN_OPTION.name)
    if even_choice == "skip":
        most_rounds = teams - 2
    elif even_choice == "empty-table":
        most_rounds = teams
    else:
        most_rounds = teams - 1
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def make_whist(request: PlanRequest) -> Movement:
    """Return American Whist for an odd number of teams, or one of its forms for an even number.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("american-whist", teams=4)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 1]
    [(1, 4, 2), (2, 1, 3), (3, 2, 4), (4, 3, 1)]
    """
    teams = request.contestants
    even_choice = request.get_choice(EVEN_OPTION.name)
    if even_choice == "skip":
        meetings, notes = _make_tables_with_skips(teams, request.rounds)
    elif even_choice == "halves":
        meetings, notes = _make_tables_in_halves(teams, request.rounds)
    else:
        return make_new_england("american-whist", request)
    return seat_teams(
        _SPEC_BY_KEY["american-whist"],
        request,
        meetings,
        teams=teams,
        board_sets=teams,
        notes=(*_WHIST_NOTES, notes),
    )


def list_skipping_moves(teams: int) -> list[tuple[int, int]]:
    """Return the tables that E-W and boards go down before each round, for an even number with a
    skip.

    Each team misses one opponent.

    >>> list_skipping_moves(6)
    [(2, 1), (3, 1), (2, 1), (3, 2)]

    Source: the first steps for 6 tables are taken from the North American movement; the places were
    found by trying.
    """
    first = (teams - 2) // 4
    second = first + 2 * (teams // 4)
    moves = []
    for round_index in range(teams - 2):
        if round_index == first:
            moves.append((3, 1))
        elif round_index == second:  # not reached with four teams
            moves.append((3, 2))
        else:
            moves.append((2, 1))
    return moves


def _make_tables_with_skips(teams: int, rounds: int) -> tuple[Iterator[TableRound], str]:
    moves = list_skipping_moves(teams)[:rounds]

    def meetings() -> Iterator[TableRound]:
        ew_moves = board_moves = 0
        for round_no, (ew_step, board_step) in enumerate(moves, start=1):
            ew_moves += ew_step
            board_moves += board_step
            for table in range(1, teams + 1):
                yield TableRound(
                    round_no,
                    table,
                    ns=table,
                    ew=wrap_number(table + ew_moves, teams),
                    board_set=wrap_number(table + board_moves, teams),
                )

    exceptions = [
        f"before round {round_no} E-W go down {ew_step} and boards {board_step}"
        for round_no, (ew_step, board_step) in enumerate(moves, start=1)
        if (ew_step, board_step) != (2, 1)
    ]
    note = ""
    if exceptions:
        note = f"But {' and '.join(exceptions)}; every team misses one other."
    return meetings(), note


def _make_tables_in_halves(teams: int, rounds: int) -> tuple[Iterator[TableRound], str]:
    half = teams // 2

    def meetings() -> Iterator[TableRound]:
        for round_no in range(1, rounds + 1):
            # In the second half all move before its first round, too, and play the other sets.
            is_second_half = round_no > half
            if is_second_half:
                board_moves = round_no - half
                ew_moves = 2 * board_moves
            else:
                board_moves = round_no - 1
                ew_moves = 2 * board_moves + 1
            for table in range(1, teams + 1):
                ew = wrap_number(table + ew_moves, teams)
                board_set = wrap_number(table + board_moves, half)
                if is_second_half:
                    board_set += half
                yield TableRound(round_no, table, ns=table, ew=ew, board_set=board_set)

    return meetings(), (
        f"Tables {half} apart share. E-W start one table down. After round {half} they go back to their home tables, "
        "new sets are put out, and all move before the next round too."
    )


_spec = partial(MovementSpec, contest="teams", historic=True)


SPECS = (
    _spec(
        key="fours-mitchell",
        name="Fours after Mitchell",
        sizes=f"{MIN_TEAMS} to {MAX_TEAMS} teams",
        legal_sizes=range(MIN_TEAMS, MAX_TEAMS + 1),
        options=(TEAM_MATES_OPTION,),
        guarantees=("every-two-teams-meet", *_STAY),
        source=f"{WDW} 48 (even numbers with the skip of pairs)",
        round_limits=compute_mitchell_limits,
        build=make_mitchell,
        about="E-W go up one table and boards down one. A team’s score is the sum of its two pairs.",
        scored_by="team-totals",
    ),
    _spec(
        key="fours-howell",
        name="Fours after Howell",
        sizes=f"{MIN_TEAMS} to {MAX_TEAMS} teams",
        legal_sizes=range(MIN_TEAMS, MAX_TEAMS + 1),
        guarantees=(*_BOTH_WAYS, *_STAY),
        source=f"{WDW}s 48-50",
        round_limits=compute_ring_limits,
        build=make_howell,
        about="E-W go up one table and boards halfway round the room. Each team plays a match against every other.",
    ),
    _spec(
        key="fours-new-england",
        name="New England fours",
        sizes=f"{MIN_TEAMS} to {MAX_TEAMS} teams",
        legal_sizes=range(MIN_TEAMS, MAX_TEAMS + 1),
        options=(TEAM_MATES_OPTION,),
        guarantees=(*_BOTH_WAYS, *_STAY),
        source=f"{WDW}s 51-52",
        round_limits=compute_new_england_limits,
        build=partial(make_new_england, "fours-new-england"),
        about=(
            "E-W carry the boards down one table and sit one table further. Each team plays a match against every "
            "other."
        ),
    ),
    _spec(
        key="american-whist",
        name="American Whist for teams",
        aliases=("multiple-teams",),
        sizes=f"4 to {MAX_TEAMS} teams",
        legal_sizes=range(4, MAX_TEAMS + 1),
        options=(EVEN_OPTION,),
        guarantees=(*_BOTH_WAYS, *_STAY),
        source="the movement of multiple teams in North American clubs; the forms for even numbers were found by "
        "trying",
        resolver=resolve_whist_options,
        round_limits=compute_whist_limits,
        build=make_whist,
        historic=False,
        about="All teams meet in one session, both halves with the same boards. Even numbers skip, share or wait.",
    ),
)
"""The contests of fours on a ring of tables."""

_SPEC_BY_KEY = {spec.key: spec for spec in SPECS}
