"""Draw the sheets of a whole session: the director's master sheet, the seating list and the poster.

The master sheet has a row for each round, a column for each table, and one for sit-outs. A *cell* is
one table in one round: the meeting, the boards, and remarks. Remarks on all tables of a round are
*common* and stand once in the first column. If the movement is too large for a page, it is divided
into pages of some rounds and some tables.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import NamedTuple

from director.boards.movement.cards.cards import OUT, SHARED, PersonalGuide, Poster
from director.names import format_family_first, make_family_key
from director.pdf.fonts import MIN_SIZE, measure_longest_word, measure_text, wrap_text
from director.pdf.lists import (
    MAX_SINGLE_COLUMN,
    Paper,
    begin_list_page,
    choose_page_plan,
    divide_by_height,
    divide_into_even_runs,
    draw_list,
    draw_list_foot,
    get_list_body,
)
from director.pdf.marks import draw_qr_code
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP_HEIGHT, draw_stamp
from director.pdf.tables import PaperColumn, compute_even_height
from director.pdf.words import format_date, join_with_dots, shorten_seat_label
from director.sheets import GuideCard, GuideCardRow, Heading

TITLE = "Master sheet"
NOBODY = "–"
MIN_ROUND_WIDTH = 66.0
SIT_OUT_WIDTH = 76.0
TITLES_HEIGHT = 20.0
REMARK_HEIGHT = 11.0  # of a line below the number of a table
NOTE_SIZE = 10.0
NOTE_LINE = 12.5
MARK_SCALE = 0.6
MARK_LEADING = 1.15
# Room between a line of the grid and its text. Less is used if it saves a page on one paper that
# another paper does not need.
PADDING = 2.0
MIN_PADDING = 0.4
DEFAULT_SIZES = (20.0, 18.0, 16.5, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0, MIN_SIZE)
LARGE_SIZES = (22.0, 20.0, 18.0)
CLOSER_LARGE_SIZES = (17.0, 16.0)  # used if they save a page, as MIN_PADDING is
NUMBER_HEIGHT = 1.5  # of the number of a round, as a multiple of the type size
MEETING_HEIGHT = 1.25  # of the line "3 v 12", as a multiple of the type size
LEADING = 1.2
ROUNDING = 0.1  # added to a width, so that rounding doesn't break a text that just fits
# Width of a table's column as a multiple of the type size. Less is used if it saves a page.
MIN_CELL_WIDTH = 5.7
MAX_CELL_WIDTH = 17.0
BOARDS_SCALE = 0.9  # size of the boards, against the meeting
MAX_BOARDS_LENGTH = 14  # of boards in one line: "13, 14, 15, 16"
MAX_ROUND_STRETCH = 1.6  # of the rounds, so that they fill the page


class TableTitle(NamedTuple):
    """The number of a table, with what is said of it once for all rounds."""

    table_no: int
    copy: str  # of the boards, "" if there are several or none
    shared: str  # "shared with table 2", "" if the tables change


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round on the sheet."""

    round_no: int
    cells: Mapping[int, GuideCardRow]  # by table
    marks: tuple[str, ...]  # the remarks that all its tables have
    sitting_out: tuple[str, ...]
    # Boards and own remarks of the cells. Many tables have the same, which are wrapped only once.
    texts: frozenset[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class SheetSizes:
    """The measures of a master sheet."""

    text_size: float
    round_width: float
    cell_width: float
    sit_out_width: float
    padding: float

    @property
    def mark_size(self) -> float:
        """The type size of remarks."""
        return _compute_mark_size(self.text_size)

    @property
    def board_size(self) -> float:
        """The type size of the boards."""
        return max(self.text_size * BOARDS_SCALE, MIN_SIZE)

    def wrap_common_marks(self, line: RoundLine) -> tuple[str, ...]:
        """Return the lines of the common remarks."""
        return self._wrap_marks(line.marks, self.round_width)

    def wrap_own_marks(self, marks: Sequence[str]) -> tuple[str, ...]:
        """Return the lines of the remarks in a cell."""
        return self._wrap_marks(marks, self.cell_width)

    def wrap_remarks(self, table: TableTitle) -> tuple[str, ...]:
        """Return the lines below the number of *table*."""
        width = self.cell_width - 2 * self.padding
        return (
            *filter(None, (table.copy,)),
            *wrap_text(table.shared, MIN_SIZE, width),
        )

    def compute_titles_height(self, tables: Sequence[TableTitle]) -> float:
        """Return the height of the titles of all *tables*."""
        return TITLES_HEIGHT + REMARK_HEIGHT * max(
            len(self.wrap_remarks(table)) for table in tables
        )

    def wrap_boards(self, boards: str) -> tuple[str, ...]:
        """Return the lines of the boards in a cell."""
        return wrap_text(boards, self.board_size, self.cell_width - 2 * self.padding)

    def wrap_sit_outs(self, line: RoundLine) -> tuple[str, ...]:
        """Return the lines of the pairs that sit out a round."""
        return wrap_text(", ".join(line.sitting_out), self.text_size, SIT_OUT_WIDTH - 2 * PADDING)

    def compute_height(self, line: RoundLine) -> float:
        """Return the height of a round."""
        cell_heights = [self._compute_cell_height(boards, marks) for boards, marks in line.texts]
        marks_height = len(self.wrap_common_marks(line)) * self.mark_size * MARK_LEADING
        round_height = self.text_size * NUMBER_HEIGHT + marks_height
        sit_out_height = len(self.wrap_sit_outs(line)) * self.text_size * LEADING
        return max(*cell_heights, round_height, sit_out_height) + 6

    def _compute_cell_height(self, boards: str, marks: Sequence[str]) -> float:
        boards_height = len(self.wrap_boards(boards)) * self.board_size * LEADING
        marks_height = len(self.wrap_own_marks(marks)) * self.mark_size * MARK_LEADING
        return self.text_size * MEETING_HEIGHT + boards_height + marks_height

    def _wrap_marks(self, texts: Sequence[str], width: float) -> tuple[str, ...]:
        lines: list[str] = []
        for text in texts:
            lines += wrap_text(text, self.mark_size, width - 2 * self.padding)
        return tuple(lines)


def _compute_mark_size(text_size: float) -> float:
    return max(text_size * MARK_SCALE, MIN_SIZE)


def filter_own_marks(row: GuideCardRow, common_marks: Sequence[str]) -> tuple[str, ...]:
    """Return the remarks on one table without the *common_marks* of all tables."""
    # An empty table and a sit-out are named in the column of sit-outs.
    if NOBODY in (row.ns, row.ew):
        return ()
    return tuple(mark for mark in row.marks if mark not in common_marks)


def format_meeting(row: GuideCardRow) -> str:
    """Return the pairs that meet, ``"3 v 12"``, or "" for an empty table."""
    if (row.ns, row.ew) == (NOBODY, NOBODY):
        return ""
    return f"{shorten_seat_label(row.ns, 'NS')} v {shorten_seat_label(row.ew, 'EW')}"


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A master sheet, divided into pages of some rounds and some tables each."""

    sizes: SheetSizes
    titles_height: float
    pages: list[tuple[list[RoundLine], list[TableTitle]]]

    def compute_even_height(self, body_height: float) -> float:
        """Return the height of all rounds but those that need more, so that they fill the pages."""
        even_heights = []
        for page_lines, _tables in self.pages:
            heights = [self.sizes.compute_height(line) for line in page_lines]
            even_height = compute_even_height(heights, body_height - self.titles_height)
            even_heights.append(min(even_height, max(heights) * MAX_ROUND_STRETCH))
        return min(even_heights)


def draw_master_sheets(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw one master sheet for the cards of each section."""
    for heading, group in groupby(cards, key=lambda card: card.heading):
        _draw_section(pen, heading, list(group))


def _draw_section(pen: Pen, heading: Heading, cards: Sequence[GuideCard]) -> None:
    """Draw the master sheet of a section."""
    first_page = begin_list_page(pen, heading, TITLE, landscape=True)
    notes: list[str] = []
    for note in cards[0].notes:
        notes.extend(wrap_text(note, NOTE_SIZE, first_page.width))
    notes_height = len(notes) * NOTE_LINE
    notes_room = notes_height + (6 if notes else 0)
    layout = _choose_layout(pen, cards, notes_room)
    even_height = layout.compute_even_height(first_page.height - notes_room)
    for number, (page_lines, page_tables) in enumerate(layout.pages, 1):
        page = first_page
        if number > 1:
            page = begin_list_page(pen, heading, TITLE, landscape=True)
        notes_box = page.get_strip(0, notes_height)
        pen.write_lines(notes, notes_box, NOTE_SIZE, align="left", leading=1.25)
        body = page.get_strip(notes_room, page.height - notes_room)
        _draw_page(pen, body, page_tables, page_lines, layout, even_height)
        draw_list_foot(pen, heading, number, len(layout.pages), landscape=True)


def _choose_layout(pen: Pen, cards: Sequence[GuideCard], notes_room: float) -> SheetLayout:
    """Return the layout with the fewest pages in the largest type that fits."""
    tables = [_make_table_title(card) for card in cards]
    lines = make_round_lines([_without_constant_mark(card) for card in cards])
    sizes = LARGE_SIZES if pen.large_print else DEFAULT_SIZES
    # Type sizes to try, each with the least width of a cell: the last one may be any.
    boards_width = _measure_short_boards(lines)
    default_tries = [(size, max(MIN_CELL_WIDTH, boards_width) * size) for size in sizes]
    default_tries.append((sizes[-1], 0.0))
    closer_tries = list(default_tries)
    if pen.large_print:
        closer_tries += [(size, 0.0) for size in CLOSER_LARGE_SIZES]
    # Measured once for each size, since papers and margins are tried with the same ones.
    meetings, marks = _list_cell_texts(lines)
    content_widths = {
        size: _compute_content_width(meetings, marks, tables, size)
        for size, _least_width in closer_tries
    }

    def make_layouts(
        paper: Paper, tries: Sequence[tuple[float, float]], padding: float
    ) -> Iterable[SheetLayout]:
        page = get_list_body(paper, landscape=True)
        room = page.get_strip(notes_room, page.height - notes_room)
        for size, least_width in tries:
            needed_width = max(least_width, content_widths[size] + 2 * padding)
            yield _make_sheet_layout(room, lines, tables, size, needed_width, padding)

    def make_default_layouts(paper: Paper) -> Iterable[SheetLayout]:
        return make_layouts(paper, default_tries, PADDING)

    def make_closer_layouts(paper: Paper) -> Iterable[SheetLayout]:
        return make_layouts(paper, closer_tries, MIN_PADDING)

    return choose_page_plan(pen.paper, make_default_layouts, make_closer_layouts)


def _make_table_title(card: GuideCard) -> TableTitle:
    copies = {row.copy for row in card.rows if row.copy}
    return TableTitle(
        card.table_no,
        copy=copies.pop() if len(copies) == 1 else "",
        shared=_find_constant_mark(card).removeprefix("boards "),
    )


def _find_constant_mark(card: GuideCard) -> str:
    """Return the remark that boards are shared with the same tables in all rounds, or ""."""
    shared_marks = [
        {mark for mark in row.marks if mark.startswith(SHARED)}
        for row in card.rows
        if NOBODY not in (row.ns, row.ew)
    ]
    if len(shared_marks) < 2:
        return ""
    return min(set.intersection(*shared_marks), default="")


def _without_constant_mark(card: GuideCard) -> GuideCard:
    """Return *card* without the remark that is below its number."""
    constant_mark = _find_constant_mark(card)
    rows = []
    for row in card.rows:
        marks = tuple(mark for mark in row.marks if mark != constant_mark)
        rows.append(replace(row, marks=marks))
    return replace(card, rows=tuple(rows))


def _make_sheet_layout(
    body: Box,
    lines: Sequence[RoundLine],
    tables: Sequence[TableTitle],
    text_size: float,
    needed_width: float,
    padding: float,
) -> SheetLayout:
    """Return the rounds and tables of each page at *text_size*.

    *needed_width* is the least width of a table's column.
    """
    sit_out_width = SIT_OUT_WIDTH if any(line.sitting_out for line in lines) else 0.0
    round_width = MIN_ROUND_WIDTH
    for line in lines:
        for mark in line.marks:
            word_width = measure_longest_word(mark, _compute_mark_size(text_size))
            round_width = max(round_width, word_width + 2 * PADDING + ROUNDING)
    room = body.width - round_width - sit_out_width
    table_runs = divide_into_even_runs(len(tables), int(room / needed_width))
    most_tables = max(len(run) for run in table_runs)
    sizes = SheetSizes(
        text_size,
        round_width,
        cell_width=min(room / most_tables, MAX_CELL_WIDTH * text_size),
        sit_out_width=sit_out_width,
        padding=padding,
    )
    titles_height = sizes.compute_titles_height(tables)
    height = body.height - titles_height
    round_runs = divide_by_height([sizes.compute_height(line) for line in lines], height, height)
    pages = []
    for rounds, run in product(round_runs, table_runs):
        pages.append(([lines[index] for index in rounds], [tables[index] for index in run]))
    return SheetLayout(sizes, titles_height, pages)


def _list_cell_texts(lines: Sequence[RoundLine]) -> tuple[set[str], set[str]]:
    """Return the meetings and the own remarks in all cells, without repetitions."""
    meetings: set[str] = set()
    marks: set[str] = set()
    for line in lines:
        meetings.update(map(format_meeting, line.cells.values()))
        for _boards, own_marks in line.texts:
            marks.update(own_marks)
    return meetings, marks


def _compute_content_width(
    meetings: Collection[str],
    marks: Collection[str],
    tables: Sequence[TableTitle],
    text_size: float,
) -> float:
    """Return the width of the widest text in a table's column."""
    widths = [measure_text(meeting, text_size, bold=True) for meeting in meetings]
    widths += [measure_longest_word(mark, _compute_mark_size(text_size)) for mark in marks]
    for table in tables:
        title = _format_table_title(table.table_no)
        widths += (
            measure_text(title, _compute_title_size(text_size), bold=True),
            measure_text(table.copy, MIN_SIZE),
            measure_longest_word(table.shared, MIN_SIZE),
        )
    return max(widths) + ROUNDING


def _measure_short_boards(lines: Sequence[RoundLine]) -> float:
    """Return the width at size 1 of boards that are short enough for one line."""
    boards_texts: set[str] = set()
    for line in lines:
        boards_texts.update(boards for boards, _marks in line.texts)
    widths = [
        measure_text(boards, BOARDS_SCALE)
        for boards in boards_texts
        if len(boards) <= MAX_BOARDS_LENGTH
    ]
    return max(widths, default=0.0) + 0.5


def _format_table_title(table_no: int) -> str:
    return f"Table {table_no}"


def _compute_title_size(text_size: float) -> float:
    return max(MIN_SIZE, text_size * 0.8)


def make_round_lines(cards: Sequence[GuideCard]) -> list[RoundLine]:
    """Return the rounds of a section, combined from the cards of its tables."""
    cells_by_round: dict[int, dict[int, GuideCardRow]] = defaultdict(dict)
    all_rows: list[GuideCardRow] = []
    for card in cards:
        for row in card.rows:
            cells_by_round[row.round_no][card.table_no] = row
            all_rows.append(row)
    all_labels = _list_seat_labels(all_rows)
    lines = []
    for round_no, cells in sorted(cells_by_round.items()):
        # A table with a missing opponent names a pair, which sits out.
        playing_labels = _list_seat_labels(
            row for row in cells.values() if NOBODY not in (row.ns, row.ew)
        )
        sitting_out = tuple(label for label in all_labels if label not in playing_labels)
        marks = _list_common_marks(cells)
        texts = {(row.boards, filter_own_marks(row, marks)) for row in cells.values()}
        lines.append(RoundLine(round_no, cells, marks, sitting_out, frozenset(texts)))
    return lines


def _list_common_marks(cells: Mapping[int, GuideCardRow]) -> tuple[str, ...]:
    """Return the remarks on all tables of a round, or none if there is only one table."""
    if len(cells) < 2:
        return ()
    first_row, *other_rows = cells.values()
    return tuple(mark for mark in first_row.marks if all(mark in row.marks for row in other_rows))


def _list_seat_labels(rows: Iterable[GuideCardRow]) -> list[str]:
    """Return every label of *rows* once, in order of appearance."""
    labels: dict[str, None] = {}
    for row in rows:
        labels |= dict.fromkeys(row.seats or (row.ns, row.ew))
    labels.pop(NOBODY, None)
    return list(labels)


def _draw_page(
    pen: Pen,
    body: Box,
    tables: Sequence[TableTitle],
    lines: Sequence[RoundLine],
    layout: SheetLayout,
    even_height: float,
) -> None:
    """Draw some tables of some rounds, if anybody sees them."""
    if not pen.is_page_visible:
        return
    sizes, titles_height = layout.sizes, layout.titles_height
    width = sizes.round_width + sizes.cell_width * len(tables) + sizes.sit_out_width
    _draw_titles(pen, body.get_strip(0, titles_height), tables, sizes)
    levels = [body.top, body.top - titles_height]
    table_numbers = [table.table_no for table in tables]
    for line in lines:
        text_height = sizes.compute_height(line)
        height = max(text_height, even_height)
        row = Box(body.x, levels[-1] - height, width, height)
        text_box = row.inset(0, (height - text_height) / 2)
        _draw_round(pen, text_box, line, table_numbers, sizes)
        levels.append(row.y)
    rules = [(body.x, level, body.x + width, level) for level in levels]
    edges = [sizes.round_width + sizes.cell_width * index for index in range(len(tables) + 1)]
    for x in (body.x, *(body.x + edge for edge in edges), body.x + width):
        rules.append((x, levels[-1], x, levels[0]))
    pen.draw_lines(rules)
    pen.draw_lines([(body.x, levels[1], body.x + width, levels[1])], 1.0)


def _draw_titles(pen: Pen, box: Box, tables: Sequence[TableTitle], sizes: SheetSizes) -> None:
    size = _compute_title_size(sizes.text_size)
    title_row = box.get_strip(0, TITLES_HEIGHT)
    round_box = title_row.get_column(0, sizes.round_width).inset(sizes.padding, 0)
    pen.write("Round", round_box, size, bold=True)
    for index, table in enumerate(tables):
        column = _get_table_column(box, index, sizes).inset(sizes.padding, 0)
        pen.write(
            _format_table_title(table.table_no), column.get_strip(0, TITLES_HEIGHT), size, bold=True
        )
        for line_no, remark in enumerate(sizes.wrap_remarks(table)):
            top = TITLES_HEIGHT - 2 + line_no * REMARK_HEIGHT
            pen.write(remark, column.get_strip(top, REMARK_HEIGHT), MIN_SIZE)
    if sizes.sit_out_width:
        sit_out_box = _get_sit_out_column(title_row, len(tables), sizes).inset(sizes.padding, 0)
        pen.write("Sits out", sit_out_box, min(size, 13.0), bold=True)


def _get_table_column(box: Box, index: int, sizes: SheetSizes) -> Box:
    return box.get_column(sizes.round_width + sizes.cell_width * index, sizes.cell_width)


def _get_sit_out_column(box: Box, table_count: int, sizes: SheetSizes) -> Box:
    return box.get_column(sizes.round_width + sizes.cell_width * table_count, sizes.sit_out_width)


def _draw_round(
    pen: Pen, box: Box, line: RoundLine, table_numbers: Sequence[int], sizes: SheetSizes
) -> None:
    round_box = box.get_column(0, sizes.round_width).inset(sizes.padding, 2)
    number_height = sizes.text_size * NUMBER_HEIGHT
    number_box = round_box.get_strip(0, number_height)
    pen.write(str(line.round_no), number_box, sizes.text_size * 1.2, bold=True)
    marks = sizes.wrap_common_marks(line)
    marks_box = round_box.get_strip(number_height, len(marks) * sizes.mark_size * MARK_LEADING)
    pen.write_lines(marks, marks_box, sizes.mark_size, leading=MARK_LEADING)
    for index, table_no in enumerate(table_numbers):
        if table_no in line.cells:
            cell = _get_table_column(box, index, sizes).inset(sizes.padding, 2)
            _draw_cell(pen, cell, line.cells[table_no], line, sizes)
    if line.sitting_out:
        sit_out_box = _get_sit_out_column(box, len(table_numbers), sizes).inset(sizes.padding, 2)
        pen.write_lines(sizes.wrap_sit_outs(line), sit_out_box, sizes.text_size)


def _draw_cell(pen: Pen, box: Box, row: GuideCardRow, line: RoundLine, sizes: SheetSizes) -> None:
    """Write the meeting, the boards and the remarks."""
    meeting_height = sizes.text_size * MEETING_HEIGHT
    boards = sizes.wrap_boards(row.boards)
    boards_height = len(boards) * sizes.board_size * LEADING
    marks = sizes.wrap_own_marks(filter_own_marks(row, line.marks))
    marks_height = len(marks) * sizes.mark_size * MARK_LEADING
    pen.write(format_meeting(row), box.get_strip(0, meeting_height), sizes.text_size, bold=True)
    pen.write_lines(boards, box.get_strip(meeting_height, boards_height), sizes.board_size)
    marks_box = box.get_strip(meeting_height + boards_height, marks_height)
    pen.write_lines(marks, marks_box, sizes.mark_size, leading=MARK_LEADING)


_NAME_COLUMN = PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.4)
_SEAT_COLUMNS = (PaperColumn("Table", bold=True), PaperColumn("Seat"))


