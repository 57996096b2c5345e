"""Draw match cards, team score sheets, the cross-table and the Swiss table.

A match card belongs to a match and has both rooms side by side; a team score sheet belongs to the
*half* of a team that sits in one room. Both are forms to be filled in by hand.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.additions.contests.paper.grids import make_swiss_data
from director.additions.contests.paper.records import MatchCard
from director.additions.contests.scoring.sheets import BYE, CrossTable, SwissCell, SwissTable
from director.boards.paper.pdf.standings import LARGE_RECAP_SIZES, SMALL_MATRIX_SIZES, draw_matrix
from director.core.base.grids import list_printed_columns
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.lists import (
    Paper,
    begin_list_page,
    choose_page_plan,
    divide_by_height,
    draw_list_foot,
    get_list_body,
)
from director.pdf.marks import draw_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    iter_visible_places,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn, Table, make_form_table
from director.sheets import Heading, Recap, RecapRow, SlipBoard

# Height of the name of a player, which is in two lines if it is long.
SEAT_HEIGHT = 21.5
LARGE_SEAT_HEIGHT = 26.0
# A cut is the most rows of a sheet, then sheets across and down a page.
CARD_LAYOUT = SlipLayout(
    cuts=(PageDivision(4, 1, 2), PageDivision(30, 1, 1)),
    head_height=72 + 4 * SEAT_HEIGHT,
    foot_height=STAMP_HEIGHT + 76,
    max_row_height=34,
    text_size=12,
)
LARGE_CARD_LAYOUT = SlipLayout(
    cuts=(PageDivision(26, 1, 1),),
    head_height=104 + 4 * LARGE_SEAT_HEIGHT,
    foot_height=STAMP_HEIGHT + 120,
    max_row_height=44,
    text_size=18,
)
TEAM_SHEET_LAYOUT = SlipLayout(
    cuts=(PageDivision(2, 2, 3), PageDivision(8, 2, 2), PageDivision(30, 1, 1)),
    head_height=80 + 2 * SEAT_HEIGHT,
    foot_height=STAMP_HEIGHT + 24,
    max_row_height=48,
    text_size=12,
)
LARGE_TEAM_SHEET_LAYOUT = SlipLayout(
    cuts=(PageDivision(6, 1, 2), PageDivision(26, 1, 1)),
    head_height=112 + 2 * LARGE_SEAT_HEIGHT,
    foot_height=STAMP_HEIGHT + 34,
    max_row_height=44,
    text_size=18,
)

_BOARD_COLUMNS = (
    PaperColumn("Board", width_weight=1.0, bold=True),
    PaperColumn("Dealer\nVul", width_weight=1.1, size_scale=0.65),
)


def _make_room_columns(name: str) -> tuple[PaperColumn, ...]:
    contract = PaperColumn(f"{name}:\ncontract", width_weight=1.7)
    return (
        contract,
        PaperColumn("By", width_weight=0.8),
        PaperColumn("N-S\nscore", width_weight=1.4),
    )


CARD_COLUMNS = {
    "bridge": (
        *_BOARD_COLUMNS,
        *_make_room_columns("Open"),
        *_make_room_columns("Closed"),
        PaperColumn("IMPs\nhome", width_weight=1.2),
        PaperColumn("IMPs\naway", width_weight=1.2),
    ),
    "whist": (
        _BOARD_COLUMNS[0],
        *(PaperColumn(f"{room}\nN-S tricks", width_weight=2) for room in ("Open", "Closed")),
        *(PaperColumn(f"Gain\n{team}", width_weight=2) for team in ("home", "away")),
    ),
}
_DEALER_COLUMN = PaperColumn("Dealer", width_weight=1.1, size_scale=0.65)
CARD_COLUMNS["auction"] = (
    _BOARD_COLUMNS[0],
    _DEALER_COLUMN,
    *_make_room_columns("Open"),
    *_make_room_columns("Closed"),
    *(PaperColumn(f"Gain\n{team}", width_weight=1.2) for team in ("home", "away")),
)
SHEET_COLUMNS = {
    "auction": (
        _BOARD_COLUMNS[0],
        _DEALER_COLUMN,
        PaperColumn("Contract", width_weight=1.7),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Tricks", width_weight=1.1),
        PaperColumn("Hon.", width_weight=1.1),
        *(PaperColumn(word, width_weight=1.3) for word in ("Plus", "Minus", "Gain")),
    ),
    "bridge": (
        *_BOARD_COLUMNS,
        PaperColumn("Contract", width_weight=1.7),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Tricks", width_weight=1.1),
        *(PaperColumn(sign, width_weight=1.3) for sign in "+−"),
        *(PaperColumn(f"IMPs\n{sign}", width_weight=1.1) for sign in "+−"),
    ),
    "whist": (
        _BOARD_COLUMNS[0],
        PaperColumn("Our\ntricks", width_weight=2),
        PaperColumn("Theirs", width_weight=2),
        PaperColumn("Gain", width_weight=2),
    ),
}


@dataclass(frozen=True, slots=True)
class HalfTeamCard:
    """A half of a team in one match: its table and side, and the table of the other half.

    *side* is ``"N-S"`` or ``"E-W"``, and *seats* are its two seats with the names of the players.
    """

    heading: Heading
    round_title: str
    team_label: str
    team_names: str
    opponents_label: str
    opponent_names: str
    table: str
    side: str
    other_table: str
    boards: tuple[SlipBoard, ...]
    seats: tuple[tuple[str, str], ...]


def draw_match_cards(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a card to sign for every match: both tables and IMPs."""
    base_layout = LARGE_CARD_LAYOUT if pen.large_print else CARD_LAYOUT
    max_board_count = max(len(card.boards) for card in cards)
    layout = base_layout.with_roomy_cuts(pen, max_board_count)
    placed_cards = iter_visible_places(
        pen, layout, cards, max_board_count, count_rows=lambda card: len(card.boards)
    )
    for box, card in placed_cards:
        _draw_match_head(pen, box.get_strip(0, layout.head_height), card)
        columns = CARD_COLUMNS[card.heading.game]
        rows = [_make_blank_row(board, len(columns)) for board in card.boards]
        description = f"The card of teams {card.home_label} and {card.away_label}"
        table = layout.make_form(box, columns, rows, description)
        bottom = table.draw(pen, box.x, box.top - layout.head_height)
        foot_height = layout.foot_height - STAMP_HEIGHT
        _draw_match_foot(pen, Box(box.x, bottom - foot_height, box.width, foot_height), card)
        draw_stamp(pen, box, card.heading)


