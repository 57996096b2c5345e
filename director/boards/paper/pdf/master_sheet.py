"""The director's master sheet: the whole movement on paper, rounds down, tables across."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from director.pdf.fonts import SMALLEST, longest_word, text_width, wrap_text
from director.pdf.lists import (
    Paper,
    even_runs,
    list_body,
    list_foot,
    list_page,
    plan_alike,
    runs_by_height,
)
from director.pdf.page import Box, Pen
from director.pdf.words import seat_label
from director.sheets import GuideCard, GuideCardRow, Heading

TITLE = "Master sheet"
NOBODY = "–"
LEAST_ROUND, SIT_OUT_WIDTH = 66.0, 76.0
TITLES = 20.0
COPY_LINE = 11.0  # height of the copy below the number of a table
NOTE_SIZE, NOTE_LINE = 10.0, 12.5
MARK_SCALE = 0.6
MARK_LEADING = 1.15
SIDE, LEAST_SIDE = (
    2.0,
    0.4,
)  # between a line of the grid and its words; the least where other paper takes fewer pages
USUAL_SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, SMALLEST)
LARGE_SIZES = (22.0, 20.0, 18.0)
CLOSEST_LARGE = (17.0, 16.0)  # where other paper takes fewer pages
LEAST_CELL = 5.7  # width of a table's column, against the size; less where that saves sheets
MOST_CELL = 13.0


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round: the tables, remarks on all of them, and sit-outs."""

    round_no: int
    cells: Mapping[int, GuideCardRow]
    marks: tuple[str, ...]
    sitting_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetSizes:
    """The measures of a master sheet."""

    text: float
    first: float
    cell: float
    sit_out: float
    side: float

    @property
    def mark(self) -> float:
        """The type size of remarks."""
        return _mark_size(self.text)

    @property
    def boards(self) -> float:
        """The size of the boards."""
        return max(self.text * 0.9, SMALLEST)

    def common(self, line: RoundLine) -> tuple[str, ...]:
        """Return the remarks on all tables."""
        return self._wrapped(line.marks, self.first)

    def marks(self, row: GuideCardRow, common: Sequence[str]) -> tuple[str, ...]:
        """Return the remarks on single tables."""
        return self._wrapped(own_marks(row, common), self.cell)

    def board_lines(self, row: GuideCardRow) -> tuple[str, ...]:
        """Return the lines of the boards of one table in one round."""
        return wrap_text(row.boards, self.boards, self.cell - 2 * self.side)

    def sitting_out(self, line: RoundLine) -> tuple[str, ...]:
        """Return the lines that say who has no opponents in a round."""
        return wrap_text(", ".join(line.sitting_out), self.text, SIT_OUT_WIDTH - 2 * SIDE)

    def height(self, line: RoundLine) -> float:
        """Return the height of a round."""
        cells = max((self._cell_height(row, line) for row in line.cells.values()), default=0.0)
        first = self.text * 1.5 + len(self.common(line)) * self.mark * MARK_LEADING
        return max(cells, first, len(self.sitting_out(line)) * self.text * 1.2) + 6

    def _cell_height(self, row: GuideCardRow, line: RoundLine) -> float:
        boards, marks = len(self.board_lines(row)), len(self.marks(row, line.marks))
        return self.text * 1.25 + boards * self.boards * 1.2 + marks * self.mark * MARK_LEADING

    def _wrapped(self, texts: Sequence[str], width: float) -> tuple[str, ...]:
        return tuple(
            line for text in texts for line in wrap_text(text, self.mark, width - 2 * self.side)
        )


def _mark_size(text: float) -> float:
    return max(text * MARK_SCALE, SMALLEST)


def own_marks(row: GuideCardRow, common: Sequence[str]) -> tuple[str, ...]:
    """Return the remarks on one table only."""
    if NOBODY in (row.ns, row.ew):
        return ()
    return tuple(mark for mark in row.marks if mark not in common)


def meeting_words(row: GuideCardRow) -> str:
    """Return who meets whom: ``"3 v 12"``, or ""."""
    if (row.ns, row.ew) == (NOBODY, NOBODY):
        return ""
    return f"{seat_label(row.ns, 'NS')} v {seat_label(row.ew, 'EW')}"


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A master sheet, divided into pages of some rounds and some tables each."""

    sizes: SheetSizes
    pages: list[tuple[list[RoundLine], list[tuple[int, str]]]]


def draw_master_sheets(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw one master sheet for the cards of each section."""
    for heading, group in groupby(cards, key=lambda card: card.heading):
        _draw_section(pen, heading, list(group))


