"""Optional tie-breaks between contestants of equal merit, by name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from movements.option import Option
from scoring.model import Field, Points, ScoredBoard
from scoring.ranking import FinalFigures, Key, contestant_keys

TIES = Option(
    "ties",
    "Ties",
    {
        "split": "share the place",
        "head-to-head": "boards against each other",
        "boards-won": "number of boards above average",
    },
    note="If still tied, share the place.",
)


def break_ties(
    field: Field, boards: Sequence[ScoredBoard], results: Iterable[FinalFigures], rule: str
) -> list[FinalFigures]:
    """Return *results* with the figure of the tie-break *rule*, a choice of ``TIES``, filled in.

    Head to head counts only where everybody of the tied has met everybody else of them: points made
    against them, less the points given.  It cannot part contestants who sit in the same direction
    all the time.
    """
    if rule == "split":
        return list(results)
    if rule == "boards-won":
        won = boards_won(field, boards)
        return [replace(result, tie_break=won.get(_key(result), 0)) for result in results]
    met = _meetings(field, boards)
    return [result for tied in _tied_groups(results) for result in _head_to_head(tied, met)]


def _key(result: FinalFigures) -> Key:
    return result.direction, result.contestant


def _tied_groups(results: Iterable[FinalFigures]) -> list[list[FinalFigures]]:
    def merit(result: FinalFigures) -> tuple[str, Points]:
        return result.direction or "", result.merit

    return [list(tied) for _, tied in groupby(sorted(results, key=merit), key=merit)]


def _head_to_head(
    tied: Sequence[FinalFigures], met: Mapping[tuple[Key, Key], Points]
) -> list[FinalFigures]:
    keys = [_key(result) for result in tied]
    couples = []
    for key in keys:
        for other in keys:
            if key != other:
                couples.append((key, other))
    if not all(couple in met for couple in couples):
        return list(tied)
    return [
        replace(
            result, tie_break=sum(met[couple] for couple in couples if couple[0] == _key(result))
        )
        for result in tied
    ]


def _meetings(field: Field, boards: Iterable[ScoredBoard]) -> dict[tuple[Key, Key], Points]:
    """Return, for every two who met with points, the first one's margin."""
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
