"""Draw the sheets of a table: numbers and score sheets, pivot sheets, and lists of Skat and series."""

from collections.abc import Sequence
from dataclasses import replace

from director.errors import TooLongError
from director.party.paper.pdf.job import REMEDY, PartyJob
from director.party.sheets import PartyRoundSheet, PartySeat, PartyTableSheet
from director.party.trumps import describe_round_trumps
from director.pdf.fonts import SMALLEST
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import (
    STAMP,
    PageDivision,
    SlipLayout,
    draw_stamp,
    place_on_pages,
    place_visible_on_pages,
    write_titles,
)
from director.pdf.table_cards import TableSign, draw_tents
from director.pdf.tables import PaperColumn, Table, make_form_table
from director.pdf.words import join_with_dots

# Draw the table numbers and score sheets of a party.

SCORE_LAYOUT = SlipLayout(
    cuts=(PageDivision(16, 1, 2), PageDivision(42, 1, 1)),
    head=34,
    foot=STAMP + 6,
    max_row_height=24,
    size=11,
    remedy=REMEDY,
)
LARGE_SCORE_LAYOUT = SlipLayout(
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
    layout = LARGE_SCORE_LAYOUT if pen.large_print else SCORE_LAYOUT
    rounds = job.sheets.heading.rounds
    known_tables = _collect_known_tables(job)
    for place, table in place_visible_on_pages(pen, layout, job.tables, rounds):
        columns = _make_sheet_columns(job, len(table.sides))
        rows = [
            _make_sheet_row(job, known_tables.get((number, table.table_no)), number, columns)
            for number in range(1, rounds + 1)
        ]
        _draw_score_head(pen, place.strip(0, layout.head), job, table)
        name = f"The score sheet of table {table.table_no}"
        layout.make_form(place, columns, rows, name).draw(pen, place.x, place.top - layout.head)
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _draw_score_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
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


# The sheet of a pivot table: partners by rubber, and points by player.

PIVOT_LAYOUT = SlipLayout(
    cuts=(PageDivision(9, 1, 2), PageDivision(20, 1, 1)),
    head=34,
    foot=STAMP + 6,
    max_row_height=34,
    size=12,
    remedy=REMEDY,
)
LARGE_PIVOT_LAYOUT = SlipLayout(
    cuts=(PageDivision(14, 1, 1),),
    head=46,
    foot=STAMP + 6,
    max_row_height=44,
    size=18,
    remedy=REMEDY,
)
GAP = 10.0

RUBBER_COLUMNS = (
    PaperColumn("Rubber", weight=1.0, bold=True),
    PaperColumn("Partners", weight=2.0),
    PaperColumn("Points", weight=1.3),
    PaperColumn("Against", weight=2.0),
    PaperColumn("Points", weight=1.3),
    PaperColumn("Rubber won by", weight=2.0),
)


def draw_pivot_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw a sheet for every table: rubbers above, players' points below."""
    layout = LARGE_PIVOT_LAYOUT if pen.large_print else PIVOT_LAYOUT
    lines = len(job.planned) + max(len(_list_table_players(table)) for table in job.tables) + 1
    for place, table in place_on_pages(pen, layout, job.tables, lines):
        head = place.strip(0, layout.head)
        write_titles(
            pen,
            head.column(0, head.width * 0.3),
            (("Table", str(table.table_no)),),
            head.height * 0.75,
        )
        pen.write(
            job.heading.event,
            head.column(head.width * 0.35, head.width * 0.65),
            head.height * 0.4,
            align="right",
        )
        body = place.strip(layout.head, place.height - layout.head - layout.foot)
        _draw_forms(pen, body, job, table, layout)
        draw_stamp(pen, Box(place.x, place.y, place.width, STAMP), job.heading)


def _draw_forms(
    pen: Pen, body: Box, job: PartyJob, table: PartyTableSheet, layout: SlipLayout
) -> None:
    players = _list_table_players(table)
    rubbers = [_make_rubber_row(round_sheet, table.table_no) for round_sheet in job.planned]
    # Both forms have a line more than their rows, for the titles.
    rubbers_share = (len(rubbers) + 1) / (len(rubbers) + len(players) + 2)
    form_layout = SlipLayout((), 0, 0, layout.max_row_height, layout.size)
    upper = body.strip(0, body.height * rubbers_share - GAP / 2)
    rubbers_form = form_layout.make_form(upper, RUBBER_COLUMNS, rubbers, "The pivot sheet")
    bottom = rubbers_form.draw(pen, upper.x, upper.top)
    columns = (
        PaperColumn("No.", weight=0.8, bold=True),
        PaperColumn("Player", weight=3.0, align="left"),
        *(PaperColumn(f"Rubber {number}", weight=1.2) for number in range(1, len(rubbers) + 1)),
        PaperColumn("Total", weight=1.3),
    )
    empty = [""] * (len(columns) - 2)
    rows = [
        (str(player.number), job.get_printed_name(player.number, player.name), *empty)
        for player in players
    ]
    lower = Box(body.x, body.y, body.width, bottom - GAP - body.y)
    players_form = form_layout.make_form(lower, columns, rows, "The pivot sheet")
    players_form.draw(pen, lower.x, lower.top)


def _list_table_players(table: PartyTableSheet) -> list[PartySeat]:
    players: list[PartySeat] = []
    for side in table.sides:
        players.extend(side)
    return players


def _make_rubber_row(round_sheet: PartyRoundSheet, table_no: int) -> tuple[str, ...]:
    side_texts = ["", ""]
    for table in round_sheet.tables:
        if table.table_no == table_no:
            side_texts = [_join_side_numbers(side) for side in table.sides]
            break
    partners, opponents = side_texts
    return str(round_sheet.round_no), partners, "", opponents, "", ""


def _join_side_numbers(side: Sequence[PartySeat]) -> str:
    return " & ".join(str(seat.number) for seat in side)


# Sheets of a Skat table: a line for each deal, and final figures.

ROUNDS = 20
ROUNDS_PER_PAGE = 10
SKAT_HEAD_HEIGHT = 34.0
SIGNATURE_HEIGHT = 24.0
SKAT_LAYOUT = SlipLayout(cuts=(), head=0, foot=0, max_row_height=16.0, size=9.0)
END_TITLES_HEIGHT = 28.0
SKAT_NAME_WIDTH = 0.42  # share of the width
CELL_PADDING = 6
SKAT_FIGURES = ("Games won", "Games lost", "Net", "Points")


def draw_skat_sheets(pen: Pen, job: PartyJob) -> None:
    """Draw two pages for every table, ten rounds on each."""
    for table in job.tables:
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
        for first in range(1, ROUNDS + 1, ROUNDS_PER_PAGE):
            paper = pen.new_page() if first == 1 else pen.begin_back_page()
            page = paper.inset(MARGIN)
            is_last = first + ROUNDS_PER_PAGE > ROUNDS
            _draw_skat_head(pen, page.strip(0, SKAT_HEAD_HEIGHT), job, table, first)
            final_height = _compute_final_height(job, players, page.width) if is_last else 0.0
            body = page.strip(
                SKAT_HEAD_HEIGHT, page.height - SKAT_HEAD_HEIGHT - STAMP - final_height
            )
            _draw_deals(pen, body, players, first)
            if is_last:
                final_box = Box(page.x, page.y + STAMP, page.width, final_height)
                _draw_final_figures(pen, final_box, job, players)
            draw_stamp(pen, Box(page.x, page.y, page.width, STAMP), job.heading)


def _draw_skat_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet, first: int) -> None:
    write_titles(
        pen, box.column(0, box.width * 0.3), (("Table", str(table.table_no)),), box.height * 0.75
    )
    rounds_text = f"rounds {first}–{first + ROUNDS_PER_PAGE - 1}"
    pen.write(
        rounds_text,
        box.column(box.width * 0.3, box.width * 0.25),
        box.height * 0.38,
        bold=True,
        align="left",
    )
    pen.write(
        job.heading.event,
        box.column(box.width * 0.55, box.width * 0.45),
        box.height * 0.38,
        align="right",
    )


