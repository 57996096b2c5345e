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
from director.pdf.fonts import SMALLEST, text_width, wrap_text
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
    STAMP,
    PageDivision,
    SlipLayout,
    draw_stamp,
    place_visible_on_pages,
    write_titles,
)
from director.pdf.tables import PaperColumn, Table, make_form_table
from director.sheets import Heading, Recap, RecapRow, SlipBoard

# Height of the name of a player, which is in two lines if it is long.
SEAT_HEIGHT = 21.5
LARGE_SEAT_HEIGHT = 26.0
# A cut is the most rows of a sheet, then sheets across and down a page.
USUAL = SlipLayout(
    cuts=(PageDivision(4, 1, 2), PageDivision(30, 1, 1)),
    head=72 + 4 * SEAT_HEIGHT,
    foot=STAMP + 76,
    max_row_height=34,
    size=12,
)
LARGE = SlipLayout(
    cuts=(PageDivision(26, 1, 1),),
    head=104 + 4 * LARGE_SEAT_HEIGHT,
    foot=STAMP + 120,
    max_row_height=44,
    size=18,
)
SHEET = SlipLayout(
    cuts=(PageDivision(2, 2, 3), PageDivision(8, 2, 2), PageDivision(30, 1, 1)),
    head=80 + 2 * SEAT_HEIGHT,
    foot=STAMP + 24,
    max_row_height=40,
    size=12,
)
LARGE_SHEET = SlipLayout(
    cuts=(PageDivision(6, 1, 2), PageDivision(26, 1, 1)),
    head=112 + 2 * LARGE_SEAT_HEIGHT,
    foot=STAMP + 34,
    max_row_height=44,
    size=18,
)

_BOARD = (
    PaperColumn("Board", weight=1.0, bold=True),
    PaperColumn("Dealer\nVul", weight=1.1, scale=0.65),
)


def _make_room_columns(name: str) -> tuple[PaperColumn, ...]:
    contract = PaperColumn(f"{name}:\ncontract", weight=1.7)
    return contract, PaperColumn("By", weight=0.8), PaperColumn("N-S\nscore", weight=1.4)


CARD_COLUMNS = {
    "bridge": (
        *_BOARD,
        *_make_room_columns("Open"),
        *_make_room_columns("Closed"),
        PaperColumn("IMPs\nhome", weight=1.2),
        PaperColumn("IMPs\naway", weight=1.2),
    ),
    "whist": (
        _BOARD[0],
        *(PaperColumn(f"{room}\nN-S tricks", weight=2) for room in ("Open", "Closed")),
        *(PaperColumn(f"Gain\n{team}", weight=2) for team in ("home", "away")),
    ),
}
_DEALER = PaperColumn("Dealer", weight=1.1, scale=0.65)
CARD_COLUMNS["auction"] = (
    _BOARD[0],
    _DEALER,
    *_make_room_columns("Open"),
    *_make_room_columns("Closed"),
    *(PaperColumn(f"Gain\n{team}", weight=1.2) for team in ("home", "away")),
)
SHEET_COLUMNS = {
    "auction": (
        _BOARD[0],
        _DEALER,
        PaperColumn("Contract", weight=1.7),
        PaperColumn("By", weight=0.8),
        PaperColumn("Tricks", weight=1.1),
        PaperColumn("Hon.", weight=1.1),
        *(PaperColumn(word, weight=1.3) for word in ("Plus", "Minus", "Gain")),
    ),
    "bridge": (
        *_BOARD,
        PaperColumn("Contract", weight=1.7),
        PaperColumn("By", weight=0.8),
        PaperColumn("Tricks", weight=1.1),
        *(PaperColumn(sign, weight=1.3) for sign in "+−"),
        *(PaperColumn(f"IMPs\n{sign}", weight=1.1) for sign in "+−"),
    ),
    "whist": (
        _BOARD[0],
        PaperColumn("Our\ntricks", weight=2),
        PaperColumn("Theirs", weight=2),
        PaperColumn("Gain", weight=2),
    ),
}


@dataclass(frozen=True, slots=True)
class HalfTeamCard:
    """A half of a team in one match: its table and side, and the table of the other half.

    *side* is ``"N-S"`` or ``"E-W"``, and *seats* are its two seats with the names of the players.
    """

    heading: Heading
    round_no: int
    team: str
    names: str
    opponents: str
    opponent_names: str
    table: str
    side: str
    other_table: str
    boards: tuple[SlipBoard, ...]
    seats: tuple[tuple[str, str], ...]