def _draw_section(pen: Pen, heading: Heading, cards: Sequence[GuideCard]) -> None:
    """Draw the master sheet of a section."""
    body = list_page(pen, heading, TITLE, landscape=True)
    lines, tables = movement_lines(cards), _tables(cards)
    notes: list[str] = []
    for note in cards[0].notes:
        notes.extend(wrap_text(note, NOTE_SIZE, body.width))
    above = len(notes) * NOTE_LINE + (6 if notes else 0)
    sizes = LARGE_SIZES if pen.large_print else USUAL_SIZES
    tries = [*((size, LEAST_CELL * size) for size in sizes), (sizes[-1], 0.0)]

    closest = [*tries, *((size, 0.0) for size in (CLOSEST_LARGE if pen.large_print else ()))]

    def plans(
        paper: Paper, tries: Sequence[tuple[float, float]] = tries, side: float = SIDE
    ) -> Iterable[SheetLayout]:
        page = list_body(paper, landscape=True)
        room = page.strip(above, page.height - above)
        return (_plan(room, lines, tables, *measures, side) for measures in tries)

    def closer(paper: Paper) -> Iterable[SheetLayout]:
        return plans(paper, closest, LEAST_SIDE)

    plan = plan_alike(pen.paper, plans, closer)
    for number, (run, shown) in enumerate(plan.pages, 1):
        page = body if number == 1 else list_page(pen, heading, TITLE, landscape=True)
        pen.write_lines(
            notes, page.strip(0, len(notes) * NOTE_LINE), NOTE_SIZE, align="left", leading=1.25
        )
        _draw_page(pen, page.strip(above, page.height - above), shown, run, plan.sizes)
        list_foot(pen, heading, number, len(plan.pages), landscape=True)


def _tables(cards: Sequence[GuideCard]) -> list[tuple[int, str]]:
    """Return every table with its copy of the boards, "" if there is one."""
    tables = []
    for card in cards:
        copies = {row.copy for row in card.rows if row.copy}
        tables.append((card.table_no, copies.pop() if len(copies) == 1 else ""))
    return tables


def _plan(
    body: Box,
    lines: Sequence[RoundLine],
    tables: Sequence[tuple[int, str]],
    text: float,
    least_cell: float,
    side: float,
) -> SheetLayout:
    """Return which rounds and tables are on which page at this size of *text*."""
    sit_out = SIT_OUT_WIDTH if any(line.sitting_out for line in lines) else 0.0
    marks = (longest_word(mark, _mark_size(text)) for line in lines for mark in line.marks)
    first = max([LEAST_ROUND, *(width + 2 * SIDE + 0.1 for width in marks)])
    room = body.width - first - sit_out
    cell = max(least_cell, _widest_cell(lines, tables, text) + 2 * side)
    across = even_runs(len(tables), int(room / cell))
    widest = max(len(run) for run in across)
    sizes = SheetSizes(text, first, min(room / widest, MOST_CELL * text), sit_out, side)
    height = body.height - _titles_height(tables)
    down = runs_by_height([sizes.height(line) for line in lines], height, height)
    pages = [
        ([lines[index] for index in rounds], [tables[index] for index in run])
        for rounds, run in product(down, across)
    ]
    return SheetLayout(sizes, pages)


def _widest_cell(
    lines: Sequence[RoundLine], tables: Sequence[tuple[int, str]], text: float
) -> float:
    """Return the least width of a table's column."""
    rows = [(row, line.marks) for line in lines for row in line.cells.values()]
    meetings = (
        text_width(words, text, bold=True)
        for words in {meeting_words(row) for row, _common in rows}
    )
    remarks = {mark for row, common in rows for mark in own_marks(row, common)}
    words = (longest_word(mark, _mark_size(text)) for mark in remarks)
    titles = (
        max(text_width(_title(no), _title_size(text), bold=True), text_width(copy, SMALLEST))
        for no, copy in tables
    )
    return max([*meetings, *words, *titles]) + 0.1


def _title(table_no: int) -> str:
    return f"Table {table_no}"


def _title_size(text: float) -> float:
    return max(SMALLEST, text * 0.8)


def _titles_height(tables: Sequence[tuple[int, str]]) -> float:
    return TITLES + (COPY_LINE if any(copy for _table_no, copy in tables) else 0.0)


