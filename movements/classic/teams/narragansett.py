"""The Narragansett plan for two teams of eight: seven rounds of four arrangements at four tables.

The first arrangement of each round is in ``data/narragansett.csv``.
"""

from collections.abc import Iterator
from functools import cache

from movements.layout import iter_data_rows, parse_four_players
from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    RoundNo,
    TableRound,
)
from movements.teams.seats import WDW, seat_teams

TEAM = 8
ARRANGEMENTS = 4
TRAYS = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1), (3, 4, 1, 2))
"""The set of a round, 1 to 4, at each table in each arrangement."""


@cache
def _read_starts() -> tuple[tuple[FourPlayers, ...], ...]:
    lines = iter_data_rows("narragansett")
    starts = []
    for row in lines:
        starts.append(tuple(parse_four_players(row[f"table {table}"]) for table in range(1, 5)))
    return tuple(starts)


def make_arrangement(round_no: RoundNo, number: int) -> tuple[FourPlayers, ...]:
    """Return N, E, S and W at the four tables in arrangement *number* of a round of the book.

    Players 9 to 16 keep their seats in a round. Those of players 1 to 8 who began at tables 1 and 3 go
    down one table and turn N, W, S, E.  Those of tables 2 and 4 go up one and turn in the opposite
    order.

    >>> make_arrangement(1, 2)
    ((9, 8, 10, 7), (6, 12, 5, 11), (14, 3, 13, 4), (1, 15, 2, 16))

    Source: [WDW1900] pp. 52-56.
    """
    start = _read_starts()[round_no - 1]
    tables = [[0] * 4 for _ in start]
    for table, players in enumerate(start):
        # Tables count from 0 here.
        direction = 1 if table % 2 else -1
        for seat, player in enumerate(players):
            if player > TEAM:
                tables[table][seat] = player
            else:
                moves = direction * (number - 1)
                tables[(table + moves) % 4][(seat + moves) % 4] = player
    return tuple((players[0], players[1], players[2], players[3]) for players in tables)


def _get_team(player: int) -> int:
    return 1 if player <= TEAM else 2


def round_limits(_players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: whole rounds of the book, of four arrangements each.

    >>> round_limits(16, ())
    RoundLimits(legal_rounds=range(4, 29, 4), default_rounds=28)
    """
    return RoundLimits(range(4, 29, 4), 28, "the plan has seven rounds of four arrangements")


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    Each arrangement of the book is a round here, and each tray a set.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("narragansett-eights", players=16)
    >>> [(row.players, row.ns, row.board_set) for row in plan.rows if row.round_no == 1][:2]
    [((9, 1, 10, 2), 2, 1), ((3, 12, 4, 11), 1, 2)]

    Source: [WDW1900] pp. 52-56.
    """

    def tables() -> Iterator[TableRound]:
        for index in range(request.rounds):
            turn, number = divmod(index, ARRANGEMENTS)
            for table_index, four in enumerate(make_arrangement(turn + 1, number + 1)):
                north, east, _south, _west = four
                ns, ew = _get_team(north), _get_team(east)
                yield TableRound(
                    index + 1,
                    table_index + 1,
                    ns=ns,
                    ew=ew,
                    board_set=ARRANGEMENTS * turn + TRAYS[number][table_index],
                    players=four,
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
    team_and_player_counts=(2, 16),
    default_boards=(1,),
    keeps_ns=True,
)
