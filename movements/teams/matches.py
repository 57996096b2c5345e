"""Matches of two teams of four: the schedules of 1900 with changing partners, and today's match.

The printed schedules are in
``data/team_matches.csv``.
"""

from dataclasses import dataclass
from functools import cache, partial
from math import ceil

from movements.layout import iter_data_rows, parse_four_players
from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    TableRound,
)
from movements.teams.seats import WDW, seat_teams

PLAYERS_PER_TEAM = 4
"""Players of a team. Players 1 to 4 are the challengers, 5 to 8 the challenged."""

_GUARANTEES = (
    "every-two-teams-meet",
    "teams-meet-both-ways",
    "each-team-plays-every-board-both-ways",
    "team-mates-partner-equally",
    "everybody-opposes-every-adversary-equally",
)
MAX_BOARDS = 32
"""Boards of a match that is played in one sitting."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One seating of both tables, with the deals at each.

    >>> read_printed_seatings("ne-qualifying-24")[0].deals
    ((1, 3), (2, 4))
    """

    tables: tuple[FourPlayers, FourPlayers]
    deals: tuple[tuple[int, ...], tuple[int, ...]]


@cache
def read_printed_seatings(key: str) -> tuple[Seating, ...]:
    """Return the seatings of the match *key* in their order.

    >>> len(read_printed_seatings("awl-48"))
    12

    Source: [WDW1900] pp. 28-30.
    """
    return tuple(
        Seating(
            (parse_four_players(row["table 1"]), parse_four_players(row["table 2"])),
            (_parse_deals(row["deals 1"]), _parse_deals(row["deals 2"])),
        )
        for row in iter_data_rows("team_matches")
        if row["key"] == key
    )


