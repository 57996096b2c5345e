"""Artificial scores that give way to a contestant's own average of the other boards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from scoring.model import Field, Points, ScoredBoard, ScoredLine
from scoring.ranking import Key, Tally, contestant_keys


def own_averages(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, Fraction]:
    """Return each contestant's average over the boards on which no own average is asked for.

    It is a share of the tops, 0 to 1, where boards have tops, and points a board where they have none; contestants
    without any such board are not among them.

    Source: [LAWS2017] Law 12C2(c).
    """
    tallies: dict[Key, Tally] = {}
    for board in boards:
        for scored in board.lines:
            for key, points, is_own in _sides(field, scored):
                if points is None or is_own:
                    continue
                seen = tallies.setdefault(key, Tally(key[1], key[0]))
                seen.points += points
                seen.available += 1 if board.top is None else board.top
    return {key: Fraction(seen.points) / seen.available for key, seen in tallies.items() if seen.available}


def with_own_averages(field: Field, boards: Iterable[ScoredBoard], averages: dict[Key, Fraction]) -> list[ScoredBoard]:
    """Return *boards* with the own average in place of every artificial score that it betters, or falls short of.

    A share above 50 gives way to a higher average, one below 50 to a lower.
    """
    return [
        replace(board, lines=tuple(_settled(field, board.top, scored, averages) for scored in board.lines))
        if any(_asks(scored) for scored in board.lines)
        else board
        for board in boards
    ]


def _asks(scored: ScoredLine) -> bool:
    return scored.line.artificial is not None and scored.line.artificial.is_own


def _sides(field: Field, scored: ScoredLine) -> Iterator[tuple[Key, Points | None, bool]]:
    ns, ew = contestant_keys(field, scored.line)
    artificial = scored.line.artificial
    yield ns, scored.ns_points, artificial is not None and artificial.ns_own
    yield ew, scored.ew_points, artificial is not None and artificial.ew_own


def _settled(field: Field, top: Points | None, scored: ScoredLine, averages: dict[Key, Fraction]) -> ScoredLine:
    artificial = scored.line.artificial
    if artificial is None:
        return scored
    settled = []
    for (key, points, is_own), share in zip(_sides(field, scored), (artificial.ns, artificial.ew), strict=True):
        if not is_own or points is None or share is None or key not in averages:
            settled.append(points)
            continue
        own = averages[key] * (1 if top is None else top)
        settled.append(max(points, own) if share > 50 else min(points, own))
    return scored._replace(ns_points=settled[0], ew_points=settled[1])
