"""Optional tie-breaks between contestants of equal merit, by name."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby, repeat
from typing import TypeAlias

from movements.option import Option
from scoring.bridge.artificial import Artificial
from scoring.bridge.rulings import Share
from scoring.model import Board, Field, Line, Points, ScoredBoard, ScoredLine
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


# The scores of a board in one direction, counted, and the points of its lines once every score has
# its points.
#
# Methods that compare scores with each other work on ``ScoreCounts``: each different score once,
# with how often it was made. Assigned scores count as the parts they are put together from.

Values: TypeAlias = Mapping[int, tuple[Points, Points]]
"""For each score of a column the points it gives N-S and E-W."""

Given: TypeAlias = tuple[Points | None, Points | None]
"""What an artificial score gives N-S and E-W; ``None`` where the board was not due for a side."""


@dataclass(slots=True)
class ScoreCounts:
    """The scores of one group: how often each was made (*weights*), and by how many *lines*."""

    weights: dict[int, Points] = field(default_factory=dict)
    lines: int = 0


def score_columns(
    board: Board, shares: Callable[[Line], tuple[Share, ...]] = Line.ns_shares
) -> dict[str, ScoreCounts]:
    """Return the N-S scores on *board* by group, and for *shares* those of E-W seen from N-S.

    >>> score_columns(Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, 420), Line(7, 8, -50, group="fouled"))))
    {'': ScoreCounts(weights={420: 2}, lines=2), 'fouled': ScoreCounts(weights={-50: 1}, lines=1)}
    """
    groups: dict[str, ScoreCounts] = {}
    if board.columns.are_plain:
        return {"": ScoreCounts(dict(Counter(board.columns.scores)), len(board.lines))}
    for line in board.lines:
        if line.score is None and line.assigned is None:
            continue
        column = groups.get(line.group) or groups.setdefault(line.group, ScoreCounts())
        column.lines += 1
        if line.score is not None:
            column.weights[line.score] = column.weights.get(line.score, 0) + 1
            continue
        for share in shares(line):
            column.weights[share.score] = column.weights.get(share.score, 0) + share.weight
    return groups


def score_by_columns(
    board: Board,
    top: Points | None,
    values: Callable[[ScoreCounts], Values],
    artificial: Callable[[Artificial], Given],
    *follows_from: Hashable,
) -> ScoredBoard:
    """Return *board* with its points.

    *values* gives the points of every score of a column, *artificial* those of a share.

    Where a score is split, N-S are compared with N-S and E-W with E-W.  With all that these two
    *follow from* the board is counted once.
    """
    if not follows_from:
        return _score(board, top, values, artificial)
    if follows_from not in board.scored:
        board.scored[follows_from] = _score(board, top, values, artificial)
    return board.scored[follows_from]


def _score(
    board: Board,
    top: Points | None,
    values: Callable[[ScoreCounts], Values],
    artificial: Callable[[Artificial], Given],
) -> ScoredBoard:
    ns_values = {group: values(column) for group, column in score_columns(board).items()}
    ew_values = ns_values
    if board.is_ruled and any(
        line.assigned is not None and line.assigned.is_split for line in board.lines
    ):
        ew_values = {
            group: values(column) for group, column in score_columns(board, Line.ew_shares).items()
        }
    of_score = {
        (group, score): (ns_points, ew_values[group][score][1])
        for group, of_group in ns_values.items()
        for score, (ns_points, _ew_points) in of_group.items()
        if score in ew_values.get(group, ())
    }
    if board.columns.are_plain:
        points = [of_score["", score] for score in board.columns.scores]
        columns = zip(
            board.lines, [ns for ns, _ew in points], [ew for _ns, ew in points], strict=True
        )
        return ScoredBoard(
            board.board_no, top, tuple(map(tuple.__new__, repeat(ScoredLine), columns))
        )
    lines = tuple(
        ScoredLine(line, *of_score[line.group, line.score])
        if line.score is not None
        else _score_ruled(line, ns_values, ew_values, artificial)
        for line in board.lines
    )
    return ScoredBoard(board.board_no, top, lines)


def _score_ruled(
    line: Line,
    ns_values: Mapping[str, Values],
    ew_values: Mapping[str, Values],
    artificial: Callable[[Artificial], Given],
) -> ScoredLine:
    if line.assigned is not None:
        ns_points = sum(
            share.weight * ns_values[line.group][share.score][0] for share in line.assigned.ns
        )
        ew_points = sum(
            share.weight * ew_values[line.group][share.score][1] for share in line.assigned.ew
        )
        return ScoredLine(line, ns_points, ew_points)
    if line.artificial is not None:
        return ScoredLine(line, *artificial(line.artificial))
    return ScoredLine(line, None, None)
