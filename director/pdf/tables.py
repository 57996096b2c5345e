"""Ruled tables: forms to write on, and lists whose columns take the width their words need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from operator import mul

from director.pdf.fonts import (
    SMALLEST,
    compute_least_width,
    measure_longest_word,
    text_width,
    wrap_text,
)
from director.pdf.page import Align, Box, Line, Pen

TITLE_SCALE = 0.62  # size of titles of columns, as a part of the text's size
LEADING = 1.2
MIN_ROW_SCALE = 0.85  # of a row's height, before its lines touch those of the next row
Cell = tuple[str, ...]  # lines


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """How one column looks.

    "\n" in *title* begins a second line.
    """

    title: str = ""
    align: Align = "centre"
    weight: float = 1.0  # share of the width of a form
    bold: bool = False
    scale: float = 1.0  # size of its text, against the table's
    wraps: bool = False  # in a list: may break its words into lines
    claim: float = 1.0  # in a list: share of the width for a long word before it gets smaller
    max_lines: int = 6  # in a list: lines of a cell at most


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, widths and cells, all measured.

    ``draw`` puts any run of its rows on a page.
    """

    columns: tuple[PaperColumn, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heights: tuple[float, ...]
    size: float
    head_size: float
    pad: float  # between a word and the edges of its column
    is_cramped: bool = False  # some words get smaller, because a column is narrower than a word
    divides_words: bool = False  # some words are divided, not only at a hyphen
    notes: tuple[Cell, ...] = ()  # a note below the cells of each row, over the whole width
    note_size: float = 0.0

    @property
    def width(self) -> float:
        """The whole width."""
        return sum(self.widths)

    @property
    def head_height(self) -> float:
        """The height of the titles."""
        lines = max(len(self._wrap_title(index)) for index in range(len(self.columns)))
        return lines * self.head_size * LEADING + self.head_size * 0.6

    @property
    def height(self) -> float:
        """The height of the titles and all rows."""
        return self.head_height + sum(self.heights)

    @property
    def max_lines(self) -> int:
        """The number of lines in the fullest cell."""
        return max((len(cell) for row in self.rows for cell in row), default=0)

    @property
    def is_cut_short(self) -> bool:
        """Whether a word is cut off, because it is too wide even at the smallest size."""
        return any(
            text_width(line, SMALLEST, bold=column.bold) > width - 2 * self.pad + 0.01
            for row in self.rows
            for column, width, cell in zip(self.columns, self.widths, row, strict=True)
            for line in cell
        )

    def compute_note_height(self, index: int) -> float:
        """Return the height of a row's note, which is part of the row's height."""
        if self.notes:
            return self.note_size * LEADING * len(self.notes[index])
        return 0.0

    def with_rows(self, height: float) -> "Table":
        """Return the table with every row of *height*."""
        return replace(self, heights=(height,) * len(self.rows))

    def with_stretched_rows(self, height: float, max_factor: float) -> "Table":
        """Return the table with rows up to *max_factor* times as high, if *height* allows.

        Rows that were measured for taller paper get lower, with less space between them.
        """
        factor = min(max_factor, (height - self.head_height) / max(sum(self.heights), 1))
        heights = tuple(row * max(factor, MIN_ROW_SCALE) for row in self.heights)
        return replace(self, heights=heights)

    def without_repeated_cells(self, columns: int, rows: range) -> "Table":
        """Return the table whose first *columns* are empty where they repeat the row above.

        The first of *rows* begins a page and keeps its cells.
        """
        if not columns:
            return self
        shown_rows = list(self.rows)
        for index in rows[1:]:
            row, row_above = self.rows[index], self.rows[index - 1]
            if row[0] != row_above[0]:
                continue
            cells = list(row)
            for place in range(columns):
                if row[place] == row_above[place]:
                    cells[place] = ()
            shown_rows[index] = tuple(cells)
        return replace(self, rows=tuple(shown_rows))

    def draw(
        self, pen: Pen, x: float, top: float, rows: range | None = None, *, boxed: bool = True
    ) -> float:
        """Draw the titles and *rows* (by default all) from *top* down, and return their lower edge.

        A *boxed* table has lines on all sides of every cell, as a form needs. Others only have
        lines below the rows.
        """
        rows = range(len(self.rows)) if rows is None else rows
        if not pen.is_seen:
            return top - self.head_height - sum(self.heights[index] for index in rows)
        edges = [top, top - self.head_height]
        self._draw_titles(pen, Box(x, edges[1], self.width, self.head_height))
        for index in rows:
            edges.append(edges[-1] - self.heights[index])
            self._draw_row(pen, Box(x, edges[-1], self.width, self.heights[index]), index)
        row_lines = [(x, edge, x + self.width, edge) for edge in edges[2:]]
        pen.rule(row_lines, 0.5 if boxed else 0.3)
        pen.rule([(x, edges[1], x + self.width, edges[1])], 1.0)
        if boxed:
            self._draw_uprights(pen, x, edges, rows)
        return edges[-1]

    def _wrap_title(self, index: int) -> Cell:
        column, width = self.columns[index], self.widths[index]
        room = width - 2 * _get_title_side(column, self.pad)
        lines: list[str] = []
        for title_line in column.title.split("\n"):
            lines += wrap_text(title_line, self.head_size, room + 0.01)
        return tuple(lines)

    def _draw_titles(self, pen: Pen, box: Box) -> None:
        for index, cell in enumerate(self._divide_into_cells(box)):
            column = self.columns[index]
            sides = _get_title_side(column, self.pad)
            pen.write_lines(
                self._wrap_title(index), cell.inset(sides, 0), self.head_size, align=column.align
            )

    def _draw_row(self, pen: Pen, box: Box, index: int) -> None:
        note = box.strip(
            box.height - self.compute_note_height(index) - 1, self.compute_note_height(index)
        )
        if note.height:
            pen.write_lines(self.notes[index], note.inset(4, 0), self.note_size, bold=True)
        height = box.height - note.height
        across = 0.0
        for column, width, lines in zip(self.columns, self.widths, self.rows[index], strict=True):
            if lines:
                # Made at once: a printout has a hundred thousand cells.
                cell = Box(
                    box.x + across + self.pad, box.top - height, width - 2 * self.pad, height
                )
                size = self.size * column.scale
                pen.write_lines(lines, cell, size, align=column.align, bold=column.bold)
            across += width

    def _divide_into_cells(self, box: Box) -> Iterable[Box]:
        across = 0.0
        for width in self.widths:
            yield box.column(across, width)
            across += width

    def _draw_uprights(self, pen: Pen, x: float, edges: Sequence[float], rows: range) -> None:
        """Draw the frame and the lines between columns, with gaps for notes."""
        right_edge, bottom = x + self.width, edges[-1]
        lines: list[Line] = [
            (x, edges[0], right_edge, edges[0]),
            (x, bottom, x, edges[0]),
            (right_edge, bottom, right_edge, edges[0]),
        ]
        span_ends = [edges[1]]
        for edge, index in zip(edges[2:], rows, strict=True):
            span_ends.append(edge + self.compute_note_height(index))
        for top, foot in _join_spans(edges[:-1], span_ends):
            inner = list(self._divide_into_cells(Box(x, foot, self.width, top - foot)))[1:]
            lines.extend((cell.x, cell.y, cell.x, cell.top) for cell in inner)
        pen.rule(lines, 0.5)


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes that decide the widths of a list."""

    size: float
    head_size: float
    pad: float


def make_form_table(
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    width: float,
    row_height: float,
    size: float,
) -> Table:
    """Return a form with empty cells for handwriting.

    Columns have weights, rows one height; "\n" begins a second line.
    """
    cells = tuple(tuple(tuple(text.split("\n")) if text else () for text in row) for row in rows)
    widths = _compute_form_widths(columns, cells, width, _compute_pad(size))
    room = (
        (width - 2 * _get_title_side(column, _compute_pad(size)))
        / max(measure_longest_word(column.title, 1), 0.1)
        for column, width in zip(columns, widths, strict=True)
    )
    head_size = max(SMALLEST, min(size * 0.7, *room))
    return Table(
        columns=tuple(columns),
        widths=widths,
        rows=cells,
        heights=(row_height,) * len(rows),
        size=size,
        head_size=head_size,
        pad=_compute_pad(size),
    )


def _compute_form_widths(
    columns: Sequence[PaperColumn], rows: Sequence[Sequence[Cell]], width: float, pad: float
) -> tuple[float, ...]:
    """Return widths by weight, but none too narrow for its title at ``SMALLEST``."""
    needs = [
        _compute_least_width(column, (row[index] for row in rows), pad)
        for index, column in enumerate(columns)
    ]
    if sum(needs) >= width:
        return tuple(width * need / sum(needs) for need in needs)
    # Columns that would be too narrow get their need; the others share the rest, until all fit.
    fixed_columns: set[int] = set()
    while True:
        weight = sum(
            column.weight for index, column in enumerate(columns) if index not in fixed_columns
        )
        room = width - sum(needs[index] for index in fixed_columns)
        widths = []
        for index, column in enumerate(columns):
            is_fixed = index in fixed_columns
            widths.append(needs[index] if is_fixed else room * column.weight / weight)
        narrow_columns = {
            index for index, width_now in enumerate(widths) if width_now < needs[index] - 1e-6
        }
        if not narrow_columns:
            return tuple(widths)
        fixed_columns |= narrow_columns


def _compute_least_width(column: PaperColumn, cells: Iterable[Cell], pad: float) -> float:
    words_width = max(
        (text_width(line, SMALLEST, column.bold) for cell in cells for line in cell), default=0.0
    )
    title = measure_longest_word(column.title, SMALLEST) + 2 * _get_title_side(column, pad)
    return max(words_width + 2 * pad, title) + 0.1


def make_list_table(  # noqa: PLR0913
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    width: float,
    size: float,
    *,
    notes: Sequence[str] = (),
    note_scale: float = 1.0,
    gap: float = 0.35,
    boxed: bool = True,
    least: float = SMALLEST,
) -> Table:
    """Return a list of full *width*.

    Columns that may wrap break their words into lines.

    *notes* is empty or has a text for each row, to be written below its cells; *gap* is the space
    between rows, as a part of *size*. A list that isn't *boxed* has more space between columns.
    *least* is the minimum size of titles.
    """
    texts = _list_different_texts(columns, rows)
    measures = _make_measures(size, boxed=boxed, least=least)
    head_size, pad = measures.head_size, measures.pad
    widths, is_cramped = _compute_list_widths(columns, texts, width, measures)
    # A text that a column repeats is wrapped once.
    cells_by_text = [
        {text: _make_cell(column, text, room - 2 * pad, size) for text in column_texts}
        for column, column_texts, room in zip(columns, texts, widths, strict=True)
    ]
    cells = tuple(tuple(map(dict.__getitem__, cells_by_text, row)) for row in rows)
    table = Table(
        columns=tuple(columns),
        widths=tuple(widths),
        rows=cells,
        heights=(),
        size=size,
        head_size=head_size,
        pad=pad,
        is_cramped=is_cramped,
        divides_words=_has_divided_words(columns, texts, widths, measures),
        notes=tuple(wrap_text(note, size * note_scale, width - 8, bold=True) for note in notes),
        note_size=size * note_scale,
    )
    line_heights = [size * column.scale * LEADING for column in columns]
    heights = (
        max(size * LEADING, *map(mul, map(len, row), line_heights))
        + size * gap
        + table.compute_note_height(index)
        for index, row in enumerate(cells)
    )
    return replace(table, heights=tuple(heights))


def _list_different_texts(
    columns: Sequence[PaperColumn], rows: Sequence[Sequence[str]]
) -> list[tuple[str, ...]]:
    """Return the texts of each column without repetitions."""
    if not rows:
        return [()] * len(columns)
    return [tuple(dict.fromkeys(texts)) for texts in zip(*rows, strict=True)]


def _make_measures(size: float, *, boxed: bool, least: float = SMALLEST) -> Measures:
    pad = _compute_pad(size) if boxed else size * 0.42
    return Measures(size, max(size * TITLE_SCALE, least), pad)


def compute_least_list_height(
    notes: Sequence[str], width: float, size: float, *, note_scale: float, gap: float
) -> float:
    """Return a lower limit for the height of a list with one row for each of *notes*.

    See :func:`make_list_table`.
    """
    note_size = size * note_scale
    # A full line also saves the space before the next one.
    note_width = (width - 8) / note_size + text_width(" ", 1.0, bold=True)
    note_lines = sum(ceil(text_width(note, 1.0, bold=True) / note_width - 1e-6) for note in notes)
    rows_height = len(notes) * size * (LEADING + gap)
    return rows_height + note_lines * note_size * LEADING - 1e-6


def make_largest_list(
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    width: float,
    sizes: Iterable[float],
    *,
    boxed: bool,
) -> Table:
    """Return the list at the first of *sizes* at which all words fit, else at the last."""
    texts = _list_different_texts(columns, rows)
    for size in sizes:
        measures = _make_measures(size, boxed=boxed)
        _widths, is_cramped = _compute_list_widths(columns, texts, width, measures)
        if not is_cramped:
            break
    return make_list_table(columns, rows, width, size, boxed=boxed)


def _join_spans(tops: Sequence[float], feet: Sequence[float]) -> Iterable[tuple[float, float]]:
    """Yield top and foot of each run of touching spans, so that one line is drawn instead of many."""
    start = tops[0]
    for index, foot in enumerate(feet):
        if index + 1 == len(tops) or tops[index + 1] != foot:
            yield start, foot
            start = tops[index + 1] if index + 1 < len(tops) else foot


def _get_title_side(column: PaperColumn, pad: float) -> float:
    """Return the free space on both sides of a title."""
    if column.align == "centre":
        return 1.5
    return pad


def _compute_pad(size: float) -> float:
    return min(4.0, max(1.0, size * 0.13))


def _compute_list_widths(
    columns: Sequence[PaperColumn],
    texts: Sequence[tuple[str, ...]],
    width: float,
    measures: Measures,
) -> tuple[list[float], bool]:
    """Return widths that add up to *width*, and whether all columns are narrower than their words.

    Columns that wrap take the fewest lines that fit, at worst with words divided at hyphens. If
    nothing fits, columns with a claim get narrower first.
    """
    measured = list(zip(columns, texts, strict=True))
    one_line_widths = [
        _compute_needed_width(column, cells, 1, measures) for column, cells in measured
    ]
    for lines in (2, 3, 4, 6):
        needs = [
            _compute_needed_width(column, cells, lines, measures) for column, cells in measured
        ]
        if sum(needs) <= width:
            return _with_spare(needs, one_line_widths, width), False
    hyphened_needs = [
        _compute_hyphened_width(column, cells, measures) for column, cells in measured
    ]
    if sum(hyphened_needs) <= width:
        return _with_spare(hyphened_needs, one_line_widths, width), False
    title_widths = [_compute_head_width(column, measures) for column in columns]
    min_widths = [
        max(min(need, column.claim * width), title_width)
        for need, column, title_width in zip(needs, columns, title_widths, strict=True)
    ]
    if sum(min_widths) > width:
        return _squeeze_widths(columns, min_widths, title_widths, width), True
    share = (width - sum(min_widths)) / (sum(needs) - sum(min_widths))
    return [
        min_width + share * (need - min_width)
        for min_width, need in zip(min_widths, needs, strict=True)
    ], False


def _squeeze_widths(
    columns: Sequence[PaperColumn],
    min_widths: Sequence[float],
    title_widths: Sequence[float],
    width: float,
) -> list[float]:
    """Return *min_widths* reduced to *width* in proportion.

    If that would divide a title, columns that wrap get narrower first.
    """
    scaled_widths = [min_width * width / sum(min_widths) for min_width in min_widths]
    if all(
        min_width >= title_width
        for min_width, title_width in zip(scaled_widths, title_widths, strict=True)
    ):
        return scaled_widths
    title_safe_widths = []
    for column, min_width, title_width in zip(columns, min_widths, title_widths, strict=True):
        safe_width = min_width
        if column.wraps:
            safe_width = max(title_width, min(min_width, column.claim * width / 2))
        title_safe_widths.append(safe_width)
    if sum(title_safe_widths) > width:
        return scaled_widths
    share = (width - sum(title_safe_widths)) / (sum(min_widths) - sum(title_safe_widths))
    return [
        safe_width + share * (min_width - safe_width)
        for safe_width, min_width in zip(title_safe_widths, min_widths, strict=True)
    ]


def _with_spare(
    widths: Sequence[float], one_line_widths: Sequence[float], width: float
) -> list[float]:
    """Return *widths* enlarged to *width*.

    As many columns as possible get the width for one line, the cheapest first. The rest goes to
    the columns that still need more lines, or to all if there are none.
    """
    wider_widths = list(widths)
    spare = width - sum(widths)
    gains = [
        (needed - own_width, index)
        for index, (own_width, needed) in enumerate(zip(widths, one_line_widths, strict=True))
    ]
    short_columns = []
    for gain, index in sorted(gains):
        if gain <= spare:
            wider_widths[index] += gain
            spare -= gain
        else:
            short_columns.append(index)
    # Figures need no more width than they have, while each bit saves a line of some names.
    sharing = short_columns or range(len(widths))
    share = spare / sum(wider_widths[index] for index in sharing)
    for index in sharing:
        wider_widths[index] *= 1 + share
    return wider_widths


def _compute_needed_width(
    column: PaperColumn, texts: tuple[str, ...], lines: int, measures: Measures
) -> float:
    """Return the width at which no text takes more than *lines*, or one if it can't wrap."""
    size = measures.size * column.scale
    lines = min(lines, column.max_lines) if column.wraps else 1
    pads = 2 * measures.pad + 0.5
    words_width = _compute_widest_wrapped(texts, lines, bold=column.bold) * size
    return max(words_width + pads, _compute_head_width(column, measures))


def _compute_hyphened_width(
    column: PaperColumn, texts: tuple[str, ...], measures: Measures
) -> float:
    """Return the width at which words of a column that wraps are divided at hyphens alone."""
    if not column.wraps:
        return _compute_needed_width(column, texts, 1, measures)
    words_width = _compute_widest_part(texts, bold=column.bold) * measures.size * column.scale
    return max(words_width + 2 * measures.pad + 0.5, _compute_head_width(column, measures))


# A list is tried at many sizes and on two papers, and cards of a set often repeat a column.


@lru_cache(maxsize=4096)
def _compute_widest_wrapped(texts: tuple[str, ...], lines: int, *, bold: bool) -> float:
    """Return the width at size 1 at which none of *texts* takes more than *lines*."""
    return max((compute_least_width(text, lines, 1.0, bold=bold) for text in texts), default=0.0)


@lru_cache(maxsize=4096)
def _compute_widest_part(texts: tuple[str, ...], *, bold: bool) -> float:
    """Return the width at size 1 of the widest part of a word, divided at hyphens."""
    return max(
        (measure_longest_word(text.replace("-", "- "), 1.0, bold) for text in texts), default=0.0
    )


def _has_divided_words(
    columns: Sequence[PaperColumn],
    texts: Sequence[tuple[str, ...]],
    widths: Sequence[float],
    measures: Measures,
) -> bool:
    for column, cells, width in zip(columns, texts, widths, strict=True):
        if _compute_hyphened_width(column, cells, measures) > width + 0.01:
            return True
    return False


def _compute_head_width(column: PaperColumn, measures: Measures) -> float:
    """Return the width at which no word of the column's title is divided."""
    sides = 4 if column.align == "centre" else 2 * measures.pad + 0.5
    return measure_longest_word(column.title, measures.head_size) + sides


def _make_cell(column: PaperColumn, text: str, room: float, size: float) -> Cell:
    size = size * column.scale
    if not column.wraps:
        if text:
            return (text,)
        return ()
    return wrap_text(text, size, room, bold=column.bold)
