"""The columns and sums of forms, which depend on the scoring method of a session."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.pdf.fonts import MIN_SIZE, wrap_text
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn, Table
from director.sheets import Heading
from scoring.score_form import FormSum, ScoreForm, make_score_form

MAX_SHORT_TITLE_LENGTH = 3  # letters for which a narrow column has room: "IMP"
SUM_ROW_HEIGHT = 15.0
LARGE_SUM_ROW_HEIGHT = 26.0
LEADING = 1.2

BOARD_COLUMN = PaperColumn("Board", width_weight=1.0, bold=True)
TRUMP_COLUMN = PaperColumn("Trump", width_weight=1.3)


def get_score_form(heading: Heading) -> ScoreForm:
    """Return the titles and sums on the forms of a session."""
    return make_score_form(heading.scoring, heading.game, dict(heading.scoring_options))


def make_side_columns(titles: Sequence[str], weight: float) -> tuple[PaperColumn, ...]:
    """Return a column for N-S and E-W under each of *titles*."""
    columns = []
    for title in titles:
        for side in ("N-S", "E-W"):
            columns.append(
                PaperColumn(f"{title}\n{side}", width_weight=_compute_weight(title, weight))
            )
    return tuple(columns)


def make_own_columns(titles: Sequence[str], weight: float) -> tuple[PaperColumn, ...]:
    """Return a column for each of *titles*."""
    return tuple(
        PaperColumn(title, width_weight=_compute_weight(title, weight)) for title in titles
    )


def _compute_weight(title: str, weight: float) -> float:
    if len(title) <= MAX_SHORT_TITLE_LENGTH:
        return weight
    return weight * 1.25


@dataclass(frozen=True, slots=True)
class FormSums:
    """The rows of sums below a form, and the sentences by which they are checked.

    There are *score_columns* before the columns of points. Some sums include them.
    """

    form: ScoreForm
    score_columns: int = 2
    is_large: bool = False

    @property
    def row_height(self) -> float:
        """The height of a row to write in."""
        if self.is_large:
            return LARGE_SUM_ROW_HEIGHT
        return SUM_ROW_HEIGHT

    @property
    def _size(self) -> float:
        if self.is_large:
            return 14.0
        return MIN_SIZE

    def compute_height(self, width: float) -> float:
        """Return the height of sums and checks on a form of *width*."""
        sums_height = self.row_height * len(self.form.sums)
        lines = self._wrap_proofs(width)
        if not lines:
            return sums_height
        return sums_height + (len(lines) * self._size * LEADING + 2)

    def draw(self, pen: Pen, table: Table, x: float, top: float) -> float:
        """Draw the sums below *table* from *top* down. Return the height at which they end."""
        for row in self.form.sums:
            row_box = Box(x, top - self.row_height, table.width, self.row_height)
            self._draw_row(pen, table, row_box, row)
            top -= self.row_height
        lines = self._wrap_proofs(table.width)
        if not lines:
            return top
        height = len(lines) * self._size * LEADING
        lines_box = Box(x, top - height - 2, table.width, height)
        pen.write_lines(lines, lines_box, self._size, align="left", leading=LEADING)
        return top - (height + 2)

    def _wrap_proofs(self, width: float) -> tuple[str, ...]:
        lines: list[str] = []
        for proof in self.form.proofs:
            lines += wrap_text(proof, self._size, width)
        return tuple(lines)

    def _draw_row(self, pen: Pen, table: Table, box: Box, row: FormSum) -> None:
        first_points = len(table.widths) - 2 * len(self.form.traveller_columns)
        start = first_points
        if row.has_score_boxes:
            start -= self.score_columns
        stop = first_points + 2 * row.point_column_count
        title_box = box.get_column(0, sum(table.widths[:start]) - 4)
        pen.write(row.label, title_box, self._size, align="right")
        _draw_cells(pen, box, table, range(start, stop))


def _draw_cells(pen: Pen, box: Box, table: Table, columns: range) -> None:
    """Draw the empty cells of *columns* in the row *box*."""
    edges = [box.x + sum(table.widths[:index]) for index in (*columns, columns.stop)]
    rules = [(edges[0], box.y, edges[-1], box.y), (edges[0], box.top, edges[-1], box.top)]
    rules += [(edge, box.y, edge, box.top) for edge in edges]
    pen.draw_lines(rules, 0.5)
