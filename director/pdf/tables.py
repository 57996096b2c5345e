"""Ruled tables: forms to write on, and lists whose columns take the width their words need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import ceil
from operator import mul
from typing import NamedTuple

from director.pdf.fonts import (
    MIN_SIZE,
    compute_min_width,
    measure_longest_word,
    measure_text,
    wrap_text,
)
from director.pdf.page import Align, Box, LineEnds, Pen

TITLE_SCALE = 0.62  # size of titles of columns, as a part of the text's size
LEADING = 1.2
DEFAULT_ROW_GAP = 0.35  # between the rows of a list, as a part of the size
MIN_ROW_SCALE = 0.85  # of a row's height, before its lines touch those of the next row
Cell = tuple[str, ...]  # lines


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """How one column looks.

    "\n" in *title* begins a second line.
    """

    title: str = ""
    align: Align = "centre"
    width_weight: float = 1.0  # share of the width of a form
    bold: bool = False
    size_scale: float = 1.0  # size of its text, against the table's
    can_wrap: bool = False  # in a list: may break its words into lines
    # in a list: share of the width for a long word before it gets smaller
    max_width_share: float = 1.0
    max_lines: int = 6  # in a list: lines of a cell at most


class TextCell(NamedTuple):
    """Where and how the texts of a column are written, in all rows alike."""

    x: float
    width: float
    size: float
    align: Align
    bold: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, widths and cells, all measured.

    ``draw`` puts any run of its rows on a page.
    """

    columns: tuple[PaperColumn, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[Cell, ...], ...]
    row_heights: tuple[float, ...]
    size: float
    head_size: float
    padding: float  # between a word and the edges of its column
    is_cramped: bool = False  # some words get smaller, because a column is narrower than a word
    has_divided_words: bool = False  # some words are divided, not only at a hyphen
    notes: tuple[Cell, ...] = ()  # a note below the cells of each row, over the whole width
    note_size: float = 0.0
    note_align: Align = "centre"
    has_bold_notes: bool = True

    @property
    def width(self) -> float:
        """The whole width."""
        return sum(self.widths)

    @property
    def head_height(self) -> float:
        """The height of the titles."""
        lines = max(map(len, self._wrap_titles()))
        return lines * self.head_size * LEADING + self.head_size * 0.6

    @property
    def height(self) -> float:
        """The height of the titles and all rows."""
        return self.head_height + sum(self.row_heights)

    @property
    def even_height(self) -> float:
        """The height of the titles and all rows if every row is as high as the highest."""
        return self.head_height + len(self.row_heights) * max(self.row_heights, default=0.0)

    @property
    def max_cell_lines(self) -> int:
        """The number of lines in the cell with the most."""
        return max((len(cell) for row in self.rows for cell in row), default=0)

    @property
    def is_cut_short(self) -> bool:
        """Whether a word is cut off, because it is too wide even at the smallest size."""
        return any(
            measure_text(line, MIN_SIZE, bold=column.bold) > width - 2 * self.padding + 0.01
            for row in self.rows
            for column, width, cell in zip(self.columns, self.widths, row, strict=True)
            for line in cell
        )

    def compute_note_height(self, row_index: int) -> float:
        """Return the height of a row's note, which is part of the row's height."""
        if self.notes:
            return self.note_size * LEADING * len(self.notes[row_index])
        return 0.0

    def with_row_height(self, height: float) -> "Table":
        """Return the table with every row of *height*."""
        return replace(self, row_heights=(height,) * len(self.rows))

    def with_stretched_rows(self, available_height: float, max_factor: float) -> "Table":
        """Return the table with rows up to *max_factor* times as high, if *available_height* allows.

        Rows that were measured for taller paper get lower, with less space between them.
        """
        factor = min(
            max_factor, (available_height - self.head_height) / max(sum(self.row_heights), 1)
        )
        heights = tuple(row * max(factor, MIN_ROW_SCALE) for row in self.row_heights)
        return replace(self, row_heights=heights)

    def with_even_rows(self, available_height: float, max_factor: float) -> "Table":
        """Return the table with rows of one height, up to *max_factor* times the lowest.

        Rows that need more keep their height, and the others share the rest of *available_height*.
        """
        room = available_height - self.head_height
        if sum(self.row_heights) >= room:
            return self.with_stretched_rows(available_height, max_factor)
        even_height = min(
            compute_even_height(self.row_heights, room), min(self.row_heights) * max_factor
        )
        return replace(
            self, row_heights=tuple(max(height, even_height) for height in self.row_heights)
        )

    def without_last_row(self) -> "Table":
        """Return the table without its last row, which was there to be measured."""
        return replace(self, rows=self.rows[:-1], row_heights=self.row_heights[:-1])

    def without_repeated_cells(self, column_count: int, row_range: range) -> "Table":
        """Return the table whose first *column_count* are empty where they repeat the row above.

        The first of *row_range* begins a page and keeps its cells.
        """
        if not column_count:
            return self
        rows_without_repeats = list(self.rows)
        for index in row_range[1:]:
            row, row_above = self.rows[index], self.rows[index - 1]
            if row[0] != row_above[0]:
                continue
            cells = list(row)
            for column_index in range(column_count):
                if row[column_index] == row_above[column_index]:
                    cells[column_index] = ()
            rows_without_repeats[index] = tuple(cells)
        return replace(self, rows=tuple(rows_without_repeats))

    def draw(
        self, pen: Pen, x: float, top: float, row_range: range | None = None, *, boxed: bool = True
    ) -> float:
        """Draw the titles and *row_range* (by default all) from *top* down, and return their lower edge.

        A *boxed* table has lines on all sides of every cell, as a form needs, and its figures are
        in the middle of their columns. Others only have lines below the rows.
        """
        row_range = range(len(self.rows)) if row_range is None else row_range
        if not pen.is_page_visible:
            return top - self.head_height - sum(self.row_heights[index] for index in row_range)
        width = self.width
        head_height = self.head_height
        edges = [top, top - head_height]
        self._draw_titles(pen, Box(x, edges[1], width, head_height), boxed=boxed)
        cells = self._list_cells(x, boxed=boxed)
        for index in row_range:
            edges.append(edges[-1] - self.row_heights[index])
            row_box = Box(x, edges[-1], width, self.row_heights[index])
            self._draw_row(pen, row_box, cells, index)
        right_edge = x + width
        row_lines = [(x, edge, right_edge, edge) for edge in edges[2:]]
        pen.draw_lines(row_lines, 0.5 if boxed else 0.3)
        pen.draw_lines([(x, edges[1], right_edge, edges[1])], 1.0)
        if boxed:
            self._draw_vertical_lines(pen, x, edges, row_range)
        return edges[-1]

    def _wrap_titles(self) -> list[Cell]:
        return [
            _wrap_title(column.title, column.align, width, self.head_size, self.padding)
            for column, width in zip(self.columns, self.widths, strict=True)
        ]

    def _draw_titles(self, pen: Pen, box: Box, *, boxed: bool) -> None:
        used_width = 0.0
        for column, width, lines in zip(
            self.columns, self.widths, self._wrap_titles(), strict=True
        ):
            side_padding = _get_title_padding(column.align, self.padding)
            cell = box.get_column(used_width + side_padding, width - 2 * side_padding)
            align: Align = column.align
            if boxed and align == "right":
                align = "centre"
            pen.write_lines(lines, cell, self.head_size, align=align)
            used_width += width

    def _list_cells(self, x: float, *, boxed: bool) -> list[TextCell]:
        """Return where and how the text of each column is written in a table that begins at *x*."""
        cells = []
        used_width = 0.0
        for index, (column, width) in enumerate(zip(self.columns, self.widths, strict=True)):
            left_edge = x + used_width + self.padding
            size = self.size * column.size_scale
            right_padding = self.padding
            if boxed and column.align == "right":
                # The longest figure is in the middle, and the others end below it.
                spare_width = width - self._measure_longest_line(index)
                right_padding = max(self.padding, spare_width / 2)
            text_width = width - self.padding - right_padding
            cells.append(TextCell(left_edge, text_width, size, column.align, column.bold))
            used_width += width
        return cells

    def _measure_longest_line(self, column_index: int) -> float:
        column = self.columns[column_index]
        lines = {line for row in self.rows for line in row[column_index]}
        size = self.size * column.size_scale
        return max((measure_text(line, size, column.bold) for line in lines), default=0.0)

    def _draw_row(self, pen: Pen, box: Box, cells: Sequence[TextCell], index: int) -> None:
        note_height = self.compute_note_height(index)
        if note_height:
            note = box.get_strip(box.height - note_height - 1, note_height)
            pen.write_lines(
                self.notes[index],
                note.inset(max(4, self.padding), 0),
                self.note_size,
                align=self.note_align,
                bold=self.has_bold_notes,
            )
        height = box.height - note_height
        foot = box.top - height
        # Without methods of boxes: a printout has a hundred thousand cells.
        for (x, width, size, align, bold), lines in zip(cells, self.rows[index], strict=True):
            if lines:
                pen.write_lines(lines, Box(x, foot, width, height), size, align=align, bold=bold)

    def _draw_vertical_lines(
        self, pen: Pen, x: float, edges: Sequence[float], row_range: range
    ) -> None:
        """Draw the frame and the lines between columns, with gaps for notes."""
        right_edge, bottom = x + self.width, edges[-1]
        lines: list[LineEnds] = [
            (x, edges[0], right_edge, edges[0]),
            (x, bottom, x, edges[0]),
            (right_edge, bottom, right_edge, edges[0]),
        ]
        span_ends = [edges[1]]
        for edge, index in zip(edges[2:], row_range, strict=True):
            span_ends.append(edge + self.compute_note_height(index))
        inner_edges = [x + used_width for used_width in accumulate(self.widths[:-1])]
        for top, foot in _iter_joined_spans(edges[:-1], span_ends):
            lines.extend((inner_edge, foot, inner_edge, top) for inner_edge in inner_edges)
        pen.draw_lines(lines, 0.5)


