"""Corrections after publishing: refused once the results are final, and each kept as a version of the standings."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.boards import sentences
from director.boards.scoring.standings.cache import RESULTS_CACHE, results_read, results_stored
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.versions import results_changed, standings_read
from director.core.base.gone import GoneError
from director.core.base.versions import add_version, version_here
from director.core.night.history.write import refuse_final
from director.models import Event, Section
from director.models.version import Action

_LOCKED = (
    Section.objects.select_for_update(no_key=True, of=("self", "session__event"))
    .select_related("session__event__club")
    .order_by()
)
"""Sections, each locked so that its movement stays the same until then.

Its event too, so that its acts are counted in order, and corrections of other sections, which
change the same standings, come one at a time.
"""


@contextmanager
def correction(*, section: Section, user: User | None) -> Iterator[Section]:
    """Let the results of *section* change inside, one change at a time and all or nothing; give it as it is stored.

    Where they have been published, the standings that follow and what changed are kept as a
    version.

    :raises FinalError: if the results are final
    :raises GoneError: if the section is gone
    """
    with transaction.atomic():
        stored = _LOCKED.filter(pk=section.pk).first()
        if stored is None:  # somebody removed it since the page was asked for
            raise GoneError(sentences.SECTION_GONE, letter=section.letter)
        event = stored.session.event
        refuse_final(event)
        if not event.was_published:
            yield stored
            return
        before = results_stored(event)
        yield stored
        _version_keep(event, before, user)


def _version_keep(event: Event, before: EventResults, user: User | None) -> None:
    """Keep the next version of the standings of *event* if it is not as *before*.

    Its results are handed to the pages that are made once they are committed: nobody else can
    change what hangs on a locked event, and whether its club or another event with the same cards
    was changed is seen from the numbers.
    """
    began = version_here(event.pk)
    after = results_read(Event.objects.select_related("club").get(pk=event.pk))
    if changes := results_changed(before, after):
        standings = standings_read(after)
        add_version(
            event=event, action=Action.CORRECTED, standings=standings, user=user, changes=changes
        )
    ended = version_here(event.pk)
    if began and ended and replace(began, change_no=ended.change_no) == ended:
        transaction.on_commit(partial(RESULTS_CACHE.set, ended, after))


def event_standings(event: Event) -> list[dict[str, Any]]:
    """Return the standings of *event*, as they are read now."""
    return standings_read(EventResults(event))
