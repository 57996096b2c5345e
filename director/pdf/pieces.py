"""Small sheets, several to a page and cut apart: how many fit, and the head that each has."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from director.errors import TooLongError
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.page import PAPERS, Box, Item, Pen, impose, pieces
from director.pdf.sentences import PdfSentences
from director.pdf.tables import Column, Table, form_table, largest_list, list_table
from director.pdf.words import STAMP_SIZE, join_with_dots, short_stamp
from director.sheets import Heading

REMEDY = "divide the field into sections or the event into sessions"
LEAST_ROW = 12.0  # the lowest row in which anything can be written or read
TITLES, TITLES_SCALE = 30.0, 2.1  # height of the titles of a form: at least, and against its size
WRITTEN = 13.0  # the lowest line that is good to write on
STAMP = 2 * STAMP_SIZE * 1.2 + 2  # height of the stamp at the foot of a small sheet


@dataclass(frozen=True, slots=True)
class Cut:
    """A way to cut a page, good for sheets of up to *most* rows."""

    most: int
    across: int
    down: int


@dataclass(frozen=True, slots=True)
class SlipLayout:
    """How one kind of small sheet is cut and filled.

    *cuts* go from many a page to few; all measures are in points.
    """

    cuts: tuple[Cut, ...]
    head: float
    foot: float
    tallest_row: float
    size: float
    remedy: str = REMEDY  # what to do where a sheet has too many rows

    def cut_for(self, rows: int) -> Cut:
        """Return the cut with the most sheets a page that has room for *rows*, else the last."""
        return next((cut for cut in self.cuts if rows <= cut.most), self.cuts[-1])

    def roomy(self, pen: Pen, rows: int, spare: float = 0.0) -> "SlipLayout":
        """Return the layout with only the cuts that leave *rows* high enough to write on.

        The last if none does.

        What does so on the tallest paper is cut alike on others, where the head gives up to *spare*
        and rows are lower.
        """
        page, tallest = (
            Box(0, 0, *pen.paper),
            Box(0, 0, pen.paper[0], max(height for _width, height in PAPERS.values())),
        )
        beside = self.head + self.foot + max(TITLES, self.size * TITLES_SCALE)
        for index, cut in enumerate(self.cuts):
            own, most = (
                next(pieces(each, cut.across, cut.down)).height for each in (page, tallest)
            )
            given = min(max(beside + rows * WRITTEN + 2 - own, 0), spare)
            if most >= beside + rows * WRITTEN and own >= beside - given + rows * LEAST_ROW + 2:
                return replace(self, cuts=self.cuts[index:], head=self.head - given)
        return replace(self, cuts=self.cuts[-1:])

    def form_on(
        self, place: Box, columns: Sequence[Column], rows: Sequence[Sequence[str]], sheet: str
    ) -> Table:
        """Return a form that fills *place* below its head.

        :raises PrintingError: naming *sheet*, where its rows would be too low to write in.
        """
        form = form_table(columns, rows, place.width, 0, self.size)
        height = self._row_height(place, len(rows), form.head_height, sheet)
        if (size := height * 0.78) >= self.size:
            return form.with_rows(height)
        return form_table(columns, rows, place.width, height, size)

    def list_on(
        self,
        place: Box,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        sheet: str,
        *,
        boxed: bool,
    ) -> Table:
        """Return a list that fills *place* below its head, at the largest size that squeezes no word.

        A row whose words take several lines is higher than the others.

        :raises PrintingError: naming *sheet*, where its rows would be too low to read.
        """
        titles = list_table(columns, (), place.width, self.size).head_height
        height = self._row_height(place, len(rows), titles, sheet)
        size = min(self.size, height * 0.68)
        sizes = [size - step * 0.5 for step in range(10) if size - step * 0.5 >= SMALLEST] or [size]
        table = largest_list(columns, rows, place.width, sizes, boxed=boxed)
        if table.most_lines < 2:
            return table.with_rows(height)
        room = self._room(place, titles)
        for smaller in (size for size in sizes if size <= table.size):
            table = list_table(columns, rows, place.width, smaller, boxed=boxed)
            if sum(table.heights) <= room and not table.is_cramped:
                break
        return table.stretched(table.head_height + room, height / min(table.heights))

    def _row_height(self, place: Box, rows: int, titles: float, sheet: str) -> float:
        room = self._room(place, titles)
        height = min(self.tallest_row, room / max(rows, 1))
        if height < LEAST_ROW:
            raise TooLongError(
                PdfSentences.TOO_LONG,
                sheet=sheet,
                lines=rows,
                most=int(room / LEAST_ROW),
                remedy=self.remedy,
            )
        return height

    def _room(self, place: Box, titles: float) -> float:
        """Return the height that the rows of a sheet share."""
        return place.height - self.head - self.foot - titles - 2


def first_fitting(
    paper: tuple[float, float], layout: SlipLayout, fits: Callable[[Box], bool]
) -> SlipLayout | None:
    """Return *layout* with the first of its cuts whose pieces all fit, or ``None``.

    From many sheets a page to few.

    What fits on the tallest paper is cut alike on the others, where rows stand closer, so that no
    paper takes more.
    """
    page = Box(0, 0, paper[0], max(height for _width, height in PAPERS.values()))
    for cut in layout.cuts:
        if fits(next(pieces(page, cut.across, cut.down))):
            return replace(layout, cuts=(cut,))
    return None


def piece_width(pen: Pen, layout: SlipLayout, rows: int) -> float:
    """Return how wide a small sheet is, of a set whose longest has so many *rows*."""
    cut = layout.cut_for(rows)
    return next(pieces(Box(0, 0, *pen.paper), cut.across, cut.down)).width


def places_on_pages(
    pen: Pen,
    layout: SlipLayout,
    sheets: Sequence[Item],
    rows: int,
    back: Callable[[Box, Item], None] | None = None,
) -> Iterator[tuple[Box, Item]]:
    """Yield small *sheets* with their places.

    All of a set are cut alike, for the *rows* of the longest.
    """
    cut = layout.cut_for(rows)
    yield from impose(pen, sheets, cut.across, cut.down, back=back)


def placed_alike(
    pen: Pen, layout: SlipLayout, sheets: Sequence[Item], rows: int
) -> Iterator[tuple[Box, Item]]:
    """Yield small *sheets* with as many *rows* each, as :func:`places_on_pages` does.

    Those on the pages shown, and the first in any case.

    If it fits, so do the others.
    """
    for number, (place, sheet) in enumerate(places_on_pages(pen, layout, sheets, rows)):
        if pen.is_seen or number == 0:
            yield place, sheet


def draw_stamp(pen: Pen, place: Box, heading: Heading) -> None:
    """Write what every sheet carries in two lines along the foot of a small one.

    With the movement's name if it fits.
    """
    foot = place.strip(place.height - STAMP, STAMP)
    when, printed = short_stamp(heading, pen.printed_at)
    whole = join_with_dots((printed, heading.movement))
    fits = text_width(whole, STAMP_SIZE) <= foot.width
    pen.write_lines((when, whole if fits else printed), foot, STAMP_SIZE, align="left")


def write_titles(pen: Pen, box: Box, titles: Sequence[tuple[str, str]], size: float) -> float:
    """Write pairs of a small word and a large figure side by side.

    For example "Board" and "7". Return the width they took.

    Where the figure is empty a line to write it on takes its place.
    """
    across, small = 0.0, max(SMALLEST, size * 0.42)
    for word, figure in titles:
        word_width = text_width(word, small) + 4
        pen.write(word, box.column(across, word_width), small, align="left")
        across += word_width
        figure_width = min(max(text_width(figure, size, bold=True) + 2, size), box.width - across)
        if not figure:
            foot = box.y + (box.height - size) / 2
            pen.rule([(box.x + across, foot, box.x + across + figure_width, foot)])
        pen.write(figure, box.column(across, figure_width), size, bold=True, align="left")
        across += figure_width + size * 0.5
    return across
