"""Personal guides: every round with table, opponents and boards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from director.boards.contests import CONTESTANTS, ContestRecord
from director.boards.movement.cards.sheets import OUT, GuideLine, PersonalGuide
from director.boards.movement.words import boards_text
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.lists import Paper, plan_alike, runs_alike
from director.pdf.marks import NAME_LEADING, draw_code, draw_name, name_lines
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, first_fitting, places_on_pages
from director.pdf.tables import Column, Table, largest_list
from director.pdf.words import join_with_dots, seat_label
from director.sheets import SlipBoard

USUAL = SlipLayout(
    cuts=(Cut(0, 2, 4), Cut(0, 2, 3), Cut(0, 2, 2), Cut(0, 1, 2), Cut(0, 1, 1)),
    head=58,
    foot=STAMP + 2,
    tallest_row=20,
    size=11,
)
LARGE = SlipLayout(
    cuts=(Cut(0, 1, 2), Cut(0, 1, 1)), head=92, foot=STAMP + 2, tallest_row=34, size=18
)
PAIR, NAME = 0.42, 0.24  # of the head: the height of the pair's number, and the size of its names
CLOSER = (0.95, 0.9, 0.85, 0.8)  # letters, where other paper holds more
SIT_OUT = "sit out"
_ROUND, _TABLE, _BOARDS = (
    Column("Round", bold=True),
    Column("Table", bold=True),
    Column("Boards", wraps=True),
)
_SIT = Column("Sit")
COLUMNS = {
    "pair": (_ROUND, _TABLE, _SIT, Column("Against", align="left", wraps=True, claim=0.4), _BOARDS),
    "player": (
        *(_ROUND, _TABLE, _SIT),
        Column("Partner", align="left", wraps=True, claim=0.2),
        Column("Against", align="left", wraps=True, claim=0.28),
        _BOARDS,
    ),
    "team": (
        _ROUND,
        Column("N-S\nat table", bold=True),
        Column("E-W\nat table", bold=True),
        Column("Against", align="left", wraps=True, claim=0.4),
        _BOARDS,
    ),
}


@dataclass(frozen=True, slots=True)
class _GuidePlan:
    """The layout of guides."""

    layout: SlipLayout
    guides: Sequence[PersonalGuide]
    pages: Sequence[object]
    is_long: bool


def draw_personal_guides(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw every pair's guide, as many to a page as hold the longest.

    Where none does, opponents have no names; where none does even then, a guide goes on over
    further pages.
    """
    layout = LARGE if pen.large_print else USUAL

    def closer(paper: Paper) -> Iterable[_GuidePlan]:
        sizes = (layout.size * scale for scale in CLOSER)
        return (
            _plan(paper, guides, replace(layout, size=size)) for size in sizes if size >= SMALLEST
        )

    plan = plan_alike(pen.paper, lambda paper: (_plan(paper, guides, layout),), closer)
    if plan.is_long:
        for guide in plan.guides:
            _draw_long(pen, guide, plan.layout)
    else:
        for place, guide in places_on_pages(pen, plan.layout, plan.guides, 0):
            if pen.is_seen:  # it fits, as the plan says
                _draw(pen, place, guide, plan.layout)


def _plan(paper: Paper, guides: Sequence[PersonalGuide], layout: SlipLayout) -> _GuidePlan:
    for shown in (guides, [_without_names(guide) for guide in guides]):
        if fitting := first_fitting(paper, layout, _all_fit(shown, layout)):
            per_page = fitting.cuts[0].across * fitting.cuts[0].down
            return _GuidePlan(fitting, shown, range(0, len(shown), per_page), is_long=False)
    page = Box(0, 0, *paper).inset(MARGIN)
    pages = [run for guide in shown for run in _runs(paper, page, guide, layout)[1]]
    return _GuidePlan(layout, shown, pages, is_long=True)


def _all_fit(guides: Sequence[PersonalGuide], layout: SlipLayout) -> Callable[[Box], bool]:
    return lambda room: all(_fits(room, guide, layout) for guide in guides)


def draw_guide_behind(pen: Pen, place: Box, guide: PersonalGuide) -> None:
    """Draw a guide on the back of another sheet, without what doesn't fit."""
    layout = LARGE if pen.large_print else USUAL
    bare = replace(
        _without_names(guide),
        lines=tuple(replace(line, marks=()) for line in _without_names(guide).lines),
    )
    tries = ((guide, layout), (_without_names(guide), layout), (bare, layout), (bare, USUAL))
    fitting = next((each for each in tries if _fits(place, *each)), tries[-1])
    _draw(pen, place, *fitting)


