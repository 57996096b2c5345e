"""Published nights read and scored, held in memory under the mark of what was stored when they were read."""

from threading import Lock

from director.boards.results.read.sheets import SectionSheets
from director.boards.sections import section_of_event
from director.desk.publish.read import event_shown
from director.models import Section

MOST_NIGHTS = 4
"""How many nights are held ready for pages that are still to be made."""


class HeldNights:
    """The sheets of the nights that were used last, each by the mark that they are true of."""

    def __init__(self, most: int = MOST_NIGHTS) -> None:
        self._most = most
        self._lock = Lock()
        self._sheets: dict[str, SectionSheets] = {}  # the one that was used last at the end

    def find(self, mark: str) -> SectionSheets | None:
        """Return what is held for *mark*, ``None`` if nothing is."""
        with self._lock:
            if sheets := self._sheets.pop(mark, None):
                self._sheets[mark] = sheets
            return sheets

    def hold(self, mark: str, sheets: SectionSheets) -> None:
        """Hold *sheets*, which were all read at *mark*, in place of those that nobody used for longest."""
        with self._lock:
            self._sheets.pop(mark, None)
            self._sheets[mark] = sheets
            while len(self._sheets) > self._most:
                del self._sheets[next(iter(self._sheets))]

    def clear(self) -> None:
        """Forget every night."""
        with self._lock:
            self._sheets.clear()


HELD = HeldNights()
"""Those of this process."""


def sheets_at(mark: str, section: Section) -> SectionSheets:
    """Return the sheets of *section*, which was read after *mark*: the same for all pages made at it.

    So a night is scored once after every change, however many of its pages are then asked for.  Sheets during whose
    reading something changed are true of no mark: they are for this page alone, as all are without a mark.
    """
    if not mark:
        return SectionSheets(section)
    sheets = HELD.find(mark)
    if sheets is None:
        sheets = SectionSheets(section)
        sheets.read()
        if event_mark(section.session.event_id) == mark:
            HELD.hold(mark, sheets)
    return sheets


def sheets_stored(section: Section) -> SectionSheets:
    """Return the sheets of *section* as it is stored now, held ones where it is published; all of them are read."""
    event_id = section.session.event_id
    mark = event_mark(event_id)
    if held := HELD.find(mark):
        return held
    sheets = sheets_at(mark, section_of_event(event_id))
    sheets.read()
    return sheets


def event_mark(event_id: int) -> str:
    """Return the mark of a published event, ``""`` of any other."""
    shown = event_shown(event_id)
    return shown.mark if shown else ""
