"""Places: who is before whom, and who shares a place."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from scoring.model import Field, Points, ScoredBoard, Standing

Key: TypeAlias = tuple[str | None, int]
"""One contestant: direction (``None`` with one winner) and number."""

_DIRECTION_ORDER = {"NS": 0, "EW": 1, None: 0}


@dataclass(slots=True)
class Tally:
    """What one contestant has gathered so far: points, the points there were to get, boards with points, and lines."""

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


def contestant_keys(field: Field, ns: int, ew: int) -> tuple[Key, Key]:
    """Return who sits N-S and who E-W on a line of *field*."""
    return ((None, ns), (None, ew)) if field.winners == 1 else (("NS", ns), ("EW", ew))


def tally(field: Field, boards: Iterable[ScoredBoard]) -> list[Tally]:
    """Return one tally for each contestant of *field*, in the order of their first lines on *boards*.

    With two winners a number is one contestant in each direction; with one winner it is the same in both.
    """
    ns_tallies: dict[int, Tally] = {}
    ew_tallies = ns_tallies if field.winners == 1 else {}
    ns_direction, ew_direction = (None, None) if field.winners == 1 else ("NS", "EW")
    for board in boards:
        top = board.top or 0
        for scored in board.lines:
            ns, ew = scored.line.ns, scored.line.ew
            _add(ns_tallies.get(ns) or ns_tallies.setdefault(ns, Tally(ns, ns_direction)), scored.ns_points, top)
            _add(ew_tallies.get(ew) or ew_tallies.setdefault(ew, Tally(ew, ew_direction)), scored.ew_points, top)
    return list(ns_tallies.values()) if field.winners == 1 else [*ns_tallies.values(), *ew_tallies.values()]


def _add(tally: Tally, points: Points | None, top: Points) -> None:
    tally.lines += 1
    if points is not None:
        tally.points += points
        tally.available += top
        tally.boards += 1


def place(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return the standings: each direction ranked by itself, what stays equal sharing the better place.

    >>> results = [Result(n, None, merit, None, 1, merit) for n, merit in ((1, 5), (2, 8), (3, 5), (4, 2))]
    >>> [(standing.contestant, standing.place_text) for standing in place(results)]
    [(2, '1'), (1, '2='), (3, '2='), (4, '4')]
    """
    ordered = sorted(
        results,
        key=lambda result: (
            *(_DIRECTION_ORDER[result.direction], -result.merit, -result.tie_break),
            result.contestant,
        ),
    )
    standings: list[Standing] = []
    for _, of_direction in groupby(ordered, key=attrgetter("direction")):
        place_no = 1
        for _, of_merit in groupby(of_direction, key=attrgetter("merit", "tie_break")):
            sharing = list(of_merit)
            standings += (_standing(result, place_no, is_tied=len(sharing) > 1) for result in sharing)
            place_no += len(sharing)
    return tuple(standings)


def _standing(result: Result, place_no: int, is_tied: bool) -> Standing:
    return Standing(
        contestant=result.contestant,
        direction=result.direction,
        total=Fraction(result.total),
        percent=result.percent,
        place=place_no,
        is_tied=is_tied,
        boards=result.boards,
    )
