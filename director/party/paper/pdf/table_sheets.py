"""Draw the sheets of a table: numbers and score sheets, pivot sheets, and lists of Skat and series."""

from collections.abc import Sequence

from director.party.paper.pdf.job import REMEDY, PartyJob
from director.party.sheets import PartySeat, RoundRecord, TableRecord
from director.party.trumps import describe_round_trumps
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    iter_sheet_boxes,
    iter_visible_boxes,
    write_labelled_figures,
)
from director.pdf.table_cards import TableSign, draw_table_signs
from director.pdf.tables import PaperColumn
from director.pdf.words import join_with_dots

# Draw the table numbers and score sheets of a party.

SCORE_LAYOUT = SlipLayout(
    cuts=(PageDivision(16, 1, 2), PageDivision(42, 1, 1)),
    head_height=34,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=36,
    text_size=13,
    remedy=REMEDY,
)
LARGE_SCORE_LAYOUT = SlipLayout(
    cuts=(PageDivision(11, 1, 2), PageDivision(30, 1, 1)),
    head_height=44,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=40,
    text_size=18,
    remedy=REMEDY,
)


def draw_table_numbers(pen: Pen, job: PartyJob) -> None:
    """Draw a page for each table, to be folded so that it stands."""
    tents = []
    for table in job.tables:
        aisle = f"Aisle {table.row}" if job.has_rows else ""
        label = join_with_dots((job.get_rank_title(table), aisle))
        tents.append(TableSign(job.heading, str(table.table_no), label))
    draw_table_signs(pen, tents)


def draw_score_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw a sheet for every table: a line for each round."""
    layout = LARGE_SCORE_LAYOUT if pen.large_print else SCORE_LAYOUT
    rounds = job.results.heading.rounds
    known_tables = _collect_known_tables(job)
    for sheet_box, table in iter_visible_boxes(pen, layout, job.tables, rounds):
        columns = _make_sheet_columns(job, len(table.sides))
        rows = [
            _make_sheet_row(job, known_tables.get((round_no, table.table_no)), round_no, columns)
            for round_no in range(1, rounds + 1)
        ]
        _draw_score_head(pen, sheet_box.get_strip(0, layout.head_height), job, table)
        sheet_name = f"The score sheet of table {table.table_no}"
        layout.make_form(sheet_box, columns, rows, sheet_name).draw(
            pen, sheet_box.x, sheet_box.top - layout.head_height
        )
        draw_stamp(pen, Box(sheet_box.x, sheet_box.y, sheet_box.width, STAMP_HEIGHT), job.heading)


def _draw_score_head(pen: Pen, box: Box, job: PartyJob, table: TableRecord) -> None:
    title_width = write_labelled_figures(
        pen,
        box.get_column(0, box.width * 0.3),
        (("Table", str(table.table_no)),),
        box.height * 0.75,
    )
    aisle = f"aisle {table.row}" if job.has_rows else ""
    label = join_with_dots((job.get_rank_title(table), aisle))
    pen.write(
        label,
        box.get_column(title_width + 6, box.width * 0.4 - title_width),
        box.height * 0.4,
        bold=True,
        align="left",
    )
    pen.write(
        job.heading.event,
        box.get_column(box.width * 0.42, box.width * 0.58),
        box.height * 0.4,
        align="right",
    )


def _make_sheet_columns(job: PartyJob, side_count: int) -> tuple[PaperColumn, ...]:
    # A table of four has two sides of two numbers. Others have a side for each player.
    numbers_weight = 2.0 if side_count == 2 else 1.0
    side = (
        PaperColumn("Nos.", width_weight=numbers_weight),
        PaperColumn(job.written_title, width_weight=1.2),
    )
    trump = (PaperColumn(job.trump_title, width_weight=1.6),) if job.has_trumps else ()
    lone = (PaperColumn("Lone\n(nos.)", width_weight=1.3),) if job.has_lone_hands else ()
    return (
        PaperColumn(job.round_title, width_weight=1.0, bold=True),
        *trump,
        *(side * side_count),
        PaperColumn("Won\n(nos.)", width_weight=1.6),
        *lone,
        PaperColumn("Initials", width_weight=1.8),
    )


def _collect_known_tables(job: PartyJob) -> dict[tuple[int, int], TableRecord]:
    """Return the tables whose players are known in advance, by round and table number."""
    table_by_round_and_no = {}
    for round_record in job.known_rounds:
        for table in round_record.tables:
            table_by_round_and_no[round_record.round_no, table.table_no] = table
    return table_by_round_and_no


def _make_sheet_row(
    job: PartyJob, table: TableRecord | None, round_no: int, columns: tuple[PaperColumn, ...]
) -> tuple[str, ...]:
    side_texts: list[str] = []
    if table and not table.sits_out:
        side_texts += map(_join_side_numbers, table.sides)
    cells = [str(round_no)]
    for column in columns[1:]:
        if column.title == "Nos.":  # one such column for each side
            cells.append(side_texts.pop(0) if side_texts else "")
        elif column.title == job.trump_title:
            cells.append(describe_round_trumps(job.trumps, round_no, job.hands))
        else:
            cells.append("")
    return tuple(cells)


# The sheet of a pivot table: partners by rubber, and points by player.

PIVOT_LAYOUT = SlipLayout(
    cuts=(PageDivision(9, 1, 2), PageDivision(20, 1, 1)),
    head_height=34,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=34,
    text_size=12,
    remedy=REMEDY,
)
LARGE_PIVOT_LAYOUT = SlipLayout(
    cuts=(PageDivision(14, 1, 1),),
    head_height=46,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=44,
    text_size=18,
    remedy=REMEDY,
)
GAP = 10.0

RUBBER_COLUMNS = (
    PaperColumn("Rubber", width_weight=1.0, bold=True),
    PaperColumn("Partners", width_weight=2.0),
    PaperColumn("Points", width_weight=1.3),
    PaperColumn("Against", width_weight=2.0),
    PaperColumn("Points", width_weight=1.3),
    PaperColumn("Rubber won by", width_weight=2.0),
)


def draw_pivot_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw a sheet for every table: rubbers above, players' points below."""
    layout = LARGE_PIVOT_LAYOUT if pen.large_print else PIVOT_LAYOUT
    player_count = max(len(table.seats) for table in job.tables)
    line_count = len(job.planned_rounds) + player_count + 1
    for sheet_box, table in iter_sheet_boxes(pen, layout, job.tables, line_count):
        head = sheet_box.get_strip(0, layout.head_height)
        write_labelled_figures(
            pen,
            head.get_column(0, head.width * 0.3),
            (("Table", str(table.table_no)),),
            head.height * 0.75,
        )
        pen.write(
            job.heading.event,
            head.get_column(head.width * 0.35, head.width * 0.65),
            head.height * 0.4,
            align="right",
        )
        body = sheet_box.get_strip(
            layout.head_height, sheet_box.height - layout.head_height - layout.foot_height
        )
        _draw_pivot_forms(pen, body, job, table, layout)
        draw_stamp(pen, Box(sheet_box.x, sheet_box.y, sheet_box.width, STAMP_HEIGHT), job.heading)


