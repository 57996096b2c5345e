"""The four-pair match: four pairs at two tables.

All pairs meet, and any two compare on eight boards. Players 1 and 2 are pair 1, 3 and 4 pair 2, and
so on, as in the book.
"""

from movements.individual.seats import with_guarantees
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    TableRound,
)

PLAYERS_BY_BLOCK: tuple[tuple[FourPlayers, FourPlayers], ...] = (
    ((1, 5, 2, 6), (3, 7, 4, 8)),
    ((3, 5, 4, 6), (2, 8, 1, 7)),
    ((5, 3, 6, 4), (1, 8, 2, 7)),
    ((1, 3, 2, 4), (6, 7, 5, 8)),
    ((3, 1, 4, 2), (5, 7, 6, 8)),
    ((5, 1, 6, 2), (4, 8, 3, 7)),
)
"""N, E, S and W at both tables in each block of boards."""

PAIRS = 4


def round_limits(_pairs: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to two for each of the three matches.

    >>> round_limits(4, ()).default_rounds
    6
    """
    return RoundLimits(
        range(1, len(PLAYERS_BY_BLOCK) + 1),
        len(PLAYERS_BY_BLOCK),
        "all pairs have met and are compared",
    )


def build(request: PlanRequest) -> Movement:
    """Return the plan: both tables play the boards of a round, and start with half of them.

    >>> plan = build(PlanRequest(4, 6, 4))
    >>> [(row.ns, row.ew, row.boards) for row in plan.rows[:2]]
    [(1, 3, (1, 2, 3, 4)), (2, 4, (3, 4, 1, 2))]

    Source: [WDW1900] pp. 27-28.
    """
    rows = []
    for round_no, tables in enumerate(PLAYERS_BY_BLOCK[: request.rounds], start=1):
        for table_no, players in enumerate(tables, start=1):
            rows.append(
                TableRound(
                    round_no,
                    table_no,
                    ns=_get_pair(players[0]),
                    ew=_get_pair(players[1]),
                    board_set=round_no,
                    boards=list_board_numbers(round_no, request.boards_per_set),
                    players=players,
                )
            )
    plan = Movement(
        key=SPEC.key,
        name=SPEC.name,
        contest=SPEC.contest,
        source=SPEC.source,
        options=(),
        contestants=PAIRS,
        winners=1,
        tables=2,
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=request.rounds,
        rows=mark_copies(rows),
        notes=(
            "Rounds 1 and 2, 3 and 4, 5 and 6 are one match each. Pairs are compared with the pair in the same "
            "direction at the other table.",
        ),
    )
    return with_guarantees(SPEC, plan)


def _get_pair(player: int) -> int:
    return (player + 1) // 2


SPEC = MovementSpec(
    key="four-pairs",
    name="Four-pair match",
    aliases=("four-pair-match",),
    contest="pairs",
    sizes="4 pairs",
    legal_sizes=(PAIRS,),
    guarantees=(
        "each-pair-meets-each-other-twice",
        "opponents-equally-often",
        "everyone-plays-every-board",
        "same-boards-at-every-table",
        "compared-equally",
        "one-winner",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 27-28",
    round_limits=round_limits,
    build=build,
    historic=True,
    whist_scored_by="four-pairs",
    about="Four pairs at two tables, scored as three double matches: each pair against every other.",
    players_per_contestant=2,
    default_boards=(4,),
)