def _parse_deals(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _get_team(player: int) -> int:
    return (player - 1) // PLAYERS_PER_TEAM + 1


def _make_team_table(
    table_no: int, round_no: int, players: FourPlayers, board_set: int, boards: tuple[int, ...]
) -> TableRound:
    return TableRound(
        round_no,
        table_no,
        ns=_get_team(players[0]),
        ew=_get_team(players[1]),
        board_set=board_set,
        boards=boards,
        players=players,
    )


def compute_league_limits(rounds: int, _size: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per seating.

    >>> compute_league_limits(12, 2, ()).default_rounds
    12
    """
    return RoundLimits(range(1, rounds + 1), rounds, "the schedule has no more rounds")


def make_league(key: str, request: PlanRequest) -> Movement:
    """Return the match of the American Whist League: both tables play the deals of a round.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("awl-24", teams=2)
    >>> [(row.players, row.boards) for row in plan.rows if row.round_no == 1]
    [((1, 5, 2, 6), (1, 2, 3, 4)), ((7, 3, 8, 4), (3, 4, 1, 2))]

    Source: [WDW1900] pp. 28-29.
    """
    seatings = read_printed_seatings("awl-48")[: request.rounds]
    tables = []
    for round_no, seating in enumerate(seatings, start=1):
        for table_no, four in enumerate(seating.tables, start=1):
            tables.append(
                TableRound(
                    round_no,
                    table_no,
                    ns=_get_team(four[0]),
                    ew=_get_team(four[1]),
                    board_set=round_no,
                    players=four,
                )
            )
    notes: tuple[str, ...] = (
        "Half of the boards start at each table; then the tables swap.",
        "After every round players 5 to 8 swap tables and directions; after every second round partners change.",
    )
    if request.rounds >= 7:
        notes += (
            "The second session begins with round 7: players 5 to 8 take the seats opposite.",
        )
    return seat_teams(
        _SPEC_BY_KEY[key], request, tables, teams=2, board_sets=len(seatings), notes=notes
    )


def make_new_england(key: str, printed_as: str, request: PlanRequest) -> Movement:
    """Return a match of New England.

    After each round the tables exchange boards, and players 1 to 4 their seats.

    A set has the boards of a table in one round. Every two rounds have a block of two sets, divided as
    the book divides its deals: 1 and 3, then 2 and 4 of four deals, or 1 to 3, then 4 to 6 of six.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("new-england-qualifying", teams=2)
    >>> [(row.players, row.boards) for row in plan.rows if row.round_no == 2]
    [((2, 5, 1, 6), (2, 4)), ((7, 4, 8, 3), (1, 3))]

    Source: [WDW1900] pp. 29-30.
    """
    boards_per_set = request.boards_per_set
    alternates_boards = printed_as == "ne-qualifying-24"
    tables = []
    for round_no, seating in enumerate(
        read_printed_seatings(printed_as)[: request.rounds], start=1
    ):
        block = (round_no - 1) // 2
        first_board = 2 * boards_per_set * block + 1
        block_boards = range(first_board, first_board + 2 * boards_per_set)
        if alternates_boards:
            first_half, second_half = block_boards[::2], block_boards[1::2]
        else:
            first_half, second_half = block_boards[:boards_per_set], block_boards[boards_per_set:]
        lowest_deal = min(min(deals) for deals in seating.deals)
        for table_no, (four, deals) in enumerate(
            zip(seating.tables, seating.deals, strict=True), start=1
        ):
            if deals[0] == lowest_deal:
                board_set, boards = 2 * block + 1, first_half
            else:
                board_set, boards = 2 * block + 2, second_half
            tables.append(_make_team_table(table_no, round_no, four, board_set, tuple(boards)))
    notes = (
        "After every round the tables swap boards, and players 1 to 4 change seats with their partners.",
    )
    sets = 2 * ceil(request.rounds / 2)
    return seat_teams(_SPEC_BY_KEY[key], request, tables, teams=2, board_sets=sets, notes=notes)


def make_match(request: PlanRequest) -> Movement:
    """Return a match of today.

    Both tables play the boards of each set. One team sits N-S at table 1 and E-W at table 2.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("team-match", teams=2, rounds=2, boards_per_set=12)
    >>> [(row.ns, row.ew, row.boards[0]) for row in plan.rows]
    [(1, 2, 1), (2, 1, 7), (1, 2, 13), (2, 1, 19)]
    """
    tables = []
    for round_no in range(1, request.rounds + 1):
        for table_no, (ns, ew) in enumerate(((1, 2), (2, 1)), start=1):
            tables.append(TableRound(round_no, table_no, ns=ns, ew=ew, board_set=round_no))
    notes = (
        "Captains name their line-ups before each set. The tables swap boards when half have been played.",
    )
    return seat_teams(MATCH, request, tables, teams=2, board_sets=request.rounds, notes=notes)


SPECS = (
    MovementSpec(
        key="awl-48",
        name="American Whist League challenge match",
        contest="teams",
        sizes="2 teams",
        legal_sizes=(2,),
        guarantees=_GUARANTEES,
        source=f"{WDW}s 28-29",
        round_limits=partial(compute_league_limits, 12),
        build=partial(make_league, "awl-48"),
        historic=True,
        about="Two teams of four in two sessions of 24 deals: everyone partners each team-mate equally often.",
        players_per_contestant=PLAYERS_PER_TEAM,
        default_boards=(4,),
    ),
    MovementSpec(
        key="awl-24",
        name="American Whist League match of one session",
        contest="teams",
        sizes="2 teams",
        legal_sizes=(2,),
        guarantees=_GUARANTEES,
        source=f"{WDW} 29",
        round_limits=partial(compute_league_limits, 6),
        build=partial(make_league, "awl-24"),
        historic=True,
        about="The first session of the challenge match: two teams of four, 24 deals in one evening.",
        players_per_contestant=PLAYERS_PER_TEAM,
        default_boards=(4,),
    ),
    MovementSpec(
        key="new-england-qualifying",
        name="New England qualifying match",
        aliases=("ne-qualifying-24",),
        contest="teams",
        sizes="2 teams",
        legal_sizes=(2,),
        guarantees=_GUARANTEES,
        source=f"{WDW}s 29-30",
        round_limits=partial(compute_league_limits, 12),
        build=partial(make_new_england, "new-england-qualifying", "ne-qualifying-24"),
        historic=True,
        about=(
            "Two teams of four, 24 deals: everyone sits to the left of every opponent, and is compared with them, "
            "equally often."
        ),
        players_per_contestant=PLAYERS_PER_TEAM,
        default_boards=(2,),
    ),
    MovementSpec(
        key="new-england-trophy",
        name="New England trophy match",
        aliases=("ne-trophy-36",),
        contest="teams",
        sizes="2 teams",
        legal_sizes=(2,),
        guarantees=_GUARANTEES,
        source=f"{WDW} 30",
        round_limits=partial(compute_league_limits, 12),
        build=partial(make_new_england, "new-england-trophy", "ne-trophy-36"),
        historic=True,
        about="Two teams of four, 36 deals in groups of six; the tables swap the halves of each group.",
        players_per_contestant=PLAYERS_PER_TEAM,
        default_boards=(3,),
    ),
    MovementSpec(
        key="team-match",
        name="Match of two teams",
        aliases=("head-to-head",),
        contest="teams",
        sizes="2 teams",
        legal_sizes=(2,),
        guarantees=_GUARANTEES[:3],
        source="the usual match of two teams of four today, in halves or sets",
        round_limits=lambda _size, _options: RoundLimits(
            range(1, 9), 2, "a match has at most eight sets"
        ),
        build=make_match,
        about="Two teams of four in halves or sets: both tables play every board; line-ups change between sets.",
        default_boards=(12,),
        legal_boards=range(1, MAX_BOARDS + 1),
    ),
)
"""The matches of two teams of four."""

MATCH = SPECS[-1]
_SPEC_BY_KEY = {spec.key: spec for spec in SPECS}
