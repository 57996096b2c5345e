"""Add up the points of contestants, and give places.

Fields are large, so sums are kept by number and whole numbers are added instead of fractions: points
are counted in parts of a common denominator and become fractions once, at the end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter
from types import NoneType
from typing import Any, TypeAlias, cast

from scoring.model import USUAL_LISTS, BoardColumns, Field, Line, Points, ScoredBoard, Standing

Key: TypeAlias = tuple[str | None, int]
"""One contestant: direction (None with one winner) and number."""

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


@dataclass(frozen=True, slots=True)
class FinalFigures:
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


def get_contestant_keys(field: Field, line: Line) -> tuple[Key, Key]:
    """Return the N-S and the E-W contestant on *line* of *field*."""
    return get_line_keys(line, is_two=field.winners == 2)


def get_line_keys(line: Line, *, is_two: bool) -> tuple[Key, Key]:
    """Return the N-S and the E-W contestant on *line*. With *is_two* directions are ranked apart."""
    if is_two:
        return ((line.lists[0], line.ns), (line.lists[1], line.ew))
    return ((None, line.ns), (None, line.ew))


class _Sums:
    """The sums of all contestants in one list, added board by board."""

    def __init__(self) -> None:
        # By contestant: how many more lines than boards with points.
        self._extra_lines: Counter[int] = Counter()
        # By the top of a board, then contestant: boards with points.
        self._boards_by_top: defaultdict[Points, Counter[int]] = defaultdict(Counter)
        # By denominator, then contestant: points in parts of the denominator.
        self._units_by_denominator: defaultdict[int, defaultdict[int, int]] = defaultdict(
            lambda: defaultdict(int)
        )

    def add(self, numbers: Sequence[int], points: Sequence[Points | None], top: Points) -> None:
        """Add the *points* of *numbers* on a board with this *top*."""
        types = set(map(type, points))
        contestants = set(numbers)
        # A contestant may have two lines on a board, and one of them doesn't count for it.
        if NoneType in types or len(contestants) < len(numbers):
            scored = [
                (number, line_points)
                for number, line_points in zip(numbers, points, strict=True)
                if line_points is not None
            ]
            numbers = [number for number, _points in scored]
            points = [line_points for _number, line_points in scored]
            self._extra_lines.update(contestants)
            self._extra_lines.subtract(numbers)
        self._boards_by_top[top].update(numbers)
        denominator = 1
        units = cast(Iterable[int], points)  # true if all are whole numbers
        if types != {int}:
            # A board of many lines has few different points, and equal ones are one object.
            different = {
                id(line_points): line_points for line_points in points if line_points is not None
            }
            denominator = lcm(*(value.denominator for value in different.values()))
            units_by_id = {
                key: value.numerator * (denominator // value.denominator)
                for key, value in different.items()
            }
            units = [units_by_id[id(line_points)] for line_points in points]
        sums = self._units_by_denominator[denominator]
        for number, line_units in zip(numbers, units, strict=True):
            sums[number] += line_units

    def make_tallies(self, direction: str | None) -> Iterator[Tally]:
        """Yield the tallies of all contestants, in the order of their first boards."""
        common = lcm(*self._units_by_denominator)
        units = _merge_sums(
            (common // denominator, sums)
            for denominator, sums in self._units_by_denominator.items()
        )
        boards = _merge_sums((1, counts) for counts in self._boards_by_top.values())
        available = _merge_sums(self._boards_by_top.items())
        for number in {**boards, **self._extra_lines}:
            points = units[number] if common == 1 else Fraction(units[number], common)
            lines = boards[number] + self._extra_lines[number]
            yield Tally(number, direction, points, available[number], boards[number], lines)


def _merge_sums(parts: Iterable[tuple[Points, Mapping[int, int]]]) -> Mapping[int, Any]:
    """Return the sums by contestant over all *parts*, each multiplied by its factor."""
    merged: defaultdict[int, Points] = defaultdict(int)
    for factor, figures in parts:
        for number, figure in figures.items():
            merged[number] += factor * figure
    return merged


def tally(field: Field, boards: Iterable[ScoredBoard]) -> list[Tally]:
    """Return a tally for each contestant of *field*, in the order of their first *boards*.

    *boards* are the scored boards of the field. With two winners a number is one contestant in each
    direction; with one winner it is the same contestant in both.
    """
    directions = [None] if field.winners == 1 else ["NS", "EW"]
    sums_of_lists = [_Sums() for _direction in directions]
    for board, scored_board in zip(field.boards, boards, strict=True):
        points_of_lists = _split_points_by_list(board.columns, scored_board, field.winners)
        for sums, (numbers, points) in zip(sums_of_lists, points_of_lists, strict=True):
            sums.add(numbers, points, scored_board.top or 0)
    tallies: list[Tally] = []
    for sums, direction in zip(sums_of_lists, directions, strict=True):
        tallies += sums.make_tallies(direction)
    return tallies


def _split_points_by_list(
    columns: BoardColumns, board: ScoredBoard, winners: int
) -> list[tuple[Sequence[int], Sequence[Points | None]]]:
    """Return for each list the contestants on *board* and their points."""
    ns_points, ew_points = board.ns_points, board.ew_points
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
    results = list(results)
    denominator = lcm(*{result.merit.denominator for result in results})
    keyed_results = [(_sort_key(result, denominator), result) for result in results]
    keyed_results.sort(key=itemgetter(0))
    standings: list[Standing] = []
    for _direction, list_results in groupby(keyed_results, key=lambda keyed: keyed[0][0]):
        place_no = 1
        for _merit, equal_results in groupby(list_results, key=lambda keyed: keyed[0][1:3]):
            tied = list(equal_results)
            for _key, result in tied:
                standings.append(_make_standing(result, place_no, is_tied=len(tied) > 1))
            place_no += len(tied)
    return tuple(standings)


def _sort_key(result: FinalFigures, denominator: int) -> tuple[int, int, Points, int]:
    """Return the sort key of *result*: direction, merit, tie-break, number."""
    # Whole numbers, in parts of a common denominator, compare faster than fractions.
    merit = result.merit.numerator * (denominator // result.merit.denominator)
    return _DIRECTION_ORDER[result.direction], -merit, -result.tie_break, result.contestant


def _make_standing(result: FinalFigures, place_no: int, *, is_tied: bool) -> Standing:
    total = result.total if isinstance(result.total, Fraction) else Fraction(result.total)
    return Standing(
        contestant=result.contestant,
        direction=result.direction,
        total=total,
        percent=result.percent,
        place=place_no,
        is_tied=is_tied,
        boards=result.boards,
    )
