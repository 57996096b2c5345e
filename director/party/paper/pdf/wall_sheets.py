"""Draw what hangs on the wall or is read out: lists, charts, prizes, and numbers to draw."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from director.core.base.grids import list_printed_columns
from director.names import format_family_first, make_family_key
from director.party.paper.files import STANDING_NAME_KEYS, make_standings_table
from director.party.paper.pdf.job import REMEDY, SITS_OUT, PartyJob, PrizeLine
from director.party.sheets import (
    PartyStandingRow,
    PrizeRow,
    RoundRecord,
    TableRecord,
    TallyCard,
    join_names,
)
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.lists import (
    LARGE_TEXT_SIZES,
    MAX_SINGLE_COLUMN,
    TEXT_SIZES,
    begin_list_page,
    divide_by_height,
    divide_into_even_runs,
    draw_list,
    draw_list_foot,
    get_list_body,
)
from director.pdf.marks import NAME_LEADING, draw_name, fit_name
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_places_of_sheets,
)
from director.pdf.tables import PaperColumn, Table, make_largest_list
from director.sheets import MINUS
from scoring.display import format_as_tally

# Lists of a party for the wall: the seats, the rules, the prizes and the standings.
#
# Each is drawn as a table in the largest size that fits. Columns that the party doesn't need are left
# out.

NOTE_SIZE = 10.0
NOTE_LINE = 14.0
MIN_BLANK_HEIGHT = 30.0  # of a prize whose winner is written in by hand
SAMPLE_NAME = "Wilhelmina Fairfaxxxxx"  # as wide as most names; measured, never printed

MAX_SHORT_TITLE = 16
"""Letters of a prize's title that stays in one line."""


def draw_room_list(pen: Pen, job: PartyJob) -> None:
    """Draw all players by family name with their first seat, those without a name by number."""
    cards = sorted(job.results.cards, key=_get_list_order)
    has_partners = any(card.partners for card in cards)
    rows = [_make_seat_row(job, card, has_partners=has_partners) for card in cards]
    columns: list[PaperColumn] = [
        PaperColumn("No.", align="right"),
        PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.3),
        PaperColumn("Table", align="right", bold=True),
        PaperColumn("Seat"),
    ]
    if any(card.team for card in cards):
        columns.append(
            PaperColumn(
                job.results.contestant_noun.capitalize(),
                align="left",
                can_wrap=True,
                max_width_share=0.25,
            )
        )
    if has_partners:
        columns.append(PaperColumn("With", align="right"))
    if job.has_rows:
        columns.append(PaperColumn("Aisle"))
    is_double = len(rows) > MAX_SINGLE_COLUMN and not pen.large_print
    draw_list(pen, job.heading, "Seating list", columns, rows, has_two_columns=is_double)


def _get_list_order(card: TallyCard) -> tuple[bool, tuple[str, str], int]:
    if card.is_named:
        return False, make_family_key(card.name), card.number
    return True, ("", ""), card.number


def _make_seat_row(job: PartyJob, card: TallyCard, *, has_partners: bool) -> tuple[str, ...]:
    if card.number in job.rest_by_player:
        table, seat, aisle = "–", job.rest_by_player[card.number], ""
    else:
        table = "–" if card.table_no is None else str(card.table_no)
        seat, aisle = card.seat, str(card.row)
    name = card.name
    if card.is_named:
        name = format_family_first(name)
    cells = [str(card.number), name, table, seat]
    if card.team:
        cells.append(card.team)
    if has_partners:
        cells.append(card.partners)
    if job.has_rows:
        cells.append(aisle)
    return tuple(cells)


def draw_rules(pen: Pen, job: PartyJob) -> None:
    """Draw the rules to read out before play: in each row a heading and its sentences."""
    columns = (
        PaperColumn("", align="left", bold=True, can_wrap=True, max_width_share=0.3),
        PaperColumn("", align="left", can_wrap=True, max_width_share=0.65),
    )
    draw_list(pen, job.heading, "Rules", columns, job.rules)