def compute_even_height(heights: Sequence[float], room: float) -> float:
    """Return the height to which lower rows can be raised, so that all of them fill *room*.

    >>> compute_even_height([20.0, 20.0, 10.0], 75.0), compute_even_height([40.0, 10.0, 10.0], 70.0)
    (25.0, 15.0)
    """
    free_room = room
    free_count = len(heights)
    # The highest rows first: one that is higher than its share leaves less to the others.
    for height in sorted(heights, reverse=True):
        if height * free_count <= free_room:
            break
        free_room -= height
        free_count -= 1
    return free_room / max(free_count, 1)


@dataclass(frozen=True, slots=True)
class ListMeasures:
    """The sizes that decide the widths of a list."""

    size: float
    head_size: float
    padding: float


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
    widths = _compute_form_widths(columns, cells, width, _compute_padding(size))
    title_sizes = (
        (width - 2 * _get_title_padding(column.align, _compute_padding(size)))
        / max(_measure_title(column.title), 0.1)
        for column, width in zip(columns, widths, strict=True)
    )
    head_size = max(MIN_SIZE, min(size * 0.7, *title_sizes))
    return Table(
        columns=tuple(columns),
        widths=widths,
        rows=cells,
        row_heights=(row_height,) * len(rows),
        size=size,
        head_size=head_size,
        padding=_compute_padding(size),
    )


