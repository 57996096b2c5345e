"""Plans of one copy with no more rounds than tables: every set is in play in every round.

Meetings annealed without their rounds hardly ever have a timetable then.  Here rounds, sets and meetings
are annealed together.  In a round everybody has one seat, and every set is at one table: moves keep
that.  A pair that plays a set twice, or sits out twice, is a *fault*, which costs more than any gain.
"""

from collections.abc import Sequence
from math import exp, gcd
from random import Random

from movements.layout import Meeting
from tests.tools.search.annealing import Shape

Rounds = tuple[tuple[Meeting, ...], ...]
"""The meetings by round; tables are not numbered."""

START_TEMPERATURE_FACTOR, END_TEMPERATURE = 4.5, 4.5
"""The temperature at first, for each table, and at the end: found by trial for 11 to 39 pairs."""

FAULT_COST_FACTOR = 1.6
"""What a fault costs, for the square of the plays of a set."""

SHARE_OF_SEATS, SHARE_OF_TURNS = 0.625, 0.25
"""Shares of the moves in which two pairs exchange seats, and in which a table turns its boards."""

WALK_TEMPERATURE = 9.0
"""The temperature at first of a walk, which must not forget where it began."""


class TightDraft:
    """Who sits where in each round, with the competition of every couple kept up to date.

    Pairs, tables and sets count from 0 here. In ``seats_by_round`` the pairs at places 2t and 2t+1 are
    N-S and E-W at table t; in an odd field the last place is that of the pair that sits out.

    >>> draft = TightDraft(Shape(9, 4), Random(1))
    >>> draft.swap_seats(0, 1, 6); draft.swap_sets(2, 0, 3)
    >>> draft.squares == draft.compute_squares()
    True
    """

    def __init__(self, shape: Shape, random: Random, *, is_walk: bool = False) -> None:
        self.shape = shape
        self.tables = shape.tables
        pairs = range(shape.pairs)
        if is_walk:
            self.seats_by_round, self.sets_by_round = make_mitchell_seats(shape)
        else:
            self.seats_by_round = [random.sample(pairs, shape.pairs) for _ in range(shape.rounds)]
            self.sets_by_round = [list(range(self.tables)) for _ in range(shape.rounds)]
        self.sides_by_set = [[0] * shape.pairs for _ in range(self.tables)]
        self.plays_by_set = [[0] * shape.pairs for _ in range(self.tables)]
        self.sit_outs = [0] * shape.pairs
        self.competition = [[0] * shape.pairs for _ in pairs]
        self.squares = 0
        self.faults = 0
        for seats, sets in zip(self.seats_by_round, self.sets_by_round, strict=True):
            for table, board_set in enumerate(sets):
                ns, ew = seats[2 * table : 2 * table + 2]
                self._seat_pair(board_set, ns, 1)
                self._seat_pair(board_set, ew, -1)
                self._add_meetings(ns, ew, 1)
            if shape.pairs % 2:
                self._add_sit_out(seats[-1], 1)

    def compute_squares(self) -> int:
        """Return the sum of the squared competition of all couples."""
        return sum(value * value for row in self.competition for value in row) // 2

    def swap_seats(self, round_index: int, first: int, second: int) -> None:
        """Let the pairs at two places of a round exchange them. Twice the same changes nothing.

        The two places of one table turn its boards.
        """
        seats = self.seats_by_round[round_index]
        sets = self.sets_by_round[round_index]
        pairs = seats[first], seats[second]
        is_turn = first // 2 == second // 2 and max(first, second) < 2 * self.tables
        for place, leaver, joiner in ((first, *pairs), (second, *reversed(pairs))):
            if place == 2 * self.tables:
                self._add_sit_out(leaver, -1)
                self._add_sit_out(joiner, 1)
                continue
            side = -1 if place % 2 else 1
            if not is_turn:
                other = seats[place ^ 1]
                self._add_meetings(leaver, other, -1)
                self._add_meetings(joiner, other, 1)
            board_set = sets[place // 2]
            self._seat_pair(board_set, leaver, -side, plays=-1)
            self._seat_pair(board_set, joiner, side)
        seats[first], seats[second] = seats[second], seats[first]

    def swap_sets(self, round_index: int, first: int, second: int) -> None:
        """Let two tables of a round exchange their sets. Twice the same changes nothing."""
        seats = self.seats_by_round[round_index]
        sets = self.sets_by_round[round_index]
        for table, new_set in ((first, sets[second]), (second, sets[first])):
            for place, side in ((2 * table, 1), (2 * table + 1, -1)):
                self._seat_pair(sets[table], seats[place], -side, plays=-1)
                self._seat_pair(new_set, seats[place], side)
        sets[first], sets[second] = sets[second], sets[first]

    def _seat_pair(self, board_set: int, pair: int, side: int, *, plays: int = 1) -> None:
        """Add *side* to what *pair* holds of a set, and *plays* to how often it plays it."""
        sides = self.sides_by_set[board_set]
        row = self.competition[pair]
        for other, other_side in enumerate(sides):
            if other_side and other != pair:
                step = side * other_side
                previous_value = row[other]
                self.squares += step * (2 * previous_value + step)
                row[other] = self.competition[other][pair] = previous_value + step
        sides[pair] += side
        counts = self.plays_by_set[board_set]
        self.faults -= max(0, counts[pair] - 1)
        counts[pair] += plays
        self.faults += max(0, counts[pair] - 1)

    def _add_meetings(self, first: int, second: int, count: int) -> None:
        if first != second:
            step = count * self.shape.plays
            previous_value = self.competition[first][second]
            self.squares += step * (2 * previous_value + step)
            self.competition[first][second] = self.competition[second][first] = (
                previous_value + step
            )

    def _add_sit_out(self, pair: int, count: int) -> None:
        self.faults -= max(0, self.sit_outs[pair] - 1)
        self.sit_outs[pair] += count
        self.faults += max(0, self.sit_outs[pair] - 1)

    def make_rounds(self) -> Rounds:
        """Return the meetings by round, pairs and sets counted from 1.

        In an odd field the absent pair meets those that sit out, and each of its sets once.
        """
        missed_sets = self._choose_missed_sets()
        rounds = []
        for index, seats in enumerate(self.seats_by_round):
            meetings = []
            for table, board_set in enumerate(self.sets_by_round[index]):
                ns, ew = seats[2 * table : 2 * table + 2]
                meetings.append(Meeting(index + 1, 0, ns + 1, ew + 1, board_set + 1))
            if self.shape.absent_pair:
                missed_set = missed_sets[index] + 1
                absent_pair = self.shape.absent_pair
                meetings.append(Meeting(index + 1, 0, seats[-1] + 1, absent_pair, missed_set))
            rounds.append(tuple(meetings))
        return tuple(rounds)

    def _choose_missed_sets(self) -> dict[int, int]:
        """Return for each round a set that the pair sitting out never plays, every round another."""
        if not self.shape.absent_pair:
            return {}
        missed_sets = []
        for seats in self.seats_by_round:
            sitting_pair = seats[-1]
            missed_sets.append(
                [s for s, plays in enumerate(self.plays_by_set) if not plays[sitting_pair]]
            )
        return match_to_choices(missed_sets)


def has_mitchell(shape: Shape) -> bool:
    """Return whether :func:`make_mitchell_seats` has a plan: for odd fields with odd tables.

    >>> has_mitchell(Shape(19, 9)), has_mitchell(Shape(21, 10)), has_mitchell(Shape(18, 9))
    (True, False, False)
    """
    return shape.pairs % 2 == 1 and shape.tables % 2 == 1


def make_mitchell_seats(shape: Shape) -> tuple[list[list[int]], list[list[int]]]:
    """Return the seats and the sets of a bump Mitchell by round, as in :class:`TightDraft`.

    Each round the last pair takes the seat of another N-S pair, which sits out.

    >>> make_mitchell_seats(Shape(7, 3))
    ([[6, 3, 1, 4, 2, 5, 0], [0, 5, 6, 3, 2, 4, 1], [0, 4, 1, 5, 6, 3, 2]], [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    """
    tables = shape.tables
    step = _choose_bump_step(tables)
    seats_by_round, sets_by_round = [], []
    for round_index in range(shape.rounds):
        seats = []
        for table in range(tables):
            seats += [table, tables + (table - round_index) % tables]
        bumped_table = step * round_index % tables
        seats[2 * bumped_table] = shape.pairs - 1
        seats_by_round.append([*seats, bumped_table])
        sets_by_round.append([(table + round_index) % tables for table in range(tables)])
    return seats_by_round, sets_by_round


def _choose_bump_step(tables: int) -> int:
    """Return how many tables the bumping pair moves on, so that it meets few opponents again.

    It bumps nobody twice and plays no set twice if neither the step nor the next number has a
    factor in common with the tables.
    """
    steps = [step for step in range(1, tables) if gcd(step, tables) == gcd(step + 1, tables) == 1]
    return min(steps, key=lambda step: gcd(step - 1, tables))


def match_to_choices(choices: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return a different choice for each place, by place, as far as there are enough.

    >>> match_to_choices([[1, 2], [1]])
    {1: 1, 0: 2}
    """
    place_of_choice: dict[int, int] = {}

    def has_choice(place: int, tried: set[int]) -> bool:
        for choice in choices[place]:
            if choice not in tried:
                tried.add(choice)
                holder = place_of_choice.get(choice)
                if holder is None or has_choice(holder, tried):
                    place_of_choice[choice] = place
                    return True
        return False

    for place in range(len(choices)):
        has_choice(place, set())
    return {place: choice for choice, place in place_of_choice.items()}


def anneal_tight(
    shape: Shape, random: Random, steps: int, *, is_walk: bool = False
) -> tuple[Rounds, int] | None:
    """Return the fairest rounds without a fault found in a number of *steps*, and their squares.

    A walk begins cooler, with a Mitchell, which has to fit: see :func:`has_mitchell`.

    >>> rounds, squares = anneal_tight(Shape(7, 3), Random(1), 4000)
    >>> len(rounds), Shape(7, 3).least_squares <= squares
    (3, True)
    """
    draft = TightDraft(shape, random, is_walk=is_walk)
    fault_cost = FAULT_COST_FACTOR * shape.plays**2
    temperature = max(START_TEMPERATURE_FACTOR * shape.tables, 3 * END_TEMPERATURE)
    if is_walk:
        temperature = WALK_TEMPERATURE
    cooling = (END_TEMPERATURE / temperature) ** (1 / steps)
    best: tuple[Rounds, int] | None = None
    for _ in range(steps):
        temperature *= cooling
        _try_move(draft, random, temperature, fault_cost)
        if not draft.faults and (best is None or draft.squares < best[1]):
            best = draft.make_rounds(), draft.squares
    return best


def _try_move(draft: TightDraft, random: Random, temperature: float, fault_cost: float) -> None:
    round_index = random.randrange(draft.shape.rounds)
    kind = random.random()
    if kind < SHARE_OF_SEATS:
        move = draft.swap_seats
        first, second = random.sample(range(draft.shape.pairs), 2)
    elif kind < SHARE_OF_SEATS + SHARE_OF_TURNS:
        move = draft.swap_seats
        first = 2 * random.randrange(draft.tables)
        second = first + 1
    else:
        move = draft.swap_sets
        first, second = random.sample(range(draft.tables), 2)
    previous_cost = draft.squares + fault_cost * draft.faults
    move(round_index, first, second)
    increase = draft.squares + fault_cost * draft.faults - previous_cost
    if increase > 0 and random.random() >= exp(-increase / temperature):
        move(round_index, first, second)
