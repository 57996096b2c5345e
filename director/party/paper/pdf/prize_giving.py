"""The sheet for prize-giving, in large type, last prize first."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PrizeRow
from director.pdf.fonts import text_width, wrap_text
from director.pdf.lists import list_foot, list_page, runs_by_height
from director.pdf.page import Box, Pen

TITLE, NAME, BESIDE = 13.0, 21.0, 14.0
LARGER = 1.25
LEADING = 1.25
GAP = 15.0
INDENT = 34.0
NUMBER = 48.0  # the least width of the numbers before the names
GAP_OF_NUMBER = 12.0
SMALLEST_NAME = 14.0


@dataclass(frozen=True, slots=True)
class _PrizeLine:
    """A line of a prize: text, size, weight, indent and number."""

    text: str
    size: float
    bold: bool = False
    left: float = 0.0
    number: str = ""

    @property
    def height(self) -> float:
        return self.size * LEADING


def draw_prize_giving(pen: Pen, job: PartyJob) -> None:
    """Draw every prize in order of giving, with its winner and amount."""
    body = list_page(pen, job.heading, "Prizes, in presentation order")
    scale = LARGER if pen.large_print else 1.0
    left = _room_of_numbers(job.given, scale)
    blocks = [_lines(given, body.width - INDENT, left, scale) for given in job.given]
    heights = [sum(line.height for line in block) + GAP for block in blocks]
    runs = runs_by_height(heights, body.height, body.height)
    for page_no, run in enumerate(runs, 1):
        if page_no == 1:
            page = body
        else:
            page = list_page(pen, job.heading, "Prizes, in presentation order")
        top = 0.0
        for at in run:
            _draw(pen, page.strip(top, heights[at]), at + 1, blocks[at])
            top += heights[at]
        list_foot(pen, job.heading, page_no, len(runs))


def _room_of_numbers(given: Iterable[PrizeRow], scale: float) -> float:
    """Return the width of the numbers before the names."""
    widths = (
        text_width(number, BESIDE * scale) for prize in given for number, _name in prize.takers
    )
    return max(NUMBER * scale, max(widths, default=0.0) + GAP_OF_NUMBER)


def _lines(given: PrizeRow, width: float, left: float, scale: float) -> list[_PrizeLine]:
    """Return the lines of one prize, as wide as they may be, names *left* from the others."""
    beside = ", ".join(filter(None, (given.figure, given.amount)))
    lines = _wrap_prize_text(given.title, TITLE * scale, width, bold=True)
    for number, name in given.takers:
        of_name = [
            replace(line, left=left)
            for line in _wrap_prize_text(name, NAME * scale, width - left, bold=True)
        ]
        lines += [replace(of_name[0], number=number), *of_name[1:]]
    open_tie = f"Tied. {given.open_tie}" if given.names and given.open_tie else given.open_tie
    for text in filter(None, (beside, open_tie)):
        lines += _wrap_prize_text(text, BESIDE * scale, width, bold=False)
    return lines


def _wrap_prize_text(text: str, size: float, width: float, *, bold: bool) -> list[_PrizeLine]:
    """Return *text* in lines, smaller where one of its words is wider than a line."""
    widest = max((text_width(word, size, bold=bold) for word in text.split()), default=0.0)
    if widest > width:
        fitting = max(min(size, size * width / widest), min(SMALLEST_NAME, size))
    else:
        fitting = size
    return [_PrizeLine(line, fitting, bold) for line in wrap_text(text, fitting, width, bold=bold)]


def _draw(pen: Pen, box: Box, number: int, lines: list[_PrizeLine]) -> None:
    pen.rule([(box.x, box.y + GAP / 2, box.right, box.y + GAP / 2)], 0.5)
    top = 0.0
    for at, line in enumerate(lines):
        row = box.strip(top, line.height)
        if at == 0:
            pen.write(f"{number}.", row.column(0, INDENT - 4), line.size, align="left")
        left = INDENT + line.left
        if line.number:
            pen.write(
                line.number,
                row.column(INDENT, line.left - GAP_OF_NUMBER / 2),
                line.size,
                align="left",
            )
        pen.write(
            line.text, row.column(left, box.width - left), line.size, align="left", bold=line.bold
        )
        top += line.height
