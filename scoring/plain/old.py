"""Check the systems of 1900 and 1926 by a second and plainer calculation.

Every figure is looked up from the lines by its definition, deal by deal and rival by rival; time
does not matter. ``figures`` calls this module for its methods. A *rival* is a contestant who is
ranked in the same direction.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line

Contestant: TypeAlias = tuple[str | None, int]
Pair: TypeAlias = tuple[Fraction, Fraction]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
Options: TypeAlias = Mapping[str, str]

_OTHER_SIDE = {"NS": "EW", "EW": "NS"}


def rank_old_plainly(
    route: "OldRoute", field: Field, options: Options
) -> tuple[tuple[tuple[Pair | None, ...], ...], dict[Contestant, Figures]]:
    """Return the points of the lines by board, and the figures of the contestants of *field*."""
    lines = tuple(
        tuple(_compute_line_points(field, board, line, route, options) for line in board.lines)
        for board in field.boards
    )
    totals = {
        contestant: _compute_total(route, field, contestant, options)
        for contestant in _list_contestants(field)
    }
    return lines, {contestant: _make_figures(contestant, totals) for contestant in totals}


def _compute_line_points(
    field: Field, board: Board, line: Line, route: "OldRoute", options: Options
) -> Pair | None:
    if line.score is None:
        return _compute_artificial_points(field, board, line, route, options)
    ns, ew = (route.points(board, line, side, field.winners, options) for side in ("NS", "EW"))
    return ns, ew


def _compute_artificial_points(
    field: Field, board: Board, line: Line, route: "OldRoute", options: Options
) -> Pair | None:
    """Return the averages that an artificial score gets in duplicate auction, otherwise None."""
    results = _select_compared_lines(board, line)
    if not route.is_net or line.artificial is None or not results:
        return None
    ns, ew = (
        sum(route.points(board, other, side, field.winners, options) for other in results)
        for side in ("NS", "EW")
    )
    return Fraction(ns, len(results)), Fraction(ew, len(results))


def _list_contestants(field: Field) -> list[Contestant]:
    everybody: list[Contestant] = []
    for board in field.boards:
        for line in board.lines:
            ns_list, ew_list = (None, None) if field.winners == 1 else line.lists
            everybody += [(ns_list, line.ns), (ew_list, line.ew)]
    if field.winners == 1:
        return sorted(set(everybody), key=lambda contestant: contestant[1])
    return list(dict.fromkeys(everybody))


def _find_side(line: Line, contestant: Contestant) -> str | None:
    if contestant[0] in (None, line.lists[0]) and line.ns == contestant[1]:
        return "NS"
    if contestant[0] in (None, line.lists[1]) and line.ew == contestant[1]:
        return "EW"
    return None


def _own_score(line: Line, side: str) -> int:
    if side == "NS":
        return line.score or 0
    return -(line.score or 0)


def _select_compared_lines(board: Board, line: Line) -> list[Line]:
    """Return the lines with a score in the group of *line*, with the line itself."""
    return [other for other in board.lines if other.score is not None and other.group == line.group]


def _list_compared_scores(board: Board, line: Line, side: str) -> list[int]:
    """Return the scores of *side* on the lines that are compared with *line*, with its own."""
    return [_own_score(other, side) for other in _select_compared_lines(board, line)]


def _loss(board: Board, line: Line, side: str) -> Fraction:
    return Fraction(max(_list_compared_scores(board, line, side)) - _own_score(line, side))


def _gain(board: Board, line: Line, side: str) -> Fraction:
    return Fraction(_own_score(line, side) - min(_list_compared_scores(board, line, side)))


def _score_howell(board: Board, line: Line, side: str, winners: int, options: Options) -> Fraction:
    if options["count"] == "losses":
        return _loss(board, line, side)
    if options["count"] == "gains":
        return _gain(board, line, side)
    # With one winner, both sides are compared with each other.
    sides = ("NS", "EW") if winners == 1 else (side,)
    losses = []
    for other in _select_compared_lines(board, line):
        for compared_side in sides:
            losses.append(_loss(board, other, compared_side))
    return Fraction(sum(losses), len(losses)) - _loss(board, line, side)


def _score_exponent(
    board: Board, line: Line, side: str, _winners: int, _options: Options
) -> Fraction:
    compared = _select_compared_lines(board, line)
    own_gains = sum(_gain(board, other, side) for other in compared)
    other_gains = sum(_gain(board, other, _OTHER_SIDE[side]) for other in compared)
    # The side with the smaller gains gets the difference, in equal parts.
    missing = max(other_gains - own_gains, 0)
    return _gain(board, line, side) + Fraction(missing, len(compared))


def _score_match_system(
    board: Board, line: Line, side: str, _winners: int, options: Options
) -> Fraction:
    scores = _list_compared_scores(board, line, side)
    average = Fraction(sum(scores), len(scores))
    if options["averages"] == "thirds":
        # An average within a third of a whole number becomes that number, any other a half.
        whole = average.numerator // average.denominator
        if average - whole <= Fraction(1, 3):
            average = Fraction(whole)
        elif whole + 1 - average <= Fraction(1, 3):
            average = Fraction(whole + 1)
        else:
            average = whole + Fraction(1, 2)
    if _own_score(line, side) > average:
        halves = 2
    elif _own_score(line, side) == average:
        halves = 1
    else:
        halves = 0
    return Fraction(halves * int(options["win"]), 2)


def _score_safford(
    board: Board, line: Line, side: str, _winners: int, _options: Options
) -> Fraction:
    return Fraction(
        sum(_own_score(line, side) - other for other in _list_compared_scores(board, line, side))
    )


def _score_net(_board: Board, line: Line, side: str, _winners: int, _options: Options) -> Fraction:
    return Fraction(_own_score(line, side))


def _score_excess(
    _board: Board, line: Line, side: str, _winners: int, options: Options
) -> Fraction:
    score = _own_score(line, side)
    # Losses count in full. Gains above a limit don't, which depends on who declared.
    if score <= 0:
        return Fraction(score)
    declarers = ("NS", "N", "S") if side == "NS" else ("EW", "E", "W")
    limit = "declarer_limit" if (line.declarer or "") in declarers else "defenders_limit"
    return Fraction(min(score, int(options[limit]) + line.honours))


_Points: TypeAlias = Callable[[Board, Line, str, int, Options], Fraction]


@dataclass(frozen=True, slots=True)
class OldRoute:
    """The rules of an old system: the *points* of one side of a line, and how they are added up.

    With *has_averages*, a missing score gets the average of the board. With *is_match*, the
    total is also a percentage of the matches. With *is_net*, totals are compared with the average
    net. With *is_by_rivals*, each contestant plays a match against each rival instead of adding up.
    """

    points: _Points
    has_averages: bool = False
    is_match: bool = False
    is_net: bool = False
    is_by_rivals: bool = False


HOWELL_LOSSES = OldRoute(_score_howell, has_averages=True)
EXPONENT = OldRoute(_score_exponent, has_averages=True)
MATCH = OldRoute(_score_match_system, has_averages=True, is_match=True)
SAFFORD = OldRoute(_score_safford)
COMPASS = OldRoute(_score_net, is_net=True)
EXCESS = OldRoute(_score_excess, is_net=True)
FOUR_PAIRS = OldRoute(_score_safford, is_by_rivals=True)

_Total: TypeAlias = tuple[Fraction, Fraction | None, tuple[Fraction, Fraction]]
"""Total, percentage, and the merit by which places are counted."""


def _compute_total(
    route: OldRoute, field: Field, contestant: Contestant, options: Options
) -> _Total:
    if route.is_by_rivals:
        matches, tricks = _count_matches_won(field, contestant)
        return matches, None, (matches, tricks)
    points = _list_points_by_deal(route, field, contestant, options)
    total = sum(points, Fraction(0))
    if route.is_net:
        total += _sum_contestant_adjustments(field, contestant) - _average_net(
            route, field, contestant, options
        )
    percent = None
    if route.is_match and points:
        percent = total * 100 / (len(points) * int(options["win"]))
    # The fewest losses are the best.
    merit = -total if options.get("count") == "losses" else total
    return total, percent, (merit, Fraction(0))


def _list_points_by_deal(
    route: OldRoute, field: Field, contestant: Contestant, options: Options
) -> list[Fraction]:
    """Return the points of *contestant* on each deal, with an average for a missing score if it counts."""
    deal_points = []
    for board in field.boards:
        lines = [line for line in board.lines if _find_side(line, contestant)]
        scored_line = next((line for line in lines if line.score is not None), None)
        artificial_line = next((line for line in lines if line.artificial), None)
        if scored_line:
            side = _find_side(scored_line, contestant) or ""
            deal_points.append(route.points(board, scored_line, side, field.winners, options))
        elif route.has_averages and any(line.score is not None for line in board.lines):
            deal_points.append(_compute_average_points(route, field, board, contestant, options))
        elif artificial_line:
            points = _compute_artificial_points(field, board, artificial_line, route, options)
            if points:
                ns_points, ew_points = points
                is_ns = _find_side(artificial_line, contestant) == "NS"
                deal_points.append(ns_points if is_ns else ew_points)
    return deal_points


def _compute_average_points(
    route: OldRoute, field: Field, board: Board, contestant: Contestant, options: Options
) -> Fraction:
    """Return the average of *board* in the direction of *contestant*."""
    if route.is_match:
        return Fraction(int(options["win"]), 2)
    direction, _number = contestant
    sides = ("NS", "EW") if direction is None else (direction,)
    points = []
    for line in board.lines:
        if line.score is not None:
            for side in sides:
                points.append(route.points(board, line, side, field.winners, options))
    return Fraction(sum(points), len(points))


def _sum_contestant_adjustments(field: Field, contestant: Contestant) -> Fraction:
    """Return the adjustments of lines and the credits of *contestant*."""
    total = Fraction(0)
    for board in field.boards:
        for line in board.lines:
            side = _find_side(line, contestant)
            for adjustment in line.adjustments:
                if adjustment.side.upper() == side:
                    total += adjustment.amount
    for credit in field.credits:
        if (credit.direction, credit.contestant) == contestant:
            total += credit.amount
    return total


def _average_net(
    route: OldRoute, field: Field, contestant: Contestant, options: Options
) -> Fraction:
    """Return the average net in the direction of *contestant*, or 0 if totals are plain nets."""
    if options["result"] == "net":
        return Fraction(0)
    rivals = [other for other in _list_contestants(field) if other[0] == contestant[0]]
    nets = [
        sum(_list_points_by_deal(route, field, rival, options), Fraction(0)) for rival in rivals
    ]
    return sum(nets, Fraction(0)) / len(nets)


def _count_matches_won(field: Field, contestant: Contestant) -> tuple[Fraction, Fraction]:
    """Return the matches won, with halves, and the tricks by which they were won."""
    matches = Fraction(0)
    tricks = Fraction(0)
    for rival in _list_contestants(field):
        if rival == contestant or rival[0] != contestant[0]:
            continue
        margins = _list_shared_margins(field, contestant, rival)
        margin = sum(margins)
        if margin > 0:
            matches += 1
            tricks += margin
        elif margins and margin == 0:
            matches += Fraction(1, 2)
    return matches, tricks


def _list_shared_margins(field: Field, contestant: Contestant, rival: Contestant) -> list[int]:
    """Return the margin of *contestant* over *rival* on each deal that both held in the same direction."""
    margins = []
    for board in field.boards:
        for own_line in board.lines:
            side = _find_side(own_line, contestant)
            if side is None or own_line.score is None:
                continue
            for rival_line in _select_compared_lines(board, own_line):
                if _find_side(rival_line, rival) == side:
                    margins.append(_own_score(own_line, side) - _own_score(rival_line, side))
    return margins


def _make_figures(contestant: Contestant, totals: Mapping[Contestant, _Total]) -> Figures:
    total, percent, merit = totals[contestant]
    merits = [totals[other][2] for other in totals if other[0] == contestant[0]]
    place = 1 + sum(other > merit for other in merits)
    return total, percent, place, merits.count(merit) > 1
