"""Draw the sheets of a table at Skat, and the lists of a series."""

from collections.abc import Sequence
from dataclasses import replace

from director.errors import TooLongError
from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PartySeat, TableRecord
from director.pdf.fonts import MIN_SIZE
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP_HEIGHT, SlipLayout, draw_stamp, write_labelled_figures
from director.pdf.tables import PaperColumn, Table, make_form_table

# Sheets of a Skat table: a line for each deal, and final figures.

ROUNDS = 20
ROUNDS_PER_PAGE = 10
SKAT_HEAD_HEIGHT = 34.0
SIGNATURE_HEIGHT = 24.0
SKAT_LAYOUT = SlipLayout(cuts=(), head_height=0, foot_height=0, max_row_height=16.0, text_size=9.0)
END_TITLES_HEIGHT = 28.0
SKAT_NAME_WIDTH = 0.42  # share of the width
CELL_PADDING = 6
SKAT_FIGURES = ("Games won", "Games lost", "Net", "Points")


def draw_skat_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw two pages for every table, ten rounds on each."""
    for table in job.tables:
        players = table.seats
        for first_round in range(1, ROUNDS + 1, ROUNDS_PER_PAGE):
            paper = pen.begin_page() if first_round == 1 else pen.begin_back_page()
            page = paper.inset(MARGIN)
            is_last = first_round + ROUNDS_PER_PAGE > ROUNDS
            _draw_skat_head(pen, page.get_strip(0, SKAT_HEAD_HEIGHT), job, table, first_round)
            final_height = _compute_final_height(job, players, page.width) if is_last else 0.0
            body = page.get_strip(
                SKAT_HEAD_HEIGHT, page.height - SKAT_HEAD_HEIGHT - STAMP_HEIGHT - final_height
            )
            _draw_deals(pen, body, players, first_round)
            if is_last:
                final_box = Box(page.x, page.y + STAMP_HEIGHT, page.width, final_height)
                _draw_final_figures(pen, final_box, job, players)
            draw_stamp(pen, Box(page.x, page.y, page.width, STAMP_HEIGHT), job.heading)


def _draw_skat_head(
    pen: Pen, box: Box, job: PartyJob, table: TableRecord, first_round: int
) -> None:
    write_labelled_figures(
        pen,
        box.get_column(0, box.width * 0.3),
        (("Table", str(table.table_no)),),
        box.height * 0.75,
    )
    rounds_text = f"rounds {first_round}–{first_round + ROUNDS_PER_PAGE - 1}"
    pen.write(
        rounds_text,
        box.get_column(box.width * 0.3, box.width * 0.25),
        box.height * 0.38,
        bold=True,
        align="left",
    )
    pen.write(
        job.heading.event,
        box.get_column(box.width * 0.55, box.width * 0.45),
        box.height * 0.38,
        align="right",
    )


def _draw_deals(pen: Pen, box: Box, players: Sequence[PartySeat], first_round: int) -> None:
    columns = (
        PaperColumn("Deal", width_weight=0.7, bold=True),
        PaperColumn("Dealer", width_weight=0.8),
        PaperColumn("Game", width_weight=1.3),
        PaperColumn("Value", width_weight=0.9),
        PaperColumn("Won or\nlost", width_weight=0.9),
        *(PaperColumn(f"No. {player.number}", width_weight=1.3) for player in players),
        PaperColumn("Remarks", width_weight=2.0),
    )
    # A round has a deal for each player.
    first_deal = (first_round - 1) * len(players)
    deals = range(first_deal, first_deal + ROUNDS_PER_PAGE * len(players))
    empty_cells = [""] * (len(columns) - 2)
    # The players of a table deal in turn.
    rows = [
        (str(deal + 1), str(players[deal % len(players)].number), *empty_cells) for deal in deals
    ]
    SKAT_LAYOUT.make_form(box, columns, rows, "The Skat sheet").draw(pen, box.x, box.top)


def _compute_final_height(job: PartyJob, players: Sequence[PartySeat], width: float) -> float:
    row_heights = _compute_row_heights(
        job.wrap_names(players, width * SKAT_NAME_WIDTH - CELL_PADDING)
    )
    return END_TITLES_HEIGHT + sum(row_heights) + SIGNATURE_HEIGHT + 8


def _compute_row_heights(names: list[str]) -> list[float]:
    return [max(18.0, (name.count("\n") + 1) * MIN_SIZE * 1.2 + 4) for name in names]


def _draw_final_figures(pen: Pen, box: Box, job: PartyJob, players: Sequence[PartySeat]) -> None:
    """Draw the boxes for final figures, best games and the signature."""
    columns = (
        PaperColumn("No.", width_weight=0.7, bold=True),
        PaperColumn("Player", width_weight=SKAT_NAME_WIDTH * 15.6, align="left"),
        *(PaperColumn(title, width_weight=1.1) for title in SKAT_FIGURES),
        PaperColumn("Highest game", width_weight=1.4),
        PaperColumn("Solo ag.\nmatadores", width_weight=1.5),
        PaperColumn("Tournée ag.\nmatadores", width_weight=1.5),
    )
    names = job.wrap_names(players, box.width * SKAT_NAME_WIDTH - CELL_PADDING)
    empty_cells = [""] * (len(columns) - 2)
    rows = [
        (str(player.number), name, *empty_cells)
        for player, name in zip(players, names, strict=True)
    ]
    table = make_form_table(columns, rows, box.width, 18.0, SKAT_LAYOUT.text_size)
    replace(table, row_heights=tuple(_compute_row_heights(names))).draw(pen, box.x, box.top - 6)
    line = Box(box.x, box.y + 2, box.width, 16)
    write_blank(pen, line.get_column(0, line.width * 0.45), "Penalties", 9)
    write_blank(pen, line.get_column(line.width * 0.5, line.width * 0.5), "Skat Master", 9)


# Draw the list of a table in a series: a line for each game, then the final figures.
#
# The *final table* at the foot of a list has what is handed in: each player's figures and signature.

SERIES_HEAD_HEIGHT = 26.0
MAX_ROW_HEIGHT = 18.0  # of a game
ROWS_PER_PAGE = 48
SERIES_LAYOUT = SlipLayout((), 0, 0, MAX_ROW_HEIGHT, 8.0)
FINAL_ROW_HEIGHT = 14.0
# Gaps above the final table, and above and below its names: the usual ones, and smaller ones that
# are tried if long names leave too little height for the games.
GAP_CHOICES = (
    (6.0, 3.0),
    (2.0, -1.0),
)
LINE_HEIGHT = 14.0  # height of the line below the final table
SERIES_NAME_WIDTH = 0.4  # share of the width
SERIES_FIGURES = ("Points", "Won", "Lost", "50 (won\n− lost)", "Lost by\nothers", "Result")
FINAL_POINTS = ("Plus", "Minus", "Result")
SOLO = "Solo"
"""The box that is ticked once the player has played the solo that everybody owes."""


def draw_series_lists(pen: Pen, job: PartyJob) -> None:
    """Draw a list for each table of the latest series.

    If long names would make the lines of games too low to write in, the final table has a page of
    its own.
    """
    for table in job.tables:
        players = table.seats
        page = _begin_list_page(pen, job, table)
        games_box = page.get_strip(SERIES_HEAD_HEIGHT, page.height - SERIES_HEAD_HEIGHT)
        for gap, name_gap in GAP_CHOICES:
            final_table = _make_final_table(job, players, page.width, name_gap)
            final_height = 2 * gap + final_table.height + LINE_HEIGHT
            try:
                games = _make_games_table(
                    job, players, games_box.get_strip(0, games_box.height - final_height)
                )
            except TooLongError:
                continue
            games.draw(pen, games_box.x, games_box.top)
            final_box = Box(page.x, page.y, page.width, final_height)
            _draw_final_table(pen, final_box, final_table, gap)
            break
        else:
            _make_games_table(job, players, games_box).draw(pen, games_box.x, games_box.top)
            final_box = _begin_list_page(pen, job, table).get_strip(
                SERIES_HEAD_HEIGHT, final_height
            )
            _draw_final_table(pen, final_box, final_table, gap)


def _begin_list_page(pen: Pen, job: PartyJob, table: TableRecord) -> Box:
    """Begin a page with its head and return the area within its margins."""
    page = pen.begin_page().inset(MARGIN)
    _draw_series_head(pen, page.get_strip(0, SERIES_HEAD_HEIGHT), job, table)
    return page


def _draw_series_head(pen: Pen, box: Box, job: PartyJob, table: TableRecord) -> None:
    """Draw the table, the series and the stamp. The games need all the height below."""
    title_width = write_labelled_figures(
        pen,
        box.get_column(0, box.width * 0.3),
        (("Table", str(table.table_no)),),
        box.height * 0.75,
    )
    label = f"{job.round_title} {job.series_no}"
    pen.write(
        label,
        box.get_column(title_width + 6, box.width * 0.4 - title_width),
        box.height * 0.4,
        bold=True,
        align="left",
    )
    draw_stamp(
        pen,
        box.get_column(box.width * 0.45, box.width * 0.55).get_strip(0, STAMP_HEIGHT),
        job.heading,
    )


def _count_list_games(job: PartyJob, player_count: int) -> int:
    """Return the number of games on the list of a table with *player_count* players."""
    if job.series_games:
        # It is the number for a table of four. At smaller tables each player deals as often.
        return job.series_games * player_count // 4
    return ROWS_PER_PAGE // player_count * player_count


def _make_games_table(job: PartyJob, players: Sequence[PartySeat], box: Box) -> Table:
    """Return a form with a line for each game that fills *box*.

    :raises PrintingError: if its lines would be too low to write in
    """
    columns = (
        PaperColumn("Game", width_weight=0.8, bold=True),
        PaperColumn("Deals", width_weight=0.9),
        PaperColumn("Value", width_weight=1.1),
        *(PaperColumn(f"No. {player.number}", width_weight=1.5) for player in players),
        PaperColumn("Passed in", width_weight=1.1),
    )
    empty_cells = [""] * (len(columns) - 2)
    rows = [
        (str(game + 1), str(players[game % len(players)].number), *empty_cells)
        for game in range(_count_list_games(job, len(players)))
    ]
    return SERIES_LAYOUT.make_form(box, columns, rows, "The list")


def _make_final_table(
    job: PartyJob, players: Sequence[PartySeat], width: float, name_gap: float
) -> Table:
    titles = SERIES_FIGURES if job.has_game_counts else FINAL_POINTS
    solo_columns = (PaperColumn(SOLO, width_weight=1.0),) if job.has_duty_solo else ()
    columns = (
        PaperColumn("Place", width_weight=1.0, bold=True),
        PaperColumn("Player", width_weight=SERIES_NAME_WIDTH * 15.6, align="left"),
        *solo_columns,
        *(PaperColumn(title, width_weight=1.3) for title in titles),
        PaperColumn("Signed", width_weight=2.0),
    )
    names = job.wrap_names(players, width * SERIES_NAME_WIDTH - 6)
    empty_cells = [""] * (len(columns) - 2)
    rows = [(str(seat_no), name, *empty_cells) for seat_no, name in enumerate(names, start=1)]
    heights = []
    for name in names:
        line_count = name.count("\n") + 1
        heights.append(max(FINAL_ROW_HEIGHT, line_count * MIN_SIZE * 1.2 + name_gap))
    table = make_form_table(columns, rows, width, FINAL_ROW_HEIGHT, SERIES_LAYOUT.text_size)
    return replace(table, row_heights=tuple(heights))


def _draw_final_table(pen: Pen, box: Box, table: Table, gap: float) -> None:
    table.draw(pen, box.x, box.top - gap)
    line = Box(box.x, box.y + 2, box.width, LINE_HEIGHT)
    write_blank(pen, line.get_column(0, line.width * 0.3), "Games passed in", 9)
    write_blank(pen, line.get_column(line.width * 0.35, line.width * 0.28), "Sum", 9)
    write_blank(pen, line.get_column(line.width * 0.68, line.width * 0.32), "List kept by", 9)
