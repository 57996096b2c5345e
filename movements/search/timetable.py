"""Lay the meetings of all sets into rounds.

No set may be at more tables at once than it has copies.

The search starts with set n in round n, as if every table had its own copy. The meetings of any two
rounds form rings of pairs, and those of a ring can change places between the two rounds: everybody
still plays once in each. Annealing makes such changes until no set is at too many tables. If that
fails and OR-Tools is installed, its solver goes through all cases.
"""

from collections.abc import Sequence
from itertools import chain
from math import exp
from random import Random

from movements.layout import Meeting
from movements.search.shape import Sets, Shape

START_TEMPERATURE, END_TEMPERATURE = 0.4, 0.2
STEPS_OF_A_RUN = 30_000
SOLVER_SECONDS = 20
"""The solver's limit in its deterministic time units, which don't depend on the machine."""


class _Rounds:
    """A timetable under repair: which meeting each pair has in each round.

    Meetings are numbered; the ``clashes`` count the tables that lack a copy of their set, squared.
    """

    def __init__(self, sets: Sets, shape: Shape) -> None:
        self.copies = shape.copies
        self.absent_pair = shape.absent
        self.couples = list(chain.from_iterable(sets))
        self.set_by_meeting: list[int] = []
        self.round_by_meeting: list[int] = []
        self.meeting_by_round_and_pair = [[0] * (shape.size + 1) for _ in sets]
        self.table_counts = [[0] * len(sets) for _ in sets]
        self.clashes = 0
        for round_no, couples in enumerate(sets):
            for couple in couples:
                self._place_meeting(len(self.set_by_meeting), couple, round_no)
                self.set_by_meeting.append(round_no)
                self.round_by_meeting.append(round_no)
                self._update_clashes(round_no, len(self.set_by_meeting) - 1, 1)

    def _place_meeting(self, meeting: int, couple: tuple[int, int], round_no: int) -> None:
        for pair in couple:
            self.meeting_by_round_and_pair[round_no][pair] = meeting

    def _update_clashes(self, round_no: int, meeting: int, step: int) -> None:
        # A pair without an opponent needs no boards.
        if self.absent_pair in self.couples[meeting]:
            return
        tables = self.table_counts[round_no]
        board_set = self.set_by_meeting[meeting]
        self.clashes -= max(0, tables[board_set] - self.copies) ** 2
        tables[board_set] += step
        self.clashes += max(0, tables[board_set] - self.copies) ** 2

    def find_ring(
        self, first_round: int, second_round: int, start: int
    ) -> tuple[list[int], list[int]]:
        """Return the meetings in the ring of pair *start*, of the first and of the second round."""
        first_round_meetings, second_round_meetings = [], []
        pair = start
        while True:
            meeting = self.meeting_by_round_and_pair[first_round][pair]
            first_round_meetings.append(meeting)
            opponent = self._get_opponent(meeting, pair)
            meeting = self.meeting_by_round_and_pair[second_round][opponent]
            second_round_meetings.append(meeting)
            pair = self._get_opponent(meeting, opponent)
            if pair == start:
                return first_round_meetings, second_round_meetings

    def _get_opponent(self, meeting: int, pair: int) -> int:
        first_pair, second_pair = self.couples[meeting]
        return second_pair if pair == first_pair else first_pair

    def swap_rounds(
        self, ring: tuple[list[int], list[int]], first_round: int, second_round: int
    ) -> None:
        """Move the meetings of a *ring* to the other of two rounds."""
        first_round_meetings, second_round_meetings = ring
        self._move_meetings(first_round_meetings, first_round, second_round)
        self._move_meetings(second_round_meetings, second_round, first_round)

    def _move_meetings(self, meetings: list[int], old_round: int, new_round: int) -> None:
        for meeting in meetings:
            self._update_clashes(old_round, meeting, -1)
            self._update_clashes(new_round, meeting, 1)
            self.round_by_meeting[meeting] = new_round
            self._place_meeting(meeting, self.couples[meeting], new_round)


