"""Several sessions of one event: what contestants have after all of them, and their places.

Each session is ranked separately, and sessions count alike, however many boards they had. Sections
of the last session can be *finals*: the first final is ranked above the second, and so on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from scoring.model import Standing
from scoring.ranking import FinalFigures, Key, place
from scoring.totals.standings import standings_of


@dataclass(frozen=True, slots=True)
class AfterSessions:
    """The places after several sessions. *parts* are the standings of each contestant, in order.

    *unfinished* missed some session, by number: they are ranked below those who missed fewer.
    """

    standings: tuple[Standing, ...]
    unfinished: tuple[Key, ...]
    parts: dict[Key, tuple[Standing | None, ...]]


def after_sessions(
    sessions: Sequence[Iterable[Standing]],
    *,
    by_percent: bool,
    apart: bool,
    finals: Mapping[int, int] | None = None,
) -> AfterSessions:
    """Return the places after *sessions*, in whose standings a contestant has the same number throughout.

    *by_percent*: by the mean of the percentages of the sessions; else by the sum of the totals.
    *apart*: N-S and E-W are ranked by themselves, as they were in every session.

    Whoever missed a session keeps the mean or sum of the others, and is ranked below those who
    missed fewer; of those who missed as many, whoever played later is above.  *finals* are the
    finals of the last session by contestant, 0 for the first one: everybody in it is ranked above
    the next, and those in none below them all.

    >>> first = [Standing(n, None, Fraction(n), Fraction(60 + n), 1, False, 8) for n in (1, 2)]
    >>> second = [Standing(1, None, Fraction(90), Fraction(45), 2, False, 16)]
    >>> after = after_sessions([first, second], by_percent=True, apart=False)
    >>> [(seen.contestant, str(seen.percent), seen.place_text, seen.boards) for seen in after.standings]
    [(1, '53', '1', 24), (2, '62', '2', 8)]
    """
    seen: dict[Key, list[Standing | None]] = defaultdict(lambda: [None] * len(sessions))
    for at, standings in enumerate(sessions):
        for standing in standings:
            if not by_percent or standing.percent is not None:
                seen[standing.direction if apart else None, standing.contestant][at] = standing
    tiers: dict[tuple[str, int, int, int], list[FinalFigures]] = defaultdict(list)
    unfinished = []
    below_finals = max(finals.values(), default=0) + 1 if finals else 0
    for key, parts in seen.items():
        direction, contestant = key
        played = [part for part in parts if part is not None]
        missed = len(sessions) - len(played)
        if missed:
            unfinished.append(key)
        final = finals.get(contestant, below_finals) if finals else 0
        tier = _DIRECTIONS[direction], final, missed, _sessions_since(parts)
        tiers[tier].append(_sessions_result(key, played, by_percent))
    unfinished.sort(key=lambda key: (key[0] == "EW", key[1]))
    return AfterSessions(
        _place_tiers(tiers), tuple(unfinished), {key: tuple(parts) for key, parts in seen.items()}
    )


_DIRECTIONS = {None: "", "NS": "1", "EW": "2"}


def _sessions_since(parts: Sequence[Standing | None]) -> int:
    """Return how many sessions came after the last one that a contestant played."""
    return next(since for since, part in enumerate(reversed(parts)) if part is not None)


def _place_tiers(
    tiers: Mapping[tuple[str, int, int, int], Iterable[FinalFigures]],
) -> tuple[Standing, ...]:
    """Return the places of all *tiers*, each below earlier ones of the same direction."""
    standings: list[Standing] = []
    above: Counter[str] = Counter()
    for tier in sorted(tiers):
        placed = place(tiers[tier])
        standings += (replace(seen, place=seen.place + above[tier[0]]) for seen in placed)
        above[tier[0]] += len(placed)
    return tuple(standings)


IN_ORDER = Fraction(17, 20)
"""The share of couples that must be in the order of the places before, so that sections are taken for finals.

A withdrawal or two changes places in a final's field; sections that were mixed have about half of
them in order.
"""


def are_finals(before: Iterable[tuple[int, int, int]]) -> bool:
    """Return whether the sections of a session are finals: each section was ahead of the next.

    *before* has for each contestant the number of its section (0 is the first), of the section in
    which it played before, and its place then.  Places are compared across the field or within the
    sections before: either may have chosen the finalists.  Where nobody was parted from those of
    the same section before, the sections just go on.

    >>> are_finals([(0, 0, 1), (0, 1, 2), (1, 0, 3), (1, 1, 4)]), are_finals([(0, 0, 1), (0, 0, 2), (1, 1, 3)])
    (True, False)
    >>> are_finals([(0, 0, 4), (0, 1, 2), (1, 0, 3), (1, 1, 1)])
    False
    """
    seats = list(before)
    couples = [(upper, lower) for upper, lower in permutations(seats, 2) if upper[0] < lower[0]]
    parted = [(upper, lower) for upper, lower in couples if upper[1] == lower[1]]
    return bool(parted) and (_are_in_order(couples) or _are_in_order(parted))


def _are_in_order(couples: Sequence[tuple[tuple[int, int, int], tuple[int, int, int]]]) -> bool:
    in_order = sum(upper[2] <= lower[2] for upper, lower in couples)
    return in_order >= IN_ORDER * len(couples)


def after_stages(before: Iterable[Standing], last: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the standings of the *last* stage, with everybody else below as they were *before*.

    >>> def seen(number: int, place: int) -> Standing:
    ...     return Standing(number, None, Fraction(40 - place), None, place, False, 8)
    >>> standings = after_stages([seen(1, 1), seen(2, 2), seen(3, 3), seen(4, 4)], [seen(3, 1), seen(1, 2)])
    >>> [(each.contestant, each.place_text) for each in standings]
    [(3, '1'), (1, '2'), (2, '3'), (4, '4')]
    """
    through = {standing.contestant for standing in last}
    others = [standing for standing in before if standing.contestant not in through]
    keys = [(standing.direction, standing.contestant) for standing in others]
    below = standings_of(others, keys)
    return (*last, *(replace(standing, place=standing.place + len(last)) for standing in below))


def _sessions_result(key: Key, parts: Sequence[Standing], by_percent: bool) -> FinalFigures:
    direction, contestant = key
    total = sum((part.total for part in parts), Fraction(0))
    percents = [part.percent for part in parts if part.percent is not None]
    percent = sum(percents, Fraction(0)) / len(parts) if by_percent else None
    merit = percent if percent is not None else total
    return FinalFigures(
        contestant, direction, total, percent, sum(part.boards for part in parts), merit
    )
