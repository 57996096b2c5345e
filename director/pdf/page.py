"""Paper, the boxes it is divided into, and the pen that writes into them.

All measures are points (1/72 inch); a box is placed by its lower left corner, as in PDF.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import BinaryIO, Literal, TypeVar

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from director.pdf.fonts import CAP_HEIGHT, SMALLEST, SUBSTITUTE, Run, fit_text, runs_of
from director.pdf.writing.faces import left_to_right

Align = Literal["left", "centre", "right"]
Line = tuple[float, float, float, float]
Item = TypeVar("Item")

PAPERS: dict[str, tuple[float, float]] = {"a4": (210 * mm, 297 * mm), "letter": (612.0, 792.0)}
MARGIN: float = 8.5 * mm  # printers of every make reach this far
_BEFORE = {
    "left": 0.0,
    "centre": 0.5,
    "right": 1.0,
}  # how much of the room that is left over stands before a line
_FONTS = Lock()
WEIGHT = (
    0.03  # of the size: how thick an outline makes letters as heavy as the bold ones beside them
)
FILLED_AND_OUTLINED = 2  # a way to draw text, PDF 32000-1, table 106
CUT_GAP = 12.0  # between a cut line and what is printed beside it


@dataclass(frozen=True, slots=True)
class Box:
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
        """Return the box without *sides* at left and right and *ends* (else the same) above and below."""
        ends = sides if ends is None else ends
        return Box(self.x + sides, self.y + ends, self.width - 2 * sides, self.height - 2 * ends)

    def strip(self, down: float, height: float) -> "Box":
        """Return the part of full width and *height* that begins *down* below the upper edge.

        >>> Box(10, 10, 100, 50).strip(5, 20)
        Box(x=10, y=35, width=100, height=20)
        """
        return Box(self.x, self.top - down - height, self.width, height)

    def column(self, across: float, width: float) -> "Box":
        """Return the part of full height and *width* that begins *across* from the left edge."""
        return Box(self.x + across, self.y, width, self.height)

    def lines(self, count: int) -> Iterator["Box"]:
        """Yield *count* strips of equal height from the top down."""
        for index in range(count):
            yield self.strip(index * self.height / count, self.height / count)


class Pen:
    """Writes on the pages of one PDF.

    Nothing is wider than its box.
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
        rl_config.useA85 = 0  # compressed pages as they are: text in their place is slower to write and a quarter longer
        self.canvas = Canvas(target, pagesize=paper, invariant=1, pageCompression=1, lang="en")
        self.canvas.setTitle(title)
        self.canvas.setCreator("Kalamazoo")
        self.paper = paper
        self.large_print = large_print
        self.printed_at = printed_at
        self.cards_per_page = cards_per_page
        self.stacked = stacked
        self.two_sided = two_sided
        self.has_substitutes = False
        self.smallest = SMALLEST
        self._is_page_open = False
        self._wants_back = False

    @property
    def is_seen(self) -> bool:
        """Whether anybody will see the page that is written on."""
        return True

    def new_page(self, *, landscape: bool = False) -> Box:
        """Return the whole of a new page, margins included.

        Where paper is printed on both sides it is the front of a sheet: whatever had no back before
        has an empty one.
        """
        self._close_sheet()
        self._wants_back = self.two_sided
        return self._open_page(landscape=landscape)

    def back_page(self) -> Box:
        """Return the back of the page before, as it lies when the paper is turned over its long edge."""
        self._close_page()
        self._wants_back = False
        return self._open_page()

    def _open_page(self, *, landscape: bool = False) -> Box:
        width, height = reversed(self.paper) if landscape else self.paper
        self.canvas.setPageSize((width, height))
        self._is_page_open = True
        self.has_substitutes = False
        return Box(0, 0, width, height)

    def finish(self) -> None:
        """Write the file, while no other is written: ReportLab keeps with a font the place where it reads."""
        self._close_sheet()
        with _FONTS:
            self.canvas.save()

    def _close_sheet(self) -> None:
        """End the page, and its sheet of paper with an empty back where it still wants one."""
        self._close_page()
        if self._wants_back:
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
        """Write one line in the middle of the height of *box*, smaller or shortened where it would not fit.

        Nothing is smaller on paper than ``SMALLEST``, however little *size* is.
        """
        fitted = fit_text(
            text, max(size, self.smallest), box.width, bold=bold, smallest=self.smallest
        )
        if not fitted.text:
            return
        if SUBSTITUTE in fitted.text and SUBSTITUTE not in text:
            self.has_substitutes = True
        runs = runs_of(left_to_right(fitted.text), bold)
        baseline = box.y + (box.height - CAP_HEIGHT * fitted.size) / 2
        left = box.x + (box.width - sum(run.width for run in runs) * fitted.size) * _BEFORE[align]
        for run in runs:
            self._draw_run(run, left, baseline, fitted.size)
            left += run.width * fitted.size

    def _draw_run(self, run: Run, x: float, y: float, size: float) -> None:
        self.canvas.setFont(run.font, size)
        if not run.needs_weight:
            self.canvas.drawString(x, y, run.text)
            return
        self.canvas.saveState()
        self.canvas.setLineWidth(size * WEIGHT)
        self.canvas.drawString(x, y, run.text, mode=FILLED_AND_OUTLINED)
        self.canvas.restoreState()

    def write_lines(
        self,
        texts: Sequence[str],
        box: Box,
        size: float,
        *,
        align: Align = "centre",
        bold: bool = False,
        leading: float = 1.2,
    ) -> None:
        """Write *texts* below each other, as one block in the middle of the height of *box*."""
        block = box.inset(0, (box.height - len(texts) * size * leading) / 2)
        for text, line in zip(texts, block.lines(len(texts)), strict=True):
            self.write(text, line, size, align=align, bold=bold)

    def rule(self, lines: Iterable[Line], weight: float = 0.5) -> None:
        """Draw straight lines, each from (x, y) to (x, y), in pure black."""
        drawn = [f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l" for x, y, to_x, to_y in lines]
        if drawn:  # written as ReportLab would, which takes most of its time for the figures
            self.canvas._code.append(f"{weight:g} w n {' '.join(drawn)} S")

    def stencil(self, box: Box, rows: Sequence[bytes]) -> None:
        """Fill *box* with *rows* of squares from the top down, black where a byte is 1 and open where it is 0."""
        bits = b"".join(_pack_bits(row) for row in rows)
        code = (
            self.canvas._code
        )  # ReportLab has no call for an image of bits without an imaging library
        code.append(f"q {box.width:.3f} 0 0 {box.height:.3f} {box.x:.3f} {box.y:.3f} cm")
        code.append(f"BI /W {len(rows[0])} /H {len(rows)} /BPC 1 /IM true /D [1 0] /F /AHx ID")
        code.append(f"{bits.hex()}> EI Q")

    def cut(self, page: Box, across: int, down: int) -> None:
        """Draw the dashed lines along which *page* is cut.

        Every cut goes straight across.
        """
        upright = [
            (page.width * index / across, 0.0, page.width * index / across, page.top)
            for index in range(1, across)
        ]
        level = [
            (0.0, page.height * index / down, page.right, page.height * index / down)
            for index in range(1, down)
        ]
        if upright or level:
            self.canvas.saveState()
            self.canvas.setDash(4, 4)
            self.rule(upright + level, 0.4)
            self.canvas.restoreState()

    @contextmanager
    def turned(self, box: Box, quarters: int) -> Iterator[Box]:
        """Yield *box* as its reader sees it after *quarters* turns of 90° against the clock (1, 2 or -1)."""
        corner_x, corner_y = {1: (box.right, box.y), 2: (box.right, box.top), -1: (box.x, box.top)}[
            quarters
        ]
        self.canvas.saveState()
        self.canvas.translate(corner_x, corner_y)
        self.canvas.rotate(90 * quarters)
        yield (
            Box(0, 0, box.width, box.height) if quarters == 2 else Box(0, 0, box.height, box.width)
        )
        self.canvas.restoreState()

    @contextmanager
    def shrunk(self, place: Box, width: float, height: float) -> Iterator[Box]:
        """Yield a box of *width* × *height* that is drawn as large as *place* allows, in its middle."""
        scale = shrinking(place, width, height)
        self.canvas.saveState()
        self.canvas.translate(
            place.x + (place.width - width * scale) / 2,
            place.y + (place.height - height * scale) / 2,
        )
        self.canvas.scale(scale, scale)
        self.smallest = SMALLEST / scale
        yield Box(0, 0, width, height)
        self.smallest = SMALLEST
        self.canvas.restoreState()


def _pack_bits(row: bytes) -> bytes:
    """Return a *row* of ones and noughts with eight to a byte, filled up with noughts.

    >>> _pack_bits(bytes([1, 0, 0, 0, 0, 0, 0, 1, 1])).hex()
    '8180'
    """
    size = -(-len(row) // 8)
    bits = int("".join(map(str, row)), 2) << (8 * size - len(row))
    return bits.to_bytes(size, "big")


def shrinking(place: Box, width: float, height: float) -> float:
    """Return how much smaller a box of *width* × *height* is drawn as large as *place* allows."""
    return min(place.width / width, place.height / height)


def pieces(page: Box, across: int, down: int) -> Iterator[Box]:
    """Yield the printable part of every piece of a page cut *across* × *down*.

    By row from the top, all of one size.

    Each is at least ``MARGIN`` from the edges of the page and ``CUT_GAP`` from a cut.
    """
    width = page.width / across - MARGIN - (CUT_GAP if across > 1 else MARGIN)
    height = page.height / down - MARGIN - (CUT_GAP if down > 1 else MARGIN)
    for row in range(down):
        for column in range(across):
            left = page.width * column / across + _lead(column, across)
            top = page.top - page.height * row / down - _lead(row, down)
            yield Box(left, top - height, width, height)


def _lead(index: int, count: int) -> float:
    """Return how far a piece begins behind its own edge.

    The margin outside, the cut gap or the middle inside.
    """
    if index == 0:
        return MARGIN
    if index == count - 1:
        return CUT_GAP
    return (MARGIN + CUT_GAP) / 2


def impose(
    pen: Pen,
    items: Sequence[Item],
    across: int,
    down: int,
    *,
    landscape: bool = False,
    back: Callable[[Box, Item], None] | None = None,
) -> Iterator[tuple[Box, Item]]:
    """Yield *items* with their places, beginning new pages and drawing their cut lines as they are needed.

    They come page by page; where the pen is to make them *stacked*, so that the piles into which
    the pages are cut are in order when they are laid on each other, the first pile on top.  On
    paper that is printed on both sides *back* draws what belongs behind each item; such paper is
    turned over its long edge and stands upright.
    """
    per_page = across * down
    for chosen in _sharing_page(len(items), per_page, stacked=pen.stacked):
        page = pen.new_page(landscape=landscape)
        pen.cut(page, across, down)
        places = list(pieces(page, across, down))
        yield from ((places[at], items[index]) for at, index in chosen)
        if back and pen.two_sided:
            pen.back_page()
            for at, index in chosen:
                row, column = divmod(at, across)
                back(places[row * across + across - 1 - column], items[index])


def _sharing_page(count: int, per_page: int, *, stacked: bool) -> list[list[tuple[int, int]]]:
    """Return, page by page, which places hold which of *count* things.

    >>> _sharing_page(5, 2, stacked=False)
    [[(0, 0), (1, 1)], [(0, 2), (1, 3)], [(0, 4)]]
    >>> _sharing_page(5, 2, stacked=True)
    [[(0, 0), (1, 3)], [(0, 1), (1, 4)], [(0, 2)]]
    """
    pages = -(-count // per_page)
    step, leap = (1, pages) if stacked else (per_page, 1)
    return [
        [(at, index) for at in range(per_page) if (index := page * step + at * leap) < count]
        for page in range(pages)
    ]
