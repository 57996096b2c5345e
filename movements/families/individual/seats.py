"""Make the plan of an individual contest from its tables: four players and a board set.

This adds what all such contests have: partnership numbers, shared sets, sit-outs and the guarantees
that hold. The movement modules decide who sits where.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from movements.check.guarantees import GUARANTEES
from movements.layout import list_board_numbers, mark_copies
from movements.model import Four, Movement, MovementSpec, PlanRequest, SitOut, TableRound
from movements.partnerships import number_partnerships

SEATS = 4


@dataclass(frozen=True, slots=True)
class Foursome:
    """Four players, who hold the N, E, S and W cards, at a table with a board set.

    >>> Foursome(round_no=1, table_no=1, players=(4, 1, 2, 8), board_set=1).players
    (4, 1, 2, 8)
    """

    round_no: int
    table_no: int
    players: Four
    board_set: int
    copy_no: int = 1
    arrow_switched: bool = False


def follow(player: int, moves: int, size: int, last: int) -> int:
    """Return the player in the seat of *player* after *moves* moves.

    Numbers wrap at *size*; *last* never moves.

    >>> follow(7, 1, size=7, last=8), follow(1, -1, size=7, last=8), follow(8, 3, size=7, last=8)
    (1, 7, 8)
    """
    if player == last:
        return player
    return (player - 1 + moves) % size + 1


def seat_players(
    spec: MovementSpec,
    request: PlanRequest,
    foursomes: Iterable[Foursome],
    *,
    board_sets: int,
    winners: int = 1,
    notes: tuple[str, ...] = (),
    copies: int = 1,
) -> Movement:
    """Return the plan of movement *spec* for *request*, with the guarantees that it keeps.

    Players without a seat in a round sit out.
    """
    seated = tuple(foursomes)
    rows = mark_copies(
        [
            TableRound(
                *(four.round_no, four.table_no, 0, 0, four.board_set),
                list_board_numbers(four.board_set, request.boards_per_set),
                arrow_switched=four.arrow_switched,
                copy_no=four.copy_no,
                players=four.players,
            )
            for four in seated
        ]
    )
    plan = Movement(
        key=spec.key,
        name=spec.name,
        contest=spec.contest,
        source=spec.source,
        options=request.options,
        contestants=request.contestants,
        winners=winners,
        tables=max(four.table_no for four in seated),
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=board_sets,
        rows=number_partnerships(rows),
        sit_outs=tuple(_list_sit_outs(request, seated)),
        notes=notes,
        copies=copies,
    )
    return with_promises(spec, plan)


def with_promises(spec: MovementSpec, plan: Movement) -> Movement:
    """Add the guarantees of *spec* that *plan* keeps.

    >>> from movements.registry import find_movement, make_plan
    >>> plan = make_plan("individual-howell-8", players=8, rounds=6)
    >>> with_promises(find_movement(plan.key), plan).guarantees[:2]
    ('no-partner-twice', 'no-opponent-more-than-twice')
    """
    return replace(
        plan, guarantees=tuple(key for key in spec.guarantees if GUARANTEES[key].holds(plan))
    )


def _list_sit_outs(request: PlanRequest, seated: tuple[Foursome, ...]) -> Iterator[SitOut]:
    for round_no in range(1, request.rounds + 1):
        playing: set[int] = set()
        for four in seated:
            if four.round_no == round_no:
                playing.update(four.players)
        for player in range(1, request.contestants + 1):
            if player not in playing:
                yield SitOut(round_no, player)
