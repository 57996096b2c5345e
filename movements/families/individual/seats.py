"""Make the plan of an individual contest from its tables: four players and a board set.

This adds what all such contests have: partnership numbers, shared sets, sit-outs and the guarantees
that hold. The movement modules decide who sits where.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from movements.check.guarantees import GUARANTEES
from movements.layout import board_numbers, mark_copies
from movements.model import Four, Movement, MovementSpec, PlanRequest, SitOut, TableRound
from movements.partnerships import Couple, adversaries, number_partnerships, partners

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
                board_numbers(four.board_set, request.boards_per_set),
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
        sit_outs=tuple(_sit_outs(request, seated)),
        notes=notes,
        copies=copies,
    )
    return with_promises(spec, plan)


def with_promises(spec: MovementSpec, plan: Movement) -> Movement:
    """Add the guarantees of *spec* that *plan* keeps.

    >>> from movements import find_movement, make_plan
    >>> plan = make_plan("individual-howell-8", players=8, rounds=6)
    >>> with_promises(find_movement(plan.key), plan).guarantees[:2]
    ('no-partner-twice', 'no-opponent-more-than-twice')
    """
    return replace(
        plan, guarantees=tuple(key for key in spec.guarantees if GUARANTEES[key].holds(plan))
    )


def _sit_outs(request: PlanRequest, seated: tuple[Foursome, ...]) -> Iterator[SitOut]:
    for round_no in range(1, request.rounds + 1):
        playing = {
            player for four in seated if four.round_no == round_no for player in four.players
        }
        for player in range(1, request.contestants + 1):
            if player not in playing:
                yield SitOut(round_no, player)


# Arithmetic in which every difference is divided into equal steps: fields of few elements.
#
# Responsible for adding and multiplying numbers below a power of a prime, written to the base of
# the prime: 8 elements are three binary digits, 9 are two ternary ones.

LEAST_TERMS: dict[int, tuple[int, int, tuple[int, ...]]] = {
    4: (2, 2, (1, 1)),
    8: (2, 3, (1, 1, 0)),
    9: (3, 2, (2, 0)),
    16: (2, 4, (1, 1, 0, 0)),
}
"""For each order its prime, how many digits a number has, and the digits, lowest first, of base to that power."""


@dataclass(frozen=True, slots=True)
class SmallField:
    """A finite field of 4, 8, 9 or 16 elements, numbered from 0. Elements 0 and 1 are zero and one.

    >>> SmallField(8).times(4, 2), SmallField(9).times(3, 3), SmallField(9).plus(5, 5)
    (3, 2, 7)
    """

    order: int

    def plus(self, first: int, second: int) -> int:
        """Return the sum, digit by digit.

        >>> SmallField(4).plus(3, 1)
        2
        """
        prime = LEAST_TERMS[self.order][0]
        sums = [
            sum(digits) % prime
            for digits in zip(self._digits(first), self._digits(second), strict=True)
        ]
        return self._number(sums)

    def times(self, first: int, second: int) -> int:
        """Return the product.

        >>> [SmallField(4).times(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        prime, length, least_terms = LEAST_TERMS[self.order]
        product = [0] * (2 * length - 1)
        for place, digit in enumerate(self._digits(first)):
            for other_place, other_digit in enumerate(self._digits(second)):
                product[place + other_place] += digit * other_digit
        for high in range(2 * length - 2, length - 1, -1):
            for place, digit in enumerate(least_terms):
                product[high - length + place] += product[high] * digit
        return self._number([digit % prime for digit in product[:length]])

    def _digits(self, number: int) -> list[int]:
        prime, length, _ = LEAST_TERMS[self.order]
        return [number // prime**place % prime for place in range(length)]

    def _number(self, digits: list[int]) -> int:
        prime = LEAST_TERMS[self.order][0]
        return sum(digit * prime**place for place, digit in enumerate(digits))


# What a plan of single players lacks of everybody partnering everybody once and opposing everybody
# twice, in words.


def shortfall(plan: Movement, full: int) -> Movement:
    """Add notes to *plan* on what it lacks compared with its longest form of *full* rounds.

    >>> from movements import make_plan
    >>> make_plan("individual", players=6).notes[1:]
    ('In each round 2 players sit out; everyone sits out up to 2 rounds.', 'Not everyone partners everyone: 5 of 15 \
partnerships never occur.', 'Not everyone opposes everyone twice: 5 of 15 combinations never do.')
    """
    notes = [
        *plan.notes,
        *_length(plan, full),
        *_sitting_out(plan),
        *_partners(plan),
        *_opponents(plan),
    ]
    return replace(plan, notes=tuple(notes))


def note_if_shorter(plan: Movement, full: int) -> Movement:
    """Return *plan* with a note if it is shorter than the *full* one.

    >>> from movements import make_plan
    >>> make_plan("rainbow", players=20, rounds=3).notes[-1]
    'These are 3 of the full 5 rounds.'
    """
    return replace(plan, notes=(*plan.notes, *_length(plan, full)))


def _length(plan: Movement, full: int) -> Iterator[str]:
    if plan.rounds < full:
        yield f"These are {plan.rounds} of the full {full} rounds."


def _sitting_out(plan: Movement) -> Iterator[str]:
    if plan.sit_outs:
        sit_outs_by_player = Counter(sit_out.contestant for sit_out in plan.sit_outs)
        sit_outs_per_round = len(plan.sit_outs) // plan.rounds
        most_sit_outs = max(sit_outs_by_player.values())
        rounds = "one round" if most_sit_outs == 1 else f"up to {most_sit_outs} rounds"
        yield f"In each round {_count(sit_outs_per_round, 'player sits', 'players sit')} out; everyone sits out {rounds}."


def _partners(plan: Movement) -> Iterator[str]:
    never = sum(not times for times in _times(plan, partners(plan)).values())
    if never:
        total = len(_times(plan, Counter()))
        yield f"Not everyone partners everyone: {never} of {total} partnerships never occur."


def _opponents(plan: Movement) -> Iterator[str]:
    met = Counter(_times(plan, adversaries(plan)).values())
    total = met.total()
    words = [
        f"{number} of {total} combinations {meeting_text}"
        for number, meeting_text in ((met[0], "never do"), (met[1], "only once"))
        if number
    ]
    if words:
        yield f"Not everyone opposes everyone twice: {', '.join(words)}."


def _times(plan: Movement, met: Counter[Couple]) -> dict[Couple, int]:
    everybody = range(1, plan.contestants + 1)
    return {
        (first, second): met[first, second]
        for first in everybody
        for second in everybody
        if first < second
    }


def _count(number: int, single: str, several: str) -> str:
    return f"{number} {single if number == 1 else several}"
