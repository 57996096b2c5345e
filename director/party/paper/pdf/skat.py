"""Sheets of a Skat table: a line for each deal, and final figures."""

from dataclasses import replace

from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PartySeat, PartyTableSheet
from director.pdf.fonts import SMALLEST
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP, SlipLayout, draw_stamp, write_titles
from director.pdf.tables import PaperColumn, make_form_table

ROUNDS = 20
ROUNDS_PER_PAGE = 10
HEAD_HEIGHT = 34.0
SIGNATURE_HEIGHT = 24.0
LAYOUT = SlipLayout(cuts=(), head=0, foot=0, max_row_height=16.0, size=9.0)
END_TITLES_HEIGHT = 28.0
NAME_WIDTH = 0.42  # share of the width
CELL_PADDING = 6
FINAL_FIGURES = ("Games won", "Games lost", "Net", "Points")


def draw_skat_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw two pages for every table, ten rounds on each."""
    for table in job.tables:
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
        for first in range(1, ROUNDS + 1, ROUNDS_PER_PAGE):
            paper = pen.new_page() if first == 1 else pen.begin_back_page()
            page = paper.inset(MARGIN)
            is_last = first + ROUNDS_PER_PAGE > ROUNDS
            _draw_head(pen, page.strip(0, HEAD_HEIGHT), job, table, first)
            final_height = _compute_final_height(job, players, page.width) if is_last else 0.0
            body = page.strip(HEAD_HEIGHT, page.height - HEAD_HEIGHT - STAMP - final_height)
            _draw_deals(pen, body, players, first)
            if is_last:
                final_box = Box(page.x, page.y + STAMP, page.width, final_height)
                _draw_final_figures(pen, final_box, job, players)
            draw_stamp(pen, Box(page.x, page.y, page.width, STAMP), job.heading)


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet, first: int) -> None:
    write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    rounds_text = f"rounds {first}–{first + ROUNDS_PER_PAGE - 1}"
    pen.write(
        rounds_text,
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
        PaperColumn("Deal", weight=0.7, bold=True),
        PaperColumn("Dealer", weight=0.8),
        PaperColumn("Game", weight=1.3),
        PaperColumn("Value", weight=0.9),
        PaperColumn("Won or\nlost", weight=0.9),
        *(PaperColumn(f"No. {player.number}", weight=1.3) for player in players),
        PaperColumn("Remarks", weight=2.0),
    )
    # A round has a deal for each player.
    first_deal = (first - 1) * len(players)
    deals = range(first_deal, first_deal + ROUNDS_PER_PAGE * len(players))
    empty = [""] * (len(columns) - 2)
    # The players of a table deal in turn.
    rows = [(str(deal + 1), str(players[deal % len(players)].number), *empty) for deal in deals]
    LAYOUT.make_form(box, columns, rows, "The Skat sheet").draw(pen, box.x, box.top)


def _compute_final_height(job: PartyJob, players: list[PartySeat], width: float) -> float:
    row_heights = _compute_row_heights(job.wrap_names(players, width * NAME_WIDTH - CELL_PADDING))
    return END_TITLES_HEIGHT + sum(row_heights) + SIGNATURE_HEIGHT + 8


def _compute_row_heights(names: list[str]) -> list[float]:
    return [max(18.0, (name.count("\n") + 1) * SMALLEST * 1.2 + 4) for name in names]


def _draw_final_figures(pen: Pen, box: Box, job: PartyJob, players: list[PartySeat]) -> None:
    """Draw the boxes for final figures, best games and the signature."""
    columns = (
        PaperColumn("No.", weight=0.7, bold=True),
        PaperColumn("Player", weight=NAME_WIDTH * 15.6, align="left"),
        *(PaperColumn(title, weight=1.1) for title in FINAL_FIGURES),
        PaperColumn("Highest game", weight=1.4),
        PaperColumn("Solo ag.\nmatadores", weight=1.5),
        PaperColumn("Tournée ag.\nmatadores", weight=1.5),
    )
    names = job.wrap_names(players, box.width * NAME_WIDTH - CELL_PADDING)
    empty = [""] * (len(columns) - 2)
    rows = [(str(player.number), name, *empty) for player, name in zip(players, names, strict=True)]
    table = make_form_table(columns, rows, box.width, 18.0, LAYOUT.size)
    replace(table, heights=tuple(_compute_row_heights(names))).draw(pen, box.x, box.top - 6)
    line = Box(box.x, box.y + 2, box.width, 16)
    write_blank(pen, line.column(0, line.width * 0.45), "Penalties", 9)
    write_blank(pen, line.column(line.width * 0.5, line.width * 0.5), "Skat Master", 9)
