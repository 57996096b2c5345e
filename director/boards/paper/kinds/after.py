"""What is printed when results are in."""

from director.boards.cards.job import PrintJob
from director.boards.hands.paper import draw_hand_records
from director.boards.matches.paper import draw_cross_table
from director.boards.paper.board_sheets import draw_board_sheets
from director.boards.paper.kinds.remedies import SCORE
from director.boards.paper.pair_cards import draw_pair_cards
from director.boards.paper.recap import draw_recap
from director.boards.paper.standings import draw_standings
from director.paper.kinds import Kind
from director.paper.page import Pen

GROUP = "After play"


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
        group=GROUP,
    ),
    Kind(
        "board-sheets",
        "Scored travellers",
        "Every board with all its results and what they earned.",
        SCORE,
        lambda job: bool(job.boards),
        lambda pen, job: draw_board_sheets(pen, job.boards),
        made_from="results",
        group=GROUP,
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
        group=GROUP,
    ),
    Kind(
        "pair-cards",
        "Pair cards",
        "One card a pair, to take home: every board with opponents, result and share.",
        SCORE,
        lambda job: bool(job.pairs),
        lambda pen, job: draw_pair_cards(pen, job.pairs),
        made_from="results",
        group=GROUP,
    ),
    Kind(
        "recap",
        "Recap",
        "The whole field on one sheet: pairs down, boards across.",
        SCORE,
        lambda job: bool(job.recap and job.recap.rows),
        _draw_recap,
        made_from="results",
        group=GROUP,
    ),
    Kind(
        "cross-table",
        "All matches",
        "All teams against all: what each match brought either of them.",
        SCORE,
        lambda job: bool(job.cross_table),
        _draw_cross_table,
        made_from="results",
        group=GROUP,
        only_for=("team",),
    ),
)
