"""What hangs on the wall: who sits where, and the way to the results."""

from collections.abc import Sequence
from dataclasses import replace

from director.boards.movement.cards.sheets import OUT, DrawSheet, PersonalGuide, Poster
from director.names import by_family, family_first
from director.pdf.fonts import wrap_text
from director.pdf.lists import ONE_COLUMN, draw_rows
from director.pdf.marks import draw_code
from director.pdf.page import MARGIN, Pen
from director.pdf.pieces import STAMP, draw_stamp
from director.pdf.tables import Column
from director.pdf.words import date_text, join_with_dots
from director.sheets import Heading

_NAME, _PLACE = (
    Column("Name", align="left", wraps=True, claim=0.4),
    (Column("Table", bold=True), Column("Seat")),
)


def draw_seating_list(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw everybody by family name with number and first seat."""
    people = sorted(
        ((name, guide) for guide in guides for name in guide.players),
        key=lambda named: (by_family(named[0]), named[1].pair_no),
    )
    rows = [(family_first(name), guide.label, *_seat(guide)) for name, guide in people]
    is_double = len(rows) > ONE_COLUMN and not pen.large_print
    heading = _heading(guides)
    columns = (_NAME, Column(heading.guided.capitalize(), bold=True), *_PLACE)
    draw_rows(pen, heading, "Seating list", columns, rows, is_double=is_double)


def _seat(guide: PersonalGuide) -> tuple[str, str]:
    line = guide.lines[0]
    if line.mate_table:
        return f"{line.table}, {line.mate_table}", f"{line.side}, E-W"
    return line.table or "–", "sits out" if line.sits_out else OUT if line.is_out else line.side


def _heading(guides: Sequence[PersonalGuide]) -> Heading:
    """Return the heading of a list of one or more sections."""
    headings = list(dict.fromkeys(guide.heading for guide in guides))
    if len(headings) == 1:
        return headings[0]
    movements = list(dict.fromkeys(heading.movement for heading in headings))
    marks = dict.fromkeys(heading.fingerprint for heading in headings)
    movement = movements[0] if len(movements) == 1 else ""
    return replace(headings[0], section="", movement=movement, fingerprint=" ".join(marks))


DRAW = (
    Column("Tables", bold=True, align="left"),
    Column("Home", align="left", wraps=True, claim=0.4),
    Column("Away", align="left", wraps=True, claim=0.4),
)


def draw_drawn_rounds(pen: Pen, sheets: Sequence[DrawSheet]) -> None:
    """Draw the pairings of a round, and who has a bye or withdrew."""
    for sheet in sheets:
        rows = [(match.tables, match.home, match.away) for match in sheet.matches]
        rows += [("–", who, "bye") for who in sheet.byes]
        rows += [("–", who, "withdrawn") for who in sheet.withdrawn]
        rows += [("–", who, "not here yet") for who in sheet.not_arrived]
        draw_rows(pen, sheet.heading, sheet.title, DRAW, rows)


def draw_poster(pen: Pen, poster: Poster) -> None:
    """Draw a page with a code that leads to the results, and the address in words below it."""
    page = pen.new_page().inset(MARGIN)
    title, size = _fitting(poster.heading.event, (40.0, 30.0, 22.0), page.width)
    address, address_size = _fitting(poster.address, (22.0, 18.0, 14.0), page.width)
    above, below = 30 + len(title) * size * 1.2, len(address) * address_size * 1.2
    pen.write_lines(title, page.strip(30, above - 30), size, bold=True)
    when = join_with_dots((date_text(poster.heading.date), poster.heading.club))
    pen.write(when, page.strip(above + 6, 24), 16)
    pen.write("Results", page.strip(above + 44, 56), 48, bold=True)
    side = min(page.width * 0.72, page.height - above - 110 - 50 - below - STAMP)
    draw_code(pen, page.strip(above + 104, side).column((page.width - side) / 2, side), poster.code)
    foot = above + 104 + side
    pen.write("Scan with your phone on this Wi-Fi, or type", page.strip(foot + 8, 24), 16)
    pen.write_lines(address, page.strip(foot + 36, below), address_size, bold=True)
    draw_stamp(pen, page, poster.heading)


def _fitting(text: str, sizes: Sequence[float], width: float) -> tuple[tuple[str, ...], float]:
    """Return *text* in at most two lines at the first of *sizes* that fits."""
    size = next(
        (size for size in sizes if len(wrap_text(text, size, width, bold=True)) < 3), sizes[-1]
    )
    return wrap_text(text, size, width, bold=True), size
