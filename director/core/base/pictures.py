"""The geometry of pictures of figures: their scales, and dot plots of a field.

Positions across are percentages of the width, heights and radii are pixels. So a picture fills a
phone and a desk alike, while its dots stay round and its texts keep the size of the page. Figures
are exact, and only positions are rounded. The templates are in ``templates/core/pictures``. Bars
are in ``bars``, curves in ``curves``.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil, floor, lcm
from typing import Literal

Figure = int | Fraction
Anchor = Literal["start", "middle", "end"]
DotKind = Literal["field", "lead", "own"]

NARROWEST = 300
"""The width in pixels of the narrowest picture. Dots that are apart there are apart at any width."""

MAX_TICKS = 6


@dataclass(frozen=True, slots=True)
class PictureScale:
    """A scale from *low* to *high*."""

    low: Fraction
    high: Fraction
    ticks: tuple[Fraction, ...]  # round figures
    middle: Fraction | None = None  # the figure that others are compared with

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
    """Return the numerators of *figures* over a common denominator. Integers compare ten times faster.

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
            # A middle that is much smaller than the figures isn't on a round step.
            has_middle = middle % step == 0 or step > abs(middle)
            if has_middle and span / step <= MAX_TICKS - 1:
                return step
        power *= 10


def round_position(position: Figure | float) -> float:
    return round(float(position), 2)


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of a scale with its label."""

    position: float
    label: str
    is_middle: bool = False  # figures are compared with it


def format_tick(figure: Fraction) -> str:
    """Return a round *figure* with a minus sign and without needless decimals.

    >>> format_tick(Fraction(-5)), format_tick(Fraction(1, 2))
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

    Across, each dot is exactly at its figure. Dots that would hide each other are stacked. *unit*
    follows the figures of the scale.
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
        base_y = round_position(y + level_count * step + radius)
        dots = tuple(
            Dot(x, round_position(base_y - radius - level * step), figure.kind)
            for figure, x, level in zip(field, xs, levels, strict=True)
        )
        rows.append(
            DotRow(title, title_y, base_y, _order_dots(dots), _place_labels(field, dots, radius))
        )
        y = base_y + 10
    y -= 6
    ticks = tuple(
        Tick(_compute_dot_x(tick, scale), f"{format_tick(tick)}{unit}", tick == scale.middle)
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
    """Return the level of each dot: the lowest at which it touches no other. *xs* ascend.

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
    """Return the labels of *field*, above all dots that they would cover.

    A label that would touch another one is left out. A player's own label comes before a winner's.
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
        y = round_position(min(other.y for other in near_dots) - radius - 6)
        labels.append(PictureLabel(dot.x, y, text, anchor))
    return tuple(labels)
