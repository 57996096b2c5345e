"""Draw the sheets of prizes: the list for the wall, the sheet for prize-giving, and numbers to draw."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.sheets import PrizeRow, join_names
from director.pdf.fonts import measure_text, wrap_text
from director.pdf.lists import (
    LARGE_TEXT_SIZES,
    TEXT_SIZES,
    begin_list_page,
    divide_by_height,
    draw_list_foot,
)
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn, Table, make_largest_list

NOTE_SIZE, NOTE_LINE_HEIGHT = 10.0, 14.0
MIN_BLANK_HEIGHT = 30.0  # of a prize whose winner is written in by hand
SAMPLE_NAME = "Wilhelmina Fairfaxxxxx"  # as wide as most names; measured, never printed
MAX_ROW_STRETCH = 1.5  # of the prizes, so that a few of them fill more of the page
TIE_SCALE = 0.85  # size of who is tied, against the prize
TIE_GAP = 6.0  # between the line for a name and who is tied
WINNER_TITLE = "Winner"
MAX_SHORT_TITLE_LENGTH = 16  # of a prize's title that stays in one line


def draw_prize_list(pen: Pen, job: PartyJob) -> None:
    """Draw every prize with its rule, and its winner or space for the name."""
    body = begin_list_page(pen, job.heading, "Prizes")
    sizes = LARGE_TEXT_SIZES if pen.large_print else TEXT_SIZES[2:]
    table = _make_prize_table(job.prize_lines, body.width, sizes, is_large=pen.large_print)
    notes = wrap_text(job.prize_note, NOTE_SIZE, body.width)
    notes_height = len(notes) * NOTE_LINE_HEIGHT
    height = body.height - table.head_height - notes_height - 8
    runs = divide_by_height(table.row_heights, height, height)
    if len(runs) == 1:
        table = table.with_stretched_rows(table.head_height + height, MAX_ROW_STRETCH)
    for page_no, run in enumerate(runs, 1):
        if page_no > 1:
            body = begin_list_page(pen, job.heading, "Prizes")
        bottom = table.draw(pen, body.x, body.top, run, boxed=False)
        _draw_blanks(pen, body, table, run)
        if page_no == len(runs):
            box = body._replace(y=bottom - 8 - notes_height, height=notes_height)
            pen.write_lines(
                notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE_HEIGHT / NOTE_SIZE
            )
        draw_list_foot(pen, job.heading, page_no, len(runs))


def _make_prize_table(
    prizes: Sequence[PrizeLine], width: float, sizes: Sequence[float], *, is_large: bool
) -> Table:
    """Return the table of prizes, with space for names before play.

    Without a winner or an amount yet, there is no column of numbers or of amounts.
    """
    columns = [
        PaperColumn("Prize", align="left", can_wrap=True, max_width_share=0.26, max_lines=2),
        PaperColumn(
            "For", align="left", can_wrap=True, max_width_share=0.32, size_scale=0.85, max_lines=4
        ),
    ]
    cells = [
        [_format_prize_title(prize, is_large=is_large) for prize in prizes],
        [prize.rule for prize in prizes],
    ]
    if any(prize.numbers for prize in prizes):
        columns.append(PaperColumn("No.", align="right", size_scale=0.85))
        cells.append([join_names(prize.numbers) for prize in prizes])
    # The table is measured with a sample name where a name will be written by hand.
    winner_index = len(columns)
    columns.append(
        PaperColumn(WINNER_TITLE, align="left", bold=True, can_wrap=True, max_width_share=0.34)
    )
    cells.append([_format_winners(prize) for prize in prizes])
    if any(prize.winners and prize.amount for prize in prizes):
        columns.append(PaperColumn("Money", align="right", can_wrap=True, max_width_share=0.16))
        cells.append([prize.amount if prize.winners else "" for prize in prizes])
    measured_rows = list(zip(*cells, strict=True))
    table = make_largest_list(columns, measured_rows, width, sizes, boxed=False)
    blank_height = max(MIN_BLANK_HEIGHT, table.size * 2.2)
    rows = []
    heights = []
    for prize, row, height in zip(prizes, table.rows, table.row_heights, strict=True):
        if prize.winners:
            rows.append(row)
            heights.append(height)
        else:
            rows.append((*row[:winner_index], (), *row[winner_index + 1 :]))
            heights.append(max(height, blank_height))
    return _with_ties(replace(table, rows=tuple(rows), row_heights=tuple(heights)), prizes)


def _with_ties(table: Table, prizes: Sequence[PrizeLine]) -> Table:
    """Return the *table* with who is tied below each prize, over the whole width."""
    size = table.size * TIE_SCALE
    ties = tuple(wrap_text(prize.tie, size, table.width - 2 * table.padding) for prize in prizes)
    table = replace(table, notes=ties, note_size=size, note_align="left", has_bold_notes=False)
    heights = []
    for index, height in enumerate(table.row_heights):
        tie_height = table.compute_note_height(index)
        heights.append(height + tie_height + TIE_GAP if tie_height else height)
    return replace(table, row_heights=tuple(heights))


def _draw_blanks(pen: Pen, body: Box, table: Table, run: range) -> None:
    """Draw a line for the winner's name above each tie."""
    titles = [column.title for column in table.columns]
    winner_index = titles.index(WINNER_TITLE)
    left = body.x + sum(table.widths[:winner_index]) + table.padding
    right = body.x + sum(table.widths[: winner_index + 1]) - table.padding
    lines = []
    top = body.top - table.head_height
    for index in run:
        top -= table.row_heights[index]
        tie_height = table.compute_note_height(index)
        if tie_height:
            level = top + tie_height + TIE_GAP
            lines.append((left, level, right, level))
    pen.draw_lines(lines, 0.5)


