"""Draw the standings for the notice board: places, names, totals and percentages.

A *group* is ranked by itself and has a table of its own. Groups follow one another on a page and
go on over pages. :func:`_make_pages` divides them at one type size; :func:`_make_layouts` tries the sizes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from director.boards.paper.tables.files import make_standings_table
from director.boards.paper.tables.labels import as_called
from director.core.base.printed_columns import list_printed_columns
from director.pdf.fonts import wrap_text
from director.pdf.lists import (
    Paper,
    begin_list_page,
    choose_page_plan,
    divide_by_height,
    draw_list_foot,
    get_list_body,
)
from director.pdf.page import Box, Pen
from director.pdf.tables import Table, make_list_table
from director.sheets import StandingGroup, Standings

USUAL_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0)
LARGE_SIZES = (24.0, 22.0, 20.0, 18.0)
CLOSER_MEASURES = ((0.25, 1.0), (0.15, 1.0), (0.08, 1.0), (0.15, 0.96), (0.08, 0.92))
"""Gaps between rows and scales of type to try if other paper takes fewer pages."""
GROUP_TITLE = 30.0
GROUP_GAP = 10.0
NOTE_SIZE = 9.0
NOTE_LINE = 12.0  # height of a line of a note
MIN_ROWS = 3  # of a group, at the end of a page

REQUIRED_KEYS = ("place", "pair_no", "names", "boards", "total")
"""Columns that are printed even if they are empty."""


@dataclass(frozen=True, slots=True)
class GroupPart:
    """The rows of one group on one page."""

    group: StandingGroup
    table: Table
    rows: range


@dataclass(slots=True)
class Page:
    """The content of one page."""

    parts: list[GroupPart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def draw_standings(pen: Pen, standings: Standings) -> None:
    """Draw the standings, N-S and E-W separately with two winners."""
    note = format_provisional_note(standings)
    # On a portrait page, columns of extras or sessions would leave names no room.
    tie_columns = max((len(group.tie_titles) for group in standings.groups), default=0)
    landscape = standings.has_extras or bool(standings.sessions) or tie_columns > 1

    def usual_layouts(paper: Paper) -> Sequence[_SizedPages]:
        body = get_list_body(paper, landscape=landscape)
        return _make_layouts(standings, body, large_print=pen.large_print)

    def closer_layouts(paper: Paper) -> Iterable[_SizedPages]:
        body = get_list_body(paper, landscape=landscape)
        least_size = usual_layouts(paper)[0].least_size
        for gap, scale in CLOSER_MEASURES:
            yield _SizedPages(_make_pages(standings, body, least_size * scale, gap))

    pages = choose_page_plan(pen.paper, usual_layouts, closer_layouts).pages
    for number, page in enumerate(pages, 1):
        body = begin_list_page(pen, standings.heading, standings.method, note, landscape=landscape)
        bottom = _draw_parts(pen, body, page.parts)
        height = len(page.notes) * NOTE_LINE
        box = Box(body.x, bottom - height, body.width, height)
        pen.write_lines(page.notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        draw_list_foot(pen, standings.heading, number, len(pages), landscape=landscape)


def format_provisional_note(standings: Standings) -> str:
    """Return how many results are entered, or "" if all are."""
    if standings.is_complete:
        return ""
    text = f"{standings.results_in} of {standings.results_due} {standings.entered_words}"
    if standings.is_final:
        return text
    return f"Provisional: {text}"


@dataclass(frozen=True, slots=True)
class _SizedPages:
    """Pages at one type size. *least_size* is the smallest of all that were tried."""

    pages: list[Page]
    least_size: float = 0.0

    @property
    def is_cramped(self) -> bool:
        return any(part.table.is_cramped for page in self.pages for part in page.parts)


def _make_layouts(standings: Standings, body: Box, *, large_print: bool) -> list[_SizedPages]:
    """Return the pages at every size that breaks no word, larger sizes first.

    If every large size breaks a word, usual sizes are used, and at worst with broken words.
    """
    size_sets = (LARGE_SIZES, USUAL_SIZES) if large_print else (USUAL_SIZES,)
    for sizes in size_sets:
        layouts = [_SizedPages(_make_pages(standings, body, size), sizes[-1]) for size in sizes]
        roomy_layouts = [layout for layout in layouts if not layout.is_cramped]
        if roomy_layouts:
            return roomy_layouts
    return layouts


def _make_pages(standings: Standings, body: Box, size: float, gap: float = 0.35) -> list[Page]:
    """Return the rows of every page. Groups stay together if possible."""
    pages = [Page()]
    room = body.height
    for group in standings.groups:
        table = _make_group_table(group, standings, body.width, size, gap)
        head_height = (GROUP_TITLE if group.title else 0) + table.head_height
        first_room = _compute_usable_room(table, room, body.height) - head_height
        # Without room for a row, the first run is empty.
        for run in divide_by_height(table.heights, first_room, body.height - head_height):
            is_page_used = room < body.height
            if run.start > 0 or (is_page_used and not run):
                pages.append(Page())
                room = body.height
            if run:
                pages[-1].parts.append(GroupPart(group, table, run))
                room -= head_height + sum(table.heights[index] for index in run) + GROUP_GAP
    notes: list[str] = []
    for text in standings.notes:
        notes += wrap_text(text, NOTE_SIZE, body.width)
    for index, run in enumerate(divide_by_height([NOTE_LINE] * len(notes), room, body.height)):
        if index > 0:
            pages.append(Page())
        pages[-1].notes.extend(notes[line] for line in run)
    return pages


def _compute_usable_room(table: Table, room: float, page_height: float) -> float:
    """Return how much of the *room* on a page a group may use: all, or nothing.

    A group that fits a page of its own isn't divided, and no page ends with only a few rows of it.
    """
    fits_own_page = room < table.height + GROUP_TITLE <= page_height
    least_height = table.head_height + GROUP_TITLE + sum(table.heights[:MIN_ROWS])
    if fits_own_page or room < least_height:
        return 0.0
    return room


def _make_group_table(
    group: StandingGroup, standings: Standings, width: float, size: float, gap: float
) -> Table:
    """Return the rows of a group with the columns it needs."""
    # A group of one direction says it in its title.
    is_mixed = not any(row.direction for row in group.rows)
    data = make_standings_table(replace(standings, groups=(group,)))
    printed = list_printed_columns(as_called(data, is_mixed=is_mixed), REQUIRED_KEYS)
    columns = [column for column, _texts in printed]
    rows = list(zip(*(texts for _column, texts in printed), strict=True))
    return make_list_table(columns, rows, width, size, gap=gap, boxed=False)


def _draw_parts(pen: Pen, body: Box, parts: Sequence[GroupPart]) -> float:
    """Draw the groups of a page. Return the height at which they end."""
    top = body.top
    for part in parts:
        title = part.group.title
        if title:
            if part.rows.start:
                title += " (continued)"
            title_box = Box(body.x, top - GROUP_TITLE, body.width, GROUP_TITLE)
            pen.write(title, title_box, part.table.size + 2, bold=True, align="left")
            top -= GROUP_TITLE
        top = part.table.draw(pen, body.x, top, part.rows, boxed=False) - GROUP_GAP
    return top