def _compute_form_widths(
    columns: Sequence[PaperColumn], rows: Sequence[Sequence[Cell]], width: float, padding: float
) -> tuple[float, ...]:
    """Return widths by weight, but none too narrow for its title at ``MIN_SIZE``."""
    needed_widths = [
        _compute_min_column_width(column, (row[index] for row in rows), padding)
        for index, column in enumerate(columns)
    ]
    if sum(needed_widths) >= width:
        return tuple(width * needed_width / sum(needed_widths) for needed_width in needed_widths)
    # Columns that would be too narrow get their need; the others share the rest, until all fit.
    fixed_columns: set[int] = set()
    while True:
        total_weight = sum(
            column.width_weight
            for index, column in enumerate(columns)
            if index not in fixed_columns
        )
        shared_width = width - sum(needed_widths[index] for index in fixed_columns)
        widths = []
        for index, column in enumerate(columns):
            if index in fixed_columns:
                widths.append(needed_widths[index])
            else:
                widths.append(shared_width * column.width_weight / total_weight)
        narrow_columns = {
            index
            for index, column_width in enumerate(widths)
            if column_width < needed_widths[index] - 1e-6
        }
        if not narrow_columns:
            return tuple(widths)
        fixed_columns |= narrow_columns


def _compute_min_column_width(column: PaperColumn, cells: Iterable[Cell], padding: float) -> float:
    cells_width = max(
        (measure_text(line, MIN_SIZE, column.bold) for cell in cells for line in cell), default=0.0
    )
    title_width = _measure_title(column.title) * MIN_SIZE + 2 * _get_title_padding(
        column.align, padding
    )
    return max(cells_width + 2 * padding, title_width) + 0.1


