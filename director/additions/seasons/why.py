"""Explain a contestant's total in a season, event by event."""

from dataclasses import dataclass
from fractions import Fraction

from director.additions.seasons.sheet import (
    ClubSeasonRow,
    ClubSeasonSheet,
    SeasonCell,
    format_season_figure,
)
from scoring.season import SeasonScoring


@dataclass(frozen=True, slots=True)
class WhyLine:
    """The arithmetic of the points for one event, in words."""

    cell: SeasonCell
    words: str
    is_counted: bool


@dataclass(frozen=True, slots=True)
class WhyRow:
    """The arithmetic of one contestant's total."""

    row: ClubSeasonRow
    lines: tuple[WhyLine, ...]
    sum_text: str


def explain_total(sheet: ClubSeasonSheet, rules: SeasonScoring, key: str) -> WhyRow | None:
    """Explain the total of the contestant *key*, or return None."""
    row = next((row for row in sheet.rows if row.key == key), None)
    if row is None:
        return None
    lines = tuple(
        WhyLine(cell, _explain_points(cell, rules), cell.is_counted)
        for cell in row.cells
        if cell.result
    )
    return WhyRow(row, lines, _explain_sum(row, rules))


def _explain_points(cell: SeasonCell, rules: SeasonScoring) -> str:
    result = cell.result
    if result is None or cell.points is None:
        return "no percentage, so no points"
    place = f"place {result.place} of {result.field}"
    if result.sharing > 1:
        place += f", shared by {result.sharing}"
    if rules.points == "percent":
        if not cell.handicap:
            return f"{place}: {cell.text} %"
        percent = format_season_figure(cell.points - cell.handicap, is_average=True)
        handicap = format_season_figure(cell.handicap, is_average=True)
        return f"{place}: {percent} % + handicap {handicap} = {cell.text} %"
    if rules.points == "credit":
        total = format_season_figure(result.total, is_average=False)
        average = format_season_figure(result.average, is_average=False)
        return f"{place}: total {total}, average of the field {average}, difference {cell.text}"
    if rules.points == "beaten":
        return f"{place}: {cell.text} beaten"
    return f"{place}: {cell.text}"


def _explain_sum(row: ClubSeasonRow, rules: SeasonScoring) -> str:
    terms = []
    for cell in row.cells:
        if cell.is_counted:
            is_negative = cell.text.startswith("−")
            terms.append(f"({cell.text})" if is_negative else cell.text)
    if not terms:
        return f"No event counts: {row.total_text}."
    arithmetic = " + ".join(terms)
    if rules.is_average and len(terms) > 1:
        arithmetic = f"({arithmetic}) ÷ {len(terms)}"
    if row.attendance:
        attendance = format_season_figure(Fraction(row.attendance), is_average=False)
        arithmetic = f"{arithmetic} + {attendance} for {row.events_played} events played"
    # The total of a single event needs no equation.
    if arithmetic == row.total_text:
        return arithmetic
    return f"{arithmetic} = {row.total_text}"
