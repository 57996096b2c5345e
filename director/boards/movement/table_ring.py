"""Where the tables of a room stand in its pictures: in a ring, so that the next table is a neighbour."""

from collections.abc import Sequence
from typing import NamedTuple

ROWS_FRACTION = 0.42
"""Rows as a share of half the ring, so that a large room is broader than high."""


class Ring(NamedTuple):
    """Columns and rows of a room, and the column and row of each table in order."""

    columns: int
    rows: int
    positions: Sequence[tuple[int, int]]


def arrange_ring(tables: int) -> Ring:
    """Return where the tables stand: in a row up to three, otherwise round a rectangle.

    >>> arrange_ring(5)
    Ring(columns=3, rows=2, positions=[(0, 0), (1, 0), (2, 0), (2, 1), (1, 1)])
    """
    if tables < 4:
        rows, columns = 1, tables
    else:
        half_ring = (tables + 5) // 2  # rows and columns together, since corners are in both
        rows = max(2, round(half_ring * ROWS_FRACTION))
        columns = half_ring - rows
    # Clockwise: along the top, down the right side, back along the bottom, up the left side.
    ring = [(column, 0) for column in range(columns)]
    ring += [(columns - 1, row) for row in range(1, rows)]
    if rows > 1:
        ring += [(column, rows - 1) for column in range(columns - 2, -1, -1)]
        ring += [(0, row) for row in range(rows - 2, 0, -1)]
    return Ring(columns, rows, ring[:tables])
