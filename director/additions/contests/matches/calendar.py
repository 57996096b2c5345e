"""Choose the days of rounds that are played over weeks, and leave out weeks that are taken.

League secretaries plan around the Christmas break and other leagues. The Bracknell Bridge League
avoids the weeks of its neighbours.

Source: [BRACKNELL].
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from director.errors import DeskError
from director.formats.dates import parse_date
from director.pdf.words import format_date
from movements.option import format_count

WEEK = timedelta(days=7)
_RANGE_SEPARATORS = (" to ", " – ", " - ", "..")
"""The texts between the first and the last day of a typed span."""


@dataclass(frozen=True, slots=True, order=True)
class DaySpan:
    """The days from *first_day* to *last_day*, on which no round is played."""

    first_day: date
    last_day: date

    def __contains__(self, day: date) -> bool:
        """Return whether *day* is one of them."""
        return self.first_day <= day <= self.last_day

    def __str__(self) -> str:
        """Return the span as it is typed."""
        return f"{self.first_day} to {self.last_day}"


def make_week(day: date) -> DaySpan:
    """Return the week of *day*, from Monday to Sunday.

    >>> print(make_week(date(2026, 12, 24)))
    2026-12-21 to 2026-12-27
    """
    monday = day - timedelta(days=day.weekday())
    return DaySpan(monday, monday + timedelta(days=6))


def parse_taken_weeks(text: str) -> tuple[DaySpan, ...]:
    """Return the weeks and spans of *text*, in order. A single day means its week.

    >>> for span in parse_taken_weeks("15 Feb 2027, 2026-12-21 to 2027-01-03"):
    ...     print(span)
    2026-12-21 to 2027-01-03
    2027-02-15 to 2027-02-21

    :raises DeskError: if a part isn't a date, or a span ends before it begins
    """
    spans = []
    for part in text.replace("\n", ",").replace(";", ",").split(","):
        if part := " ".join(part.split()):
            spans.append(_parse_span(part))
    return tuple(sorted(set(spans)))


def _parse_span(text: str) -> DaySpan:
    for separator in _RANGE_SEPARATORS:
        first_text, found_separator, last_text = text.partition(separator)
        if found_separator:
            span = DaySpan(_parse_day(first_text.strip()), _parse_day(last_text.strip()))
            if span.last_day < span.first_day:
                raise DeskError(
                    "weeks-taken-order",
                    "{first} is after {last}. Type the first day first.",
                    first=format_date(span.first_day),
                    last=format_date(span.last_day),
                )
            return span
    return make_week(_parse_day(text))


def _parse_day(text: str) -> date:
    day = parse_date(text)
    if day is None:
        raise DeskError(
            "weeks-taken-date",
            "“{text}” isn’t a date. Type a day of each week, such as 2026-12-24, or 2026-12-21 to "
            "2027-01-03.",
            text=text[:30],
        )
    return day


def format_taken_weeks(spans: Iterable[DaySpan]) -> str:
    """Return *spans* as one line that :func:`parse_taken_weeks` reads."""
    return ", ".join(map(str, spans))


def list_round_days(
    first_day: date, days_between: int, round_count: int, taken_spans: Collection[DaySpan] = ()
) -> list[date]:
    """Return the day of each round, none of them in one of *taken_spans*.

    A round whose day is taken moves on week by week, since a club plays on its own day of the week,
    and the later rounds keep their distance from it.

    >>> christmas = parse_taken_weeks("2026-12-21 to 2027-01-03")
    >>> [f"{day:%d.%m.}" for day in list_round_days(date(2026, 12, 14), 7, 4, christmas)]
    ['14.12.', '04.01.', '11.01.', '18.01.']

    :raises OverflowError: if a day would be after the year 9999
    """
    days: list[date] = []
    day = first_day
    for _round_no in range(round_count):
        while any(day in span for span in taken_spans):
            day += WEEK
        days.append(day)
        day += timedelta(days=days_between)
    return days


def describe_moved_rounds(days: Collection[date], days_between: int) -> str:
    """Return a sentence on the number of rounds that taken weeks move on, or "" for none.

    >>> describe_moved_rounds([date(2026, 12, 14), date(2027, 1, 4), date(2027, 1, 11)], 7)
    ' Taken weeks move 1 round on.'
    """
    gap = timedelta(days=days_between)
    moved_count = sum(day - previous_day > gap for previous_day, day in pairwise(days))
    if not moved_count:
        return ""
    return f" Taken weeks move {format_count(moved_count, 'round')} on."
