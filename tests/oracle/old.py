"""Check the systems of 1900 and 1926 by a second and plainer calculation.

Every figure is computed from the lines by its definition, deal by deal and rival by rival, without
regard to speed. ``figures`` calls this module for its methods. A *rival* is a contestant who is
ranked in the same direction.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line

Contestant: TypeAlias = tuple[str | None, int]
LinePoints: TypeAlias = tuple[Fraction, Fraction]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
Options: TypeAlias = Mapping[str, str]

_OTHER_SIDE = {"NS": "EW", "EW": "NS"}


def rank_old_system_plainly(
    route: "OldSystemRoute", field: Field, options: Options
) -> tuple[tuple[tuple[LinePoints | None, ...], ...], dict[Contestant, Figures]]:
    """Return the points of the lines by board, and the figures of the contestants of *field*."""
    points_by_board = tuple(
        tuple(_compute_line_points(field, board, line, route, options) for line in board.lines)
        for board in field.boards
    )
    total_by_contestant = {
        contestant: _compute_total(route, field, contestant, options)
        for contestant in _list_contestants(field)
    }
    return points_by_board, {
        contestant: _make_figures(contestant, total_by_contestant)
        for contestant in total_by_contestant
    }


def _compute_line_points(
    field: Field, board: Board, line: Line, route: "OldSystemRoute", options: Options
) -> LinePoints | None:
    if line.score is None:
        return _compute_artificial_points(field, board, line, route, options)
    ns, ew = (
        route.compute_points(board, line, side, field.winner_count, options)
        for side in ("NS", "EW")
    )
    return ns, ew


def _compute_artificial_points(
    field: Field, board: Board, line: Line, route: "OldSystemRoute", options: Options
) -> LinePoints | None:
    """Return the averages that an artificial score gets in duplicate auction, otherwise None."""
    compared_lines = _list_compared_lines(board, line)
    if not route.is_net_score or line.artificial is None or not compared_lines:
        return None
    ns, ew = (
        sum(
            route.compute_points(board, other, side, field.winner_count, options)
            for other in compared_lines
        )
        for side in ("NS", "EW")
    )
    return Fraction(ns, len(compared_lines)), Fraction(ew, len(compared_lines))


def _list_contestants(field: Field) -> list[Contestant]:
    contestants: list[Contestant] = []
    for board in field.boards:
        for line in board.lines:
            ns_list, ew_list = (None, None) if field.winner_count == 1 else line.lists
            contestants += [(ns_list, line.ns), (ew_list, line.ew)]
    if field.winner_count == 1:
        return sorted(set(contestants), key=lambda contestant: contestant[1])
    return list(dict.fromkeys(contestants))


def _find_side(line: Line, contestant: Contestant) -> str | None:
    if contestant[0] in (None, line.lists[0]) and line.ns == contestant[1]:
        return "NS"
    if contestant[0] in (None, line.lists[1]) and line.ew == contestant[1]:
        return "EW"
    return None


def _get_side_score(line: Line, side: str) -> int:
    if side == "NS":
        return line.score or 0
    return -(line.score or 0)


def _list_compared_lines(board: Board, line: Line) -> list[Line]:
    """Return the lines with a score in the group of *line*, with the line itself."""
    return [other for other in board.lines if other.score is not None and other.group == line.group]


def _list_compared_scores(board: Board, line: Line, side: str) -> list[int]:
    """Return the scores of *side* on the lines that are compared with *line*, with its own."""
    return [_get_side_score(other, side) for other in _list_compared_lines(board, line)]


def _compute_loss(board: Board, line: Line, side: str) -> Fraction:
    return Fraction(max(_list_compared_scores(board, line, side)) - _get_side_score(line, side))


def _compute_gain(board: Board, line: Line, side: str) -> Fraction:
    return Fraction(_get_side_score(line, side) - min(_list_compared_scores(board, line, side)))


def _score_howell(
    board: Board, line: Line, side: str, winner_count: int, options: Options
) -> Fraction:
    if options["count"] == "losses":
        return _compute_loss(board, line, side)
    if options["count"] == "gains":
        return _compute_gain(board, line, side)
    # With one winner, both sides are compared with each other.
    sides = ("NS", "EW") if winner_count == 1 else (side,)
    losses = []
    for other in _list_compared_lines(board, line):
        for compared_side in sides:
            losses.append(_compute_loss(board, other, compared_side))
    return Fraction(sum(losses), len(losses)) - _compute_loss(board, line, side)


def _score_exponent(
    board: Board, line: Line, side: str, _winners: int, _options: Options
) -> Fraction:
    compared_lines = _list_compared_lines(board, line)
    own_gains = sum(_compute_gain(board, other, side) for other in compared_lines)
    other_gains = sum(_compute_gain(board, other, _OTHER_SIDE[side]) for other in compared_lines)
    # The side with the smaller gains gets the difference, in equal parts.
    missing_gains = max(other_gains - own_gains, 0)
    return _compute_gain(board, line, side) + Fraction(missing_gains, len(compared_lines))


def _score_match_system(
    board: Board, line: Line, side: str, _winners: int, options: Options
) -> Fraction:
    scores = _list_compared_scores(board, line, side)
    average = Fraction(sum(scores), len(scores))
    if options["averages"] == "thirds":
        # An average within a third of a whole number becomes that number, any other a half.
        whole_tricks = average.numerator // average.denominator
        if average - whole_tricks <= Fraction(1, 3):
            average = Fraction(whole_tricks)
        elif whole_tricks + 1 - average <= Fraction(1, 3):
            average = Fraction(whole_tricks + 1)
        else:
            average = whole_tricks + Fraction(1, 2)
    if _get_side_score(line, side) > average:
        half_wins = 2
    elif _get_side_score(line, side) == average:
        half_wins = 1
    else:
        half_wins = 0
    return Fraction(half_wins * int(options["win"]), 2)


def _score_safford(
    board: Board, line: Line, side: str, _winners: int, _options: Options
) -> Fraction:
    return Fraction(
        sum(
            _get_side_score(line, side) - other
            for other in _list_compared_scores(board, line, side)
        )
    )


def _score_net(_board: Board, line: Line, side: str, _winners: int, _options: Options) -> Fraction:
    return Fraction(_get_side_score(line, side))


def _score_excess(
    _board: Board, line: Line, side: str, _winners: int, options: Options
) -> Fraction:
    score = _get_side_score(line, side)
    # Losses count in full. Gains above a limit don't, which depends on who declared.
    if score <= 0:
        return Fraction(score)
    declarers = ("NS", "N", "S") if side == "NS" else ("EW", "E", "W")
    limit = "declarer_limit" if (line.declarer or "") in declarers else "defenders_limit"
    return Fraction(min(score, int(options[limit]) + line.honours))


_PointsRule: TypeAlias = Callable[[Board, Line, str, int, Options], Fraction]


@dataclass(frozen=True, slots=True)
class OldSystemRoute:
    """The rules of an old system: what a line scores, and how points are added up."""

    compute_points: _PointsRule  # the points of one side of a line
    has_averages: bool = False  # a missing score gets the average of the board
    is_by_matches: bool = False  # the total is also a percentage of the matches
    is_net_score: bool = False  # totals are compared with the average net
    # Each contestant plays a match against each rival, instead of adding up.
    is_by_rivals: bool = False


HOWELL_LOSSES = OldSystemRoute(_score_howell, has_averages=True)
EXPONENT = OldSystemRoute(_score_exponent, has_averages=True)
MATCH = OldSystemRoute(_score_match_system, has_averages=True, is_by_matches=True)
SAFFORD = OldSystemRoute(_score_safford)
COMPASS = OldSystemRoute(_score_net, is_net_score=True)
EXCESS = OldSystemRoute(_score_excess, is_net_score=True)
FOUR_PAIRS = OldSystemRoute(_score_safford, is_by_rivals=True)

_Total: TypeAlias = tuple[Fraction, Fraction | None, tuple[Fraction, Fraction]]
"""Total, percentage, and the merit by which places are counted."""


def _compute_total(
    route: OldSystemRoute, field: Field, contestant: Contestant, options: Options
) -> _Total:
    if route.is_by_rivals:
        matches, tricks = _compute_matches_won(field, contestant)
        return matches, None, (matches, tricks)
    points = _list_deal_points(route, field, contestant, options)
    total = sum(points, Fraction(0))
    if route.is_net_score:
        total += _sum_contestant_adjustments(field, contestant) - _compute_average_net(
            route, field, contestant, options
        )
    percentage = None
    if route.is_by_matches and points:
        percentage = total * 100 / (len(points) * int(options["win"]))
    # The fewest losses are the best.
    merit = -total if options.get("count") == "losses" else total
    return total, percentage, (merit, Fraction(0))


def _list_deal_points(
    route: OldSystemRoute, field: Field, contestant: Contestant, options: Options
) -> list[Fraction]:
    """Return the points of *contestant* on each deal, with an average for a missing score if it counts."""
    deal_points = []
    for board in field.boards:
        lines = [line for line in board.lines if _find_side(line, contestant)]
        scored_line = next((line for line in lines if line.score is not None), None)
        artificial_line = next((line for line in lines if line.artificial), None)
        if scored_line:
            side = _find_side(scored_line, contestant) or ""
            deal_points.append(
                route.compute_points(board, scored_line, side, field.winner_count, options)
            )
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
    route: OldSystemRoute, field: Field, board: Board, contestant: Contestant, options: Options
) -> Fraction:
    """Return the average of *board* in the direction of *contestant*."""
    if route.is_by_matches:
        return Fraction(int(options["win"]), 2)
    direction, _number = contestant
    sides = ("NS", "EW") if direction is None else (direction,)
    points = []
    for line in board.lines:
        if line.score is not None:
            for side in sides:
                points.append(route.compute_points(board, line, side, field.winner_count, options))
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


def _compute_average_net(
    route: OldSystemRoute, field: Field, contestant: Contestant, options: Options
) -> Fraction:
    """Return the average net in the direction of *contestant*, or 0 if totals are plain nets."""
    if options["result"] == "net":
        return Fraction(0)
    rivals = [other for other in _list_contestants(field) if other[0] == contestant[0]]
    net_scores = [
        sum(_list_deal_points(route, field, rival, options), Fraction(0)) for rival in rivals
    ]
    return sum(net_scores, Fraction(0)) / len(net_scores)


def _compute_matches_won(field: Field, contestant: Contestant) -> tuple[Fraction, Fraction]:
    """Return the matches won, with halves, and the tricks by which they were won."""
    matches_won = Fraction(0)
    tricks = Fraction(0)
    for rival in _list_contestants(field):
        if rival == contestant or rival[0] != contestant[0]:
            continue
        margins = _list_shared_margins(field, contestant, rival)
        margin = sum(margins)
        if margin > 0:
            matches_won += 1
            tricks += margin
        elif margins and margin == 0:
            matches_won += Fraction(1, 2)
    return matches_won, tricks


def _list_shared_margins(field: Field, contestant: Contestant, rival: Contestant) -> list[int]:
    """Return the margin of *contestant* over *rival* on each deal that both held in the same direction."""
    margins = []
    for board in field.boards:
        for own_line in board.lines:
            side = _find_side(own_line, contestant)
            if side is None or own_line.score is None:
                continue
            for rival_line in _list_compared_lines(board, own_line):
                if _find_side(rival_line, rival) == side:
                    margins.append(
                        _get_side_score(own_line, side) - _get_side_score(rival_line, side)
                    )
    return margins


def _make_figures(
    contestant: Contestant, total_by_contestant: Mapping[Contestant, _Total]
) -> Figures:
    total, percentage, merit = total_by_contestant[contestant]
    merits = [
        total_by_contestant[other][2] for other in total_by_contestant if other[0] == contestant[0]
    ]
    rank = 1 + sum(other > merit for other in merits)
    return total, percentage, rank, merits.count(merit) > 1
