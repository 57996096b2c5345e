"""The sheet for prize-giving, in large type, last prize first."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PrizeRow
from director.pdf.fonts import text_width, wrap_text
from director.pdf.lists import begin_list_page, divide_by_height, draw_list_foot
from director.pdf.page import Box, Pen

TITLE_SIZE, NAME_SIZE, DETAIL_SIZE = 13.0, 21.0, 14.0  # details are figures and sums
LARGE_PRINT_SCALE = 1.25
LEADING = 1.25
GAP = 15.0
INDENT = 34.0
MIN_NUMBER_WIDTH = 48.0  # of the numbers before the names
NUMBER_GAP = 12.0
MIN_NAME_SIZE = 14.0


@dataclass(frozen=True, slots=True)
class _PrizeLine:
    """A line of a prize: text, size, weight, indent and number."""

    text: str
    size: float
    is_bold: bool = False
    indent: float = 0.0
    number: str = ""

    @property
    def height(self) -> float:
        return self.size * LEADING


def draw_prize_giving(pen: Pen, job: PartyJob) -> None:
    """Draw every prize in order of giving, with its winner and amount."""
    body = begin_list_page(pen, job.heading, "Prizes, in presentation order")
    scale = LARGE_PRINT_SCALE if pen.large_print else 1.0
    number_width = _measure_number_width(job.won_prizes, scale)
    blocks = [
        _make_prize_lines(prize, body.width - INDENT, number_width, scale)
        for prize in job.won_prizes
    ]
    heights = [sum(line.height for line in block) + GAP for block in blocks]
    runs = divide_by_height(heights, body.height, body.height)
    for page_no, run in enumerate(runs, 1):
        if page_no == 1:
            page = body
        else:
            page = begin_list_page(pen, job.heading, "Prizes, in presentation order")
        top = 0.0
        for index in run:
            _draw_prize(pen, page.strip(top, heights[index]), index + 1, blocks[index])
            top += heights[index]
        draw_list_foot(pen, job.heading, page_no, len(runs))


def _measure_number_width(prizes: Iterable[PrizeRow], scale: float) -> float:
    """Return the width of the numbers before the names."""
    width = 0.0
    for prize in prizes:
        for number, _name in prize.takers:
            width = max(width, text_width(number, DETAIL_SIZE * scale))
    return max(MIN_NUMBER_WIDTH * scale, width + NUMBER_GAP)


def _make_prize_lines(
    prize: PrizeRow, width: float, number_width: float, scale: float
) -> list[_PrizeLine]:
    """Return the lines of one prize within *width*, names indented by *number_width*."""
    figure_and_amount = ", ".join(filter(None, (prize.figure, prize.amount)))
    lines = _wrap_prize_text(prize.title, TITLE_SIZE * scale, width, bold=True)
    for number, name in prize.takers:
        name_lines = [
            replace(line, indent=number_width)
            for line in _wrap_prize_text(name, NAME_SIZE * scale, width - number_width, bold=True)
        ]
        lines += [replace(name_lines[0], number=number), *name_lines[1:]]
    open_tie = f"Tied. {prize.open_tie}" if prize.names and prize.open_tie else prize.open_tie
    for text in filter(None, (figure_and_amount, open_tie)):
        lines += _wrap_prize_text(text, DETAIL_SIZE * scale, width, bold=False)
    return lines


def _wrap_prize_text(text: str, size: float, width: float, *, bold: bool) -> list[_PrizeLine]:
    """Return *text* in lines, in a smaller size if one of its words is wider than a line."""
    widest = max((text_width(word, size, bold=bold) for word in text.split()), default=0.0)
    if widest > width:
        fitting_size = max(min(size, size * width / widest), min(MIN_NAME_SIZE, size))
    else:
        fitting_size = size
    return [
        _PrizeLine(line, fitting_size, bold)
        for line in wrap_text(text, fitting_size, width, bold=bold)
    ]


def _draw_prize(pen: Pen, box: Box, number: int, lines: list[_PrizeLine]) -> None:
    pen.rule([(box.x, box.y + GAP / 2, box.right, box.y + GAP / 2)], 0.5)
    top = 0.0
    for index, line in enumerate(lines):
        row = box.strip(top, line.height)
        if index == 0:
            pen.write(f"{number}.", row.column(0, INDENT - 4), line.size, align="left")
        left = INDENT + line.indent
        if line.number:
            pen.write(
                line.number,
                row.column(INDENT, line.indent - NUMBER_GAP / 2),
                line.size,
                align="left",
            )
        pen.write(
            line.text,
            row.column(left, box.width - left),
            line.size,
            align="left",
            bold=line.is_bold,
        )
        top += line.height
