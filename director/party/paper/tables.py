"""What lies on the tables of a party: numbers to stand up, and a sheet for what is made there."""

from collections.abc import Iterator

from director.paper.page import CUT_GAP, MARGIN, Box, Pen
from director.paper.pieces import STAMP, Cut, Layout, draw_stamp, places, write_titles
from director.paper.tables import Column
from director.paper.words import joined
from director.party.paper.job import REMEDY, PartyJob
from director.party.sheets import PartyTableSheet

NUMBER_SIZE = 250.0
USUAL = Layout(cuts=(Cut(16, 1, 2), Cut(42, 1, 1)), head=34, foot=STAMP + 6, tallest_row=24, size=11, remedy=REMEDY)
LARGE = Layout(cuts=(Cut(11, 1, 2), Cut(30, 1, 1)), head=44, foot=STAMP + 6, tallest_row=30, size=18, remedy=REMEDY)


def draw_table_numbers(pen: Pen, job: PartyJob) -> None:
    """Draw a page a table, to be folded across the middle and stood up: the number on both sides."""
    for table in job.tables:
        page = pen.new_page()
        lower, upper = page.strip(page.height / 2, page.height / 2), page.strip(0, page.height / 2)
        pen.rule([(x, page.height / 2, x + 18, page.height / 2) for x in (0.0, page.width - 18)], 0.5)
        with pen.turned(upper, 2) as seen:
            _draw_side(pen, seen.inset(MARGIN, CUT_GAP), job, table)
        half = lower.inset(MARGIN, CUT_GAP)
        _draw_side(pen, half, job, table)
        draw_stamp(pen, Box(half.x, MARGIN, half.width, STAMP), job.heading)


def _draw_side(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
    """Write one side of a tent; the number fills what the words leave."""
    words = joined((job.rank(table), f"Aisle {table.row}" if job.has_rows else ""))
    pen.write("Table", box.strip(0, 34), 26)
    low = 54.0 if words else 0.0
    pen.write(str(table.table_no), box.strip(40, box.height - 40 - low - STAMP - 10), NUMBER_SIZE, bold=True)
    if words:
        pen.write(words, box.strip(box.height - low - STAMP - 6, low - 8), 40, bold=True)


def draw_score_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw one sheet a table: a line a round with who plays, what each side makes and who wins."""
    layout = LARGE if pen.large_print else USUAL
    rounds = job.sheets.heading.rounds
    known = _known(job)
    for place, table in zip(places(pen, layout, [rounds] * len(job.tables)), job.tables, strict=True):
        columns = _columns(job, len(table.sides))
        rows = [_row(known.get((number, table.table_no)), number, columns) for number in range(1, rounds + 1)]
        _draw_head(pen, place.strip(0, layout.head), job, table)
        name = f"The score sheet of table {table.table_no}"
        layout.form_on(place, columns, rows, name).draw(pen, place.x, place.top - layout.head)
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
    taken = write_titles(pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75)
    words = joined((job.rank(table), f"aisle {table.row}" if job.has_rows else ""))
    pen.write(words, box.column(taken + 6, box.width * 0.4 - taken), box.height * 0.4, bold=True, align="left")
    pen.write(job.heading.event, box.column(box.width * 0.42, box.width * 0.58), box.height * 0.4, align="right")


def _columns(job: PartyJob, sides: int) -> tuple[Column, ...]:
    side = (Column("Nos.", weight=2.0 if sides == 2 else 1.0), Column("Points", weight=1.2))
    lone = (Column("Lone\n(nos.)", weight=1.3),) if job.has_lone else ()
    return (
        Column("Round", weight=1.0, bold=True),
        *(side * sides),
        Column("Won\n(nos.)", weight=1.6),
        *lone,
        Column("Initials", weight=1.8),
    )


def _known(job: PartyJob) -> dict[tuple[int, int], PartyTableSheet]:
    rounds = job.planned or job.sheets.rounds[:1]
    return {(round_sheet.round_no, table.table_no): table for round_sheet in rounds for table in round_sheet.tables}


def _row(table: PartyTableSheet | None, round_no: int, columns: tuple[Column, ...]) -> tuple[str, ...]:
    sides = _sides(table) if table and not table.sits_out else iter(())
    return (str(round_no), *(next(sides, "") if column.title == "Nos." else "" for column in columns[1:]))


def _sides(table: PartyTableSheet) -> Iterator[str]:
    return (" & ".join(str(seat.number) for seat in side) for side in table.sides)
