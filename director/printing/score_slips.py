"""Pick-up slips: one a table and round, collected when the boards are played."""

from collections.abc import Sequence

from director.printing.page import Box, Pen
from director.printing.pieces import Cut, Layout, places, write_stamp, write_titles
from director.printing.tables import Column, Table
from director.printing.words import seat_label
from director.sheets import Heading, ScoreSlip, SlipBoard

USUAL = Layout(cuts=(Cut(3, 2, 3), Cut(10, 2, 2), Cut(30, 2, 1)), head=62, foot=22, tallest_row=46, size=14)
LARGE = Layout(cuts=(Cut(4, 1, 3), Cut(8, 1, 2), Cut(26, 1, 1)), head=76, foot=30, tallest_row=40, size=20)
TITLES = 34.0  # height of the upper line of the head: table and round

COLUMNS = {
    "bridge": (
        Column("Board", weight=1.0, bold=True),
        Column("Dealer\nVul", weight=0.9, scale=0.55),
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
    layout = LARGE if pen.large_print else USUAL
    played = [slip for slip in slips if slip.boards]
    lines = max(len(slip.boards) for slip in played)
    blanks = (_blank(played[-1].heading, lines),) * spares
    counts = [lines] * (len(played) + spares)
    for place, slip in zip(places(pen, layout, counts), (*played, *blanks), strict=True):
        _draw_head(pen, place.strip(0, layout.head), slip)
        bottom = _table(place, slip, layout).draw(pen, place.x, place.top - layout.head - 2)
        _draw_foot(pen, Box(place.x, bottom - layout.foot, place.width, layout.foot))


def _blank(heading: Heading, lines: int) -> ScoreSlip:
    nothing = SlipBoard(board_no=0, dealer="", vulnerability="")
    return ScoreSlip(heading=heading, table_no=0, round_no=0, ns="", ew="", boards=(nothing,) * lines)


def _figure(number: int) -> str:
    return str(number) if number else "____"


def _draw_head(pen: Pen, box: Box, slip: ScoreSlip) -> None:
    """Write table and round with the stamp at their right, and who plays below."""
    upper, lower = box.strip(0, TITLES), box.strip(TITLES, box.height - TITLES)
    table = f"{slip.heading.section}{_figure(slip.table_no)}"
    titles = (("Table", table), ("Round", _figure(slip.round_no)))
    taken = write_titles(pen, upper.column(0, box.width * 0.62), titles, 22)
    write_stamp(pen, upper.column(taken, box.width - taken), slip.heading)
    size = min(20.0, lower.height * 0.62)
    for across, direction, label in ((0.0, "NS", slip.ns), (0.5, "EW", slip.ew)):
        name = {"NS": "N-S pair", "EW": "E-W pair"}[direction]
        figure = seat_label(label, direction) or "____"
        write_titles(pen, lower.column(box.width * across, box.width * 0.5), ((name, figure),), size)


def _table(place: Box, slip: ScoreSlip, layout: Layout) -> Table:
    columns = COLUMNS[slip.heading.game]
    rows = [_row(board, len(columns)) for board in slip.boards]
    name = f"The pick-up slip of table {slip.table_no}, round {slip.round_no}"
    return layout.form_on(place, columns, rows, name)


def _row(board: SlipBoard, cells: int) -> tuple[str, ...]:
    number = str(board.board_no) if board.board_no else ""
    facts = (f"{board.dealer[:1]}\n{board.vulnerability}" if board.dealer else "",) if cells > 3 else ()
    return (number, *facts, *("",) * (cells - 1 - len(facts)))


def _draw_foot(pen: Pen, box: Box) -> None:
    """Leave room for the initials of East-West, who agree to what was written."""
    pen.write("E-W initials", box.column(0, box.width * 0.5), 9, align="right")
    line = box.column(box.width * 0.52, box.width * 0.48)
    pen.rule([(line.x, box.y + box.height * 0.25, line.right, box.y + box.height * 0.25)], 0.5)
