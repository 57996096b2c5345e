"""The curve of a player's percentages as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

WIDTH, HEIGHT, LEFT, STEP = 900, 200, 46, 10
TOP, BOTTOM = 14, HEIGHT - 30
LEAST_SPAN = 20
"""Percentage points from the lowest line to the highest at least, so that small differences look small."""
MOST_DOTS = 60
"""More dots than these would touch each other."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A polyline with dots, scale lines and dates, in units of the drawing."""

    points: str
    dots: tuple[tuple[float, float], ...]
    scale: tuple[tuple[float, int], ...]  # height and percentage
    dates: tuple[tuple[float, str, date], ...]  # place, anchor, day
    words: str

    width, height, left = WIDTH, HEIGHT, LEFT


def curve_of(figures: Sequence[tuple[date, Fraction]]) -> Curve | None:
    """Return the curve of *figures*, oldest first, or None for fewer than two."""
    if len(figures) < 2:
        return None
    percents = [percent for _day, percent in figures]
    low = int(min(percents)) // STEP * STEP
    high = max(-(-max(percents) // STEP) * STEP, low + LEAST_SPAN)
    scale = tuple((_height(line, low, high), line) for line in range(low, int(high) + 1, STEP))
    across = (WIDTH - LEFT - 10) / (len(figures) - 1)
    dots = tuple(
        (round(LEFT + at * across, 1), _height(percent, low, high))
        for at, percent in enumerate(percents)
    )
    first, last = figures[0][0], figures[-1][0]
    return Curve(
        points=" ".join(f"{x},{y}" for x, y in dots),
        dots=dots if len(dots) <= MOST_DOTS else (),
        scale=scale,
        dates=((LEFT, "start", first), (WIDTH - 10, "end", last)),
        words=f"{len(figures)} percentages, from {float(min(percents)):.2f} to {float(max(percents)):.2f}",
    )


def _height(percent: Fraction | int, low: int, high: Fraction | int) -> float:
    return round(
        float(BOTTOM - (BOTTOM - TOP) * (Fraction(percent) - low) / (Fraction(high) - low)), 1
    )