def _draw_match_head(pen: Pen, box: Box, card: MatchCard) -> None:
    """Write round and rooms, below them both teams, and below these the players."""
    size = 18.0 if pen.large_print else 13.0
    title_row = box.get_strip(0, size * 1.6)
    for left_share, width_share, title in (
        (0.0, 0.16, card.round_title),
        (0.18, 0.4, (f"Open room: {card.home_label} N-S at table", card.open_room_table)),
        (0.6, 0.4, (f"Closed room: {card.away_label} N-S at table", card.closed_room_table)),
    ):
        title_box = title_row.get_column(box.width * left_share, box.width * width_share)
        write_labelled_figures(pen, title_box, (title,), size)
    seats_height = 4 * _choose_seat_height(pen)
    team_row = box.get_strip(size * 1.6, box.height - size * 1.6 - seats_height)
    seat_row = box.get_strip(box.height - seats_height, seats_height)
    half_width = box.width / 2 - 4
    teams = (
        ("Home team", card.home_label, card.home_names),
        ("Away team", card.away_label, card.away_names),
    )
    for index, (role, label, names) in enumerate(teams):
        team_box = team_row.get_column(index * (half_width + 8), half_width)
        write_labelled_figures(pen, team_box.get_strip(0, size * 1.4), ((role, label),), size)
        if names:
            names_box = team_box.get_strip(size * 1.5, team_box.height - size * 1.5)
            draw_name(pen, names_box, names, size * 0.85)
    for index, players in enumerate((card.home_players, card.away_players)):
        seat_box = seat_row.get_column(index * (half_width + 8), half_width)
        _write_seats(
            pen, seat_box, (*players.get_couple("N-S"), *players.get_couple("E-W")), size * 0.75
        )


