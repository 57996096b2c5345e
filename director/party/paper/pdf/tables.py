"""Draw the table numbers and score sheets of a party."""

from director.party.paper.pdf.job import REMEDY, PartyJob
from director.party.sheets import PartyTableSheet
from director.party.trumps import describe_round_trumps
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP,
    PageDivision,
    SlipLayout,
    draw_stamp,
    place_visible_on_pages,
    write_titles,
)
from director.pdf.table_cards import TableSign, draw_tents
from director.pdf.tables import PaperColumn
from director.pdf.words import join_with_dots

USUAL_LAYOUT = SlipLayout(
    cuts=(PageDivision(16, 1, 2), PageDivision(42, 1, 1)),
    head=34,
    foot=STAMP + 6,
    max_row_height=24,
    size=11,
    remedy=REMEDY,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(11, 1, 2), PageDivision(30, 1, 1)),
    head=44,
    foot=STAMP + 6,
    max_row_height=30,
    size=18,
    remedy=REMEDY,
)


def draw_table_numbers(pen: Pen, job: PartyJob) -> None:
    """Draw a page for each table, to be folded so that it stands."""
    tents = []
    for table in job.tables:
        aisle = f"Aisle {table.row}" if job.has_rows else ""
        words = join_with_dots((job.get_rank_title(table), aisle))
        tents.append(TableSign(job.heading, str(table.table_no), words))
    draw_tents(pen, tents)


def draw_score_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw a sheet for every table: a line for each round."""
    layout = LARGE_LAYOUT if pen.large_print else USUAL_LAYOUT
    rounds = job.sheets.heading.rounds
    known_tables = _collect_known_tables(job)
    for place, table in place_visible_on_pages(pen, layout, job.tables, rounds):
        columns = _make_sheet_columns(job, len(table.sides))
        rows = [
            _make_sheet_row(job, known_tables.get((number, table.table_no)), number, columns)
            for number in range(1, rounds + 1)
        ]
        _draw_head(pen, place.strip(0, layout.head), job, table)
        name = f"The score sheet of table {table.table_no}"
        layout.make_form(place, columns, rows, name).draw(pen, place.x, place.top - layout.head)
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
    title_width = write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    aisle = f"aisle {table.row}" if job.has_rows else ""
    words = join_with_dots((job.get_rank_title(table), aisle))
    pen.write(
        words,
        box.column(title_width + 6, box.width * 0.4 - title_width),
        box.height * 0.4,
        bold=True,
        align="left",
    )
    pen.write(
        job.heading.event,
        box.column(box.width * 0.42, box.width * 0.58),
        box.height * 0.4,
        align="right",
    )


def _make_sheet_columns(job: PartyJob, sides: int) -> tuple[PaperColumn, ...]:
    # Tables of four have two sides, of two numbers each; others have a side for each player.
    numbers_weight = 2.0 if sides == 2 else 1.0
    side = (PaperColumn("Nos.", weight=numbers_weight), PaperColumn(job.written_title, weight=1.2))
    trump = (PaperColumn(job.trump_title, weight=1.6),) if job.has_trumps else ()
    lone = (PaperColumn("Lone\n(nos.)", weight=1.3),) if job.has_lone_hands else ()
    return (
        PaperColumn(job.round_title, weight=1.0, bold=True),
        *trump,
        *(side * sides),
        PaperColumn("Won\n(nos.)", weight=1.6),
        *lone,
        PaperColumn("Initials", weight=1.8),
    )


def _collect_known_tables(job: PartyJob) -> dict[tuple[int, int], PartyTableSheet]:
    """Return the tables whose players are known in advance, by round and table number."""
    rounds = job.planned or job.sheets.rounds[:1]
    tables = {}
    for round_sheet in rounds:
        for table in round_sheet.tables:
            tables[round_sheet.round_no, table.table_no] = table
    return tables


def _make_sheet_row(
    job: PartyJob, table: PartyTableSheet | None, round_no: int, columns: tuple[PaperColumn, ...]
) -> tuple[str, ...]:
    side_texts: list[str] = []
    if table and not table.sits_out:
        for side in table.sides:
            side_texts.append(" & ".join(str(seat.number) for seat in side))
    cells = [str(round_no)]
    for column in columns[1:]:
        if column.title == "Nos.":  # one such column for each side
            cells.append(side_texts.pop(0) if side_texts else "")
        elif column.title == job.trump_title:
            cells.append(describe_round_trumps(job.trumps, round_no, job.hands))
        else:
            cells.append("")
    return tuple(cells)
