"""Draw match cards, team score sheets and the cross-table.

A match card has both rooms of a match side by side. A team score sheet is for the *half* of a team
that sits in one room. Both are forms to be filled in by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from director.additions.contests.paper.records import MatchCard
from director.additions.contests.scoring.sheets import CrossTable
from director.boards.paper.pdf.recap import SMALL_MATRIX_SIZES, draw_matrix
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.marks import draw_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    iter_visible_boxes,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn
from director.sheets import Heading, Recap, RecapRow, SlipBoard
from scoring.bridge.contracts import get_duplicate_game

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
        *(PaperColumn(title, width_weight=1.3) for title in ("Plus", "Minus", "Gain")),
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
    placed_cards = iter_visible_boxes(
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
    sums = (
        ("IMPs", "Victory points")
        if get_duplicate_game(card.heading.game).is_known_elsewhere
        else ("Gain", "Points")
    )
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
    placed_halves = iter_visible_boxes(
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
    label_width = max(measure_text(title, size * 0.8) for title in ("Team", "Against")) + 4
    number_width = size * 1.4 * max(len(half.team_label), len(half.opponents_label), 2) * 0.75
    for index, (title, label, names) in enumerate(
        (
            ("Team", half.team_label, half.team_names),
            ("Against", half.opponents_label, half.opponent_names),
        )
    ):
        row = box.get_strip(index * team_height, team_height)
        pen.write(title, row.get_column(0, label_width), size * 0.8, align="left")
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
        f"{table.title}, in {table.unit}",
        titles,
        empty_text="–",
        default_sizes=SMALL_MATRIX_SIZES,
    )
