"""What a file leaves open and the director chooses: one of several events, one of two dates."""

from collections.abc import Sequence
from datetime import date
from typing import Self, TypeVar

from director.formats.dates import parse_date
from director.formats.errors import ImportFileError

EventPart = TypeVar("EventPart")
_MAX_NAMES = 6


class SeveralEventsError(ImportFileError):
    """A file has several events, and nobody said which one is wanted."""

    names: tuple[str, ...] = ()  # of the events

    def set_names(self, names: Sequence[str]) -> Self:
        """Set the *names* to choose from, and return the error."""
        self.names = tuple(names)
        return self


def list_asked_dates(error: ImportFileError) -> tuple[date, ...]:
    """Return the two dates that *error* asks to choose from, or none.

    >>> days = {"day_first": "9 May 2026", "month_first": "5 September 2026"}
    >>> error = ImportFileError("ask-date", "{day_first} or {month_first}.", **days)
    >>> [str(day) for day in list_asked_dates(error)]
    ['2026-05-09', '2026-09-05']
    """
    if error.code != "ask-date":
        return ()
    texts = (str(error.params["day_first"]), str(error.params["month_first"]))
    return tuple(filter(None, map(parse_date, texts)))


def describe_event(name: str, date_text: str) -> str:
    """Return the name and the date of an event, as far as the file has them.

    >>> describe_event("Spring pairs", "2026.03.04"), describe_event("Spring pairs", "")
    ('Spring pairs, 2026.03.04', 'Spring pairs')
    """
    return ", ".join(filter(None, (name, date_text)))


def choose_event(events: Sequence[EventPart], names: Sequence[str], number: int) -> EventPart:
    """Return the event with this *number*, counted from 1, of *events* with their *names*.

    >>> choose_event(["a", "b"], ["Monday", "Tuesday"], 2), choose_event(["a"], ["Monday"], 0)
    ('b', 'a')

    :raises SeveralEventsError: if there are several, and none has the *number*
    """
    if len(events) == 1:
        return events[0]
    if not 1 <= number <= len(events):
        listed_names = "; ".join(names[:_MAX_NAMES]) + ("; …" if len(names) > _MAX_NAMES else "")
        raise SeveralEventsError(
            "ask-event",
            "The file has {count} events: {names}. Choose one; import the others afterwards.",
            count=len(names),
            names=listed_names,
        ).set_names(names)
    return events[number - 1]
