"""Who meets whom on which board set, and which way: simulated annealing of the squares behind Qf.

The *shape* says what plan is searched. Every set is played by everybody.  A move lets two pairs
exchange their seats on a set, or turns the boards of a table.  (With one copy and no more rounds than
tables, :mod:`tests.tools.search.tight` is used instead.)  Moves that make the comparison more even
are made, others with a probability that falls as the annealing cools.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import ceil, exp
from random import Random

from movements.model import PairNo, SetNo

Couples = tuple[tuple[int, int], ...]
"""The meetings on one board set: the pair that holds the N-S cards, then the other."""

Sets = tuple[Couples, ...]
"""The meetings by board set."""

PENALTY = 4000
"""Added for every meeting that mustn't be: of two stationary pairs, or a second sit-out of a pair."""

SHARE_OF_TURNS = 0.2
"""Share of the moves that turn the boards of a table."""


@dataclass(frozen=True)
class Shape:
    """The size and length of a plan, how many pairs keep their seats, and the copies of the boards.

    In an odd field the highest number, :attr:`size`, is absent.

    >>> shape = Shape(pairs=11, rounds=9)
    >>> (shape.size, shape.absent_pair, shape.tables)
    (12, 12, 5)
    """

    pairs: int
    rounds: int
    stationary: int = 0
    copies: int = 1

    @property
    def size(self) -> int:
        """Return the number of pairs, the absent one included."""
        return self.pairs + self.pairs % 2

    @property
    def absent_pair(self) -> int | None:
        """Return the absent number, None if everybody is there."""
        return self.size if self.pairs % 2 else None

    @property
    def tables(self) -> int:
        """Return the number of full tables."""
        return self.pairs // 2

    @property
    def steps_per_annealing(self) -> int:
        """Return the steps of one annealing: more for larger plans, found by trial.

        >>> Shape(pairs=8, rounds=6).steps_per_annealing
        12000
        """
        return 250 * self.size * self.rounds

    @property
    def is_tight(self) -> bool:
        """Return whether every set is in play in every round: one copy, and no more rounds than tables.

        With fewer rounds than tables, nobody plays all the sets then.  Not so if pairs are to keep their
        seats, which :mod:`tests.tools.search.tight` can't choose.
        """
        return self.copies == 1 and self.rounds <= self.tables and not self.stationary

    @property
    def plays(self) -> int:
        """Return at how many tables each set is played.

        >>> Shape(pairs=19, rounds=8).plays, Shape(pairs=19, rounds=8, copies=2).plays
        (8, 9)
        """
        return self.rounds if self.is_tight else self.tables

    @property
    def competition(self) -> int:
        """Return the sum of the competition of all couples, which no arrangement changes."""
        return self.rounds * self.tables * (self.plays - 1)

    @cached_property
    def least_squares(self) -> int:
        """Return the least possible sum of the squares of the competition.

        >>> Shape(pairs=8, rounds=7).least_squares
        252
        """
        couples = self.pairs * (self.pairs - 1) // 2
        quotient, remainder = divmod(self.competition, couples)
        return (couples - remainder) * quotient * quotient + remainder * (quotient + 1) ** 2

    def compute_quality(self, squares: int) -> Fraction:
        """Return Qf for a sum of *squares*.

        >>> Shape(pairs=8, rounds=7).compute_quality(252)
        Fraction(100, 1)
        """
        return Fraction(100 * self.least_squares, squares)

    @property
    def impossible_reason(self) -> str:
        """Return why no such plan can exist, or "" if one may.

        >>> Shape(pairs=14, rounds=3, copies=2).impossible_reason
        '7 tables need at least 4 rounds with 2 copies of the boards'
        """
        if self.pairs % 2:
            most_rounds = self.pairs
        else:
            most_rounds = self.size - max(1, self.stationary)
        tables = self.tables
        if self.rounds * self.copies < tables and not self.is_tight:
            min_rounds = ceil(tables / self.copies)
            copies = "one copy" if self.copies == 1 else f"{self.copies} copies"
            return f"{tables} tables need at least {min_rounds} rounds with {copies} of the boards"
        if self.rounds > most_rounds:
            return (
                f"{self.pairs} pairs have at most {most_rounds} opponents if {self.stationary} "
                "keep their seats"
            )
        return ""


START_TEMPERATURE_FACTOR, END_TEMPERATURE = 2.0, 5.0
"""The temperature at first, for each table, and at the end: found by trial for 6 to 40 pairs."""


