"""A preview of one printed page for the screen, with the number of sheets of paper."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from io import BytesIO
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from director.pdf.fonts import Run
from director.pdf.page import (
    FILL_AND_STROKE,
    PAPERS,
    Align,
    Box,
    LineEnds,
    Matrix,
    Pen,
    Point,
    SizedRun,
)
from director.pdf.sheet_kinds import Job, SheetKind, get_kind, keep_available_kinds

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Preview:
    """One page of a print job."""

    svg: str
    page_no: int
    label: str  # of the page's kind
    pages: int  # of the whole job
    sheets_by_kind: dict[str, int]  # the number of sheets of paper, by key

    @property
    def total(self) -> int:
        """The sheets of paper of all kinds together."""
        return sum(self.sheets_by_kind.values())

    @property
    def neighbour_pages(self) -> tuple[int, int]:
        """The numbers of the previous and the next page, 0 for none."""
        next_page_no = self.page_no + 1 if self.page_no < self.pages else 0
        return self.page_no - 1, next_page_no


def render_preview(
    job: Job,
    keys: Sequence[str],
    paper: str,
    *,
    available_kinds: Sequence[SheetKind[Job]],
    page_no: int,
    kind_to_show: str = "",
    **pen_options: Any,
) -> Preview:
    """Return page *page_no*, or the last one, of the PDF that ``render`` would make.

    Page 0 only counts the sheets. If the kind *kind_to_show* is printed, its first page is returned
    instead.

    :raises PrintingError: as :func:`~director.pdf.sheet_kinds.render`
    """
    kinds = keep_available_kinds([get_kind(key, available_kinds) for key in keys], job)
    if kind_to_show in map(attrgetter("key"), kinds):
        page_no = 0  # Nothing is drawn until that kind begins.
    pen = _PreviewPen(paper, page_no, **pen_options)
    sheets_by_kind = {}
    label = ""
    for kind in kinds:
        pages_before = pen.svg_canvas.page_count
        if kind.key == kind_to_show:
            page_no = pen.svg_canvas.page_no = pages_before + 1
        kind.draw(pen, job)
        pen.save()
        pages = pen.svg_canvas.page_count - pages_before
        sheets_by_kind[kind.key] = pages // 2 if pen.two_sided else pages
        if pages_before < page_no:
            label = kind.label
    last_page = pen.svg_canvas.page_count
    if page_no > last_page > 0:
        return render_preview(
            job, keys, paper, available_kinds=available_kinds, page_no=last_page, **pen_options
        )
    return Preview(
        pen.svg_canvas.svg, page_no, label, pages=last_page, sheets_by_kind=sheets_by_kind
    )


def render_page_preview(
    draw: Callable[[Pen], None], paper: str, *, page_no: int, label: str, **pen_options: Any
) -> Preview:
    """Return page *page_no*, or the last one, of the pages that *draw* draws."""
    pen = _PreviewPen(paper, page_no, **pen_options)
    draw(pen)
    pen.save()
    last_page = pen.svg_canvas.page_count
    if page_no > last_page > 0:
        return render_page_preview(draw, paper, page_no=last_page, label=label, **pen_options)
    return Preview(
        pen.svg_canvas.svg,
        page_no,
        label,
        pages=last_page,
        sheets_by_kind={label: last_page},
    )


class _SvgCanvas:
    """A replacement for ReportLab's canvas that counts the pages and draws one of them as SVG."""

    def __init__(self, page_no: int) -> None:
        self.page_no = page_no
        self.page_count = 0
        self.parts: list[str] = []
        self._size = (0.0, 0.0)
        self._font = ("", 0.0)
        # SVG attributes, a level for each saveState().
        self._attribute_stack: list[dict[str, str]] = [{}]

    @property
    def is_page_visible(self) -> bool:
        """Whether the page that is written on is the one to be shown."""
        return self.page_count + 1 == self.page_no

    @property
    def svg(self) -> str:
        """The page, with its height measured from the bottom as in PDF."""
        width, height = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" aria-hidden="true" font-family="DejaVu Sans, sans-serif">'
            f'<g transform="matrix(1 0 0 -1 0 {height:g})">{"".join(self.parts)}</g></svg>'
        )

    def draw_svg_path(
        self, path: str, *, is_filled: bool = False, is_stroked: bool = True, weight: float = 0
    ) -> None:
        """Draw *path* with the current line style, or with a line of *weight*."""
        if not self.is_page_visible:
            return
        attributes = dict(self._attribute_stack[-1])
        if weight:
            attributes["stroke-width"] = f"{weight:g}"
        attributes_text = "".join(f' {name}="{value}"' for name, value in attributes.items())
        fill = "#000" if is_filled else "none"
        stroke = ' stroke="#000"' if is_stroked else ""
        self.parts.append(f'<path d="{path}" fill="{fill}"{stroke}{attributes_text}/>')

    # The methods of ReportLab's canvas that the pen calls.

    def setPageSize(self, size: tuple[float, float]) -> None:
        if self.is_page_visible:
            self._size = size

    def showPage(self) -> None:
        self.page_count += 1
        self._attribute_stack = [{}]

    def saveState(self) -> None:
        self._attribute_stack.append(dict(self._attribute_stack[-1]))

    def restoreState(self) -> None:
        self._attribute_stack.pop()

    def setLineWidth(self, width: float) -> None:
        self._attribute_stack[-1]["stroke-width"] = f"{width:g}"

    def setLineCap(self, _round: int) -> None:
        self._attribute_stack[-1]["stroke-linecap"] = "round"

    def setDash(self, dash: float | Sequence[float], gap: float = 0) -> None:
        lengths = (dash, gap) if isinstance(dash, int | float) else dash
        self._attribute_stack[-1]["stroke-dasharray"] = " ".join(
            f"{length:g}" for length in lengths
        )

    def transform(self, *matrix: float) -> None:
        figures = " ".join(f"{figure:g}" for figure in matrix)
        self._attribute_stack[-1]["transform"] = f"{self._transform}matrix({figures})"

    def translate(self, x: float, y: float) -> None:
        self._attribute_stack[-1]["transform"] = f"{self._transform}translate({x:.2f} {y:.2f})"

    def scale(self, x: float, y: float) -> None:
        self._attribute_stack[-1]["transform"] = f"{self._transform}scale({x:.4f} {y:.4f})"

    @property
    def _transform(self) -> str:
        return self._attribute_stack[-1].get("transform", "")

    def setFont(self, font: str, size: float) -> None:
        self._font = font, size

    def drawString(
        self, x: float, y: float, text: str, mode: int = 0, charSpace: float = 0
    ) -> None:
        if self.is_page_visible:
            font, size = self._font
            weight_attribute = ' font-weight="700"' * ("Bold" in font or bool(mode))
            spacing_attribute = f' letter-spacing="{charSpace:.2f}"' * bool(charSpace)
            position = f'transform="{self._transform}matrix(1 0 0 -1 {x:.2f} {y:.2f})" font-size="{size:.2f}"'
            self.parts.append(
                f"<text {position}{weight_attribute}{spacing_attribute}>{escape(text)}</text>"
            )

    def circle(self, x: float, y: float, radius: float, stroke: int, fill: int) -> None:
        arc = f"{radius:.2f} {radius:.2f} 0 1 0"
        path = f"M{x - radius:.2f} {y:.2f}a{arc} {2 * radius:.2f} 0a{arc} {-2 * radius:.2f} 0"
        self.draw_svg_path(path, is_filled=bool(fill), is_stroked=bool(stroke))


