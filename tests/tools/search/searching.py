"""Search for a fair plan of one shape: many short annealings, the best of which becomes a plan.

Every annealing has a random seed of its own, made from the seed of the search and its number.  So the
same seed and steps give the same plan, and a search can go on where it stopped. The best gets a
timetable, then numbers for its pairs, tables and sets.
"""

import signal
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count
from math import exp
from random import Random

from movements.families.fairest import KnownPlan
from movements.layout import Meeting
from tests.tools.search.annealing import Sets, Shape, anneal
from tests.tools.search.symmetric import anneal_symmetric, list_symmetries
from tests.tools.search.tight import anneal_tight, has_mitchell

ROUNDS_FIRST_DIVISOR = 20
"""Annealings that begin with a timetable take this part of the steps for who meets whom."""

TIGHT_STEPS_FACTOR = 20
"""Annealings of tight plans take so many times more steps, found by trial."""

STAYING_ORDERS_TRIED = 400
"""Orders in which the pairs that stay are chosen; the largest choice counts."""

STEPS_PER_RUN = 30_000
SOLVER_SECONDS = 20
"""The solver's limit in its deterministic time units, which don't depend on the machine."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """What a search has done so far.

    >>> SearchState(Shape(8, 5), seed=1).best_qf
    Fraction(0, 1)
    """

    shape: Shape
    seed: int
    annealings: int = 0  # how many have been made
    best: KnownPlan | None = None  # the best plan so far

    @property
    def best_qf(self) -> Fraction:
        """Return the fairness of the best plan, 0 without one."""
        return self.best.qf if self.best else Fraction(0)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When a search ends: at whichever limit it reaches first.

    >>> SearchLimits(annealings=10).minutes is None
    True
    """

    annealings: int  # the most annealings in all
    minutes: float | None = None  # None without a limit of time


class SynchronousExecutor(Executor):
    """An executor that works at once, in the calling process.

    >>> SynchronousExecutor().submit(max, 2, 3).result()
    3
    """

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """Call the function and return a future that is done."""
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def start_workers(jobs: int) -> Iterator[Executor]:
    """Give an executor for *jobs* processes. They leave Ctrl-C to the process that started them.

    >>> with start_workers(1) as executor:
    ...     executor.submit(max, 2, 3).result()
    3
    """
    if jobs == 1:
        yield SynchronousExecutor()
        return
    executor = ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def search(
    state: SearchState,
    limits: SearchLimits,
    executor: Executor,
    *,
    max_running: int = 1,
    report: Callable[[SearchState], None] = lambda _state: None,
) -> SearchState:
    """Go on with a search until its *limits*, a perfect plan or Ctrl-C, and return its new state.

    *executor* has at most *max_running* annealings at a time.  *report* is called after each of them.

    >>> limits = SearchLimits(annealings=2)
    >>> search(SearchState(Shape(9, 7), seed=1), limits, SynchronousExecutor()).best.qf
    Fraction(887, 10)
    """
    deadline = None
    if limits.minutes is not None:
        deadline = time.monotonic() + 60 * limits.minutes
    annealing_numbers = count(state.annealings)
    running: deque[Future[KnownPlan | None]] = deque()
    try:
        while state.annealings < limits.annealings and state.best_qf < 100:
            if deadline is not None and time.monotonic() >= deadline:
                break
            while len(running) < max_running:
                arguments = (state.shape, state.seed, next(annealing_numbers), state.best_qf)
                running.append(executor.submit(run_annealing, *arguments))
            plan = running.popleft().result()
            state = replace(state, annealings=state.annealings + 1)
            if plan and plan.qf > state.best_qf:
                state = replace(state, best=plan)
            report(state)
    except KeyboardInterrupt:
        # What was found is not lost: the caller prints it.
        pass
    return state


