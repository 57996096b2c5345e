"""Choose one event of a file that has several, so that none is mixed with another or dropped."""

from collections.abc import Sequence
from typing import Self, TypeVar

from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.errors import ImportFileError

EventPart = TypeVar("EventPart")
_MAX_NAMES = 6


class SeveralEventsError(ImportFileError):
    """A file has several events, and nobody said which one is wanted. *names* are theirs."""

    names: tuple[str, ...] = ()

    def offer(self, names: Sequence[str]) -> Self:
        """Set the *names* to choose from, and return the error."""
        self.names = tuple(names)
        return self


def describe_event(name: str, date_text: str) -> str:
    """Return the name of one of several events with its date, or what the file says of the two.

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
        listed = "; ".join(names[:_MAX_NAMES]) + ("; …" if len(names) > _MAX_NAMES else "")
        raise SeveralEventsError(ImportSentences.ASK_EVENT, count=len(names), names=listed).offer(
            names
        )
    return events[number - 1]
