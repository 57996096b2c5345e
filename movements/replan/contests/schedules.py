"""Fit the rounds of a known schedule to what has been played, with the fewest repeats.

A schedule has no repeats within itself. Which contestant has which of its numbers, and which of its
rounds are played, is improved step by step until nothing gets better: only meetings of the schedule
that repeat meetings already played count. The search is limited by steps and has a fixed seed, so
the same event always has the same answer.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from movements.partnerships import Couple, make_couple

STEPS = 300_000
"""Couples that are looked at in one search, about half a second."""
STARTS = 4
REPEATED_PARTNERS_COST = 100
REPEATED_OPPONENTS_COST = 10
REPEATED_SIT_OUT_COST = 2


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """The partners and the opponents in a round of a schedule, and the numbers that sit out."""

    partners: tuple[Couple, ...]
    opponents: tuple[Couple, ...]
    sit_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedMeetings:
    """How often contestants have met in the rounds played."""

    partners: Mapping[Couple, int]  # how often two have been partners
    opponents: Mapping[Couple, int]  # how often two have been opponents
    sit_outs: Mapping[int, int]  # how often each has sat out
    free_meetings: int = 1  # how often two may be opponents without a repeat


@dataclass(frozen=True, slots=True)
class FittedSchedule:
    """The part of a schedule that is played, and who plays it."""

    rounds: tuple[int, ...]  # the rounds of the schedule to play
    contestants: tuple[int, ...]  # the contestant at each number of the schedule, from 1
    cost: int = field(compare=False)

    def get_contestant(self, number: int) -> int:
        """Return the contestant at *number* of the schedule."""
        return self.contestants[number - 1]


def fit_schedule(
    schedule: Sequence[ScheduleRound],
    contestants: Sequence[int],
    count: int,
    played_meetings: PlayedMeetings,
) -> FittedSchedule:
    """Return *count* rounds of *schedule* for *contestants* with the fewest repeats found.

    >>> matches = [((1, 4), (2, 3)), ((3, 4), (1, 2)), ((2, 4), (1, 3))]
    >>> schedule = [ScheduleRound((), round_matches, ()) for round_matches in matches]
    >>> played = PlayedMeetings({}, {(1, 2): 1, (3, 4): 1}, {})
    >>> fit_schedule(schedule, [1, 2, 3, 4], 2, played).cost
    0
    """
    search = _ScheduleSearch(schedule, contestants, count, played_meetings)
    return search.choose_best_fit()


class _ScheduleSearch:
    """A search for numbers and rounds, limited by the couples looked at."""

    def __init__(
        self,
        schedule: Sequence[ScheduleRound],
        contestants: Sequence[int],
        count: int,
        played: PlayedMeetings,
    ) -> None:
        self.schedule = schedule
        self.contestants = list(contestants)
        # A schedule that is too short begins again.
        self.first_rounds = [number % len(schedule) for number in range(count)]
        self.played_meetings = played
        self.played_partners = list(played.partners.items())
        self.played_opponents = list(played.opponents.items())
        self.steps_left = STEPS

    def choose_best_fit(self) -> FittedSchedule:
        """Return the best of several starts."""
        chance = random.Random(0)  # noqa: S311
        best: FittedSchedule | None = None
        for start in range(STARTS):
            order = list(self.contestants)
            if start:
                chance.shuffle(order)
            fitted = self._improve_fit(order)
            if best is None or fitted.cost < best.cost:
                best = fitted
            if best.cost == 0 or self.steps_left <= 0:
                break
        assert best is not None  # noqa: S101
        return best

    def _improve_fit(self, order: list[int]) -> FittedSchedule:
        rounds = list(self.first_rounds)
        cost = self._compute_cost(rounds, order)
        is_better = True
        while is_better and cost and self.steps_left > 0:
            cost, swaps = self._swap_contestants(rounds, order, cost)
            cost, exchanges = self._exchange_rounds(rounds, order, cost)
            is_better = swaps or exchanges
        return FittedSchedule(tuple(sorted(rounds)), tuple(order), cost)

    def _swap_contestants(
        self, rounds: Sequence[int], order: list[int], cost: int
    ) -> tuple[int, bool]:
        """Swap two contestants wherever it lowers the *cost*. Return it, and whether any did."""
        counts = self._collect_counts(rounds)
        has_swapped = False
        for first, second in combinations(range(len(order)), 2):
            if cost == 0 or self.steps_left <= 0:
                break
            order[first], order[second] = order[second], order[first]
            new_cost = self._compute_cost_of_counts(counts, order)
            if new_cost < cost:
                cost, has_swapped = new_cost, True
            else:
                order[first], order[second] = order[second], order[first]
        return cost, has_swapped

    def _exchange_rounds(
        self, rounds: list[int], order: Sequence[int], cost: int
    ) -> tuple[int, bool]:
        """Play another round wherever it lowers the *cost*. Return it, and whether any did."""
        has_exchanged = False
        for index in range(len(rounds)):
            for new_round in range(len(self.schedule)):
                if cost == 0 or self.steps_left <= 0:
                    return cost, has_exchanged
                if new_round in rounds:
                    continue
                previous_round = rounds[index]
                rounds[index] = new_round
                new_cost = self._compute_cost(rounds, order)
                if new_cost < cost:
                    cost, has_exchanged = new_cost, True
                else:
                    rounds[index] = previous_round
        return cost, has_exchanged

    def _collect_counts(
        self, rounds: Sequence[int]
    ) -> tuple[Counter[Couple], Counter[Couple], Counter[int]]:
        """Return partners, opponents and sit-outs of *rounds*, by numbers of the schedule."""
        partners: Counter[Couple] = Counter()
        opponents: Counter[Couple] = Counter()
        sit_outs: Counter[int] = Counter()
        for number in rounds:
            schedule_round = self.schedule[number]
            partners.update(schedule_round.partners)
            opponents.update(schedule_round.opponents)
            sit_outs.update(schedule_round.sit_outs)
            self.steps_left -= len(schedule_round.partners) + len(schedule_round.opponents)
        return partners, opponents, sit_outs

    def _compute_cost(self, rounds: Sequence[int], order: Sequence[int]) -> int:
        return self._compute_cost_of_counts(self._collect_counts(rounds), order)

    def _compute_cost_of_counts(
        self,
        counts: tuple[Counter[Couple], Counter[Couple], Counter[int]],
        order: Sequence[int],
    ) -> int:
        partners, opponents, sit_outs = counts
        numbers = {contestant: number for number, contestant in enumerate(order, start=1)}
        cost = (
            _count_repeats(self.played_partners, partners, numbers, free_meetings=1)
            * REPEATED_PARTNERS_COST
        )
        free_meetings = self.played_meetings.free_meetings
        cost += (
            _count_repeats(self.played_opponents, opponents, numbers, free_meetings)
            * REPEATED_OPPONENTS_COST
        )
        for contestant, count in self.played_meetings.sit_outs.items():
            if contestant in numbers:
                cost += count * sit_outs[numbers[contestant]] * REPEATED_SIT_OUT_COST
        self.steps_left -= len(self.played_partners) + len(self.played_opponents)
        return cost


def _count_repeats(
    played_counts: Sequence[tuple[Couple, int]],
    scheduled_counts: Mapping[Couple, int],
    numbers: Mapping[int, int],
    free_meetings: int,
) -> int:
    """Return the meetings beyond *free_meetings* ones that the schedule adds to those *played_counts*."""
    repeats = 0
    for (first, second), count in played_counts:
        if first in numbers and second in numbers:
            meetings = scheduled_counts.get(make_couple(numbers[first], numbers[second]), 0)
            repeats += max(0, count + meetings - free_meetings) - max(0, count - free_meetings)
    return repeats


def make_schedule_round(
    tables: Sequence[tuple[int, int, int, int]], contestants: int
) -> ScheduleRound:
    """Return the meetings of a round of players, who sit N, E, S and W.

    >>> make_schedule_round([(4, 1, 2, 3)], 5)
    ScheduleRound(partners=((2, 4), (1, 3)), opponents=((1, 4), (3, 4), (1, 2), (2, 3)), sit_outs=(5,))
    """
    partners: list[Couple] = []
    opponents: list[Couple] = []
    playing: set[int] = set()
    for north, east, south, west in tables:
        partners += [make_couple(north, south), make_couple(east, west)]
        opponents += [make_couple(north, east), make_couple(north, west)]
        opponents += [make_couple(south, east), make_couple(south, west)]
        playing |= {north, east, south, west}
    sit_outs = [number for number in range(1, contestants + 1) if number not in playing]
    return ScheduleRound(tuple(partners), tuple(opponents), tuple(sit_outs))


def make_circle_matches(numbers: int) -> list[list[Couple]]:
    """Return the rounds in which each of an even count of *numbers* meets each other once.

    The last number stays, the others rotate.

    >>> make_circle_matches(4)
    [[(1, 4), (2, 3)], [(2, 4), (1, 3)], [(3, 4), (1, 2)]]
    """
    size = numbers - 1
    rounds: dict[int, list[Couple]] = defaultdict(list)
    for first in range(size):
        rounds[first].append((first + 1, numbers))
        for step in range(1, numbers // 2):
            low, high = sorted(((first - step) % size + 1, (first + step) % size + 1))
            rounds[first].append((low, high))
    return [rounds[number] for number in range(size)]