def _draw_deals(pen: Pen, box: Box, players: list[PartySeat], first: int) -> None:
    columns = (
        PaperColumn("Deal", weight=0.7, bold=True),
        PaperColumn("Dealer", weight=0.8),
        PaperColumn("Game", weight=1.3),
        PaperColumn("Value", weight=0.9),
        PaperColumn("Won or\nlost", weight=0.9),
        *(PaperColumn(f"No. {player.number}", weight=1.3) for player in players),
        PaperColumn("Remarks", weight=2.0),
    )
    # A round has a deal for each player.
    first_deal = (first - 1) * len(players)
    deals = range(first_deal, first_deal + ROUNDS_PER_PAGE * len(players))
    empty = [""] * (len(columns) - 2)
    # The players of a table deal in turn.
    rows = [(str(deal + 1), str(players[deal % len(players)].number), *empty) for deal in deals]
    SKAT_LAYOUT.make_form(box, columns, rows, "The Skat sheet").draw(pen, box.x, box.top)


def _compute_final_height(job: PartyJob, players: list[PartySeat], width: float) -> float:
    row_heights = _compute_row_heights(
        job.wrap_names(players, width * SKAT_NAME_WIDTH - CELL_PADDING)
    )
    return END_TITLES_HEIGHT + sum(row_heights) + SIGNATURE_HEIGHT + 8


