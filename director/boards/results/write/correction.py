"""Corrections after publishing: refused once the results are final, and each kept as a version of the standings."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet

from director.boards import sentences
from director.boards.results.read.event import EventResults
from director.boards.results.read.sheets import sheets_as_stored
from director.boards.results.read.versions import HELD, event_mark, results_changed, results_stored, standings_read
from director.core.history.write import refuse_final
from director.core.publishing.read import version_add
from director.core.refusals import GoneError
from director.core.storage.prepared_query import Parameter, Question
from director.models import Event, Section
from director.models.version import Action


def _locked() -> QuerySet[Section]:
    """Return what locks a section, and gives it with all at hand.

    The section: so that its movement stays the same meanwhile; the event: so that its acts are counted in order, and
    corrections of other sections, which change the same standings, come one at a time.
    """
    locked = Section.objects.select_for_update(no_key=True, of=("self", "session__event"))
    return locked.select_related("session__event__club").filter(pk=Parameter("section")).order_by()


_LOCKED = Question(_locked)


@contextmanager
def correction(*, section: Section, user: User | None) -> Iterator[Section]:
    """Let the results of *section* change inside, one change at a time and all or nothing; give it as it is stored.

    Where they have been published, the standings that follow and what changed are kept as a version.

    :raises FinalError: if the results are final
    :raises GoneError: if the section is gone
    """
    with transaction.atomic():
        stored: Section | None = next(iter(_LOCKED.answers(section=section.pk)), None)
        if stored is None:  # somebody removed it since the page was asked for
            raise GoneError(sentences.SECTION_GONE, letter=section.letter)
        event = stored.session.event
        refuse_final(event)
        if not event.was_published:
            yield stored
            return
        before = results_stored(event)
        sheets_as_stored(section, None)
        yield stored
        after = EventResults(Event.objects.select_related("club").get(pk=event.pk))
        after.read()
        if changes := results_changed(before, after):
            _version_keep(after, user, changes)
            sheets_as_stored(section, after.session(section.session.number))


def _version_keep(results: EventResults, user: User | None, changes: list[dict[str, str]]) -> None:
    """Keep the next version of the standings, those of *results*, which are then shown to whoever asks."""
    event = results.event
    standings = standings_read(results)
    version_add(event=event, action=Action.CORRECTED, standings=standings, user=user, changes=changes)
    # SQLite lets one write at a time, so nothing falls between the reading and the mark; elsewhere a name might.
    if connection.vendor == "sqlite" and (mark := event_mark(event.pk)):
        transaction.on_commit(partial(HELD.hold, mark, results))


def event_standings(event: Event) -> list[dict[str, Any]]:
    """Return the standings of *event*, as they are read now."""
    return standings_read(EventResults(event))
