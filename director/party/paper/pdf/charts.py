"""Draw the charts of a party whose rounds are all planned: rounds down, tables across.

The director gets a master with all tables. Each player gets a copy with a column for the score. If
the chart is too wide for a copy, it shows only the player's own tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from director.party.paper.pdf.job import REMEDY, SITS_OUT, PartyJob
from director.party.sheets import RoundRecord, TableRecord, TallyCard
from director.pdf.fonts import MIN_SIZE, measure_text
from director.pdf.lists import (
    begin_list_page,
    divide_by_height,
    divide_into_even_runs,
    draw_list_foot,
    get_list_body,
)
from director.pdf.marks import NAME_LEADING, draw_name, fit_name
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_sheet_boxes,
)
from director.pdf.tables import PaperColumn, Table, make_largest_list

COPY_LAYOUT = SlipLayout(
    cuts=(PageDivision(8, 2, 3), PageDivision(16, 2, 2), PageDivision(44, 2, 1)),
    head_height=40,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=26,
    text_size=11,
    remedy=REMEDY,
)
LARGE_COPY_LAYOUT = SlipLayout(
    cuts=(PageDivision(9, 1, 2), PageDivision(28, 1, 1)),
    head_height=52,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=34,
    text_size=18,
    remedy=REMEDY,
)
MASTER_SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0)
LARGE_MASTER_SIZES = (22.0, 20.0, 18.0)
MAX_COPY_TABLES = 3  # with more tables a copy shows only its player's
TABLES_ACROSS = 6  # tables across a page of the master
LARGE_TABLES_ACROSS = 4
NAME_SHARE = 0.62  # share of the head of a copy, for number and name
MASTER_TITLE = "Chart for the director"

PLAYER_COLUMNS = (
    PaperColumn("Table", width_weight=1.0),
    PaperColumn("Partner", width_weight=1.2),
    PaperColumn("Against", width_weight=1.8),
    PaperColumn("Score", width_weight=1.4),
)


def draw_charts(pen: Pen, job: PartyJob) -> None:
    """Draw the master, with a few tables across each page, and then a copy for every player."""
    body = begin_list_page(pen, job.heading, MASTER_TITLE, landscape=True)
    pages = []
    for table in _make_master_tables(pen, job, body.width):
        height = body.height - table.head_height
        pages += [(table, run) for run in divide_by_height(table.row_heights, height, height)]
    for page_no, (table, run) in enumerate(pages, 1):
        if page_no > 1:
            body = begin_list_page(pen, job.heading, MASTER_TITLE, landscape=True)
        table.draw(pen, body.x, body.top, run)
        draw_list_foot(pen, job.heading, page_no, len(pages), landscape=True)
    _draw_copies(pen, job)


def _make_master_tables(pen: Pen, job: PartyJob, width: float) -> Iterator[Table]:
    """Yield the parts of the chart from left to right, with the sit-outs in the last part."""
    tables = _list_table_numbers(job)
    sit_outs = [_join_sit_outs(round_record) for round_record in job.planned_rounds]
    tables_across = LARGE_TABLES_ACROSS if pen.large_print else TABLES_ACROSS
    for table_run in divide_into_even_runs(len(tables), tables_across):
        part_tables = tables[table_run.start : table_run.stop]
        titles = [f"Table {table_no}" for table_no in part_tables]
        rows = [
            [str(round_record.round_no), *_list_meetings(round_record, part_tables)]
            for round_record in job.planned_rounds
        ]
        if any(sit_outs) and table_run.stop == len(tables):
            titles.append("Sit out")
            for row, sit_out in zip(rows, sit_outs, strict=True):
                row.append(sit_out)
        columns = [
            _make_round_column(job),
            *(PaperColumn(title, can_wrap=True) for title in titles),
        ]
        sizes = LARGE_MASTER_SIZES if pen.large_print else MASTER_SIZES
        table = make_largest_list(columns, [tuple(row) for row in rows], width, sizes, boxed=True)
        yield table.with_stretched_rows(get_list_body(pen.paper, landscape=True).height - 1, 1.8)


def _make_round_column(job: PartyJob) -> PaperColumn:
    return PaperColumn(job.round_title, width_weight=1.0, bold=True)


def _list_table_numbers(job: PartyJob) -> tuple[int, ...]:
    """Return the tables that play in some round."""
    numbers: set[int] = set()
    for round_record in job.planned_rounds:
        numbers.update(table.table_no for table in _list_playing_tables(round_record))
    return tuple(sorted(numbers))


def _list_meetings(round_record: RoundRecord, tables: Sequence[int]) -> tuple[str, ...]:
    """Return the meeting at each of *tables*, "" for an unused table."""
    meeting_by_table = {
        table.table_no: _format_meeting(table) for table in _list_playing_tables(round_record)
    }
    return tuple(meeting_by_table.get(table_no, "") for table_no in tables)


def _format_meeting(table: TableRecord) -> str:
    """Return the two sides of *table*: ``"1&2 v 3&4"``."""
    return " v ".join("&".join(str(seat.number) for seat in side) for side in table.sides)


def _list_playing_tables(round_record: RoundRecord) -> list[TableRecord]:
    return [table for table in round_record.tables if not table.sits_out]


def _join_sit_outs(round_record: RoundRecord) -> str:
    """Return the numbers of the players who sit out."""
    resting_tables = [table for table in round_record.tables if table.sits_out]
    numbers = [seat.number for table in resting_tables for seat in table.seats]
    return ", ".join(map(str, sorted(numbers)))


def _draw_copies(pen: Pen, job: PartyJob) -> None:
    """Draw a copy of the chart for each player."""
    layout = LARGE_COPY_LAYOUT if pen.large_print else COPY_LAYOUT
    tables = _list_table_numbers(job)
    rounds = len(job.planned_rounds)
    width = compute_piece_width(pen, layout, rounds)
    can_show_all_tables = len(tables) <= MAX_COPY_TABLES and _can_fit_all_tables(
        job, width, len(tables)
    )
    chart_columns = _make_all_tables_columns(tables) if can_show_all_tables else PLAYER_COLUMNS
    columns = (_make_round_column(job), *chart_columns)
    # The longest name decides the head of all copies.
    name_height = _measure_name_height(job, layout, width)
    layout = replace(layout, head_height=max(layout.head_height, name_height / NAME_SHARE))
    layout = layout.with_roomy_cuts(pen, rounds)
    for copy_box, card in iter_sheet_boxes(pen, layout, job.results.cards, rounds):
        rows: list[tuple[str, ...]] = []
        for round_record in job.planned_rounds:
            if can_show_all_tables:
                rows.append((str(round_record.round_no), *_list_meetings(round_record, tables), ""))
            else:
                rows.append(_make_player_row(round_record, card.number))
        _draw_copy_head(pen, copy_box.get_strip(0, layout.head_height), job, card)
        layout.make_form(copy_box, columns, rows, "The chart").draw(
            pen, copy_box.x, copy_box.top - layout.head_height
        )
        draw_stamp(pen, Box(copy_box.x, copy_box.y, copy_box.width, STAMP_HEIGHT), job.heading)


def _measure_name_height(job: PartyJob, layout: SlipLayout, width: float) -> float:
    """Return the height of the longest name in the head of a copy."""
    heights = []
    for card in job.results.cards:
        name = job.get_printed_name(card.number, card.name)
        lines, size = fit_name(
            name,
            width - layout.head_height,
            layout.head_height * 0.37,
            layout.head_height * NAME_SHARE,
        )
        heights.append(len(lines) * size * NAME_LEADING)
    return max(heights)


def _can_fit_all_tables(job: PartyJob, width: float, table_count: int) -> bool:
    """Return whether a chart of all *table_count* is readable within *width*."""
    meeting_width = 0.0
    for round_record in job.planned_rounds:
        for table in _list_playing_tables(round_record):
            meeting_width = max(meeting_width, measure_text(_format_meeting(table), MIN_SIZE))
    outer_columns = measure_text(f"{job.round_title}Score", MIN_SIZE) + 16
    return outer_columns + table_count * (meeting_width + 6) <= width


def _make_all_tables_columns(tables: Sequence[int]) -> tuple[PaperColumn, ...]:
    table_columns = (
        PaperColumn(f"Table {table_no}", width_weight=2.2, size_scale=0.85) for table_no in tables
    )
    return (*table_columns, PaperColumn("Score", width_weight=1.2))


def _make_player_row(round_record: RoundRecord, number: int) -> tuple[str, ...]:
    """Return the row of player *number*: round, table, partner, opponents and space for a score."""
    round_text = str(round_record.round_no)
    for table in round_record.tables:
        for side_index, side in enumerate(table.sides):
            if all(seat.number != number for seat in side):
                continue
            if table.sits_out:
                return round_text, "–", SITS_OUT, "", ""
            partners = [str(seat.number) for seat in side if seat.number != number]
            opponents: list[str] = []
            for other_index, other_side in enumerate(table.sides):
                if other_index != side_index:
                    opponents.extend(str(seat.number) for seat in other_side)
            return round_text, str(table.table_no), " & ".join(partners), " & ".join(opponents), ""
    return round_text, "–", "", "", ""


def _draw_copy_head(pen: Pen, box: Box, job: PartyJob, card: TallyCard) -> None:
    upper = box.get_strip(0, box.height * NAME_SHARE)
    lower = box.get_strip(box.height * NAME_SHARE, box.height * 0.3)
    size = min(upper.height * 0.9, 30.0)
    pen.write(str(card.number), upper.get_column(0, box.width * 0.2), size, bold=True, align="left")
    number_width = measure_text(str(card.number), size, bold=True) + 8
    draw_name(
        pen,
        upper.get_column(number_width, box.width - number_width),
        job.get_printed_name(card.number, card.name),
        upper.height * 0.6,
    )
    pen.write(job.heading.event, lower, lower.height * 0.75, align="left")
