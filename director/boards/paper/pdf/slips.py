"""Draw pick-up slips of results, one for a table and round.

They are collected when the boards have been played.
"""

from collections.abc import Sequence
from dataclasses import replace

from director.boards.paper.pdf.score_columns import (
    BOARD_COLUMN,
    TRUMP_COLUMN,
    get_score_form,
    make_side_columns,
)
from director.pdf.fonts import wrap_text
from director.pdf.marks import write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_visible_boxes,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn, Table
from director.pdf.words import make_side_title, shorten_seat_label
from director.sheets import Heading, ScoreSlip, SlipBoard
from scoring.bridge.contracts import get_duplicate_game

DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=2, across=2, down=4),
        PageDivision(max_rows=3, across=2, down=3),
        PageDivision(max_rows=10, across=2, down=2),
        PageDivision(max_rows=30, across=2, down=1),
    ),
    head_height=54,
    foot_height=STAMP_HEIGHT + 22,
    max_row_height=46,
    text_size=14,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=2, across=1, down=3),
        PageDivision(max_rows=7, across=1, down=2),
        PageDivision(max_rows=26, across=1, down=1),
    ),
    head_height=74,
    foot_height=STAMP_HEIGHT + 30,
    max_row_height=40,
    text_size=20,
)
MARK_SIZE = 10.0
LARGE_MARK_SIZE = 14.0
MARK_LEADING = 1.2

_COLUMNS = {
    "bridge": (
        PaperColumn("Board", width_weight=1.0, bold=True),
        PaperColumn("Dealer\nVul", width_weight=1.25, size_scale=0.65),
        PaperColumn("Contract", width_weight=1.7),
        PaperColumn("By", width_weight=0.9),
        PaperColumn("Made/\ndown", width_weight=1.2),
        PaperColumn("Score\nN-S", width_weight=1.5),
        PaperColumn("Score\nE-W", width_weight=1.5),
    ),
    "auction": (
        PaperColumn("Board", width_weight=1.0, bold=True),
        PaperColumn("Dealer", width_weight=1.1, size_scale=0.65),
        PaperColumn("Contract", width_weight=1.7),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Made/\ndown", width_weight=1.2),
        PaperColumn("Hon.", width_weight=1.1),
        PaperColumn("N-S\nplus", width_weight=1.4),
        PaperColumn("N-S\nminus", width_weight=1.4),
    ),
    "whist": (
        BOARD_COLUMN,
        TRUMP_COLUMN,
        PaperColumn("N-S\ntricks", width_weight=2),
        PaperColumn("E-W\ntricks", width_weight=2),
    ),
}
_POINTS_WEIGHT = {"bridge": 1.2, "auction": 1.2, "whist": 1.6}


def make_slip_columns(heading: Heading) -> tuple[PaperColumn, ...]:
    """Return the columns of a pick-up slip."""
    return (
        *_COLUMNS[heading.game],
        *make_side_columns(get_score_form(heading).slip_columns, _POINTS_WEIGHT[heading.game]),
    )


def draw_score_slips(pen: Pen, slips: Sequence[ScoreSlip], spare_count: int = 0) -> None:
    """Draw every slip that has a board to play, then spare ones without table, round and pairs.

    Slips get lost, hence the spares. They have as many lines as the longest slip.
    """
    if pen.large_print:
        base_layout = LARGE_LAYOUT
        mark_size = LARGE_MARK_SIZE
    else:
        base_layout = DEFAULT_LAYOUT
        mark_size = MARK_SIZE
    played_slips = [slip for slip in slips if slip.boards]
    most_boards = max(len(slip.boards) for slip in played_slips)
    width = compute_piece_width(pen, base_layout, most_boards)
    most_marks = max(len(_wrap_marks(slip, width, mark_size)) for slip in played_slips)
    marks_height = most_marks * mark_size * MARK_LEADING
    layout = replace(
        base_layout, head_height=base_layout.head_height + marks_height
    ).with_roomy_cuts(pen, most_boards)
    spare_slips = (_make_spare_slip(played_slips[-1].heading, most_boards),) * spare_count
    for slip_box, slip in iter_visible_boxes(
        pen,
        layout,
        (*played_slips, *spare_slips),
        most_boards,
        count_rows=lambda slip: len(slip.boards),
    ):
        head_box = slip_box.get_strip(0, base_layout.head_height)
        _draw_slip_head(pen, head_box, slip, base_layout.head_height * 0.36)
        pen.write_lines(
            _wrap_marks(slip, width, mark_size),
            slip_box.get_strip(base_layout.head_height, marks_height),
            mark_size,
            align="left",
            bold=True,
            leading=MARK_LEADING,
        )
        bottom = _make_slip_table(slip_box, slip, layout).draw(
            pen, slip_box.x, slip_box.top - layout.head_height - 2
        )
        foot_box = Box(slip_box.x, bottom - layout.foot_height, slip_box.width, layout.foot_height)
        _draw_slip_foot(pen, foot_box, slip.heading, base_layout.text_size * 0.7)


