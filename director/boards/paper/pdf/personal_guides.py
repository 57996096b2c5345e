"""Draw personal guides: every round of a pair or player with table, opponents and boards.

All guides of a set are cut alike, as many to a page as hold the longest. If even a whole page is
too small, names of opponents are left out, and then a guide goes on over several pages.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from director.boards.contests import CONTESTANTS, ContestRecord
from director.boards.movement.cards.cards import OUT, GuideLine, PersonalGuide
from director.boards.movement.words import format_boards
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.lists import Paper, choose_page_plan, divide_table_for_every_paper
from director.pdf.marks import NAME_LEADING, draw_code, draw_name, fit_name
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import (
    STAMP,
    PageDivision,
    SlipLayout,
    draw_stamp,
    find_first_fitting,
    place_on_pages,
)
from director.pdf.tables import PaperColumn, Table, make_largest_list
from director.pdf.words import join_with_dots, shorten_seat_label
from director.sheets import SlipBoard

# A cut is sheets across and down a page. Rows (0) don't matter: fitting is tried with the table.
USUAL = SlipLayout(
    cuts=(
        PageDivision(0, 2, 4),
        PageDivision(0, 2, 3),
        PageDivision(0, 2, 2),
        PageDivision(0, 1, 2),
        PageDivision(0, 1, 1),
    ),
    head=58,
    foot=STAMP + 2,
    max_row_height=20,
    size=11,
)
LARGE = SlipLayout(
    cuts=(PageDivision(0, 1, 2), PageDivision(0, 1, 1)),
    head=92,
    foot=STAMP + 2,
    max_row_height=34,
    size=18,
)
# As a share of the head: the height of the pair's number, and the type size of its names.
NUMBER_SHARE = 0.42
NAME_SHARE = 0.24
CLOSER_SCALES = (0.95, 0.9, 0.85, 0.8)  # type sizes to try if other paper takes fewer pages
SIT_OUT = "sit out"
_ROUND = PaperColumn("Round", bold=True)
_TABLE = PaperColumn("Table", bold=True)
_BOARDS = PaperColumn("Boards", wraps=True)
_SIDE = PaperColumn("Sit")
COLUMNS = {
    "pair": (
        _ROUND,
        _TABLE,
        _SIDE,
        PaperColumn("Against", align="left", wraps=True, claim=0.4),
        _BOARDS,
    ),
    "player": (
        _ROUND,
        _TABLE,
        _SIDE,
        PaperColumn("Partner", align="left", wraps=True, claim=0.2),
        PaperColumn("Against", align="left", wraps=True, claim=0.28),
        _BOARDS,
    ),
    "team": (
        _ROUND,
        PaperColumn("Table\nN-S", bold=True),
        PaperColumn("Table\nE-W", bold=True),
        PaperColumn("Against", align="left", wraps=True, claim=0.4),
        _BOARDS,
    ),
}


@dataclass(frozen=True, slots=True)
class _GuidePlan:
    """The layout of guides, with the *guides* as they are drawn, and their pages."""

    layout: SlipLayout
    guides: Sequence[PersonalGuide]
    pages: Sequence[object]
    is_long: bool


def draw_personal_guides(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw every pair's guide, as many to a page as fit."""
    layout = LARGE if pen.large_print else USUAL

    def closer(paper: Paper) -> Iterable[_GuidePlan]:
        sizes = (layout.size * scale for scale in CLOSER_SCALES)
        return (
            _make_guide_plan(paper, guides, replace(layout, size=size))
            for size in sizes
            if size >= SMALLEST
        )

    plan = choose_page_plan(
        pen.paper, lambda paper: (_make_guide_plan(paper, guides, layout),), closer
    )
    if plan.is_long:
        for guide in plan.guides:
            _draw_long_guide(pen, guide, plan.layout)
    else:
        for place, guide in place_on_pages(pen, plan.layout, plan.guides, 0):
            # The plan has made sure that each fits, so a page nobody sees need not be drawn.
            if pen.is_seen:
                _draw_guide(pen, place, guide, plan.layout)


def _make_guide_plan(
    paper: Paper, guides: Sequence[PersonalGuide], layout: SlipLayout
) -> _GuidePlan:
    nameless_guides = [_without_names(guide) for guide in guides]
    for shown_guides in (guides, nameless_guides):
        fitting = find_first_fitting(paper, layout, _make_fit_test(shown_guides, layout))
        if fitting:
            per_page = fitting.cuts[0].across * fitting.cuts[0].down
            pages = range(0, len(shown_guides), per_page)
            return _GuidePlan(fitting, shown_guides, pages, is_long=False)
    page = Box(0, 0, *paper).inset(MARGIN)
    runs: list[range] = []
    for guide in nameless_guides:
        runs += _make_table_and_runs(paper, page, guide, layout)[1]
    return _GuidePlan(layout, nameless_guides, runs, is_long=True)


def _make_fit_test(guides: Sequence[PersonalGuide], layout: SlipLayout) -> Callable[[Box], bool]:
    """Return a function that says whether each of *guides* fits a box."""
    return lambda box: all(_can_fit_guide(box, guide, layout) for guide in guides)


def draw_guide_behind(pen: Pen, place: Box, guide: PersonalGuide) -> None:
    """Draw a guide on the back of another sheet, without names or remarks that don't fit."""
    layout = LARGE if pen.large_print else USUAL
    nameless = _without_names(guide)
    bare = replace(nameless, lines=tuple(replace(line, marks=()) for line in nameless.lines))
    attempts = ((guide, layout), (nameless, layout), (bare, layout), (bare, USUAL))
    fitting = attempts[-1]
    for attempt in attempts:
        if _can_fit_guide(place, *attempt):
            fitting = attempt
            break
    _draw_guide(pen, place, *fitting)


