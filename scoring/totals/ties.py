"""Tie-breaks, named and optional: what decides between contestants with the same merit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from scoring.method import Option
from scoring.model import Field, Points, ScoredBoard
from scoring.ranking import Key, Result, contestant_keys

TIES = Option(
    "ties",
    ("split", "head-to-head", "boards-won"),
    "split",
    "Equal contestants share the place, or the boards they played against each other decide, or the number of boards "
    "above average. What is still equal is shared.",
)


def break_ties(field: Field, boards: Sequence[ScoredBoard], results: Iterable[Result], rule: str) -> list[Result]:
    """Return *results* with the figure of the tie-break *rule*, a choice of ``TIES``, filled in.

    Head to head counts only where everybody of the tied has met everybody else of them: points made against them, less
    the points given.  It cannot part contestants who sit in the same direction all the time.
    """
    if rule == "split":
        return list(results)
    if rule == "boards-won":
        won = boards_won(field, boards)
        return [replace(result, tie_break=won.get(_key(result), 0)) for result in results]
    met = _meetings(field, boards)
    return [result for tied in _tied(results) for result in _head_to_head(tied, met)]


def _key(result: Result) -> Key:
    return result.direction, result.contestant


def _tied(results: Iterable[Result]) -> list[list[Result]]:
    def merit(result: Result) -> tuple[str, Points]:
        return result.direction or "", result.merit

    return [list(tied) for _, tied in groupby(sorted(results, key=merit), key=merit)]


def _head_to_head(tied: Sequence[Result], met: Mapping[tuple[Key, Key], Points]) -> list[Result]:
    keys = [_key(result) for result in tied]
    couples = [(key, other) for key in keys for other in keys if key != other]
    if not all(couple in met for couple in couples):
        return list(tied)
    return [
        replace(result, tie_break=sum(met[couple] for couple in couples if couple[0] == _key(result)))
        for result in tied
    ]


def _meetings(field: Field, boards: Iterable[ScoredBoard]) -> dict[tuple[Key, Key], Points]:
    """Return, for every two who met with points, what the first made more than the second."""
    met: dict[tuple[Key, Key], Points] = {}
    for board in boards:
        for scored in board.lines:
            if scored.ns_points is None or scored.ew_points is None:
                continue
            ns, ew = contestant_keys(field, scored.line)
            more = scored.ns_points - scored.ew_points
            met[ns, ew] = met.get((ns, ew), 0) + more
            met[ew, ns] = met.get((ew, ns), 0) - more
    return met


def boards_won(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, int]:
    """Return on how many lines each contestant has more than the average of the board."""
    won: dict[Key, int] = {}
    for board in boards:
        average = Fraction(board.top or 0) / 2
        for scored in board.lines:
            keys = contestant_keys(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                won[key] = won.get(key, 0) + (points is not None and points > average)
    return won
