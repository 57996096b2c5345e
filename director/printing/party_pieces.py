"""What the papers of a party share: the band of a seat group, the title of a small sheet, the stamp at its foot."""

from collections.abc import Iterator
from itertools import groupby

from director.printing.fonts import text_width, width_in_lines, wrap_text
from director.printing.page import Box, Pen
from director.printing.party_job import QrRows
from director.printing.words import stamp
from director.sheets import Heading

STAMP = 17.0  # height of the stamp at the foot of a small sheet
QUIET = 3  # squares of white round a code; the paper beside it is white as well
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


def draw_stamp(pen: Pen, box: Box, heading: Heading) -> None:
    """Write the four lines every sheet carries along the foot of a small sheet."""
    lines = stamp(heading, pen.printed_at)
    left = box.width * 0.42
    pen.write_lines(lines[:2], box.column(0, left - 3), 6.5, align="left")
    pen.write_lines(lines[2:], box.column(left + 3, box.width - left - 3), 6.5, align="right")


def write_blank(pen: Pen, box: Box, word: str, size: float) -> None:
    """Write a *word* and, behind it, a line to write on up to the end of *box*."""
    width = min(text_width(word, size) + 4, box.width)
    pen.write(word, box.column(0, width), size, align="left")
    foot = box.y + box.height * 0.22
    pen.rule([(box.x + width, foot, box.right, foot)], 0.5)


def draw_name(pen: Pen, box: Box, name: str, size: float) -> None:
    """Write a *name* at up to *size*, a long one in two or three lines, or leave a line to write it on.

    A name with hyphens may be parted behind them.
    """
    if not name:
        write_blank(pen, box, "Name", min(size, box.height * 0.28))
        return
    if text_width(name, size, bold=True) <= box.width:
        pen.write(name, box, size, bold=True, align="left")
        return
    parted = name.replace("-", "- ")
    widths = {lines: width_in_lines(parted, lines, 1.0, bold=True) for lines in (2, 3)}
    sizes = {lines: min(size, box.height / lines / 1.2, box.width / width) for lines, width in widths.items()}
    best = max(sizes, key=lambda lines: sizes[lines])
    lines = wrap_text(parted, sizes[best], widths[best] * sizes[best] + 0.1, bold=True)
    pen.write_lines([line.replace("- ", "-") for line in lines], box, sizes[best], bold=True, align="left")


def draw_code(pen: Pen, box: Box, rows: QrRows) -> None:
    """Draw a QR code as large as *box* allows, with the white border that a phone needs inside it."""
    side = len(rows) + 2 * QUIET
    unit = min(box.width, box.height) / side
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate(box.right - (side - QUIET) * unit, box.top - QUIET * unit)
    canvas.scale(unit, -unit)
    path = canvas.beginPath()
    for down, row in enumerate(rows):
        for start, stop in _dark_runs(row):
            path.rect(start, down, stop - start, 1)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _dark_runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Yield where dark squares begin and end.

    >>> list(_dark_runs(bytes([1, 1, 0, 1])))
    [(0, 2), (3, 4)]
    """
    at = 0
    for dark, squares in groupby(row):
        stop = at + len(list(squares))
        if dark:
            yield at, stop
        at = stop
