"""What a correction changed in the standings of its session, for the sides that it is about."""

from collections.abc import Iterable, Mapping

from director.boards.scoring.standings.cache import load_results
from director.core.base.place_changes import FigureChange, PlaceChange
from director.core.base.tags.cards import points
from director.models import Section
from director.sheets import StandingRow
from scoring import ScoringError, percent_text

MAX_NAMED = 8
"""Contestants that one message can name. After more corrections it names nobody."""
Rows = Mapping[int, StandingRow]
"""Rows of the standings by contestant."""


def load_standing_rows(section: Section) -> Rows:
    """Return the standings of the session of *section* as stored now, empty if there are none."""
    sheets = load_results(section.session.event).session(section.session.number)
    if sheets is None:
        return {}
    try:
        return {row.contestant: row for row in sheets.rows}
    except ScoringError:
        return {}


def list_place_changes(
    section: Section, sides: Iterable[int], rows_before: Rows
) -> list[PlaceChange]:
    """Return the changes of place of *sides*' contestants since *rows_before*.

    A side is the number of a pair, partnership or team in *section*. Whoever has no place before or
    after the correction, or the same place and figures, is left out.
    """
    sheets = load_results(section.session.event).session(section.session.number)
    if sheets is None or not rows_before:
        return []
    scoring_field = sheets.scoring_field
    contestants: dict[int, None] = {}
    for side in sides:
        for member in scoring_field.members(scoring_field.pair(section, side)):
            contestants[member] = None
    if len(contestants) > MAX_NAMED:
        return []
    rows_after = load_standing_rows(section)
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
        figures.append(FigureChange(" IMPs", points(before.imps), points(after.imps)))
        figures.append(FigureChange(" VPs", points(before.total, 2), points(after.total, 2)))
    elif before.percent is not None and after.percent is not None:
        figures.append(FigureChange("%", percent_text(before.percent), percent_text(after.percent)))
    else:
        figures.append(FigureChange("", points(before.total), points(after.total)))
    return PlaceChange(after.names or after.label, tuple(figures), before.place, after.place)
