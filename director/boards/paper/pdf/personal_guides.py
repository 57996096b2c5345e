"""Draw personal guides: every round of a pair or player with table, opponents and boards.

All guides of a set are cut alike, as many to a page as hold the longest. If even a whole page is
too small, names of opponents are left out, and then a guide goes on over several pages.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from director.boards.contests import CONTESTANTS, ContestRecord
from director.boards.movement.cards.cards import OUT, GuideLine, PersonalGuide
from director.boards.movement.words import format_boards
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.lists import Paper, choose_page_plan, divide_table_for_every_paper
from director.pdf.marks import NAME_LEADING, draw_name, draw_qr_code, fit_name
from director.pdf.page import MARGIN, Box, Pen, divide_page
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    find_fitting_layout,
    iter_sheet_boxes,
)
from director.pdf.tables import PaperColumn, Table, make_largest_list
from director.pdf.words import join_with_dots, shorten_seat_label
from director.sheets import SlipBoard

# A cut is sheets across and down a page. Rows (0) don't matter: fitting is tried with the table.
DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(0, 2, 4),
        PageDivision(0, 2, 3),
        PageDivision(0, 2, 2),
        PageDivision(0, 1, 2),
        PageDivision(0, 1, 1),
    ),
    head_height=58,
    foot_height=STAMP_HEIGHT + 2,
    max_row_height=26,
    text_size=11,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(0, 1, 2), PageDivision(0, 1, 1)),
    head_height=92,
    foot_height=STAMP_HEIGHT + 2,
    max_row_height=34,
    text_size=18,
)
# As a share of the head: the height of the pair's number, and the type size of its names.
NUMBER_SHARE = 0.42
NAME_SHARE = 0.24
CLOSER_SCALES = (0.95, 0.9, 0.85, 0.8)  # type sizes to try if other paper takes fewer pages
SIT_OUT = "sit out"
HOME_LEADING = 1.3  # height of a line of the sentence about a stationary pair
MIN_HOME_ROUNDS = 3  # at one table, so that a sentence says it shorter than a column
_ROUND = PaperColumn("Round", bold=True)
_TABLE = PaperColumn("Table", bold=True)
_BOARDS = PaperColumn("Boards", can_wrap=True)
_SIDE = PaperColumn("Sit")
COLUMNS = {
    "pair": (
        _ROUND,
        _TABLE,
        _SIDE,
        PaperColumn("Against", align="left", can_wrap=True, max_width_share=0.4),
        _BOARDS,
    ),
    "player": (
        _ROUND,
        _TABLE,
        _SIDE,
        PaperColumn("Partner", align="left", can_wrap=True, max_width_share=0.2),
        PaperColumn("Against", align="left", can_wrap=True, max_width_share=0.28),
        _BOARDS,
    ),
    "team": (
        _ROUND,
        PaperColumn("Table\nN-S", bold=True),
        PaperColumn("Table\nE-W", bold=True),
        PaperColumn("Against", align="left", can_wrap=True, max_width_share=0.4),
        _BOARDS,
    ),
}


@dataclass(frozen=True, slots=True)
class _ShownGuide:
    """A guide as it is drawn: what its table and its sentence say at any size."""

    guide: PersonalGuide
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    home_sentence: str  # where a stationary pair sits, or ""


@dataclass(frozen=True, slots=True)
class _GuideLayout:
    """A guide laid out in a width."""

    shown: _ShownGuide
    head_height: float
    table: Table

    def fits(self, height: float, layout: SlipLayout) -> bool:
        """Return whether a sheet of *height* is enough, with no word too wide for its column."""
        room = height - self.head_height - layout.foot_height - 2
        return not self.table.is_cramped and self.table.height <= room


@dataclass(frozen=True, slots=True)
class _GuidePlan:
    """The layout of guides, and their pages.

    *guides* are laid out for one piece of a page, or for a whole one if they are *long*.
    """

    layout: SlipLayout
    guides: Sequence[_GuideLayout]
    pages: Sequence[object]
    is_long: bool


def draw_personal_guides(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw every pair's guide, as many to a page as fit."""
    layout = LARGE_LAYOUT if pen.large_print else DEFAULT_LAYOUT
    shown_guides = [_make_shown_guide(guide) for guide in guides]

    def make_default_plans(paper: Paper) -> Iterable[_GuidePlan]:
        yield _make_guide_plan(paper, shown_guides, layout)

    def make_closer_plans(paper: Paper) -> Iterable[_GuidePlan]:
        for scale in CLOSER_SCALES:
            size = layout.text_size * scale
            if size >= MIN_SIZE:
                yield _make_guide_plan(paper, shown_guides, replace(layout, text_size=size))

    plan = choose_page_plan(pen.paper, make_default_plans, make_closer_plans)
    if plan.is_long:
        for guide_layout in plan.guides:
            _draw_long_guide(pen, guide_layout, plan.layout)
    else:
        for guide_box, guide_layout in iter_sheet_boxes(pen, plan.layout, plan.guides, 0):
            # Every guide is known to fit, so a page that nobody sees need not be drawn.
            if pen.is_page_visible:
                _draw_guide(pen, guide_box, guide_layout, plan.layout)


