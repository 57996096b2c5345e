"""What hangs on the wall or lies before the director."""

from director.boards.hands.paper import draw_hand_records
from director.boards.pdf.board_sheets import draw_board_sheets
from director.boards.pdf.brackets import draw_brackets
from director.boards.pdf.kinds.job import CHOOSE, SCORE, PrintJob
from director.boards.pdf.master_sheet import draw_master_sheets
from director.boards.pdf.matches import draw_cross_table
from director.boards.pdf.pair_cards import draw_pair_cards
from director.boards.pdf.recap import draw_recap
from director.boards.pdf.standings import draw_standings
from director.boards.pdf.wall import draw_drawn_rounds, draw_poster, draw_seating_list
from director.pdf.kinds import Kind
from director.pdf.page import Pen

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


# What is printed when results are in.

AFTER_GROUP = "After play"


def _draw_standings(pen: Pen, job: PrintJob) -> None:
    for standings in job.standings:
        draw_standings(pen, standings)


def _draw_hand_records(pen: Pen, job: PrintJob) -> None:
    if records := job.hand_records:
        draw_hand_records(pen, records.heading, records.hands)


def _draw_recap(pen: Pen, job: PrintJob) -> None:
    if job.recap:
        draw_recap(pen, job.recap)


def _draw_cross_table(pen: Pen, job: PrintJob) -> None:
    if job.cross_table:
        draw_cross_table(pen, job.cross_table)


AFTER: tuple[Kind[PrintJob], ...] = (
    Kind(
        "standings",
        "Standings",
        "The list for the notice board.",
        SCORE,
        lambda job: any(group.rows for standings in job.standings for group in standings.groups),
        _draw_standings,
        made_from="results",
        usual="after",
        group=AFTER_GROUP,
    ),
    Kind(
        "board-sheets",
        "Scored travellers",
        "Every board with all its results and what they earned.",
        SCORE,
        lambda job: bool(job.boards),
        lambda pen, job: draw_board_sheets(pen, job.boards),
        made_from="results",
        group=AFTER_GROUP,
    ),
    Kind(
        "hand-records",
        "Hand records",
        "The four hands of every board with points, makeable tricks and par: up to 36 boards a page.",
        "read in or deal the cards at Hands first",
        lambda job: bool(job.hand_records),
        _draw_hand_records,
        unfit=lambda job: job.no_hand_records,
        is_special=True,
        is_once=True,
        group=AFTER_GROUP,
    ),
    Kind(
        "pair-cards",
        "Pair cards",
        "One card a pair, to take home: every board with opponents, result and share.",
        SCORE,
        lambda job: bool(job.pairs),
        lambda pen, job: draw_pair_cards(pen, job.pairs),
        made_from="results",
        group=AFTER_GROUP,
    ),
    Kind(
        "recap",
        "Recap",
        "The whole field on one sheet: pairs down, boards across.",
        SCORE,
        lambda job: bool(job.recap and job.recap.rows),
        _draw_recap,
        made_from="results",
        group=AFTER_GROUP,
    ),
    Kind(
        "cross-table",
        "All matches",
        "All teams against all: what each match brought either of them.",
        SCORE,
        lambda job: bool(job.cross_table),
        _draw_cross_table,
        made_from="results",
        group=AFTER_GROUP,
        only_for=("team",),
    ),
)
