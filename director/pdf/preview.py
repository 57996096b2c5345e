"""A preview of one printed page for the screen, with the number of sheets of paper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from director.pdf.fonts import Run
from director.pdf.page import FILL_AND_STROKE, PAPERS, Align, Box, Line, Pen
from director.pdf.sheet_kinds import Job, SheetKind, filter_available_kinds, find_kind

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Preview:
    """One page as SVG, with its number and the *label* of its kind.

    *pages* is the number of all pages, *sheets* the sheets of paper of each kind by key.
    """

    svg: str
    page_no: int
    label: str
    pages: int
    sheets: dict[str, int]

    @property
    def total(self) -> int:
        """The sheets of paper of all kinds together."""
        return sum(self.sheets.values())

    @property
    def neighbour_pages(self) -> tuple[int, int]:
        """The numbers of the previous and the next page, 0 for none."""
        return self.page_no - 1, (self.page_no + 1) % (self.pages + 1)


def render_preview(
    job: Job,
    keys: Sequence[str],
    paper: str,
    *,
    among: Sequence[SheetKind[Job]],
    page_no: int,
    first_of: str = "",
    **look: Any,
) -> Preview:
    """Return page *page_no*, or the last one, of the PDF that ``render`` would make.

    Page 0 only counts the sheets. If the kind *first_of* is printed, its first page is returned
    instead.

    :raises PrintingError: as :func:`~director.pdf.sheet_kinds.render`
    """
    kinds = filter_available_kinds([find_kind(key, among) for key in keys], job)
    if first_of in map(attrgetter("key"), kinds):
        page_no = 0  # nothing is drawn until that kind begins
    pen = _PreviewPen(paper, page_no, **look)
    sheets = {}
    label = ""
    for kind in kinds:
        pages_before = pen.picture.pages
        if kind.key == first_of:
            page_no = pen.picture.page_no = pages_before + 1
        kind.draw(pen, job)
        pen.finish()
        pages = pen.picture.pages - pages_before
        sheets[kind.key] = pages // 2 if pen.two_sided else pages
        if pages_before < page_no:
            label = kind.label
    last_page = pen.picture.pages
    if page_no > last_page > 0:
        return render_preview(job, keys, paper, among=among, page_no=last_page, **look)
    return Preview(pen.picture.svg, page_no, label, pages=last_page, sheets=sheets)


class _Picture:
    """A replacement for ReportLab's canvas that counts the pages and draws one of them as SVG."""

    def __init__(self, page_no: int) -> None:
        self.page_no = page_no
        self.pages = 0
        self.parts: list[str] = []
        self._size = (0.0, 0.0)
        self._font = ("", 0.0)
        self._states: list[dict[str, str]] = [{}]  # SVG attributes, a level for each saveState()

    @property
    def is_seen(self) -> bool:
        """Whether the page that is written on is the one to be shown."""
        return self.pages + 1 == self.page_no

    @property
    def svg(self) -> str:
        """The page, with its height measured from the bottom as in PDF."""
        width, height = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" aria-hidden="true" font-family="DejaVu Sans, sans-serif">'
            f'<g transform="matrix(1 0 0 -1 0 {height:g})">{"".join(self.parts)}</g></svg>'
        )

    def draw(
        self, path: str, *, filled: bool = False, stroked: bool = True, weight: float = 0
    ) -> None:
        """Draw *path* with the current line style, or with a line of *weight*."""
        if not self.is_seen:
            return
        attributes = dict(self._states[-1])
        if weight:
            attributes["stroke-width"] = f"{weight:g}"
        look = "".join(f' {name}="{value}"' for name, value in attributes.items())
        fill = "#000" if filled else "none"
        stroke = ' stroke="#000"' if stroked else ""
        self.parts.append(f'<path d="{path}" fill="{fill}"{stroke}{look}/>')

    # The methods of ReportLab's canvas that the pen calls.

    def setPageSize(self, size: tuple[float, float]) -> None:
        self._size = size if self.is_seen else self._size

    def showPage(self) -> None:
        self.pages += 1
        self._states = [{}]

    def saveState(self) -> None:
        self._states.append(dict(self._states[-1]))

    def restoreState(self) -> None:
        self._states.pop()

    def setLineWidth(self, width: float) -> None:
        self._states[-1]["stroke-width"] = f"{width:g}"

    def setLineCap(self, _round: int) -> None:
        self._states[-1]["stroke-linecap"] = "round"

    def setDash(self, dash: float | Sequence[float], gap: float = 0) -> None:
        lengths = (dash, gap) if isinstance(dash, int | float) else dash
        self._states[-1]["stroke-dasharray"] = " ".join(f"{length:g}" for length in lengths)

    def translate(self, x: float, y: float) -> None:
        self._states[-1]["transform"] = f"{self._transform}translate({x:.2f} {y:.2f})"

    def scale(self, x: float, y: float) -> None:
        self._states[-1]["transform"] = f"{self._transform}scale({x:.4f} {y:.4f})"

    def rotate(self, degrees: float) -> None:
        self._states[-1]["transform"] = f"{self._transform}rotate({degrees:g})"

    @property
    def _transform(self) -> str:
        return self._states[-1].get("transform", "")

    def setFont(self, font: str, size: float) -> None:
        self._font = font, size

    def drawString(
        self, x: float, y: float, text: str, mode: int = 0, charSpace: float = 0
    ) -> None:
        if self.is_seen:
            font, size = self._font
            weight_attribute = ' font-weight="700"' * ("Bold" in font or bool(mode))
            spacing_attribute = f' letter-spacing="{charSpace:.2f}"' * bool(charSpace)
            position = f'transform="{self._transform}matrix(1 0 0 -1 {x:.2f} {y:.2f})" font-size="{size:.2f}"'
            self.parts.append(
                f"<text {position}{weight_attribute}{spacing_attribute}>{escape(text)}</text>"
            )

    def circle(self, x: float, y: float, radius: float, stroke: int, fill: int) -> None:
        r = f"{radius:.2f} {radius:.2f} 0 1 0"
        path = f"M{x - radius:.2f} {y:.2f}a{r} {2 * radius:.2f} 0a{r} {-2 * radius:.2f} 0"
        self.draw(path, filled=bool(fill), stroked=bool(stroke))

    def beginPath(self) -> "_Path":
        return _Path()

    def drawPath(self, path: "_Path", stroke: int, fill: int) -> None:
        self.draw("".join(path.parts), filled=bool(fill), stroked=bool(stroke))