def _without_names(guide: PersonalGuide) -> PersonalGuide:
    return replace(
        guide,
        lines=tuple(replace(line, opponent_names="", partner_name="") for line in guide.lines),
    )


def _can_fit_guide(box: Box, guide: PersonalGuide, layout: SlipLayout) -> bool:
    table = _make_guide_table(box, guide, layout)
    room = box.height - _compute_head_height(guide, box.width, layout) - layout.foot - 2
    return not table.is_cramped and table.height <= room


def _draw_guide(pen: Pen, place: Box, guide: PersonalGuide, layout: SlipLayout) -> None:
    head_height = _compute_head_height(guide, place.width, layout)
    _draw_guide_head(pen, place.strip(0, head_height - 4), guide, layout)
    table = _make_guide_table(place, guide, layout)
    lowest_row = min(table.heights, default=1.0)
    max_stretch = max(layout.max_row_height / max(lowest_row, 1), 1.0)
    room = place.height - head_height - layout.foot
    stretched = table.with_stretched_rows(room, max_stretch)
    stretched.draw(pen, place.x, place.top - head_height, boxed=False)
    draw_stamp(pen, place, guide.heading)


def _draw_long_guide(pen: Pen, guide: PersonalGuide, layout: SlipLayout) -> None:
    """Draw a guide that takes more than a page."""
    page = pen.new_page().inset(MARGIN)
    head_height = _compute_head_height(guide, page.width, layout)
    table, runs = _make_table_and_runs(pen.paper, page, guide, layout)
    for index, run in enumerate(runs):
        if index > 0:
            page = pen.new_page().inset(MARGIN)
        _draw_guide_head(pen, page.strip(0, head_height - 4), guide, layout)
        table.draw(pen, page.x, page.top - head_height, run, boxed=False)
        draw_stamp(pen, page, guide.heading)


def _make_table_and_runs(
    paper: Paper, page: Box, guide: PersonalGuide, layout: SlipLayout
) -> tuple[Table, list[range]]:
    """Return the table of a guide of several pages, and the rows on each page."""
    table = _make_guide_table(page, guide, layout)
    room = (
        page.height
        - _compute_head_height(guide, page.width, layout)
        - layout.foot
        - table.head_height
    )
    return divide_table_for_every_paper(paper, table, room)


def _compute_names_width(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    """Return the width that the QR code leaves for the names."""
    if guide.code:
        return width - layout.head
    return width


def _compute_names_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    size = layout.head * NAME_SHARE
    names_width = _compute_names_width(guide, width, layout)
    lines, fitting_size = fit_name(guide.names, names_width, size, 2.5 * size)
    return max(len(lines) * fitting_size, size * 1.5) * NAME_LEADING


def _compute_head_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    names_height = _compute_names_height(guide, width, layout)
    return max(layout.head, layout.head * NUMBER_SHARE + names_height + 8)


def _draw_guide_head(pen: Pen, box: Box, guide: PersonalGuide, layout: SlipLayout) -> None:
    """Write number and names of the pair, and draw the QR code."""
    if guide.code:
        code_size = layout.head - 4
        code_box = box.strip(0, code_size).column(box.width - code_size, code_size)
        draw_code(pen, code_box, guide.code)
    names_width = _compute_names_width(guide, box.width, layout)
    names_height = _compute_names_height(guide, box.width, layout)
    number_height = layout.head * NUMBER_SHARE
    _draw_guide_number(pen, box.strip(0, number_height).column(0, names_width), guide)
    names_box = box.strip(number_height + 2, names_height).column(0, names_width)
    draw_name(pen, names_box, guide.names, layout.head * NAME_SHARE)


def _draw_guide_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size = box.height * 0.9
    noun = guide.heading.guided.capitalize()
    noun_size = max(SMALLEST, size * 0.5)
    noun_width = text_width(noun, noun_size) + 6
    pen.write(noun, box.column(0, noun_width), noun_size, align="left")
    number_box = box.column(noun_width, box.width - noun_width)
    pen.write(guide.label, number_box, size, bold=True, align="left")


def _make_guide_table(room: Box, guide: PersonalGuide, layout: SlipLayout) -> Table:
    contest = CONTESTANTS[guide.heading.guided]
    rows = [_make_guide_row(line, contest) for line in guide.lines]
    sizes = [
        size
        for size in (layout.size, layout.size * 0.9, layout.size * 0.8, SMALLEST)
        if size >= SMALLEST
    ]
    return make_largest_list(COLUMNS[contest.sheet_word], rows, room.width, sizes, boxed=False)


def _make_guide_row(line: GuideLine, contest: ContestRecord) -> tuple[str, ...]:
    if line.sits_out:
        opponents = SIT_OUT
    elif line.is_knocked_out:
        opponents = OUT
    else:
        opponents = join_with_dots((line.opponents, line.opponent_names, *line.marks))
    return (
        str(line.round_no),
        *_make_place_cells(line, contest),
        opponents,
        format_slip_boards(line.boards),
    )


def _make_place_cells(line: GuideLine, contest: ContestRecord) -> tuple[str, ...]:
    """Return table and side, with the partner of a single player, or the tables of a team."""
    if contest.has_halves:
        return line.half_tables
    place = line.table or "–", line.side
    if not contest.changes_partners:
        return place
    direction = "NS" if line.side in ("North", "South") else "EW"
    partner = join_with_dots((shorten_seat_label(line.partner, direction), line.partner_name))
    return *place, partner


def format_slip_boards(boards: Sequence[SlipBoard]) -> str:
    """Return the numbers of *boards*, as short as possible."""
    return format_boards([board.board_no for board in boards])
