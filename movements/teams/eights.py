"""The match of two teams of eight: four pairs of each, of which every two meet."""

from collections.abc import Iterator

from movements.model import Movement, MovementSpec, PlanRequest, RoundLimits, TableRound
from movements.teams.seats import get_pair_players, seat_teams, seat_two_pairs

PAIRS = 4
"""Pairs of a team, and tables of the match."""
HOME_PAIRS_BY_ROUND = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1), (3, 4, 1, 2))
"""The home pair at each table, round by round. The visitors keep their seats."""
SETS_BY_ROUND = ((1, 2), (2, 1), (3, 4), (4, 3))
"""The set that tables 1 and 2 share, and the one that tables 3 and 4 share."""
_SOURCE = "South Cambridgeshire Contract Bridge League, constitution of 1999, paragraph 8"


def make_eights(request: PlanRequest) -> Movement:
    """Return the match in which every pair meets each opposing pair, and all boards are played four times.

    The visitors, team 2, sit N-S at odd tables and E-W at even ones. Two tables share a set of boards.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("eights", players=16, boards_per_set=6)
    >>> [(row.table_no, row.ns, row.ew, row.boards[0]) for row in plan.rows if row.round_no == 2]
    [(1, 2, 1, 7), (2, 1, 2, 10), (3, 2, 1, 1), (4, 1, 2, 4)]

    Source: [SOUTHCAMBS].
    """

    def tables() -> Iterator[TableRound]:
        for round_no in range(1, request.rounds + 1):
            home_pairs = HOME_PAIRS_BY_ROUND[round_no - 1]
            sets = SETS_BY_ROUND[round_no - 1]
            for table_no, home_pair in enumerate(home_pairs, start=1):
                visitors, home = (2, table_no), (1, home_pair)
                ns, ew = (visitors, home) if table_no % 2 else (home, visitors)
                players = seat_two_pairs(
                    get_pair_players(*ns, pairs=PAIRS), get_pair_players(*ew, pairs=PAIRS)
                )
                board_set = sets[(table_no - 1) // 2]
                yield TableRound(
                    round_no, table_no, ns=ns[0], ew=ew[0], board_set=board_set, players=players
                )

    notes = (
        "Team 2, the visitors, keep their seats: N-S at odd tables, E-W at even ones. Tables 1 and 2 share a set "
        "of boards, and so do tables 3 and 4.",
        "After rounds 1 and 3 team 1 changes places between tables 1 and 2, and between 3 and 4; both sets of "
        "boards change ends.",
        "After round 2, at half-time, team 1 changes between tables 1 and 3, and between 2 and 4.",
    )
    return seat_teams(EIGHTS, request, tables(), teams=2, board_sets=request.rounds, notes=notes)


def compute_limits(_players: int, _options: object) -> RoundLimits:
    """Return the possible numbers of rounds: half of the match, or all of it."""
    return RoundLimits(range(2, 5, 2), 4, "every two pairs have met")


EIGHTS = MovementSpec(
    contest="teams",
    key="eights",
    name="Match of two teams of eight",
    aliases=("teams-of-eight",),
    sizes="16 players in two teams",
    legal_sizes=(16,),
    guarantees=(
        "every-two-teams-meet",
        "each-team-plays-every-board-both-ways",
        "teams-meet-both-ways",
    ),
    source=_SOURCE,
    round_limits=compute_limits,
    build=make_eights,
    about="Four pairs a side: every pair meets each opposing pair, every board is played at four tables.",
    team_and_player_counts=(2, 16),
    default_boards=(6,),
    scored_by="eights",
)
SPECS = (EIGHTS,)
"""The matches of two teams of eight."""
