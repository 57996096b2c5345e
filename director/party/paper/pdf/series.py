"""The list of a table in a series: a line for each game, sums and signatures."""

from dataclasses import replace

from director.errors import TooLongError
from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PartySeat, PartyTableSheet
from director.pdf.fonts import SMALLEST
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP, SlipLayout, draw_stamp, write_titles
from director.pdf.tables import Column, Table, form_table

HEAD = 26.0
ROW = 18.0  # the tallest line of a game
ROWS_A_PAGE = 48
USUAL = SlipLayout((), 0, 0, ROW, 8.0)
END_ROW = 14.0
SPACES = (
    (6.0, 3.0),
    (2.0, -1.0),
)  # above what is handed in and beside its names; the least where these are long
LINE = 14.0  # height of the line below it
PLAYER = 0.4  # of the width, for the names
ENDS = ("Points", "Won", "Lost", "50 (won\n− lost)", "Lost by\nothers", "Result")
ENDS_OF_POINTS = ("Plus", "Minus", "Result")


def draw_series_lists(pen: Pen, job: PartyJob) -> None:
    """Draw a list for each table of the latest series.

    Where names are so long that the lines would be too low to write in, what is handed in has a
    page of its own.
    """
    for table in job.tables:
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
        page = _begin_page(pen, job, table)
        whole = page.strip(HEAD, page.height - HEAD)
        for gap, beside in SPACES:
            handed_in = _end_table(job, players, page.width, beside)
            low = 2 * gap + handed_in.height + LINE
            try:
                games = _games(job, players, whole.strip(0, whole.height - low))
            except TooLongError:
                continue
            games.draw(pen, whole.x, whole.top)
            _draw_end(pen, Box(page.x, page.y, page.width, low), handed_in, gap)
            break
        else:
            _games(job, players, whole).draw(pen, whole.x, whole.top)
            _draw_end(pen, _begin_page(pen, job, table).strip(HEAD, low), handed_in, gap)


def _begin_page(pen: Pen, job: PartyJob, table: PartyTableSheet) -> Box:
    """Begin a page and return the area within its margins."""
    page = pen.new_page().inset(MARGIN)
    _draw_head(pen, page.strip(0, HEAD), job, table)
    return page


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
    """Write table, series and, since the lines need all of the height below, the stamp."""
    taken = write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    words = f"{job.round_title} {job.series_no}"
    pen.write(
        words,
        box.column(taken + 6, box.width * 0.4 - taken),
        box.height * 0.4,
        bold=True,
        align="left",
    )
    draw_stamp(pen, box.column(box.width * 0.45, box.width * 0.55).strip(0, STAMP), job.heading)


def games_of(job: PartyJob, players: int) -> int:
    """Return the number of lines for a table of that many players."""
    if job.series_games:
        return job.series_games * players // 4
    return ROWS_A_PAGE // players * players


def _games(job: PartyJob, players: list[PartySeat], box: Box) -> Table:
    """Return a form with a line for each game that fills *box*.

    :raises PrintingError: if its lines would be too low to write in
    """
    columns = (
        Column("Game", weight=0.8, bold=True),
        Column("Deals", weight=0.9),
        Column("Value", weight=1.1),
        *(Column(f"No. {player.number}", weight=1.5) for player in players),
        Column("Passed in", weight=1.1),
    )
    empty = [""] * (len(columns) - 2)
    rows = [
        (str(at + 1), str(players[at % len(players)].number), *empty)
        for at in range(games_of(job, len(players)))
    ]
    return USUAL.form_on(box, columns, rows, "The list")


def _end_table(job: PartyJob, players: list[PartySeat], width: float, beside: float) -> Table:
    """Return the form at the foot of a list."""
    ends = ENDS if job.counts_games else ENDS_OF_POINTS
    columns = (
        Column("Place", weight=1.0, bold=True),
        Column("Player", weight=PLAYER * 15.6, align="left"),
        *(Column(title, weight=1.3) for title in ends),
        Column("Signed", weight=2.0),
    )
    names = job.names_within(players, width * PLAYER - 6)
    empty = [""] * (len(columns) - 2)
    rows = [(str(at), name, *empty) for at, name in enumerate(names, start=1)]
    heights = (max(END_ROW, (name.count("\n") + 1) * SMALLEST * 1.2 + beside) for name in names)
    return replace(form_table(columns, rows, width, END_ROW, USUAL.size), heights=tuple(heights))


def _draw_end(pen: Pen, box: Box, table: Table, gap: float) -> None:
    table.draw(pen, box.x, box.top - gap)
    line = Box(box.x, box.y + 2, box.width, LINE)
    write_blank(pen, line.column(0, line.width * 0.3), "Games passed in", 9)
    write_blank(pen, line.column(line.width * 0.35, line.width * 0.28), "Sum", 9)
    write_blank(pen, line.column(line.width * 0.68, line.width * 0.32), "List kept by", 9)