def draw_match_cards(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a card to sign for every match: both tables and IMPs."""
    base_layout = LARGE if pen.large_print else USUAL
    most_boards = max(len(card.boards) for card in cards)
    layout = base_layout.with_roomy_cuts(pen, most_boards)
    placed_cards = place_visible_on_pages(
        pen, layout, cards, most_boards, count_rows=lambda card: len(card.boards)
    )
    for place, card in placed_cards:
        _draw_match_head(pen, place.strip(0, layout.head), card)
        columns = CARD_COLUMNS[card.heading.game]
        rows = [_make_blank_row(board, len(columns)) for board in card.boards]
        name = f"The card of teams {card.home_label} and {card.away_label}"
        table = layout.make_form(place, columns, rows, name)
        bottom = table.draw(pen, place.x, place.top - layout.head)
        foot_height = layout.foot - STAMP
        _draw_match_foot(pen, Box(place.x, bottom - foot_height, place.width, foot_height), card)
        draw_stamp(pen, place, card.heading)


def _draw_match_head(pen: Pen, box: Box, card: MatchCard) -> None:
    """Write round and rooms, below them both teams, and below these the players."""
    size = 18.0 if pen.large_print else 13.0
    title_row = box.strip(0, size * 1.6)
    for start, width, title in (
        (0.0, 0.16, ("Round", str(card.round_no))),
        (0.18, 0.4, (f"Open room: {card.home_label} N-S at table", card.open_room)),
        (0.6, 0.4, (f"Closed room: {card.away_label} N-S at table", card.closed_room)),
    ):
        title_box = title_row.column(box.width * start, box.width * width)
        write_titles(pen, title_box, (title,), size)
    seats_height = 4 * _choose_seat_height(pen)
    team_row = box.strip(size * 1.6, box.height - size * 1.6 - seats_height)
    seat_row = box.strip(box.height - seats_height, seats_height)
    half_width = box.width / 2 - 4
    teams = (
        ("Home team", card.home_label, card.home_names),
        ("Away team", card.away_label, card.away_names),
    )
    for index, (role, label, names) in enumerate(teams):
        team_box = team_row.column(index * (half_width + 8), half_width)
        write_titles(pen, team_box.strip(0, size * 1.4), ((role, label),), size)
        if names:
            names_box = team_box.strip(size * 1.5, team_box.height - size * 1.5)
            draw_name(pen, names_box, names, size * 0.85)
    for index, players in enumerate((card.home_players, card.away_players)):
        seat_box = seat_row.column(index * (half_width + 8), half_width)
        _write_seats(pen, seat_box, (*players.couple("N-S"), *players.couple("E-W")), size * 0.75)


def _choose_seat_height(pen: Pen) -> float:
    if pen.large_print:
        return LARGE_SEAT_HEIGHT
    return SEAT_HEIGHT


def _write_seats(pen: Pen, box: Box, seats: Sequence[tuple[str, str]], size: float) -> None:
    """Write the player of each seat in a line of its own, or a blank for the name."""
    seat_width = max(text_width(f"{seat} ", SMALLEST) + 3 for seat, _name in seats)
    for (seat, name), row in zip(seats, box.lines(len(seats)), strict=True):
        if not name:
            write_blank(pen, row, f"{seat} ", SMALLEST)
            continue
        pen.write(seat, row.column(0, seat_width), SMALLEST, align="left")
        name_box = row.column(seat_width, row.width - seat_width)
        name_size = size if text_width(name, size) <= name_box.width else SMALLEST
        lines = wrap_text(name, name_size, name_box.width)
        pen.write_lines(lines, name_box, name_size, align="left", leading=1.15)


def _draw_match_foot(pen: Pen, box: Box, card: MatchCard) -> None:
    """Draw blanks for the sums and points of both teams, and for their signatures."""
    size = 18.0 if pen.large_print else 11.0
    sums = ("IMPs", "Victory points") if card.heading.game == "bridge" else ("Gain", "Points")
    half_width = box.width / 2 - 8
    line_height = box.height / 3.2
    for index, label in enumerate((card.home_label, card.away_label)):
        half = box.column(index * (half_width + 16), half_width)
        blanks = (*(f"{name} of {label}" for name in sums), f"Signed for {label}")
        for line, title in enumerate(blanks):
            blank_box = half.strip(line * line_height + line_height * 0.15, line_height * 0.85)
            write_blank(pen, blank_box, f"{title} ", size)


def draw_team_sheets(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a score sheet for each half of every team in every match."""
    halves: list[HalfTeamCard] = []
    for card in cards:
        halves += _make_half_cards(card)
    base_layout = LARGE_SHEET if pen.large_print else SHEET
    most_boards = max(len(half.boards) for half in halves)
    layout = base_layout.with_roomy_cuts(pen, most_boards)
    placed_halves = place_visible_on_pages(
        pen, layout, halves, most_boards, count_rows=lambda half: len(half.boards)
    )
    for place, half in placed_halves:
        _draw_half_head(pen, place.strip(0, layout.head), half)
        columns = SHEET_COLUMNS[half.heading.game]
        rows = [_make_blank_row(board, len(columns)) for board in half.boards]
        table = layout.make_form(place, columns, rows, f"The score sheet of team {half.team}")
        bottom = table.draw(pen, place.x, place.top - layout.head)
        foot_height = layout.foot - STAMP
        total_box = Box(
            place.x + place.width * 0.5, bottom - foot_height, place.width * 0.5, foot_height
        )
        write_blank(pen, total_box, "Total ", layout.size * 0.85)
        draw_stamp(pen, place, half.heading)


def _make_half_cards(card: MatchCard) -> Iterator[HalfTeamCard]:
    """Yield the halves of both teams of a match, the home team first."""
    home = card.home_label, card.home_names
    away = card.away_label, card.away_names
    # The home team sits N-S in the open room, the away team N-S in the closed room.
    for team, opponents, players, ns_table, ew_table in (
        (home, away, card.home_players, card.open_room, card.closed_room),
        (away, home, card.away_players, card.closed_room, card.open_room),
    ):
        for side, table, other_table in (("N-S", ns_table, ew_table), ("E-W", ew_table, ns_table)):
            yield HalfTeamCard(
                card.heading,
                card.round_no,
                *team,
                *opponents,
                table,
                side,
                other_table,
                card.boards,
                players.couple(side),
            )


def _draw_half_head(pen: Pen, box: Box, half: HalfTeamCard) -> None:
    """Write the team and its opponents, the tables of both halves, and the players."""
    size = 18.0 if pen.large_print else 12.0
    line_height = size * 1.5
    seats_height = 2 * _choose_seat_height(pen)
    names_height = box.height - 2 * line_height - seats_height
    title_row = box.strip(0, line_height)
    names_row = box.strip(2 * line_height, names_height)
    opponents_left = box.width * 0.52
    column_width = box.width * 0.48
    team_box = title_row.column(0, box.width * 0.5)
    write_titles(pen, team_box, (("Team", half.team),), size * 1.2)
    opponents_box = title_row.column(opponents_left, column_width)
    write_titles(pen, opponents_box, (("Against", half.opponents),), size * 1.2)
    place_text = (
        f"Round {half.round_no}, table {half.table}, {half.side}; "
        f"the others at table {half.other_table}"
    )
    pen.write(place_text, box.strip(line_height, line_height), size * 0.8, align="left")
    for left, names in ((0, half.names), (opponents_left, half.opponent_names)):
        if names:
            draw_name(pen, names_row.column(left, column_width), names, size * 0.75)
    seats_box = box.strip(box.height - seats_height, seats_height)
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
        empty="–",
        usual_sizes=SMALL_MATRIX_SIZES,
    )


