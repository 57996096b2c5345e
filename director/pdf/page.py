"""Paper, the boxes it is divided into, and the pen that writes into them.

All measures are points (1/72 inch); a box is placed by its lower left corner, as in PDF.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import BinaryIO, Literal, NamedTuple, TypeVar

from director.pdf.fonts import CAP_HEIGHT, MIN_SIZE, SUBSTITUTE, Run, arrange_runs, fit_text

Align = Literal["left", "centre", "right"]
LineEnds = tuple[float, float, float, float]
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""What a point is multiplied by: the six figures of PDF 32000-1, 8.3.3."""
Item = TypeVar("Item")

mm = 72 / 25.4
PAPERS: dict[str, tuple[float, float]] = {"a4": (210 * mm, 297 * mm), "letter": (612.0, 792.0)}
MARGIN: float = 8.5 * mm  # printers of every make reach this far
_SPACE_SHARE_BEFORE = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""The share of the free width that is before a line, by its alignment."""
_FONT_LOCK = Lock()
OUTLINE_WEIGHT = 0.03
"""The outline, as a part of the size, that makes letters look as heavy as the bold face."""
FILL_AND_STROKE = 2  # the text rendering mode, PDF 32000-1, table 106
LEADING = 1.2
CUT_GAP = 12.0  # between a cut line and the print beside it


class Box(NamedTuple):
    """A rectangle on a page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y + self.height

    def inset(self, sides: float, ends: float | None = None) -> "Box":
        """Return the box without *sides* at left and right and *ends* (by default *sides*) above and below."""
        ends = sides if ends is None else ends
        return Box(self.x + sides, self.y + ends, self.width - 2 * sides, self.height - 2 * ends)

    def get_strip(self, distance_from_top: float, height: float) -> "Box":
        """Return the full-width part of *height* that begins *distance_from_top* below the upper edge.

        >>> Box(10, 10, 100, 50).get_strip(5, 20)
        Box(x=10, y=35, width=100, height=20)
        """
        return Box(self.x, self.top - distance_from_top - height, self.width, height)

    def get_column(self, distance_from_left: float, width: float) -> "Box":
        """Return the full-height part of *width* that begins *distance_from_left* from the left edge."""
        return Box(self.x + distance_from_left, self.y, width, self.height)

    def iter_strips(self, count: int) -> Iterator["Box"]:
        """Yield *count* strips of equal height from the top down."""
        for index in range(count):
            yield self.get_strip(index * self.height / count, self.height / count)


class SizedRun(NamedTuple):
    """A run of letters at one size."""

    run: Run
    size: float  # in points, as the width
    width: float
    code_before: str  # of the file, before the position of the run
    code_behind: str  # after the position


class PrintedText(NamedTuple):
    """A text at one size."""

    runs: tuple[SizedRun, ...]  # from left to right
    size: float
    width: float  # of all runs
    has_substitutes: bool  # for letters that no face has


