"""The director's master sheet: the whole movement on paper, rounds down, tables across."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from director.printing.fonts import SMALLEST, wrap_text
from director.printing.lists import even_runs, list_foot, list_page, runs_by_height
from director.printing.page import Box, Pen
from director.printing.words import seat_label
from director.sheets import GuideCard, GuideCardRow, Heading

TITLE = "Master sheet"
NOBODY = "–"
ROUND_WIDTH, SIT_OUT_WIDTH = 66.0, 70.0
TITLES = 20.0
MARK_SCALE = 0.6
USUAL_SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
LARGE_SIZES = (22.0, 20.0, 18.0)
LEAST_CELL = 5.8  # width of a table's column, against the size
MOST_CELL = 13.0


@dataclass(frozen=True, slots=True)
class Line:
    """One round: what happens at each table, what is special for all of them, and who has no opponents."""

    round_no: int
    cells: Mapping[int, GuideCardRow]
    marks: tuple[str, ...]
    sitting_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of one master sheet, in points."""

    text: float
    cell: float
    sit_out: float

    @property
    def mark(self) -> float:
        """The size of what is special."""
        return max(self.text * MARK_SCALE, SMALLEST + 0.5)

    def marks(self, row: GuideCardRow, common: Sequence[str]) -> tuple[str, ...]:
        """Return the lines of what is special at one table only; who sits out has a column of its own."""
        if NOBODY in (row.ns, row.ew):
            return ()
        texts = [mark.removeprefix("boards ") for mark in row.marks if mark not in common]
        return tuple(line for text in texts for line in wrap_text(text, self.mark, self.cell - 4))

    def sitting_out(self, line: Line) -> tuple[str, ...]:
        """Return the lines that say who has no opponents in a round."""
        return wrap_text(", ".join(line.sitting_out), self.text, SIT_OUT_WIDTH - 4)

    def height(self, line: Line) -> float:
        """Return the height of a round."""
        marks = max((len(self.marks(row, line.marks)) for row in line.cells.values()), default=0)
        cells = 2.35 * self.text + marks * self.mark * 1.15
        first = self.text * 1.5 + len(line.marks) * self.mark * 1.2
        return max(cells, first, len(self.sitting_out(line)) * self.text * 1.2) + 6


@dataclass(frozen=True, slots=True)
class Plan:
    """A master sheet, divided into pages of some rounds and some tables each."""

    sizes: Sizes
    pages: list[tuple[list[Line], list[int]]]