class _SeatedPerson(NamedTuple):
    """A name of the seating list, with the guide that has the first seat."""

    name: str
    guide: PersonalGuide


def draw_seating_list(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw everybody by family name with number and first seat, and teams as a whole."""
    people: list[_SeatedPerson] = []
    for guide in guides:
        if not _is_team(guide):
            people += [_SeatedPerson(name, guide) for name in guide.players]
    people.sort(key=lambda person: (make_family_key(person.name), person.guide.pair_no))
    rows = [
        (format_family_first(name), guide.label, *_get_first_seat(guide)) for name, guide in people
    ]
    teams = [guide for guide in guides if _is_team(guide) and guide.players]
    rows += [(_format_team(guide), guide.label, *_get_first_seat(guide)) for guide in teams]
    is_double = len(rows) > MAX_SINGLE_COLUMN and not pen.large_print and not teams
    heading = _make_joint_heading(guides)
    number_column = PaperColumn(heading.guided_noun.capitalize(), bold=True)
    columns = (_NAME_COLUMN, number_column, *_SEAT_COLUMNS)
    draw_list(pen, heading, "Seating list", columns, rows, has_two_columns=is_double)


def _is_team(guide: PersonalGuide) -> bool:
    """Return whether *guide* leads a team, whose halves sit at two tables."""
    return bool(guide.lines[0].mate_table or guide.name) and not guide.team_no


def _format_team(guide: PersonalGuide) -> str:
    """Return a team's name and its players, as a line of a list."""
    players = ", ".join(guide.players)
    return f"{guide.name}: {players}" if guide.name else players


def _get_first_seat(guide: PersonalGuide) -> tuple[str, str]:
    """Return table and side, or both tables and sides of a team."""
    line = guide.lines[0]
    if line.mate_table:
        return f"{line.table}, {line.mate_table}", f"{line.side}, E-W"
    seat = line.side
    if line.sits_out:
        seat = "sits out"
    elif line.is_knocked_out:
        seat = OUT
    return line.table or "–", seat


def _make_joint_heading(guides: Sequence[PersonalGuide]) -> Heading:
    """Return the heading of a list of one or more sections."""
    headings = list(dict.fromkeys(guide.heading for guide in guides))
    if len(headings) == 1:
        return headings[0]
    movements = {heading.movement for heading in headings}
    movement = movements.pop() if len(movements) == 1 else ""
    fingerprints = dict.fromkeys(heading.fingerprint for heading in headings)
    return replace(headings[0], section="", movement=movement, fingerprint=" ".join(fingerprints))


def draw_poster(pen: Pen, poster: Poster) -> None:
    """Draw a page with a QR code of the results page, and its address below."""
    page = pen.begin_page().inset(MARGIN)
    title, title_size = _fit_text(poster.heading.event, (40.0, 30.0, 22.0), page.width)
    address, address_size = _fit_text(poster.address, (22.0, 18.0, 14.0), page.width)
    title_end = 30 + len(title) * title_size * 1.2
    address_height = len(address) * address_size * 1.2
    pen.write_lines(title, page.get_strip(30, title_end - 30), title_size, bold=True)
    date_and_club = join_with_dots((format_date(poster.heading.date), poster.heading.club))
    pen.write(date_and_club, page.get_strip(title_end + 6, 24), 16)
    pen.write("Results", page.get_strip(title_end + 44, 56), 48, bold=True)
    room = page.height - title_end - 110 - 50 - address_height - STAMP_HEIGHT
    code_size = min(page.width * 0.72, room)
    code_row = page.get_strip(title_end + 104, code_size)
    code_box = code_row.get_column((page.width - code_size) / 2, code_size)
    draw_qr_code(pen, code_box, poster.qr_rows)
    code_end = title_end + 104 + code_size
    pen.write("Scan with your phone on this Wi-Fi, or type", page.get_strip(code_end + 8, 24), 16)
    address_box = page.get_strip(code_end + 36, address_height)
    pen.write_lines(address, address_box, address_size, bold=True)
    draw_stamp(pen, page, poster.heading)


def _fit_text(text: str, sizes: Sequence[float], width: float) -> tuple[tuple[str, ...], float]:
    """Return *text* in at most two lines at the first of *sizes* that fits, or at the last."""
    for size in sizes:
        lines = wrap_text(text, size, width, bold=True)
        if len(lines) <= 2:
            break
    return lines, size
