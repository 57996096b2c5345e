"""Days as files write them."""

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})(?:[T ][0-9:.]+Z?)?")
_DAY_FIRST = re.compile(
    r"([0-9]{1,2})[-/. ]{1,2}([0-9]{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}([0-9]{4}|[0-9]{2})"
)
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})")
YEARS = range(1899, 2101)
"""Years in which somebody may have played, or will."""
_SHORT_YEARS = 80
"""Two-digit years below are of this century: "26" is 2026, "95" is 1995."""


def read_date(text: str) -> date | None:
    """Return the date in *text*, day before month, or None.

    >>> {str(read_date(text)) for text in ("21/07/2022", "2022-07-21T19:30", "20220721", "21-Jul-22", "July 21, 2022")}
    {'2022-07-21'}
    >>> read_date("31/06/2022"), read_date("21/07/0022"), read_date("soon")
    (None, None, None)
    """
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = match.groups()
    elif match := _DAY_FIRST.fullmatch(text):
        day, month, year = match.groups()
    elif match := _MONTH_FIRST.fullmatch(text):
        month, day, year = match.groups()
    else:
        return None
    try:
        return date(
            _parse_year(year),
            int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1,
            int(day),
        )
    except ValueError:  # 31 June, no month, or a year in which nobody played
        return None


def _parse_year(text: str) -> int:
    year = int(text)
    if len(text) < 4:
        year += 2000 if year < _SHORT_YEARS else 1900
    if year not in YEARS:
        raise ValueError(year)
    return year
