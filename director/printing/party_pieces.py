"""What the papers of a party share: the band of a seat group, the title of a small sheet, the stamp at its foot."""

from director.printing.fonts import text_width, width_in_lines, wrap_text
from director.printing.page import Box, Pen
from director.printing.words import stamp
from director.sheets import Heading

STAMP = 17.0  # height of the stamp at the foot of a small sheet
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
    """Write a *name* at up to *size*, a long one in two lines, or leave a line to write it on."""
    if not name:
        write_blank(pen, box, "Name", min(size, box.height * 0.28))
        return
    if text_width(name, size, bold=True) <= box.width:
        pen.write(name, box, size, bold=True, align="left")
        return
    smaller = min(size, box.height / 2.4, size * box.width / width_in_lines(name, 2, size, bold=True))
    smaller = max(smaller, 7.0)
    lines = wrap_text(name, smaller, max(box.width, width_in_lines(name, 2, smaller, bold=True) + 0.1), bold=True)
    pen.write_lines(lines, box, smaller, bold=True, align="left")
