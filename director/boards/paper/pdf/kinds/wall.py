"""The kinds of sheets for the wall and the director."""

from director.boards.paper.pdf.brackets import draw_brackets
from director.boards.paper.pdf.kinds.job import CHOOSE, PrintJob
from director.boards.paper.pdf.master_sheet import draw_master_sheets
from director.boards.paper.pdf.teams.fixtures import draw_fixtures
from director.boards.paper.pdf.wall import draw_drawn_rounds, draw_poster, draw_seating_list
from director.pdf.kinds import SheetKind
from director.pdf.page import Pen


def _draw_poster(pen: Pen, job: PrintJob) -> None:
    if job.poster:
        draw_poster(pen, job.poster)


def _draw_fixtures(pen: Pen, job: PrintJob) -> None:
    if job.fixtures:
        draw_fixtures(pen, job.fixtures)


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
        "draw",
        "Draw of the round",
        "Latest round: who plays whom at which table.",
        "draw a round first",
        lambda job: bool(job.draws),
        lambda pen, job: draw_drawn_rounds(pen, job.draws),
        is_special=True,
        preselected_in="before",
    ),
    SheetKind(
        "fixtures",
        "Fixtures",
        "Every round of a league: who plays whom. With dates, venues, scores and postponed matches.",
        "choose a round robin first",
        lambda job: bool(job.fixtures and job.fixtures.lines),
        _draw_fixtures,
        is_special=True,
        suitable_contestants=("team",),
    ),
    SheetKind(
        "bracket",
        "Knock-out bracket",
        "First round to final: who has won so far. With seeds, sit-outs and scores.",
        "start a knock-out first",
        lambda job: bool(job.brackets),
        lambda pen, job: draw_brackets(pen, job.brackets),
        is_special=True,
        suitable_contestants=("team",),
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