# The Swiss table has a row for each contestant and three columns for each round. Every page
# repeats place, number, names and total. A table that is too large for one page is divided into
# runs of rows and, if need be, runs of rounds.

TITLE = "Swiss table"
CLOSE_ROW = 1.26
"""The least height of a row as a multiple of the type size: 64 teams take two sheets."""
CLOSE_PADS = (3.2, 2.4, 1.6)
CLOSER_PAD = 1.2
NAME_SHARES = (0.34, 0.28, 0.22, 0.18, 0.15, 0.12)
"""Shares of the page to try as the greatest width of names. Longer names are wrapped."""
LEADING = 1.2
HEAD_SCALE = 2.5  # height of the titles, as a multiple of the type size
MOST_SPARE = 5.0  # width of a round beyond its texts, as a multiple of the type size
SHARES_OF_SPARE = (0.5, 0.25, 0.25)  # of opponent, score and running total
BYE_SIGN = "–"  # narrower than the word, which would cost a page
LEAST_BESIDE_RULE = 3.0  # space on either side of a rule, for figures that fill their column
NAMES_INDEX = 2  # among the fixed columns

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwissLayout:
    """A Swiss table at one size, divided into runs of rows and runs of rounds.

    *fixed* are the widths of the columns that every page repeats, *of_rounds* those of the three
    columns of each round.
    """

    size: float
    pad: float
    fixed: tuple[float, ...]
    of_rounds: tuple[tuple[float, ...], ...]
    heights: tuple[float, ...]
    rows: list[range]
    rounds: list[range]

    @property
    def pages(self) -> list[tuple[range, range]]:
        """Rows and rounds of every page."""
        return list(product(self.rows, self.rounds))


