"""Table numbers and score sheets of a party."""

from collections.abc import Iterator

from director.party.paper.pdf.job import REMEDY, PartyJob
from director.party.sheets import PartyTableSheet
from director.party.trumps import round_trump_words
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, placed_alike, write_titles
from director.pdf.tables import Column
from director.pdf.tents import Tent, draw_tents
from director.pdf.words import join_with_dots

USUAL = SlipLayout(
    cuts=(Cut(16, 1, 2), Cut(42, 1, 1)),
    head=34,
    foot=STAMP + 6,
    tallest_row=24,
    size=11,
    remedy=REMEDY,
)
LARGE = SlipLayout(
    cuts=(Cut(11, 1, 2), Cut(30, 1, 1)),
    head=44,
    foot=STAMP + 6,
    tallest_row=30,
    size=18,
    remedy=REMEDY,
)


def draw_table_numbers(pen: Pen, job: PartyJob) -> None:
    """Draw a page a table, to be folded and stood up."""
    draw_tents(
        pen,
        (
            Tent(
                job.heading,
                str(table.table_no),
                join_with_dots((job.rank(table), f"Aisle {table.row}" if job.has_rows else "")),
            )
            for table in job.tables
        ),
    )


def draw_score_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw a sheet for every table: a line for each round."""
    layout = LARGE if pen.large_print else USUAL
    rounds = job.sheets.heading.rounds
    known = _known(job)
    for place, table in placed_alike(pen, layout, job.tables, rounds):
        columns = _columns(job, len(table.sides))
        rows = [
            _row(job, known.get((number, table.table_no)), number, columns)
            for number in range(1, rounds + 1)
        ]
        _draw_head(pen, place.strip(0, layout.head), job, table)
        name = f"The score sheet of table {table.table_no}"
        layout.form_on(place, columns, rows, name).draw(pen, place.x, place.top - layout.head)
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
    taken = write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    words = join_with_dots((job.rank(table), f"aisle {table.row}" if job.has_rows else ""))
    pen.write(
        words,
        box.column(taken + 6, box.width * 0.4 - taken),
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


def _columns(job: PartyJob, sides: int) -> tuple[Column, ...]:
    side = (Column("Nos.", weight=2.0 if sides == 2 else 1.0), Column(job.written, weight=1.2))
    trump = (Column(job.trump_title, weight=1.6),) if job.has_trumps else ()
    lone = (Column("Lone\n(nos.)", weight=1.3),) if job.has_lone else ()
    return (
        Column(job.round_title, weight=1.0, bold=True),
        *trump,
        *(side * sides),
        Column("Won\n(nos.)", weight=1.6),
        *lone,
        Column("Initials", weight=1.8),
    )


def _known(job: PartyJob) -> dict[tuple[int, int], PartyTableSheet]:
    rounds = job.planned or job.sheets.rounds[:1]
    return {
        (round_sheet.round_no, table.table_no): table
        for round_sheet in rounds
        for table in round_sheet.tables
    }


def _row(
    job: PartyJob, table: PartyTableSheet | None, round_no: int, columns: tuple[Column, ...]
) -> tuple[str, ...]:
    sides = _sides(table) if table and not table.sits_out else iter(())
    known = {job.trump_title: round_trump_words(job.trumps, round_no, job.hands)}
    rest = (
        next(sides, "") if column.title == "Nos." else known.get(column.title, "")
        for column in columns[1:]
    )
    return (str(round_no), *rest)


def _sides(table: PartyTableSheet) -> Iterator[str]:
    return (" & ".join(str(seat.number) for seat in side) for side in table.sides)
