"""Places: who is before whom, and who shares a place."""

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
"""One contestant: direction (``None`` with one winner) and number."""

_DIRECTION_ORDER = {"NS": 0, "EW": 1, None: 0}


@dataclass(slots=True)
class Tally:
    """The sums of one contestant.

    Points, available points, boards with points, and *lines*, the boards with a line.
    """

    contestant: int
    direction: str | None
    points: Points = 0
    available: Points = 0
    boards: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class FinalFigures:
    """A contestant's final figures before places. The higher *merit* is better, equal merits tie.

    A named tie-break puts its figure into *tie_break*; there, too, the higher is the better.
    """

    contestant: int
    direction: str | None
    total: Points
    percent: Fraction | None
    boards: int
    merit: Points
    tie_break: Points = 0


def contestant_keys(field: Field, line: Line) -> tuple[Key, Key]:
    """Return who sits N-S and who E-W on *line* of *field*."""
    return line_keys(line, is_two=field.winners == 2)


def line_keys(line: Line, *, is_two: bool) -> tuple[Key, Key]:
    """Return who sits N-S and who E-W on *line*, where *is_two* directions are ranked apart or not."""
    if is_two:
        return ((line.lists[0], line.ns), (line.lists[1], line.ew))
    return ((None, line.ns), (None, line.ew))


class _Sums:
    """The sums of everybody in one list, board by board. Points are whole numbers by denominator."""

    def __init__(self) -> None:
        self._more_lines: Counter[int] = Counter()  # than boards with points, or fewer
        self._boards: defaultdict[Points, Counter[int]] = defaultdict(Counter)  # by their tops
        self._points: defaultdict[int, defaultdict[int, int]] = defaultdict(
            lambda: defaultdict(int)
        )

    def add(self, numbers: Sequence[int], points: Sequence[Points | None], top: Points) -> None:
        """Add the *points* of *numbers* on a board.

        A contestant with two lines there may not be due for one of them.
        """
        types, everybody = set(map(type, points)), set(numbers)
        if NoneType in types or len(everybody) < len(numbers):
            self._more_lines.update(everybody)
            self._more_lines.subtract(
                n for n, own in zip(numbers, points, strict=True) if own is not None
            )
        if NoneType in types:
            scored = [
                (number, own)
                for number, own in zip(numbers, points, strict=True)
                if own is not None
            ]
            numbers, points = [number for number, _own in scored], [own for _number, own in scored]
        self._boards[top].update(numbers)
        whole, units = 1, cast(Iterable[int], points)
        if types != {int}:
            different = {
                id(own): own for own in points if own is not None
            }  # however many lines, few different points
            whole = lcm(*(own.denominator for own in different.values()))
            scaled = {
                key: own.numerator * (whole // own.denominator) for key, own in different.items()
            }
            units = [scaled[id(own)] for own in points]
        sums = self._points[whole]
        for number, own_units in zip(numbers, units, strict=True):
            sums[number] += own_units

    def tallies(self, direction: str | None) -> Iterator[Tally]:
        """Yield the tally of everybody, in the order of their first boards."""
        whole = lcm(*self._points)
        units = _merge_sums((whole // parts, points) for parts, points in self._points.items())
        boards = _merge_sums((1, counted) for counted in self._boards.values())
        available = _merge_sums(self._boards.items())
        for number in {**boards, **self._more_lines}:
            points = units[number] if whole == 1 else Fraction(units[number], whole)
            lines = boards[number] + self._more_lines[number]
            yield Tally(number, direction, points, available[number], boards[number], lines)


def _merge_sums(parts: Iterable[tuple[Points, Mapping[int, int]]]) -> Mapping[int, Any]:
    """Return the sums of everybody over all parts, each part times its factor."""
    merged: defaultdict[int, Points] = defaultdict(int)
    for factor, figures in parts:
        for number, figure in figures.items():
            merged[number] += factor * figure
    return merged


def tally(field: Field, boards: Iterable[ScoredBoard]) -> list[Tally]:
    """Return a tally for each contestant of *field*, whose *boards* are scored.

    The order is that of their first boards.

    With two winners a number is one contestant in each direction; with one winner it is the same in
    both.
    """
    lists = [_Sums()] if field.winners == 1 else [_Sums(), _Sums()]
    for board, scored in zip(field.boards, boards, strict=True):
        for sums, (numbers, points) in zip(
            lists, _sides(board.columns, scored, field.winners), strict=True
        ):
            sums.add(numbers, points, scored.top or 0)
    directions = [None] if field.winners == 1 else ["NS", "EW"]
    return [
        each for sums, name in zip(lists, directions, strict=True) for each in sums.tallies(name)
    ]


def _sides(
    columns: BoardColumns, board: ScoredBoard, winners: int
) -> list[tuple[Sequence[int], Sequence[Points | None]]]:
    """Return the contestants on *board* in each of the lists, with their points."""
    ns_points, ew_points = (
        [scored.ns_points for scored in board.lines],
        [scored.ew_points for scored in board.lines],
    )
    if winners == 1:
        return [((*columns.ns, *columns.ew), (*ns_points, *ew_points))]
    if columns.lists.count(USUAL_LISTS) == len(columns.lists):
        return [(columns.ns, ns_points), (columns.ew, ew_points)]
    names = [lists[side] for side in (0, 1) for lists in columns.lists]
    every = list(zip(names, (*columns.ns, *columns.ew), (*ns_points, *ew_points), strict=True))
    of_lists = (
        [(number, points) for name, number, points in every if name == own] for own in USUAL_LISTS
    )
    return [
        ([number for number, _points in side], [points for _number, points in side])
        for side in of_lists
    ]


def place(results: Iterable[FinalFigures]) -> tuple[Standing, ...]:
    """Return the standings, each direction ranked separately. Equal merits share the better place.

    >>> results = [FinalFigures(n, None, merit, None, 1, merit) for n, merit in ((1, 5), (2, 8), (3, 5), (4, 2))]
    >>> [(standing.contestant, standing.place_text) for standing in place(results)]
    [(2, '1'), (1, '2='), (3, '2='), (4, '4')]
    """
    results = list(results)
    whole = lcm(*{result.merit.denominator for result in results})
    ordered = sorted(((_order(result, whole), result) for result in results), key=itemgetter(0))
    standings: list[Standing] = []
    for _, of_direction in groupby(ordered, key=lambda keyed: keyed[0][0]):
        place_no = 1
        for _, of_merit in groupby(of_direction, key=lambda keyed: keyed[0][1:3]):
            sharing = list(of_merit)
            standings += (
                _standing(result, place_no, is_tied=len(sharing) > 1) for _key, result in sharing
            )
            place_no += len(sharing)
    return tuple(standings)


def _order(result: FinalFigures, whole: int) -> tuple[int, int, Points, int]:
    """Return the sort key of *result*.

    Whole numbers in parts of *whole* compare faster than fractions.
    """
    merit = result.merit.numerator * (whole // result.merit.denominator)
    return _DIRECTION_ORDER[result.direction], -merit, -result.tie_break, result.contestant


def _standing(result: FinalFigures, place_no: int, is_tied: bool) -> Standing:
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
