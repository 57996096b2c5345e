"""Sheets of labels and badges that clubs buy, by the sizes that their maker publishes.

All of them are laid out in the middle of the page, so that the margins follow from the sizes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from director.models.club import Paper
from director.pdf.page import PAPERS, Box, mm

_INCH = 72.0


@dataclass(frozen=True, slots=True)
class LabelStock:
    """A sheet of labels. All measures are in points."""

    key: str
    paper: str
    across: int  # labels in a row
    down: int  # labels in a column
    width: float
    height: float
    step_across: float  # from the edge of a label to the same edge of its neighbour
    step_down: float
    size: str  # of a label, as a text in millimetres or inches
    is_for_badges: bool = False

    @property
    def count(self) -> int:
        """The number of labels on a sheet."""
        return self.across * self.down

    @property
    def label(self) -> str:
        """The stock in a list of choices."""
        paper = Paper(self.paper).label
        return f"Avery {self.key}: {self.across} × {self.down} on {paper}, {self.size}"

    def iter_boxes(self) -> Iterator[Box]:
        """Yield the labels of a page row by row, from the upper left corner.

        >>> [round(edge / mm, 2) for edge in next(get_stock("L7160").iter_boxes())]
        [7.21, 243.75, 63.5, 38.1]
        """
        page_width, page_height = PAPERS[self.paper]
        left = (page_width - (self.across - 1) * self.step_across - self.width) / 2
        top = (page_height + (self.down - 1) * self.step_down + self.height) / 2
        for row in range(self.down):
            for column in range(self.across):
                x = left + column * self.step_across
                y = top - row * self.step_down - self.height
                yield Box(x, y, self.width, self.height)


def _make_stock(
    key: str,
    paper: Paper,
    grid: tuple[int, int],
    size: tuple[float, float],
    step: tuple[float, float],
    *,
    text: str,
) -> LabelStock:
    """Return a sheet from its sizes in millimetres on A4, in inches on US Letter."""
    unit = mm if paper == Paper.A4 else _INCH
    return LabelStock(
        key=key,
        paper=paper.value,
        across=grid[0],
        down=grid[1],
        width=size[0] * unit,
        height=size[1] * unit,
        step_across=step[0] * unit,
        step_down=step[1] * unit,
        size=text,
        is_for_badges=key in _BADGES,
    )


_BADGES = ("L4785", "5395")
_A4, _LETTER = Paper.A4, Paper.LETTER
STOCKS = (
    _make_stock("L7160", _A4, (3, 7), (63.5, 38.1), (66.04, 38.1), text="63.5 × 38.1 mm"),
    _make_stock("L7163", _A4, (2, 7), (99.1, 38.1), (101.6, 38.1), text="99.1 × 38.1 mm"),
    _make_stock("L7159", _A4, (3, 8), (63.5, 33.9), (66.04, 33.9), text="63.5 × 33.9 mm"),
    _make_stock("L4785", _A4, (2, 5), (80, 50), (95, 55), text="80 × 50 mm"),
    _make_stock("5160", _LETTER, (3, 10), (2.625, 1), (2.75, 1), text="2⅝ × 1 inches"),
    _make_stock("5163", _LETTER, (2, 5), (4, 2), (4.1875, 2), text="4 × 2 inches"),
    _make_stock("5395", _LETTER, (2, 4), (3.375, 7 / 3), (3.75, 2.5), text="3⅜ × 2⅓ inches"),
)


def get_stock(key: str) -> LabelStock:
    """Return the stock with *key*, which the form has checked."""
    return next(stock for stock in STOCKS if stock.key == key)


def choose_default_stock(paper: str, *, for_badges: bool) -> LabelStock:
    """Return the first stock on *paper* for labels or badges."""
    return next(
        stock for stock in STOCKS if stock.paper == paper and stock.is_for_badges == for_badges
    )