def _without_names(guide: PersonalGuide) -> PersonalGuide:
    return replace(
        guide,
        lines=tuple(replace(line, opponent_names="", partner_name="") for line in guide.lines),
    )


def _fits(room: Box, guide: PersonalGuide, layout: SlipLayout) -> bool:
    table = _table(room, guide, layout)
    below = room.height - _head_height(guide, room.width, layout) - layout.foot - 2
    return not table.is_cramped and table.height <= below


def _draw(pen: Pen, place: Box, guide: PersonalGuide, layout: SlipLayout) -> None:
    head = _head_height(guide, place.width, layout)
    _draw_head(pen, place.strip(0, head - 4), guide, layout)
    table = _table(place, guide, layout)
    most = layout.tallest_row / max(min(table.heights, default=1.0), 1)
    room = place.height - head - layout.foot
    table.stretched(room, max(most, 1.0)).draw(pen, place.x, place.top - head, boxed=False)
    draw_stamp(pen, place, guide.heading)


def _draw_long(pen: Pen, guide: PersonalGuide, layout: SlipLayout) -> None:
    """Draw a guide that takes more than a page."""
    page = pen.new_page().inset(MARGIN)
    head = _head_height(guide, page.width, layout)
    table, runs = _runs(pen.paper, page, guide, layout)
    for number, run in enumerate(runs):
        page = page if number == 0 else pen.new_page().inset(MARGIN)
        _draw_head(pen, page.strip(0, head - 4), guide, layout)
        table.draw(pen, page.x, page.top - head, run, boxed=False)
        draw_stamp(pen, page, guide.heading)


def _runs(
    paper: Paper, page: Box, guide: PersonalGuide, layout: SlipLayout
) -> tuple[Table, list[range]]:
    """Return the rounds of a guide that goes on over pages, and which of them stand on each."""
    table = _table(page, guide, layout)
    room = page.height - _head_height(guide, page.width, layout) - layout.foot - table.head_height
    return runs_alike(paper, table, room)


def _names(guide: PersonalGuide, width: float, layout: SlipLayout) -> tuple[float, float]:
    """Return the width that a code leaves for the names, and the height they take there."""
    room = width - layout.head if guide.code else width
    size = layout.head * NAME
    lines, fitting = name_lines(guide.names, room, size, 2.5 * size)
    return room, max(len(lines) * fitting, size * 1.5) * NAME_LEADING


def _head_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    return max(layout.head, layout.head * PAIR + _names(guide, width, layout)[1] + 8)


def _draw_head(pen: Pen, box: Box, guide: PersonalGuide, layout: SlipLayout) -> None:
    """Write pair, names and the QR code."""
    if guide.code:
        side = layout.head - 4
        draw_code(pen, box.strip(0, side).column(box.width - side, side), guide.code)
    room, high = _names(guide, box.width, layout)
    pair = layout.head * PAIR
    _draw_number(pen, box.strip(0, pair).column(0, room), guide)
    draw_name(pen, box.strip(pair + 2, high).column(0, room), guide.names, layout.head * NAME)


def _draw_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size = box.height * 0.9
    word, called = max(SMALLEST, size * 0.5), guide.heading.guided.capitalize()
    width = text_width(called, word) + 6
    pen.write(called, box.column(0, width), word, align="left")
    pen.write(guide.label, box.column(width, box.width - width), size, bold=True, align="left")


def _table(room: Box, guide: PersonalGuide, layout: SlipLayout) -> Table:
    who = CONTESTANTS[guide.heading.guided]
    rows = [_row(line, who) for line in guide.lines]
    sizes = [
        size
        for size in (layout.size, layout.size * 0.9, layout.size * 0.8, SMALLEST)
        if size >= SMALLEST
    ]
    return largest_list(COLUMNS[who.paper], rows, room.width, sizes, boxed=False)


def _row(line: GuideLine, who: ContestRecord) -> tuple[str, ...]:
    met = join_with_dots((line.opponents, line.opponent_names, *line.marks))
    if line.sits_out:
        against = SIT_OUT
    elif line.is_out:
        against = OUT
    else:
        against = met
    return str(line.round_no), *_places(line, who), against, boards_of(line.boards)


def _places(line: GuideLine, who: ContestRecord) -> tuple[str, ...]:
    """Return where the pair sits, with the partner or for both halves."""
    if who.has_halves:
        return line.halves
    own = "NS" if line.side in ("North", "South") else "EW"
    partner = (
        (join_with_dots((seat_label(line.partner, own), line.partner_name)),)
        if who.changes_partners
        else ()
    )
    return line.table or "–", line.side, *partner


def boards_of(boards: Sequence[SlipBoard]) -> str:
    """Return the numbers of *boards*, as short as possible."""
    return boards_text([board.board_no for board in boards])
