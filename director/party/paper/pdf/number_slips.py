"""The hundred numbers of a drawn-number prize, on slips to cut out."""

from director.party.paper.pdf.job import PartyJob
from director.pdf.lists import list_foot, list_page
from director.pdf.page import Box, Pen

ACROSS = 5
SIZE = 24.0


def draw_number_slips(pen: Pen, job: PartyJob) -> None:
    """Draw every number on one page, with straight cuts."""
    numbers = job.numbers
    down = -(-len(numbers) // ACROSS)
    body = list_page(
        pen,
        job.heading,
        "Numbers to cut out and draw from",
        f"{len(numbers)} slips from {numbers[0]}",
    )
    body = Box(0, body.y + 4, pen.paper[0], body.height - 4)
    _cut(pen, body, down)
    for at, number in enumerate(numbers):
        row, column = divmod(at, ACROSS)
        slip = body.strip(row * body.height / down, body.height / down)
        pen.write(
            str(number),
            slip.column(column * body.width / ACROSS, body.width / ACROSS),
            SIZE,
            bold=True,
        )
    list_foot(pen, job.heading, 1, 1)


def _cut(pen: Pen, body: Box, down: int) -> None:
    """Draw the dashed lines to cut along: head and foot of the page come off first."""
    level = [body.y + at * body.height / down for at in range(down + 1)]
    upright = [body.width * at / ACROSS for at in range(1, ACROSS)]
    pen.canvas.saveState()
    pen.canvas.setDash(4, 4)
    pen.rule(
        [(0.0, y, body.right, y) for y in level] + [(x, body.y, x, body.top) for x in upright], 0.4
    )
    pen.canvas.restoreState()
