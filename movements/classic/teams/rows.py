"""Fours in which E-W pass the boards on: after Clay, in parallel rows, and after Snow.

Team i has its N-S at table i, where its E-W start too. Parallel rows and Snow have the moves of the
movements of pairs with these names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from movements.classic import parallel
from movements.families import snow
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits, TableRound
from movements.option import Option, make_number_phrases
from movements.teams.seats import TEAM_MATES_OPTION, WDW, seat_teams, wrap_number

DEALS = Option(
    "deals",
    "Sets per table",
    make_number_phrases(*range(2, 7)),
    note="The sets each table starts with. Each match is played over as many sets.",
    suggested_choices=("2",),
)
EVERY_DEAL = Option(
    TEAM_MATES_OPTION.name,
    TEAM_MATES_OPTION.label,
    {"play": "play, every pair plays every deal", "skip": TEAM_MATES_OPTION.phrases["skip"]},
    note="In the book every deal is played. Results between team-mates don’t change any team’s total.",
    suggested_choices=TEAM_MATES_OPTION.choices,
)

HOME_NOTE = "A table where team-mates meet doesn’t play; E-W and boards move on."


def _has_home_rounds(options: Options) -> bool:
    return dict(options)[TEAM_MATES_OPTION.name] == "play"


def compute_clay_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per set of a table against every team.

    >>> compute_clay_limits(4, (("deals", "2"), ("home", "skip"))).default_rounds
    6
    """
    opponents = teams if _has_home_rounds(options) else teams - 1
    most_rounds = int(dict(options)[DEALS.name]) * opponents
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def place_clay_sets(teams: int, sets_per_table: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets at each table at the start: two, and all remaining ones at the last.

    >>> place_clay_sets(4, 3)
    ((1, 4), (7, 10), (2, 5), (8, 11, 3, 6, 9, 12))

    Source: [WDW1900] pp. 50-51.
    """
    order = _make_clay_order(teams, sets_per_table)
    first_of_last_table = 2 * teams - 2
    placement = [tuple(order[index : index + 2]) for index in range(0, first_of_last_table, 2)]
    return (*placement, tuple(order[first_of_last_table:]))


def _make_clay_order(teams: int, sets_per_table: int) -> list[int]:
    return [
        number
        for first in range(1, sets_per_table + 1)
        for number in range(first, sets_per_table * teams + 1, sets_per_table)
    ]


def make_clay(request: PlanRequest) -> Movement:
    """Return the fours after Clay, with one set per round.

    E-W carry their set down one table and put it behind the sets that wait there.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("fours-clay", teams=4, boards_per_set=1)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 1]
    [(1, 2, 3), (2, 3, 7), (3, 4, 4), (4, 1, 8)]

    Source: [WDW1900] pp. 50-51.
    """
    teams = request.contestants
    sets_per_table = int(request.get_choice(DEALS.name) or DEALS.default)
    order = _make_clay_order(teams, sets_per_table)
    moves_by_round = [
        moves
        for moves in range(sets_per_table * teams)
        if moves % teams or _has_home_rounds(request.options)
    ]

    def meetings() -> Iterator[TableRound]:
        for round_no, turn in enumerate(moves_by_round[: request.rounds], start=1):
            for table in range(1, teams + 1):
                board_set = order[(2 * (table - 1) + turn) % len(order)]
                yield TableRound(
                    round_no,
                    table,
                    ns=table,
                    ew=wrap_number(table + turn, teams),
                    board_set=board_set,
                )

    placement = "; ".join(
        f"table {number}: {', '.join(map(str, sets))}"
        for number, sets in enumerate(place_clay_sets(teams, sets_per_table), start=1)
    )
    notes = (
        f"Sets at the start, the first on top: {placement}.",
        "After every round E-W go down one table, take the set they have played and put it behind the others.",
        "Team-mates who meet needn’t play, but the set moves on as usual.",
    )
    return seat_teams(CLAY, request, meetings(), teams=teams, board_sets=len(order), notes=notes)


def resolve_parallel_options(teams: int, chosen: Mapping[str, str]) -> Options:
    """Return the options: the form of the rows, and whether team-mates play.

    >>> resolve_parallel_options(6, {"form": "1"})
    (('form', '1'), ('home', 'play'))

    :raises MovementError: as the rows of pairs do.
    """
    row_choices = {name: value for name, value in chosen.items() if name != TEAM_MATES_OPTION.name}
    return (
        *parallel.resolve_options(2 * teams, row_choices),
        (TEAM_MATES_OPTION.name, chosen.get(TEAM_MATES_OPTION.name, EVERY_DEAL.default)),
    )


def _without_home_option(options: Options) -> Options:
    return tuple(option for option in options if option[0] != TEAM_MATES_OPTION.name)


def _list_played_rows(request: PlanRequest) -> list[tuple[int, TableRound]]:
    """Return the tables of a pairs movement as tables of teams, with the rounds of each."""
    teams = request.contestants
    options = _without_home_option(request.options)
    rounds = parallel.round_limits(2 * teams, options).default_rounds
    plan = parallel.build(PlanRequest(2 * teams, rounds, request.boards_per_set, options))
    return [
        (
            row.round_no,
            TableRound(
                row.round_no, row.table_no, ns=row.ns, ew=row.ew - teams, board_set=row.board_set
            ),
        )
        for row in plan.rows
        if row.ns != row.ew - teams or _has_home_rounds(request.options)
    ]


def compute_parallel_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: as with pairs, on request without team-mates' rounds.

    >>> [compute_parallel_limits(6, (("form", "3"), ("ew", "up"), ("home", home))).default_rounds for home in ("play", "skip")]
    [12, 10]
    """
    rows = _list_played_rows(PlanRequest(teams, 1, 1, options))
    most_rounds = len({round_no for round_no, _table in rows})
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def make_parallel(request: PlanRequest) -> Movement:
    """Return the fours in two parallel rows.

    Team i starts at table i.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("fours-parallel", teams=4)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 2, 2), (2, 1, 4), (3, 4, 1), (4, 3, 3)]

    Source: [WDW1900] p. 51; every pair plays every deal, in the first round against its team-mates.
    """
    teams = request.contestants
    options = _without_home_option(request.options)
    played_rows = _list_played_rows(request)
    kept_rounds = sorted({round_no for round_no, _ in played_rows})[: request.rounds]
    tables = [
        replace(table, round_no=kept_rounds.index(round_no) + 1)
        for round_no, table in played_rows
        if round_no in kept_rounds
    ]
    pair_plan = parallel.build(
        PlanRequest(2 * teams, kept_rounds[-1], request.boards_per_set, options)
    )
    notes = pair_plan.notes
    if not _has_home_rounds(request.options):
        notes += (HOME_NOTE,)
    return replace(
        seat_teams(
            PARALLEL, request, tables, teams=teams, board_sets=pair_plan.board_sets, notes=notes
        ),
        name=f"Fours: {pair_plan.name}",
    )


