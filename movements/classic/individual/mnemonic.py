"""Mnemonic duplicate at one table: four players repeat every board with the cards of the other
side.

Results are individual: partners change after each third, in the same way again on the replay.
"""

from dataclasses import replace

from movements.individual.seats import Foursome, seat_players
from movements.model import FourPlayers, Movement, MovementSpec, Options, PlanRequest, RoundLimits

PLAYERS_BY_THIRD: tuple[FourPlayers, ...] = ((1, 2, 3, 4), (1, 3, 2, 4), (1, 3, 4, 2))
"""N, E, S and W in each third."""

PLAYER_COUNT = 4

NOTES = (
    "After the first third South and East change seats, after the second South and West.",
    "Rounds 4 to 6 are the replay: everyone sits as in rounds 1 to 3, and the boards are turned so that each side "
    "holds the other’s cards. Play them as late as you can; their boards come in another order.",
    "At whist, one suit is trumps for the whole sitting, and no card is turned up. A hand with a wrong number of "
    "cards is always dealt again.",
)


def round_limits(_players: int, _options: Options) -> RoundLimits:
    """Return the only possible number of rounds: three, and three more to repeat their boards.

    >>> round_limits(4, ()).default_rounds
    6
    """
    all_rounds = 2 * len(PLAYERS_BY_THIRD)
    max_reason, min_reason = (
        "every board has been played both ways",
        "every board must be played both ways",
    )
    return RoundLimits(
        range(all_rounds, all_rounds + 1), all_rounds, max_reason, min_reason=min_reason
    )


def build(request: PlanRequest) -> Movement:
    """Return the plan: on the replay everybody sits as before, and the boards are turned by a quarter.

    The replay takes the boards of a round backwards, because it should have another order.

    >>> plan = build(PlanRequest(4, 6, 4))
    >>> [(row.players, row.board_set, row.arrow_switched) for row in plan.rows if row.board_set == 1]
    [((1, 2, 3, 4), 1, False), ((4, 1, 2, 3), 1, True)]

    Source: [WDW1900] pp. 26 and 66, [HOYLE1926] p. 60.
    """
    first_half = [
        Foursome(round_no, 1, four, round_no)
        for round_no, four in enumerate(PLAYERS_BY_THIRD, start=1)
    ]
    second_half = [
        Foursome(
            round_no + len(PLAYERS_BY_THIRD),
            1,
            _turn_by_quarter(four),
            round_no,
            arrow_switched=True,
        )
        for round_no, four in enumerate(PLAYERS_BY_THIRD, start=1)
    ]
    plan = seat_players(
        SPEC, request, [*first_half, *second_half], board_sets=len(PLAYERS_BY_THIRD), notes=NOTES
    )
    rows = [
        replace(row, boards=row.boards[::-1]) if row.arrow_switched else row for row in plan.rows
    ]
    return replace(plan, rows=tuple(rows))


def _turn_by_quarter(players: FourPlayers) -> FourPlayers:
    """Return the holders of the N, E, S and W cards after a quarter turn of the board."""
    north, east, south, west = players
    return west, north, east, south


SPEC = MovementSpec(
    key="mnemonic",
    name="Mnemonic duplicate",
    aliases=("single-table-duplicate", "memory-duplicate"),
    contest="individual",
    sizes="4 players",
    legal_sizes=(PLAYER_COUNT,),
    guarantees=("boards-played-both-ways", "each-set-at-one-table"),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 26 and 66; Hoyle’s Rules for Card Games, 1926, page 60",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Four players at one table: every board is played twice, the second time with the other side’s cards.",
    players_per_contestant=1,
    scored_by="average",
)
