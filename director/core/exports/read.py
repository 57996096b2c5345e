"""Everything of an event that can be taken away."""

from dataclasses import replace
from functools import partial

from director.core.archive.file import event_whole
from director.core.site.read import event_site
from director.formats.formats import EventTables
from director.kinds import kind_of
from director.models import Event


def event_tables(event: Event, *, numbered: bool = True) -> EventTables:
    """Return what the files of *event* are made of: what its kind has, the event as it is stored, and its pages.

    The numbers of people are in what its kind has if *numbered*.
    """
    tables = kind_of(event).tables(event)
    if not numbered and tables.unnumbered:
        tables = tables.unnumbered()
    return replace(tables, whole=partial(event_whole, event), site=partial(event_site, event))