def make_list_table(  # noqa: PLR0913
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    width: float,
    size: float,
    *,
    notes: Sequence[str] = (),
    note_scale: float = 1.0,
    row_gap: float = DEFAULT_ROW_GAP,
    boxed: bool = True,
    min_title_size: float = MIN_SIZE,
) -> Table:
    """Return a list of full *width*.

    Columns that may wrap break their words into lines.

    *notes* is empty or has a text for each row, to be written below its cells; *row_gap* is the space
    between rows, as a part of *size*. A list that isn't *boxed* has more space between columns.
    *min_title_size* is the minimum size of titles.
    """
    texts = _list_distinct_texts(columns, rows)
    measures = _make_measures(size, boxed=boxed, min_title_size=min_title_size)
    widths, is_cramped = _compute_list_widths(columns, texts, width, measures)
    return _make_measured_list(
        columns,
        rows,
        texts,
        measures,
        widths,
        is_cramped=is_cramped,
        notes=tuple(wrap_text(note, size * note_scale, width - 8, bold=True) for note in notes),
        note_size=size * note_scale,
        row_gap=row_gap,
    )


def _make_measured_list(  # noqa: PLR0913
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    texts: Sequence[tuple[str, ...]],
    measures: ListMeasures,
    widths: Sequence[float],
    *,
    is_cramped: bool,
    notes: tuple[Cell, ...] = (),
    note_size: float = 0.0,
    row_gap: float = DEFAULT_ROW_GAP,
) -> Table:
    """Return a list whose columns have these *widths*. *texts* are the distinct ones of each column."""
    size, padding = measures.size, measures.padding
    # A text that a column repeats is wrapped once.
    cells_by_text = [
        {text: _make_cell(column, text, room - 2 * padding, size) for text in column_texts}
        for column, column_texts, room in zip(columns, texts, widths, strict=True)
    ]
    cells = tuple(tuple(map(dict.__getitem__, cells_by_text, row)) for row in rows)
    line_heights = [size * column.size_scale * LEADING for column in columns]
    note_heights = [note_size * LEADING * len(note) for note in notes] or [0.0] * len(rows)
    row_heights = tuple(
        max(size * LEADING, *map(mul, map(len, row), line_heights)) + size * row_gap + note_height
        for row, note_height in zip(cells, note_heights, strict=True)
    )
    return Table(
        columns=tuple(columns),
        widths=tuple(widths),
        rows=cells,
        row_heights=row_heights,
        size=size,
        head_size=measures.head_size,
        padding=padding,
        is_cramped=is_cramped,
        has_divided_words=_has_divided_words(columns, texts, widths, measures),
        notes=notes,
        note_size=note_size,
    )


def _list_distinct_texts(
    columns: Sequence[PaperColumn], rows: Sequence[Sequence[str]]
) -> list[tuple[str, ...]]:
    """Return the texts of each column without repetitions."""
    if not rows:
        return [()] * len(columns)
    return [tuple(dict.fromkeys(texts)) for texts in zip(*rows, strict=True)]


def _make_measures(size: float, *, boxed: bool, min_title_size: float = MIN_SIZE) -> ListMeasures:
    padding = _compute_padding(size) if boxed else size * 0.42
    return ListMeasures(size, max(size * TITLE_SCALE, min_title_size), padding)


