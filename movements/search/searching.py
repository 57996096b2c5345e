"""Search for a fair plan of one shape: many short annealings, the best of which gets a timetable.

Every annealing has a random seed of its own, made from the seed of the search and its number.  So the
same seed and steps give the same plan, and a search can go on where it stopped.
"""

import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from random import Random

from movements.families.fairest.library import KnownPlan
from movements.layout import Meeting
from movements.search.annealing import anneal
from movements.search.numbering import format_tables, number_plan
from movements.search.shape import Sets, Shape
from movements.search.timetable import find_timetable

SHARE_OF_ROUNDS_FIRST = 20
"""Annealings that begin with a timetable take this part of the steps for who meets whom."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """What a search of one *shape* with one *seed* has done: annealings so far and the best plan.

    >>> SearchState(Shape(8, 5), seed=1).best_qf
    Fraction(0, 1)
    """

    shape: Shape
    seed: int
    annealings: int = 0
    best: KnownPlan | None = None

    @property
    def best_qf(self) -> Fraction:
        """Return the fairness of the best plan, 0 without one."""
        return self.best.qf if self.best else Fraction(0)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When a search ends: after so many *annealings* in all, or *minutes*, whichever is first.

    >>> SearchLimits(annealings=10).minutes is None
    True
    """

    annealings: int
    minutes: float | None = None


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


def run_annealing(shape: Shape, seed: int, number: int, at_least: Fraction) -> KnownPlan | None:
    """Return the plan of annealing *number*, None if it isn't fairer than *at_least* or has no timetable.

    The most even meetings often have no timetable, above all with hardly more rounds than tables.  So
    every second annealing takes any meetings that have one, and then only turns boards.

    >>> run_annealing(Shape(8, 7), 1, 0, at_least=Fraction(100)) is None
    True
    """
    random = Random(f"{seed} {number}")
    steps = shape.steps_per_annealing
    if number % 2:
        sets, _ = anneal(shape, random, steps // SHARE_OF_ROUNDS_FIRST)
        meetings = find_timetable(sets, shape, random, use_solver=False)
        if meetings is None:
            return None
        # The timetable keeps the order of the couples in each set.
        turned, cost = anneal(shape, random, steps // 2, sets=sets)
        meetings = _turn_meetings(meetings, turned)
        return _make_known_plan(meetings, cost, shape, at_least)
    sets, cost = anneal(shape, random, steps)
    if shape.compute_quality(cost) <= at_least:
        return None
    meetings = find_timetable(sets, shape, random)
    return None if meetings is None else _make_known_plan(meetings, cost, shape, at_least)


def _turn_meetings(meetings: Sequence[Meeting], sets: Sets) -> tuple[Meeting, ...]:
    """Return *meetings* with the sides of *sets*, in which the same couples meet."""
    turned = []
    for meeting in meetings:
        if (meeting.ns, meeting.ew) in sets[meeting.board_set - 1]:
            turned.append(meeting)
        else:
            turned.append(meeting._replace(ns=meeting.ew, ew=meeting.ns))
    return tuple(turned)


def _make_known_plan(
    meetings: Sequence[Meeting], cost: int, shape: Shape, at_least: Fraction
) -> KnownPlan | None:
    """Return the numbered plan, None if it isn't fairer than *at_least* or too few pairs stay."""
    # Broken conditions cost more than any plan that keeps them.
    qf = round(shape.compute_quality(cost), 2)
    numbered, staying = number_plan(meetings, shape)
    if qf <= at_least or staying < shape.stationary:
        return None
    return KnownPlan(
        pairs=shape.pairs,
        rounds=shape.rounds,
        stationary=staying,
        copies=shape.copies,
        qf=qf,
        cells=format_tables(numbered),
    )