def _format_winners(prize: PrizeLine) -> str:
    """Return the winners, each name unbroken if it is short, or the sample name."""
    names = []
    for name in prize.winners or (SAMPLE_NAME,):
        is_short = len(name) <= len(SAMPLE_NAME)
        names.append(name.replace(" ", "\xa0") if is_short else name)
    return join_names(names)


def _format_prize_title(prize: PrizeLine, *, is_large: bool) -> str:
    """Return the title of *prize*, unbroken if it is short: ``"First prize, A"``.

    In large print, its column is too narrow for that, and words would be divided.
    """
    if not is_large and len(prize.title) <= MAX_SHORT_TITLE_LENGTH:
        return prize.title.replace(" ", "\xa0")
    return prize.title


# The sheet for prize-giving, in large type, last prize first.

TITLE_SIZE, NAME_SIZE, DETAIL_SIZE = 13.0, 21.0, 14.0  # details are figures and sums
LARGE_PRINT_SCALE = 1.25
LEADING = 1.25
GAP = 15.0
INDENT = 34.0
MIN_NUMBER_WIDTH = 48.0  # of the numbers before the names
NUMBER_GAP = 12.0
MIN_NAME_SIZE = 14.0
PRIZE_GIVING_TITLE = "Prizes, in presentation order"


@dataclass(frozen=True, slots=True)
class _PrizeTextLine:
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
    body = begin_list_page(pen, job.heading, PRIZE_GIVING_TITLE)
    scale = LARGE_PRINT_SCALE if pen.large_print else 1.0
    number_width = _measure_number_width(job.won_prizes, scale)
    blocks = [
        _make_prize_lines(prize, body.width - INDENT, number_width, scale)
        for prize in job.won_prizes
    ]
    heights = [sum(line.height for line in block) + GAP for block in blocks]
    runs = divide_by_height(heights, body.height, body.height)
    for page_no, run in enumerate(runs, 1):
        if page_no > 1:
            body = begin_list_page(pen, job.heading, PRIZE_GIVING_TITLE)
        top = 0.0
        for index in run:
            _draw_prize(pen, body.get_strip(top, heights[index]), index + 1, blocks[index])
            top += heights[index]
        draw_list_foot(pen, job.heading, page_no, len(runs))


def _measure_number_width(prizes: Iterable[PrizeRow], scale: float) -> float:
    """Return the width of the numbers before the names."""
    width = 0.0
    for prize in prizes:
        for number, _name in prize.takers:
            width = max(width, measure_text(number, DETAIL_SIZE * scale))
    return max(MIN_NUMBER_WIDTH * scale, width + NUMBER_GAP)


def _make_prize_lines(
    prize: PrizeRow, width: float, number_width: float, scale: float
) -> list[_PrizeTextLine]:
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


def _wrap_prize_text(text: str, size: float, width: float, *, bold: bool) -> list[_PrizeTextLine]:
    """Return *text* in lines, in a smaller size if one of its words is wider than a line."""
    widest = max((measure_text(word, size, bold=bold) for word in text.split()), default=0.0)
    if widest > width:
        fitting_size = max(min(size, size * width / widest), min(MIN_NAME_SIZE, size))
    else:
        fitting_size = size
    return [
        _PrizeTextLine(line, fitting_size, bold)
        for line in wrap_text(text, fitting_size, width, bold=bold)
    ]


def _draw_prize(pen: Pen, box: Box, number: int, lines: list[_PrizeTextLine]) -> None:
    pen.draw_lines([(box.x, box.y + GAP / 2, box.right, box.y + GAP / 2)], 0.5)
    top = 0.0
    for index, line in enumerate(lines):
        row = box.get_strip(top, line.height)
        if index == 0:
            pen.write(f"{number}.", row.get_column(0, INDENT - 4), line.size, align="left")
        left = INDENT + line.indent
        if line.number:
            pen.write(
                line.number,
                row.get_column(INDENT, line.indent - NUMBER_GAP / 2),
                line.size,
                align="left",
            )
        pen.write(
            line.text,
            row.get_column(left, box.width - left),
            line.size,
            align="left",
            bold=line.is_bold,
        )
        top += line.height


# The hundred numbers of a drawn-number prize, on slips to cut out.

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
        slip = body.get_strip(row * body.height / slips_down, body.height / slips_down)
        pen.write(
            str(number),
            slip.get_column(column * body.width / SLIPS_ACROSS, body.width / SLIPS_ACROSS),
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
    pen.draw_lines(row_lines + column_lines, 0.4)
    pen.canvas.restoreState()