def draw_prize_list(pen: Pen, job: PartyJob) -> None:
    """Draw every prize with its rule, and its winner or space for the name."""
    body = begin_list_page(pen, job.heading, "Prizes")
    sizes = LARGE_TEXT_SIZES if pen.large_print else TEXT_SIZES[2:]
    table = _make_prize_table(job.prize_lines, body.width, sizes)
    notes = wrap_text(job.prize_note, NOTE_SIZE, body.width)
    notes_height = len(notes) * NOTE_LINE
    height = body.height - table.head_height - notes_height - 8
    runs = divide_by_height(table.row_heights, height, height)
    for page_no, run in enumerate(runs, 1):
        page = body if page_no == 1 else begin_list_page(pen, job.heading, "Prizes")
        bottom = table.draw(pen, page.x, page.top, run, boxed=False)
        if page_no == len(runs):
            box = page._replace(y=bottom - 8 - notes_height, height=notes_height)
            pen.write_lines(notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        draw_list_foot(pen, job.heading, page_no, len(runs))


def _make_prize_table(prizes: Sequence[PrizeLine], width: float, sizes: Sequence[float]) -> Table:
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
        [_format_prize_title(prize) for prize in prizes],
        [prize.rule_with_tie for prize in prizes],
    ]
    if any(prize.numbers for prize in prizes):
        columns.append(PaperColumn("No.", align="right", size_scale=0.85))
        cells.append([join_names(prize.numbers) for prize in prizes])
    # The table is measured with a sample name where a name will be written by hand.
    winner_index = len(columns)
    columns.append(
        PaperColumn("Winner", align="left", bold=True, can_wrap=True, max_width_share=0.34)
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
    return replace(table, rows=tuple(rows), row_heights=tuple(heights))


def _format_winners(prize: PrizeLine) -> str:
    """Return the winners, each name unbroken if it is short, or the sample name."""
    names = []
    for name in prize.winners or (SAMPLE_NAME,):
        is_short = len(name) <= len(SAMPLE_NAME)
        names.append(name.replace(" ", "\xa0") if is_short else name)
    return join_names(names)


def _format_prize_title(prize: PrizeLine) -> str:
    """Return the title of *prize*, unbroken if it is short: ``"First prize, A"``."""
    if len(prize.title) <= MAX_SHORT_TITLE:
        return prize.title.replace(" ", "\xa0")
    return prize.title


def draw_party_standings(pen: Pen, job: PartyJob) -> None:
    """Draw the standings, without columns in which every figure is 0.

    If the first column is the total already, there is no column for the total.
    """
    names = tuple(map(_format_name_with_presence, job.results.standings))
    printed_columns = list_printed_columns(
        make_standings_table(job.results),
        STANDING_NAME_KEYS,
        texts_by_key={"player": names},
        format_points=_format_tally_figures,
    )
    columns = [column for column, _texts in printed_columns]
    rows = list(zip(*(texts for _column, texts in printed_columns), strict=True))
    draw_list(pen, job.heading, job.results.heading.method, columns, rows)


def _format_name_with_presence(row: PartyStandingRow) -> str:
    """Return a contestant's name, and whether they came late, left or sat out."""
    if row.presence:
        return f"{row.name} ({row.presence})"
    return row.name


def _format_tally_figures(figures: Sequence[Fraction | int]) -> tuple[str, ...]:
    """Return figures as the screens show them, with a sign for halves.

    >>> _format_tally_figures((Fraction(43, 2), -3))
    ('21½', '−3')
    """
    return tuple(format_as_tally(points).replace("-", MINUS) for points in figures)


# Draw the charts of a planned evening: rounds down, tables across (``"1&2 v 3&4"``).
#
# The director gets a master with all tables. Every player gets a copy with a column for the score; if
# the chart is too wide for a copy, it shows only the player's own tables.

COPY_LAYOUT = SlipLayout(
    cuts=(PageDivision(8, 2, 3), PageDivision(16, 2, 2), PageDivision(44, 2, 1)),
    head_height=40,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=26,
    text_size=11,
    remedy=REMEDY,
)
LARGE_COPY_LAYOUT = SlipLayout(
    cuts=(PageDivision(9, 1, 2), PageDivision(28, 1, 1)),
    head_height=52,
    foot_height=STAMP_HEIGHT + 6,
    max_row_height=34,
    text_size=18,
    remedy=REMEDY,
)
MASTER_SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0)
LARGE_MASTER_SIZES = (22.0, 20.0, 18.0)
MAX_COPY_TABLES = 3  # with more tables a copy shows only its player's
TABLES_ACROSS = 6  # tables across a page of the master
LARGE_TABLES_ACROSS = 4
NAME_SHARE = 0.62  # share of the head of a copy, for number and name
MASTER_TITLE = "Chart for the director"

PLAYER_COLUMNS = (
    PaperColumn("Table", width_weight=1.0),
    PaperColumn("Partner", width_weight=1.2),
    PaperColumn("Against", width_weight=1.8),
    PaperColumn("Score", width_weight=1.4),
)


