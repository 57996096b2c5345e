"""Turns "these halves of teams meet here with this set" into the rows of a plan.

Responsible for what every contest of teams needs alike: shared sets, the halves that wait where a
team is missing, numbers of players in larger teams, and the promises that hold.  Leaves who meets
whom to the movement modules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from movements.check.guarantees import GUARANTEES
from movements.layout import board_numbers, data_lines, mark_copies, read_four
from movements.model import (
    Four,
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    SitOut,
    TableRound,
)
from movements.option import Option

WDW = "Whist and Duplicate Whist, 11th edition 1900, page"

HOME = Option(
    "home",
    "Team-mates at one table",
    {"skip": "don't play", "play": "play, so that pairs can be compared"},
    note="Results between two halves of a team don't change any match.",
)


@dataclass(frozen=True, slots=True)
class TeamTable:
    """Two halves of teams at a table with a board set.

    *players* says who of the team it is, if that matters.

    *boards* are named where they are not those that the set has by its number.

    >>> TeamTable(round_no=1, table_no=1, ns=1, ew=3, board_set=2).ew
    3
    """

    round_no: int
    table_no: int
    ns: int
    ew: int
    board_set: int
    players: Four | None = None
    copy_no: int = 1
    boards: tuple[int, ...] = ()


def wrap_number(number: int, size: int) -> int:
    """Return *number* counted round 1 to *size*.

    >>> wrap_number(6, 5), wrap_number(0, 5), wrap_number(5, 5)
    (1, 5, 5)
    """
    return (number - 1) % size + 1


def pair_of(team: int, pair: int, pairs: int) -> tuple[int, int]:
    """Return the players of a *pair* of a *team* of so many *pairs*.

    Teams and pairs number them in their order.

    >>> pair_of(1, 1, pairs=3), pair_of(2, 3, pairs=3)
    ((1, 2), (11, 12))
    """
    first = 2 * pairs * (team - 1) + 2 * pair - 1
    return first, first + 1


def seats_of_pairs(ns: tuple[int, int], ew: tuple[int, int]) -> Four:
    """Return two pairs as N, E, S and W.

    >>> seats_of_pairs((1, 2), (7, 8))
    (1, 7, 2, 8)
    """
    return ns[0], ew[0], ns[1], ew[1]


def seat_teams(
    spec: MovementSpec,
    request: PlanRequest,
    tables: Iterable[TeamTable],
    *,
    teams: int,
    board_sets: int,
    notes: tuple[str, ...] = (),
    sit_outs: tuple[SitOut, ...] = (),
) -> Movement:
    """Return the plan of movement *spec* for *request*.

    It declares those of its guarantees that hold.

    The half of a team that would meet one after the last waits at that table; *sit_outs* are whole
    teams.
    """
    absent = teams + 1
    all_tables = tuple(tables)
    rows = [
        _row(table, request.boards_per_set)
        for table in all_tables
        if absent not in (table.ns, table.ew)
    ]
    waiting = [
        SitOut(
            table.round_no,
            table.ew if table.ns == absent else table.ns,
            table.table_no,
            table.board_set,
            table.copy_no,
        )
        for table in all_tables
        if absent in (table.ns, table.ew) and table.ns != table.ew
    ]
    plan = Movement(
        key=spec.key,
        name=spec.name,
        contest=spec.contest,
        source=spec.source,
        options=request.options,
        contestants=teams,
        winners=1,
        tables=max(
            table.table_no for table in all_tables if (table.ns, table.ew) != (absent, absent)
        ),
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=board_sets,
        rows=mark_copies(rows),
        sit_outs=(*waiting, *sit_outs),
        notes=notes,
    )
    return replace(
        plan, guarantees=tuple(key for key in spec.guarantees if GUARANTEES[key].holds(plan))
    )


def _row(table: TeamTable, boards_per_set: int) -> TableRound:
    return TableRound(
        table.round_no,
        table.table_no,
        table.ns,
        table.ew,
        table.board_set,
        table.boards or board_numbers(table.board_set, boards_per_set),
        copy_no=table.copy_no,
        players=table.players,
    )


# The Narragansett plan for two teams of eight: seven rounds of four arrangements at four tables.
#
# Responsible for who sits where; the first arrangement of each round is in
# ``data/narragansett.csv``.

TEAM = 8
ARRANGEMENTS = 4
TRAYS = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1), (3, 4, 1, 2))
"""Which of the four sets of a round lie at tables 1 to 4 in each arrangement."""


@cache
def _starts() -> tuple[tuple[Four, ...], ...]:
    lines = data_lines("narragansett")
    return tuple(
        tuple(read_four(line[f"table {table}"]) for table in range(1, 5)) for line in lines
    )


def arrangement(round_no: int, number: int) -> tuple[Four, ...]:
    """Return N, E, S and W at the four tables in one arrangement of a round, both counted from 1.

    Players 9 to 16 sit still in a round.  Of players 1 to 8 those who began at tables 1 and 3 go
    down one table and turn N, W, S, E; those of tables 2 and 4 go up one and turn the other way.

    >>> arrangement(1, 2)
    ((9, 8, 10, 7), (6, 12, 5, 11), (14, 3, 13, 4), (1, 15, 2, 16))

    Source: [WDW1900] pp. 52-56.
    """
    start = _starts()[round_no - 1]
    tables = [[0] * 4 for _ in start]
    for table, four in enumerate(start):
        way = 1 if table % 2 else -1
        for seat, player in enumerate(four):
            if player > TEAM:
                tables[table][seat] = player
            else:
                moves = way * (number - 1)
                tables[(table + moves) % 4][(seat + moves) % 4] = player
    return tuple((four[0], four[1], four[2], four[3]) for four in tables)


def round_limits(_players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: whole rounds of the book, of four arrangements each.

    >>> round_limits(16, ())
    RoundLimits(legal=range(4, 29, 4), usual=28)
    """
    return RoundLimits(range(4, 29, 4), 28, "the plan has seven rounds of four arrangements")


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    Each arrangement of the book is a round here, and each tray a set.

    >>> from movements import make_plan
    >>> plan = make_plan("narragansett-eights", players=16)
    >>> [(row.players, row.ns, row.board_set) for row in plan.rows if row.round_no == 1][:2]
    [((9, 1, 10, 2), 2, 1), ((3, 12, 4, 11), 1, 2)]

    Source: [WDW1900] pp. 52-56.
    """

    def tables() -> Iterator[TeamTable]:
        for index in range(request.rounds):
            turn, number = divmod(index, ARRANGEMENTS)
            for table_index, four in enumerate(arrangement(turn + 1, number + 1)):
                ns, ew = ((player > TEAM) + 1 for player in four[:2])
                yield TeamTable(
                    index + 1,
                    table_index + 1,
                    ns,
                    ew,
                    ARRANGEMENTS * turn + TRAYS[number][table_index],
                    four,
                )

    notes = (
        "Four arrangements make a round of the book: players 9 to 16 keep their seats and four trays go to every "
        "table. Between rounds all change partners.",
        "Team 1 scores its N-S results at tables 2 and 4, team 2 at tables 1 and 3. The difference is the gain.",
    )
    return seat_teams(SPEC, request, tables(), teams=2, board_sets=request.rounds, notes=notes)


SPEC = MovementSpec(
    key="narragansett-eights",
    name="Narragansett eights",
    contest="teams",
    sizes="16 players in two teams",
    legal_sizes=(16,),
    guarantees=(
        "each-team-plays-every-board-both-ways",
        "teams-meet-both-ways",
        "team-mates-partner-equally",
        "everybody-opposes-every-adversary-equally",
        "each-set-at-one-table",
    ),
    source=f"{WDW}s 52-56",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Two teams of eight: everyone partners each team-mate and meets each opponent equally often.",
    teams_of=(2, 16),
    usual_boards=(1,),
    keeps_ns=True,
)
