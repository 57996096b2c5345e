"""The second, deliberately plain route to the systems of 1900 and 1926, for checking the first.

Every figure is looked up from the lines by its definition, deal by deal and rival by rival; time
does not matter. ``figures`` hands its methods on to here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line

Who: TypeAlias = tuple[str | None, int]
Pair: TypeAlias = tuple[Fraction, Fraction]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
Options: TypeAlias = Mapping[str, str]

_OTHER = {"NS": "EW", "EW": "NS"}


def rank_old_plainly(
    route: "OldRoute", field: Field, options: Options
) -> tuple[tuple[tuple[Pair | None, ...], ...], dict[Who, Figures]]:
    """Return the points of every line, board by board, and the figures of every contestant of *field*."""
    lines = tuple(
        tuple(_pair(field, board, line, route, options) for line in board.lines)
        for board in field.boards
    )
    totals = {who: _total(route, field, who, options) for who in _everybody(field)}
    return lines, {who: _figures(who, totals) for who in totals}


def _pair(
    field: Field, board: Board, line: Line, route: "OldRoute", options: Options
) -> Pair | None:
    if line.score is None:
        return _averages_given(field, board, line, route, options)
    ns, ew = (route.points(board, line, side, field.winners, options) for side in ("NS", "EW"))
    return ns, ew


def _averages_given(
    field: Field, board: Board, line: Line, route: "OldRoute", options: Options
) -> Pair | None:
    """Return the averages of an artificial score in duplicate auction, else nothing."""
    results = [
        other for other in board.lines if other.score is not None and other.group == line.group
    ]
    if not route.is_net or line.artificial is None or not results:
        return None
    sums = [
        sum(route.points(board, other, side, field.winners, options) for other in results)
        for side in ("NS", "EW")
    ]
    return Fraction(sums[0], len(results)), Fraction(sums[1], len(results))


def _everybody(field: Field) -> list[Who]:
    lines = [line for board in field.boards for line in board.lines]
    if field.winners == 1:
        return sorted(
            {(None, number) for line in lines for number in (line.ns, line.ew)},
            key=lambda who: who[1],
        )
    sitting = [who for line in lines for who in zip(line.lists, (line.ns, line.ew), strict=True)]
    return list(dict.fromkeys(sitting))


def _side_of(line: Line, who: Who) -> str | None:
    if who[0] in (None, line.lists[0]) and line.ns == who[1]:
        return "NS"
    if who[0] in (None, line.lists[1]) and line.ew == who[1]:
        return "EW"
    return None


def _own_score(line: Line, side: str) -> int:
    if side == "NS":
        return line.score or 0
    return -(line.score or 0)


def _compared_scores(board: Board, line: Line, side: str) -> list[int]:
    """Return the scores of all who are compared with *line* in the direction *side*, its own among them."""
    return [
        _own_score(other, side)
        for other in board.lines
        if other.score is not None and other.group == line.group
    ]


def _loss(board: Board, line: Line, side: str) -> Fraction:
    return Fraction(max(_compared_scores(board, line, side)) - _own_score(line, side))


def _gain(board: Board, line: Line, side: str) -> Fraction:
    return Fraction(_own_score(line, side) - min(_compared_scores(board, line, side)))


def _howell(board: Board, line: Line, side: str, winners: int, options: Options) -> Fraction:
    if options["count"] == "losses":
        return _loss(board, line, side)
    if options["count"] == "gains":
        return _gain(board, line, side)
    sides = ("NS", "EW") if winners == 1 else (side,)
    compared = [
        other for other in board.lines if other.score is not None and other.group == line.group
    ]
    everybody = [_loss(board, other, each) for other in compared for each in sides]
    return Fraction(sum(everybody), len(everybody)) - _loss(board, line, side)


def _exponent(board: Board, line: Line, side: str, _winners: int, _options: Options) -> Fraction:
    compared = [
        other for other in board.lines if other.score is not None and other.group == line.group
    ]
    sums = {each: sum(_gain(board, other, each) for other in compared) for each in ("NS", "EW")}
    missing = max(sums[_OTHER[side]] - sums[side], 0)
    return _gain(board, line, side) + Fraction(missing, len(compared))


def _match(board: Board, line: Line, side: str, _winners: int, options: Options) -> Fraction:
    scores = _compared_scores(board, line, side)
    average = Fraction(sum(scores), len(scores))
    if options["averages"] == "thirds":
        whole = average.numerator // average.denominator
        near = [each for each in (whole, whole + 1) if abs(average - each) <= Fraction(1, 3)]
        average = Fraction(near[0]) if near else whole + Fraction(1, 2)
    if _own_score(line, side) > average:
        halves = 2
    elif _own_score(line, side) == average:
        halves = 1
    else:
        halves = 0
    return Fraction(halves * int(options["win"]), 2)


def _safford(board: Board, line: Line, side: str, _winners: int, _options: Options) -> Fraction:
    return Fraction(
        sum(_own_score(line, side) - other for other in _compared_scores(board, line, side))
    )


def _net(_board: Board, line: Line, side: str, _winners: int, _options: Options) -> Fraction:
    return Fraction(_own_score(line, side))


def _excess(_board: Board, line: Line, side: str, _winners: int, _options: Options) -> Fraction:
    won = _own_score(line, side)
    if won <= 0:
        return Fraction(won)
    limit = 500 if (line.declarer or "") in ("NS", "N", "S") and side == "NS" else 350
    limit = 500 if (line.declarer or "") in ("EW", "E", "W") and side == "EW" else limit
    return Fraction(won if won < limit + line.honours else limit + line.honours)


_Points: TypeAlias = Callable[[Board, Line, str, int, Options], Fraction]


@dataclass(frozen=True, slots=True)
class OldRoute:
    """The figures of an old system: the *points* of one side of a line, and additions to the
    totals.

    *averages_missing* gives the average of a board without a score, *is_match* counts won matches
    out of all; *is_net* sets totals against the average net; *by_rivals* plays a match against
    every rival instead of adding up.
    """

    points: _Points
    averages_missing: bool = False
    is_match: bool = False
    is_net: bool = False
    by_rivals: bool = False


HOWELL_LOSSES = OldRoute(_howell, averages_missing=True)
EXPONENT = OldRoute(_exponent, averages_missing=True)
MATCH = OldRoute(_match, averages_missing=True, is_match=True)
SAFFORD = OldRoute(_safford)
COMPASS = OldRoute(_net, is_net=True)
EXCESS = OldRoute(_excess, is_net=True)
FOUR_PAIRS = OldRoute(_safford, by_rivals=True)

_Total: TypeAlias = tuple[Fraction, Fraction | None, tuple[Fraction, Fraction]]
"""Total, per cent, and what places go by."""


def _total(route: OldRoute, field: Field, who: Who, options: Options) -> _Total:
    if route.by_rivals:
        matches, tricks = _matches(field, who)
        return matches, None, (matches, tricks)
    gathered = _points_by_deal(route, field, who, options)
    total = sum(gathered, Fraction(0))
    if route.is_net:
        total += _penalties(field, who) - _average_net(route, field, who, options)
    percent = None
    if route.is_match and gathered:
        percent = total * 100 / (len(gathered) * int(options["win"]))
    is_loss = options.get("count") == "losses"
    return total, percent, (-total if is_loss else total, Fraction(0))


def _points_by_deal(route: OldRoute, field: Field, who: Who, options: Options) -> list[Fraction]:
    """Return a contestant's points on each deal, the average if it has no score."""
    gathered = []
    for board in field.boards:
        mine = [line for line in board.lines if _side_of(line, who) and line.score is not None]
        if mine:
            side = _side_of(mine[0], who) or ""
            gathered.append(route.points(board, mine[0], side, field.winners, options))
        elif route.averages_missing and any(line.score is not None for line in board.lines):
            gathered.append(_absent(route, field, board, who, options))
        elif given := [line for line in board.lines if _side_of(line, who) and line.artificial]:
            pair = _averages_given(field, board, given[0], route, options)
            gathered += [] if pair is None else [pair[0 if _side_of(given[0], who) == "NS" else 1]]
    return gathered