def _choose_seat_height(pen: Pen) -> float:
    if pen.large_print:
        return LARGE_SEAT_HEIGHT
    return SEAT_HEIGHT


def _write_seats(pen: Pen, box: Box, seats: Sequence[tuple[str, str]], size: float) -> None:
    """Write the player of each seat in a line of its own, or a blank for the name."""
    seat_width = max(measure_text(f"{seat} ", MIN_SIZE) + 3 for seat, _name in seats)
    for (seat, name), row in zip(seats, box.iter_strips(len(seats)), strict=True):
        if not name:
            write_blank(pen, row, f"{seat} ", MIN_SIZE)
            continue
        pen.write(seat, row.get_column(0, seat_width), MIN_SIZE, align="left")
        name_box = row.get_column(seat_width, row.width - seat_width)
        name_size = size if measure_text(name, size) <= name_box.width else MIN_SIZE
        lines = wrap_text(name, name_size, name_box.width)
        pen.write_lines(lines, name_box, name_size, align="left", leading=1.15)


def _draw_match_foot(pen: Pen, box: Box, card: MatchCard) -> None:
    """Draw blanks for the sums and points of both teams, and for their signatures."""
    size = 18.0 if pen.large_print else 11.0
    sums = ("IMPs", "Victory points") if card.heading.game == "bridge" else ("Gain", "Points")
    half_width = box.width / 2 - 8
    line_height = box.height / 3.2
    for index, label in enumerate((card.home_label, card.away_label)):
        half = box.get_column(index * (half_width + 16), half_width)
        blanks = (*(f"{name} of {label}" for name in sums), f"Signed for {label}")
        for line, title in enumerate(blanks):
            blank_box = half.get_strip(line * line_height + line_height * 0.15, line_height * 0.85)
            write_blank(pen, blank_box, f"{title} ", size)