def movement_lines(cards: Sequence[GuideCard]) -> list[RoundLine]:
    """Return the rounds of a section, put together from the cards of its tables."""
    rows = [(card.table_no, row) for card in cards for row in card.rows]
    everyone = _seat_labels(
        row for _, row in rows
    )  # also in the rounds they sit out, where a card names who waits
    lines = []
    for round_no in sorted({row.round_no for _, row in rows}):
        cells = {table_no: row for table_no, row in rows if row.round_no == round_no}
        common = set.intersection(*(set(row.marks) for row in cells.values()))
        shared_by_all = next(iter(cells.values())).marks
        marks = tuple(mark for mark in shared_by_all if mark in common and len(cells) > 1)
        playing = _seat_labels(row for row in cells.values() if NOBODY not in (row.ns, row.ew))
        lines.append(
            RoundLine(
                round_no, cells, marks, tuple(pair for pair in everyone if pair not in playing)
            )
        )
    return lines


def _seat_labels(rows: Iterable[GuideCardRow]) -> list[str]:
    """Return every label of *rows* once, in order of appearance."""
    return list(
        dict.fromkeys(
            label for row in rows for label in row.seats or (row.ns, row.ew) if label != NOBODY
        )
    )


def _draw_page(
    pen: Pen,
    body: Box,
    tables: Sequence[tuple[int, str]],
    lines: Sequence[RoundLine],
    sizes: SheetSizes,
) -> None:
    """Draw some tables of some rounds."""
    width = sizes.first + sizes.cell * len(tables) + sizes.sit_out
    titles = _titles_height(tables)
    edges = [body.top, body.top - titles]
    _draw_titles(pen, body.strip(0, titles), tables, sizes)
    for line in lines:
        height = sizes.height(line)
        row = Box(body.x, edges[-1] - height, width, height)
        _draw_line(pen, row, line, [table_no for table_no, _copy in tables], sizes)
        edges.append(row.y)
    uprights = [sizes.first + sizes.cell * index for index in range(len(tables) + 1)]
    across = [body.x, *(body.x + edge for edge in uprights), body.x + width]
    pen.rule(
        [(body.x, edge, body.x + width, edge) for edge in edges]
        + [(x, edges[-1], x, edges[0]) for x in across]
    )
    pen.rule([(body.x, edges[1], body.x + width, edges[1])], 1.0)


def _draw_titles(pen: Pen, box: Box, tables: Sequence[tuple[int, str]], sizes: SheetSizes) -> None:
    size, upper = _title_size(sizes.text), box.strip(0, TITLES)
    pen.write("Round", upper.column(0, sizes.first).inset(sizes.side, 0), size, bold=True)
    for index, (table_no, copy) in enumerate(tables):
        pen.write(
            _title(table_no), _column(upper, index, sizes).inset(sizes.side, 0), size, bold=True
        )
        pen.write(
            copy,
            _column(box.strip(TITLES - 2, COPY_LINE), index, sizes).inset(sizes.side, 0),
            SMALLEST,
        )
    if sizes.sit_out:
        last = upper.column(sizes.first + sizes.cell * len(tables), sizes.sit_out)
        pen.write("Sits out", last.inset(sizes.side, 0), min(size, 13.0), bold=True)


def _column(box: Box, index: int, sizes: SheetSizes) -> Box:
    return box.column(sizes.first + sizes.cell * index, sizes.cell)


def _draw_line(
    pen: Pen, box: Box, line: RoundLine, tables: Sequence[int], sizes: SheetSizes
) -> None:
    first = box.column(0, sizes.first).inset(sizes.side, 2)
    pen.write(str(line.round_no), first.strip(0, sizes.text * 1.5), sizes.text * 1.2, bold=True)
    common = sizes.common(line)
    marks = first.strip(sizes.text * 1.5, len(common) * sizes.mark * MARK_LEADING)
    pen.write_lines(common, marks, sizes.mark, leading=MARK_LEADING)
    for index, table_no in enumerate(tables):
        if table_no in line.cells:
            _draw_cell(
                pen,
                _column(box, index, sizes).inset(sizes.side, 2),
                line.cells[table_no],
                line,
                sizes,
            )
    if line.sitting_out:
        last = box.column(sizes.first + sizes.cell * len(tables), sizes.sit_out)
        pen.write_lines(sizes.sitting_out(line), last.inset(sizes.side, 2), sizes.text)


def _draw_cell(pen: Pen, box: Box, row: GuideCardRow, line: RoundLine, sizes: SheetSizes) -> None:
    """Write who meets whom, the boards and remarks."""
    boards, marks = sizes.board_lines(row), sizes.marks(row, line.marks)
    below, high = sizes.text * 1.25, len(boards) * sizes.boards * 1.2
    pen.write(meeting_words(row), box.strip(0, below), sizes.text, bold=True)
    pen.write_lines(boards, box.strip(below, high), sizes.boards)
    remarks = box.strip(below + high, len(marks) * sizes.mark * MARK_LEADING)
    pen.write_lines(marks, remarks, sizes.mark, leading=MARK_LEADING)
