"""What hangs on the wall or lies before the director."""

from director.boards.cards.job import PrintJob
from director.boards.draws.paper import draw_brackets
from director.boards.paper.kinds.remedies import CHOOSE
from director.boards.paper.master_sheet import draw_master_sheets
from director.boards.paper.wall import draw_drawn_rounds, draw_poster, draw_seating_list
from director.paper.kinds import Kind
from director.paper.page import Pen

GROUP = "For the wall and the desk"


def _draw_poster(pen: Pen, job: PrintJob) -> None:
    if job.poster:
        draw_poster(pen, job.poster)


WALL: tuple[Kind[PrintJob], ...] = (
    Kind(
        "seating-list",
        "Seating list",
        "Everybody by family name with pair, table and seat.",
        "choose a movement and give the pairs names first",
        lambda job: any(guide.players for guide in job.guides),
        lambda pen, job: draw_seating_list(pen, job.guides),
        is_joint=True,
        group=GROUP,
    ),
    Kind(
        "draw",
        "Draw of the round",
        "Who meets whom at which tables in the round drawn last.",
        "draw a round first",
        lambda job: bool(job.draws),
        lambda pen, job: draw_drawn_rounds(pen, job.draws),
        is_special=True,
        usual="before",
        group=GROUP,
    ),
    Kind(
        "bracket",
        "Knock-out bracket",
        "Who meets whom from the first round to the final: seeds, byes, scores and winners as far as they are known.",
        "begin a knock-out first",
        lambda job: bool(job.brackets),
        lambda pen, job: draw_brackets(pen, job.brackets),
        is_special=True,
        group=GROUP,
        only_for=("team",),
    ),
    Kind(
        "poster",
        "Poster",
        "A large code that opens the results on a phone, once they are published.",
        "choose a movement and say by which address phones find this program first",
        lambda job: bool(job.poster),
        _draw_poster,
        is_joint=True,
        asks="address",
        group=GROUP,
    ),
    Kind(
        "master-sheet",
        "Master sheet",
        "For the director: every table in every round, and who sits out.",
        CHOOSE,
        lambda job: any(card.rows for card in job.schedule),
        lambda pen, job: draw_master_sheets(pen, job.schedule),
        made_from="plan",
        group=GROUP,
    ),
)
