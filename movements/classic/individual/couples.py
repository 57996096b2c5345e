"""Safford's married couples: everybody partners and opposes every spouse but their own.

Eight couples play as printed in the book. Odd numbers of couples not divisible by 3 follow a rule
with the same properties, and one couple sits out in each round.  With C couples, the men are 1 to C,
the ladies C+1 to 2C, and lady C+m is the wife of man m.
"""

from collections.abc import Iterator

from movements.individual.seats import (
    Foursome,
    add_length_note,
    get_following_player,
    seat_players,
)
from movements.model import FourPlayers, Movement, MovementSpec, Options, PlanRequest, RoundLimits

COUPLE_COUNTS = (5, 7, 8, 11, 13, 17, 19)
BOOK_COUPLES = 8
FIRST_ROUND: tuple[FourPlayers, ...] = (
    (6, 2, 15, 9),
    (3, 8, 13, 12),
    (14, 10, 7, 1),
    (11, 16, 5, 4),
)
"""The printed first round, N, E, S, W; a to h are 9 to 16."""


def round_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible rounds: one per other couple, and one more if couples sit out.

    >>> round_limits(16, ()).default_rounds, round_limits(14, ()).default_rounds
    (7, 7)
    """
    couples = players // 2
    fewest_rounds, most_rounds = 1, couples - 1
    if couples % 2:
        # Another couple sits out in each round.
        fewest_rounds, most_rounds = 2, couples
    return RoundLimits(
        legal_rounds=range(fewest_rounds, most_rounds + 1),
        default_rounds=most_rounds,
        max_reason="one more round would repeat partners",
        min_reason="one player would only sit out",
    )


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    One couple stays or sits out, the others go from seat to seat. All tables play the same boards.

    >>> plan = build(PlanRequest(16, 7, 4))
    >>> [row.players for row in plan.rows if row.round_no == 2][0]
    (5, 8, 14, 9)

    Source: [HOYLE1926] pp. 41-42 for eight couples; the other numbers are derived.
    """
    couples = request.contestants // 2
    if couples == BOOK_COUPLES:
        foursomes = _seat_eight_couples(request.rounds)
    else:
        foursomes = _seat_odd_couples(couples, request.rounds)
    notes = _make_couples_notes(couples)
    plan = seat_players(SPEC, request, foursomes, board_sets=request.rounds, notes=notes)
    return add_length_note(plan, round_limits(request.contestants, ()).default_rounds)


def _seat_eight_couples(rounds: int) -> Iterator[Foursome]:
    for round_no in range(1, rounds + 1):
        for table_no, first_players in enumerate(FIRST_ROUND, start=1):
            north, east, south, west = (
                _get_player_after_rounds(player, round_no - 1) for player in first_players
            )
            yield Foursome(round_no, table_no, (north, east, south, west), round_no)


def _get_player_after_rounds(first_player: int, rounds: int) -> int:
    """Return the player in the seat of *first_player* after *rounds* rounds.

    In each round it is the next lower man or lady. Couple 1 is stationary.
    """
    is_lady = first_player > BOOK_COUPLES
    couple = first_player - BOOK_COUPLES if is_lady else first_player
    if couple == 1:
        return first_player
    # Couples 2 to 8 rotate, which are 1 to 7 for the general rule.
    couple = get_following_player(couple - 1, -rounds, BOOK_COUPLES - 1, BOOK_COUPLES) + 1
    return couple + BOOK_COUPLES if is_lady else couple


def _seat_odd_couples(couples: int, rounds: int) -> Iterator[Foursome]:
    """Yield the four players of each table and round.

    Table d has in round k, modulo the number of couples:

    - N-S: man k + d and lady k + 2d
    - E-W: man k - d and lady k - 2d

    The differences of numbers are d between partners, 3d between a man and the lady who opposes him,
    2d between opposing men, and 4d between opposing ladies.  If neither 2 nor 3 divides the number
    of couples, each of these differences belongs to one table, so nobody has a partner twice.
    """
    for round_no in range(1, rounds + 1):
        for step in range(1, couples // 2 + 1):
            man = _wrap(round_no + step, couples)
            other_man = _wrap(round_no - step, couples)
            lady = couples + _wrap(round_no + 2 * step, couples)
            other_lady = couples + _wrap(round_no - 2 * step, couples)
            yield Foursome(round_no, step, (man, other_man, lady, other_lady), round_no)


def _wrap(number: int, couples: int) -> int:
    return (number - 1) % couples + 1


def _make_couples_notes(couples: int) -> tuple[str, ...]:
    first_lady = couples + 1
    numbers_note = f"Men are 1 to {couples}, ladies {first_lady} to {2 * couples}; man 1 and lady {first_lady} are a couple."
    if couples == BOOK_COUPLES:
        return (
            numbers_note,
            "Couple 1 is stationary. After every round the other men take the seat of the next higher man, man "
            f"{BOOK_COUPLES} that of man 2. The other ladies do the same, lady {2 * BOOK_COUPLES} taking the seat of lady "
            f"{BOOK_COUPLES + 2}.",
            "All tables play the same boards in every round.",
        )
    return (
        numbers_note,
        "After every round each man takes the seat of the next lower man, the lowest that of the highest. Ladies do "
        "the same. In round 1 couple 1 sits out, in round 2 couple 2, and so on.",
        "All tables play the same boards in every round.",
    )


SPEC = MovementSpec(
    key="couples-safford",
    name="Safford’s married couples",
    aliases=("safford-couples", "married-couples"),
    contest="individual",
    sizes="10 to 38 players (5, 7, 8, 11, 13, 17 or 19 couples)",
    legal_sizes=tuple(2 * couples for couples in COUPLE_COUNTS),
    guarantees=(
        "couples-mixed-evenly",
        "spouses-at-different-tables",
        "no-partner-twice",
        "no-opponent-more-than-twice",
        "everyone-plays-every-board",
        "same-boards-at-every-table",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="Hoyle’s Rules for Card Games, 1926, pages 41-42 (eight couples; the others derived)",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="For couples: everyone partners every other spouse once, and never their own.",
    players_per_contestant=1,
    default_boards=(4,),
)
