"""The geometry of pictures of figures: dots of a field, a curve, bars to both sides of a middle.

Positions across are percentages of the width, heights and radii are pixels. So a picture fills a
phone and a desk alike, while its dots stay round and its texts keep the size of the page. Figures
are exact, and only positions are rounded. The templates are in ``templates/core/pictures``.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, floor, lcm
from typing import Literal

Figure = int | Fraction
Anchor = Literal["start", "middle", "end"]
DotKind = Literal["field", "lead", "own"]

NARROWEST = 300
"""The width in pixels of the narrowest picture. Dots that don't touch there touch nowhere."""

MAX_TICKS = 6


@dataclass(frozen=True, slots=True)
class PictureScale:
    """A scale from *low* to *high* with round *ticks*. *middle* is the line that figures are compared with."""

    low: Fraction
    high: Fraction
    ticks: tuple[Fraction, ...]
    middle: Fraction | None = None

    def compute_share(self, figure: Figure) -> Fraction:
        """Return how far *figure* is from the low end to the high end, 0 to 1."""
        return Fraction(*self.compute_share_terms(figure))

    def compute_share_terms(self, figure: Figure) -> tuple[int, int]:
        """Return the share of *figure* as numerator and denominator, which may have a common factor.

        A table has hundreds of bars, and fractions take ten times as long as integers.
        """
        low, high = self.low, self.high
        low_numerator, low_denominator = low.numerator, low.denominator
        high_numerator, high_denominator = high.numerator, high.denominator
        numerator = high_denominator * (
            figure.numerator * low_denominator - low_numerator * figure.denominator
        )
        denominator = figure.denominator * (
            high_numerator * low_denominator - low_numerator * high_denominator
        )
        return min(max(numerator, 0), denominator), denominator


