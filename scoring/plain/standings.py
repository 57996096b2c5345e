"""Totals, percentages and places from rows of points, for the second route.

Places are counted instead of sorted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import TypeAlias

from scoring.model import Field
from scoring.plain import points as by_definition
from scoring.plain.points import Options
from scoring.plain.teams import TeamRoute, tie_figures

Who: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
"""Total, per cent, place, and whether it is shared."""


@dataclass(frozen=True, slots=True)
class Row:
    """One side of one line: contestant, opponents and points.

    *share* is that of an artificial score.
    """

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
class FieldRows:
    """All rows of a field, and how they are added up."""

    rows: tuple[Row, ...]
    field: Field
    options: Options
    is_percent: bool
    team_totals: Mapping[int, tuple[Fraction, int]] | None = None
    team_route: TeamRoute | None = None

    @cached_property
    def by_who(self) -> dict[Who, list[Row]]:
        rows_of: dict[Who, list[Row]] = {}
        for row in self.rows:
            rows_of.setdefault(row.who, []).append(row)
        for number in self.team_totals or ():  # who has only had a bye has no row
            rows_of.setdefault((None, number), [])
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

    def of(self, who: Who) -> list[Row]:
        return self.by_who[who]

    def boards(self, who: Who) -> int:
        """Count the boards on which *who* has a line.

        A board may have two, if it wasn't due for one of them.
        """
        return len({row.board for row in self.of(who)})

    def everybody(self, direction: str | None) -> list[Who]:
        return sorted((who for who in self.by_who if who[0] == direction), key=lambda who: who[1])

    def played(self, who: Who) -> list[Row]:
        return [row for row in self.of(who) if row.points is not None]

    def section(self, who: Who) -> str:
        """Return the section in which *who* is compared, the same for all if the field isn't
        divided.
        """
        if self.options.get("compare") == "section":
            return self.of(who)[0].section
        return ""

    def tops(self, who: Who) -> list[Fraction]:
        return self._tops[self.section(who)]

    @cached_property
    def _tops(self) -> dict[str, list[Fraction]]:
        tops: dict[str, list[Fraction]] = {}
        for who in self.by_who:
            tops.setdefault(self.section(who), []).extend(
                row.top for row in self.of(who) if row.top is not None
            )
        return tops


def sum_points(points: object) -> Fraction:
    """Add up *points*. Missing ones count nothing."""
    return sum((Fraction(value or 0) for value in points), Fraction(0))  # type: ignore[attr-defined]


def plain_standings(sheet: FieldRows) -> dict[Who, Figures]:
    """Return the figures of every contestant of *sheet*, each direction ranked by itself."""
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
                standings[who] = (
                    *figures[who],
                    place,
                    list(breaks.values()).count(breaks[who]) > 1,
                )
    return standings


def _merit(sheet: FieldRows, figures: tuple[Fraction, Fraction | None]) -> tuple[bool, Fraction]:
    total, percent = figures
    if not sheet.is_percent:
        return True, total
    return percent is not None, percent or Fraction(0)


def _figures(sheet: FieldRows, who: Who) -> tuple[Fraction, Fraction | None]:
    """Return total and per cent of *who*."""
    if sheet.team_totals is not None:
        total, boards = sheet.team_totals[who[1]]
        top = next((row.top for row in sheet.rows if row.top is not None), Fraction(0))
        full = total + _credits(sheet.field, who, top * boards)
        there_was = top * boards + carried_at_most(sheet.field, top * boards)
        return full, full * 100 / there_was if sheet.is_percent and top * boards else None
    played = sheet.played(who)
    total, available = (
        sum_points(row.points for row in played),
        sum_points(row.top for row in played),
    )
    total -= _over_the_cap(played, sheet.options.get("round_gain_cap", "none"))
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
        if habit == "scaled":
            due = most_played
        else:
            due = max(_session(sheet, sheet.section(who)), len(played))
        total, available = total / len(played) * due, available / len(played) * due
    if sheet.options.get("percent_from") == "rounded-total":
        total = by_definition.nearest(total, Fraction(1, 100))
    total = (
        _relative_to_whole_average(total, who[0])
        if sheet.options.get("rounding") == "session"
        else total
    )
    extra = sum_points(row.extra for row in sheet.of(who)) + _credits(sheet.field, who, available)
    if not sheet.is_percent or not available:
        return total + extra, None
    from_boards = total
    if sheet.options.get("total") == "mean-of-boards":
        from_boards = _mean_percent(sheet, who, sat_out) * available / 100
    return total + extra, (from_boards + extra) * 100 / (
        available + carried_at_most(sheet.field, available)
    )


def _over_the_cap(played: list[Row], cap: str) -> Fraction:
    """Return the total gain from any opponents beyond the *cap* of a round."""
    over = Fraction(0)
    for rival in {row.rival for row in played} if cap != "none" else ():
        over += max(
            sum_points(row.points for row in played if row.rival == rival) - int(cap), Fraction(0)
        )
    return over


def _mean_percent(sheet: FieldRows, who: Who, sat_out: int) -> Fraction:
    percents = [
        row.points * 100 / row.top
        for row in sheet.played(who)
        if row.points is not None and row.top
    ]
    share = {"sixty": 60, "average": 50}.get(sheet.options["sit_outs"])
    if share is not None:
        percents += [Fraction(share)] * sat_out
    return sum(percents, Fraction(0)) / len(percents)


def _session(sheet: FieldRows, section: str) -> int:
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


def _relative_to_whole_average(plus: Fraction, direction: str | None) -> Fraction:
    """Return *plus* relative to a whole average. Halves are rounded up for N-S, down for E-W."""
    return Fraction(
        -ceil(-plus - Fraction(1, 2)) if direction == "EW" else -floor(-plus + Fraction(1, 2))
    )


def _credits(field: Field, who: Who, available: Fraction) -> Fraction:
    credits = [credit for credit in field.credits if (credit.direction, credit.contestant) == who]
    with_carried = available + carried_at_most(field, available)
    return sum_points(
        credit.amount * (available if credit.kind == "carry-over" else with_carried) / 100
        if credit.unit == "%"
        else credit.amount
        for credit in credits
    )


def carried_at_most(field: Field, available: Fraction) -> Fraction:
    """Return how many points could be carried over to boards of *available* points."""
    if field.carried is not None:
        return field.carried.points + field.carried.percent * available / 100
    carried = [
        credit for credit in field.credits if credit.kind == "carry-over" and credit.out_of != 0
    ]
    shares, points = [Fraction(0)], [Fraction(0)]
    for credit in carried:
        amounts = shares if credit.unit == "%" else points
        amounts += [credit.amount] if credit.out_of is None else [credit.amount, credit.out_of]
    return max(points) + max(shares) * available / 100


def _tie_break(sheet: FieldRows, who: Who, equal: list[Who]) -> Fraction:
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
    return sum_points(row.points for row in met) - sum_points(row.rival_points for row in met)


def _named_tie_break(sheet: FieldRows, route: TeamRoute, team: int, equal: list[int]) -> Fraction:
    """Count the *equal* teams behind *team* by a tie-break of matches."""
    totals = {who[1]: _figures(sheet, who)[0] for who in sheet.everybody(None)}
    figures = {
        other: tie_figures(route, sheet.field, sheet.options, totals, equal, other)
        for other in equal
    }
    return Fraction(sum(other < figures[team] for other in figures.values()))


def _has_met(sheet: FieldRows, who: Who, other: Who) -> bool:
    return any(row.rival == other and row.rival_points is not None for row in sheet.played(who))


def _sit_out_plus(sheet: FieldRows, who: Who) -> Fraction:
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
