"""What individual contests share: their plan, notes on its shortfalls, and small finite fields.

The movement modules decide who sits where, as tables of four players and a board set. This adds
partnership numbers, shared sets, sit-outs and the guarantees that hold. Notes say what a plan lacks of
the ideal one, in which everybody partners everybody once and opposes everybody twice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from movements.check.guarantees import GUARANTEES
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    PlanRequest,
    PlayerNo,
    RoundNo,
    SetNo,
    SitOut,
    TableNo,
    TableRound,
)
from movements.partnerships import (
    Couple,
    count_opponent_rounds_by_couple,
    count_partner_rounds_by_couple,
    number_partnerships,
)

SEATS = 4


@dataclass(frozen=True, slots=True)
class Foursome:
    """Four players, who hold the N, E, S and W cards, at a table with a board set.

    >>> Foursome(round_no=1, table_no=1, players=(4, 1, 2, 8), board_set=1).players
    (4, 1, 2, 8)
    """

    round_no: RoundNo
    table_no: TableNo
    players: FourPlayers
    board_set: SetNo
    copy_no: int = 1
    arrow_switched: bool = False


def get_following_player(player: PlayerNo, moves: int, size: int, stationary_player: int) -> int:
    """Return the player in the seat of *player* after *moves* moves.

    Numbers wrap at *size*; *stationary_player* never moves.

    >>> (
    ...     get_following_player(7, 1, size=7, stationary_player=8),
    ...     get_following_player(1, -1, size=7, stationary_player=8),
    ...     get_following_player(8, 3, size=7, stationary_player=8),
    ... )
    (1, 7, 8)
    """
    if player == stationary_player:
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
        sit_outs=tuple(_iter_sit_outs(request, seated)),
        notes=notes,
        copies=copies,
    )
    return with_guarantees(spec, plan)


def with_guarantees(spec: MovementSpec, plan: Movement) -> Movement:
    """Add the guarantees of *spec* that *plan* keeps.

    >>> from movements.registry import get_movement, make_plan
    >>> plan = make_plan("individual-howell-8", players=8, rounds=6)
    >>> with_guarantees(get_movement(plan.key), plan).guarantees[:2]
    ('no-partner-twice', 'no-opponent-more-than-twice')
    """
    return replace(
        plan, guarantees=tuple(key for key in spec.guarantees if GUARANTEES[key].is_kept(plan))
    )


def _iter_sit_outs(request: PlanRequest, seated: tuple[Foursome, ...]) -> Iterator[SitOut]:
    for round_no in range(1, request.rounds + 1):
        playing: set[int] = set()
        for four in seated:
            if four.round_no == round_no:
                playing.update(four.players)
        for player in range(1, request.contestants + 1):
            if player not in playing:
                yield SitOut(round_no, player)


def add_shortfall_notes(plan: Movement, full_rounds: int) -> Movement:
    """Add notes to *plan* on what it lacks compared with its longest form, which has *full_rounds*.

    >>> from movements.registry import make_plan
    >>> make_plan("individual", players=6).notes[1:]
    ('In each round 2 players sit out; everyone sits out up to 2 rounds.', 'Not everyone partners everyone: 5 of 15 \
partnerships never occur.', 'Not everyone opposes everyone twice: 5 of 15 combinations never do.')
    """
    notes = [
        *plan.notes,
        *_make_length_notes(plan, full_rounds),
        *_make_sit_out_notes(plan),
        *_make_partner_notes(plan),
        *_make_opponent_notes(plan),
    ]
    return replace(plan, notes=tuple(notes))


def add_length_note(plan: Movement, full_rounds: int) -> Movement:
    """Return *plan* with a note if it is shorter than the *full_rounds* one.

    >>> from movements.registry import make_plan
    >>> make_plan("rainbow", players=20, rounds=3).notes[-1]
    'These are 3 of the full 5 rounds.'
    """
    return replace(plan, notes=(*plan.notes, *_make_length_notes(plan, full_rounds)))


def _make_length_notes(plan: Movement, full_rounds: int) -> Iterator[str]:
    if plan.rounds < full_rounds:
        yield f"These are {plan.rounds} of the full {full_rounds} rounds."


def _make_sit_out_notes(plan: Movement) -> Iterator[str]:
    if not plan.sit_outs:
        return
    sit_outs_by_player = Counter(sit_out.contestant for sit_out in plan.sit_outs)
    sit_outs_per_round = len(plan.sit_outs) // plan.rounds
    most_sit_outs = max(sit_outs_by_player.values())
    players = "player sits" if sit_outs_per_round == 1 else "players sit"
    rounds = "one round" if most_sit_outs == 1 else f"up to {most_sit_outs} rounds"
    yield f"In each round {sit_outs_per_round} {players} out; everyone sits out {rounds}."


def _make_partner_notes(plan: Movement) -> Iterator[str]:
    meeting_counts = _list_meeting_counts(plan, count_partner_rounds_by_couple(plan))
    never_count = meeting_counts.count(0)
    if never_count:
        yield f"Not everyone partners everyone: {never_count} of {len(meeting_counts)} partnerships never occur."


def _make_opponent_notes(plan: Movement) -> Iterator[str]:
    meeting_counts = _list_meeting_counts(plan, count_opponent_rounds_by_couple(plan))
    phrases = []
    for count, meeting_text in (
        (meeting_counts.count(0), "never do"),
        (meeting_counts.count(1), "only once"),
    ):
        if count:
            phrases.append(f"{count} of {len(meeting_counts)} combinations {meeting_text}")
    if phrases:
        yield f"Not everyone opposes everyone twice: {', '.join(phrases)}."


def _list_meeting_counts(plan: Movement, meeting_counts: Counter[Couple]) -> list[int]:
    """Return the meetings of any two players, 0 if they never meet."""
    all_players = range(1, plan.contestants + 1)
    return [meeting_counts[couple] for couple in combinations(all_players, 2)]


# Fields of few elements, for seats whose differences never repeat. The elements are numbers below a power
# of a prime, written to the base of the prime: 8 elements are three binary digits, 9 are two ternary ones.


class FieldShape(NamedTuple):
    """The shape of a finite field."""

    prime: int  # the number of values of a digit
    length: int  # the digits of an element
    reduced_power: tuple[int, ...]  # the digits of base to the power *length*, lowest first


FIELD_SHAPES = {
    4: FieldShape(2, 2, (1, 1)),
    8: FieldShape(2, 3, (1, 1, 0)),
    9: FieldShape(3, 2, (2, 0)),
    16: FieldShape(2, 4, (1, 1, 0, 0)),
}
"""The fields by their number of elements."""


@dataclass(frozen=True, slots=True)
class SmallField:
    """A finite field of 4, 8, 9 or 16 elements, numbered from 0. Elements 0 and 1 are zero and one.

    >>> SmallField(8).multiply_elements(4, 2), SmallField(9).multiply_elements(3, 3), SmallField(9).add_elements(5, 5)
    (3, 2, 7)
    """

    order: int

    def add_elements(self, first: int, second: int) -> int:
        """Return the sum, digit by digit.

        >>> SmallField(4).add_elements(3, 1)
        2
        """
        digit_pairs = zip(self._get_digits(first), self._get_digits(second), strict=True)
        return self._make_number([sum(digits) for digits in digit_pairs])

    def multiply_elements(self, first: int, second: int) -> int:
        """Return the product.

        >>> [SmallField(4).multiply_elements(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        length = self._shape.length
        # Elements are polynomials, whose coefficients are their digits.
        product = [0] * (2 * length - 1)
        for first_place, first_digit in enumerate(self._get_digits(first)):
            for second_place, second_digit in enumerate(self._get_digits(second)):
                product[first_place + second_place] += first_digit * second_digit
        # From the highest power down, since a replaced power adds to the next ones.
        for digit_index in range(2 * length - 2, length - 1, -1):
            for low_place, digit in enumerate(self._shape.reduced_power):
                product[digit_index - length + low_place] += product[digit_index] * digit
        return self._make_number(product[:length])

    @property
    def _shape(self) -> FieldShape:
        return FIELD_SHAPES[self.order]

    def _get_digits(self, number: int) -> list[int]:
        """Return the digits of *number*, lowest first."""
        prime = self._shape.prime
        return [number // prime**digit_index % prime for digit_index in range(self._shape.length)]

    def _make_number(self, digits: list[int]) -> int:
        prime = self._shape.prime
        return sum(digit % prime * prime**digit_index for digit_index, digit in enumerate(digits))
