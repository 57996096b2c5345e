"""The Narragansett plan for two teams of eight: seven rounds of four arrangements at four tables.

Responsible for who sits where; the first arrangement of each round is in ``data/narragansett.csv``.
"""

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from movements.families.teams.seats import WDW, TeamTable, no_options, seat_teams
from movements.model import Four, MovementSpec, Options, Plan, PlanRequest, RoundLimits

TEAM = 8
ARRANGEMENTS = 4
TRAYS = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1), (3, 4, 1, 2))
"""Which of the four sets of a round lie at tables 1 to 4 in each arrangement."""


@cache
def _starts() -> tuple[tuple[Four, ...], ...]:
    text = files("movements").joinpath("data/narragansett.csv").read_text(encoding="utf-8")
    lines = csv.DictReader(row for row in text.splitlines() if not row.startswith("#"))
    return tuple(tuple(_four(line[f"table {table}"]) for table in range(1, 5)) for line in lines)


def _four(text: str) -> Four:
    north, east, south, west = map(int, text.split("-"))
    return north, east, south, west


def arrangement(round_no: int, number: int) -> tuple[Four, ...]:
    """Return N, E, S and W at the four tables in one arrangement of a round, both counted from 1.

    Players 9 to 16 sit still in a round.  Of players 1 to 8 those who began at tables 1 and 3 go down one table and
    turn N, W, S, E; those of tables 2 and 4 go up one and turn the other way.

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


def build(request: PlanRequest) -> Plan:
    """Return the plan; each arrangement of the book is a round here, and each tray a set.

    >>> from movements import make_plan
    >>> plan = make_plan("narragansett-eights", players=16)
    >>> [(row.players, row.ns, row.board_set) for row in plan.rows if row.round_no == 1][:2]
    [((9, 1, 10, 2), 2, 1), ((3, 12, 4, 11), 1, 2)]

    Source: [WDW1900] pp. 52-56.
    """

    def tables() -> Iterator[TeamTable]:
        for index in range(request.rounds):
            turn, number = divmod(index, ARRANGEMENTS)
            for at, four in enumerate(arrangement(turn + 1, number + 1)):
                ns, ew = ((player > TEAM) + 1 for player in four[:2])
                yield TeamTable(index + 1, at + 1, ns, ew, ARRANGEMENTS * turn + TRAYS[number][at], four)

    notes = (
        "Four arrangements make a round of the book, in which players 9 to 16 keep their seats and four trays go to "
        "every "
        "table; between rounds all change partners.",
        "Team 1 counts N-S at tables 2 and 4, team 2 N-S at tables 1 and 3; the difference is the gain.",
    )
    return seat_teams(SPEC, request, tables(), teams=2, board_sets=request.rounds, notes=notes)


SPEC = MovementSpec(
    key="narragansett-eights",
    name="Narragansett eights",
    aliases=(),
    contest="teams",
    sizes="16 players in two teams",
    legal_sizes=(16,),
    options=(),
    guarantees=(
        "each-team-plays-every-board-both-ways",
        "teams-meet-both-ways",
        "team-mates-partner-equally",
        "everybody-opposes-every-adversary-equally",
        "each-set-at-one-table",
    ),
    source=f"{WDW}s 52-56",
    settle=no_options,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Two teams of eight: everybody partners every team-mate and meets every adversary equally often.",
    teams_of=(2, 16),
    usual_boards=(1,),
    keeps_ns=True,
)
