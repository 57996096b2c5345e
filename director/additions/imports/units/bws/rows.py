"""The values of a database row: texts, numbers and days."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from director.formats.reading import strip_invisible

Row = Mapping[str, Any]
"""A row by the names of its columns."""


def get_row_text(row: Row, name: str) -> str:
    """Return the text in a column of *row*, or "".

    >>> get_row_text({"Letter": "A  "}, "Letter"), get_row_text({}, "Letter")
    ('A', '')
    """
    return strip_invisible(str(row.get(name) or ""))


def get_row_number(row: Row, name: str) -> int:
    """Return the whole number in a column of *row*, or 0.

    >>> get_row_number({"Table": 4}, "Table"), get_row_number({"Table": None}, "Table")
    (4, 0)
    """
    value = row.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return 0


def group_rows_by_section(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return *rows* by the number of their section, in order.

    >>> group_rows_by_section([{"Section": 2, "Board": 1}, {"Section": 2, "Board": 2}])
    {2: [{'Section': 2, 'Board': 1}, {'Section': 2, 'Board': 2}]}
    """
    by_section: dict[int, list[Row]] = {}
    for row in rows:
        by_section.setdefault(get_row_number(row, "Section"), []).append(row)
    return by_section


def read_day(value: object) -> date | None:
    """Return the day in *value*, or None.

    >>> read_day("2026-01-19 10:09:21"), read_day("1899-12-30 10:08:09")
    (datetime.date(2026, 1, 19), None)
    """
    with suppress(ValueError):
        day = date.fromisoformat(str(value)[:10])
        return day if day.year > 1980 else None  # the zero of such databases is in 1899
    return None
