"""Check the points of a line by the definitions alone, comparing results one at a time.

Nothing of how the methods compute is used here, only the field; time does not matter.  ``figures``
adds the points up.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TypeAlias

from scoring.model import Board, Line, Points

Options: TypeAlias = Mapping[str, str]
Pair: TypeAlias = tuple[Fraction, Fraction]
Sides: TypeAlias = tuple[Fraction | None, Fraction | None]
"""The points of both sides; ``None`` for one for which the board was not due."""


def compared_lines(board: Board, line: Line) -> list[Line]:
    """Return the other lines of *board* that *line* is compared with."""
    return [
        other
        for other in board.lines
        if other is not line and other.group == line.group and has_score(other)
    ]


def has_score(line: Line) -> bool:
    """Return whether others are compared with *line*."""
    return line.score is not None or line.assigned is not None


def has_result(line: Line) -> bool:
    """Return whether *line* has a result for both sides."""
    given = line.artificial
    return has_score(line) or (given is not None and given.ns is not None and given.ew is not None)


def lists_and_numbers(
    line: Line, winners: int
) -> tuple[tuple[str | None, int], tuple[str | None, int]]:
    """Return the list and the number of who sits N-S on *line*, and of who sits E-W."""
    names: tuple[str | None, str | None] = (None, None) if winners == 1 else line.lists
    return (names[0], line.ns), (names[1], line.ew)


def full_board(boards: Sequence[Board], winners: int, options: Options) -> int:
    """Return the number of results on the fullest of *boards*, with a missing pair's if it counts."""
    most = max(len([line for line in board.lines if has_result(line)]) for board in boards)
    everybody = {
        who for board in boards for line in board.lines for who in lists_and_numbers(line, winners)
    }
    north = len([who for who in everybody if who[0] == "NS"])
    is_odd = len(everybody) % 2 == 1 if winners == 1 else 2 * north != len(everybody)
    if is_odd and options.get("count_phantom") == "yes":
        return most + 1
    return most


def parts(line: Line, side: str) -> list[tuple[int, Points]]:
    """Return the scores of one side of *line* seen from that side, with their weights."""
    sign = 1 if side == "NS" else -1
    if line.score is not None:
        return [(sign * line.score, 1)]
    if line.assigned is None:
        return []
    shares = line.assigned.ns if side == "NS" else line.assigned.ew
    return [(sign * share.score, share.weight) for share in shares]


def matchpoints(
    board: Board, line: Line, expected: int, options: Options, is_ascherman: bool
) -> Sides | None:
    """Return the matchpoints of both sides of *line* where *expected* results make a full board."""
    per_beaten = Fraction(options["per_beaten"])
    top = per_beaten * (expected if is_ascherman else max(expected - 1, 0))
    if line.artificial is not None:
        return _each(line, lambda percent: percent / 100 * top)
    if not has_score(line):
        return None
    others = compared_lines(board, line)
    groups = [other.group for other in board.lines if has_score(other)]
    results = len(others) + 1
    is_small = len(set(groups)) > 1 and results in {1, 2, 3}
    if options["small_groups"] == "special":
        is_small &= 3 * results <= expected
    elif options["small_groups"] == "acbl":
        is_small &= results < 3 or any(
            groups.count(group) >= 3 for group in groups if group != line.group
        )
    else:
        is_small = False
    sides = []
    for side in ("NS", "EW"):
        mine = parts(line, side)
        got = Fraction(sum(_beats(mine, parts(other, side)) for other in others))
        if is_small:
            sides.append((Fraction(60) + (got - results + 1) * 5) / 100 * top)
        else:
            full = _of_full_board(
                board, got, results, expected, "ascherman" if is_ascherman else options["neuberg"]
            )
            sides.append(full * per_beaten / 2)
    return sides[0], sides[1]


def _of_full_board(
    board: Board, got: Fraction, results: int, expected: int, formula: str
) -> Fraction:
    """Convert *got*, two for a beaten result, among *results* to a board of *expected* results."""
    if formula == "half":
        return got + (expected - results)
    is_ruled = any(line.artificial is not None for line in board.lines)
    groups = {line.group for line in board.lines if has_score(line)}
    if formula == "factor" and results > 1 and not is_ruled and len(groups) == 1:
        return got / (2 * results - 2) * (2 * expected - 2)
    return (got + 1) * expected / results - (0 if formula == "ascherman" else 1)


def nearest(points: Fraction, step: Fraction) -> Fraction:
    """Return the multiple of *step* nearest to *points*, of two the one further from nothing.

    >>> nearest(Fraction(-1, 8), Fraction(1, 100)), nearest(Fraction(1, 3), Fraction(1, 10))
    (Fraction(-13, 100), Fraction(3, 10))
    """
    size = floor(abs(points) / step + Fraction(1, 2)) * step
    if points < 0:
        return -size
    return size


def _beats(mine: list[tuple[int, Points]], theirs: list[tuple[int, Points]]) -> Points:
    got: Points = 0
    for score, weight in mine:
        for other, of_other in theirs:
            got += weight * of_other * (2 if score > other else 1 if score == other else 0)
    return got


