"""The curve of a player's percentages as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

# Coordinates of the drawing.
WIDTH, HEIGHT = 900, 200
LEFT = 46  # room for the percentages
RIGHT = WIDTH - 10
TOP, BOTTOM = 14, HEIGHT - 30  # room for the dates below

STEP = 10
"""Percentage points between two scale lines."""
MIN_SPAN = 20
"""Percentage points from the lowest line to the highest, so that small differences look small."""
MAX_DOTS = 60
"""With more dots they would touch each other."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A polyline with dots, scale lines and dates, in units of the drawing."""

    points: str
    dots: tuple[tuple[float, float], ...]
    scale: tuple[tuple[float, int], ...]  # height and percentage
    dates: tuple[tuple[float, str, date], ...]  # x, text anchor, day
    words: str

    width, height, left = WIDTH, HEIGHT, LEFT

    @property
    def date_form(self) -> str:
        """The form of the dates, with days if both are in one month."""
        months = {(day.year, day.month) for _x, _anchor, day in self.dates}
        return "M Y" if len(months) > 1 else "j M Y"


def make_curve(figures: Sequence[tuple[date, Fraction]]) -> Curve | None:
    """Return the curve of *figures*, oldest first, or None for fewer than two."""
    if len(figures) < 2:
        return None
    percents = [percent for _day, percent in figures]
    lowest, highest = min(percents), max(percents)
    # The scale begins and ends at a line: rounded down, and up by negative floor division.
    low = int(lowest) // STEP * STEP
    high = max(-(-highest // STEP) * STEP, low + MIN_SPAN)
    scale = tuple((_compute_y(line, low, high), line) for line in range(low, int(high) + 1, STEP))
    x_step = (RIGHT - LEFT) / (len(figures) - 1)
    dots = tuple(
        (round(LEFT + index * x_step, 1), _compute_y(percent, low, high))
        for index, percent in enumerate(percents)
    )
    first_day, last_day = figures[0][0], figures[-1][0]
    return Curve(
        points=" ".join(f"{x},{y}" for x, y in dots),
        dots=dots if len(dots) <= MAX_DOTS else (),
        scale=scale,
        dates=((LEFT, "start", first_day), (RIGHT, "end", last_day)),
        words=f"{len(figures)} percentages, from {float(lowest):.2f} to {float(highest):.2f}",
    )


def _compute_y(percent: Fraction | int, low: int, high: Fraction | int) -> float:
    share = (Fraction(percent) - low) / (Fraction(high) - low)
    return round(float(BOTTOM - (BOTTOM - TOP) * share), 1)
