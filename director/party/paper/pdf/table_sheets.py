"""Draw the sheets of a table: numbers and score sheets, pivot sheets, and lists of Skat and series."""

from collections.abc import Sequence
from dataclasses import replace

from director.errors import TooLongError
from director.party.paper.pdf.job import REMEDY, PartyJob
from director.party.sheets import PartySeat, RoundRecord, TableRecord
from director.party.trumps import describe_round_trumps
from director.pdf.fonts import MIN_SIZE
from director.pdf.marks import write_blank
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    iter_places_of_sheets,
    iter_visible_places,
    write_labelled_figures,
)
from director.pdf.table_cards import TableSign, draw_table_signs
from director.pdf.tables import PaperColumn, Table, make_form_table
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
    for sheet_box, table in iter_visible_places(pen, layout, job.tables, rounds):
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
    # Tables of four have two sides, of two numbers each; others have a side for each player.
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
    rounds = job.planned_rounds or job.results.rounds[:1]
    table_by_round_and_no = {}
    for round_record in rounds:
        for table in round_record.tables:
            table_by_round_and_no[round_record.round_no, table.table_no] = table
    return table_by_round_and_no


def _make_sheet_row(
    job: PartyJob, table: TableRecord | None, round_no: int, columns: tuple[PaperColumn, ...]
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
    line_count = (
        len(job.planned_rounds) + max(len(_list_table_players(table)) for table in job.tables) + 1
    )
    for sheet_box, table in iter_places_of_sheets(pen, layout, job.tables, line_count):
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
    players = _list_table_players(table)
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


def _list_table_players(table: TableRecord) -> list[PartySeat]:
    players: list[PartySeat] = []
    for side in table.sides:
        players.extend(side)
    return players


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
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
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


def _draw_deals(pen: Pen, box: Box, players: list[PartySeat], first_round: int) -> None:
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


def _compute_final_height(job: PartyJob, players: list[PartySeat], width: float) -> float:
    row_heights = _compute_row_heights(
        job.wrap_names(players, width * SKAT_NAME_WIDTH - CELL_PADDING)
    )
    return END_TITLES_HEIGHT + sum(row_heights) + SIGNATURE_HEIGHT + 8


def _compute_row_heights(names: list[str]) -> list[float]:
    return [max(18.0, (name.count("\n") + 1) * MIN_SIZE * 1.2 + 4) for name in names]


def _draw_final_figures(pen: Pen, box: Box, job: PartyJob, players: list[PartySeat]) -> None:
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
        players: list[PartySeat] = []
        for side in table.sides:
            players.extend(side)
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
    """Draw table, series and stamp. The stamp is here since the lines need all the height below."""
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


def count_list_games(job: PartyJob, player_count: int) -> int:
    """Return the number of games on the list of a table of *player_count* players."""
    if job.series_games:
        # The number is that of a table of four. At every table each player deals equally often.
        return job.series_games * player_count // 4
    return ROWS_PER_PAGE // player_count * player_count


def _make_games_table(job: PartyJob, players: list[PartySeat], box: Box) -> Table:
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
        for game in range(count_list_games(job, len(players)))
    ]
    return SERIES_LAYOUT.make_form(box, columns, rows, "The list")


def _make_final_table(
    job: PartyJob, players: list[PartySeat], width: float, name_gap: float
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
