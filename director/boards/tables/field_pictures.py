"""The headline of standings of boards, with its picture of the field."""

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
    """Return the headline and picture of *standings*, or None while it is too early for them.

    It is too early before the third result, and in a knock-out before its end. A knock-out has a
    headline only, because it isn't ranked by totals. If not *has_plot*, others have no more either.

    *own_contestant* is marked in the picture, if it isn't 0.
    """
    is_knockout = is_knockout_standings(standings)
    has_few_results = standings.results_in < MIN_RESULTS
    if not standings.is_complete and (is_knockout or has_few_results):
        return None
    # Standings for which nothing is due are complete without a result.
    if not standings.results_in:
        return None
    unit = get_total_unit(scoring_record)
    are_percentages = any(
        row.percent is not None for group in standings.groups for row in group.rows
    )
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
        figure = None  # A team of a knock-out is ranked by the round that it reached.
    elif are_percentages:
        figure = row.percent
    else:
        figure = row.total
    figure_text = ""
    if figure is not None:
        figure_text = f"{percent(row.percent)}%" if are_percentages else _format_total(row, unit)
    return RankedFigure(
        place=row.place,
        name=row.names or row.label,
        figure=figure,
        figure_text=figure_text,
        address=address,
        is_own=is_own,
    )


def _format_total(row: StandingRow, unit: str) -> str:
    # Whole victory points have decimals, too, as in 12.00 and 7.53.
    has_victory_points = row.imps is not None or row.match_percent is not None
    text = format_points(row.total, 2 if has_victory_points else None)
    return format_total(text, unit)
