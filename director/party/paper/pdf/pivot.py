"""The sheet of a pivot table: partners by rubber, and points by player."""

from collections.abc import Sequence

from director.party.paper.pdf.job import REMEDY, PartyJob
from director.party.sheets import PartyRoundSheet, PartySeat, PartyTableSheet
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP,
    PageDivision,
    SlipLayout,
    draw_stamp,
    place_on_pages,
    write_titles,
)
from director.pdf.tables import PaperColumn

USUAL_LAYOUT = SlipLayout(
    cuts=(PageDivision(9, 1, 2), PageDivision(20, 1, 1)),
    head=34,
    foot=STAMP + 6,
    max_row_height=34,
    size=12,
    remedy=REMEDY,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(14, 1, 1),),
    head=46,
    foot=STAMP + 6,
    max_row_height=44,
    size=18,
    remedy=REMEDY,
)
GAP = 10.0

RUBBER_COLUMNS = (
    PaperColumn("Rubber", weight=1.0, bold=True),
    PaperColumn("Partners", weight=2.0),
    PaperColumn("Points", weight=1.3),
    PaperColumn("Against", weight=2.0),
    PaperColumn("Points", weight=1.3),
    PaperColumn("Rubber won by", weight=2.0),
)


def draw_pivot_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw a sheet for every table: rubbers above, players' points below."""
    layout = LARGE_LAYOUT if pen.large_print else USUAL_LAYOUT
    lines = len(job.planned) + max(len(_list_table_players(table)) for table in job.tables) + 1
    for place, table in place_on_pages(pen, layout, job.tables, lines):
        head = place.strip(0, layout.head)
        write_titles(
            pen,
            head.column(0, head.width * 0.3),
            (("Table", str(table.table_no)),),
            head.height * 0.75,
        )
        pen.write(
            job.heading.event,
            head.column(head.width * 0.35, head.width * 0.65),
            head.height * 0.4,
            align="right",
        )
        body = place.strip(layout.head, place.height - layout.head - layout.foot)
        _draw_forms(pen, body, job, table, layout)
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _draw_forms(
    pen: Pen, body: Box, job: PartyJob, table: PartyTableSheet, layout: SlipLayout
) -> None:
    players = _list_table_players(table)
    rubbers = [_make_rubber_row(round_sheet, table.table_no) for round_sheet in job.planned]
    # Both forms have a line more than their rows, for the titles.
    rubbers_share = (len(rubbers) + 1) / (len(rubbers) + len(players) + 2)
    form_layout = SlipLayout((), 0, 0, layout.max_row_height, layout.size)
    upper = body.strip(0, body.height * rubbers_share - GAP / 2)
    rubbers_form = form_layout.make_form(upper, RUBBER_COLUMNS, rubbers, "The pivot sheet")
    bottom = rubbers_form.draw(pen, upper.x, upper.top)
    columns = (
        PaperColumn("No.", weight=0.8, bold=True),
        PaperColumn("Player", weight=3.0, align="left"),
        *(PaperColumn(f"Rubber {number}", weight=1.2) for number in range(1, len(rubbers) + 1)),
        PaperColumn("Total", weight=1.3),
    )
    empty = [""] * (len(columns) - 2)
    rows = [
        (str(player.number), job.get_printed_name(player.number, player.name), *empty)
        for player in players
    ]
    lower = Box(body.x, body.y, body.width, bottom - GAP - body.y)
    players_form = form_layout.make_form(lower, columns, rows, "The pivot sheet")
    players_form.draw(pen, lower.x, lower.top)


def _list_table_players(table: PartyTableSheet) -> list[PartySeat]:
    players: list[PartySeat] = []
    for side in table.sides:
        players.extend(side)
    return players


def _make_rubber_row(round_sheet: PartyRoundSheet, table_no: int) -> tuple[str, ...]:
    side_texts = ["", ""]
    for table in round_sheet.tables:
        if table.table_no == table_no:
            side_texts = [_join_side_numbers(side) for side in table.sides]
            break
    partners, opponents = side_texts
    return str(round_sheet.round_no), partners, "", opponents, "", ""


def _join_side_numbers(side: Sequence[PartySeat]) -> str:
    return " & ".join(str(seat.number) for seat in side)