@dataclass(frozen=True, slots=True)
class _Texts:
    """The columns of a Swiss table with their texts."""

    fixed: list[tuple[PaperColumn, Cells]]
    rounds: Sequence[Sequence[tuple[PaperColumn, Cells]]]


def draw_swiss_table(pen: Pen, table: SwissTable) -> None:
    """Draw the Swiss table on landscape pages."""
    texts = _make_texts(table)
    close_measures = [(SMALLEST, CLOSE_ROW, pad) for pad in CLOSE_PADS]
    measures = (*SMALL_MATRIX_SIZES, *close_measures)
    if pen.large_print:
        measures = LARGE_RECAP_SIZES
    least_size, least_row, _pad = measures[-1]

    def usual_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for (size, row, pad), share in product(measures, NAME_SHARES):
            yield _make_swiss_layout(paper, texts, share, size, row, pad)

    def closer_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for share in NAME_SHARES:
            yield _make_swiss_layout(paper, texts, share, least_size, least_row, CLOSER_PAD)

    layout = choose_page_plan(pen.paper, usual_layouts, closer_layouts)
    opponent = "Opponent"
    if table.has_byes:
        opponent = f"Opponent ({BYE_SIGN} is a bye)"
    note = f"{opponent}, {table.unit}, total"
    for number, (rows, rounds) in enumerate(layout.pages, 1):
        page = begin_list_page(pen, table.heading, TITLE, note, landscape=True)
        _draw_page(pen, page, table, texts, layout, rows, rounds)
        draw_list_foot(pen, table.heading, number, len(layout.pages), landscape=True)


def _draw_page(
    pen: Pen,
    page: Box,
    table: SwissTable,
    texts: _Texts,
    layout: SwissLayout,
    rows: range,
    rounds: range,
) -> None:
    columns = []
    cells = []
    for index, (column, column_texts) in enumerate(texts.fixed):
        columns.append(replace(column, weight=layout.fixed[index]))
        cells.append(column_texts)
    cells[NAMES_INDEX] = _wrap_names(texts, layout)
    used_width = sum(layout.fixed) + sum(sum(layout.of_rounds[index]) for index in rounds)
    spare = (page.width - used_width) / len(rounds)
    spare = max(0, min(spare, MOST_SPARE * layout.size))
    left = page.x + sum(layout.fixed)
    round_boxes = []
    for round_index in rounds:
        widths = layout.of_rounds[round_index]
        for index, (column, column_texts) in enumerate(texts.rounds[round_index]):
            width = widths[index] + spare * SHARES_OF_SPARE[index]
            columns.append(replace(column, weight=width))
            cells.append(column_texts)
        round_boxes.append(Box(left, page.y, sum(widths) + spare, page.height))
        left += sum(widths) + spare
    drawn = _make_part_table(columns, cells, rows, layout)
    bottom = drawn.draw(pen, page.x, page.top, boxed=False)
    lines = []
    # In the middle of the space before the opponent, if there is enough for a rule.
    before_opponent = spare * SHARES_OF_SPARE[0] / 2
    if before_opponent >= LEAST_BESIDE_RULE:
        for box in round_boxes:
            rule_left = box.x + before_opponent
            lines.append((rule_left, bottom, rule_left, page.top))
    pen.rule(lines, 0.5)
    row_top = page.top - drawn.head_height
    for row in rows:
        height = layout.heights[row]
        row_top -= height
        for box, round_index in zip(round_boxes, rounds, strict=True):
            mark = _get_mark_word(table.rows[row].cells[round_index])
            if mark:
                pen.write(mark, Box(box.x, row_top, box.width, height), layout.size)