def _draw_pivot_forms(
    pen: Pen, body: Box, job: PartyJob, table: TableRecord, layout: SlipLayout
) -> None:
    players = table.seats
    rubbers = [
        _make_rubber_row(round_record, table.table_no) for round_record in job.planned_rounds
    ]
    # Both forms have a line more than their rows, for the titles.
    rubbers_share = (len(rubbers) + 1) / (len(rubbers) + len(players) + 2)
    form_layout = SlipLayout((), 0, 0, layout.max_row_height, layout.text_size)
    upper = body.get_strip(0, body.height * rubbers_share - GAP / 2)
    rubbers_form = form_layout.make_form(upper, RUBBER_COLUMNS, rubbers, "The pivot sheet")
    bottom = rubbers_form.draw(pen, upper.x, upper.top)
    columns = (
        PaperColumn("No.", width_weight=0.8, bold=True),
        PaperColumn("Player", width_weight=3.0, align="left"),
        *(
            PaperColumn(f"Rubber {number}", width_weight=1.2)
            for number in range(1, len(rubbers) + 1)
        ),
        PaperColumn("Total", width_weight=1.3),
    )
    empty_cells = [""] * (len(columns) - 2)
    rows = [
        (str(player.number), job.get_printed_name(player.number, player.name), *empty_cells)
        for player in players
    ]
    lower = Box(body.x, body.y, body.width, bottom - GAP - body.y)
    players_form = form_layout.make_form(lower, columns, rows, "The pivot sheet")
    players_form.draw(pen, lower.x, lower.top)


def _make_rubber_row(round_record: RoundRecord, table_no: int) -> tuple[str, ...]:
    side_texts = ["", ""]
    for table in round_record.tables:
        if table.table_no == table_no:
            side_texts = [_join_side_numbers(side) for side in table.sides]
            break
    partners, opponents = side_texts
    return str(round_record.round_no), partners, "", opponents, "", ""


def _join_side_numbers(side: Sequence[PartySeat]) -> str:
    return " & ".join(str(seat.number) for seat in side)
