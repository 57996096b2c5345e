"""Why a contestant has a total in a season: the arithmetic, event by event."""

from dataclasses import dataclass
from fractions import Fraction

from director.core.club.seasons.sheet import ClubSeasonRow, ClubSeasonSheet, SeasonCell, figure_text
from scoring import SeasonScoring


@dataclass(frozen=True, slots=True)
class WhyLine:
    """How the points of one event were made, and whether they count."""

    cell: SeasonCell
    words: str
    is_counted: bool


@dataclass(frozen=True, slots=True)
class WhyRow:
    """How the total of one contestant was made."""

    row: ClubSeasonRow
    lines: tuple[WhyLine, ...]
    sum: str


def why_row(sheet: ClubSeasonSheet, rules: SeasonScoring, key: str) -> WhyRow | None:
    """Explain the total of the contestant *key*, or return None."""
    row = next((row for row in sheet.rows if row.key == key), None)
    if row is None:
        return None
    lines = tuple(
        WhyLine(cell, _words(cell, rules), cell.is_counted) for cell in row.cells if cell.result
    )
    return WhyRow(row, lines, _sum(row, rules))


def _words(cell: SeasonCell, rules: SeasonScoring) -> str:
    result = cell.result
    if result is None or cell.points is None:
        return "no percentage, so no points"
    shared = f", shared by {result.sharing}" if result.sharing > 1 else ""
    place = f"place {result.place} of {result.field}{shared}"
    if rules.points == "percent":
        if not cell.handicap:
            return f"{place}: {cell.text} %"
        played, added = (
            figure_text(value, is_average=True)
            for value in (cell.points - cell.handicap, cell.handicap)
        )
        return f"{place}: {played} % + handicap {added} = {cell.text} %"
    if rules.points == "credit":
        total, average = (
            figure_text(value, is_average=False) for value in (result.total, result.average)
        )
        return f"{place}: total {total}, average of the field {average}, difference {cell.text}"
    return f"{place}: {cell.text}"


def _sum(row: ClubSeasonRow, rules: SeasonScoring) -> str:
    counted = [cell.text for cell in row.cells if cell.is_counted]
    if not counted:
        return f"No event counts: {row.total_text}."
    added = " + ".join(f"({text})" if text.startswith("−") else text for text in counted)
    if rules.is_average and len(counted) > 1:
        added = f"({added}) ÷ {len(counted)}"
    if row.attendance:
        added = f"{added} + {figure_text(Fraction(row.attendance), is_average=False)} for {row.played} events played"
    if added == row.total_text:
        return added
    return f"{added} = {row.total_text}"
