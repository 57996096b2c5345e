"""Draw the sheets for the wall: the seating list and the poster."""

from collections.abc import Sequence
from dataclasses import replace

from director.boards.movement.cards.sheets import OUT, PersonalGuide, Poster
from director.names import format_family_first, make_family_key
from director.pdf.fonts import wrap_text
from director.pdf.lists import (
    MAX_SINGLE_COLUMN,
    draw_rows,
)
from director.pdf.marks import draw_code
from director.pdf.page import MARGIN, Pen
from director.pdf.pieces import STAMP, draw_stamp
from director.pdf.tables import PaperColumn
from director.pdf.words import format_date, join_with_dots
from director.sheets import Heading

_NAME_COLUMN = PaperColumn("Name", align="left", wraps=True, claim=0.4)
_SEAT_COLUMNS = (PaperColumn("Table", bold=True), PaperColumn("Seat"))


def draw_seating_list(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw everybody by family name with number and first seat."""
    players = []
    for guide in guides:
        players += [(name, guide) for name in guide.players]
    players.sort(key=lambda player: (make_family_key(player[0]), player[1].pair_no))
    rows = [
        (format_family_first(name), guide.label, *_get_first_seat(guide)) for name, guide in players
    ]
    is_double = len(rows) > MAX_SINGLE_COLUMN and not pen.large_print
    heading = _make_joint_heading(guides)
    number_column = PaperColumn(heading.guided.capitalize(), bold=True)
    columns = (_NAME_COLUMN, number_column, *_SEAT_COLUMNS)
    draw_rows(pen, heading, "Seating list", columns, rows, is_double=is_double)


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
    page = pen.new_page().inset(MARGIN)
    title, title_size = _fit_text(poster.heading.event, (40.0, 30.0, 22.0), page.width)
    address, address_size = _fit_text(poster.address, (22.0, 18.0, 14.0), page.width)
    title_end = 30 + len(title) * title_size * 1.2
    address_height = len(address) * address_size * 1.2
    pen.write_lines(title, page.strip(30, title_end - 30), title_size, bold=True)
    date_and_club = join_with_dots((format_date(poster.heading.date), poster.heading.club))
    pen.write(date_and_club, page.strip(title_end + 6, 24), 16)
    pen.write("Results", page.strip(title_end + 44, 56), 48, bold=True)
    room = page.height - title_end - 110 - 50 - address_height - STAMP
    code_size = min(page.width * 0.72, room)
    code_row = page.strip(title_end + 104, code_size)
    code_box = code_row.column((page.width - code_size) / 2, code_size)
    draw_code(pen, code_box, poster.code)
    code_end = title_end + 104 + code_size
    pen.write("Scan with your phone on this Wi-Fi, or type", page.strip(code_end + 8, 24), 16)
    address_box = page.strip(code_end + 36, address_height)
    pen.write_lines(address, address_box, address_size, bold=True)
    draw_stamp(pen, page, poster.heading)


def _fit_text(text: str, sizes: Sequence[float], width: float) -> tuple[tuple[str, ...], float]:
    """Return *text* in at most two lines at the first of *sizes* that fits, or at the last."""
    for size in sizes:
        lines = wrap_text(text, size, width, bold=True)
        if len(lines) <= 2:
            break
    return lines, size
