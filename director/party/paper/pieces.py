"""What the papers of a party share: the band of a seat group."""

from director.paper.fonts import text_width
from director.paper.page import Box, Pen

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