def compute_min_list_height(
    notes: Sequence[str], width: float, size: float, *, note_scale: float, row_gap: float
) -> float:
    """Return a lower limit for the height of a list with one row for each of *notes*.

    See :func:`make_list_table`.
    """
    note_size = size * note_scale
    # A full line also saves the space before the next one.
    note_width = (width - 8) / note_size + measure_text(" ", 1.0, bold=True)
    note_lines = sum(ceil(measure_text(note, 1.0, bold=True) / note_width - 1e-6) for note in notes)
    rows_height = len(notes) * size * (LEADING + row_gap)
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
    texts = _list_distinct_texts(columns, rows)
    for size in sizes:
        measures = _make_measures(size, boxed=boxed)
        widths, is_cramped = _compute_list_widths(columns, texts, width, measures)
        if not is_cramped:
            break
    return _make_measured_list(columns, rows, texts, measures, widths, is_cramped=is_cramped)


def _iter_joined_spans(
    tops: Sequence[float], feet: Sequence[float]
) -> Iterable[tuple[float, float]]:
    """Yield top and foot of each run of touching spans, so that one line is drawn instead of many."""
    start = tops[0]
    for index, foot in enumerate(feet):
        if index + 1 == len(tops) or tops[index + 1] != foot:
            yield start, foot
            start = tops[index + 1] if index + 1 < len(tops) else foot


@lru_cache(maxsize=4096)  # Titles are measured and drawn with each table of a set.
def _wrap_title(title: str, align: Align, column_width: float, size: float, padding: float) -> Cell:
    """Return the lines of a column's title."""
    width = column_width - 2 * _get_title_padding(align, padding)
    lines: list[str] = []
    for title_line in title.split("\n"):
        lines += wrap_text(title_line, size, width + 0.01)
    return tuple(lines)


def _get_title_padding(align: Align, padding: float) -> float:
    """Return the free space on both sides of a title."""
    if align == "centre":
        return 1.5
    return padding


def _compute_padding(size: float) -> float:
    return min(4.0, max(1.0, size * 0.13))


def _compute_list_widths(
    columns: Sequence[PaperColumn],
    texts: Sequence[tuple[str, ...]],
    width: float,
    measures: ListMeasures,
) -> tuple[list[float], bool]:
    """Return widths that add up to *width*, and whether all columns are narrower than their words.

    Columns that wrap take the fewest lines that fit, at worst with words divided at hyphens. If
    nothing fits, columns with a claim get narrower first.
    """
    columns_with_texts = list(zip(columns, texts, strict=True))
    one_line_widths = [
        _compute_needed_width(column, cells, 1, measures) for column, cells in columns_with_texts
    ]
    for lines in (2, 3, 4, 6):
        needed_widths = [
            _compute_needed_width(column, cells, lines, measures)
            for column, cells in columns_with_texts
        ]
        if sum(needed_widths) <= width:
            return _distribute_spare_width(needed_widths, one_line_widths, width), False
    hyphened_widths = [
        _compute_hyphened_width(column, cells, measures) for column, cells in columns_with_texts
    ]
    if sum(hyphened_widths) <= width:
        return _distribute_spare_width(hyphened_widths, one_line_widths, width), False
    title_widths = [_compute_title_width(column, measures) for column in columns]
    min_widths = [
        max(min(needed_width, column.max_width_share * width), title_width)
        for needed_width, column, title_width in zip(
            needed_widths, columns, title_widths, strict=True
        )
    ]
    if sum(min_widths) > width:
        return _reduce_widths(columns, min_widths, title_widths, width), True
    share = (width - sum(min_widths)) / (sum(needed_widths) - sum(min_widths))
    return [
        min_width + share * (needed_width - min_width)
        for min_width, needed_width in zip(min_widths, needed_widths, strict=True)
    ], False