def _wrap_marks(slip: ScoreSlip, width: float, size: float) -> tuple[str, ...]:
    """Return the lines of the copy of the boards, and of remarks on the table in this round."""
    lines: list[str] = []
    for text in (slip.copy.capitalize(), *slip.marks):
        if text:
            lines += wrap_text(text, size, width, bold=True)
    return tuple(lines)


def _make_spare_slip(heading: Heading, board_count: int) -> ScoreSlip:
    no_board = SlipBoard(board_no=0, dealer="", vulnerability="")
    return ScoreSlip(
        heading=heading, table_no=0, round_no=0, ns="", ew="", boards=(no_board,) * board_count
    )


def _draw_slip_head(pen: Pen, box: Box, slip: ScoreSlip, size: float) -> None:
    """Write table and round, and below them both sides."""
    table = f"{slip.heading.section}{slip.table_no}" if slip.table_no else ""
    table_titles = (("Table", table), ("Round", str(slip.round_no or "")))
    side_titles = (
        (make_side_title("N-S", slip.heading), shorten_seat_label(slip.ns, "NS")),
        (make_side_title("E-W", slip.heading), shorten_seat_label(slip.ew, "EW")),
    )
    row_height = box.height * 0.5
    for row_index, titles in enumerate((table_titles, side_titles)):
        row = box.get_strip(row_index * row_height, row_height)
        for column_index, title in enumerate(titles):
            title_box = row.get_column(box.width * column_index / 2, box.width / 2)
            write_labelled_figures(pen, title_box, (title,), size)


def _make_slip_table(slip_box: Box, slip: ScoreSlip, layout: SlipLayout) -> Table:
    columns = make_slip_columns(slip.heading)
    rows = [_make_slip_row(board, slip.heading.game, len(columns)) for board in slip.boards]
    table_title = f"The pick-up slip of table {slip.table_no}, round {slip.round_no}"
    return layout.make_form(slip_box, columns, rows, table_title)


def _make_slip_row(board: SlipBoard, game: str, cell_count: int) -> tuple[str, ...]:
    number = str(board.board_no) if board.board_no else ""
    if get_duplicate_game(game).has_turned_trump:
        fact = ""  # the trump, which is known at the table only
    else:
        fact = f"{board.dealer[:1]} {board.vulnerability}".strip()
    blank_cells = ("",) * (cell_count - 2)
    return (number, fact, *blank_cells)


def _draw_slip_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Draw the stamp, and a line for East-West's initials."""
    draw_stamp(pen, box, heading)
    box = box.get_strip(0, box.height - STAMP_HEIGHT)
    if get_duplicate_game(heading.game).is_auction:
        write_blank(pen, box.get_column(0, box.width * 0.28), "Net N-S", size)
    pen.write("E-W initials", box.get_column(0, box.width * 0.5), size, align="right")
    line_box = box.get_column(box.width * 0.52, box.width * 0.48)
    level = box.y + box.height * 0.25
    pen.draw_lines([(line_box.x, level, line_box.right, level)], 0.5)
