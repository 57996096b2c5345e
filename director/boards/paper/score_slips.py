"""Pick-up slips: one a table and round, collected when the boards are played."""

from collections.abc import Sequence
from dataclasses import replace

from director.paper.fonts import wrap_text
from director.paper.page import Box, Pen
from director.paper.pieces import STAMP, Cut, Layout, draw_stamp, piece_width, placed, write_titles
from director.paper.tables import Column, Table
from director.paper.words import seat_label, side_title
from director.sheets import Heading, ScoreSlip, SlipBoard

USUAL = Layout(
    cuts=(Cut(2, 2, 4), Cut(3, 2, 3), Cut(10, 2, 2), Cut(30, 2, 1)), head=54, foot=STAMP + 22, tallest_row=46, size=14
)
LARGE = Layout(cuts=(Cut(2, 1, 3), Cut(7, 1, 2), Cut(26, 1, 1)), head=74, foot=STAMP + 30, tallest_row=40, size=20)
MARK, LARGE_MARK = 10.0, 14.0
MARK_LEADING = 1.2
TITLES = 0.5  # the part of the head that holds table and round

COLUMNS = {
    "bridge": (
        Column("Board", weight=1.0, bold=True),
        Column("Dealer\nVul", weight=1.25, scale=0.65),
        Column("Contract", weight=1.7),
        Column("By", weight=0.9),
        Column("Made/\ndown", weight=1.2),
        Column("Score\nN-S", weight=1.5),
        Column("Score\nE-W", weight=1.5),
    ),
    "whist": (
        Column("Board", weight=1.0, bold=True),
        Column("N-S\ntricks", weight=2),
        Column("E-W\ntricks", weight=2),
    ),
}


def draw_score_slips(pen: Pen, slips: Sequence[ScoreSlip], spares: int = 0) -> None:
    """Draw every slip that has a board to play, then *spares* without table, round and pairs.

    Slips get lost, hence the spares; they have as many lines as the longest slip.
    """
    usual, size = (LARGE, LARGE_MARK) if pen.large_print else (USUAL, MARK)
    played = [slip for slip in slips if slip.boards]
    lines = max(len(slip.boards) for slip in played)
    width = piece_width(pen, usual, lines)
    room = max(len(_special(slip, width, size)) for slip in played) * size * MARK_LEADING
    layout = replace(usual, head=usual.head + room).roomy(pen, lines)
    blanks = (_blank(played[-1].heading, lines),) * spares
    for place, slip in placed(pen, layout, (*played, *blanks), lines):
        _draw_head(pen, place.strip(0, usual.head), slip, usual.head * 0.36)
        special = _special(slip, width, size)
        pen.write_lines(special, place.strip(usual.head, room), size, align="left", bold=True, leading=MARK_LEADING)
        bottom = _table(place, slip, layout).draw(pen, place.x, place.top - layout.head - 2)
        _draw_foot(pen, Box(place.x, bottom - layout.foot, place.width, layout.foot), slip.heading, usual.size * 0.7)


def _special(slip: ScoreSlip, width: float, size: float) -> tuple[str, ...]:
    """Return the lines that say what is special at a table in a round, and which copy of the boards lies there."""
    texts = filter(None, (slip.copy.capitalize(), *slip.marks))
    return tuple(line for text in texts for line in wrap_text(text, size, width, bold=True))


def _blank(heading: Heading, lines: int) -> ScoreSlip:
    nothing = SlipBoard(board_no=0, dealer="", vulnerability="")
    return ScoreSlip(heading=heading, table_no=0, round_no=0, ns="", ew="", boards=(nothing,) * lines)


def _draw_head(pen: Pen, box: Box, slip: ScoreSlip, size: float) -> None:
    """Write table and round, and below them who plays."""
    upper, lower = box.strip(0, box.height * TITLES), box.strip(box.height * TITLES, box.height * (1 - TITLES))
    table = f"{slip.heading.section}{slip.table_no}" if slip.table_no else ""
    pairs = (
        (side_title("N-S", slip.heading), seat_label(slip.ns, "NS")),
        (side_title("E-W", slip.heading), seat_label(slip.ew, "EW")),
    )
    for line, titles in ((upper, (("Table", table), ("Round", str(slip.round_no or "")))), (lower, pairs)):
        for index, title in enumerate(titles):
            write_titles(pen, line.column(box.width * index / 2, box.width / 2), (title,), size)


def _table(place: Box, slip: ScoreSlip, layout: Layout) -> Table:
    columns = COLUMNS[slip.heading.game]
    rows = [_row(board, len(columns)) for board in slip.boards]
    name = f"The pick-up slip of table {slip.table_no}, round {slip.round_no}"
    return layout.form_on(place, columns, rows, name)


def _row(board: SlipBoard, cells: int) -> tuple[str, ...]:
    number = str(board.board_no) if board.board_no else ""
    facts = (f"{board.dealer[:1]} {board.vulnerability}" if board.dealer else "",) if cells > 3 else ()
    return (number, *facts, *("",) * (cells - 1 - len(facts)))


def _draw_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Leave room for the initials of East-West, who agree to what was written, and write the stamp below."""
    draw_stamp(pen, box, heading)
    box = box.strip(0, box.height - STAMP)
    pen.write("E-W initials", box.column(0, box.width * 0.5), size, align="right")
    line = box.column(box.width * 0.52, box.width * 0.48)
    pen.rule([(line.x, box.y + box.height * 0.25, line.right, box.y + box.height * 0.25)], 0.5)
