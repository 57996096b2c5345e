"""What the papers of a party share: the band of a seat group, names, lines to write on, codes for phones."""

from director.paper.fonts import SMALLEST, longest_word, text_width, wrap_text
from director.paper.page import Box, Pen
from director.party.paper.job import QrRows

QUIET = 3  # squares of white round a code; the paper beside it is white as well
NAME_LEADING = 1.15
MOST_NAME_LINES = 2  # before a name is made smaller
STEP = 7.0  # between the strokes or dots of a pattern


def draw_group(pen: Pen, box: Box, group: str, word: str) -> None:
    """Draw the band of a seat group: its *word* between strokes (group A) or dots (group B).

    The pattern tells the groups apart across a room, in any light and on any printer.
    """
    if not group:
        return
    text = f"Group {word}" if len(word) < 2 else word
    size = min(box.height * 0.8, 20.0)
    middle = min(text_width(text, size, bold=True) + 16, box.width * 0.7)
    side = (box.width - middle) / 2
    for part in (box.column(0, side), box.column(box.width - side, side)):
        _stroke(pen, part) if group == "A" else _dot(pen, part)
    pen.write(text, box.column(side, middle).inset(4, 0), size, bold=True)


def _stroke(pen: Pen, box: Box) -> None:
    """Fill *box* with slanting strokes."""
    slant = box.height * 0.6
    count = int((box.width - slant) / STEP)
    lines = [(box.x + at * STEP, box.y, box.x + at * STEP + slant, box.top) for at in range(count + 1)]
    pen.rule(lines, 2.2)


def _dot(pen: Pen, box: Box) -> None:
    """Fill *box* with two rows of dots: dashes of no length with round ends."""
    pen.canvas.saveState()
    pen.canvas.setLineCap(1)
    pen.canvas.setDash([0, STEP])
    heights = [box.y + box.height * part for part in (0.28, 0.72)]
    pen.rule([(box.x + STEP / 2, height, box.right - STEP / 2, height) for height in heights], 3.4)
    pen.canvas.restoreState()


def write_blank(pen: Pen, box: Box, word: str, size: float) -> None:
    """Write a *word* and, behind it, a line to write on up to the end of *box*."""
    width = min(text_width(word, size) + 4, box.width)
    pen.write(word, box.column(0, width), size, align="left")
    foot = box.y + box.height * 0.22
    pen.rule([(box.x + width, foot, box.right, foot)], 0.5)


def draw_name(pen: Pen, box: Box, name: str, size: float) -> None:
    """Write a *name* at up to *size*, a long one in several lines, or leave a line to write it on.

    A name with hyphens may be parted behind them.
    """
    if not name:
        write_blank(pen, box, "Name", max(SMALLEST, min(size, box.height * 0.28)))
        return
    lines, fitting = name_lines(name, box.width, size, box.height)
    pen.write_lines(lines, box, fitting, bold=True, align="left", leading=NAME_LEADING)


def name_lines(name: str, width: float, size: float, height: float) -> tuple[tuple[str, ...], float]:
    """Return the lines of a *name* and the largest size up to *size* at which they fit; at least ``SMALLEST``."""
    while True:
        lines = wrap_text(name, size, width, bold=True)
        fits = len(lines) * size * NAME_LEADING <= height and len(lines) <= MOST_NAME_LINES
        is_parted = longest_word(name.replace("-", "- "), size, bold=True) > width
        if size <= SMALLEST or (fits and not is_parted):
            return lines, size
        size = max(SMALLEST, size - 0.5)


def draw_code(pen: Pen, box: Box, rows: QrRows) -> None:
    """Draw a QR code as large as *box* allows, with the white border that a phone needs inside it.

    It is one image of a bit a square: a thousand rectangles a card would be most of the work of a large party.
    """
    unit = min(box.width, box.height) / (len(rows) + 2 * QUIET)
    side = len(rows) * unit
    pen.stencil(Box(box.right - QUIET * unit - side, box.top - QUIET * unit - side, side, side), rows)
