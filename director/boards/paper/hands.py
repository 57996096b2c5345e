"""Hand records: as many boards on a page as can be read, at most 36."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from director.boards.play.hands import SUITS, HandSheet, SeatSheet
from director.pdf.fonts import CAP_HEIGHT, measure_text, split_into_runs
from director.pdf.lists import divide_into_even_runs
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.words import format_date_and_section, join_with_dots, make_short_stamp
from director.sheets import Heading

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
GRIDS = ((2, 3), (3, 4), (4, 5), (5, 6), (6, 6))
"""Boards across and down a page; the last is the most that can still be read."""
LARGE_GRIDS = GRIDS[:2]
HEAD_HEIGHT, FOOT_HEIGHT = 36.0, 20.0
MIN_TEXT_SIZE, MAX_TEXT_SIZE = 9.0, 15.0
LINE_HEIGHT = 1.1  # as a multiple of the type size; lines of the smallest size are closer
MAKEABLE_LINE = 12.3  # the line of the makeable tricks, below the twelve lines of the hands
LINE_COUNT = MAKEABLE_LINE + 2  # with a line of tricks for each side
WIDTH_IN_SIZES = 9.4  # width that a board needs, as a multiple of the type size
SIGN_SCALE = 0.98  # width of a suit's sign and the room after it, as a multiple of the type size
LEFT_WIDTH = 0.335  # where the hands of North and South begin, as a share of the width
GAP = 3.0
MAX_SQUEEZE = 0.07  # how much closer letters get before they get narrower, of the type size


@dataclass(frozen=True, slots=True)
class _BoardLayout:
    """Where one board is drawn: the box without its border, and the size of its text."""

    box: Box
    size: float

    def get_line_box(self, number: float, across: float = 0.0, width: float = 1.0) -> Box:
        """Return the box of line *number*. *across* and *width* are shares of the board's width."""
        height = self.box.height / LINE_COUNT
        strip = self.box.get_strip(number * height, height)
        return strip.get_column(across * self.box.width, width * self.box.width)


def draw_hand_records(pen: Pen, heading: Heading, sheets: Sequence[HandSheet]) -> None:
    """Draw the hands of *sheets*, on as few pages as possible with about equally many each."""
    grids = LARGE_GRIDS if pen.large_print else GRIDS
    most_across, most_down = grids[-1]
    runs = divide_into_even_runs(len(sheets), most_across * most_down)
    most_sheets = max(len(run) for run in runs)
    # The first grid that has room for the fullest page has the largest type.
    across, down = next((across, down) for across, down in grids if across * down >= most_sheets)
    has_makeable = any(sheet.makeable for sheet in sheets)
    for number, run in enumerate(runs, start=1):
        page = pen.begin_page().inset(MARGIN)
        page_label = f"page {number} of {len(runs)}" if len(runs) > 1 else ""
        _write_page_head(pen, page.get_strip(0, HEAD_HEIGHT), heading, page_label)
        _write_legend(
            pen, page.get_strip(page.height - FOOT_HEIGHT, FOOT_HEIGHT), has_makeable=has_makeable
        )
        body = page.get_strip(HEAD_HEIGHT, page.height - HEAD_HEIGHT - FOOT_HEIGHT)
        for position, index in enumerate(run):
            row, column = divmod(position, across)
            cell = Box(
                body.x + column * body.width / across,
                body.top - (row + 1) * body.height / down,
                body.width / across,
                body.height / down,
            )
            _draw_board(pen, cell, sheets[index])


def _write_page_head(pen: Pen, box: Box, heading: Heading, page_label: str) -> None:
    title_strip, club_strip, date_strip = box.iter_strips(3)
    pen.write(f"Hand records: {heading.event}", title_strip, 12, align="left", bold=True)
    pen.write(heading.club, club_strip, MIN_TEXT_SIZE, align="left")
    _printing_time, code = make_short_stamp(heading, pen.printed_at)
    date_text = join_with_dots((format_date_and_section(heading), page_label))
    date_box = date_strip.get_column(0, box.width * 0.55)
    pen.write(date_text, date_box, MIN_TEXT_SIZE, align="left")
    code_box = date_strip.get_column(box.width * 0.57, box.width * 0.43)
    pen.write(code, code_box, MIN_TEXT_SIZE, align="right")


def _write_legend(pen: Pen, box: Box, *, has_makeable: bool) -> None:
    sentences = ["Top left: board, dealer, vulnerability. Bottom left: points."]
    if has_makeable:
        sentences[0] = (
            "Top left: board, dealer, vulnerability. Bottom left: points, and par for N-S."
        )
        sentences += [
            "Last two lines: the tricks N-S and E-W can make in NT ♠ ♥ ♦ ♣ with the better declarer."
        ]
    pen.write_lines(sentences, box, MIN_TEXT_SIZE, align="left", leading=1.1)