class SetDraft:
    """The meetings of all sets, with the competition of every couple kept up to date.

    Pairs count from 0 here.  ``seat[s][p]`` is 1 if pair p holds set s N-S and -1 if E-W, and
    ``side[s][p]`` the same, but 0 where the pair or its opponent is absent.

    >>> draft = SetDraft(Shape(8, 7), make_random_sets(Shape(8, 7), Random(1)))
    >>> draft.cost == draft.compute_cost()
    True
    """

    def __init__(self, shape: Shape, sets: Sets) -> None:
        self.shape = shape
        self.tables = shape.tables
        self.absent_index = -1 if shape.absent_pair is None else shape.absent_pair - 1
        size = shape.size
        self.opponents_by_set: list[list[int]] = []
        self.seats_by_set: list[list[int]] = []
        self.sides_by_set: list[list[int]] = []
        for couples in sets:
            opponent, seat = [0] * size, [0] * size
            for ns, ew in couples:
                opponent[ns - 1], opponent[ew - 1] = ew - 1, ns - 1
                seat[ns - 1], seat[ew - 1] = 1, -1
            self.opponents_by_set.append(opponent)
            self.seats_by_set.append(seat)
            self.sides_by_set.append([self._get_side(seat, opponent, pair) for pair in range(size)])
        self.competition = [[0] * size for _ in range(size)]
        self.meeting_counts = [[0] * size for _ in range(size)]
        self.cost = self._fill_matrices()

    def _get_side(self, seat: list[int], opponent: list[int], pair: int) -> int:
        if self.absent_index in (pair, opponent[pair]):
            return 0
        return seat[pair]

    def _fill_matrices(self) -> int:
        """Fill in the competition and the meetings of all couples, and return the cost."""
        size = self.shape.size
        for first in range(size):
            for second in range(size):
                meeting_count = sum(opponent[first] == second for opponent in self.opponents_by_set)
                gain = sum(side[first] * side[second] for side in self.sides_by_set)
                self.meeting_counts[first][second] = meeting_count
                if first != second and self.absent_index not in (first, second):
                    self.competition[first][second] = gain + self.tables * meeting_count
        return self.compute_cost()

    def compute_cost(self) -> int:
        """Return the cost from the competition and the meetings of all couples."""
        cost = 0
        for first in range(self.shape.size):
            for second in range(first):
                cost += self.competition[first][second] ** 2
                cost += self._compute_penalty(first, second, self.meeting_counts[first][second])
        return cost

    def _compute_penalty(self, first: int, second: int, meeting_count: int) -> int:
        stationary = self.shape.stationary
        if first < stationary and second < stationary:
            return PENALTY * meeting_count
        if self.absent_index in (first, second):
            return PENALTY * max(0, meeting_count - 1)
        return 0

    def make_turn(self, board_set: SetNo, pair: PairNo) -> "DraftMove":
        """Return the move that turns the boards at the table of *pair*."""
        side = self.sides_by_set[board_set]
        opponent = self.opponents_by_set[board_set][pair]
        return DraftMove(
            board_set, (pair, opponent), {pair: -side[pair], opponent: -side[opponent]}, {}
        )

    def make_exchange(self, board_set: SetNo, first: int, second: int) -> "DraftMove":
        """Return the move in which two pairs that don't meet exchange their seats."""
        seat, opponent = self.seats_by_set[board_set], self.opponents_by_set[board_set]
        sides = {}
        meetings = {}
        for pair, vacated_seat in ((first, second), (second, first)):
            other = opponent[vacated_seat]
            is_played = self.absent_index not in (pair, other)
            sides[pair] = seat[vacated_seat] if is_played else 0
            sides[other] = seat[other] if is_played else 0
            meetings[_make_couple(pair, other)] = 1
            meetings[_make_couple(vacated_seat, other)] = -1
        return DraftMove(board_set, (first, second), sides, meetings)

    def compute_gain(self, move: "DraftMove") -> int:
        """Return what *move* adds to the cost, and note the new competition of the couples."""
        side = self.sides_by_set[move.board_set]
        gain = 0
        for pair, new_side in move.sides.items():
            row = self.competition[pair]
            step = new_side - side[pair]
            for other, other_side in enumerate(side):
                if step and other_side and other not in move.sides:
                    previous_value = row[other]
                    new_value = previous_value + step * other_side
                    gain += new_value * new_value - previous_value * previous_value
                    move.competition[pair, other] = new_value
        for first, second in combinations(move.sides, 2):
            added_meetings = move.meetings.get(_make_couple(first, second), 0)
            previous_value = self.competition[first][second]
            new_value = (
                previous_value - side[first] * side[second] + move.sides[first] * move.sides[second]
            )
            if self.absent_index not in (first, second):
                new_value += self.tables * added_meetings
            gain += new_value * new_value - previous_value * previous_value
            move.competition[first, second] = new_value
            if added_meetings:
                meeting_count = self.meeting_counts[first][second]
                gain += self._compute_penalty(first, second, meeting_count + added_meetings)
                gain -= self._compute_penalty(first, second, meeting_count)
        return gain

    def apply_move(self, move: "DraftMove", gain: int) -> None:
        """Make a *move* whose *gain* is known."""
        self.cost += gain
        for (first, second), value in move.competition.items():
            self.competition[first][second] = self.competition[second][first] = value
        for (first, second), added_meetings in move.meetings.items():
            self.meeting_counts[first][second] += added_meetings
            self.meeting_counts[second][first] += added_meetings
        for pair, new_side in move.sides.items():
            self.sides_by_set[move.board_set][pair] = new_side
        seat, opponent = self.seats_by_set[move.board_set], self.opponents_by_set[move.board_set]
        first, second = move.movers
        seat[first], seat[second] = seat[second], seat[first]
        if move.meetings:
            other_of_first, other_of_second = opponent[first], opponent[second]
            opponent[first], opponent[other_of_second] = other_of_second, first
            opponent[second], opponent[other_of_first] = other_of_first, second

    def list_sets(self) -> Sets:
        """Return the meetings by board set, pairs counted from 1."""
        all_sets = []
        for seat, opponent in zip(self.seats_by_set, self.opponents_by_set, strict=True):
            ns_pairs = [pair for pair, place in enumerate(seat) if place > 0]
            all_sets.append(tuple((pair + 1, opponent[pair] + 1) for pair in ns_pairs))
        return tuple(all_sets)


