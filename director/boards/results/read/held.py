"""Published nights read and scored, held in memory under the mark of what was stored when they were read."""

from director.boards.results.read.event import EventResults
from director.desk.publish.read import event_shown
from director.desk.storage.latest import Latest
from director.models import Event

MOST_NIGHTS = 4
"""How many nights are held ready for pages that are still to be made."""


class HeldNights(Latest[EventResults]):
    """The results of the nights that were used last, each by the mark that they are true of."""

    def __init__(self, most: int = MOST_NIGHTS) -> None:
        super().__init__(most)


HELD = HeldNights()
"""Those of this process."""


def results_at(mark: str, event: Event) -> EventResults:
    """Return the results of *event*, which was read after *mark*: the same for all pages made at it.

    So a night is scored once after every change, however many of its pages are then asked for.  Results during whose
    reading something changed are true of no mark: they are for this page alone, as all are without a mark.
    """
    if not mark:
        return EventResults(event)
    results = HELD.find(mark)
    if results is None:
        results = EventResults(event)
        results.read()
        if event_mark(event.pk) == mark:
            HELD.hold(mark, results)
    return results


def results_stored(event: Event) -> EventResults:
    """Return the results of *event* as it is stored now, held ones where it is published; all of them are read."""
    mark = event_mark(event.pk)
    if held := HELD.find(mark):
        return held
    results = results_at(mark, Event.objects.select_related("club").get(pk=event.pk))
    results.read()
    return results


def event_mark(event_id: int) -> str:
    """Return the mark of a published event, ``""`` of any other."""
    shown = event_shown(event_id)
    return shown.mark if shown else ""
