"""The round robin by Berger's tables, and the triple of three teams."""

from collections.abc import Iterator
from dataclasses import replace

from movements.model import (
    ROUND_IS_A_MATCH,
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    SitOut,
    TableRound,
)
from movements.option import Option
from movements.teams.seats import seat_teams

TWICE = Option(
    "twice", "Matches", {"no": "once", "yes": "twice, home and away"}, suggested_choices=("no",)
)
MIN_TEAMS = 3
MAX_TEAMS = 32
BOARDS = range(1, 33)

TRIPLE_ROWS = (((1, 2, 1), (2, 3, 2), (3, 1, 3)), ((1, 3, 3), (2, 1, 1), (3, 2, 2)))
"""N-S team, E-W team and set at each table in both halves of a triple."""

_MEET = ("every-two-teams-meet", "teams-meet-both-ways")


def make_berger_schedule(teams: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of home and away teams by Berger's tables.

    An odd number of teams has a dummy team.

    >>> make_berger_schedule(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    size = teams + teams % 2
    return tuple(tuple(_iter_berger_round(size, number)) for number in range(1, size))


def _iter_berger_round(size: int, number: int) -> Iterator[tuple[int, int]]:
    """Yield the matches of one round: the last number is stationary, the others rotate."""
    first = (number + 1) // 2 if number % 2 else (number + size) // 2
    yield (first, size) if number % 2 else (size, first)
    for step in range(1, size // 2):
        low, high = sorted((first - 1 + way * step) % (size - 1) + 1 for way in (1, -1))
        yield (low, high) if (low + high) % 2 else (high, low)


def make_round_robin(teams: int, *, twice: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a round robin, *twice* with home and away exchanged.

    The second leg has the order of the first, so the same number of rounds is between the two
    matches of any two teams. If it is played twice, the last two rounds of each leg change places.
    Thus from five teams on nobody is at home three times running, which can't be avoided with four.

    >>> [games[0] for games in make_round_robin(6, twice=True)]
    [(1, 6), (6, 4), (2, 6), (3, 6), (6, 5), (6, 1), (4, 6), (6, 2), (6, 3), (5, 6)]
    """
    single_rounds = make_berger_schedule(teams)
    if not twice:
        return single_rounds
    first_leg = (*single_rounds[:-2], single_rounds[-1], single_rounds[-2])
    second_leg = []
    for matches in first_leg:
        second_leg.append(tuple((away, home) for home, away in matches))
    return (*first_leg, *second_leg)


def round_limits(teams: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one or two per other team.

    An odd number of teams needs one more.

    >>> round_limits(5, (("twice", "no"),)).default_rounds
    5
    """
    rounds_of_half = teams - 1 + teams % 2
    halves = 2 if dict(options)[TWICE.name] == "yes" else 1
    most_rounds = halves * rounds_of_half
    # In a single round a team of an odd number would only sit out.
    return RoundLimits(
        range(1 + teams % 2, most_rounds + 1), most_rounds, "all matches have been played"
    )


def build(request: PlanRequest) -> Movement:
    """Return the round robin.

    Match m is at tables 2m - 1 (home N-S) and 2m, with a copy of the round's boards.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("round-robin", teams=4)
    >>> [(row.ns, row.ew, row.board_set, row.copy_no) for row in plan.rows if row.round_no == 1]
    [(1, 4, 1, 1), (4, 1, 1, 1), (2, 3, 1, 2), (3, 2, 1, 2)]

    Source: [BERGER].
    """
    teams = request.contestants
    absent = teams + 1
    rounds = make_round_robin(teams, twice=request.get_choice(TWICE.name) == "yes")[
        : request.rounds
    ]
    tables: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for round_no, matches in enumerate(rounds, start=1):
        match_no = 0
        for home, away in matches:
            # The opponent of the absent team sits out.
            if away == absent:
                sit_outs.append(SitOut(round_no, home))
            elif home == absent:
                sit_outs.append(SitOut(round_no, away))
            else:
                match_no += 1
                table_no = 2 * match_no
                tables += [
                    TableRound(
                        round_no,
                        table_no - 1,
                        ns=home,
                        ew=away,
                        board_set=round_no,
                        copy_no=match_no,
                    ),
                    TableRound(
                        round_no, table_no, ns=away, ew=home, board_set=round_no, copy_no=match_no
                    ),
                ]
    notes = (
        "The first team of a match is at home: its N-S sit at the first table, its E-W at the second.",
        "All matches of a round play the same boards. Each match has a copy, which its two tables swap halfway.",
    )
    plan = seat_teams(
        ROUND_ROBIN,
        request,
        tables,
        teams=teams,
        board_sets=request.rounds,
        notes=notes,
        sit_outs=tuple(sit_outs),
    )
    return replace(plan, copies=teams // 2)


def compute_triple_limits(_teams: int, _options: Options) -> RoundLimits:
    """Return the only possible number of rounds, two, since nothing can be scored after the first.

    >>> compute_triple_limits(3, ()).legal_rounds
    range(2, 3)
    """
    return RoundLimits(range(2, 3), 2, "all three matches have been played by then")


def make_triple(request: PlanRequest) -> Movement:
    """Return the triple: three teams at three tables play three matches in two halves.

    >>> from movements.registry import make_plan
    >>> [(row.ns, row.ew, row.board_set) for row in make_plan("triple", teams=3).rows][3:]
    [(1, 3, 3), (2, 1, 1), (3, 2, 2)]

    Source: [WHITEBOOK].
    """
    tables = []
    for half, rows in enumerate(TRIPLE_ROWS, start=1):
        for table, (ns, ew, board_set) in enumerate(rows, start=1):
            tables.append(TableRound(half, table, ns=ns, ew=ew, board_set=board_set))
    notes = (
        "N-S keep their tables. Halfway, E-W go to the third team’s table and the boards go down one table.",
        "Matches are complete, and scored, only after the second half.",
    )
    return seat_teams(TRIPLE, request, tables, teams=3, board_sets=3, notes=notes)


ROUND_ROBIN = MovementSpec(
    key="round-robin",
    name="Round robin of teams",
    aliases=("all-play-all",),
    contest="teams",
    sizes=f"{MIN_TEAMS} to {MAX_TEAMS} teams",
    legal_sizes=range(MIN_TEAMS, MAX_TEAMS + 1),
    options=(TWICE,),
    guarantees=(*_MEET, "same-boards-at-every-table", ROUND_IS_A_MATCH),
    source="Berger’s tables for round robins",
    round_limits=round_limits,
    build=build,
    about="Each team plays a match against every other; all matches of a round play the same boards.",
    default_boards=(2, 4, 6, 8, 10, 12),
    legal_boards=BOARDS,
)
TRIPLE = MovementSpec(
    key="triple",
    name="Triple of three teams",
    aliases=("triangle",),
    contest="teams",
    sizes="3 teams",
    legal_sizes=(3,),
    guarantees=(*_MEET, "each-set-at-one-table", "ns-pairs-stay"),
    source="English Bridge Union, White Book, matches of three teams",
    round_limits=compute_triple_limits,
    build=make_triple,
    about="Three teams play three matches at three tables in two halves.",
    default_boards=(12,),
    legal_boards=BOARDS,
)
SPECS = (ROUND_ROBIN, TRIPLE)
"""The contests in which any two teams play a complete match."""
