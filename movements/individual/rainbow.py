"""The rainbow: four lines of players, one for each seat.

Everybody meets everybody of the other lines once. If neither 2 nor 3 divides the number of tables,
each line always moves the same way. With 4, 8, 9 or 16 tables, players need guide cards.
"""

from collections.abc import Iterator
from dataclasses import replace

from movements.individual.seats import (
    FIELD_SHAPES,
    SEATS,
    Foursome,
    SmallField,
    add_length_note,
    seat_players,
)
from movements.model import FourPlayers, Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option

TABLE_COUNTS = (4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 29)
FEWEST = 4
ROUNDS_PER_TABLE = 3
"""Rounds at a table if all its three partnerships play."""

RING_STEPS = (0, -1, -2, 2, 1)
"""Change of the number at a table per round, for N, S, E, W and boards. They move in the opposite
direction."""

FIELD_FACTORS = (0, 1, 2, 3, 4)
"""The same in a finite field, as a factor of the round."""

PARTNERS = Option(
    "partners",
    "Partners at a table",
    {"stay": "N-S and E-W", "turn": "all three in turn"},
    note="“In turn”: East, South and West change seats twice at each table.",
)


def round_limits(players: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per table, or three if partners change.

    >>> round_limits(20, (("partners", "turn"),)).default_rounds
    15
    """
    most_rounds = players // SEATS * (ROUNDS_PER_TABLE if _has_partners_in_turn(options) else 1)
    return RoundLimits(
        range(1, most_rounds + 1), most_rounds, "one more round would repeat opponents or partners"
    )


def _has_partners_in_turn(options: Options) -> bool:
    return dict(options).get(PARTNERS.name) == "turn"


def build(request: PlanRequest) -> Movement:
    """Return the plan: with T tables N are 1 to T, E T+1 to 2T, S 2T+1 to 3T, W 3T+1 to 4T.

    >>> plan = build(PlanRequest(20, 5, 2, (("partners", "stay"),)))
    >>> [row.players for row in plan.rows if row.round_no == 2][:2]
    [(1, 9, 15, 18), (2, 10, 11, 19)]

    Source: [RAINBOW]; the fields are derived.
    """
    is_in_turn = _has_partners_in_turn(request.options)
    tables = request.contestants // SEATS
    winners = 1 if is_in_turn else 2
    plan = seat_players(
        SPEC,
        request,
        _generate_foursomes(request, tables, is_in_turn=is_in_turn),
        board_sets=tables * (ROUNDS_PER_TABLE if is_in_turn else 1),
        winners=winners,
        notes=tuple(_make_rainbow_notes(tables, is_in_turn=is_in_turn)),
    )
    if is_in_turn:
        plan = replace(plan, name="Rainbow, partners in turn")
    full_rounds = round_limits(request.contestants, request.options).default_rounds
    return add_length_note(plan, full_rounds)


def _generate_foursomes(
    request: PlanRequest, tables: int, *, is_in_turn: bool
) -> Iterator[Foursome]:
    for round_no in range(1, request.rounds + 1):
        move, turn = round_no - 1, 0
        if is_in_turn:
            move, turn = divmod(round_no - 1, ROUNDS_PER_TABLE)
        for table in range(tables):
            north, south, east, west, board_set = _get_seats_and_set(tables, table, move)
            starting_players = (
                north + 1,
                tables + east + 1,
                2 * tables + south + 1,
                3 * tables + west + 1,
            )
            players = _turn_seats(starting_players, turn)
            if is_in_turn:
                board_set = board_set * ROUNDS_PER_TABLE + turn
            yield Foursome(round_no, table + 1, players, board_set + 1)


def _get_seats_and_set(tables: int, table: int, move: int) -> tuple[int, int, int, int, int]:
    """Return N, S, E and W and the set at a table after some moves, numbered from 0."""
    if tables in FIELD_SHAPES:
        field = SmallField(tables)
        north, south, east, west, board_set = (
            field.add_elements(table, field.multiply_elements(factor % tables, move))
            for factor in FIELD_FACTORS
        )
        if tables == FEWEST:
            # Four elements leave no factor for the boards, so all tables play the same ones.
            board_set = move
    else:
        north, south, east, west, board_set = (
            (table + step * move) % tables for step in RING_STEPS
        )
    return north, south, east, west, board_set


def _turn_seats(players: FourPlayers, turn: int) -> FourPlayers:
    """Return N, E, S and W after *turn* changes of seats among East, South and West."""
    north, east, south, west = players
    for _ in range(turn):
        east, south, west = west, east, south
    return north, east, south, west


def _make_rainbow_notes(tables: int, *, is_in_turn: bool) -> Iterator[str]:
    if tables in FIELD_SHAPES:
        yield "There is no simple rule for the moves: give every player a guide card."
    else:
        yield (
            f"After every {'third ' if is_in_turn else ''}round the starting N players stay. S players go up one table, E "
            "up two and W down two; boards go down one."
        )
    if is_in_turn:
        yield (
            "Players stay three rounds at a table. After the first and second, East takes South’s seat, South West’s "
            "and West East’s. At the next table everyone starts in their seat of round 1."
        )
    if tables == FEWEST:
        yield "All tables play the same boards in every round."


SPEC = MovementSpec(
    key="rainbow",
    name="Rainbow",
    aliases=("rainbow-individual",),
    contest="individual",
    sizes="16 to 116 players (4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25 or 29 tables)",
    legal_sizes=tuple(SEATS * tables for tables in TABLE_COUNTS),
    options=(PARTNERS,),
    guarantees=(
        "everybody-meets-the-other-lines-once",
        "everybody-partners-the-other-lines-once",
        "no-partner-twice",
        "no-opponent-more-than-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "same-boards-at-every-table",
        "one-winner",
        "two-winners",
    ),
    source="Baron Barclay, Rainbow; English Bridge Union, newsletter 11 (prime numbers of tables; 4, 8, 9, 16 and 25 "
    "derived)",
    round_limits=round_limits,
    build=build,
    about="Everyone keeps their compass seat and meets each player of the other three lines once.",
    players_per_contestant=1,
)
