"""The compass rose of a guide card: four points, half black, and the letters of the seats."""

from math import cos, pi, sin

from director.pdf.page import Box, Pen

SEAT_LETTERS = "NESW"


def draw_compass(pen: Pen, box: Box) -> None:
    """Draw the rose as large as *box* allows, North at the top."""
    x = box.x + box.width / 2
    y = box.y + box.height / 2
    letter = min(16.0, max(9.0, box.height * 0.14))
    radius = box.height / 2 - letter * 1.1
    pen.canvas.setLineWidth(0.7)
    for quarter, name in enumerate(SEAT_LETTERS):
        angle = pi / 2 - quarter * pi / 2
        _draw_point(pen, x, y, radius=radius, angle=angle)
        reach = radius + letter * 0.65
        letter_box = Box(
            x + reach * cos(angle) - 1.5 * letter,
            y + reach * sin(angle) - letter / 2,
            3 * letter,
            letter,
        )
        pen.write(name, letter_box, letter, bold=True)


def _draw_point(pen: Pen, x: float, y: float, *, radius: float, angle: float) -> None:
    """Draw one of the four points: a kite whose one half is black."""
    for side, filled in ((1, 1), (-1, 0)):
        waist = angle + side * pi / 4
        path = pen.canvas.beginPath()
        path.moveTo(x, y)
        path.lineTo(x + radius * 0.3 * cos(waist), y + radius * 0.3 * sin(waist))
        path.lineTo(x + radius * cos(angle), y + radius * sin(angle))
        path.close()
        pen.canvas.drawPath(path, stroke=1, fill=filled)
