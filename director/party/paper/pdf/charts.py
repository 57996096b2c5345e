"""Charts of a planned evening: rounds down, tables across (``"1 & 2 v 3 & 4"``).

One master for the host, and a copy for every player with a column for the score.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from director.party.paper.pdf.job import REMEDY, SITS_OUT, PartyJob
from director.party.sheets import PartyRoundSheet, PartyTableSheet, TallyCard
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.lists import even_runs, list_body, list_foot, list_page, runs_by_height
from director.pdf.marks import NAME_LEADING, draw_name, name_lines
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, piece_width, places_on_pages
from director.pdf.tables import Column, Table, largest_list

USUAL = SlipLayout(
    cuts=(Cut(8, 2, 3), Cut(16, 2, 2), Cut(44, 2, 1)),
    head=40,
    foot=STAMP + 6,
    tallest_row=26,
    size=11,
    remedy=REMEDY,
)
LARGE = SlipLayout(
    cuts=(Cut(9, 1, 2), Cut(28, 1, 1)),
    head=52,
    foot=STAMP + 6,
    tallest_row=34,
    size=18,
    remedy=REMEDY,
)
SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0)
LARGE_SIZES = (22.0, 20.0, 18.0)
MOST_ON_COPY = 3  # tables that a copy shows; above that it shows only where its player goes
ACROSS = 6  # tables across a page of the master
LARGE_ACROSS = 4
NAME = 0.62  # of the head of a copy: number and name
MASTER = "Chart for the director"

OWN = (
    Column("Table", weight=1.0),
    Column("Partner", weight=1.2),
    Column("Against", weight=1.8),
    Column("Score", weight=1.4),
)


def draw_charts(pen: Pen, job: PartyJob) -> None:
    """Draw the master and then a copy for every player."""
    _draw_master(pen, job)
    _draw_copies(pen, job)


def _draw_master(pen: Pen, job: PartyJob) -> None:
    """Draw the chart of all tables, a few of them across each page."""
    body = list_page(pen, job.heading, MASTER, landscape=True)
    pages = [
        (table, run)
        for table in _master_tables(pen, job, body.width)
        for run in runs_by_height(
            table.heights, body.height - table.head_height, body.height - table.head_height
        )
    ]
    for number, (table, run) in enumerate(pages, 1):
        page = body if number == 1 else list_page(pen, job.heading, MASTER, landscape=True)
        table.draw(pen, page.x, page.top, run)
        list_foot(pen, job.heading, number, len(pages), landscape=True)


def _master_tables(pen: Pen, job: PartyJob, width: float) -> Iterator[Table]:
    """Yield the parts of the chart from left to right, sit-outs last."""
    tables = _table_numbers(job)
    out = [_sitting_out(round_sheet) for round_sheet in job.planned]
    for part in even_runs(len(tables), LARGE_ACROSS if pen.large_print else ACROSS):
        has_out = any(out) and part.stop == len(tables)
        here = tables[part.start : part.stop]
        titles = [*(f"Table {table_no}" for table_no in here), *(["Sit out"] if has_out else [])]
        rows = [
            (
                str(round_sheet.round_no),
                *_meetings(round_sheet, here),
                *([sitting] if has_out else []),
            )
            for round_sheet, sitting in zip(job.planned, out, strict=True)
        ]
        columns = [_rounds(job), *(Column(title, wraps=True) for title in titles)]
        table = largest_list(
            columns, rows, width, LARGE_SIZES if pen.large_print else SIZES, boxed=True
        )
        yield table.stretched(list_body(pen.paper, landscape=True).height - 1, 1.8)


def _rounds(job: PartyJob) -> Column:
    return Column(job.round_title, weight=1.0, bold=True)


def _table_numbers(job: PartyJob) -> tuple[int, ...]:
    """Return the tables that play in some round."""
    return tuple(sorted({table.table_no for planned in job.planned for table in _playing(planned)}))


def _meetings(round_sheet: PartyRoundSheet, tables: Sequence[int]) -> tuple[str, ...]:
    """Return who plays whom at each of *tables*, or ""."""
    playing = {table.table_no: meeting(table) for table in _playing(round_sheet)}
    return tuple(playing.get(table_no, "") for table_no in tables)


def meeting(table: PartyTableSheet) -> str:
    """Return who plays whom: ``"1&2 v 3&4"``."""
    return " v ".join("&".join(str(seat.number) for seat in side) for side in table.sides)


def _playing(round_sheet: PartyRoundSheet) -> list[PartyTableSheet]:
    return [table for table in round_sheet.tables if not table.sits_out]


def _sitting_out(round_sheet: PartyRoundSheet) -> str:
    out = (
        seat.number
        for table in round_sheet.tables
        if table.sits_out
        for side in table.sides
        for seat in side
    )
    return ", ".join(map(str, sorted(out)))


def _draw_copies(pen: Pen, job: PartyJob) -> None:
    layout = LARGE if pen.large_print else USUAL
    cards = job.sheets.cards
    tables = _table_numbers(job)
    is_whole = len(tables) <= MOST_ON_COPY and _fits(
        job, piece_width(pen, layout, len(job.planned)), len(tables)
    )
    columns = (_rounds(job), *(_whole_columns(tables) if is_whole else OWN))
    width = piece_width(pen, layout, len(job.planned)) - layout.head
    names = (
        name_lines(
            job.called(card.number, card.name), width, layout.head * 0.37, layout.head * NAME
        )
        for card in cards
    )
    most = max(len(lines) * size * NAME_LEADING for lines, size in names)
    layout = replace(layout, head=max(layout.head, most / NAME)).roomy(pen, len(job.planned))
    for place, card in places_on_pages(pen, layout, cards, len(job.planned)):
        rows = [
            (str(round_sheet.round_no), *_meetings(round_sheet, tables), "")
            if is_whole
            else _own_row(round_sheet, card.number)
            for round_sheet in job.planned
        ]
        _draw_head(pen, place.strip(0, layout.head), job, card)
        layout.form_on(place, columns, rows, "The chart").draw(
            pen, place.x, place.top - layout.head
        )
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _fits(job: PartyJob, width: float, tables: int) -> bool:
    """Return whether a chart of *width* is readable."""
    meetings = (
        text_width(meeting(table), SMALLEST)
        for planned in job.planned
        for table in _playing(planned)
    )
    ends = text_width(f"{job.round_title}Score", SMALLEST) + 16
    return ends + tables * (max(meetings, default=0.0) + 6) <= width


def _whole_columns(tables: Sequence[int]) -> tuple[Column, ...]:
    own = (Column(f"Table {table_no}", weight=2.2, scale=0.85) for table_no in tables)
    return (*own, Column("Score", weight=1.2))


def _own_row(round_sheet: PartyRoundSheet, number: int) -> tuple[str, ...]:
    for table in round_sheet.tables:
        for at, side in enumerate(table.sides):
            if any(seat.number == number for seat in side):
                if table.sits_out:
                    return str(round_sheet.round_no), "–", SITS_OUT, "", ""
                partner = " & ".join(str(seat.number) for seat in side if seat.number != number)
                against = " & ".join(
                    str(seat.number)
                    for no, other in enumerate(table.sides)
                    if no != at
                    for seat in other
                )
                return str(round_sheet.round_no), str(table.table_no), partner, against, ""
    return str(round_sheet.round_no), "–", "", "", ""


def _draw_head(pen: Pen, box: Box, job: PartyJob, card: TallyCard) -> None:
    upper, lower = box.strip(0, box.height * NAME), box.strip(box.height * NAME, box.height * 0.3)
    size = min(upper.height * 0.9, 30.0)
    pen.write(str(card.number), upper.column(0, box.width * 0.2), size, bold=True, align="left")
    taken = text_width(str(card.number), size, bold=True) + 8
    draw_name(
        pen,
        upper.column(taken, box.width - taken),
        job.called(card.number, card.name),
        upper.height * 0.6,
    )
    pen.write(job.heading.event, lower, lower.height * 0.75, align="left")