def draw_team_sheets(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a score sheet for each half of every team in every match."""
    halves: list[HalfTeamCard] = []
    for card in cards:
        halves += _make_half_cards(card)
    base_layout = LARGE_TEAM_SHEET_LAYOUT if pen.large_print else TEAM_SHEET_LAYOUT
    max_board_count = max(len(half.boards) for half in halves)
    layout = base_layout.with_roomy_cuts(pen, max_board_count)
    placed_halves = iter_visible_places(
        pen, layout, halves, max_board_count, count_rows=lambda half: len(half.boards)
    )
    for box, half in placed_halves:
        _draw_half_head(pen, box.get_strip(0, layout.head_height), half)
        columns = SHEET_COLUMNS[half.heading.game]
        rows = [_make_blank_row(board, len(columns)) for board in half.boards]
        table = layout.make_form(box, columns, rows, f"The score sheet of team {half.team_label}")
        bottom = table.draw(pen, box.x, box.top - layout.head_height)
        foot_height = layout.foot_height - STAMP_HEIGHT
        total_box = Box(box.x + box.width * 0.5, bottom - foot_height, box.width * 0.5, foot_height)
        write_blank(pen, total_box, "Total ", layout.text_size * 0.85)
        draw_stamp(pen, box, half.heading)


def _make_half_cards(card: MatchCard) -> Iterator[HalfTeamCard]:
    """Yield the halves of both teams of a match, the home team first."""
    home = card.home_label, card.home_names
    away = card.away_label, card.away_names
    # The home team sits N-S in the open room, the away team N-S in the closed room.
    for team, opponents, players, ns_table, ew_table in (
        (home, away, card.home_players, card.open_room_table, card.closed_room_table),
        (away, home, card.away_players, card.closed_room_table, card.open_room_table),
    ):
        for side, own_table, other_table in (
            ("N-S", ns_table, ew_table),
            ("E-W", ew_table, ns_table),
        ):
            yield HalfTeamCard(
                card.heading,
                " ".join(card.round_title),
                *team,
                *opponents,
                own_table,
                side,
                other_table,
                card.boards,
                players.get_couple(side),
            )


def _draw_half_head(pen: Pen, box: Box, half: HalfTeamCard) -> None:
    """Write the team, its opponents and where it sits, each in a line, and the players."""
    size = 18.0 if pen.large_print else 12.0
    line_height = size * 1.5
    seats_height = 2 * _choose_seat_height(pen)
    # Each team has half of what is left, for a name in one line or the names of its players.
    team_height = (box.height - line_height - seats_height) / 2
    label_width = max(measure_text(word, size * 0.8) for word in ("Team", "Against")) + 4
    number_width = size * 1.4 * max(len(half.team_label), len(half.opponents_label), 2) * 0.75
    for index, (word, label, names) in enumerate(
        (
            ("Team", half.team_label, half.team_names),
            ("Against", half.opponents_label, half.opponent_names),
        )
    ):
        row = box.get_strip(index * team_height, team_height)
        pen.write(word, row.get_column(0, label_width), size * 0.8, align="left")
        number_box = row.get_column(label_width, number_width)
        pen.write(label, number_box, size * 1.4, bold=True, align="left")
        names_left = label_width + number_width
        if names:
            names_box = row.get_column(names_left, row.width - names_left)
            draw_name(pen, names_box, names, size * 1.1)
    tables_text = (
        f"{half.round_title}, table {half.table}, {half.side}. "
        f"Your team mates: table {half.other_table}."
    )
    pen.write(tables_text, box.get_strip(2 * team_height, line_height), size * 0.85, align="left")
    seats_box = box.get_strip(box.height - seats_height, seats_height)
    _write_seats(pen, seats_box, half.seats, size * 0.75)


def _make_blank_row(board: SlipBoard, cell_count: int) -> tuple[str, ...]:
    """Return a row to be filled in by hand. Forms of whist have no column for the dealer."""
    cells = [str(board.board_no)]
    if cell_count > 5:
        cells.append(f"{board.dealer[:1]} {board.vulnerability}".strip())
    cells += [""] * (cell_count - len(cells))
    return tuple(cells)


def draw_cross_table(pen: Pen, table: CrossTable) -> None:
    """Draw the cross-table as a matrix."""
    rows = []
    for row in table.rows:
        scores = tuple(cell.score if cell else None for cell in row.cells)
        rows.append(RecapRow(row.standing, scores))
    matrix = Recap(table.heading, tuple(row.contestant for row in table.teams), tuple(rows))
    titles = [row.label for row in table.teams]
    draw_matrix(
        pen,
        matrix,
        f"All matches, in {table.unit}",
        titles,
        empty_text="–",
        default_sizes=SMALL_MATRIX_SIZES,
    )


# The Swiss table has a row for each contestant and three columns for each round. Every page
# repeats place, number, names and total. A table that is too large for one page is divided into
# runs of rows and, if need be, runs of rounds.

SWISS_TABLE_TITLE = "Swiss table"
MIN_ROW_SCALE = 1.26
"""The least height of a row as a multiple of the type size: 64 teams take two sheets."""
NARROW_PADS = (3.2, 2.4, 1.6)
NARROWEST_PAD = 1.2
NAME_SHARES = (0.34, 0.28, 0.22, 0.18, 0.15, 0.12)
"""Shares of the page to try as the greatest width of names. Longer names are wrapped."""
LEADING = 1.2
HEAD_SCALE = 2.5  # height of the titles, as a multiple of the type size
MAX_SPARE_SCALE = 5.0  # width of a round beyond its texts, as a multiple of the type size
SHARES_OF_SPARE = (0.5, 0.25, 0.25)  # of opponent, score and running total
BYE_SIGN = "–"  # narrower than the word, which would cost a page
MIN_SPACE_BESIDE_RULE = 3.0  # space on either side of a rule, for figures that fill their column
NAMES_INDEX = 2  # among the fixed columns

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwissLayout:
    """A Swiss table at one size, divided into runs of rows and runs of rounds.

    *fixed_widths* are the widths of the columns that every page repeats, *round_widths* those of the three
    columns of each round.
    """

    size: float
    pad: float
    fixed_widths: tuple[float, ...]
    round_widths: tuple[tuple[float, ...], ...]
    row_heights: tuple[float, ...]
    row_runs: list[range]
    round_runs: list[range]

    @property
    def pages(self) -> list[tuple[range, range]]:
        """Rows and rounds of every page."""
        return list(product(self.row_runs, self.round_runs))


@dataclass(frozen=True, slots=True)
class _ColumnTexts:
    """The columns of a Swiss table with their texts."""

    fixed_columns: list[tuple[PaperColumn, Cells]]
    round_columns: Sequence[Sequence[tuple[PaperColumn, Cells]]]


def draw_swiss_table(pen: Pen, table: SwissTable) -> None:
    """Draw the Swiss table on landscape pages."""
    texts = _make_column_texts(table)
    narrow_measures = [(MIN_SIZE, MIN_ROW_SCALE, pad) for pad in NARROW_PADS]
    measures = (*SMALL_MATRIX_SIZES, *narrow_measures)
    if pen.large_print:
        measures = LARGE_RECAP_SIZES
    min_size, min_row_scale, _pad = measures[-1]

    def usual_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for (size, row_scale, pad), name_share in product(measures, NAME_SHARES):
            yield _make_swiss_layout(paper, texts, name_share, size, row_scale, pad)

    def closer_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for name_share in NAME_SHARES:
            yield _make_swiss_layout(
                paper, texts, name_share, min_size, min_row_scale, NARROWEST_PAD
            )

    layout = choose_page_plan(pen.paper, usual_layouts, closer_layouts)
    opponent_title = "Opponent"
    if table.has_byes:
        opponent_title = f"Opponent ({BYE_SIGN} is a bye)"
    note = f"{opponent_title}, {table.unit}, total"
    for page_no, (rows, rounds) in enumerate(layout.pages, 1):
        page = begin_list_page(pen, table.heading, SWISS_TABLE_TITLE, note, landscape=True)
        _draw_swiss_page(pen, page, table, texts, layout, rows, rounds)
        draw_list_foot(pen, table.heading, page_no, len(layout.pages), landscape=True)


def _draw_swiss_page(
    pen: Pen,
    page: Box,
    table: SwissTable,
    texts: _ColumnTexts,
    layout: SwissLayout,
    rows: range,
    rounds: range,
) -> None:
    columns = []
    cells = []
    for index, (column, column_texts) in enumerate(texts.fixed_columns):
        columns.append(replace(column, width_weight=layout.fixed_widths[index]))
        cells.append(column_texts)
    cells[NAMES_INDEX] = _wrap_names(texts, layout)
    used_width = sum(layout.fixed_widths) + sum(sum(layout.round_widths[index]) for index in rounds)
    spare = (page.width - used_width) / len(rounds)
    spare = max(0, min(spare, MAX_SPARE_SCALE * layout.size))
    left = page.x + sum(layout.fixed_widths)
    round_boxes = []
    for round_index in rounds:
        widths = layout.round_widths[round_index]
        for index, (column, column_texts) in enumerate(texts.round_columns[round_index]):
            width = widths[index] + spare * SHARES_OF_SPARE[index]
            columns.append(replace(column, width_weight=width))
            cells.append(column_texts)
        round_boxes.append(Box(left, page.y, sum(widths) + spare, page.height))
        left += sum(widths) + spare
    part_table = _make_part_table(columns, cells, rows, layout)
    bottom = part_table.draw(pen, page.x, page.top, boxed=False)
    rules = []
    # In the middle of the space before the opponent, if there is enough for a rule.
    space_before_opponent = spare * SHARES_OF_SPARE[0] / 2
    if space_before_opponent >= MIN_SPACE_BESIDE_RULE:
        for box in round_boxes:
            rule_left = box.x + space_before_opponent
            rules.append((rule_left, bottom, rule_left, page.top))
    pen.draw_lines(rules, 0.5)
    row_top = page.top - part_table.head_height
    for row in rows:
        height = layout.row_heights[row]
        row_top -= height
        for box, round_index in zip(round_boxes, rounds, strict=True):
            mark = _get_cell_mark(table.rows[row].cells[round_index])
            if mark:
                pen.write(mark, Box(box.x, row_top, box.width, height), layout.size)


def _get_cell_mark(cell: SwissCell) -> str:
    """Return the word that takes the whole cell of a round. A bye has points beside it."""
    if cell.mark == BYE:
        return ""
    return cell.mark


def _format_opponent(cell: SwissCell) -> str:
    if cell.mark == BYE:
        return BYE_SIGN
    if cell.mark:
        return ""
    return cell.opponents_text


def _make_column_texts(table: SwissTable) -> _ColumnTexts:
    """Return the columns with their texts: those that every page repeats, and those of each round."""
    data = make_swiss_data(table)
    printed_columns = list_printed_columns(data, [column.key for column in data.columns])
    end = NAMES_INDEX + 1 + 3 * len(table.rounds)
    rounds = []
    for index, start in enumerate(range(NAMES_INDEX + 1, end, 3)):
        (opponent, _numbers), score, total = printed_columns[start : start + 3]
        opponents = tuple(_format_opponent(row.cells[index]) for row in table.rows)
        rounds.append(((opponent, opponents), score, total))
    return _ColumnTexts([*printed_columns[: NAMES_INDEX + 1], *printed_columns[end:]], rounds)


def _make_swiss_layout(
    paper: Paper, texts: _ColumnTexts, name_share: float, size: float, row_scale: float, pad: float
) -> SwissLayout:
    """Return how the table is divided at *size*, with names in at most *name_share* of it."""
    body = get_list_body(paper, landscape=True)
    fixed_widths = [
        _compute_column_width(column, cells, size, pad) for column, cells in texts.fixed_columns
    ]
    fixed_widths[NAMES_INDEX] = min(fixed_widths[NAMES_INDEX], name_share * body.width)
    widths_of_rounds = []
    for columns in texts.round_columns:
        widths = [_compute_column_width(column, cells, size, pad) for column, cells in columns]
        widths_of_rounds.append(tuple(widths))
    row_heights = []
    for names in texts.fixed_columns[NAMES_INDEX][1]:
        line_count = max(1, len(wrap_text(names, size, fixed_widths[NAMES_INDEX] - pad)))
        row_heights.append(max(size * row_scale, line_count * size * LEADING + pad))
    round_widths = list(map(sum, widths_of_rounds))
    body_width_left = body.width - sum(fixed_widths)
    body_height_left = body.height - HEAD_SCALE * size
    return SwissLayout(
        size=size,
        pad=pad,
        fixed_widths=tuple(fixed_widths),
        round_widths=tuple(widths_of_rounds),
        row_heights=tuple(row_heights),
        row_runs=_divide_evenly(row_heights, body_height_left),
        round_runs=_divide_evenly(round_widths, body_width_left),
    )


def _divide_evenly(lengths: Sequence[float], available_length: float) -> list[range]:
    """Return rows or rounds in the fewest runs that fit *available_length*, of about equal length."""
    fewest_runs = divide_by_height(lengths, available_length, available_length)
    even_length = min(available_length, sum(lengths) / len(fewest_runs) + max(lengths))
    even_runs = divide_by_height(lengths, even_length, even_length)
    if len(even_runs) == len(fewest_runs):
        return even_runs
    return fewest_runs


def _compute_column_width(column: PaperColumn, cells: Cells, size: float, pad: float) -> float:
    """Return the width that a column needs for its title and its longest text."""
    widths = [measure_text(text, size, column.bold) for text in cells]
    head_size = max(size * 0.7, MIN_SIZE)
    widths += [measure_text(line, head_size) for line in column.title.split("\n")]
    return max(widths) + pad


def _wrap_names(texts: _ColumnTexts, layout: SwissLayout) -> Cells:
    wrapped = []
    for names in texts.fixed_columns[NAMES_INDEX][1]:
        lines = wrap_text(names, layout.size, layout.fixed_widths[NAMES_INDEX] - layout.pad)
        wrapped.append("\n".join(lines))
    return tuple(wrapped)


def _make_part_table(
    columns: Sequence[PaperColumn], cells: Sequence[Cells], rows: range, layout: SwissLayout
) -> Table:
    rows_of_texts = list(zip(*cells, strict=True))
    row_texts = rows_of_texts[rows.start : rows.stop]
    width = sum(column.width_weight for column in columns)
    table = make_form_table(columns, row_texts, width, 0, layout.size)
    return replace(
        table,
        row_heights=tuple(layout.row_heights[row] for row in rows),
        padding=min(table.padding, layout.pad / 2 - 0.05),
    )
