"""A second, deliberately plain route to every figure. ``checking`` compares it with the first.

Here are the points of every line; ``standings`` adds them up.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line
from scoring.plain import matches
from scoring.plain import points as by_definition
from scoring.plain.fours import fours as rank_fours
from scoring.plain.old import OldRoute, rank_old_plainly
from scoring.plain.points import Options, Sides
from scoring.plain.rubbers import rubber_lines, unfinished_games
from scoring.plain.standings import FieldRows, Figures, Row, Who, plain_standings, sum_points
from scoring.plain.teams import TeamRoute, after_leaving, team_points, team_totals


@dataclass(frozen=True, slots=True)
class PlainRanking:
    """The result of the plain route: the points of every line by board, and every contestant's
    figures.
    """

    lines: tuple[tuple[Sides | None, ...], ...]
    standings: Mapping[Who, Figures]


Route: TypeAlias = Callable[[Field, Options], PlainRanking]
"""What the plain route makes of a field; options must be complete, and the field without faults.

Where sections are compared, every board of the field must hold the lines of one section.
"""
_Points: TypeAlias = Callable[[int, Board, Line, Options], Sides | None]
_Top: TypeAlias = Callable[[int, Options], Fraction | None]


def of_old(route: OldRoute) -> Route:
    """Return the plain route of a system of 1900 or 1926."""
    return lambda field, options: PlainRanking(*rank_old_plainly(route, field, options))


def of_teams(route: TeamRoute) -> Route:
    """Return the plain route of a method that counts matches."""
    return lambda field, options: _rank_teams(route, field, options)


def fours(field: Field, options: Options) -> PlainRanking:
    """Return the gains of every line, and the matches and tricks of every team."""
    return PlainRanking(*rank_fours(field, options))


def swiss_pairs(field: Field, options: Options) -> PlainRanking:
    """Return the matchpoints of every line, and the victory points of every pair."""
    bare = replace(field, credits=())
    lines = matchpoints(bare, options).lines
    expected = max((_expected_results(field, board, options) for board in field.boards), default=0)
    tops = [_matchpoint_top(expected, options)] * len(field.boards)
    rows = [
        replace(row, points=points, rival_points=rival)
        for at, (board, pairs) in enumerate(zip(field.boards, lines, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row, points, rival in zip(
            _rows(field, at, line, pair, tops[at]),
            pair or (None, None),
            (pair or (None, None))[::-1],
            strict=True,
        )
    ]
    totals = matches.swiss_totals(field, lines, tops)
    return PlainRanking(
        lines, plain_standings(FieldRows(tuple(rows), field, options, False, totals))
    )


def team_sums(field: Field, options: Options) -> PlainRanking:
    """Return the points that every line adds to both teams, and their sums."""
    lines = tuple(
        tuple(matches.sum_points(line, options) for line in board.lines) for board in field.boards
    )
    rows = tuple(
        row
        for at, (board, pairs) in enumerate(zip(field.boards, lines, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row in _rows(field, at, line, pair, None)
    )
    teams = {
        number for board in field.boards for line in board.lines for number in (line.ns, line.ew)
    }
    totals = {}
    for team in teams:
        totals[team] = (
            sum_points(row.points for row in rows if row.who[1] == team)
            + sum_points(row.extra for row in rows if row.who[1] == team)
            + matches.odd_pair_points(field, team, options),
            0,
        )
    return PlainRanking(lines, plain_standings(FieldRows(rows, field, options, False, totals)))


def rubbers(field: Field, options: Options) -> PlainRanking:
    """Return the gains of every hand for both teams, and their sums with unfinished rubbers."""
    lines = rubber_lines(field, options)
    rows = tuple(
        row
        for at, (board, pairs) in enumerate(zip(field.boards, lines, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row in _rows(field, at, line, pair, None)
    )
    games = unfinished_games(field, options)
    totals = {}
    for team in {
        number for board in field.boards for line in board.lines for number in (line.ns, line.ew)
    }:
        totals[team] = (
            sum_points(row.points for row in rows if row.who[1] == team)
            + sum_points(row.extra for row in rows if row.who[1] == team)
            + games.get(team, Fraction(0)),
            0,
        )
    return PlainRanking(lines, plain_standings(FieldRows(rows, field, options, False, totals)))


def _of_boards(points: _Points, top: _Top, *, is_percent: bool = False) -> Route:
    return lambda field, options: _rank_boards(field, options, points, top, is_percent)


def _rank_boards(
    field: Field, options: Options, points: _Points, top: _Top, is_percent: bool
) -> PlainRanking:
    expected = [_expected_results(field, board, options) for board in field.boards]
    shown = [
        [points(results, board, line, options) for line in board.lines]
        for board, results in zip(field.boards, expected, strict=True)
    ]
    rows = [
        row
        for at, (board, pairs, results) in enumerate(
            zip(field.boards, shown, expected, strict=True)
        )
        for line, pair in zip(board.lines, pairs, strict=True)
        for row in _rows(field, at, line, pair, top(results, options))
    ]
    by_hand = [replace(row, points=_moved_points(row)) for row in rows]
    settled = [replace(row, points=_points_with_average(row, by_hand)) for row in rows]
    settled = [replace(row, points=_moved_points(row)) for row in settled]
    rivals = [
        row.points for at in range(0, len(settled), 2) for row in (settled[at + 1], settled[at])
    ]
    settled = [
        replace(row, rival_points=points) for row, points in zip(settled, rivals, strict=True)
    ]
    each = iter(settled)
    lines = tuple(
        tuple(_pair(next(each), next(each)) for _ in board.lines) for board in field.boards
    )
    sheet = FieldRows(tuple(settled), field, options, is_percent)
    return PlainRanking(lines, plain_standings(sheet))


def _rank_teams(route: TeamRoute, field: Field, options: Options) -> PlainRanking:
    top = Fraction(options["win"]) if route.has_top else None
    every = field
    field, awards = after_leaving(route, field, options)
    lines = tuple(
        tuple(
            team_points(route, board, line, options) if line in counting.lines else None
            for line in board.lines
        )
        for board, counting in zip(every.boards, field.boards, strict=True)
    )
    rows = [
        row
        for at, board in enumerate(field.boards)
        for line in board.lines
        for row in _rows(field, at, line, team_points(route, board, line, options), top)
    ]
    totals = team_totals(route, field, options)
    for team, award in awards.items():
        points, boards = totals.get(team, (Fraction(0), 0))
        totals[team] = points + award, boards
    sheet = FieldRows(tuple(rows), field, options, top is not None, totals, route)
    return PlainRanking(lines, plain_standings(sheet))


def _rows(
    field: Field, board: int, line: Line, pair: Sides | None, top: Fraction | None
) -> tuple[Row, Row]:
    ns, ew = by_definition.lists_and_numbers(line, field.winners)
    ns_points, ew_points = pair or (None, None)
    given = line.artificial
    ns_share, ew_share = (given.ns, given.ew) if given else (None, None)
    ns_own, ew_own = (given.ns_own, given.ew_own) if given else (False, False)
    ns_rulings = _extra(line, "ns", top), line.section, _by_hand(line, "NS")
    ew_rulings = _extra(line, "ew", top), line.section, _by_hand(line, "EW")
    return (
        Row(board, ns, ew, ns_points, ew_points, top, ns_share, ns_own, *ns_rulings),
        Row(board, ew, ns, ew_points, ns_points, top, ew_share, ew_own, *ew_rulings),
    )


def _extra(line: Line, side: str, top: Fraction | None) -> Fraction:
    extra = Fraction(0)
    for adjustment in line.adjustments:
        if adjustment.side == side:
            extra += (
                adjustment.amount * (top or 0) / 100
                if adjustment.unit == "%"
                else adjustment.amount
            )
    return extra


def _by_hand(line: Line, side: str) -> Fraction:
    return Fraction(line.moved.of(side) if line.moved else 0)


def _moved_points(row: Row) -> Fraction | None:
    if row.points is None:
        return None
    return row.points + row.moved


def _points_with_average(row: Row, rows: list[Row]) -> Fraction | None:
    """Return the points of *row* once the own average of the other boards is known."""
    if not row.is_own or row.points is None:
        return row.points
    others = [
        other
        for other in rows
        if other.who == row.who and not other.is_own and other.points is not None
    ]
    weight = sum(Fraction(1) if other.top is None else other.top for other in others)
    if not weight:
        return row.points
    own = (
        sum_points(other.points for other in others) / weight * (1 if row.top is None else row.top)
    )
    if (row.share or 0) > 50:
        return max(own, row.points)
    return min(own, row.points)


def _pair(ns: Row, ew: Row) -> Sides | None:
    if ns.points is None and ew.points is None:
        return None
    return (ns.points, ew.points)


def _expected_results(field: Field, board: Board, options: Options) -> int:
    if options.get("neuberg") == "no":
        return len([line for line in board.lines if by_definition.has_score(line)])
    alike = [
        other
        for other in field.boards
        if options.get("compare") != "section" or other.section == board.section
    ]
    return by_definition.full_board(alike, field.winners, options)


def _matchpoints(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    step = {"exact": None, "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100)}[
        options.get("keep", "exact")
    ]
    sides = by_definition.matchpoints(board, line, expected, options, False)
    if sides is None or step is None:
        return sides
    ns, ew = (None if points is None else by_definition.nearest(points, step) for points in sides)
    return ns, ew


def _ascherman(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    return by_definition.matchpoints(board, line, expected, options, True)


def _matchpoint_top(expected: int, options: Options) -> Fraction:
    return Fraction(options["per_beaten"]) * max(expected - 1, 0)


def _ascherman_top(expected: int, options: Options) -> Fraction:
    return Fraction(options["per_beaten"]) * expected


def _cross_imps(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    return by_definition.cross_imps(board, line, options, expected)


def _no_top(_: int, __: Options) -> None:
    return None


matchpoints = _of_boards(_matchpoints, _matchpoint_top, is_percent=True)
ascherman = _of_boards(_ascherman, _ascherman_top, is_percent=True)
cross_imps = _of_boards(_cross_imps, _no_top)
butler = _of_boards(
    lambda _, board, line, options: by_definition.butler(board, line, options), _no_top
)
aggregate = _of_boards(
    lambda _, board, line, options: by_definition.aggregate(board, line, options["unit"]), _no_top
)
average = _of_boards(
    lambda _, board, line, options: by_definition.average(board, line, options["rounding"]), _no_top
)
