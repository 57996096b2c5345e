"""Draw the list of a table in a series: a line for each game, then the final figures.

The *final table* at the foot of a list has what is handed in: each player's figures and signature.
"""

from dataclasses import replace

from director.errors import TooLongError
from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PartySeat, PartyTableSheet
from director.pdf.fonts import SMALLEST
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP, SlipLayout, draw_stamp, write_titles
from director.pdf.tables import PaperColumn, Table, make_form_table

HEAD_HEIGHT = 26.0
TALLEST_ROW = 18.0  # of a game
ROWS_PER_PAGE = 48
LAYOUT = SlipLayout((), 0, 0, TALLEST_ROW, 8.0)
FINAL_ROW = 14.0
# Gaps above the final table, and above and below its names: the usual ones, and smaller ones that
# are tried if long names leave too little height for the games.
SPACES = (
    (6.0, 3.0),
    (2.0, -1.0),
)
LINE_HEIGHT = 14.0  # height of the line below the final table
NAME_WIDTH = 0.4  # share of the width
FINAL_FIGURES = ("Points", "Won", "Lost", "50 (won\n− lost)", "Lost by\nothers", "Result")
FINAL_POINTS = ("Plus", "Minus", "Result")


def draw_series_lists(pen: Pen, job: PartyJob) -> None:
    """Draw a list for each table of the latest series.

    If long names would make the lines of games too low to write in, the final table has a page of
    its own.
    """
    for table in job.tables:
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
        page = _begin_page(pen, job, table)
        games_box = page.strip(HEAD_HEIGHT, page.height - HEAD_HEIGHT)
        for gap, name_gap in SPACES:
            final_table = _make_final_table(job, players, page.width, name_gap)
            final_height = 2 * gap + final_table.height + LINE_HEIGHT
            try:
                games = _make_games_table(
                    job, players, games_box.strip(0, games_box.height - final_height)
                )
            except TooLongError:
                continue
            games.draw(pen, games_box.x, games_box.top)
            final_box = Box(page.x, page.y, page.width, final_height)
            _draw_final_table(pen, final_box, final_table, gap)
            break
        else:
            _make_games_table(job, players, games_box).draw(pen, games_box.x, games_box.top)
            final_box = _begin_page(pen, job, table).strip(HEAD_HEIGHT, final_height)
            _draw_final_table(pen, final_box, final_table, gap)


def _begin_page(pen: Pen, job: PartyJob, table: PartyTableSheet) -> Box:
    """Begin a page with its head and return the area within its margins."""
    page = pen.new_page().inset(MARGIN)
    _draw_head(pen, page.strip(0, HEAD_HEIGHT), job, table)
    return page


def _draw_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
    """Draw table, series and stamp. The stamp is here since the lines need all the height below."""
    title_width = write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    words = f"{job.round_title} {job.series_no}"
    pen.write(
        words,
        box.column(title_width + 6, box.width * 0.4 - title_width),
        box.height * 0.4,
        bold=True,
        align="left",
    )
    draw_stamp(pen, box.column(box.width * 0.45, box.width * 0.55).strip(0, STAMP), job.heading)


def count_list_games(job: PartyJob, players: int) -> int:
    """Return the number of games on the list of a table of *players* players."""
    if job.series_games:
        # The number is that of a table of four. At every table each player deals equally often.
        return job.series_games * players // 4
    return ROWS_PER_PAGE // players * players


def _make_games_table(job: PartyJob, players: list[PartySeat], box: Box) -> Table:
    """Return a form with a line for each game that fills *box*.

    :raises PrintingError: if its lines would be too low to write in
    """
    columns = (
        PaperColumn("Game", weight=0.8, bold=True),
        PaperColumn("Deals", weight=0.9),
        PaperColumn("Value", weight=1.1),
        *(PaperColumn(f"No. {player.number}", weight=1.5) for player in players),
        PaperColumn("Passed in", weight=1.1),
    )
    empty = [""] * (len(columns) - 2)
    rows = [
        (str(game + 1), str(players[game % len(players)].number), *empty)
        for game in range(count_list_games(job, len(players)))
    ]
    return LAYOUT.make_form(box, columns, rows, "The list")


def _make_final_table(
    job: PartyJob, players: list[PartySeat], width: float, name_gap: float
) -> Table:
    titles = FINAL_FIGURES if job.counts_games else FINAL_POINTS
    columns = (
        PaperColumn("Place", weight=1.0, bold=True),
        PaperColumn("Player", weight=NAME_WIDTH * 15.6, align="left"),
        *(PaperColumn(title, weight=1.3) for title in titles),
        PaperColumn("Signed", weight=2.0),
    )
    names = job.wrap_names(players, width * NAME_WIDTH - 6)
    empty = [""] * (len(columns) - 2)
    rows = [(str(place), name, *empty) for place, name in enumerate(names, start=1)]
    heights = []
    for name in names:
        lines = name.count("\n") + 1
        heights.append(max(FINAL_ROW, lines * SMALLEST * 1.2 + name_gap))
    table = make_form_table(columns, rows, width, FINAL_ROW, LAYOUT.size)
    return replace(table, heights=tuple(heights))


def _draw_final_table(pen: Pen, box: Box, table: Table, gap: float) -> None:
    table.draw(pen, box.x, box.top - gap)
    line = Box(box.x, box.y + 2, box.width, LINE_HEIGHT)
    write_blank(pen, line.column(0, line.width * 0.3), "Games passed in", 9)
    write_blank(pen, line.column(line.width * 0.35, line.width * 0.28), "Sum", 9)
    write_blank(pen, line.column(line.width * 0.68, line.width * 0.32), "List kept by", 9)