def list_common_parts(figures: Sequence[Figure]) -> list[int]:
    """Return *figures* in parts of a common denominator: integers, which compare ten times faster.

    >>> list_common_parts([Fraction(1, 3), 2, Fraction(1, 2)])
    [2, 12, 3]
    """
    common_denominator = lcm(*{figure.denominator for figure in figures})
    return [figure.numerator * (common_denominator // figure.denominator) for figure in figures]


def make_scale(
    figures: Iterable[Figure], *, middle: Figure | None = None, min_span: Figure = 1
) -> PictureScale:
    """Return a scale with round ends for *figures*, which includes the *middle*.

    It spans at least *min_span*, so that small differences look small.

    >>> scale = make_scale([Fraction(3690, 100), Fraction(6508, 100)], middle=50, min_span=20)
    >>> int(scale.low), int(scale.high), [int(tick) for tick in scale.ticks]
    (30, 70, [30, 40, 50, 60, 70])
    """
    marks: list[Figure] = [*figures]
    if middle is not None:
        marks.append(middle)
    parts = list_common_parts(marks)
    low, high = (Fraction(marks[parts.index(end)]) for end in (min(parts), max(parts)))
    missing_span = Fraction(min_span) - (high - low)
    if missing_span > 0:
        low -= missing_span / 2
        high += missing_span / 2
    step = _choose_step(high - low, middle=Fraction(middle or 0))
    first, last = floor(low / step), ceil(high / step)
    ticks = tuple(step * index for index in range(first, last + 1))
    return PictureScale(
        low=ticks[0],
        high=ticks[-1],
        ticks=ticks,
        middle=None if middle is None else Fraction(middle),
    )


def _choose_step(span: Fraction, *, middle: Fraction) -> Fraction:
    """Return the smallest round step with at most ``MAX_TICKS`` ticks in *span*, one in the middle.

    >>> [int(_choose_step(Fraction(span), middle=Fraction(50))) for span in (28, 50, 70, 100)]
    [10, 10, 25, 25]
    """
    power = Fraction(1, 100)
    while True:
        for factor in (1, 2, Fraction(5, 2), 5):
            step = power * factor
            # A middle that is small beside the figures has no line among the round ones.
            has_middle = middle % step == 0 or step > abs(middle)
            if has_middle and span / step <= MAX_TICKS - 1:
                return step
        power *= 10


def _round_position(position: Figure | float) -> float:
    return round(float(position), 2)


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of a scale with its label. *is_middle* if figures are compared with it."""

    position: float
    label: str
    is_middle: bool = False


def _format_tick(figure: Fraction) -> str:
    """Return a round *figure* with a minus sign and without needless decimals.

    >>> _format_tick(Fraction(-5)), _format_tick(Fraction(1, 2))
    ('−5', '0.5')
    """
    text = f"{float(figure):.2f}".rstrip("0").rstrip(".")
    return text.replace("-", "\N{MINUS SIGN}")


CHARACTER_WIDTH = 3.5
"""Per cent that a character of a label takes in the narrowest picture."""


def _choose_anchor(x: float, text: str) -> Anchor:
    """Return how *text* at *x* is aligned to stay within the picture.

    >>> [_choose_anchor(x, "65.08%") for x in (3, 50, 97)]
    ['start', 'middle', 'end']
    """
    half_width = CHARACTER_WIDTH * len(text) / 2
    if x < half_width:
        return "start"
    if x > 100 - half_width:
        return "end"
    return "middle"


# The dot plot of a field.

DOT_LEFT, DOT_RIGHT = 5, 95
"""Per cent: half of the last tick’s label and a dot have room beyond them."""
DOT_RADII = (5.0, 4.0, 3.0, 2.0, 1.5)
"""The dots become smaller until the highest stack fits."""
MAX_STACK_HEIGHT = 90
TITLE_HEIGHT = 20
LABEL_HEIGHT = 18
SCALE_HEIGHT = 22


@dataclass(frozen=True, slots=True)
class FieldFigure:
    """A figure of somebody in a field. *label* is written above the dot, if there is one."""

    figure: Figure
    kind: DotKind = "field"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot with its centre."""

    x: float
    y: float
    kind: DotKind = "field"


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """A text at a point of a picture."""

    x: float
    y: float
    text: str
    anchor: Anchor = "middle"


@dataclass(frozen=True, slots=True)
class DotRow:
    """The dots of one ranking above their base line."""

    title: str
    title_y: float
    base_y: float
    dots: tuple[Dot, ...]
    labels: tuple[PictureLabel, ...]


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A row of dots for each ranking, above one scale."""

    rows: tuple[DotRow, ...]
    ticks: tuple[Tick, ...]
    radius: float
    height: float
    scale_y: float

    @property
    def top(self) -> float:
        """Where the lines of the scale begin."""
        return self.rows[0].title_y + 4 if self.rows[0].title else 0


def make_dot_plot(
    rankings: Sequence[tuple[str, Sequence[FieldFigure]]], scale: PictureScale, *, unit: str = ""
) -> DotPlot:
    """Return the dots of *rankings*, each a title with its figures, on a common *scale*.

    Dots are at their exact place across. Those that would hide each other are stacked.
    *unit* follows the figures of the scale.
    """
    fields = [_sort_by_figure(figures) for _title, figures in rankings]
    x_lists = [[_compute_dot_x(figure.figure, scale) for figure in field] for field in fields]
    radius = DOT_RADII[-1]
    for candidate in DOT_RADII:
        highest = max(_count_levels(xs, candidate) for xs in x_lists)
        if highest * 2 * candidate <= MAX_STACK_HEIGHT:
            radius = candidate
            break
    y = 0.0
    rows = []
    for (title, _figures), field, xs in zip(rankings, fields, x_lists, strict=True):
        levels = _stack(xs, radius)
        level_count = max(levels, default=0) + 1
        # The smallest dots of a huge field overlap rather than fill the page.
        step = min(2 * radius, MAX_STACK_HEIGHT / level_count)
        title_y = y + TITLE_HEIGHT - 6
        if title:
            y += TITLE_HEIGHT
        if any(figure.label for figure in field):
            y += LABEL_HEIGHT
        base_y = _round_position(y + level_count * step + radius)
        dots = tuple(
            Dot(x, _round_position(base_y - radius - level * step), figure.kind)
            for figure, x, level in zip(field, xs, levels, strict=True)
        )
        rows.append(
            DotRow(title, title_y, base_y, _order_dots(dots), _place_labels(field, dots, radius))
        )
        y = base_y + 10
    y -= 6
    ticks = tuple(
        Tick(_compute_dot_x(tick, scale), f"{_format_tick(tick)}{unit}", tick == scale.middle)
        for tick in scale.ticks
    )
    return DotPlot(tuple(rows), ticks, radius, height=y + SCALE_HEIGHT, scale_y=y)


def _sort_by_figure(figures: Sequence[FieldFigure]) -> list[FieldFigure]:
    parts = list_common_parts([figure.figure for figure in figures])
    return [figures[index] for index in sorted(range(len(parts)), key=parts.__getitem__)]


def _compute_dot_x(figure: Figure, scale: PictureScale) -> float:
    numerator, denominator = scale.compute_share_terms(figure)
    position = DOT_LEFT * denominator + (DOT_RIGHT - DOT_LEFT) * numerator
    return round(position / denominator, 2)


def _stack(xs: Sequence[float], radius: float) -> list[int]:
    """Return the level of each dot at *xs*, the lowest at which it touches no other dot.

    *xs* ascend.

    >>> _stack([10, 10, 10.5, 40], 5)
    [0, 1, 2, 0]
    """
    width = 200 * radius / NARROWEST
    covered: deque[tuple[float, int]] = deque()  # the last dot of each level that is still near
    free_levels: list[int] = []  # a heap
    levels: list[int] = []
    for x in xs:
        while covered and x - covered[0][0] >= width:
            heappush(free_levels, covered.popleft()[1])
        level = heappop(free_levels) if free_levels else len(covered)
        covered.append((x, level))
        levels.append(level)
    return levels


def _count_levels(xs: Sequence[float], radius: float) -> int:
    return max(_stack(xs, radius), default=0) + 1


def _order_dots(dots: Iterable[Dot]) -> tuple[Dot, ...]:
    """Return *dots* with the marked ones last, so that they are drawn above the others."""
    ranks: dict[DotKind, int] = {"field": 0, "lead": 1, "own": 2}
    return tuple(sorted(dots, key=lambda dot: ranks[dot.kind]))


def _place_labels(
    field: Sequence[FieldFigure], dots: Sequence[Dot], radius: float
) -> tuple[PictureLabel, ...]:
    """Return the labels of *field*, above the dots that are below them.

    A label that would touch another one is left out, that of a winner rather than one’s own.
    """
    labelled_dots = [
        (figure.label, dot) for figure, dot in zip(field, dots, strict=True) if figure.label
    ]
    labelled_dots.sort(key=lambda labelled: labelled[1].kind != "own")
    labels: list[PictureLabel] = []
    taken: list[tuple[float, float]] = []
    for text, dot in labelled_dots:
        anchor = _choose_anchor(dot.x, text)
        width = CHARACTER_WIDTH * len(text)
        start = dot.x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        end = start + width
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        taken.append((start - CHARACTER_WIDTH, end + CHARACTER_WIDTH))
        # The label is above every dot that it would cover.
        near_dots = [other for other in dots if start - 2 <= other.x <= end + 2]
        y = _round_position(min(other.y for other in near_dots) - radius - 6)
        labels.append(PictureLabel(dot.x, y, text, anchor))
    return tuple(labels)


# A curve over boards, rounds or dates.

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
        _round_position(CURVE_LEFT + slot * (index + Fraction(1, 2)))
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
            Tick(_compute_curve_y(tick, scale), f"{_format_tick(tick)}{unit}", tick == scale.middle)
            for tick in scale.ticks
        ),
        axes=drawn_axes,
        bottom=CURVE_BOTTOM,
        height=CURVE_BOTTOM + AXIS_HEIGHT * len(axes) + 8,
    )


def _compute_curve_y(figure: Figure, scale: PictureScale) -> float:
    share = scale.compute_share(figure)
    return _round_position(CURVE_BOTTOM - (CURVE_BOTTOM - CURVE_TOP) * share)


def _make_column(x: float, figure: Figure, *, scale: PictureScale, slot: Fraction) -> CurveColumn:
    middle = scale.low if scale.middle is None else scale.middle
    y, middle_y = _compute_curve_y(figure, scale), _compute_curve_y(middle, scale)
    return CurveColumn(
        x=_round_position(x - float(slot) * 0.3),
        y=min(y, middle_y),
        width=_round_position(float(slot) * 0.6),
        height=_round_position(abs(y - middle_y)),
        is_below=figure < middle,
    )


def _draw_axis(axis: Axis, *, y: float, slot: Fraction) -> DrawnAxis:
    labels = [PictureLabel(0, y, axis.title, "start")]
    borders = []
    first = 0
    for text, length in axis.texts:
        x = _round_position(CURVE_LEFT + slot * (first + Fraction(length, 2)))
        labels.append(PictureLabel(x, y, text, "middle"))
        if first and axis.has_spans:
            borders.append(_round_position(CURVE_LEFT + slot * first))
        first += length
    return DrawnAxis(tuple(labels), tuple(borders), axis.has_spans)


# Bars in a column of a table.


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a table, in per cent of its column. It is hollow if it *is_below* the middle."""

    x: float
    width: float
    middle: float
    is_below: bool = False


def make_bar(figure: Figure, scale: PictureScale) -> Bar:
    """Return the bar from the middle of *scale* to *figure*.

    >>> make_bar(60, BAR_PERCENTAGES), make_bar(40, BAR_PERCENTAGES)
    (Bar(x=50.0, width=25.0, middle=50.0, is_below=False), Bar(x=25.0, width=25.0, middle=50.0, is_below=True))
    """
    middle = scale.low if scale.middle is None else scale.middle
    middle_share, middle_parts = scale.compute_share_terms(middle)
    end_share, end_parts = scale.compute_share_terms(figure)
    # Both in parts of the same size.
    parts = middle_parts * end_parts
    middle_share, end_share = middle_share * end_parts, end_share * middle_parts
    return Bar(
        x=_round_percentage(min(end_share, middle_share), parts),
        width=_round_percentage(abs(end_share - middle_share), parts),
        middle=_round_percentage(middle_share, parts),
        is_below=figure.numerator * middle.denominator < middle.numerator * figure.denominator,
    )


def _round_percentage(numerator: int, denominator: int) -> float:
    """Return a share in whole per cent, as ``round`` does: a half to the even one.

    >>> _round_percentage(1, 3), _round_percentage(1, 200), _round_percentage(3, 200)
    (33.0, 0.0, 2.0)
    """
    whole, rest = divmod(100 * numerator, denominator)
    is_up = 2 * rest > denominator or (2 * rest == denominator and whole % 2 == 1)
    return float(whole + is_up)


def make_bar_scale(middle: Figure, distance: Figure) -> PictureScale:
    """Return a scale for bars that reach *distance* to both sides of *middle*."""
    low, high = Fraction(middle) - distance, Fraction(middle) + distance
    return PictureScale(low, high, ticks=(), middle=Fraction(middle))


BAR_PERCENTAGES = make_bar_scale(50, 20)
"""The usual percentages of a session."""
ALL_PERCENTAGES = make_bar_scale(50, 50)


def choose_bar_scale(figures: Sequence[Figure], *, are_percentages: bool) -> PictureScale:
    """Return the scale for the bars of *figures* in one column.

    Percentages are compared with 50. Other figures are compared with 0 if some are negative, and
    else with their average: nobody’s total of victory points or tricks has a middle of its own.

    >>> scale = choose_bar_scale([78, 60, 42], are_percentages=False)
    >>> int(scale.low), int(scale.middle), int(scale.high)
    (42, 60, 78)
    >>> choose_bar_scale([-5, 12], are_percentages=False).middle
    Fraction(0, 1)
    """
    if are_percentages:
        are_within_bar = all(30 <= figure <= 70 for figure in figures)
        return BAR_PERCENTAGES if are_within_bar else ALL_PERCENTAGES
    middle = choose_middle(figures)
    distance = max((abs(Fraction(figure) - middle) for figure in figures), default=Fraction(0))
    return make_bar_scale(middle, distance or 1)


def choose_middle(figures: Sequence[Figure]) -> Fraction:
    """Return what *figures* without percentages are compared with: 0 or their average."""
    if not figures or min(figures) < 0:
        return Fraction(0)
    return sum((Fraction(figure) for figure in figures), Fraction(0)) / len(figures)


STUB_SHARE = Fraction(1, 10)
"""How long the bar of the lowest figure is, as a part of the difference to the highest."""


def make_rising_scale(figures: Sequence[Figure]) -> PictureScale:
    """Return the scale for bars from just below the lowest figure, or from zero if some are negative.

    Totals of a party are far from zero and close to each other, so bars from zero would look alike.

    >>> scale = make_rising_scale([80, 90])
    >>> [make_bar(figure, scale).width for figure in (80, 85, 90)]
    [9.0, 55.0, 100.0]
    """
    low, high = (
        min(map(Fraction, figures), default=Fraction(0)),
        max(map(Fraction, figures), default=Fraction(1)),
    )
    start = low - (high - low) * STUB_SHARE
    if low < 0:
        start, high = low, max(high, Fraction(0))
    elif start < 0 or low == high:
        start = Fraction(0)
    if start == high:
        high = start + 1
    return PictureScale(start, high, ticks=(), middle=Fraction(0) if low < 0 else start)