def _reduce_widths(
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
        if column.can_wrap:
            safe_width = max(title_width, min(min_width, column.max_width_share * width / 2))
        title_safe_widths.append(safe_width)
    if sum(title_safe_widths) > width:
        return scaled_widths
    share = (width - sum(title_safe_widths)) / (sum(min_widths) - sum(title_safe_widths))
    return [
        safe_width + share * (min_width - safe_width)
        for safe_width, min_width in zip(title_safe_widths, min_widths, strict=True)
    ]


def _distribute_spare_width(
    widths: Sequence[float], one_line_widths: Sequence[float], width: float
) -> list[float]:
    """Return *widths* enlarged to *width*.

    As many columns as possible get the width for one line, the cheapest first. The rest goes to
    the columns that still need more lines, or to all if there are none.
    """
    wider_widths = list(widths)
    spare_width = width - sum(widths)
    gains = [
        (one_line_width - column_width, index)
        for index, (column_width, one_line_width) in enumerate(
            zip(widths, one_line_widths, strict=True)
        )
    ]
    narrow_columns = []
    for gain, index in sorted(gains):
        if gain <= spare_width:
            wider_widths[index] += gain
            spare_width -= gain
        else:
            narrow_columns.append(index)
    # Figures need no more width than they have, while each bit saves a line of some names.
    columns_to_widen = narrow_columns or range(len(widths))
    share = spare_width / sum(wider_widths[index] for index in columns_to_widen)
    for index in columns_to_widen:
        wider_widths[index] *= 1 + share
    return wider_widths


def _compute_needed_width(
    column: PaperColumn, texts: tuple[str, ...], max_lines: int, measures: ListMeasures
) -> float:
    """Return the width at which no text takes more than *max_lines*, or one if it can't wrap."""
    size = measures.size * column.size_scale
    max_lines = min(max_lines, column.max_lines) if column.can_wrap else 1
    side_padding = 2 * measures.padding + 0.5
    wrapped_width = _compute_wrapped_width(texts, max_lines, bold=column.bold) * size
    return max(wrapped_width + side_padding, _compute_title_width(column, measures))


def _compute_hyphened_width(
    column: PaperColumn, texts: tuple[str, ...], measures: ListMeasures
) -> float:
    """Return the width at which words of a column that wraps are divided at hyphens alone."""
    if not column.can_wrap:
        return _compute_needed_width(column, texts, 1, measures)
    hyphened_width = (
        _compute_widest_word_part(texts, bold=column.bold) * measures.size * column.size_scale
    )
    return max(hyphened_width + 2 * measures.padding + 0.5, _compute_title_width(column, measures))


# A list is tried at many sizes and on two papers, and cards of a set often repeat a column.


@lru_cache(maxsize=4096)
def _compute_wrapped_width(texts: tuple[str, ...], max_lines: int, *, bold: bool) -> float:
    """Return the width at size 1 at which none of *texts* takes more than *max_lines*."""
    return max((compute_min_width(text, max_lines, 1.0, bold=bold) for text in texts), default=0.0)


@lru_cache(maxsize=4096)
def _compute_widest_word_part(texts: tuple[str, ...], *, bold: bool) -> float:
    """Return the width at size 1 of the widest part of a word, divided at hyphens."""
    return max(
        (measure_longest_word(text.replace("-", "- "), 1.0, bold) for text in texts), default=0.0
    )


def _has_divided_words(
    columns: Sequence[PaperColumn],
    texts: Sequence[tuple[str, ...]],
    widths: Sequence[float],
    measures: ListMeasures,
) -> bool:
    for column, cells, width in zip(columns, texts, widths, strict=True):
        if _compute_hyphened_width(column, cells, measures) > width + 0.01:
            return True
    return False


def _compute_title_width(column: PaperColumn, measures: ListMeasures) -> float:
    """Return the width at which no word of the column's title is divided."""
    side_padding = 4 if column.align == "centre" else 2 * measures.padding + 0.5
    return _measure_title(column.title) * measures.head_size + side_padding


@lru_cache(maxsize=4096)
def _measure_title(title: str) -> float:
    """Return the width at size 1 of the widest word in a title."""
    return measure_longest_word(title, 1.0)


def _make_cell(column: PaperColumn, text: str, cell_width: float, size: float) -> Cell:
    size = size * column.size_scale
    if not column.can_wrap:
        if text:
            return (text,)
        return ()
    return wrap_text(text, size, cell_width, bold=column.bold)
