"""Baker's social duplicate: two teams of four change rooms, and the cards stay.

Players 1 to 4 are the first team, 5 to 8 the second. Players 1 and 5 are the captains.
"""

from collections.abc import Iterator

from movements.individual.seats import with_guarantees
from movements.layout import list_board_numbers
from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    TableRound,
)

STAGES: tuple[tuple[FourPlayers, FourPlayers], ...] = (
    ((1, 7, 2, 8), (5, 3, 6, 4)),
    ((1, 6, 3, 8), (5, 2, 7, 4)),
    ((1, 6, 4, 7), (5, 2, 8, 3)),
)
"""N, E, S and W of both groups at each stage. In the first group the first team is N-S."""

ROOMS = 2
DEALS = 4
HANDS_PER_STAGE = ROOMS * DEALS
"""Hands of a stage. Each group plays one in a round, so there are as many rounds."""


def round_limits(_teams: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to eight per arrangement of partners.

    >>> round_limits(2, ()).default_rounds
    24
    """
    most_rounds = len(STAGES) * HANDS_PER_STAGE
    return RoundLimits(
        range(1, most_rounds + 1), most_rounds, "everyone has partnered their whole team"
    )


def build(request: PlanRequest) -> Movement:
    """Return the plan: each group deals a new hand, goes to the other room and plays the hand left there.

    >>> plan = build(PlanRequest(2, 24, 1))
    >>> [(row.players, row.boards) for row in plan.rows[:3]]
    [((1, 7, 2, 8), (1,)), ((5, 3, 6, 4), (5,)), ((5, 3, 6, 4), (1,))]

    Source: [HOYLE1926] pp. 40-41.
    """
    plan = Movement(
        key=SPEC.key,
        name=SPEC.name,
        contest=SPEC.contest,
        source=SPEC.source,
        options=(),
        contestants=2,
        winners=1,
        tables=ROOMS,
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=len(STAGES) * HANDS_PER_STAGE,
        rows=tuple(_iter_baker_rows(request)),
        notes=(
            "Use two rooms. Players change rooms, keep their seats and leave the cards. In odd rounds each group "
            "deals a new hand and then changes rooms. In even rounds it plays the hand the other group has left.",
            "Partners change after every eight rounds; the captains, players 1 and 5, stay North.",
        ),
    )
    return with_guarantees(SPEC, plan)


def _iter_baker_rows(request: PlanRequest) -> Iterator[TableRound]:
    for round_no in range(1, request.rounds + 1):
        stage, step = divmod(round_no - 1, HANDS_PER_STAGE)
        deal = step // ROOMS
        # A group deals the next hand in the room where it has just overplayed one, so it changes
        # rooms before every odd step: 0, 1, 1, 0, 0, 1, 1, 0.
        first_room = (step + 1) // ROOMS % ROOMS
        for room in range(ROOMS):
            group = (room + first_room) % ROOMS
            first_set = stage * HANDS_PER_STAGE + 1
            board_set = first_set + room * DEALS + deal
            boards = list_board_numbers(board_set, request.boards_per_set)
            teams = (1, 2) if group == 0 else (2, 1)
            yield TableRound(
                round_no, room + 1, *teams, board_set, boards, players=STAGES[stage][group]
            )


SPEC = MovementSpec(
    key="social-baker-8",
    name="Baker’s social duplicate",
    aliases=("social-baker", "baker"),
    contest="teams",
    sizes="2 teams (8 players)",
    legal_sizes=(2,),
    guarantees=(
        "every-two-teams-meet",
        "teams-meet-both-ways",
        "each-team-plays-every-board-both-ways",
        "team-mates-partner-equally",
        "each-set-at-one-table",
    ),
    source="Hoyle’s Rules for Card Games, 1926, pages 40-41",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Eight players in two rooms, four against four: players change rooms, cards stay, rubbers are scored.",
    players_per_contestant=4,
    default_boards=(1,),
    scored_by="rubbers",
)
