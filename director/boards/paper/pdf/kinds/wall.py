"""The kinds of sheets for the wall and the director."""

from director.boards.paper.pdf.kinds.job import CHOOSE, PrintJob
from director.boards.paper.pdf.master_sheet import (
    draw_master_sheets,
    draw_poster,
    draw_seating_list,
)
from director.pdf.kinds import SheetKind
from director.pdf.page import Pen


def _draw_poster(pen: Pen, job: PrintJob) -> None:
    if job.poster:
        draw_poster(pen, job.poster)


def _explain_missing_names(job: PrintJob) -> str:
    """Return what a list of names lacks once there is a movement."""
    return "Not available: enter the names first." if job.has_plan else ""


WALL: tuple[SheetKind[PrintJob], ...] = (
    SheetKind(
        "seating-list",
        "Seating list",
        "Everybody by name: where to sit at first.",
        "choose a movement and enter the names first",
        lambda job: any(guide.players for guide in job.guides),
        lambda pen, job: draw_seating_list(pen, job.guides),
        explain_unsuitable=_explain_missing_names,
        made_from="names",
        is_joint=True,
    ),
    SheetKind(
        "poster",
        "Poster",
        "For phones: a code that opens the published results.",
        "open Kalamazoo at the address shown when it starts, on the club’s network",
        lambda job: bool(job.poster),
        _draw_poster,
        is_joint=True,
        extra_field="address",
        is_rare=True,
    ),
    SheetKind(
        "master-sheet",
        "Master sheet",
        "For the director: every table in every round.",
        CHOOSE,
        lambda job: any(card.rows for card in job.schedule),
        lambda pen, job: draw_master_sheets(pen, job.schedule),
        made_from="plan",
        is_rare=True,
    ),
)