def _compute_row_heights(names: list[str]) -> list[float]:
    return [max(18.0, (name.count("\n") + 1) * SMALLEST * 1.2 + 4) for name in names]


def _draw_final_figures(pen: Pen, box: Box, job: PartyJob, players: list[PartySeat]) -> None:
    """Draw the boxes for final figures, best games and the signature."""
    columns = (
        PaperColumn("No.", weight=0.7, bold=True),
        PaperColumn("Player", weight=SKAT_NAME_WIDTH * 15.6, align="left"),
        *(PaperColumn(title, weight=1.1) for title in SKAT_FIGURES),
        PaperColumn("Highest game", weight=1.4),
        PaperColumn("Solo ag.\nmatadores", weight=1.5),
        PaperColumn("Tournée ag.\nmatadores", weight=1.5),
    )
    names = job.wrap_names(players, box.width * SKAT_NAME_WIDTH - CELL_PADDING)
    empty = [""] * (len(columns) - 2)
    rows = [(str(player.number), name, *empty) for player, name in zip(players, names, strict=True)]
    table = make_form_table(columns, rows, box.width, 18.0, SKAT_LAYOUT.size)
    replace(table, heights=tuple(_compute_row_heights(names))).draw(pen, box.x, box.top - 6)
    line = Box(box.x, box.y + 2, box.width, 16)
    write_blank(pen, line.column(0, line.width * 0.45), "Penalties", 9)
    write_blank(pen, line.column(line.width * 0.5, line.width * 0.5), "Skat Master", 9)


# Draw the list of a table in a series: a line for each game, then the final figures.
#
# The *final table* at the foot of a list has what is handed in: each player's figures and signature.

SERIES_HEAD_HEIGHT = 26.0
TALLEST_ROW = 18.0  # of a game
ROWS_PER_PAGE = 48
SERIES_LAYOUT = SlipLayout((), 0, 0, TALLEST_ROW, 8.0)
FINAL_ROW = 14.0
# Gaps above the final table, and above and below its names: the usual ones, and smaller ones that
# are tried if long names leave too little height for the games.
SPACES = (
    (6.0, 3.0),
    (2.0, -1.0),
)
LINE_HEIGHT = 14.0  # height of the line below the final table
SERIES_NAME_WIDTH = 0.4  # share of the width
SERIES_FIGURES = ("Points", "Won", "Lost", "50 (won\n− lost)", "Lost by\nothers", "Result")
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
        games_box = page.strip(SERIES_HEAD_HEIGHT, page.height - SERIES_HEAD_HEIGHT)
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
            final_box = _begin_page(pen, job, table).strip(SERIES_HEAD_HEIGHT, final_height)
            _draw_final_table(pen, final_box, final_table, gap)


def _begin_page(pen: Pen, job: PartyJob, table: PartyTableSheet) -> Box:
    """Begin a page with its head and return the area within its margins."""
    page = pen.new_page().inset(MARGIN)
    _draw_series_head(pen, page.strip(0, SERIES_HEAD_HEIGHT), job, table)
    return page


def _draw_series_head(pen: Pen, box: Box, job: PartyJob, table: PartyTableSheet) -> None:
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
    return SERIES_LAYOUT.make_form(box, columns, rows, "The list")


def _make_final_table(
    job: PartyJob, players: list[PartySeat], width: float, name_gap: float
) -> Table:
    titles = SERIES_FIGURES if job.counts_games else FINAL_POINTS
    columns = (
        PaperColumn("Place", weight=1.0, bold=True),
        PaperColumn("Player", weight=SERIES_NAME_WIDTH * 15.6, align="left"),
        *(PaperColumn(title, weight=1.3) for title in titles),
        PaperColumn("Signed", weight=2.0),
    )
    names = job.wrap_names(players, width * SERIES_NAME_WIDTH - 6)
    empty = [""] * (len(columns) - 2)
    rows = [(str(place), name, *empty) for place, name in enumerate(names, start=1)]
    heights = []
    for name in names:
        lines = name.count("\n") + 1
        heights.append(max(FINAL_ROW, lines * SMALLEST * 1.2 + name_gap))
    table = make_form_table(columns, rows, width, FINAL_ROW, SERIES_LAYOUT.size)
    return replace(table, heights=tuple(heights))


def _draw_final_table(pen: Pen, box: Box, table: Table, gap: float) -> None:
    table.draw(pen, box.x, box.top - gap)
    line = Box(box.x, box.y + 2, box.width, LINE_HEIGHT)
    write_blank(pen, line.column(0, line.width * 0.3), "Games passed in", 9)
    write_blank(pen, line.column(line.width * 0.35, line.width * 0.28), "Sum", 9)
    write_blank(pen, line.column(line.width * 0.68, line.width * 0.32), "List kept by", 9)
