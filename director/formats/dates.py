"""Days as files write them, with the day or the month first."""

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TIME = r"(?:[T ,]+[0-9:.]+ ?(?:[AaPp]\.?[Mm]\.?|Z)?)?"
_YEAR_FIRST = re.compile(rf"([0-9]{{4}})[-/.]?([0-9]{{2}})[-/.]?([0-9]{{2}}){_TIME}")
_FIGURES = re.compile(
    r"(?P<first>[0-9]{1,2})(?P<sign>[-/. ]{1,2})(?P<second>[0-9]{1,2})[-/. ,]{1,2}(?P<year>[0-9]{4}|[0-9]{2})"
    rf"{_TIME}"
)
_DAY_FIRST = re.compile(
    rf"([0-9]{{1,2}})[-/. ]{{1,2}}([A-Za-z]{{3,9}})[-/. ,]{{1,2}}([0-9]{{4}}|[0-9]{{2}}){_TIME}"
)
_MONTH_FIRST = re.compile(rf"([A-Za-z]{{3,9}})\.? ([0-9]{{1,2}}),? ([0-9]{{4}}){_TIME}")
YEARS = range(1899, 2101)
"""Years in which somebody may have played, or will."""
_FIRST_YEAR_OF_1900S = 80
"""Two-digit years below are of this century: "26" is 2026, "95" is 1995."""


class DateOrder(StrEnum):
    """What comes first in a date of figures, such as 9/5/2026."""

    DAY_FIRST = "day"
    MONTH_FIRST = "month"


def parse_date(text: str, order: DateOrder = DateOrder.DAY_FIRST) -> date | None:
    """Return the date in *text*, or None. A date that *order* doesn't allow has the other one.

    >>> {str(parse_date(text)) for text in ("21/07/2022", "2022-07-21T19:30", "20220721", "21-Jul-22", "July 21, 2022")}
    {'2022-07-21'}
    >>> str(parse_date("10/15/2026")), str(parse_date("9/5/2026", DateOrder.MONTH_FIRST))
    ('2026-10-15', '2026-09-05')
    >>> parse_date("31/06/2022"), parse_date("21/07/0022"), parse_date("soon")
    (None, None, None)
    """
    if match := _FIGURES.fullmatch(text):
        dates = _read_figures(match)
        return dates[order] or dates[_get_other_order(order)]
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = match.groups()
    elif match := _DAY_FIRST.fullmatch(text):
        day, month, year = match.groups()
    elif match := _MONTH_FIRST.fullmatch(text):
        month, day, year = match.groups()
    else:
        return None
    return _make_date(year, month, day)


def find_date_order(texts: Iterable[str]) -> DateOrder | None:
    """Return the order that any date of a file proves, or None.

    >>> find_date_order(["9/5/2026", "9/19/2026"]), find_date_order(["9/5/2026"])
    (<DateOrder.MONTH_FIRST: 'month'>, None)
    """
    for text in texts:
        match = _FIGURES.fullmatch(text)
        if match is None:
            continue
        possible = [order for order, day in _read_figures(match).items() if day]
        if len(possible) == 1:
            return possible[0]
    return None


def list_possible_dates(text: str) -> tuple[date, ...]:
    """Return the two dates that *text* may be, the day first before the other, or the only one.

    Only a stroke leaves it open: with full stops or dashes the day is first.

    >>> [str(day) for day in list_possible_dates("9/5/2026")], len(list_possible_dates("9.5.2026"))
    (['2026-05-09', '2026-09-05'], 1)
    """
    match = _FIGURES.fullmatch(text)
    if match is None or "/" not in match["sign"]:
        day = parse_date(text)
        return (day,) if day else ()
    return tuple(dict.fromkeys(day for day in _read_figures(match).values() if day))


def is_date(text: str) -> bool:
    """Return whether *text* is a date, in whatever order."""
    return parse_date(text) is not None


def _read_figures(match: re.Match[str]) -> dict[DateOrder, date | None]:
    first, second, year = match["first"], match["second"], match["year"]
    return {
        DateOrder.DAY_FIRST: _make_date(year, month=second, day=first),
        DateOrder.MONTH_FIRST: _make_date(year, month=first, day=second),
    }


def _get_other_order(order: DateOrder) -> DateOrder:
    return next(other for other in DateOrder if other != order)


def _make_date(year: str, month: str, day: str) -> date | None:
    try:
        month_no = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
        return date(_parse_year(year), month_no, int(day))
    except ValueError:  # 31 June, no month, or a year in which nobody played
        return None


def _parse_year(text: str) -> int:
    year = int(text)
    if len(text) < 4:
        year += 2000 if year < _FIRST_YEAR_OF_1900S else 1900
    if year not in YEARS:
        raise ValueError(year)
    return year