def run_annealing(shape: Shape, seed: int, number: int, min_qf: Fraction) -> KnownPlan | None:
    """Return the plan of annealing *number*, None if it isn't fairer than *min_qf* or has no timetable.

    The most even meetings often have no timetable, above all with hardly more rounds than tables.  So
    every second annealing takes any meetings that have one, and then only turns boards.  Every fourth
    has a symmetry.  If every set is in play in every round, rounds and meetings are annealed together,
    every second time from a Mitchell.

    >>> run_annealing(Shape(8, 7), 1, 0, min_qf=Fraction(100)) is None
    True
    """
    random = Random(f"{seed} {number}")
    steps = shape.steps_per_annealing
    if shape.is_tight:
        is_walk = number % 2 == 1 and has_mitchell(shape)
        found = anneal_tight(shape, random, TIGHT_STEPS_FACTOR * steps, is_walk=is_walk)
        return _make_known_plan(list(chain(*found[0])), found[1], shape, min_qf) if found else None
    if number % 2:
        sets, _ = anneal(shape, random, steps // ROUNDS_FIRST_DIVISOR)
        meetings = find_timetable(sets, shape, random, use_solver=False)
        if meetings is None:
            return None
        # The timetable keeps the order of the couples in each set.
        turned_sets, cost = anneal(shape, random, steps // 2, sets=sets)
        meetings = _turn_meetings(meetings, turned_sets)
        return _make_known_plan(meetings, cost, shape, min_qf)
    symmetries = list_symmetries(shape)
    if number % 4 == 2 and symmetries and not shape.stationary:
        symmetry = symmetries[number // 4 % len(symmetries)]
        sets, cost = anneal_symmetric(shape, symmetry, random, steps)
    else:
        sets, cost = anneal(shape, random, steps)
    if shape.compute_quality(cost) <= min_qf:
        return None
    meetings = find_timetable(sets, shape, random)
    return None if meetings is None else _make_known_plan(meetings, cost, shape, min_qf)


def _turn_meetings(meetings: Sequence[Meeting], sets: Sets) -> tuple[Meeting, ...]:
    """Return *meetings* with the sides of *sets*, in which the same couples meet."""
    turned_meetings = []
    for meeting in meetings:
        if (meeting.ns, meeting.ew) in sets[meeting.board_set - 1]:
            turned_meetings.append(meeting)
        else:
            turned_meetings.append(meeting._replace(ns=meeting.ew, ew=meeting.ns))
    return tuple(turned_meetings)


def _make_known_plan(
    meetings: Sequence[Meeting], cost: int, shape: Shape, min_qf: Fraction
) -> KnownPlan | None:
    """Return the numbered plan, None if it isn't fairer than *min_qf* or too few pairs stay."""
    # Broken conditions cost more than any plan that keeps them.
    qf = round(shape.compute_quality(cost), 2)
    numbered_meetings, staying_count = number_plan(meetings, shape)
    if qf <= min_qf or staying_count < shape.stationary:
        return None
    return KnownPlan(
        pairs=shape.pairs,
        rounds=shape.rounds,
        stationary=staying_count,
        copies=shape.copies,
        qf=qf,
        cells=format_tables(numbered_meetings),
    )


# As many pairs as possible keep their seats. Pairs that never meet each other can all stay.  They get the
# lowest numbers, those of their tables; their opponents of round 1 follow in the order of the tables, and
# the sets lie in that order too.


def number_plan(meetings: Sequence[Meeting], shape: Shape) -> tuple[tuple[Meeting, ...], int]:
    """Return the numbered meetings by round, then table, and how many pairs stay.

    >>> pair_of_rounds = [Meeting(1, 0, 3, 1, 2), Meeting(1, 0, 4, 2, 1), Meeting(2, 0, 2, 3, 1), Meeting(2, 0, 1, 4, 2)]
    >>> numbered, staying = number_plan(pair_of_rounds, Shape(4, 2))
    >>> [(meeting.table_no, meeting.ns, meeting.ew) for meeting in numbered], staying
    ([(1, 3, 1), (2, 4, 2), (1, 1, 4), (2, 2, 3)], 2)
    """
    staying_pairs = _choose_pairs_to_stay(meetings, shape)
    turned_meetings = _turn_sets(meetings, staying_pairs)
    seated_meetings = _number_tables(turned_meetings, staying_pairs, shape)
    return _renumber_meetings(seated_meetings, staying_pairs, shape), len(staying_pairs)


def _choose_pairs_to_stay(meetings: Sequence[Meeting], shape: Shape) -> list[int]:
    """Return a largest known choice of pairs that never meet each other."""
    opponents_by_pair: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in meetings:
        opponents_by_pair[meeting.ns].add(meeting.ew)
        opponents_by_pair[meeting.ew].add(meeting.ns)
    random = Random(shape.pairs)
    pairs = list(range(1, shape.pairs + 1))
    largest_choice: list[int] = []
    for _ in range(STAYING_ORDERS_TRIED):
        chosen_pairs: list[int] = []
        excluded: set[int] = set()
        for pair in pairs:
            if pair not in excluded:
                chosen_pairs.append(pair)
                excluded |= opponents_by_pair[pair]
        if len(chosen_pairs) > len(largest_choice):
            largest_choice = sorted(chosen_pairs)
        random.shuffle(pairs)
    return largest_choice


def _turn_sets(meetings: Sequence[Meeting], staying_pairs: Sequence[int]) -> list[Meeting]:
    """Exchange N-S and E-W of whole sets, so that stationary pairs mostly hold N-S cards.

    Turning a whole set changes no comparison.
    """
    ns_surplus_by_set: Counter[int] = Counter()
    for meeting in meetings:
        ns_surplus_by_set[meeting.board_set] += (meeting.ns in staying_pairs) - (
            meeting.ew in staying_pairs
        )
    turned_meetings = []
    for meeting in meetings:
        if ns_surplus_by_set[meeting.board_set] < 0:
            turned_meetings.append(meeting._replace(ns=meeting.ew, ew=meeting.ns))
        else:
            turned_meetings.append(meeting)
    return turned_meetings


def _number_tables(
    meetings: Sequence[Meeting], staying_pairs: Sequence[int], shape: Shape
) -> list[Meeting]:
    """Number the tables: first where pairs stay, then the others so that few pairs move."""
    seated_meetings: list[Meeting] = []
    last_table_by_pair: dict[int, int] = {}
    for round_no in range(1, shape.rounds + 1):
        free_tables = list(range(len(staying_pairs) + 1, shape.size // 2 + 1))
        moving_meetings: list[Meeting] = []
        meeting_by_table: dict[int, Meeting] = {}
        for meeting in meetings:
            if meeting.round_no == round_no:
                staying_sides = [pair for pair in (meeting.ns, meeting.ew) if pair in staying_pairs]
                if staying_sides:
                    meeting_by_table[staying_pairs.index(staying_sides[0]) + 1] = meeting
                else:
                    moving_meetings.append(meeting)
        # The table of an absent pair is the last at first.
        moving_meetings.sort(key=lambda meeting: shape.absent_pair in (meeting.ns, meeting.ew))
        for meeting in moving_meetings:
            previous_tables = [last_table_by_pair.get(pair) for pair in (meeting.ns, meeting.ew)]
            table_no = (
                next((table for table in previous_tables if table in free_tables), None)
                or free_tables[0]
            )
            free_tables.remove(table_no)
            meeting_by_table[table_no] = meeting
        for table_no, meeting in sorted(meeting_by_table.items()):
            seated_meetings.append(meeting._replace(table_no=table_no))
            last_table_by_pair[meeting.ns] = last_table_by_pair[meeting.ew] = table_no
    return seated_meetings


def _renumber_meetings(
    seated_meetings: Sequence[Meeting], staying_pairs: Sequence[int], shape: Shape
) -> tuple[Meeting, ...]:
    """Return the meetings with new numbers of pairs and sets, as they sit in round 1."""
    tables = shape.size // 2
    numbers: dict[int, int] = {}
    sets: dict[int, int] = {}
    for meeting in seated_meetings:
        sets.setdefault(meeting.board_set, len(sets) + 1)
        if meeting.round_no == 1:
            low, high = meeting.ns, meeting.ew
            if high in staying_pairs or low == shape.absent_pair:
                low, high = high, low
            numbers[low] = meeting.table_no
            numbers[high] = tables + meeting.table_no
    if shape.absent_pair:
        _give_absent_the_highest(numbers, shape.absent_pair)
    renumbered_meetings = []
    for meeting in seated_meetings:
        ns, ew = numbers[meeting.ns], numbers[meeting.ew]
        renumbered_meetings.append(
            meeting._replace(ns=ns, ew=ew, board_set=sets[meeting.board_set])
        )
    return tuple(renumbered_meetings)


def _give_absent_the_highest(numbers: dict[int, int], absent: int) -> None:
    holder = next(pair for pair, number in numbers.items() if number == absent)
    numbers[holder], numbers[absent] = numbers[absent], absent


def format_tables(meetings: Sequence[Meeting]) -> str:
    """Return numbered meetings as the last column of ``data/fairest.csv``.

    >>> format_tables([Meeting(1, 1, 1, 3, 1), Meeting(1, 2, 2, 4, 2), Meeting(2, 1, 1, 4, 2)])
    '1-3/1 2-4/2|1-4/2'
    """
    rounds: defaultdict[int, list[str]] = defaultdict(list)
    for meeting in meetings:
        rounds[meeting.round_no].append(f"{meeting.ns}-{meeting.ew}/{meeting.board_set}")
    return "|".join(map(" ".join, rounds.values()))


# A timetable lays the meetings of all sets into rounds, so that no set is at more tables at once than it
# has copies. It starts with set n in round n, as if every table had its own copy. The meetings of any two
# rounds form rings of pairs, and those of a ring can change places between the two rounds: everybody
# still plays once in each. Annealing makes such changes until no set is at too many tables. If that
# fails and OR-Tools is installed, its solver goes through all cases.


START_TEMPERATURE, END_TEMPERATURE = 0.4, 0.2


class _Timetable:
    """A timetable under repair: which meeting each pair has in each round.

    Meetings are numbered; the ``clashes`` count the tables that lack a copy of their set, squared.
    """

    def __init__(self, sets: Sets, shape: Shape) -> None:
        self.copies = shape.copies
        self.absent_pair = shape.absent_pair
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

    def get_ring(
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

    def _move_meetings(self, meetings: list[int], previous_round: int, new_round: int) -> None:
        for meeting in meetings:
            self._update_clashes(previous_round, meeting, -1)
            self._update_clashes(new_round, meeting, 1)
            self.round_by_meeting[meeting] = new_round
            self._place_meeting(meeting, self.couples[meeting], new_round)


def find_timetable(
    sets: Sets, shape: Shape, random: Random, *, runs: int = 2, use_solver: bool = True
) -> tuple[Meeting, ...] | None:
    """Return the meetings with their rounds, None if none was found. Tables are not numbered.

    >>> from tests.tools.search.annealing import anneal
    >>> sets, _ = anneal(Shape(8, 7), Random(2), 3000)
    >>> meetings = find_timetable(sets, Shape(8, 7), Random(1))
    >>> len({(meeting.round_no, meeting.board_set) for meeting in meetings})
    28
    """
    for _ in range(runs):
        rounds = _Timetable(sets, shape)
        _repair_timetable(rounds, shape, random)
        if not rounds.clashes:
            return _make_meetings(sets, rounds.round_by_meeting)
    if use_solver:
        solution = _solve_timetable(sets, shape)
        if solution:
            return _make_meetings(sets, solution)
    return None


def _repair_timetable(rounds: _Timetable, shape: Shape, random: Random) -> None:
    temperature = START_TEMPERATURE
    cooling = (END_TEMPERATURE / START_TEMPERATURE) ** (1 / STEPS_PER_RUN)
    for _ in range(STEPS_PER_RUN):
        if not rounds.clashes:
            return
        temperature *= cooling
        first_round, second_round = random.sample(range(shape.rounds), 2)
        ring = rounds.get_ring(first_round, second_round, random.randint(1, shape.size))
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


def _solve_timetable(sets: Sets, shape: Shape) -> list[int] | None:
    """Return the round of each meeting from 0, or None without OR-Tools or a solution."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return None
    model = cp_model.CpModel()
    rounds = range(shape.rounds)
    couples = list(chain.from_iterable(sets))
    choices_by_meeting = []
    for _couple in couples:
        choices = [model.new_bool_var("") for _round in rounds]
        model.add_exactly_one(choices)
        choices_by_meeting.append(choices)
    meetings_by_set = _list_set_meetings(sets, shape)
    for round_no in rounds:
        for pair in range(1, shape.size + 1):
            model.add_exactly_one(
                choices[round_no]
                for couple, choices in zip(couples, choices_by_meeting, strict=True)
                if pair in couple
            )
        for meetings in meetings_by_set:
            tables = sum(choices_by_meeting[meeting][round_no] for meeting in meetings)
            model.add(tables <= shape.copies)
    # The rounds have no order yet: pair 1 plays its first set in round 1, and so on.
    meetings_of_pair_1 = [meeting for meeting, couple in enumerate(couples) if 1 in couple]
    for round_no, meeting in enumerate(meetings_of_pair_1):
        model.add(choices_by_meeting[meeting][round_no] == 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = SOLVER_SECONDS
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [[solver.value(choice) for choice in choices].index(1) for choices in choices_by_meeting]


def _list_set_meetings(sets: Sets, shape: Shape) -> list[list[int]]:
    """Return the numbers of the meetings of each set, without the table of the absent pair."""
    meetings_by_set: list[list[int]] = []
    first = 0
    for couples in sets:
        numbers = enumerate(couples, start=first)
        meetings_by_set.append(
            [meeting for meeting, couple in numbers if shape.absent_pair not in couple]
        )
        first += len(couples)
    return meetings_by_set