def _get_mark_word(cell: SwissCell) -> str:
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


def _make_texts(table: SwissTable) -> _Texts:
    """Return the columns with their texts: those that every page repeats, and those of each round."""
    data = make_swiss_data(table)
    printed = list_printed_columns(data, [column.key for column in data.columns])
    end = NAMES_INDEX + 1 + 3 * len(table.rounds)
    rounds = []
    for index, start in enumerate(range(NAMES_INDEX + 1, end, 3)):
        (opponent, _numbers), score, total = printed[start : start + 3]
        opponents = tuple(_format_opponent(row.cells[index]) for row in table.rows)
        rounds.append(((opponent, opponents), score, total))
    return _Texts([*printed[: NAMES_INDEX + 1], *printed[end:]], rounds)


def _make_swiss_layout(
    paper: Paper, texts: _Texts, name_share: float, size: float, row: float, pad: float
) -> SwissLayout:
    """Return how the table is divided at *size*, with names in at most *name_share* of it."""
    body = get_list_body(paper, landscape=True)
    fixed = [_compute_column_width(column, cells, size, pad) for column, cells in texts.fixed]
    fixed[NAMES_INDEX] = min(fixed[NAMES_INDEX], name_share * body.width)
    of_rounds = []
    for columns in texts.rounds:
        widths = [_compute_column_width(column, cells, size, pad) for column, cells in columns]
        of_rounds.append(tuple(widths))
    heights = []
    for names in texts.fixed[NAMES_INDEX][1]:
        line_count = max(1, len(wrap_text(names, size, fixed[NAMES_INDEX] - pad)))
        heights.append(max(size * row, line_count * size * LEADING + pad))
    round_widths = list(map(sum, of_rounds))
    room_across = body.width - sum(fixed)
    room = body.height - HEAD_SCALE * size
    return SwissLayout(
        size=size,
        pad=pad,
        fixed=tuple(fixed),
        of_rounds=tuple(of_rounds),
        heights=tuple(heights),
        rows=_divide_evenly(heights, room),
        rounds=_divide_evenly(round_widths, room_across),
    )


def _divide_evenly(lengths: Sequence[float], room: float) -> list[range]:
    """Return rows or rounds in the fewest runs that fit *room*, of about equal length."""
    fewest = divide_by_height(lengths, room, room)
    even_room = min(room, sum(lengths) / len(fewest) + max(lengths))
    even = divide_by_height(lengths, even_room, even_room)
    if len(even) == len(fewest):
        return even
    return fewest


def _compute_column_width(column: PaperColumn, cells: Cells, size: float, pad: float) -> float:
    """Return the width that a column needs for its title and its longest text."""
    widths = [text_width(text, size, column.bold) for text in cells]
    head_size = max(size * 0.7, SMALLEST)
    widths += [text_width(line, head_size) for line in column.title.split("\n")]
    return max(widths) + pad


def _wrap_names(texts: _Texts, layout: SwissLayout) -> Cells:
    wrapped = []
    for names in texts.fixed[NAMES_INDEX][1]:
        lines = wrap_text(names, layout.size, layout.fixed[NAMES_INDEX] - layout.pad)
        wrapped.append("\n".join(lines))
    return tuple(wrapped)


def _make_part_table(
    columns: Sequence[PaperColumn], cells: Sequence[Cells], rows: range, layout: SwissLayout
) -> Table:
    rows_of_texts = list(zip(*cells, strict=True))
    row_texts = rows_of_texts[rows.start : rows.stop]
    width = sum(column.weight for column in columns)
    table = make_form_table(columns, row_texts, width, 0, layout.size)
    return replace(
        table,
        heights=tuple(layout.heights[row] for row in rows),
        pad=min(table.pad, layout.pad / 2 - 0.05),
    )