def draw_master_sheets(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw one master sheet for the cards of each section."""
    for heading, group in groupby(cards, key=lambda card: card.heading):
        _draw_section(pen, heading, list(group))


def _draw_section(pen: Pen, heading: Heading, cards: Sequence[GuideCard]) -> None:
    body = list_page(pen, heading, TITLE, landscape=True)
    lines = movement_lines(cards)
    sizes = LARGE_SIZES if pen.large_print else USUAL_SIZES
    choices = [_plan(body, lines, [card.table_no for card in cards], size) for size in sizes]
    plan = min(choices, key=lambda choice: len(choice.pages))
    for number, (run, tables) in enumerate(plan.pages, 1):
        page = body if number == 1 else list_page(pen, heading, TITLE, landscape=True)
        _draw_page(pen, page, tables, run, plan.sizes)
        list_foot(pen, heading, number, len(plan.pages), landscape=True)


def _plan(body: Box, lines: Sequence[Line], tables: Sequence[int], text: float) -> Plan:
    """Return which rounds and tables stand on which page at one size of *text*."""
    sit_out = SIT_OUT_WIDTH if any(line.sitting_out for line in lines) else 0.0
    room = body.width - ROUND_WIDTH - sit_out
    across = even_runs(len(tables), int(room / (LEAST_CELL * text)))
    widest = max(len(run) for run in across)
    sizes = Sizes(text, min(room / widest, MOST_CELL * text), sit_out)
    down = runs_by_height([sizes.height(line) for line in lines], body.height - TITLES, body.height - TITLES)
    pages = [
        ([lines[index] for index in rounds], [tables[index] for index in run]) for rounds, run in product(down, across)
    ]
    return Plan(sizes, pages)


def movement_lines(cards: Sequence[GuideCard]) -> list[Line]:
    """Return the rounds of a section, put together from the cards of its tables."""
    rows = [(card.table_no, row) for card in cards for row in card.rows]
    everyone = _seated(row for _, row in rows)
    lines = []
    for round_no in sorted({row.round_no for _, row in rows}):
        cells = {table_no: row for table_no, row in rows if row.round_no == round_no}
        common = set.intersection(*(set(row.marks) for row in cells.values()))
        marks = tuple(mark for mark in next(iter(cells.values())).marks if mark in common and len(cells) > 1)
        playing = _seated(row for row in cells.values() if NOBODY not in (row.ns, row.ew))
        lines.append(Line(round_no, cells, marks, tuple(pair for pair in everyone if pair not in playing)))
    return lines


def _seated(rows: Iterable[GuideCardRow]) -> list[str]:
    """Return every label of *rows* once, in order of appearance."""
    return list(dict.fromkeys(label for row in rows for label in (row.ns, row.ew) if label != NOBODY))


def _draw_page(pen: Pen, body: Box, tables: Sequence[int], lines: Sequence[Line], sizes: Sizes) -> None:
    """Draw some tables of some rounds; who sits out stands at the end of every page."""
    width = ROUND_WIDTH + sizes.cell * len(tables) + sizes.sit_out
    edges = [body.top, body.top - TITLES]
    _draw_titles(pen, body.strip(0, TITLES), tables, sizes)
    for line in lines:
        height = sizes.height(line)
        row = Box(body.x, edges[-1] - height, width, height)
        _draw_line(pen, row, line, tables, sizes)
        edges.append(row.y)
    uprights = [ROUND_WIDTH + sizes.cell * index for index in range(len(tables) + 1)]
    across = [body.x, *(body.x + edge for edge in uprights), body.x + width]
    pen.rule([(body.x, edge, body.x + width, edge) for edge in edges] + [(x, edges[-1], x, edges[0]) for x in across])
    pen.rule([(body.x, edges[1], body.x + width, edges[1])], 1.0)


def _draw_titles(pen: Pen, box: Box, tables: Sequence[int], sizes: Sizes) -> None:
    size = max(8.0, sizes.text * 0.8)
    pen.write("Round", box.column(0, ROUND_WIDTH).inset(2, 0), size, bold=True)
    for index, table_no in enumerate(tables):
        pen.write(f"Table {table_no}", _column(box, index, sizes).inset(2, 0), size, bold=True)
    if sizes.sit_out:
        last = box.column(ROUND_WIDTH + sizes.cell * len(tables), sizes.sit_out)
        pen.write("Sits out", last.inset(2, 0), size, bold=True)


def _column(box: Box, index: int, sizes: Sizes) -> Box:
    return box.column(ROUND_WIDTH + sizes.cell * index, sizes.cell)


def _draw_line(pen: Pen, box: Box, line: Line, tables: Sequence[int], sizes: Sizes) -> None:
    first = box.column(0, ROUND_WIDTH).inset(2, 2)
    pen.write(str(line.round_no), first.strip(0, sizes.text * 1.5), sizes.text * 1.2, bold=True)
    for index, mark in enumerate(line.marks):
        pen.write(mark, first.strip(sizes.text * 1.5 + index * sizes.mark * 1.2, sizes.mark * 1.2), sizes.mark)
    for index, table_no in enumerate(tables):
        if table_no in line.cells:
            _draw_cell(pen, _column(box, index, sizes).inset(2, 2), line.cells[table_no], line, sizes)
    if line.sitting_out:
        last = box.column(ROUND_WIDTH + sizes.cell * len(tables), sizes.sit_out)
        pen.write_lines(sizes.sitting_out(line), last.inset(2, 2), sizes.text)


def _draw_cell(pen: Pen, box: Box, row: GuideCardRow, line: Line, sizes: Sizes) -> None:
    """Write who meets whom, with which boards, and what is special at this table."""
    pair_line, board_line = box.strip(0, sizes.text * 1.25), box.strip(sizes.text * 1.25, sizes.text * 1.1)
    if (row.ns, row.ew) != (NOBODY, NOBODY):
        words = f"{seat_label(row.ns, 'NS')} v {seat_label(row.ew, 'EW')}"
        pen.write(words, pair_line, sizes.text, bold=True)
    pen.write(row.boards, board_line, sizes.text * 0.9)
    for index, mark in enumerate(sizes.marks(row, line.marks)):
        down = sizes.text * 2.35 + index * sizes.mark * 1.15
        pen.write(mark, box.strip(down, sizes.mark * 1.15), sizes.mark)