def draw_charts(pen: Pen, job: PartyJob) -> None:
    """Draw the master and then a copy for every player."""
    _draw_master(pen, job)
    _draw_copies(pen, job)


def _draw_master(pen: Pen, job: PartyJob) -> None:
    """Draw the chart of all tables, a few of them across each page."""
    body = begin_list_page(pen, job.heading, MASTER_TITLE, landscape=True)
    pages = []
    for table in _make_master_tables(pen, job, body.width):
        height = body.height - table.head_height
        pages += [(table, run) for run in divide_by_height(table.row_heights, height, height)]
    for page_no, (table, run) in enumerate(pages, 1):
        page = (
            body
            if page_no == 1
            else begin_list_page(pen, job.heading, MASTER_TITLE, landscape=True)
        )
        table.draw(pen, page.x, page.top, run)
        draw_list_foot(pen, job.heading, page_no, len(pages), landscape=True)


def _make_master_tables(pen: Pen, job: PartyJob, width: float) -> Iterator[Table]:
    """Yield the parts of the chart from left to right, with the sit-outs in the last part."""
    tables = _list_table_numbers(job)
    sit_outs = [_join_sit_outs(round_record) for round_record in job.planned_rounds]
    tables_across = LARGE_TABLES_ACROSS if pen.large_print else TABLES_ACROSS
    for table_run in divide_into_even_runs(len(tables), tables_across):
        part_tables = tables[table_run.start : table_run.stop]
        titles = [f"Table {table_no}" for table_no in part_tables]
        rows = [
            [str(round_record.round_no), *_list_meetings(round_record, part_tables)]
            for round_record in job.planned_rounds
        ]
        if any(sit_outs) and table_run.stop == len(tables):
            titles.append("Sit out")
            for row, sit_out in zip(rows, sit_outs, strict=True):
                row.append(sit_out)
        columns = [
            _make_round_column(job),
            *(PaperColumn(title, can_wrap=True) for title in titles),
        ]
        sizes = LARGE_MASTER_SIZES if pen.large_print else MASTER_SIZES
        table = make_largest_list(columns, [tuple(row) for row in rows], width, sizes, boxed=True)
        yield table.with_stretched_rows(get_list_body(pen.paper, landscape=True).height - 1, 1.8)


def _make_round_column(job: PartyJob) -> PaperColumn:
    return PaperColumn(job.round_title, width_weight=1.0, bold=True)


def _list_table_numbers(job: PartyJob) -> tuple[int, ...]:
    """Return the tables that play in some round."""
    numbers: set[int] = set()
    for round_record in job.planned_rounds:
        numbers.update(table.table_no for table in _list_playing_tables(round_record))
    return tuple(sorted(numbers))


def _list_meetings(round_record: RoundRecord, tables: Sequence[int]) -> tuple[str, ...]:
    """Return who plays whom at each of *tables*, or an empty text for an unused table."""
    meeting_by_table = {
        table.table_no: format_meeting(table) for table in _list_playing_tables(round_record)
    }
    return tuple(meeting_by_table.get(table_no, "") for table_no in tables)


def format_meeting(table: TableRecord) -> str:
    """Return who plays whom: ``"1&2 v 3&4"``."""
    sides = []
    for side in table.sides:
        sides.append("&".join(str(seat.number) for seat in side))
    return " v ".join(sides)


def _list_playing_tables(round_record: RoundRecord) -> list[TableRecord]:
    return [table for table in round_record.tables if not table.sits_out]


def _join_sit_outs(round_record: RoundRecord) -> str:
    """Return the numbers of the players who sit out."""
    numbers: list[int] = []
    for table in round_record.tables:
        if table.sits_out:
            for side in table.sides:
                numbers.extend(seat.number for seat in side)
    return ", ".join(map(str, sorted(numbers)))


