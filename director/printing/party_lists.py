"""What hangs on the wall of a party: who starts where, the prizes, the standings."""

from collections.abc import Sequence
from dataclasses import replace

from director.party_sheets import PartyStandingRow, TallyCard
from director.printing.fonts import wrap_text
from director.printing.lists import list_foot, list_page, runs_by_height
from director.printing.page import Pen
from director.printing.party_job import PartyJob, PrizeLine
from director.printing.tables import Column, Table, largest_list
from director.printing.words import points_column

SIZES = (18.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
LARGE_SIZES = (24.0, 22.0, 20.0, 18.0)
ONE_COLUMN = 32  # so many people stand below each other before there are two columns
NOTE_SIZE = 10.0
NOTE_LINE = 14.0
LEAST_BLANK = 30.0  # height of a prize whose winner is written in by hand

Row = Sequence[str]


def draw_room_list(pen: Pen, job: PartyJob) -> None:
    """Draw everybody by name with the seat to begin at, in two columns where there are many."""
    cards = sorted(job.sheets.cards, key=lambda card: (not card.is_named, card.name.casefold(), card.number))
    rows = [_start(job, card) for card in cards]
    columns: list[Column] = [
        Column("No.", align="right"),
        Column("Name", align="left", wraps=True, claim=0.3),
        Column("Table", align="right", bold=True),
        Column("Seat"),
    ]
    if job.has_rows:
        columns.append(Column("Aisle"))
    is_double = len(rows) > ONE_COLUMN and not pen.large_print
    _draw_list(pen, job, "Who starts where", columns, rows, is_double=is_double)


def _start(job: PartyJob, card: TallyCard) -> tuple[str, ...]:
    table = "–" if card.table_no is None else str(card.table_no)
    row = (str(card.number), card.name, table, card.seat)
    return (*row, str(card.row)) if job.has_rows else row


def _draw_list(
    pen: Pen, job: PartyJob, title: str, columns: Sequence[Column], rows: Sequence[Row], *, is_double: bool
) -> None:
    """Draw *rows* on as many pages as they take; in two columns each page is read down the left one first."""
    sizes = LARGE_SIZES if pen.large_print else SIZES[3:] if is_double else SIZES
    body = list_page(pen, job.heading, title)
    gap = 18.0
    width = (body.width - gap) / 2 if is_double else body.width
    table = largest_list(columns, rows, width, sizes, boxed=False)
    runs = runs_by_height(table.heights, body.height - table.head_height, body.height - table.head_height)
    across = 2 if is_double else 1
    if is_double:
        runs = _balanced(table, runs)
    pages = [runs[at : at + across] for at in range(0, len(runs), across)]
    for number, those in enumerate(pages, 1):
        page = body if number == 1 else list_page(pen, job.heading, title)
        for at, run in enumerate(those):
            table.draw(pen, page.x + at * (width + gap), page.top, run, boxed=False)
        list_foot(pen, job.heading, number, len(pages))


def _balanced(table: Table, runs: Sequence[range]) -> list[range]:
    """Return *runs* with the last two made equal, so that the last page has two columns of one height."""
    last = runs[-2:] if len(runs) % 2 == 0 else runs[-1:]
    start, stop = last[0].start, last[-1].stop
    middle = start + -(-(stop - start) // 2)
    halves = [range(start, middle), range(middle, stop)]
    return [*runs[: len(runs) - len(last)], *(half for half in halves if half)]


def draw_prize_list(pen: Pen, job: PartyJob) -> None:
    """Draw every prize with its rule, and its winner or room for the name; how ties are settled stands below."""
    columns = (
        Column("Prize", align="left", bold=True, wraps=True, claim=0.3),
        Column("For", align="left", wraps=True, claim=0.25, scale=0.85),
        Column("Winner", align="left", wraps=True, claim=0.4),
    )
    rows = [_prize(one) for one in job.prizes]
    sizes = LARGE_SIZES if pen.large_print else SIZES[2:]
    body = list_page(pen, job.heading, "Prizes")
    table = largest_list(columns, rows, body.width, sizes, boxed=True)
    blank = max(LEAST_BLANK, table.size * 2.2)
    heights = (max(height, blank) if not row[2] else height for height, row in zip(table.heights, rows, strict=True))
    table = replace(table, heights=tuple(heights))
    notes = wrap_text(job.prize_note, NOTE_SIZE, body.width)
    room = body.height - table.head_height - len(notes) * NOTE_LINE - 8
    runs = runs_by_height(table.heights, room, room)
    for number, run in enumerate(runs, 1):
        page = body if number == 1 else list_page(pen, job.heading, "Prizes")
        bottom = table.draw(pen, page.x, page.top, run)
        if number == len(runs):
            box = replace(page, y=bottom - 8 - len(notes) * NOTE_LINE, height=len(notes) * NOTE_LINE)
            pen.write_lines(notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        list_foot(pen, job.heading, number, len(runs))


def _prize(one: PrizeLine) -> tuple[str, str, str]:
    return one.title, one.rule, ". ".join(filter(None, (" & ".join(one.winners), one.note)))


def draw_party_standings(pen: Pen, job: PartyJob) -> None:
    """Draw the places of everybody, with every figure that the way to count shows."""
    standings = job.sheets.standings
    names = [name for name, _figure in standings[0].columns]
    groups = len({row.group for row in standings}) > 1
    columns = [
        Column("Place", bold=True, align="right"),
        Column("No.", align="right"),
        Column("Name", align="left", wraps=True, claim=0.35),
        *([Column("Group", align="left")] if groups else []),
        *(Column(name.capitalize(), align="right") for name in names),
        Column("Total", align="right", bold=True),
    ]
    figures = [points_column([row.columns[at][1] for row in standings]) for at in range(len(names))]
    totals = points_column([row.total for row in standings])
    rows = [_standing(row, at, figures, totals, groups=groups) for at, row in enumerate(standings)]
    _draw_list(pen, job, job.sheets.heading.method, columns, rows, is_double=False)


def _standing(
    row: PartyStandingRow, at: int, figures: Sequence[Sequence[str]], totals: Sequence[str], *, groups: bool
) -> tuple[str, ...]:
    named = (row.place, str(row.number), row.name, *((row.group_name,) if groups else ()))
    return (*named, *(column[at] for column in figures), totals[at])
