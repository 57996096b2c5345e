"""Places: who is before whom, and who shares a place."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import attrgetter
from typing import TypeAlias

from scoring.model import USUAL_LISTS, Field, Line, Points, ScoredBoard, Standing

Key: TypeAlias = tuple[str | None, int]
"""One contestant: direction (``None`` with one winner) and number."""

_DIRECTION_ORDER = {"NS": 0, "EW": 1, None: 0}


@dataclass(slots=True)
class Tally:
    """What one contestant has gathered so far: points, the points there were to get, boards with points, and
    *lines*, the boards it has a line on."""

    contestant: int
    direction: str | None
    points: Points = 0
    available: Points = 0
    boards: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A contestant's final figures before places; the higher *merit* is the better, equal merits tie.

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
    return ((line.lists[0], line.ns), (line.lists[1], line.ew)) if is_two else ((None, line.ns), (None, line.ew))


@dataclass(slots=True)
class _Sum:
    """A tally being added up: whole points apart from fractions, and these by denominator, which is faster."""

    points: int = 0
    parts: dict[int, int] = field(default_factory=dict)
    available: Points = 0
    boards: int = 0
    lines: int = 0
    last: int = -1

    def add(self, points: Points | None, top: Points, board: int) -> None:
        """Add one side of a line on the board at the place *board*; one may be there twice, if not due for it once."""
        if board != self.last:
            self.lines, self.last = self.lines + 1, board
        if points is None:
            return
        self.boards += 1
        self.available += top
        if isinstance(points, int):
            self.points += points
        else:
            self.parts[points.denominator] = self.parts.get(points.denominator, 0) + points.numerator

    def tally(self, contestant: int, direction: str | None) -> Tally:
        points: Points = self.points
        for denominator, numerators in self.parts.items():
            points += Fraction(numerators, denominator)
        return Tally(contestant, direction, points, self.available, self.boards, self.lines)


def tally(field: Field, boards: Iterable[ScoredBoard]) -> list[Tally]:
    """Return one tally for each contestant of *field*, in the order of their first lines on *boards*.

    With two winners a number is one contestant in each direction; with one winner it is the same in both.
    """
    ns_sums: dict[int, _Sum] = {}
    ew_sums = ns_sums if field.winners == 1 else {}
    sums = {"NS": ns_sums, "EW": ew_sums}
    ns_direction, ew_direction = (None, None) if field.winners == 1 else ("NS", "EW")
    for at, board in enumerate(boards):
        top = board.top or 0
        for scored in board.lines:
            line = scored.line
            ns_list, ew_list = (sums[name] for name in line.lists) if line.lists != USUAL_LISTS else (ns_sums, ew_sums)
            (ns_list.get(line.ns) or ns_list.setdefault(line.ns, _Sum())).add(scored.ns_points, top, at)
            (ew_list.get(line.ew) or ew_list.setdefault(line.ew, _Sum())).add(scored.ew_points, top, at)
    ns = [summed.tally(number, ns_direction) for number, summed in ns_sums.items()]
    return (
        ns if field.winners == 1 else [*ns, *(summed.tally(number, ew_direction) for number, summed in ew_sums.items())]
    )


def place(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return the standings: each direction ranked by itself, what stays equal sharing the better place.

    >>> results = [Result(n, None, merit, None, 1, merit) for n, merit in ((1, 5), (2, 8), (3, 5), (4, 2))]
    >>> [(standing.contestant, standing.place_text) for standing in place(results)]
    [(2, '1'), (1, '2='), (3, '2='), (4, '4')]
    """
    ordered = _ordered(list(results))
    standings: list[Standing] = []
    for _, of_direction in groupby(ordered, key=attrgetter("direction")):
        place_no = 1
        for _, of_merit in groupby(of_direction, key=attrgetter("merit", "tie_break")):
            sharing = list(of_merit)
            standings += (_standing(result, place_no, is_tied=len(sharing) > 1) for result in sharing)
            place_no += len(sharing)
    return tuple(standings)


def _ordered(results: list[Result]) -> list[Result]:
    """Return *results* by direction, merit, tie-break and contestant; whole numbers compare faster than fractions."""
    whole = lcm(*{result.merit.denominator for result in results})

    def key(result: Result) -> tuple[int, int, Points, int]:
        merit = result.merit.numerator * (whole // result.merit.denominator)
        return _DIRECTION_ORDER[result.direction], -merit, -result.tie_break, result.contestant

    return sorted(results, key=key)


def _standing(result: Result, place_no: int, is_tied: bool) -> Standing:
    return Standing(
        contestant=result.contestant,
        direction=result.direction,
        total=result.total if isinstance(result.total, Fraction) else Fraction(result.total),
        percent=result.percent,
        place=place_no,
        is_tied=is_tied,
        boards=result.boards,
    )
