"""The columns and sums of forms that depend on how a session is scored."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.page import Box, Pen
from director.pdf.tables import Column, Table
from director.sheets import Heading
from scoring import FormSum, ScoreForm, score_form

SHORT = 3  # letters that a narrow column has room for, "IMP"
SUM_ROW, LARGE_SUM_ROW = 15.0, 26.0
LEADING = 1.2

DEAL = Column("Deal\nNo.", weight=1.0, bold=True)
TRUMP = Column("Trump", weight=1.3)


def form_of(heading: Heading) -> ScoreForm:
    """Return what the forms of a session ask for."""
    return score_form(heading.scoring, heading.game, dict(heading.scoring_options))


def columns_of_sides(titles: Sequence[str], weight: float) -> tuple[Column, ...]:
    """Return a column for N-S and E-W under each of *titles*."""
    sides = ((title, side) for title in titles for side in ("N-S", "E-W"))
    return tuple(Column(f"{title}\n{side}", weight=_weight(title, weight)) for title, side in sides)


def columns_of_own(titles: Sequence[str], weight: float) -> tuple[Column, ...]:
    """Return a column for each of *titles*."""
    return tuple(Column(title, weight=_weight(title, weight)) for title in titles)


def _weight(title: str, weight: float) -> float:
    return weight * (1.0 if len(title) <= SHORT else 1.25)


@dataclass(frozen=True, slots=True)
class FormSums:
    """The rows of sums below a form, and the sentences that prove them.

    The first *scores* columns before those of the points are summed up too.
    """

    form: ScoreForm
    scores: int = 2
    is_large: bool = False

    @property
    def row_height(self) -> float:
        """The height of a row to write in."""
        if self.is_large:
            return LARGE_SUM_ROW
        return SUM_ROW

    @property
    def _size(self) -> float:
        if self.is_large:
            return 14.0
        return SMALLEST

    def height(self, width: float) -> float:
        """Return the height that sums and proofs take on a form of *width*."""
        proofs = len(self._proof_lines(width)) * self._size * LEADING
        return self.row_height * len(self.form.sums) + (proofs + 2 if proofs else 0)

    def draw(self, pen: Pen, table: Table, x: float, top: float) -> float:
        """Draw the sums below *table* from *top* down. Return where they end."""
        for row in self.form.sums:
            self._draw_row(
                pen, table, Box(x, top - self.row_height, table.width, self.row_height), row
            )
            top -= self.row_height
        lines = self._proof_lines(table.width)
        high = len(lines) * self._size * LEADING
        pen.write_lines(
            lines,
            Box(x, top - high - 2, table.width, high),
            self._size,
            align="left",
            leading=LEADING,
        )
        return top - (high + 2 if lines else 0)

    def _proof_lines(self, width: float) -> tuple[str, ...]:
        return tuple(
            line for proof in self.form.proofs for line in wrap_text(proof, self._size, width)
        )

    def _draw_row(self, pen: Pen, table: Table, box: Box, row: FormSum) -> None:
        first_points = len(table.widths) - 2 * len(self.form.sides)
        start = first_points - self.scores if row.of_scores else first_points
        stop = first_points + 2 * row.of_points
        pen.write(row.word, box.column(0, sum(table.widths[:start]) - 4), self._size, align="right")
        _draw_cells(pen, box, table, range(start, stop))


def _draw_cells(pen: Pen, box: Box, table: Table, columns: range) -> None:
    """Draw the cells of *columns* of one row, open above, where the row before ends."""
    edges = [box.x + sum(table.widths[:at]) for at in (*columns, columns.stop)]
    uprights = [(edge, box.y, edge, box.top) for edge in edges]
    pen.rule(
        [(edges[0], box.y, edges[-1], box.y), (edges[0], box.top, edges[-1], box.top), *uprights],
        0.5,
    )