def _draw_copies(pen: Pen, job: PartyJob) -> None:
    """Draw a copy of the chart for each player."""
    layout = LARGE_COPY_LAYOUT if pen.large_print else COPY_LAYOUT
    tables = _list_table_numbers(job)
    rounds = len(job.planned_rounds)
    width = compute_piece_width(pen, layout, rounds)
    can_show_all_tables = len(tables) <= MAX_COPY_TABLES and _can_fit_all_tables(
        job, width, len(tables)
    )
    chart_columns = _make_all_tables_columns(tables) if can_show_all_tables else PLAYER_COLUMNS
    columns = (_make_round_column(job), *chart_columns)
    # The longest name decides the head of all copies.
    name_height = _measure_name_height(job, layout, width)
    layout = replace(layout, head_height=max(layout.head_height, name_height / NAME_SHARE))
    layout = layout.with_roomy_cuts(pen, rounds)
    for copy_box, card in iter_places_of_sheets(pen, layout, job.results.cards, rounds):
        rows: list[tuple[str, ...]] = []
        for round_record in job.planned_rounds:
            if can_show_all_tables:
                rows.append((str(round_record.round_no), *_list_meetings(round_record, tables), ""))
            else:
                rows.append(_make_player_row(round_record, card.number))
        _draw_copy_head(pen, copy_box.get_strip(0, layout.head_height), job, card)
        layout.make_form(copy_box, columns, rows, "The chart").draw(
            pen, copy_box.x, copy_box.top - layout.head_height
        )
        draw_stamp(pen, Box(copy_box.x, copy_box.y, copy_box.width, STAMP_HEIGHT), job.heading)


def _measure_name_height(job: PartyJob, layout: SlipLayout, width: float) -> float:
    """Return the height of the longest name in the head of a copy."""
    heights = []
    for card in job.results.cards:
        name = job.get_printed_name(card.number, card.name)
        lines, size = fit_name(
            name,
            width - layout.head_height,
            layout.head_height * 0.37,
            layout.head_height * NAME_SHARE,
        )
        heights.append(len(lines) * size * NAME_LEADING)
    return max(heights)


def _can_fit_all_tables(job: PartyJob, width: float, table_count: int) -> bool:
    """Return whether a chart of all *table_count* is readable within *width*."""
    meeting_width = 0.0
    for round_record in job.planned_rounds:
        for table in _list_playing_tables(round_record):
            meeting_width = max(meeting_width, measure_text(format_meeting(table), MIN_SIZE))
    outer_columns = measure_text(f"{job.round_title}Score", MIN_SIZE) + 16
    return outer_columns + table_count * (meeting_width + 6) <= width


def _make_all_tables_columns(tables: Sequence[int]) -> tuple[PaperColumn, ...]:
    table_columns = (
        PaperColumn(f"Table {table_no}", width_weight=2.2, size_scale=0.85) for table_no in tables
    )
    return (*table_columns, PaperColumn("Score", width_weight=1.2))


def _make_player_row(round_record: RoundRecord, number: int) -> tuple[str, ...]:
    """Return the row of player *number*: round, table, partner, opponents and space for a score."""
    round_text = str(round_record.round_no)
    for table in round_record.tables:
        for side_index, side in enumerate(table.sides):
            if all(seat.number != number for seat in side):
                continue
            if table.sits_out:
                return round_text, "–", SITS_OUT, "", ""
            partners = [str(seat.number) for seat in side if seat.number != number]
            opponents: list[str] = []
            for other_index, other_side in enumerate(table.sides):
                if other_index != side_index:
                    opponents.extend(str(seat.number) for seat in other_side)
            return round_text, str(table.table_no), " & ".join(partners), " & ".join(opponents), ""
    return round_text, "–", "", "", ""


def _draw_copy_head(pen: Pen, box: Box, job: PartyJob, card: TallyCard) -> None:
    upper = box.get_strip(0, box.height * NAME_SHARE)
    lower = box.get_strip(box.height * NAME_SHARE, box.height * 0.3)
    size = min(upper.height * 0.9, 30.0)
    pen.write(str(card.number), upper.get_column(0, box.width * 0.2), size, bold=True, align="left")
    number_width = measure_text(str(card.number), size, bold=True) + 8
    draw_name(
        pen,
        upper.get_column(number_width, box.width - number_width),
        job.get_printed_name(card.number, card.name),
        upper.height * 0.6,
    )
    pen.write(job.heading.event, lower, lower.height * 0.75, align="left")


# The sheet for prize-giving, in large type, last prize first.

TITLE_SIZE, NAME_SIZE, DETAIL_SIZE = 13.0, 21.0, 14.0  # details are figures and sums
LARGE_PRINT_SCALE = 1.25
LEADING = 1.25
GAP = 15.0
INDENT = 34.0
MIN_NUMBER_WIDTH = 48.0  # of the numbers before the names
NUMBER_GAP = 12.0
MIN_NAME_SIZE = 14.0


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
            _draw_prize(pen, page.get_strip(top, heights[index]), index + 1, blocks[index])
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
