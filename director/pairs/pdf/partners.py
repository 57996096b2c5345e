"""The list of partners from session to session."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from itertools import groupby, pairwise

from director.pairs.partners.read import PartnerSession, PartnerSheet
from director.pdf.fonts import wrap_text
from director.pdf.lists import begin_list_page, divide_by_height, draw_list_foot
from director.pdf.page import PAPERS, Box, Pen
from director.pdf.tables import PaperColumn, Table, make_largest_list

SIZES = (13.0, 12.0, 11.0, 10.0, 9.0)
NOTE_SIZE = 9.0
NOTE_LINE = 12.0  # height of a line of a note
NOTE_GAP = 8.0

SESSION = PaperColumn("Session", bold=True, align="left")
NUMBERS = PaperColumn("Nos.", align="right")
NAMES = PaperColumn("Partners", align="left", wraps=True, claim=0.38)
ONLY_NUMBERS = (
    SESSION,
    PaperColumn("Partners", align="left", wraps=True, claim=0.7),
    PaperColumn("Sits out", align="right"),
)

Row = tuple[str, ...]


def render_partners(sheet: PartnerSheet, paper: str, *, printed_at: datetime) -> bytes:
    """Return the PDF of *sheet* on *paper*, a key of ``PAPERS``."""
    target = BytesIO()
    pen = Pen(
        target,
        paper=PAPERS[paper],
        large_print=False,
        printed_at=printed_at,
        title=sheet.heading.event,
    )
    draw_partners(pen, sheet)
    pen.finish()
    return target.getvalue()


def draw_partners(pen: Pen, sheet: PartnerSheet) -> None:
    """Draw what is promised and then every session, on as many pages as it takes."""
    body = begin_list_page(pen, sheet.heading, sheet.size)
    above = _draw_notes(pen, body, sheet)
    table = _make_partner_table(sheet, body.width)
    runs = _split_into_pages(table, body.height - table.head_height, above)
    shown = _remove_repeats(table, {run.start for run in runs})
    for number, run in enumerate(runs, 1):
        page = body if number == 1 else begin_list_page(pen, sheet.heading, sheet.size)
        shown.draw(pen, page.x, page.top - (above if number == 1 else 0), run, boxed=False)
        draw_list_foot(pen, sheet.heading, number, len(runs))


def _draw_notes(pen: Pen, body: Box, sheet: PartnerSheet) -> float:
    """Write numbering, promises and source below the head and return the height they took."""
    texts = (sheet.numbering, " ".join(sheet.promises), f"Source: {sheet.source}.")
    lines: list[str] = []
    for text in texts:
        if text:
            lines.extend(wrap_text(text, NOTE_SIZE, body.width))
    height = len(lines) * NOTE_LINE
    pen.write_lines(
        lines, body.strip(0, height), NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE
    )
    return height + NOTE_GAP


def _make_partner_table(sheet: PartnerSheet, width: float) -> Table:
    if sheet.has_names:
        columns: Sequence[PaperColumn] = (SESSION, NUMBERS, NAMES, NUMBERS, NAMES)
        rows = [row for session in sheet.sessions for row in _make_named_rows(session)]
    else:
        kept = 3 if any(session.alone for session in sheet.sessions) else 2
        columns = ONLY_NUMBERS[:kept]
        rows = [_make_numbers_row(session)[:kept] for session in sheet.sessions]
    return make_largest_list(columns, rows, width, SIZES, boxed=False)


def _make_named_rows(session: PartnerSession) -> Iterator[Row]:
    """Yield the rows of a session, two partnerships in each.

    A player without a partner comes last.
    """
    cells = [(pair.numbers, pair.names) for pair in session.pairs]
    if session.alone:
        cells.append((session.alone.numbers, f"{session.alone.names} sits out"))
    half = -(-len(cells) // 2)
    for index, left in enumerate(cells[:half]):
        right = cells[half + index] if half + index < len(cells) else ("", "")
        yield str(session.number), *left, *right


def _make_numbers_row(session: PartnerSession) -> Row:
    alone = session.alone.numbers if session.alone else ""
    return str(session.number), ", ".join(pair.numbers for pair in session.pairs), alone


def _split_into_pages(table: Table, room: float, above: float) -> list[range]:
    """Return which rows are on which page.

    A session isn't divided if every session fits on a page.
    """
    first_rows = [index for index, _ in _find_session_starts(table)]
    edges = [*first_rows, len(table.rows)]
    heights = [sum(table.heights[start:end]) for start, end in pairwise(edges)]
    if max(heights) > room - above:
        return divide_by_height(table.heights, room - above, room)
    return [
        range(edges[run.start], edges[run.stop])
        for run in divide_by_height(heights, room - above, room)
    ]


def _find_session_starts(table: Table) -> Iterator[tuple[int, object]]:
    for _, rows in groupby(enumerate(table.rows), key=lambda numbered: numbered[1][0]):
        yield next(rows)


def _remove_repeats(table: Table, page_starts: set[int]) -> Table:
    """Return the table with the number of a session only where the session or a page begins."""
    kept = page_starts | {index for index, _ in _find_session_starts(table)}
    rows = tuple(row if index in kept else ((), *row[1:]) for index, row in enumerate(table.rows))
    return replace(table, rows=rows)