def _make_guide_plan(
    paper: Paper, shown_guides: Sequence[_ShownGuide], layout: SlipLayout
) -> _GuidePlan:
    plan = _find_short_plan(paper, shown_guides, layout)
    if plan:
        return plan
    # Without the names of opponents, rows take fewer lines.
    nameless_guides = [_make_shown_guide(_without_names(shown.guide)) for shown in shown_guides]
    plan = _find_short_plan(paper, nameless_guides, layout)
    if plan:
        return plan
    page = Box(0, 0, *paper).inset(MARGIN)
    long_guides = [_lay_out_guide(shown, page.width, layout) for shown in nameless_guides]
    runs: list[range] = []
    for guide_layout in long_guides:
        _table, guide_runs = _divide_long_guide(paper, page, guide_layout, layout)
        runs += guide_runs
    return _GuidePlan(layout, long_guides, runs, is_long=True)


def _find_short_plan(
    paper: Paper, shown_guides: Sequence[_ShownGuide], layout: SlipLayout
) -> _GuidePlan | None:
    """Return a plan in which each guide fits a piece of a page, or None."""

    # Several cuts have pieces of one width.
    @cache
    def lay_out(index: int, width: float) -> _GuideLayout:
        return _lay_out_guide(shown_guides[index], width, layout)

    indexes = range(len(shown_guides))
    fitting_layout = find_fitting_layout(
        paper,
        layout,
        lambda box: all(lay_out(index, box.width).fits(box.height, layout) for index in indexes),
    )
    if fitting_layout is None:
        return None
    cut = fitting_layout.cuts[0]
    width = next(divide_page(Box(0, 0, *paper), cut.across, cut.down)).width
    pages = range(0, len(shown_guides), cut.across * cut.down)
    guides = [lay_out(index, width) for index in indexes]
    return _GuidePlan(fitting_layout, guides, pages, is_long=False)


def draw_guide_behind(pen: Pen, guide_box: Box, guide: PersonalGuide) -> None:
    """Draw a guide on the back of another sheet, without names or remarks that don't fit."""
    layout = LARGE_LAYOUT if pen.large_print else DEFAULT_LAYOUT
    nameless_guide = _without_names(guide)
    bare_guide = replace(
        nameless_guide, lines=tuple(replace(line, marks=()) for line in nameless_guide.lines)
    )
    attempts = (
        (guide, layout),
        (nameless_guide, layout),
        (bare_guide, layout),
        (bare_guide, DEFAULT_LAYOUT),
    )
    for shown_guide, tried_layout in attempts:
        guide_layout = _lay_out_guide(_make_shown_guide(shown_guide), guide_box.width, tried_layout)
        if guide_layout.fits(guide_box.height, tried_layout):
            break
    _draw_guide(pen, guide_box, guide_layout, tried_layout)


