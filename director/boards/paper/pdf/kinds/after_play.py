"""The kinds of sheets that are printed when results are entered."""

from director.boards.paper.hands import draw_hand_records
from director.boards.paper.pdf.board_sheets import draw_board_sheets
from director.boards.paper.pdf.kinds.job import SCORE, PrintJob
from director.boards.paper.pdf.pair_cards import draw_pair_cards
from director.boards.paper.pdf.standings import draw_recap, draw_standings
from director.pdf.kinds import SheetKind
from director.pdf.page import Pen
from director.pdf.pieces import draw_personal


def _draw_standings(pen: Pen, job: PrintJob) -> None:
    for standings in job.standings:
        draw_standings(pen, standings)


def _draw_hand_records(pen: Pen, job: PrintJob) -> None:
    if records := job.hand_records:
        draw_hand_records(pen, records.heading, records.hands)


def _draw_recap(pen: Pen, job: PrintJob) -> None:
    if job.recap:
        draw_recap(pen, job.recap)


AFTER: tuple[SheetKind[PrintJob], ...] = (
    SheetKind(
        "standings",
        "Standings",
        "For the notice board.",
        SCORE,
        lambda job: any(group.rows for standings in job.standings for group in standings.groups),
        _draw_standings,
        made_from="results",
        preselected_in="after",
    ),
    SheetKind(
        "board-sheets",
        "Scored travellers",
        "Every board: all results and scores.",
        SCORE,
        lambda job: bool(job.boards),
        lambda pen, job: draw_board_sheets(pen, job.boards),
        made_from="results",
    ),
    SheetKind(
        "hand-records",
        "Hand records",
        "Up to 36 boards per page: hands, makeable tricks and par.",
        "import or deal the hands at Hands first",
        lambda job: bool(job.hand_records),
        _draw_hand_records,
        explain_unsuitable=lambda job: job.no_hand_records,
        is_special=True,
        is_once=True,
        is_late=True,
    ),
    SheetKind(
        "pair-cards",
        "Scorecards",
        "One per {pair}: all its boards, to take home. With opponents, result and score.",
        SCORE,
        lambda job: bool(job.pairs),
        lambda pen, job: draw_personal(pen, job.pairs, draw_pair_cards),
        made_from="results",
    ),
    SheetKind(
        "recap",
        "Recap",
        "{Pair}s by boards: the whole field.",
        SCORE,
        lambda job: bool(job.recap and job.recap.rows),
        _draw_recap,
        made_from="results",
    ),
)
