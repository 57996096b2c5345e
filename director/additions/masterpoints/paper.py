"""A return of masterpoints on paper."""

from dataclasses import replace
from datetime import datetime

from director.additions.masterpoints.files import make_return_heading
from director.additions.masterpoints.returns import PointsReturn
from director.core.base.tags.cards import format_points
from director.models import Club
from director.pdf.lists import draw_list, render_lists
from director.pdf.tables import PaperColumn

_TITLE = "Masterpoints"
_COLUMNS = (
    PaperColumn("Place"),
    PaperColumn("Name", align="left", bold=True, can_wrap=True, max_width_share=0.45),
    PaperColumn("Number", align="left", can_wrap=True, max_width_share=0.2),
    PaperColumn("Points", align="right"),
    PaperColumn("Events", align="right"),
)


def render_return(club: Club, points_return: PointsReturn, *, printed_at: datetime) -> bytes:
    """Return a PDF of the players by points."""
    rows = [
        (
            player.place,
            player.name,
            player.number,
            format_points(player.total, 2),
            str(player.events),
        )
        for player in points_return.players
    ]
    heading = replace(make_return_heading(club, points_return), date=printed_at.date())
    list_title = points_return.unit.capitalize()
    return render_lists(
        lambda pen: draw_list(pen, heading, list_title, _COLUMNS, rows),
        club.paper,
        title=_TITLE,
        printed_at=printed_at,
    )