def find_timetable(
    sets: Sets, shape: Shape, random: Random, *, runs: int = 2, use_solver: bool = True
) -> tuple[Meeting, ...] | None:
    """Return the meetings with their rounds, None if none was found. Tables are not numbered.

    >>> from movements.search.annealing import anneal
    >>> sets, _ = anneal(Shape(8, 7), Random(2), 3000)
    >>> meetings = find_timetable(sets, Shape(8, 7), Random(1))
    >>> len({(meeting.round_no, meeting.board_set) for meeting in meetings})
    28
    """
    for _ in range(runs):
        rounds = _Rounds(sets, shape)
        _repair_timetable(rounds, shape, random)
        if not rounds.clashes:
            return _make_meetings(sets, rounds.round_by_meeting)
    if use_solver:
        solution = _solve(sets, shape)
        if solution:
            return _make_meetings(sets, solution)
    return None


def _repair_timetable(rounds: _Rounds, shape: Shape, random: Random) -> None:
    temperature = START_TEMPERATURE
    cooling = (END_TEMPERATURE / START_TEMPERATURE) ** (1 / STEPS_OF_A_RUN)
    for _ in range(STEPS_OF_A_RUN):
        if not rounds.clashes:
            return
        temperature *= cooling
        first_round, second_round = random.sample(range(shape.rounds), 2)
        ring = rounds.find_ring(first_round, second_round, random.randint(1, shape.size))
        previous_clashes = rounds.clashes
        rounds.swap_rounds(ring, first_round, second_round)
        increase = rounds.clashes - previous_clashes
        if increase > 0 and random.random() >= exp(-increase / temperature):
            # Undo the exchange.
            rounds.swap_rounds(ring, second_round, first_round)


def _make_meetings(sets: Sets, round_by_meeting: Sequence[int]) -> tuple[Meeting, ...]:
    meetings: list[Meeting] = []
    for board_set, couples in enumerate(sets, start=1):
        for ns, ew in couples:
            round_no = round_by_meeting[len(meetings)] + 1
            meetings.append(
                Meeting(round_no=round_no, table_no=0, ns=ns, ew=ew, board_set=board_set)
            )
    return tuple(sorted(meetings, key=lambda meeting: meeting.round_no))


def _solve(sets: Sets, shape: Shape) -> list[int] | None:
    """Return the round of each meeting from 0, or None without OR-Tools or a solution."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return None
    model = cp_model.CpModel()
    rounds = range(shape.rounds)
    couples = list(chain.from_iterable(sets))
    plays_in = []
    for _couple in couples:
        choices = [model.new_bool_var("") for _round in rounds]
        model.add_exactly_one(choices)
        plays_in.append(choices)
    meetings_of_set = _list_meetings_by_set(sets, shape)
    for round_no in rounds:
        for pair in range(1, shape.size + 1):
            model.add_exactly_one(
                choices[round_no]
                for couple, choices in zip(couples, plays_in, strict=True)
                if pair in couple
            )
        for meetings in meetings_of_set:
            tables = sum(plays_in[meeting][round_no] for meeting in meetings)
            model.add(tables <= shape.copies)
    # The rounds have no order yet: pair 1 plays its first set in round 1, and so on.
    meetings_of_pair_1 = [meeting for meeting, couple in enumerate(couples) if 1 in couple]
    for round_no, meeting in enumerate(meetings_of_pair_1):
        model.add(plays_in[meeting][round_no] == 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = SOLVER_SECONDS
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [[solver.value(choice) for choice in choices].index(1) for choices in plays_in]


def _list_meetings_by_set(sets: Sets, shape: Shape) -> list[list[int]]:
    """Return the numbers of the meetings of each set, without the table of the absent pair."""
    by_set: list[list[int]] = []
    first = 0
    for couples in sets:
        numbers = enumerate(couples, start=first)
        by_set.append([meeting for meeting, couple in numbers if shape.absent not in couple])
        first += len(couples)
    return by_set