def _without_names(guide: PersonalGuide) -> PersonalGuide:
    return replace(
        guide,
        lines=tuple(replace(line, opponent_names="", partner_name="") for line in guide.lines),
    )


@dataclass(frozen=True, slots=True)
class _Home:
    """Where a pair sits whenever it plays."""

    table: str = ""  # "" if it changes
    side: str = ""  # "" if it changes

    @property
    def sentence(self) -> str:
        """A sentence that the guide has in place of columns."""
        if not self.table:
            return ""
        side = f", {self.side}," if self.side else ""
        return f"You stay at table {self.table}{side} in every round."


def _get_home(guide: PersonalGuide) -> _Home:
    """Return the table and side of a stationary pair. Players and teams have none."""
    if CONTESTANTS[guide.heading.guided_noun].sheet_noun != "pair":
        return _Home()
    played_lines = [line for line in guide.lines if not line.sits_out and not line.is_knocked_out]
    tables = {line.table for line in played_lines}
    if len(played_lines) < MIN_HOME_ROUNDS or len(tables) != 1:
        return _Home()
    sides = {line.side for line in played_lines}
    return _Home(tables.pop(), sides.pop() if len(sides) == 1 else "")


def _make_shown_guide(guide: PersonalGuide) -> _ShownGuide:
    contest_record = CONTESTANTS[guide.heading.guided_noun]
    columns = COLUMNS[contest_record.sheet_noun]
    home = _get_home(guide)
    hidden_columns = []
    if home.table:
        hidden_columns.append(_TABLE)
    if home.side:
        hidden_columns.append(_SIDE)
    shown_indexes = [index for index, column in enumerate(columns) if column not in hidden_columns]
    rows = []
    for line in guide.lines:
        row = _make_guide_row(line, contest_record)
        rows.append(tuple(row[index] for index in shown_indexes))
    shown_columns = tuple(columns[index] for index in shown_indexes)
    return _ShownGuide(guide, shown_columns, tuple(rows), home.sentence)


def _lay_out_guide(shown: _ShownGuide, width: float, layout: SlipLayout) -> _GuideLayout:
    sizes = [
        size
        for size in (layout.text_size, layout.text_size * 0.9, layout.text_size * 0.8, MIN_SIZE)
        if size >= MIN_SIZE
    ]
    return _GuideLayout(
        shown,
        _compute_head_height(shown, width, layout),
        make_largest_list(shown.columns, shown.rows, width, sizes, boxed=False),
    )


def _draw_guide(pen: Pen, guide_box: Box, guide_layout: _GuideLayout, layout: SlipLayout) -> None:
    head_height = guide_layout.head_height
    table = guide_layout.table
    _draw_guide_head(pen, guide_box.get_strip(0, head_height - 4), guide_layout.shown, layout)
    room = guide_box.height - head_height - layout.foot_height
    highest_row = max(table.row_heights, default=1.0)
    if table.head_height + highest_row * len(table.rows) <= room:
        table = table.with_row_height(highest_row)
    lowest_row = min(table.row_heights, default=1.0)
    max_stretch = max(layout.max_row_height / max(lowest_row, 1), 1.0)
    stretched = table.with_stretched_rows(room, max_stretch)
    stretched.draw(pen, guide_box.x, guide_box.top - head_height, boxed=False)
    draw_stamp(pen, guide_box, guide_layout.shown.guide.heading)


def _draw_long_guide(pen: Pen, guide_layout: _GuideLayout, layout: SlipLayout) -> None:
    """Draw a guide that takes more than a page."""
    page = pen.begin_page().inset(MARGIN)
    head_height = guide_layout.head_height
    table, runs = _divide_long_guide(pen.paper, page, guide_layout, layout)
    for index, run in enumerate(runs):
        if index > 0:
            page = pen.begin_page().inset(MARGIN)
        _draw_guide_head(pen, page.get_strip(0, head_height - 4), guide_layout.shown, layout)
        table.draw(pen, page.x, page.top - head_height, run, boxed=False)
        draw_stamp(pen, page, guide_layout.shown.guide.heading)


