"""The hundred numbers of a drawn-number prize, on slips to cut out."""

from director.party.paper.pdf.job import PartyJob
from director.pdf.lists import begin_list_page, draw_list_foot
from director.pdf.page import Box, Pen

SLIPS_ACROSS = 5
NUMBER_SIZE = 24.0


def draw_number_slips(pen: Pen, job: PartyJob) -> None:
    """Draw every number on one page, with straight cuts."""
    numbers = job.slip_numbers
    slips_down = -(-len(numbers) // SLIPS_ACROSS)
    body = begin_list_page(
        pen,
        job.heading,
        "Numbers to cut out and draw from",
        f"{len(numbers)} slips from {numbers[0]}",
    )
    # The slips go to the edges of the paper, so that every cut is straight across.
    body = Box(0, body.y + 4, pen.paper[0], body.height - 4)
    _draw_cutting_lines(pen, body, slips_down)
    for index, number in enumerate(numbers):
        row, column = divmod(index, SLIPS_ACROSS)
        slip = body.strip(row * body.height / slips_down, body.height / slips_down)
        pen.write(
            str(number),
            slip.column(column * body.width / SLIPS_ACROSS, body.width / SLIPS_ACROSS),
            NUMBER_SIZE,
            bold=True,
        )
    draw_list_foot(pen, job.heading, 1, 1)


def _draw_cutting_lines(pen: Pen, body: Box, slips_down: int) -> None:
    """Draw dashed lines between the slips, and between them and the head and foot of the page."""
    row_lines = []
    for row in range(slips_down + 1):
        y = body.y + row * body.height / slips_down
        row_lines.append((0.0, y, body.right, y))
    column_lines = []
    for column in range(1, SLIPS_ACROSS):
        x = body.width * column / SLIPS_ACROSS
        column_lines.append((x, body.y, x, body.top))
    pen.canvas.saveState()
    pen.canvas.setDash(4, 4)
    pen.rule(row_lines + column_lines, 0.4)
    pen.canvas.restoreState()
