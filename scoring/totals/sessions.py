"""Several sessions of one event: what contestants have after all of them, and their places.

Each session is ranked by itself; sessions count alike, however many boards they had.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.model import Standing
from scoring.ranking import Key, Result, place
from scoring.totals.standings import standings_of


@dataclass(frozen=True, slots=True)
class AfterSessions:
    """The places of those who have a figure of every session; *parts* are the standings of each contestant, in order.

    *unfinished* have none of some session, by number: they have no place yet.
    """

    standings: tuple[Standing, ...]
    unfinished: tuple[Key, ...]
    parts: dict[Key, tuple[Standing | None, ...]]


def after_sessions(sessions: Sequence[Iterable[Standing]], *, by_percent: bool, apart: bool) -> AfterSessions:
    """Return the places after *sessions*, in whose standings a contestant has the same number throughout.

    *by_percent*: by the mean of the percentages of the sessions; else by the sum of the totals.  *apart*: N-S and E-W
    are ranked by themselves, as they were in every session.

    >>> first = [Standing(1, None, Fraction(60), Fraction(60), 1, False, 8)]
    >>> second = [Standing(1, None, Fraction(90), Fraction(45), 2, False, 16)]
    >>> (seen,) = after_sessions([first, second], by_percent=True, apart=False).standings
    >>> seen.total, seen.percent, seen.place_text, seen.boards
    (Fraction(150, 1), Fraction(105, 2), '1', 24)
    """
    seen: dict[Key, list[Standing | None]] = defaultdict(lambda: [None] * len(sessions))
    for at, standings in enumerate(sessions):
        for standing in standings:
            if not by_percent or standing.percent is not None:
                seen[standing.direction if apart else None, standing.contestant][at] = standing
    results, unfinished = [], []
    for key, parts in seen.items():
        played = [part for part in parts if part is not None]
        if len(played) < len(sessions):
            unfinished.append(key)
        else:
            results.append(_result(key, played, by_percent))
    unfinished.sort(key=lambda key: (key[0] == "EW", key[1]))
    return AfterSessions(place(results), tuple(unfinished), {key: tuple(parts) for key, parts in seen.items()})


def after_stages(before: Iterable[Standing], last: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the standings of the *last* stage, in which some went out; below them all others as they were *before*.

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


def _result(key: Key, parts: Sequence[Standing], by_percent: bool) -> Result:
    direction, contestant = key
    total = sum((part.total for part in parts), Fraction(0))
    percents = [part.percent for part in parts if part.percent is not None]
    percent = sum(percents, Fraction(0)) / len(parts) if by_percent else None
    merit = percent if percent is not None else total
    return Result(contestant, direction, total, percent, sum(part.boards for part in parts), merit)
