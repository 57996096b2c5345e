"""A curve over boards, rounds or dates."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from director.core.base.pictures import (
    Dot,
    Figure,
    PictureLabel,
    PictureScale,
    Tick,
    format_tick,
    round_position,
)

CURVE_LEFT, CURVE_RIGHT = 9, 98
"""Per cent: figures of the scale are left of the curve."""
CURVE_TOP, CURVE_BOTTOM = 10, 160
AXIS_HEIGHT = 20
MAX_DOTS = 60
"""With more dots they would touch each other."""


@dataclass(frozen=True, slots=True)
class CurvePart:
    """A line from one point to the next."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class CurveColumn:
    """A column from the middle of a curve’s scale up or down."""

    x: float
    y: float
    width: float
    height: float
    is_below: bool


@dataclass(frozen=True, slots=True)
class Axis:
    """A row of texts below a curve, each below as many points as its number says."""

    title: str  # "Board", "Round"
    texts: tuple[tuple[str, int], ...]

    @property
    def has_spans(self) -> bool:
        """Whether a text is below several points."""
        return any(length > 1 for _text, length in self.texts)


@dataclass(frozen=True, slots=True)
class DrawnAxis:
    """An axis with its texts at their places, and the lines between spans."""

    labels: tuple[PictureLabel, ...]
    borders: tuple[float, ...]
    has_spans: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve with its dots, columns below it, lines of the scale and texts at the bottom."""

    parts: tuple[CurvePart, ...]
    dots: tuple[Dot, ...]
    columns: tuple[CurveColumn, ...]
    ticks: tuple[Tick, ...]
    axes: tuple[DrawnAxis, ...]
    bottom: float
    height: float
    left: int = CURVE_LEFT


def make_curve(
    figures: Sequence[Figure],
    scale: PictureScale,
    *,
    unit: str = "",
    columns: Sequence[Figure | None] = (),
    axes: Sequence[Axis] = (),
) -> Curve:
    """Return the curve of *figures*, from left to right.

    *columns* are single figures, drawn from the middle of *scale* at the points that have one.
    *unit* follows the figures of the scale.
    """
    slot = Fraction(CURVE_RIGHT - CURVE_LEFT, max(len(figures), 1))
    xs = [
        round_position(CURVE_LEFT + slot * (index + Fraction(1, 2)))
        for index in range(len(figures))
    ]
    dots = tuple(
        Dot(x, _compute_curve_y(figure, scale)) for x, figure in zip(xs, figures, strict=True)
    )
    drawn_columns = tuple(
        _make_column(x, figure, scale=scale, slot=slot)
        for x, figure in zip(xs, columns, strict=False)
        if figure is not None
    )
    drawn_axes = tuple(
        _draw_axis(axis, y=CURVE_BOTTOM + AXIS_HEIGHT * row, slot=slot)
        for row, axis in enumerate(axes, start=1)
    )
    return Curve(
        parts=tuple(
            CurvePart(dot.x, dot.y, next_dot.x, next_dot.y) for dot, next_dot in pairwise(dots)
        ),
        dots=dots if len(figures) <= MAX_DOTS else (),
        columns=drawn_columns,
        ticks=tuple(
            Tick(_compute_curve_y(tick, scale), f"{format_tick(tick)}{unit}", tick == scale.middle)
            for tick in scale.ticks
        ),
        axes=drawn_axes,
        bottom=CURVE_BOTTOM,
        height=CURVE_BOTTOM + AXIS_HEIGHT * len(axes) + 8,
    )


def _compute_curve_y(figure: Figure, scale: PictureScale) -> float:
    share = scale.compute_share(figure)
    return round_position(CURVE_BOTTOM - (CURVE_BOTTOM - CURVE_TOP) * share)


def _make_column(x: float, figure: Figure, *, scale: PictureScale, slot: Fraction) -> CurveColumn:
    middle = scale.low if scale.middle is None else scale.middle
    y, middle_y = _compute_curve_y(figure, scale), _compute_curve_y(middle, scale)
    return CurveColumn(
        x=round_position(x - float(slot) * 0.3),
        y=min(y, middle_y),
        width=round_position(float(slot) * 0.6),
        height=round_position(abs(y - middle_y)),
        is_below=figure < middle,
    )


def _draw_axis(axis: Axis, *, y: float, slot: Fraction) -> DrawnAxis:
    labels = [PictureLabel(0, y, axis.title, "start")]
    borders = []
    first = 0
    for text, length in axis.texts:
        x = round_position(CURVE_LEFT + slot * (first + Fraction(length, 2)))
        labels.append(PictureLabel(x, y, text, "middle"))
        if first and axis.has_spans:
            borders.append(round_position(CURVE_LEFT + slot * first))
        first += length
    return DrawnAxis(tuple(labels), tuple(borders), axis.has_spans)