def cross_imps(board: Board, line: Line, options: Options, expected: int) -> Sides | None:
    """Return the cross-IMPs of both sides of *line* where *expected* results make a full board."""
    divisor, average_plus = options.get("divisor", "none"), int(options["average_plus"])
    most = 24 if options.get("imp_cap", "none") == "none" else int(options["imp_cap"])
    if line.artificial is not None:
        results = len([other for other in board.lines if has_score(other)])
        return _average_imps(line, average_plus * (results if divisor == "none" else 1))
    if not has_score(line):
        return None
    others = compared_lines(board, line)
    results, full = len(others) + 1, max(expected, 2)
    factor = {
        "comparisons": Fraction(1, max(results - 1, 1)),
        "results": Fraction(1, results),
        "none": Fraction(1),
        "neuberg": Fraction(1, results) * Fraction(full, full - 1),
    }[divisor]
    sides = []
    for side in ("NS", "EW"):
        won: Points = 0
        mine = parts(line, side)
        for other in others:
            for rival, of_rival in parts(other, side):
                for score, weight in mine:
                    won += weight * of_rival * max(-most, min(most, imps(score - rival)))
        sides.append(won * factor)
    return sides[0], sides[1]


def butler(board: Board, line: Line, options: Options) -> Sides | None:
    """Return the IMPs of both sides of *line* by ``docs/scoring/butler.md``, nothing for a single
    result.
    """
    if line.artificial is not None:
        return _average_imps(line, int(options["average_plus"]))
    if not has_score(line):
        return None
    rivals = compared_lines(board, line)
    if not rivals:
        return Fraction(0), Fraction(0)
    return _against_datum(line, rivals, "NS", options), _against_datum(line, rivals, "EW", options)


def _against_datum(line: Line, rivals: Sequence[Line], side: str, options: Options) -> Fraction:
    """Return the IMPs of the score minus the datum. Parts of an assigned score are weighted
    afterwards.
    """
    of_board = datum([part for result in (line, *rivals) for part in parts(result, side)], options)
    return sum(
        (Fraction(weight) * imps(score - of_board) for score, weight in parts(line, side)),
        Fraction(0),
    )


def datum(scores: Sequence[tuple[int, Points]], options: Options) -> Fraction:
    """Return the datum of *scores* with weights.

    Each is cut into small equal slices, so that they can be counted.

    >>> datum([(420, 1), (-50, 1)], {"datum": "mean", "rounding": "tens"})
    Fraction(190, 1)
    """
    slices_of_one = 1
    for _, weight in scores:
        slices_of_one *= weight.denominator
    slices = sorted(score for score, weight in scores for _ in range(int(weight * slices_of_one)))
    results = len(slices) // slices_of_one
    if options["datum"] == "trimmed" and results >= 3:
        slices = slices[slices_of_one:-slices_of_one]
    if options["datum"] == "middle-5":
        left = results - 2 * ((19 * results + 20) // 40)
        left = left if left > 0 else 2 - results % 2
        ends = (len(slices) - left * slices_of_one) // 2
        slices = slices[ends : len(slices) - ends]
    value = Fraction(sum(slices), len(slices))
    if options["datum"] == "median":
        value = Fraction(slices[(len(slices) - 1) // 2] + slices[len(slices) // 2], 2)
    if options["rounding"] == "exact":
        return value
    size = floor(abs(value) / 10 + (Fraction(1, 2) if options["rounding"] == "tens" else 0)) * 10
    return Fraction(size if value > 0 else -size)


def aggregate(board: Board, line: Line, unit: str) -> Sides | None:
    """Return the scores of both sides of *line*."""
    rest = 13 if unit == "tricks" else 0
    if line.artificial is not None:
        scores = []
        for other in board.lines:
            scores.extend(parts(other, "NS"))
        average = Fraction(sum(score * weight for score, weight in scores)) / sum(
            weight for _, weight in scores
        )
        ns_given, ew_given = _each(line, lambda _: average)
        return ns_given, None if ew_given is None else rest - ew_given
    if not has_score(line):
        return None
    ns_score = Fraction(sum(score * weight for score, weight in parts(line, "NS")))
    ew_score = Fraction(sum(score * weight for score, weight in parts(line, "EW")))
    return ns_score, rest + ew_score


def average(board: Board, line: Line, rounding: str) -> Sides | None:
    """Return the points of both sides of *line* above their direction's average.

    The average is whole if *rounding* is "board".

    Rounded to whole points with the *rounding* board.
    """
    if line.artificial is not None:
        return Fraction(0), Fraction(0)
    if line.score is None:
        return None
    scores = [
        line.score,
        *(other.score for other in compared_lines(board, line) if other.score is not None),
    ]
    middle = Fraction(sum(scores), len(scores))
    plus = line.score - (
        Fraction(floor(middle + Fraction(1, 2))) if rounding == "board" else middle
    )
    return plus, -plus


def _average_imps(line: Line, average_plus: int) -> Sides | None:
    if line.artificial is None:
        return None
    return _each(line, lambda percent: (percent - 50) / 10 * average_plus)


def _each(line: Line, worth: Callable[[Fraction], Fraction]) -> Sides:
    """Return the *worth* of the share of each side of *line*."""
    given = line.artificial
    if given is None:
        return None, None
    return (
        None if given.ns is None else worth(Fraction(given.ns)),
        None if given.ew is None else worth(Fraction(given.ew)),
    )


@lru_cache(maxsize=4096)
def imps(difference: Points) -> int:
    """Return the IMPs of *difference*, read off the printed table line by line.

    >>> imps(Fraction(-430)), imps(Fraction(15))
    (-10, 0)

    Source: [LAWS2017] Law 78B.
    """
    size = max(difference, -difference)
    for won, upper in enumerate(_UP_TO):
        if size < upper + 10:
            if difference > 0:
                return won
            return -won
    if difference > 0:
        return 24
    return -24


_UP_TO = (
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090),
    *(1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990),
)
"""The greatest difference for no IMP, 1 IMP and so on, as the table prints it; 4000 and more are 24."""
