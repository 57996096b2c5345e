"""The headline of standings with its picture of the field, and the rows that a search finds."""

from fractions import Fraction

from director.boards.scoring.units import get_total_unit
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.grids import is_knockout_standings
from director.core.base.headlines import (
    FieldPicture,
    FieldRanking,
    RankedFigure,
    make_field_picture,
)
from director.core.base.tags.cards import format_points, percent
from director.core.club.home import format_total
from director.models import Event, Stage
from director.names import has_words
from director.sheets import StandingRow, Standings

MIN_RESULTS = 3
"""With fewer results there is nothing to compare: everybody would be first with almost nothing."""


def make_standings_picture(
    standings: Standings,
    *,
    addresses: ResultAddresses,
    scoring_record: Event | Stage,
    own_contestant: int = 0,
    has_plot: bool = True,
) -> FieldPicture | None:
    """Return the headline and picture of *standings*, or None before the third result.

    *own_contestant* is marked in the picture. A knock-out has a headline at its end, and no picture,
    because its totals aren't compared. Nor has a page without *has_plot*.
    """
    is_knockout = is_knockout_standings(standings)
    if not standings.results_in or (is_knockout and not standings.is_complete):
        return None
    if standings.results_in < MIN_RESULTS and not standings.is_complete:
        return None
    unit = get_total_unit(scoring_record)
    rows = [row for group in standings.groups for row in group.rows]
    are_percentages = any(row.percent is not None for row in rows)
    rankings = []
    for group in standings.groups:
        figures = [
            _make_ranked_figure(
                row,
                address=addresses.get_pair_address(row.contestant, row.session_no),
                unit=unit,
                are_percentages=are_percentages,
                is_own=row.contestant == own_contestant,
            )
            for row in group.rows
        ]
        rankings.append(FieldRanking(group.title, tuple(figures)))
    return make_field_picture(
        rankings,
        is_complete=standings.is_complete,
        are_percentages=are_percentages,
        has_plot=has_plot and not is_knockout,
    )


def _make_ranked_figure(
    row: StandingRow, *, address: str, unit: str, are_percentages: bool, is_own: bool
) -> RankedFigure:
    figure: int | Fraction | None
    if row.came:
        figure, text = None, ""
    elif are_percentages:
        figure, text = row.percent, f"{percent(row.percent)}%"
    else:
        is_match_total = row.imps is not None or row.match_percent is not None
        figure = row.total
        text = format_total(format_points(row.total, 2 if is_match_total else None), unit)
    return RankedFigure(
        place=row.place,
        name=row.names or row.label,
        figure=figure,
        figure_text=text if figure is not None else "",
        address=address,
        is_own=is_own,
    )


def list_found_rows(standings: Standings, text: str) -> list[StandingRow]:
    """Return the rows of *standings* that a search for *text* finds, by names or number."""
    rows = (row for group in standings.groups for row in group.rows)
    return [row for row in rows if has_words(text, row.names, [row.label])]
