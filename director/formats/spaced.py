"""Cut lines of text into cells where blanks line up, as in a table typed or printed with one font."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_WIDE_BLANKS = re.compile(r" {2,}|\t")
_MAX_WIDTH = 500
_MIN_CELLS = 4
_MAX_LINES = 2_000
"""Lines in which columns are looked for."""


def cut_by_blanks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the cells of each line. A cell may be empty if the columns line up.

    >>> [*cut_by_blanks(["Bd   NS  EW  Ctr   By", "1    1   2   Pass", "1    3   4   2H    W "])][1:]
    [['1', '1', '2', 'Pass', ''], ['1', '3', '4', '2H', 'W']]

    Lines without columns are cut at wide blanks.
    """
    heading = max(lines, key=_count_cells, default="")
    columns = _find_columns(
        [line for line in lines[:_MAX_LINES] if _count_cells(line) >= _MIN_CELLS]
    )
    if len(columns) != _count_cells(heading):
        columns = []
    for line in lines:
        if columns and _fits(line, columns):
            yield [line[start:end].strip() for start, end in columns]
        else:
            yield _WIDE_BLANKS.split(line.strip(" "))


def _count_cells(line: str) -> int:
    return len(_WIDE_BLANKS.split(line.strip(" ")))


def _find_columns(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first and last position of each column that no line of *lines* crosses."""
    width = max(map(len, lines), default=0)
    if width > _MAX_WIDTH or any("\t" in line for line in lines):
        return []
    taken = [False] * width
    for line in lines:
        for position, sign in enumerate(line):
            if sign != " ":
                taken[position] = True
    starts = [
        position
        for position in range(width)
        if taken[position] and not (position and taken[position - 1])
    ]
    return list(pairwise([*starts, width]))


def _fits(line: str, columns: Sequence[tuple[int, int]]) -> bool:
    """Return whether *line* is as wide as the columns and has blanks between them."""
    return _count_cells(line) >= _MIN_CELLS and all(
        line[start - 1 : start].isspace() for start, _end in columns[1:] if start <= len(line)
    )