def _draw_board(pen: Pen, cell: Box, sheet: HandSheet) -> None:
    pen.draw_lines(
        [
            (cell.x, cell.y, cell.right, cell.y),
            (cell.x, cell.top, cell.right, cell.top),
            (cell.x, cell.y, cell.x, cell.top),
            (cell.right, cell.y, cell.right, cell.top),
        ],
        0.4,
    )
    box = cell.inset(GAP, 2.0)
    fitting_size = min(box.height / LINE_COUNT / LINE_HEIGHT, box.width / WIDTH_IN_SIZES)
    layout = _BoardLayout(box, max(MIN_TEXT_SIZE, min(MAX_TEXT_SIZE, fitting_size)))
    _write_corner(pen, layout, sheet)
    middle_width = 1 - LEFT_WIDTH
    _write_hand(pen, layout, sheet.north, first_line=0, across=LEFT_WIDTH, width=middle_width)
    _write_hand(pen, layout, sheet.west, first_line=4, across=0, width=0.5)
    _write_hand(pen, layout, sheet.east, first_line=4, across=0.51, width=0.49)
    _write_hand(pen, layout, sheet.south, first_line=8, across=LEFT_WIDTH, width=middle_width)
    _write_strength(pen, layout, sheet)
    if sheet.makeable:
        top = layout.get_line_box(MAKEABLE_LINE).top
        pen.draw_lines([(box.x, top, box.right, top)], 0.25)
    for number, tricks in enumerate(_iter_best_tricks(sheet)):
        _draw_tricks(pen, layout, MAKEABLE_LINE + number, ("NS", "EW")[number], tricks)


def _write_corner(pen: Pen, layout: _BoardLayout, sheet: HandSheet) -> None:
    width = LEFT_WIDTH - 0.02
    number = f"{sheet.section}{sheet.board_no}"
    pen.write(
        number, layout.get_line_box(0.1, 0, width), layout.size * 1.3, align="left", bold=True
    )
    for line, text in enumerate((sheet.dealer[0], sheet.vulnerability), start=1):
        _write_fitted_text(pen, text, layout.get_line_box(line + 0.2, 0, width), layout.size)


def _write_hand(
    pen: Pen,
    layout: _BoardLayout,
    hand: SeatSheet,
    *,
    first_line: int,
    across: float,
    width: float,
) -> None:
    for line, (suit, cards) in enumerate(zip(SUITS, hand.suits, strict=True)):
        box = layout.get_line_box(first_line + line, across, width)
        sign_width = layout.size * SIGN_SCALE
        _write_fitted_text(pen, SIGNS[suit], box, layout.size)
        cards_box = box.get_column(sign_width, box.width - sign_width)
        _write_fitted_text(pen, cards.replace(" ", ""), cards_box, layout.size)


def _write_strength(pen: Pen, layout: _BoardLayout, sheet: HandSheet) -> None:
    """Write the points of the four hands in the positions of their seats, and par below."""
    size, third = layout.size, LEFT_WIDTH / 3
    for text, line, across in (
        (sheet.north.points, 8, third),
        (sheet.west.points, 9, 0.0),
        (sheet.east.points, 9, 2 * third - 0.03),
        (sheet.south.points, 10, third),
    ):
        _write_fitted_text(
            pen, str(text), layout.get_line_box(line, across, third), size, is_centred=True
        )
    if sheet.par is not None:
        par = f"{sheet.par:+}".replace("-", "−") if sheet.par else "0"
        _write_fitted_text(pen, par, layout.get_line_box(11, 0, LEFT_WIDTH - 0.02), size)


def _iter_best_tricks(sheet: HandSheet) -> Iterator[tuple[int, ...]]:
    """Yield the tricks that N-S and E-W can make with their better declarer."""
    for side in ("NS", "EW"):
        rows = [tricks for denomination, tricks in sheet.makeable if denomination[0] in side]
        if rows:
            yield tuple(max(column) for column in zip(*rows, strict=True))


def _draw_tricks(
    pen: Pen, layout: _BoardLayout, line: float, side: str, tricks: Sequence[int]
) -> None:
    _write_fitted_text(pen, side, layout.get_line_box(line, 0, 0.2), layout.size)
    for position, count in enumerate(tricks):
        pen.write(
            str(count),
            layout.get_line_box(line, 0.2 + 0.16 * position, 0.15),
            layout.size,
            align="right",
        )


def _write_fitted_text(
    pen: Pen, text: str, box: Box, size: float, *, is_centred: bool = False
) -> None:
    """Write *text* with narrower spacing if it is too long."""
    width = measure_text(text, size)
    gaps = max(len(text) - 1, 1)
    space_to_fit = min(0.0, (box.width - width) / gaps)
    space = max(-MAX_SQUEEZE * size, space_to_fit)
    width += space * gaps
    margin = 0.0
    if is_centred:
        margin = max(0.0, box.width - width) / 2
    baseline = box.y + (box.height - CAP_HEIGHT * size) / 2
    pen.canvas.saveState()
    pen.canvas.translate(box.x + margin, baseline)
    # Narrow the letters too if the closest spacing is not enough.
    pen.canvas.scale(min(1.0, box.width / width), 1.0)
    x = 0.0
    for run in split_into_runs(text, False):
        pen.canvas.setFont(run.font, size)
        pen.canvas.drawString(x, 0.0, run.text, charSpace=space)
        x += run.width * size + space * len(run.text)
    pen.canvas.restoreState()