@dataclass(slots=True)
class DraftMove:
    """A move on one board set: who exchanges seats, and what it changes.

    >>> SetDraft(Shape(4, 1), (((1, 3), (4, 2)),)).make_turn(0, 3).sides
    {3: -1, 1: 1}
    """

    board_set: SetNo
    movers: tuple[int, int]
    sides: dict[int, int]  # the new sides of the pairs at the tables concerned
    meetings: dict[tuple[int, int], int]  # what is added to the meetings of couples
    # The new competition of all couples that it changes.
    competition: dict[tuple[int, int], int] = field(default_factory=dict)


def _make_couple(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)


def make_random_sets(shape: Shape, random: Random) -> Sets:
    """Return random meetings on every set.

    >>> make_random_sets(Shape(4, 1), Random(1))
    (((2, 3), (1, 4)),)
    """
    sets = []
    for _ in range(shape.rounds):
        order = random.sample(range(1, shape.size + 1), shape.size)
        sets.append(tuple(zip(order[::2], order[1::2], strict=True)))
    return tuple(sets)


def anneal(
    shape: Shape, random: Random, steps: int, *, sets: Sets | None = None
) -> tuple[Sets, int]:
    """Return the most even meetings found in a number of *steps*, and their cost.

    The cost is the sum of squares, with :data:`PENALTY` for every broken condition.  If *sets* are
    given, their meetings stay, and only boards are turned.

    >>> _, cost = anneal(Shape(8, 7), Random(2), 20_000)
    >>> Shape(8, 7).least_squares <= cost < PENALTY
    True
    """
    share_of_turns = SHARE_OF_TURNS if sets is None else 1.0
    draft = SetDraft(shape, sets or make_random_sets(shape, random))
    best_cost = draft.cost
    best_sets = draft.list_sets()
    temperature = max(START_TEMPERATURE_FACTOR * draft.tables, 3 * END_TEMPERATURE)
    cooling = (END_TEMPERATURE / temperature) ** (1 / steps)
    for _ in range(steps):
        temperature *= cooling
        _try_move(draft, random, temperature, share_of_turns)
        if draft.cost < best_cost:
            best_cost = draft.cost
            best_sets = draft.list_sets()
            if best_cost == shape.least_squares:
                break
    return best_sets, best_cost


def _try_move(draft: SetDraft, random: Random, temperature: float, share_of_turns: float) -> None:
    board_set = random.randrange(draft.shape.rounds)
    first = random.randrange(draft.shape.size)
    if random.random() < share_of_turns:
        move = draft.make_turn(board_set, first)
    else:
        second = random.randrange(draft.shape.size)
        if second in (first, draft.opponents_by_set[board_set][first]):
            return
        move = draft.make_exchange(board_set, first, second)
    gain = draft.compute_gain(move)
    if gain <= 0 or random.random() < exp(-gain / temperature):
        draft.apply_move(move, gain)
