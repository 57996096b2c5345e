"""Tie-breaks between contestants of equal merit that an event can choose."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, permutations

from movements.option import Option
from scoring.display import noted_text
from scoring.model import Field, Key, Points, ScoredBoard, get_contestant_keys
from scoring.naming import format_contestant_name
from scoring.ranking import FinalFigures

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
    field: Field,
    boards: Sequence[ScoredBoard],
    results: Iterable[FinalFigures],
    rule: str,
    even_score: Points = 0,
) -> list[FinalFigures]:
    """Return *results* with the figures of the tie-break *rule*, a choice of ``TIES``.

    *even_score* is what either side has on an even board without a top: 0 of a plus and minus.

    Head to head compares the margin of points on boards against the others of a tie. It applies
    only if all of them have met each other, so it can't separate contestants who always sat in the
    same direction.
    """
    if rule == "split":
        return list(results)
    if rule == "boards-won":
        won = count_boards_won(field, boards, even_score)
        return [
            result._replace(tie_break=won.get(_get_contestant_key(result), 0)) for result in results
        ]
    margins = compute_margins(field, boards)
    broken: list[FinalFigures] = []
    for tied in _group_ties(results):
        broken += _break_head_to_head(tied, margins)
    return broken


_NAMES = {"head-to-head": "boards against each other", "boards-won": "boards above average"}


def make_tie_notes(field: Field, results: Iterable[FinalFigures], rule: str) -> Iterator[str]:
    """Yield a sentence with the figures of the tie-break *rule* for each tie that it decided."""
    if rule not in _NAMES:
        return
    for tied in _group_ties(results):
        figures = {result.tie_break for result in tied}
        if len(figures) < 2:
            continue
        in_order = sorted(tied, key=lambda result: (-result.tie_break, result.contestant))
        numbers = sorted(result.contestant for result in tied)
        who = format_contestant_name(tied[0].direction, *numbers, kind=field.kind)
        texts = [f"{noted_text(result.tie_break)} for {result.contestant}" for result in in_order]
        yield f"{who} are equal; {_NAMES[rule]} ({', '.join(texts)}) decided."


def _get_contestant_key(result: FinalFigures) -> Key:
    return result.direction, result.contestant


def _group_ties(results: Iterable[FinalFigures]) -> list[list[FinalFigures]]:
    def merit(result: FinalFigures) -> tuple[str, Points]:
        return result.direction or "", result.merit

    return [list(tied) for _, tied in groupby(sorted(results, key=merit), key=merit)]


def _break_head_to_head(
    tied: Sequence[FinalFigures], margins: Mapping[tuple[Key, Key], Points]
) -> list[FinalFigures]:
    keys = [_get_contestant_key(result) for result in tied]
    couples = list(permutations(keys, 2))
    if not all(couple in margins for couple in couples):
        return list(tied)
    totals: dict[Key, Points] = dict.fromkeys(keys, 0)
    for key, other_key in couples:
        totals[key] += margins[key, other_key]
    return [result._replace(tie_break=totals[_get_contestant_key(result)]) for result in tied]


def compute_margins(field: Field, boards: Iterable[ScoredBoard]) -> dict[tuple[Key, Key], Points]:
    """Return the points of the first contestant less those of the second, for all who met."""
    margins: dict[tuple[Key, Key], Points] = {}
    for board in boards:
        for scored in board.lines:
            if scored.ns_points is None or scored.ew_points is None:
                continue
            ns, ew = get_contestant_keys(field, scored.line)
            margin = scored.ns_points - scored.ew_points
            margins[ns, ew] = margins.get((ns, ew), 0) + margin
            margins[ew, ns] = margins.get((ew, ns), 0) - margin
    return margins


def count_boards_won(
    field: Field, boards: Iterable[ScoredBoard], even_score: Points = 0
) -> dict[Key, int]:
    """Return the number of lines on which each contestant is above the average of the board.

    Without a top the average is *even_score*.
    """
    won: dict[Key, int] = {}
    for board in boards:
        average = Fraction(board.top) / 2 if board.top is not None else even_score
        for scored in board.lines:
            keys = get_contestant_keys(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                won.setdefault(key, 0)
                if points is not None and points > average:
                    won[key] += 1
    return won
