"""Add up the points of contestants, and give places.

Fields are large, so sums are kept by number and whole numbers are added instead of fractions: points
are counted in parts of a common denominator and become fractions once, at the end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import NamedTuple, cast

from scoring.model import (
    USUAL_LISTS,
    BoardColumns,
    Field,
    Points,
    ScoredBoard,
    Standing,
)

_DIRECTION_ORDER = {"NS": 0, "EW": 1, None: 0}


@dataclass(slots=True)
class Tally:
    """The sums of one contestant: points, available points, boards with points, and *lines*."""

    contestant: int
    direction: str | None
    points: Points = 0
    available: Points = 0
    boards: int = 0
    lines: int = 0


class FinalFigures(NamedTuple):
    """A contestant's final figures before places. A higher *merit* is better, equal merits tie.

    *tie_break* is the figure of a tie-break if there is one; a higher one is better.
    """

    contestant: int
    direction: str | None
    total: Points
    percent: Fraction | None
    boards: int
    merit: Points
    tie_break: Points = 0


class _Sums:
    """The sums of all contestants in one list, added board by board."""

    def __init__(self) -> None:
        # By contestant: how many more lines than boards with points.
        self._extra_lines: Counter[int] = Counter()
        # By the contestants of a board and its top: how many such boards there are. Most boards are
        # played by all, so that a board is counted at once.
        self._boards: defaultdict[tuple[frozenset[int], Points], int] = defaultdict(int)
        # By denominator, then contestant: points in parts of the denominator.
        self._units_by_denominator: defaultdict[int, defaultdict[int, int]] = defaultdict(
            lambda: defaultdict(int)
        )

    def count_board(
        self, contestants: frozenset[int], top: Points, denominator: int
    ) -> defaultdict[int, int]:
        """Count a board of *contestants*, and return the sums to which its points are added.

        They are in parts of the *denominator*.
        """
        self._boards[contestants, top] += 1
        return self._units_by_denominator[denominator]

    def add(self, numbers: Sequence[int], points: Sequence[Points | None], top: Points) -> None:
        """Add the *points* of *numbers* on a board with this *top*."""
        contestants = frozenset(numbers)
        # A board of many lines has few different points, and equal ones are one object.
        ids = list(map(id, points))
        different = dict(zip(ids, points, strict=True)).values()
        points_by_id = {id(figure): (figure,) for figure in different if figure is not None}
        scored_numbers = [
            number for number, key in zip(numbers, ids, strict=True) if key in points_by_id
        ]
        # A contestant may have two lines on a board, and one of them doesn't count for it.
        if len(scored_numbers) < len(numbers) or len(contestants) < len(numbers):
            self._extra_lines.update(contestants)
            self._extra_lines.subtract(scored_numbers)
        denominator, units_by_id = _count_in_units(points_by_id)
        scored_contestants = frozenset(scored_numbers)
        if len(scored_contestants) == len(scored_numbers):
            sums = self.count_board(scored_contestants, top, denominator)
        else:
            for number in scored_numbers:
                sums = self.count_board(frozenset((number,)), top, denominator)
        for number, key in zip(numbers, ids, strict=True):
            if key in units_by_id:
                (units,) = units_by_id[key]
                sums[number] += units

    def make_tallies(self, direction: str | None) -> Iterator[Tally]:
        """Yield the tallies of all contestants."""
        common = lcm(*self._units_by_denominator)
        units: defaultdict[int, int] = defaultdict(int)
        for denominator, sums in self._units_by_denominator.items():
            for number, figure in sums.items():
                units[number] += figure * (common // denominator)
        boards: defaultdict[int, int] = defaultdict(int)
        available: defaultdict[int, Points] = defaultdict(int)
        for (contestants, top), count in self._boards.items():
            points = count * top
            for number in contestants:
                boards[number] += count
                available[number] += points
        extra_lines = self._extra_lines
        for number in {**units, **extra_lines}:
            points = units[number] if common == 1 else Fraction(units[number], common)
            lines = boards[number]
            if extra_lines:
                lines += extra_lines[number]
            yield Tally(number, direction, points, available[number], boards[number], lines)


def _count_in_units(
    points_by_key: Mapping[int, tuple[Points, ...]],
) -> tuple[int, Mapping[int, tuple[int, ...]]]:
    """Return a common denominator of points, and the points in parts of it."""
    if set(map(type, chain.from_iterable(points_by_key.values()))) == {int}:
        return 1, cast(Mapping[int, tuple[int, ...]], points_by_key)
    all_points = chain.from_iterable(points_by_key.values())
    denominator = lcm(*[points.denominator for points in all_points])
    units_by_key = {
        key: _convert_to_units(points, denominator) for key, points in points_by_key.items()
    }
    return denominator, units_by_key


def _convert_to_units(points: Iterable[Points], denominator: int) -> tuple[int, ...]:
    return tuple([figure.numerator * (denominator // figure.denominator) for figure in points])


def tally(field: Field, boards: Iterable[ScoredBoard]) -> list[Tally]:
    """Return a tally for each contestant of *field*.

    *boards* are the scored boards of the field. With two winners a number is one contestant in each
    direction; with one winner it is the same contestant in both.
    """
    directions = [None] if field.winners == 1 else ["NS", "EW"]
    sums_of_lists = [_Sums() for _direction in directions]
    for board, scored_board in zip(field.boards, boards, strict=True):
        columns = board.columns
        top = scored_board.top or 0
        by_score = scored_board.points_by_score
        # A team, or a pair in mnemonic duplicate, has a line in each direction of one board, and
        # doesn't miss a board by that.
        if by_score and columns.seat_each_once(one_winner=field.winners == 1):
            denominator, units_by_score = _count_in_units(by_score)
            ns_numbers, ew_numbers = columns.seated
            ns_sums = sums_of_lists[0].count_board(ns_numbers, top, denominator)
            ew_sums = sums_of_lists[-1].count_board(ew_numbers, top, denominator)
            for ns, ew, score in zip(columns.ns, columns.ew, columns.scores, strict=True):
                ns_units, ew_units = units_by_score[score]
                ns_sums[ns] += ns_units
                ew_sums[ew] += ew_units
            continue
        points_of_lists = _split_points_by_list(columns, scored_board, field.winners)
        for sums, (numbers, points) in zip(sums_of_lists, points_of_lists, strict=True):
            sums.add(numbers, points, top)
    tallies: list[Tally] = []
    for sums, direction in zip(sums_of_lists, directions, strict=True):
        tallies += sums.make_tallies(direction)
    return tallies


def _split_points_by_list(
    columns: BoardColumns, board: ScoredBoard, winners: int
) -> list[tuple[Sequence[int], Sequence[Points | None]]]:
    """Return for each list the contestants on *board* and their points."""
    ns_points = [scored.ns_points for scored in board.lines]
    ew_points = [scored.ew_points for scored in board.lines]
    if winners == 1:
        return [((*columns.ns, *columns.ew), (*ns_points, *ew_points))]
    if columns.lists.count(USUAL_LISTS) == len(columns.lists):
        return [(columns.ns, ns_points), (columns.ew, ew_points)]
    # Some contestants are ranked in the other list than the one of their seats.
    numbers_by_list: dict[str, list[int]] = {name: [] for name in USUAL_LISTS}
    points_by_list: dict[str, list[Points | None]] = {name: [] for name in USUAL_LISTS}
    for side, (numbers, points) in enumerate(((columns.ns, ns_points), (columns.ew, ew_points))):
        for lists, number, line_points in zip(columns.lists, numbers, points, strict=True):
            numbers_by_list[lists[side]].append(number)
            points_by_list[lists[side]].append(line_points)
    return [(numbers_by_list[name], points_by_list[name]) for name in USUAL_LISTS]


def place(results: Iterable[FinalFigures]) -> tuple[Standing, ...]:
    """Return the standings, with each direction ranked apart. Equal merits share the better place.

    >>> results = [FinalFigures(n, None, merit, None, 1, merit) for n, merit in ((1, 5), (2, 8), (3, 5), (4, 2))]
    >>> [(standing.contestant, standing.place_text) for standing in place(results)]
    [(2, '1'), (1, '2='), (3, '2='), (4, '4')]
    """
    standings: list[Standing] = []
    list_order = None
    list_start = place_no = 0
    latest: tuple[object, ...] = ()
    for position, (order, merit, tie_break, _number, result) in enumerate(_sort_results(results)):
        if order != list_order:
            list_order, list_start = order, position
        figures = (order, merit, tie_break)
        is_tied = figures == latest
        if is_tied:
            standings[-1] = standings[-1]._replace(is_tied=True)
        else:
            place_no = position - list_start + 1
            latest = figures
        contestant, direction, total, percent, boards, _merit, _tie_break = result
        exact_total = total if type(total) is Fraction else Fraction(total)
        standings.append(
            Standing(contestant, direction, exact_total, percent, place_no, is_tied, boards)
        )
    return tuple(standings)


def _sort_results(
    results: Iterable[FinalFigures],
) -> list[tuple[int, int, Points, int, FinalFigures]]:
    """Return *results* in order, each after its direction, merit, tie-break and number."""
    results = list(results)
    # Whole numbers, in parts of a common denominator, compare faster than fractions.
    ratios = [result.merit.as_integer_ratio() for result in results]
    common = lcm(*{denominator for _numerator, denominator in ratios})
    sorted_results = []
    for result, (numerator, denominator) in zip(results, ratios, strict=True):
        merit = -numerator * (common // denominator)
        order = _DIRECTION_ORDER[result.direction]
        sorted_results.append((order, merit, -result.tie_break, result.contestant, result))
    sorted_results.sort()
    return sorted_results