def compute_snow_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per opponent and set of a group.

    >>> compute_snow_limits(4, (("surplus", "0"), ("home", "skip"))).default_rounds
    12
    """
    opponents = teams if _has_home_rounds(options) else teams - 1
    sets_per_seating = teams + int(dict(options)[snow.SURPLUS.name])
    most_rounds = opponents * sets_per_seating
    return RoundLimits(range(1, most_rounds + 1), most_rounds)


def make_snow(request: PlanRequest) -> Movement:
    """Return the fours after Snow: nobody moves until a group of sets has been to every table.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("fours-snow", teams=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no in (1, 4)]
    [(1, 3, 1), (2, 1, 2), (3, 2, 3), (1, 2, 4), (2, 3, 5), (3, 1, 6)]

    Source: [WDW1900] p. 51.
    """
    teams = request.contestants
    sets_per_seating = teams + int(request.get_choice(snow.SURPLUS.name) or 0)
    skipped_rounds = 0 if _has_home_rounds(request.options) else sets_per_seating
    options = tuple(option for option in request.options if option[0] != TEAM_MATES_OPTION.name)
    pair_plan = snow.build(
        PlanRequest(2 * teams, request.rounds + skipped_rounds, request.boards_per_set, options)
    )
    tables = (
        TableRound(
            row.round_no - skipped_rounds,
            row.table_no,
            ns=row.ns,
            ew=row.ew - teams,
            board_set=row.board_set - skipped_rounds,
        )
        for row in pair_plan.rows
        if row.round_no > skipped_rounds
    )
    notes = pair_plan.notes
    if not _has_home_rounds(request.options):
        notes += ("E-W start one table above their team-mates.",)
    return seat_teams(
        SNOW,
        request,
        tables,
        teams=teams,
        board_sets=pair_plan.board_sets - skipped_rounds,
        notes=notes,
    )


_spec = partial(MovementSpec, contest="teams", historic=True)


CLAY = _spec(
    key="fours-clay",
    name="Fours after Clay",
    sizes="2 to 20 teams",
    legal_sizes=range(2, 21),
    options=(DEALS, TEAM_MATES_OPTION),
    guarantees=(
        "every-two-teams-meet",
        "teams-meet-both-ways",
        "each-set-at-one-table",
        "ns-pairs-stay",
    ),
    source=f"{WDW}s 50-51",
    round_limits=compute_clay_limits,
    build=make_clay,
    about=(
        "E-W carry each set on and put it behind those waiting. For any number of teams, each playing a match "
        "against every other."
    ),
)
PARALLEL = _spec(
    key="fours-parallel",
    name="Fours in parallel rows",
    sizes="4 to 40 teams",
    legal_sizes=range(4, 41, 2),
    options=(parallel.FORM, parallel.EW, EVERY_DEAL),
    guarantees=("every-two-teams-meet", "each-set-at-one-table", "ns-pairs-stay"),
    source=f"{WDW} 51",
    resolver=resolve_parallel_options,
    round_limits=compute_parallel_limits,
    build=make_parallel,
    about="Tables in two rows: E-W move along their row, boards cross. A team’s score is the sum of its two pairs.",
    scored_by="team-totals",
)
SNOW = _spec(
    key="fours-snow",
    name="Fours after Snow",
    sizes="2 to 7 teams",
    legal_sizes=range(2, 8),
    options=(snow.SURPLUS, TEAM_MATES_OPTION),
    guarantees=(
        "every-two-teams-meet",
        "each-team-plays-every-board-both-ways",
        "each-set-at-one-table",
        "ns-pairs-stay",
    ),
    source=f"{WDW} 51",
    round_limits=compute_snow_limits,
    build=make_snow,
    about="Everyone keeps their seat until a new group of sets has been to every table; then E-W go up one.",
    scored_by="team-totals",
)
SPECS = (CLAY, PARALLEL, SNOW)
"""The contests of fours in which E-W pass the boards on."""
