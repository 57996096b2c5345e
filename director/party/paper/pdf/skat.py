"""Sheets of a Skat table: a line for each deal, and final figures."""

from dataclasses import replace

from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PartySeat, PartyTableSheet
from director.pdf.fonts import SMALLEST
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP, SlipLayout, draw_stamp, write_titles
from director.pdf.tables import Column, form_table

ROUNDS = 20
ROUNDS_A_SHEET = 10
HEAD = 34.0
SIGNED = 24.0  # height of the last line
USUAL = SlipLayout((), 0, 0, 16.0, 9.0)
END_TITLES = 28.0
PLAYER = 0.42  # of the width, for the names
ENDS = ("Games won", "Games lost", "Net", "Points")


def draw_skat_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw two pages for every table, ten rounds on each."""
    for table in job.tables:
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
        for first in range(1, ROUNDS + 1, ROUNDS_A_SHEET):
            page = (pen.new_page() if first == 1 else pen.back_page()).inset(MARGIN)
            is_last = first + ROUNDS_A_SHEET > ROUNDS
            _draw_head(pen, page.strip(0, HEAD), job, table, first)
            low = _end_height(job, players, page.width) if is_last else 0.0
            body = page.strip(HEAD, page.height - HEAD - STAMP - low)
            _draw_deals(pen, body, players, first)
            if is_last:
                _draw_end(pen, Box(page.x, page.y + STAMP, page.width, low), job, players)
            draw_stamp(pen, Box(page.x, page.y, page.width, STAMP), job.heading)


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet, first: int) -> None:
    write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    words = f"rounds {first}–{first + ROUNDS_A_SHEET - 1}"
    pen.write(
        words,
        box.column(box.width * 0.3, box.width * 0.25),
        box.height * 0.38,
        bold=True,
        align="left",
    )
    pen.write(
        job.heading.event,
        box.column(box.width * 0.55, box.width * 0.45),
        box.height * 0.38,
        align="right",
    )


def _draw_deals(pen: Pen, box: Box, players: list[PartySeat], first: int) -> None:
    columns = (
        Column("Deal", weight=0.7, bold=True),
        Column("Dealer", weight=0.8),
        Column("Game", weight=1.3),
        Column("Value", weight=0.9),
        Column("Won or\nlost", weight=0.9),
        *(Column(f"No. {player.number}", weight=1.3) for player in players),
        Column("Remarks", weight=2.0),
    )
    numbers = range((first - 1) * len(players), (first - 1 + ROUNDS_A_SHEET) * len(players))
    empty = [""] * (len(columns) - 2)
    rows = [(str(at + 1), str(players[at % len(players)].number), *empty) for at in numbers]
    USUAL.form_on(box, columns, rows, "The Skat sheet").draw(pen, box.x, box.top)


def _end_height(job: PartyJob, players: list[PartySeat], width: float) -> float:
    return (
        END_TITLES + sum(_row_heights(job.names_within(players, width * PLAYER - 6))) + SIGNED + 8
    )


def _row_heights(names: list[str]) -> list[float]:
    return [max(18.0, (name.count("\n") + 1) * SMALLEST * 1.2 + 4) for name in names]


def _draw_end(pen: Pen, box: Box, job: PartyJob, players: list[PartySeat]) -> None:
    """Draw the boxes for final figures, best games and the signature."""
    columns = (
        Column("No.", weight=0.7, bold=True),
        Column("Player", weight=PLAYER * 15.6, align="left"),
        *(Column(title, weight=1.1) for title in ENDS),
        Column("Highest game", weight=1.4),
        Column("Solo ag.\nmatadores", weight=1.5),
        Column("Tournée ag.\nmatadores", weight=1.5),
    )
    names = job.names_within(players, box.width * PLAYER - 6)
    empty = [""] * (len(columns) - 2)
    rows = [(str(player.number), name, *empty) for player, name in zip(players, names, strict=True)]
    table = form_table(columns, rows, box.width, 18.0, USUAL.size)
    replace(table, heights=tuple(_row_heights(names))).draw(pen, box.x, box.top - 6)
    line = Box(box.x, box.y + 2, box.width, 16)
    write_blank(pen, line.column(0, line.width * 0.45), "Penalties", 9)
    write_blank(pen, line.column(line.width * 0.5, line.width * 0.5), "Skat Master", 9)