class Pen:
    """Writes on the pages of one PDF. Text never exceeds the width of its box.

    Each kind of sheet draws with a pen. A pen knows the paper and the options of the printout, and
    opens pages and backs; what is drawn on them is left to the kinds. A preview has a pen of its
    own, which draws only the page that is seen.
    """

    def __init__(  # noqa: PLR0913
        self,
        target: BinaryIO,
        *,
        paper: tuple[float, float],
        large_print: bool,
        printed_at: datetime,
        title: str,
        cards_per_page: int = 1,
        stacked: bool = False,
        two_sided: bool = False,
    ) -> None:
        # Imported late: ReportLab is slow to import, and most requests print nothing.
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        # Binary pages: encoded as text they would be slower to write and a quarter longer.
        rl_config.useA85 = 0
        self.canvas = Canvas(target, pagesize=paper, invariant=1, pageCompression=1, lang="en")
        self.canvas.setTitle(title)
        self.canvas.setCreator("Kalamazoo")
        self.paper = paper
        self.large_print = large_print
        self.printed_at = printed_at
        self.cards_per_page = cards_per_page
        self.stacked = stacked
        self.two_sided = two_sided
        self.has_substitute_letters = False
        self.min_size = MIN_SIZE
        self._is_page_open = False
        self._needs_back_page = False
        # Most texts of a printout are written many times, such as a column's titles and figures.
        self._line_by_text: dict[tuple[str, float, bool], PrintedText] = {}

    @contextmanager
    def use_large_print(self) -> Iterator[None]:
        """Draw in large print within the context."""
        was_large_print = self.large_print
        self.large_print = True
        try:
            yield
        finally:
            self.large_print = was_large_print

    @property
    def is_page_visible(self) -> bool:
        """Whether the current page is visible. Only a preview has others."""
        return True

    def begin_page(self, *, landscape: bool = False) -> Box:
        """Return the box of a new page, margins included.

        In two-sided printing it is the front of a sheet, so a front without a back before it gets
        an empty back first.
        """
        self._close_sheet()
        self._needs_back_page = self.two_sided
        return self._open_page(landscape=landscape)

    def begin_back_page(self) -> Box:
        """Return the box of the previous page's back, for paper turned over its long edge."""
        self._close_page()
        self._needs_back_page = False
        return self._open_page()

    def _open_page(self, *, landscape: bool = False) -> Box:
        width, height = reversed(self.paper) if landscape else self.paper
        self.canvas.setPageSize((width, height))
        self._is_page_open = True
        self.has_substitute_letters = False
        return Box(0, 0, width, height)

    def save(self) -> None:
        """Save the PDF, one at a time."""
        # ReportLab's fonts share a read position, so two threads would corrupt each other's text.
        self._close_sheet()
        with _FONT_LOCK:
            self.canvas.save()

    def _close_sheet(self) -> None:
        """End the page, and add an empty back if its sheet needs one."""
        self._close_page()
        if self._needs_back_page:
            self.canvas.showPage()

    def _close_page(self) -> None:
        if self._is_page_open:
            self.canvas.showPage()
        self._is_page_open = False

    def write(
        self,
        text: str,
        box: Box,
        size: float,
        *,
        align: Align = "centre",
        bold: bool = False,
    ) -> None:
        """Write one line at mid-height of *box*, smaller or shortened if it doesn't fit.

        Nothing on paper is smaller than ``MIN_SIZE``, whatever the *size*.
        """
        size = max(size, self.min_size)
        line = self._line_by_text.get((text, size, bold))
        if line is None or line.width > box.width:
            fitted = fit_text(text, size, box.width, bold=bold, min_size=self.min_size)
            if not fitted.text:
                return
            line = self._get_line(fitted.text, fitted.size, bold)
        if line.has_substitutes and SUBSTITUTE not in text:
            self.has_substitute_letters = True
        baseline = box.y + (box.height - CAP_HEIGHT * line.size) / 2
        x = box.x + (box.width - line.width) * _SPACE_SHARE_BEFORE[align]
        for sized_run in line.runs:
            self._draw_run(sized_run, x, baseline)
            x += sized_run.width

    def _get_line(self, text: str, size: float, bold: bool) -> PrintedText:
        """Return the printable *text* at *size*."""
        key = text, size, bold
        line = self._line_by_text.get(key)
        if line is None:
            runs, natural_width = arrange_runs(text, bold)
            sized_runs = []
            for run in runs:
                code_before, code_behind = self._make_code(run, size)
                sized_runs.append(
                    SizedRun(
                        run,
                        size,
                        width=run.width * size,
                        code_before=code_before,
                        code_behind=code_behind,
                    )
                )
            line = PrintedText(
                tuple(sized_runs),
                size,
                width=natural_width * size,
                has_substitutes=SUBSTITUTE in text,
            )
            self._line_by_text[key] = line
        return line

    def _draw_run(self, sized_run: SizedRun, x: float, y: float) -> None:
        # Written directly, because ReportLab's text objects take half of the time of a printout.
        self.canvas._code.append(f"{sized_run.code_before}{x:.2f} {y:.2f}{sized_run.code_behind}")

    def _make_code(self, run: Run, size: float) -> tuple[str, str]:
        """Return the operators that show *run*, before its position and behind it."""
        from reportlab.pdfbase.pdfmetrics import getFont

        font = getFont(run.font)
        document = self.canvas._doc
        operators = []
        # The file numbers its letters by itself.
        for subset, numbers in font.splitString(run.text, document):
            name = font.getSubsetInternalName(subset, document)
            operators.append(f"{name} {size:g} Tf ({self.canvas._escape(numbers)}) Tj")
        # Readers of the text take it for a line of its own by the leading and the step to the next.
        code_behind = f" Td {size * LEADING:g} TL {' '.join(operators)} T* ET"
        if run.needs_weight:
            weight = f"{size * OUTLINE_WEIGHT:.3f} w {FILL_AND_STROKE} Tr"
            return f"q {weight} BT ", f"{code_behind} Q"
        return "BT ", code_behind

    def write_lines(
        self,
        texts: Sequence[str],
        box: Box,
        size: float,
        *,
        align: Align = "centre",
        bold: bool = False,
        leading: float = LEADING,
    ) -> None:
        """Write *texts* below each other, as one block at mid-height of *box*."""
        if len(texts) == 1:
            self.write(texts[0], box, size, align=align, bold=bold)
            return
        height = size * leading
        top = box.y + (box.height + len(texts) * height) / 2
        for number, text in enumerate(texts, 1):
            line = Box(box.x, top - number * height, box.width, height)
            self.write(text, line, size, align=align, bold=bold)

    def draw_lines(self, lines: Iterable[LineEnds], weight: float = 0.5) -> None:
        """Draw straight lines, each from (x, y) to (x, y), in pure black."""
        path = [f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l" for x, y, to_x, to_y in lines]
        if path:  # Written directly, because ReportLab spends most of its time on the figures.
            self.canvas._code.append(f"{weight:g} w n {' '.join(path)} S")

    def draw_polygon(
        self, points: Sequence[Point], weight: float, *, is_filled: bool = False
    ) -> None:
        """Draw the outline through *points*, and back to the first."""
        first_point, *next_points = [f"{x:.5f} {y:.5f}" for x, y in points]
        path = "".join(f"{point} l " for point in next_points)
        operator = "B" if is_filled else "S"
        self.canvas._code.append(f"{weight:g} w n {first_point} m {path}h {operator}")

    def draw_stencil(self, box: Box, rows: Sequence[bytes]) -> None:
        """Fill *box* with *rows* of squares from the top down: black for a byte 1, open for 0."""
        bits = b"".join(_pack_bits(row) for row in rows)
        # Without an imaging library, ReportLab has no call for an image of bits.
        code = self.canvas._code
        code.append(f"q {box.width:.3f} 0 0 {box.height:.3f} {box.x:.3f} {box.y:.3f} cm")
        code.append(f"BI /W {len(rows[0])} /H {len(rows)} /BPC 1 /IM true /D [1 0] /F /AHx ID")
        code.append(f"{bits.hex()}> EI Q")

    def draw_cut_lines(self, page: Box, columns: int, rows: int) -> None:
        """Draw the dashed lines along which *page* is cut.

        Every cut goes straight across.
        """
        vertical_cuts = [
            (page.width * index / columns, 0.0, page.width * index / columns, page.top)
            for index in range(1, columns)
        ]
        horizontal_cuts = [
            (0.0, page.height * index / rows, page.right, page.height * index / rows)
            for index in range(1, rows)
        ]
        if vertical_cuts or horizontal_cuts:
            self.canvas.saveState()
            self.canvas.setDash(4, 4)
            self.draw_lines(vertical_cuts + horizontal_cuts, 0.4)
            self.canvas.restoreState()

    @contextmanager
    def turn_box(self, box: Box, quarter_turns: int) -> Iterator[Box]:
        """Yield *box* after *quarter_turns* anticlockwise turns of 90° (1, 2 or -1), as its reader sees it."""
        corners = {1: (box.right, box.y), 2: (box.right, box.top), -1: (box.x, box.top)}
        cos, sin = {1: (0, 1), 2: (-1, 0), -1: (0, -1)}[quarter_turns]
        with self._use_matrix((cos, sin, -sin, cos, *corners[quarter_turns])):
            if quarter_turns == 2:
                yield Box(0, 0, box.width, box.height)
            else:
                yield Box(0, 0, box.height, box.width)

    @contextmanager
    def shrink_box(self, outer_box: Box, width: float, height: float) -> Iterator[Box]:
        """Yield a box of this size, drawn as large as fits in the middle of *outer_box*."""
        scale = compute_shrink_scale(outer_box, width, height)
        left_edge = outer_box.x + (outer_box.width - width * scale) / 2
        foot = outer_box.y + (outer_box.height - height * scale) / 2
        with self._use_matrix((scale, 0, 0, scale, left_edge, foot)):
            self.min_size = MIN_SIZE / scale
            yield Box(0, 0, width, height)
            self.min_size = MIN_SIZE

    @contextmanager
    def _use_matrix(self, matrix: Matrix) -> Iterator[None]:
        """Move, turn or scale what is drawn within the context."""
        self.canvas._code.append(f"q {' '.join(f'{figure:.6f}' for figure in matrix)} cm")
        yield
        self.canvas._code.append("Q")


def _pack_bits(row: bytes) -> bytes:
    """Return a *row* of ones and zeros as bits, eight per byte, padded with zeros.

    >>> _pack_bits(bytes([1, 0, 0, 0, 0, 0, 0, 1, 1])).hex()
    '8180'
    """
    size = -(-len(row) // 8)
    bits = int("".join(map(str, row)), 2) << (8 * size - len(row))
    return bits.to_bytes(size, "big")


def compute_shrink_scale(outer_box: Box, width: float, height: float) -> float:
    """Return the scale at which a box of *width* × *height* just fits *outer_box*."""
    return min(outer_box.width / width, outer_box.height / height)


def divide_page(page: Box, across: int, down: int) -> Iterator[Box]:
    """Yield the printable part of each piece of a page cut *across* × *down*, row by row.

    All have the same size, at least ``MARGIN`` from the edges of the page and ``CUT_GAP`` from a
    cut.
    """
    width = page.width / across - MARGIN - (CUT_GAP if across > 1 else MARGIN)
    height = page.height / down - MARGIN - (CUT_GAP if down > 1 else MARGIN)
    for row in range(down):
        for column in range(across):
            left_edge = page.width * column / across + _compute_piece_offset(column, across)
            top = page.top - page.height * row / down - _compute_piece_offset(row, down)
            yield Box(left_edge, top - height, width, height)


def _compute_piece_offset(index: int, piece_count: int) -> float:
    """Return the distance of a piece's print from its left or upper edge."""
    if index == 0:
        return MARGIN
    if index == piece_count - 1:
        return CUT_GAP
    return (MARGIN + CUT_GAP) / 2


def iter_piece_boxes(
    pen: Pen,
    items: Sequence[Item],
    across: int,
    down: int,
    *,
    landscape: bool = False,
    draw_back: Callable[[Box, Item], None] | None = None,
) -> Iterator[tuple[Box, Item]]:
    """Yield *items* with their boxes, and begin pages with cut lines as needed.

    Items come page by page. If the pen prints *stacked*, they are arranged so that the piles of
    cut pages are in order when laid on each other, the first pile on top. In two-sided printing,
    *draw_back* draws the back of each item; the paper is upright and turned over its long edge.
    """
    for indexes in _list_indexes_by_page(len(items), across * down, stacked=pen.stacked):
        page = pen.begin_page(landscape=landscape)
        pen.draw_cut_lines(page, across, down)
        pieces = list(divide_page(page, across, down))
        for piece_index, item_index in indexes:
            yield pieces[piece_index], items[item_index]
        if draw_back and pen.two_sided:
            pen.begin_back_page()
            for piece_index, item_index in indexes:
                # Turned over its long edge, a sheet has its columns in reverse order on the back.
                row, column = divmod(piece_index, across)
                back_column = across - 1 - column
                draw_back(pieces[row * across + back_column], items[item_index])


def _list_indexes_by_page(
    item_count: int, pieces_per_page: int, *, stacked: bool
) -> list[list[tuple[int, int]]]:
    """Return the index of a piece of paper and of its item for *item_count* items, page by page.

    >>> _list_indexes_by_page(5, 2, stacked=False)
    [[(0, 0), (1, 1)], [(0, 2), (1, 3)], [(0, 4)]]
    >>> _list_indexes_by_page(5, 2, stacked=True)
    [[(0, 0), (1, 3)], [(0, 1), (1, 4)], [(0, 2)]]
    """
    page_count = -(-item_count // pieces_per_page)
    # Stacked, each piece of all pages makes a pile, so the next piece continues after a whole pile.
    page_step, piece_step = (1, page_count) if stacked else (pieces_per_page, 1)
    pages = []
    for page_index in range(page_count):
        indexes = []
        for piece_index in range(pieces_per_page):
            item_index = page_index * page_step + piece_index * piece_step
            if item_index < item_count:
                indexes.append((piece_index, item_index))
        pages.append(indexes)
    return pages
