"""Draw the standings for the notice board.

A *group* is ranked by itself and has a table of its own. Groups follow one another on a page and
go on over pages. :func:`_make_pages` divides them at one type size; :func:`_make_layouts` tries the sizes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from director.boards.tables.columns import with_label_column
from director.boards.tables.files import make_standings_table
from director.core.base.grids import list_printed_columns
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
from director.pdf.tables import PaperColumn, Table, make_list_table
from director.sheets import StandingGroup, Standings


class CloserMeasure(NamedTuple):
    """A gap between rows and a scale of the smallest type, to get more rows on a page."""

    row_gap: float  # as a multiple of the type size
    type_scale: float


DEFAULT_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0)  # type sizes to try, the largest first
LARGE_SIZES = (24.0, 22.0, 20.0, 18.0)
CLOSER_MEASURES = (
    CloserMeasure(row_gap=0.25, type_scale=1.0),
    CloserMeasure(row_gap=0.15, type_scale=1.0),
    CloserMeasure(row_gap=0.08, type_scale=1.0),
    CloserMeasure(row_gap=0.15, type_scale=0.96),
    CloserMeasure(row_gap=0.08, type_scale=0.92),
)
"""Measures to try in turn if other paper takes fewer pages."""
GROUP_TITLE_HEIGHT = 30.0
GROUP_GAP = 10.0
NOTE_SIZE = 9.0
NOTE_LINE = 12.0  # height of a line of a note
MIN_ROWS = 3  # of a group, at the end of a page

REQUIRED_KEYS = ("place", "pair_no", "names", "boards", "total")
"""Columns that are printed even if they are empty."""


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group with the columns it needs and the texts of its rows, to be laid out at any size."""

    title: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GroupPart:
    """The rows of one group on one page."""

    title: str
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
    # On a portrait page, columns of extras, sessions or several tie-breaks would leave names no room.
    has_tie_columns = any(len(group.tie_titles) > 1 for group in standings.groups)
    landscape = standings.has_extras or bool(standings.sessions) or has_tie_columns
    groups = [_make_printed_group(group, standings) for group in standings.groups]

    def make_default_layouts(paper: Paper) -> Sequence[_SizedPages]:
        body = get_list_body(paper, landscape=landscape)
        return _make_layouts(groups, standings.notes, body, large_print=pen.large_print)

    def make_closer_layouts(paper: Paper) -> Iterable[_SizedPages]:
        body = get_list_body(paper, landscape=landscape)
        least_size = make_default_layouts(paper)[0].least_size
        for measure in CLOSER_MEASURES:
            size = least_size * measure.type_scale
            yield _SizedPages(_make_pages(groups, standings.notes, body, size, measure.row_gap))

    pages = choose_page_plan(pen.paper, make_default_layouts, make_closer_layouts).pages
    for number, page in enumerate(pages, 1):
        body = begin_list_page(pen, standings.heading, standings.method, note, landscape=landscape)
        bottom = _draw_parts(pen, body, page.parts)
        height = len(page.notes) * NOTE_LINE
        box = Box(body.x, bottom - height, body.width, height)
        pen.write_lines(page.notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        draw_list_foot(pen, standings.heading, number, len(pages), landscape=landscape)


def format_provisional_note(standings: Standings) -> str:
    """Return the number of entered results as a note, or "" if all are entered."""
    if standings.is_complete:
        return ""
    text = f"{standings.results_in} of {standings.results_due} results entered"
    if standings.is_final:
        return text
    return f"Provisional: {text}"


@dataclass(frozen=True, slots=True)
class _SizedPages:
    """Pages at one type size."""

    pages: list[Page]
    least_size: float = 0.0  # the smallest type size that was tried

    @property
    def is_cramped(self) -> bool:
        return any(part.table.is_cramped for page in self.pages for part in page.parts)


def _make_layouts(
    groups: Sequence[PrintedGroup], notes: Sequence[str], body: Box, *, large_print: bool
) -> list[_SizedPages]:
    """Return the pages at every size that breaks no word, larger sizes first.

    If every large size breaks a word, default sizes are used, and at worst with broken words.
    """
    size_sets = (LARGE_SIZES, DEFAULT_SIZES) if large_print else (DEFAULT_SIZES,)
    for sizes in size_sets:
        least_size = sizes[-1]
        layouts = [
            _SizedPages(_make_pages(groups, notes, body, size), least_size) for size in sizes
        ]
        roomy_layouts = [layout for layout in layouts if not layout.is_cramped]
        if roomy_layouts:
            return roomy_layouts
    return layouts


def _make_pages(
    groups: Sequence[PrintedGroup],
    notes: Sequence[str],
    body: Box,
    size: float,
    gap: float = 0.35,
) -> list[Page]:
    """Return the rows of every page, and below them the *notes*. Groups stay together if possible."""
    pages = [Page()]
    room = body.height
    for group in groups:
        table = make_list_table(
            group.columns, group.rows, body.width, size, row_gap=gap, boxed=False
        )
        head_height = (GROUP_TITLE_HEIGHT if group.title else 0) + table.head_height
        first_room = _compute_usable_room(table, room, body.height) - head_height
        # Without room for a row, the first run is empty.
        for run in divide_by_height(table.row_heights, first_room, body.height - head_height):
            is_page_used = room < body.height
            if run.start > 0 or (is_page_used and not run):
                pages.append(Page())
                room = body.height
            if run:
                pages[-1].parts.append(GroupPart(group.title, table, run))
                room -= head_height + sum(table.row_heights[index] for index in run) + GROUP_GAP
    note_lines: list[str] = []
    for text in notes:
        note_lines += wrap_text(text, NOTE_SIZE, body.width)
    note_heights = [NOTE_LINE] * len(note_lines)
    for index, run in enumerate(divide_by_height(note_heights, room, body.height)):
        if index > 0:  # the first run is below the last group
            pages.append(Page())
        pages[-1].notes.extend(note_lines[line] for line in run)
    return pages


def _compute_usable_room(table: Table, room: float, page_height: float) -> float:
    """Return how much of the *room* on a page a group may use: all, or nothing.

    A group that fits a page of its own isn't divided, and no page ends with only a few rows of it.
    """
    fits_own_page = room < table.height + GROUP_TITLE_HEIGHT <= page_height
    least_height = table.head_height + GROUP_TITLE_HEIGHT + sum(table.row_heights[:MIN_ROWS])
    if fits_own_page or room < least_height:
        return 0.0
    return room


def _make_printed_group(group: StandingGroup, standings: Standings) -> PrintedGroup:
    # The title of a group says its direction, unless the group mixes both.
    is_mixed = not any(row.direction for row in group.rows)
    data = make_standings_table(replace(standings, groups=(group,)))
    printed = list_printed_columns(with_label_column(data, is_mixed=is_mixed), REQUIRED_KEYS)
    columns = tuple(column for column, _texts in printed)
    rows = tuple(zip(*(texts for _column, texts in printed), strict=True))
    return PrintedGroup(group.title, columns, rows)


def _draw_parts(pen: Pen, body: Box, parts: Sequence[GroupPart]) -> float:
    """Draw the groups of a page. Return the height at which they end."""
    top = body.top
    for part in parts:
        title = part.title
        if title:
            if part.rows.start:
                title += " (continued)"
            title_box = Box(body.x, top - GROUP_TITLE_HEIGHT, body.width, GROUP_TITLE_HEIGHT)
            pen.write(title, title_box, part.table.size + 2, bold=True, align="left")
            top -= GROUP_TITLE_HEIGHT
        top = part.table.draw(pen, body.x, top, part.rows, boxed=False) - GROUP_GAP
    return top