class _PreviewPen(Pen):
    """A pen that writes only on the page to be shown."""

    def __init__(self, paper: str, page_no: int, **pen_options: Any) -> None:
        super().__init__(BytesIO(), paper=PAPERS[paper], title="", **pen_options)
        self.svg_canvas = _SvgCanvas(page_no)
        self.canvas = cast("Canvas", self.svg_canvas)

    @property
    def is_page_visible(self) -> bool:
        """Whether the page that is written on is the one to be shown."""
        return self.svg_canvas.is_page_visible

    def save(self) -> None:
        """End the sheet."""
        self._close_sheet()

    def write(
        self, text: str, box: Box, size: float, *, align: Align = "centre", bold: bool = False
    ) -> None:
        """Write one line, if anybody sees it."""
        if self.svg_canvas.is_page_visible:
            super().write(text, box, size, align=align, bold=bold)

    def _make_code(self, _run: Run, _size: float) -> tuple[str, str]:
        return "", ""  # SVG text has no PDF operators.

    def _draw_run(self, sized_run: SizedRun, x: float, y: float) -> None:
        run = sized_run.run
        self.svg_canvas.setFont(run.font, sized_run.size)
        self.svg_canvas.drawString(x, y, run.text, mode=FILL_AND_STROKE if run.needs_weight else 0)

    @contextmanager
    def _use_matrix(self, matrix: Matrix) -> Iterator[None]:
        self.svg_canvas.saveState()
        self.svg_canvas.transform(*matrix)
        yield
        self.svg_canvas.restoreState()

    def draw_lines(self, lines: Iterable[LineEnds], weight: float = 0.5) -> None:
        """Draw straight lines."""
        if not self.svg_canvas.is_page_visible:
            return
        path = "".join(f"M{x:.2f} {y:.2f}L{x2:.2f} {y2:.2f}" for x, y, x2, y2 in lines)
        if path:
            self.svg_canvas.draw_svg_path(path, weight=weight)

    def draw_polygon(
        self, points: Sequence[Point], weight: float, *, is_filled: bool = False
    ) -> None:
        """Draw the outline through *points*, and back to the first."""
        path = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        self.svg_canvas.draw_svg_path(f"M{path}Z", is_filled=is_filled, weight=weight)

    def draw_stencil(self, box: Box, rows: Sequence[bytes]) -> None:
        """Fill *box* with squares."""
        if not self.svg_canvas.is_page_visible:
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
        self.svg_canvas.draw_svg_path("".join(squares), is_filled=True, is_stroked=False)
