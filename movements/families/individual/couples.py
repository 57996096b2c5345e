"""Safford's married couples: everybody partners and opposes every spouse but their own.

Responsible for the eight couples of the book and for odd numbers of couples without a factor 3, for
which a plain rule does the same with one couple sitting out in each round.  Men are 1 to C, ladies
C+1 to 2C, man and wife m and C+m.
"""

from collections.abc import Iterator

from movements.families.individual.seats import Foursome, follow, note_if_shorter, seat_players
from movements.model import Four, Movement, MovementSpec, Options, PlanRequest, RoundLimits

COUPLES = (5, 7, 8, 11, 13, 17, 19)
EIGHT = 8
START: tuple[Four, ...] = ((6, 2, 15, 9), (3, 8, 13, 12), (14, 10, 7, 1), (11, 16, 5, 4))
"""The printed first round, N, E, S, W; a to h are 9 to 16."""


def round_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one for every other couple, one more with a sit-out.

    >>> round_limits(16, ()).usual, round_limits(14, ()).usual
    (7, 7)
    """
    couples = players // 2
    most = couples - 1 + couples % 2
    fewest = 1 + couples % 2
    end, start = "one more round would repeat partners", "one player would only sit out"
    return RoundLimits(range(fewest, most + 1), most, end, start=start)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    One couple stays or sits out, the others go from seat to seat. All tables play the same boards.

    >>> plan = build(PlanRequest(16, 7, 4))
    >>> [row.players for row in plan.rows if row.round_no == 2][0]
    (5, 8, 14, 9)

    Source: [HOYLE1926] pp. 41-42 for eight couples; the other numbers are derived.
    """
    couples = request.contestants // 2
    seated = _eight(request.rounds) if couples == EIGHT else _odd(couples, request.rounds)
    notes = _notes(couples)
    plan = seat_players(SPEC, request, seated, board_sets=request.rounds, notes=notes)
    return note_if_shorter(plan, round_limits(request.contestants, ()).usual)


def _eight(rounds: int) -> Iterator[Foursome]:
    for round_no in range(1, rounds + 1):
        for table_no, four in enumerate(START, start=1):
            north, east, south, west = (_later(player, round_no - 1) for player in four)
            yield Foursome(round_no, table_no, (north, east, south, west), round_no)


def _later(player: int, rounds: int) -> int:
    """Return who has the seat of *player* that many rounds later.

    Each round it is the next lower man or lady.
    """
    lady, number = divmod(player - 1, EIGHT)
    place = number + 1
    moved = place if place == 1 else follow(place - 1, -rounds, EIGHT - 1, EIGHT) + 1
    return EIGHT * lady + moved


def _odd(couples: int, rounds: int) -> Iterator[Foursome]:
    """Yield the tables: in round k the men k-d and k+d meet with the ladies k-2d and k+2d, crosswise.

    So differences of partners, of opponents of the other sex and of those of the own are all
    different where neither 2 nor 3 divides the number of couples.
    """
    for round_no in range(1, rounds + 1):
        for apart in range(1, couples // 2 + 1):
            man, other_man = (_round(round_no + step, couples) for step in (apart, -apart))
            lady, other_lady = (
                couples + _round(round_no + 2 * step, couples) for step in (apart, -apart)
            )
            yield Foursome(round_no, apart, (man, other_man, lady, other_lady), round_no)


def _round(number: int, couples: int) -> int:
    return (number - 1) % couples + 1


def _notes(couples: int) -> tuple[str, ...]:
    first_lady = couples + 1
    who = f"Men are 1 to {couples}, ladies {first_lady} to {2 * couples}; man 1 and lady {first_lady} are a couple."
    if couples == EIGHT:
        return (
            who,
            "Couple 1 is stationary. After every round the other men take the seat of the next higher man, man "
            f"{EIGHT} that of man 2. The other ladies do the same, lady {2 * EIGHT} taking the seat of lady "
            f"{EIGHT + 2}.",
            "All tables play the same boards in every round.",
        )
    return (
        who,
        "After every round each man takes the seat of the next lower man, the lowest that of the highest. Ladies do "
        "the same. In round 1 couple 1 sits out, in round 2 couple 2, and so on.",
        "All tables play the same boards in every round.",
    )


SPEC = MovementSpec(
    key="couples-safford",
    name="Safford's married couples",
    aliases=("safford-couples", "married-couples"),
    contest="individual",
    sizes="10 to 38 players (5, 7, 8, 11, 13, 17 or 19 couples)",
    legal_sizes=tuple(2 * couples for couples in COUPLES),
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
    source="Hoyle's Rules for Card Games, 1926, pages 41-42 (eight couples; the others derived)",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="For couples: everyone partners every other spouse once, and never their own.",
    players_each=1,
    usual_boards=(4,),
)
