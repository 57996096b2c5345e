"""The sheet for whoever gives the prizes: the last one first, in type that is read at arm's length."""

from dataclasses import dataclass, replace

from director.paper.fonts import text_width, wrap_text
from director.paper.lists import list_foot, list_page, runs_by_height
from director.paper.page import Box, Pen
from director.party.paper.job import PartyJob
from director.party.sheets import Given

TITLE, NAME, BESIDE = 13.0, 21.0, 14.0
LARGER = 1.25
LEADING = 1.25
GAP = 15.0
INDENT = 34.0
NUMBER = 48.0  # the width of a player's number before the name
SMALLEST_NAME = 14.0


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a prize: its text, size, whether it is bold, and the player's number that stands before it."""

    text: str
    size: float
    bold: bool = False
    number: str = ""

    @property
    def height(self) -> float:
        return self.size * LEADING


def draw_prize_giving(pen: Pen, job: PartyJob) -> None:
    """Draw every prize in the order of giving: what for, who with number, with what, and what it pays."""
    body = list_page(pen, job.heading, "Prizes, in the order of giving")
    blocks = [_lines(given, body.width - INDENT, LARGER if pen.large_print else 1.0) for given in job.given]
    heights = [sum(line.height for line in block) + GAP for block in blocks]
    runs = runs_by_height(heights, body.height, body.height)
    for page_no, run in enumerate(runs, 1):
        page = body if page_no == 1 else list_page(pen, job.heading, "Prizes, in the order of giving")
        top = 0.0
        for at in run:
            _draw(pen, page.strip(top, heights[at]), at + 1, blocks[at])
            top += heights[at]
        list_foot(pen, job.heading, page_no, len(runs))


def _lines(given: Given, width: float, scale: float) -> list[_Line]:
    """Return the lines of one prize, as wide as they may be."""
    beside = ", ".join(filter(None, (given.figure, given.amount)))
    lines = _wrapped(given.title, TITLE * scale, width, bold=True)
    for number, name in given.players:
        first, *more = _wrapped(name, NAME * scale, width - NUMBER * scale, bold=True)
        lines += [replace(first, number=str(number)), *(replace(line, number=" ") for line in more)]
    open_tie = f"Tied. {given.open_tie}" if given.names and given.open_tie else given.open_tie
    for text in filter(None, (beside, open_tie)):
        lines += _wrapped(text, BESIDE * scale, width, bold=False)
    return lines


def _wrapped(text: str, size: float, width: float, *, bold: bool) -> list[_Line]:
    """Return *text* in lines, smaller where one of its words is wider than a line."""
    widest = max((text_width(word, size, bold=bold) for word in text.split()), default=0.0)
    fitting = max(min(size, size * width / widest), min(SMALLEST_NAME, size)) if widest > width else size
    return [_Line(line, fitting, bold) for line in wrap_text(text, fitting, width, bold=bold)]


def _draw(pen: Pen, box: Box, number: int, lines: list[_Line]) -> None:
    pen.rule([(box.x, box.y + GAP / 2, box.right, box.y + GAP / 2)], 0.5)
    top = 0.0
    for at, line in enumerate(lines):
        row = box.strip(top, line.height)
        if at == 0:
            pen.write(f"{number}.", row.column(0, INDENT - 4), line.size, align="left")
        left = INDENT + (NUMBER * line.size / NAME if line.number else 0)
        pen.write(line.number.strip(), row.column(INDENT, left - INDENT), line.size, align="left")
        pen.write(line.text, row.column(left, box.width - left), line.size, align="left", bold=line.bold)
        top += line.height