def _absent(route: OldRoute, field: Field, board: Board, who: Who, options: Options) -> Fraction:
    if route.is_match:
        return Fraction(int(options["win"]), 2)
    sides = ("NS", "EW") if who[0] is None else (who[0],)
    points = []
    for line in board.lines:
        if line.score is not None:
            for side in sides:
                points.append(route.points(board, line, side, field.winners, options))
    return Fraction(sum(points), len(points))


def _penalties(field: Field, who: Who) -> Fraction:
    lines = [(line, _side_of(line, who)) for board in field.boards for line in board.lines]
    amounts = [
        each.amount
        for line, side in lines
        if side
        for each in line.adjustments
        if each.side.upper() == side
    ]
    amounts += [
        credit.amount for credit in field.credits if (credit.direction, credit.contestant) == who
    ]
    return sum(amounts, Fraction(0))


def _average_net(route: OldRoute, field: Field, who: Who, options: Options) -> Fraction:
    if options["result"] == "net":
        return Fraction(0)
    rivals = [other for other in _everybody(field) if other[0] == who[0]]
    nets = [sum(_points_by_deal(route, field, other, options), Fraction(0)) for other in rivals]
    return sum(nets, Fraction(0)) / len(nets)


def _matches(field: Field, who: Who) -> tuple[Fraction, Fraction]:
    """Return the matches won, halves included, and the tricks by which they were won."""
    matches, tricks = Fraction(0), Fraction(0)
    for other in _everybody(field):
        shared = (
            _margins_on_shared_deals(field, who, other)
            if other != who and other[0] == who[0]
            else []
        )
        difference = sum(shared)
        if shared:
            matches += Fraction(2 if difference > 0 else 1 if difference == 0 else 0, 2)
            tricks += max(difference, 0)
    return matches, tricks


def _margins_on_shared_deals(field: Field, who: Who, other: Who) -> list[int]:
    """Return by how much *who* beat *other* on each deal that both held in the same direction."""
    differences = []
    for board in field.boards:
        for mine in board.lines:
            for theirs in board.lines:
                side = _side_of(mine, who)
                is_same = (
                    side is not None
                    and side == _side_of(theirs, other)
                    and mine.group == theirs.group
                )
                if is_same and side and mine.score is not None and theirs.score is not None:
                    differences.append(_own_score(mine, side) - _own_score(theirs, side))
    return differences


def _figures(who: Who, totals: Mapping[Who, _Total]) -> Figures:
    total, percent, merit = totals[who]
    rivals = [totals[other][2] for other in totals if other[0] == who[0]]
    return total, percent, 1 + sum(other > merit for other in rivals), rivals.count(merit) > 1