def _divide_long_guide(
    paper: Paper, page: Box, guide_layout: _GuideLayout, layout: SlipLayout
) -> tuple[Table, list[range]]:
    """Return the table of a guide of several pages, and the rows on each page."""
    table = guide_layout.table
    room = page.height - guide_layout.head_height - layout.foot_height - table.head_height
    return divide_table_for_every_paper(paper, table, room)


def _compute_names_width(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    """Return the width that the QR code leaves for the names."""
    if guide.qr_rows:
        return width - layout.head_height
    return width


def _compute_names_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    size = layout.head_height * NAME_SHARE
    names_width = _compute_names_width(guide, width, layout)
    lines, fitting_size = fit_name(guide.names, names_width, size, 2.5 * size)
    return max(len(lines) * fitting_size, size * 1.5) * NAME_LEADING


def _compute_head_height(shown: _ShownGuide, width: float, layout: SlipLayout) -> float:
    names_height = _compute_names_height(shown.guide, width, layout)
    head_height = max(layout.head_height, layout.head_height * NUMBER_SHARE + names_height + 8)
    home_lines = wrap_text(shown.home_sentence, layout.text_size, width)
    return head_height + len(home_lines) * layout.text_size * HOME_LEADING


def _draw_guide_head(pen: Pen, box: Box, shown: _ShownGuide, layout: SlipLayout) -> None:
    """Write number and names of the pair, and draw the QR code."""
    guide = shown.guide
    if guide.qr_rows:
        code_size = layout.head_height - 4
        code_box = box.get_strip(0, code_size).get_column(box.width - code_size, code_size)
        draw_qr_code(pen, code_box, guide.qr_rows)
    names_width = _compute_names_width(guide, box.width, layout)
    names_height = _compute_names_height(guide, box.width, layout)
    number_height = layout.head_height * NUMBER_SHARE
    _draw_guide_number(pen, box.get_strip(0, number_height).get_column(0, names_width), guide)
    names_box = box.get_strip(number_height + 2, names_height).get_column(0, names_width)
    draw_name(pen, names_box, guide.names, layout.head_height * NAME_SHARE)
    home_lines = wrap_text(shown.home_sentence, layout.text_size, box.width)
    home_height = len(home_lines) * layout.text_size * HOME_LEADING
    home_box = box.get_strip(box.height - home_height, home_height)
    pen.write_lines(home_lines, home_box, layout.text_size, align="left", leading=HOME_LEADING)


def _draw_guide_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size = box.height * 0.9
    noun = guide.heading.guided_noun.capitalize()
    noun_size = max(MIN_SIZE, size * 0.5)
    noun_width = measure_text(noun, noun_size) + 6
    pen.write(noun, box.get_column(0, noun_width), noun_size, align="left")
    number_box = box.get_column(noun_width, box.width - noun_width)
    pen.write(guide.label, number_box, size, bold=True, align="left")


def _make_guide_row(line: GuideLine, contest_record: ContestRecord) -> tuple[str, ...]:
    if line.sits_out:
        opponents = SIT_OUT
    elif line.is_knocked_out:
        opponents = OUT
    else:
        opponents = join_with_dots((line.opponents, line.opponent_names, *line.marks))
    return (
        str(line.round_no),
        *_make_seat_cells(line, contest_record),
        opponents,
        format_slip_boards(line.boards),
    )


def _make_seat_cells(line: GuideLine, contest_record: ContestRecord) -> tuple[str, ...]:
    """Return table and side, with the partner of a single player, or the tables of a team."""
    if contest_record.has_halves:
        return line.half_tables
    seat_cells = line.table or "–", line.side
    if not contest_record.has_changing_partners:
        return seat_cells
    direction = "NS" if line.side in ("North", "South") else "EW"
    partner = join_with_dots((shorten_seat_label(line.partner, direction), line.partner_name))
    return *seat_cells, partner


def format_slip_boards(boards: Sequence[SlipBoard]) -> str:
    """Return the numbers of *boards*, as short as possible."""
    return format_boards([board.board_no for board in boards])
