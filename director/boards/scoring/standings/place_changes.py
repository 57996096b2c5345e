"""What a correction changed in the standings of its session, for the sides that it is about."""

from collections.abc import Iterable, Mapping

from director.boards.scoring.standings.cache import load_session_sheets
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.standings_versions import FigureChange, PlaceChange
from director.core.base.tags.cards import format_points
from director.models import Section
from director.sheets import StandingRow
from scoring.display import percent_text
from scoring.errors import ScoringError

MAX_NAMED = 8
"""Contestants that one message can name. After more corrections it names nobody."""
Rows = Mapping[int, StandingRow]
"""Rows of the standings by contestant."""


def load_standing_rows(section: Section) -> Rows:
    """Return the standings of the session of *section* as stored now, empty if there are none."""
    return _index_rows(load_session_sheets(section))


def _index_rows(sheets: SessionSheets) -> Rows:
    try:
        return {row.contestant: row for row in sheets.rows}
    except ScoringError:
        return {}


def list_place_changes(
    sheets: SessionSheets, section: Section, sides: Iterable[int], rows_before: Rows
) -> list[PlaceChange]:
    """Return the changes of place of *sides*' contestants from *rows_before* to *sheets*.

    A side is the number of a pair, partnership or team in *section*. Whoever has no place before or
    after the correction, or the same place and figures, is left out.
    """
    if not rows_before:
        return []
    scoring_field = sheets.scoring_field
    contestants: dict[int, None] = {}
    for side in sides:
        for member in scoring_field.members(scoring_field.pair(section, side)):
            contestants[member] = None
    if len(contestants) > MAX_NAMED:
        return []
    rows_after = _index_rows(sheets)
    changes = []
    for contestant in contestants:
        before, after = rows_before.get(contestant), rows_after.get(contestant)
        if before and after and before.place and after.place:
            change = _make_place_change(before, after)
            if change.is_any:
                changes.append(change)
    return changes


def _make_place_change(before: StandingRow, after: StandingRow) -> PlaceChange:
    figures = []
    if before.imps is not None and after.imps is not None:
        figures.append(FigureChange(" IMPs", format_points(before.imps), format_points(after.imps)))
        figures.append(
            FigureChange(" VPs", format_points(before.total, 2), format_points(after.total, 2))
        )
    elif before.percent is not None and after.percent is not None:
        figures.append(FigureChange("%", percent_text(before.percent), percent_text(after.percent)))
    else:
        figures.append(FigureChange("", format_points(before.total), format_points(after.total)))
    return PlaceChange(after.names or after.label, tuple(figures), before.place, after.place)
