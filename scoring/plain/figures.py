"""A second route to every figure, deliberately plain, for checking the first; ``checking`` compares the two.

Contestants are looked up again for every figure, and places are counted instead of sorted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import TypeAlias

from scoring.model import Board, Field, Line
from scoring.plain import matches
from scoring.plain import points as by_definition
from scoring.plain.old import OldRoute, rank_old_plainly
from scoring.plain.points import Options, Sides
from scoring.plain.teams import TeamRoute, team_points, team_totals, tie_figures
from scoring.plain.teams import fours as rank_fours

Who: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
"""Total, per cent, place, and whether it is shared."""


@dataclass(frozen=True, slots=True)
class PlainRanking:
    """What the plain route finds: the points of every line, board by board, and the figures of every contestant."""

    lines: tuple[tuple[Sides | None, ...], ...]
    standings: Mapping[Who, Figures]


@dataclass(frozen=True, slots=True)
class _Row:
    """One side of one line: whose it is, against whom, and what it got; *share* of an artificial score."""

    board: int
    who: Who
    rival: Who
    points: Fraction | None
    rival_points: Fraction | None
    top: Fraction | None
    share: Fraction | None
    is_own: bool
    extra: Fraction
    section: str
    moved: Fraction = Fraction(0)


@dataclass(frozen=True)
class _Sheet:
    """All rows of a field, and how they are added up."""

    rows: tuple[_Row, ...]
    field: Field
    options: Options
    is_percent: bool
    team_totals: Mapping[int, tuple[Fraction, int]] | None = None
    team_route: TeamRoute | None = None

    @cached_property
    def by_who(self) -> dict[Who, list[_Row]]:
        rows_of: dict[Who, list[_Row]] = {}
        for row in self.rows:
            rows_of.setdefault(row.who, []).append(row)
        for credit in self.field.credits if self.team_totals is not None else ():
            if credit.kind == "bye":
                rows_of.setdefault((credit.direction, credit.contestant), [])
        return rows_of

    @cached_property
    def most(self) -> dict[tuple[str | None, str], tuple[int, int]]:
        """The most lines and the most boards with points of anybody in a direction and a section."""
        most: dict[tuple[str | None, str], tuple[int, int]] = {}
        for who in self.by_who:
            key = (who[0], self.section(who))
            lines, played = most.get(key, (0, 0))
            most[key] = (max(lines, self.boards(who)), max(played, len(self.played(who))))
        return most

    def of(self, who: Who) -> list[_Row]:
        return self.by_who[who]

    def boards(self, who: Who) -> int:
        """Return on how many boards *who* has a line; the same one may have two, if it was not due on one of them."""
        return len({row.board for row in self.of(who)})

    def everybody(self, direction: str | None) -> list[Who]:
        return sorted((who for who in self.by_who if who[0] == direction), key=lambda who: who[1])

    def played(self, who: Who) -> list[_Row]:
        return [row for row in self.of(who) if row.points is not None]

    def section(self, who: Who) -> str:
        """Return the section in which *who* is compared; one for all where the field is not divided."""
        return self.of(who)[0].section if self.options.get("compare") == "section" else ""

    def tops(self, who: Who) -> list[Fraction]:
        return self._tops[self.section(who)]

    @cached_property
    def _tops(self) -> dict[str, list[Fraction]]:
        tops: dict[str, list[Fraction]] = {}
        for who in self.by_who:
            tops.setdefault(self.section(who), []).extend(row.top for row in self.of(who) if row.top is not None)
        return tops


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
    expected = max((_expected(field, board, options) for board in field.boards), default=0)
    tops = [_matchpoint_top(expected, options)] * len(field.boards)
    rows = [
        replace(row, points=points, rival_points=rival)
        for at, (board, pairs) in enumerate(zip(field.boards, lines, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row, points, rival in zip(
            _rows(field, at, line, pair, tops[at]), pair or (None, None), (pair or (None, None))[::-1], strict=True
        )
    ]
    totals = matches.swiss_totals(field, lines, tops)
    return PlainRanking(lines, _standings(_Sheet(tuple(rows), field, options, False, totals)))


def team_sums(field: Field, options: Options) -> PlainRanking:
    """Return what every line adds to both teams, and their sums."""
    lines = tuple(tuple(matches.sum_points(line, options) for line in board.lines) for board in field.boards)
    rows = tuple(
        row
        for at, (board, pairs) in enumerate(zip(field.boards, lines, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row in _rows(field, at, line, pair, None)
    )
    teams = {number for board in field.boards for line in board.lines for number in (line.ns, line.ew)}
    totals = {
        team: (
            _sum(row.points for row in rows if row.who[1] == team)
            + _sum(row.extra for row in rows if row.who[1] == team)
            + matches.odd_pair_points(field, team, options),
            0,
        )
        for team in teams
    }
    return PlainRanking(lines, _standings(_Sheet(rows, field, options, False, totals)))


def _of_boards(points: _Points, top: _Top, *, is_percent: bool = False) -> Route:
    return lambda field, options: _rank_boards(field, options, points, top, is_percent)


def _rank_boards(field: Field, options: Options, points: _Points, top: _Top, is_percent: bool) -> PlainRanking:
    expected = [_expected(field, board, options) for board in field.boards]
    shown = [
        [points(results, board, line, options) for line in board.lines]
        for board, results in zip(field.boards, expected, strict=True)
    ]
    rows = [
        row
        for at, (board, pairs, results) in enumerate(zip(field.boards, shown, expected, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row in _rows(field, at, line, pair, top(results, options))
    ]
    by_hand = [replace(row, points=_moved(row)) for row in rows]
    settled = [replace(row, points=_settled(row, by_hand)) for row in rows]
    settled = [replace(row, points=_moved(row)) for row in settled]
    rivals = [row.points for at in range(0, len(settled), 2) for row in (settled[at + 1], settled[at])]
    settled = [replace(row, rival_points=points) for row, points in zip(settled, rivals, strict=True)]
    each = iter(settled)
    lines = tuple(tuple(_pair(next(each), next(each)) for _ in board.lines) for board in field.boards)
    sheet = _Sheet(tuple(settled), field, options, is_percent)
    return PlainRanking(lines, _standings(sheet))


def _rank_teams(route: TeamRoute, field: Field, options: Options) -> PlainRanking:
    top = Fraction(options["win"]) if route.has_top else None
    lines = tuple(tuple(team_points(route, board, line, options) for line in board.lines) for board in field.boards)
    rows = [
        row
        for at, (board, pairs) in enumerate(zip(field.boards, lines, strict=True))
        for line, pair in zip(board.lines, pairs, strict=True)
        for row in _rows(field, at, line, pair, top)
    ]
    totals = team_totals(route, field, options)
    sheet = _Sheet(tuple(rows), field, options, top is not None, totals, route)
    return PlainRanking(lines, _standings(sheet))


def _rows(field: Field, board: int, line: Line, pair: Sides | None, top: Fraction | None) -> tuple[_Row, _Row]:
    ns, ew = by_definition.seated(line, field.winners)
    ns_points, ew_points = pair or (None, None)
    given = line.artificial
    ns_share, ew_share = (given.ns, given.ew) if given else (None, None)
    ns_own, ew_own = (given.ns_own, given.ew_own) if given else (False, False)
    ns_rulings = _extra(line, "ns", top), line.section, _by_hand(line, "NS")
    ew_rulings = _extra(line, "ew", top), line.section, _by_hand(line, "EW")
    return (
        _Row(board, ns, ew, ns_points, ew_points, top, ns_share, ns_own, *ns_rulings),
        _Row(board, ew, ns, ew_points, ns_points, top, ew_share, ew_own, *ew_rulings),
    )


def _extra(line: Line, side: str, top: Fraction | None) -> Fraction:
    extra = Fraction(0)
    for adjustment in line.adjustments:
        if adjustment.side == side:
            extra += adjustment.amount * (top or 0) / 100 if adjustment.unit == "%" else adjustment.amount
    return extra


def _by_hand(line: Line, side: str) -> Fraction:
    return Fraction(line.moved.of(side) if line.moved else 0)


def _moved(row: _Row) -> Fraction | None:
    return None if row.points is None else row.points + row.moved


def _settled(row: _Row, rows: list[_Row]) -> Fraction | None:
    """Return the points of *row* once the own average of the other boards is known."""
    if not row.is_own or row.points is None:
        return row.points
    others = [other for other in rows if other.who == row.who and not other.is_own and other.points is not None]
    weight = sum(Fraction(1) if other.top is None else other.top for other in others)
    if not weight:
        return row.points
    own = _sum(other.points for other in others) / weight * (1 if row.top is None else row.top)
    return max(own, row.points) if (row.share or 0) > 50 else min(own, row.points)


def _pair(ns: _Row, ew: _Row) -> Sides | None:
    return None if ns.points is None and ew.points is None else (ns.points, ew.points)


def _sum(points: object) -> Fraction:
    return sum((Fraction(value or 0) for value in points), Fraction(0))  # type: ignore[attr-defined]


def _standings(sheet: _Sheet) -> dict[Who, Figures]:
    standings: dict[Who, Figures] = {}
    for direction in (None, "NS", "EW"):
        figures = {who: _figures(sheet, who) for who in sheet.everybody(direction)}
        equals: dict[tuple[bool, Fraction], list[Who]] = {}
        for who, of_who in figures.items():
            equals.setdefault(_merit(sheet, of_who), []).append(who)
        for merit, equal in equals.items():
            ahead = sum(len(others) for other, others in equals.items() if other > merit)
            breaks = {who: _tie_break(sheet, who, equal) for who in equal}
            for who in equal:
                place = 1 + ahead + sum(breaks[other] > breaks[who] for other in equal)
                standings[who] = (*figures[who], place, list(breaks.values()).count(breaks[who]) > 1)
    return standings


def _merit(sheet: _Sheet, figures: tuple[Fraction, Fraction | None]) -> tuple[bool, Fraction]:
    total, percent = figures
    if not sheet.is_percent:
        return True, total
    return percent is not None, percent or Fraction(0)


def _figures(sheet: _Sheet, who: Who) -> tuple[Fraction, Fraction | None]:
    """Return total and per cent of *who*."""
    if sheet.team_totals is not None:
        total, boards = sheet.team_totals[who[1]]
        full = total + _credits(sheet.field, who, Fraction(0))
        top = next((row.top for row in sheet.rows if row.top is not None), Fraction(0))
        return full, full * 100 / (top * boards) if sheet.is_percent and top * boards else None
    played = sheet.played(who)
    total, available = _sum(row.points for row in played), _sum(row.top for row in played)
    if (cap := sheet.options.get("round_gain_cap", "none")) != "none":
        for rival in {row.rival for row in played}:
            won = _sum(row.points for row in played if row.rival == rival)
            total -= max(won - int(cap), Fraction(0))
    most_lines, most_played = sheet.most[who[0], sheet.section(who)]
    sat_out = most_lines - sheet.boards(who)
    habit = sheet.options.get("sit_outs", "as-played")
    if habit in ("sixty", "average") and sheet.is_percent:
        top = max(sheet.tops(who), default=Fraction(0))
        total += sat_out * top * (Fraction(60) if habit == "sixty" else Fraction(50)) / 100
        available += sat_out * top
    elif habit == "sixty":
        total += sat_out * _sit_out_plus(sheet, who)
    elif habit in ("scaled", "scaled-to-session") and played:
        due = most_played if habit == "scaled" else max(_session(sheet, sheet.section(who)), len(played))
        total, available = total / len(played) * due, available / len(played) * due
    if sheet.options.get("percent_from") == "rounded-total":
        total = by_definition.nearest(total, Fraction(1, 100))
    total = _whole(total, who[0]) if sheet.options.get("rounding") == "session" else total
    extra = _sum(row.extra for row in sheet.of(who)) + _credits(sheet.field, who, available)
    percent = (total + extra) * 100 / available if sheet.is_percent and available else None
    if percent is not None and sheet.options.get("total") == "mean-of-boards":
        percent = _mean_percent(sheet, who, sat_out) + extra * 100 / available
    return total + extra, percent


def _mean_percent(sheet: _Sheet, who: Who, sat_out: int) -> Fraction:
    percents = [row.points * 100 / row.top for row in sheet.played(who) if row.points is not None and row.top]
    share = {"sixty": 60, "average": 50}.get(sheet.options["sit_outs"])
    percents += [Fraction(share)] * sat_out if share is not None else []
    return sum(percents, Fraction(0)) / len(percents)


def _session(sheet: _Sheet, section: str) -> int:
    """Return how many boards there were for somebody who never sat out."""
    everybody = [who for who in sheet.by_who if sheet.section(who) == section]
    most = max(len(sheet.played(who)) for who in everybody)
    if sheet.field.winners == 1:
        tables = len(everybody) // 2
    else:
        tables = min(len([who for who in everybody if who[0] == name]) for name in ("NS", "EW"))
    lines = sum(sheet.boards(who) for who in everybody) // 2
    while tables and most * tables < lines:
        most += 1
    return most


def _whole(plus: Fraction, direction: str | None) -> Fraction:
    """Return *plus* with the average it was taken from as a whole number: halves go up for N-S, down for E-W."""
    return Fraction(-ceil(-plus - Fraction(1, 2)) if direction == "EW" else -floor(-plus + Fraction(1, 2)))


def _credits(field: Field, who: Who, available: Fraction) -> Fraction:
    credits = [credit for credit in field.credits if (credit.direction, credit.contestant) == who]
    return _sum(credit.amount * available / 100 if credit.unit == "%" else credit.amount for credit in credits)


def _tie_break(sheet: _Sheet, who: Who, equal: list[Who]) -> Fraction:
    rule = sheet.options.get("ties", "split")
    if sheet.team_route and rule in ("ebu", "cbai", "opponents", "magic"):
        return _named_tie_break(sheet, sheet.team_route, who[1], [other[1] for other in equal])
    if rule == "boards-won":
        return Fraction(sum((row.points or 0) > (row.top or 0) / 2 for row in sheet.played(who)))
    if rule == "split" or not all(
        _has_met(sheet, rival, other) for rival in equal for other in equal if rival != other
    ):
        return Fraction(0)
    met = [row for row in sheet.played(who) if row.rival in equal and row.rival_points is not None]
    return _sum(row.points for row in met) - _sum(row.rival_points for row in met)


def _named_tie_break(sheet: _Sheet, route: TeamRoute, team: int, equal: list[int]) -> Fraction:
    """Return how many of those who are *equal* are behind *team* by a tie-break of matches."""
    totals = {who[1]: _figures(sheet, who)[0] for who in sheet.everybody(None)}
    figures = {other: tie_figures(route, sheet.field, sheet.options, totals, equal, other) for other in equal}
    return Fraction(sum(other < figures[team] for other in figures.values()))


def _has_met(sheet: _Sheet, who: Who, other: Who) -> bool:
    return any(row.rival == other and row.rival_points is not None for row in sheet.played(who))


def _expected(field: Field, board: Board, options: Options) -> int:
    if options.get("neuberg") == "no":
        return len([line for line in board.lines if by_definition.has_score(line)])
    alike = [other for other in field.boards if options.get("compare") != "section" or other.section == board.section]
    return by_definition.full_board(alike, field.winners, options)


def _matchpoints(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    step = {"exact": None, "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100)}[options.get("keep", "exact")]
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


def _sit_out_plus(sheet: _Sheet, who: Who) -> Fraction:
    plus = Fraction(sheet.options.get("average_plus", 0))
    if sheet.options.get("sit_out_imps", "average-plus") != "average-plus":
        plus = Fraction(sheet.options["sit_out_imps"])
    if sheet.options.get("divisor") == "none":
        section = sheet.section(who)
        plus *= max(
            len([line for line in board.lines if by_definition.has_score(line)])
            for board in sheet.field.boards
            if not section or board.section == section
        )
    return plus


matchpoints = _of_boards(_matchpoints, _matchpoint_top, is_percent=True)
ascherman = _of_boards(_ascherman, _ascherman_top, is_percent=True)
cross_imps = _of_boards(_cross_imps, _no_top)
butler = _of_boards(lambda _, board, line, options: by_definition.butler(board, line, options), _no_top)
aggregate = _of_boards(lambda _, board, line, options: by_definition.aggregate(board, line, options["unit"]), _no_top)
average = _of_boards(lambda _, board, line, options: by_definition.average(board, line, options["rounding"]), _no_top)
