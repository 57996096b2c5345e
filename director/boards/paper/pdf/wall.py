"""Draw the sheets for the wall: the seating list, the draw of a round, and the poster."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from director.boards.movement.cards.sheets import OUT, DrawSheet, PersonalGuide, Poster
from director.names import format_family_first, make_family_key
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.lists import (
    COLUMN_GAP,
    LARGE_SIZES,
    MAX_SINGLE_COLUMN,
    SIZES,
    begin_list_page,
    draw_list_foot,
    draw_rows,
    get_list_body,
)
from director.pdf.marks import draw_code
from director.pdf.page import MARGIN, PAPERS, Box, Pen
from director.pdf.pieces import STAMP, draw_stamp
from director.pdf.tables import LEADING, PaperColumn, Table, make_list_table
from director.pdf.words import format_date, format_points_column, join_with_dots
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


DRAW_COLUMNS = (
    PaperColumn("Tables", bold=True, align="left"),
    PaperColumn("Home", align="left", wraps=True, claim=0.4),
    PaperColumn("Away", align="left", wraps=True, claim=0.4),
)
STANDING_COLUMNS = (
    PaperColumn("Place", bold=True, align="right"),
    PaperColumn("Name", align="left", wraps=True, claim=0.4),
    PaperColumn("Total", align="right"),
)
STANDINGS_ACROSS = (1, 2, 3)  # columns of standings to try
ROW_GAP = 0.25  # between rows of a draw with standings, as a part of the size
STANDINGS_SCALE = 0.8  # size of the standings, against the draw above them
STANDINGS_GAP = 14.0


@dataclass(frozen=True, slots=True)
class _DrawnPage:
    """A draw and the standings below it, in columns of equal width."""

    draw: Table
    standings: Table
    runs: Sequence[range]

    @property
    def title_height(self) -> float:
        return self.standings.size * 2 + STANDINGS_GAP

    @property
    def height(self) -> float:
        longest = 0.0
        for run in self.runs:
            longest = max(longest, sum(self.standings.heights[index] for index in run))
        return self.draw.height + self.title_height + self.standings.head_height + longest

    @property
    def is_readable(self) -> bool:
        return not any(
            table.is_cramped or table.divides_words for table in (self.draw, self.standings)
        )


def draw_drawn_rounds(pen: Pen, sheets: Sequence[DrawSheet]) -> None:
    """Draw the pairings of a round, who sits out or withdrew, and the standings if they fit."""
    for sheet in sheets:
        rows = [(match.tables, match.home, match.away) for match in sheet.matches]
        rows += [("–", team, "sits out") for team in sheet.byes]
        rows += [("–", team, "withdrawn") for team in sheet.withdrawn]
        rows += [("–", team, "not here yet") for team in sheet.not_arrived]
        page = _find_page_with_standings(pen, sheet, rows)
        if page:
            _draw_with_standings(pen, sheet, page)
        else:
            draw_rows(pen, sheet.heading, sheet.title, DRAW_COLUMNS, rows)


def _find_page_with_standings(
    pen: Pen, sheet: DrawSheet, rows: Sequence[tuple[str, ...]]
) -> _DrawnPage | None:
    """Return the page in the largest type at which all fits every paper, or None."""
    if not sheet.standings:
        return None
    sizes: Sequence[float] = SIZES
    scale = STANDINGS_SCALE
    if pen.large_print:
        sizes = LARGE_SIZES
        scale = 1.0
    lowest_body = min(get_list_body(paper).height for paper in PAPERS.values())
    for size in sizes:
        for across in STANDINGS_ACROSS:
            # Laying out the lists takes a hundred times as long as seeing that they can't fit.
            if _compute_least_height(sheet, rows, size, scale, across) > lowest_body:
                continue
            pages = {}
            for paper in PAPERS.values():
                body = get_list_body(paper)
                width = (body.width - COLUMN_GAP * (across - 1)) / across
                draw = make_list_table(
                    DRAW_COLUMNS, rows, body.width, size, gap=ROW_GAP, boxed=False
                )
                standings = _make_standings_table(sheet, width, max(size * scale, SMALLEST))
                page = _DrawnPage(
                    draw, standings, _divide_into_columns(len(sheet.standings), across)
                )
                if page.is_readable and page.height <= body.height:
                    pages[paper] = page
            if len(pages) == len(PAPERS):
                return pages[pen.paper]
    return None


def _compute_least_height(
    sheet: DrawSheet, rows: Sequence[tuple[str, ...]], size: float, scale: float, across: int
) -> float:
    """Return a lower limit for the height of the draw with the standings in columns."""
    longest_column = len(_divide_into_columns(len(sheet.standings), across)[0])
    standings_size = max(size * scale, SMALLEST)
    # A row is at least one line high.
    return (len(rows) * size + longest_column * standings_size) * (LEADING + ROW_GAP)


def _divide_into_columns(count: int, across: int) -> list[range]:
    """Return *count* rows in columns, of which only the last may be shorter."""
    most = -(-count // across)
    return [range(first, min(first + most, count)) for first in range(0, count, most)]


def _make_standings_table(sheet: DrawSheet, width: float, size: float) -> Table:
    totals = format_points_column([row.total for row in sheet.standings])
    rows = []
    for row, total in zip(sheet.standings, totals, strict=True):
        rows.append((row.place, f"{row.label} {row.names}".strip(), total))
    return make_list_table(STANDING_COLUMNS, rows, width, size, gap=ROW_GAP, boxed=False)


def _draw_with_standings(pen: Pen, sheet: DrawSheet, page: _DrawnPage) -> None:
    body = begin_list_page(pen, sheet.heading, sheet.title)
    top = page.draw.draw(pen, body.x, body.top, boxed=False) - STANDINGS_GAP
    title_height = page.title_height - STANDINGS_GAP
    title_box = Box(body.x, top - title_height, body.width, title_height)
    pen.write(sheet.standings_title, title_box, page.standings.size, align="left", bold=True)
    for column_no, run in enumerate(page.runs):
        left = body.x + column_no * (page.standings.width + COLUMN_GAP)
        page.standings.draw(pen, left, top - title_height, run, boxed=False)
    draw_list_foot(pen, sheet.heading, 1, 1)


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