class _Path:
    """A line that is drawn point by point."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def moveTo(self, x: float, y: float) -> None:
        self.parts.append(f"M{x:.2f} {y:.2f}")

    def lineTo(self, x: float, y: float) -> None:
        self.parts.append(f"L{x:.2f} {y:.2f}")

    def close(self) -> None:
        self.parts.append("Z")


class _PreviewPen(Pen):
    """A pen that writes only on the page to be shown."""

    def __init__(self, paper: str, page_no: int, **look: Any) -> None:
        super().__init__(BytesIO(), paper=PAPERS[paper], title="", **look)
        self.picture = _Picture(page_no)
        self.canvas = cast("Canvas", self.picture)

    @property
    def is_seen(self) -> bool:
        """Whether the page that is written on is the one to be shown."""
        return self.picture.is_seen

    def finish(self) -> None:
        """End the sheet."""
        self._close_sheet()

    def write(
        self, text: str, box: Box, size: float, *, align: Align = "centre", bold: bool = False
    ) -> None:
        """Write one line, if anybody sees it."""
        if self.picture.is_seen:
            super().write(text, box, size, align=align, bold=bold)

    def _draw_run(self, run: Run, x: float, y: float, size: float) -> None:
        self.picture.setFont(run.font, size)
        self.picture.drawString(x, y, run.text, mode=FILL_AND_STROKE if run.needs_weight else 0)

    def rule(self, lines: Iterable[Line], weight: float = 0.5) -> None:
        """Draw straight lines."""
        if not self.picture.is_seen:
            return
        path = "".join(f"M{x:.2f} {y:.2f}L{x2:.2f} {y2:.2f}" for x, y, x2, y2 in lines)
        if path:
            self.picture.draw(path, weight=weight)

    def draw_stencil(self, box: Box, rows: Sequence[bytes]) -> None:
        """Fill *box* with squares."""
        if not self.picture.is_seen:
            return
        width = box.width / len(rows[0])
        height = box.height / len(rows)
        outline = f"h{width:.2f}v{-height:.2f}h{-width:.2f}z"
        squares = []
        for row_no, row in enumerate(rows):
            y = box.top - height * row_no
            for column_no, is_dark in enumerate(row):
                if is_dark:
                    squares.append(f"M{box.x + width * column_no:.2f} {y:.2f}{outline}")
        self.picture.draw("".join(squares), filled=True, stroked=False)
