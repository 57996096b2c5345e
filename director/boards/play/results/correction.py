"""Corrections of published results.

Each makes a new version of the standings, and is refused once the results are final.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction

from director.boards.scoring.standings.cache import load_results
from director.boards.scoring.standings.entered import find_held_results, keep_through_entry
from director.boards.scoring.standings.versions import make_standings_snapshot
from director.boards.sentences import BoardSentences
from director.core.base.refusals import GoneError
from director.core.base.standings_versions import prepare_correction, record_correction
from director.core.base.versions import fetch_uncommitted_version
from director.core.night.history import refuse_final
from director.kinds import StandingsSnapshot
from director.models import Event, Section

_LOCKED = (
    Section.objects.select_for_update(no_key=True, of=("self", "session__event"))
    .select_related("session__event__club")
    .order_by()
)
"""Sections that are locked when they are read, each with its event.

The lock of the section keeps its movement until the transaction ends. The lock of the event keeps
its acts numbered in order: other sections change the same standings, so they wait.
"""


@contextmanager
def open_correction(*, section: Section, user: User | None) -> Iterator[Section]:
    """Lock *section* while its results change, and yield it as it is stored.

    All changes inside are one transaction.  If the event was published, they make a new version of
    the standings.

    :raises FinalError: if the results are final
    :raises GoneError: if the section was removed
    """
    with transaction.atomic():
        stored = _LOCKED.filter(pk=section.pk).first()
        if stored is None:  # removed since the page was shown
            raise GoneError(BoardSentences.SECTION_GONE, letter=section.letter)
        event = stored.session.event
        refuse_final(event)
        held = find_held_results(event)
        if event.was_published:
            prepare_correction(event)
        yield stored
        # A correction without a change makes no version.
        if event.was_published and _has_changed(event):
            record_correction(event, user)
        if held:
            keep_through_entry(event, held)


def _has_changed(event: Event) -> bool:
    """Return whether *event* or its club changed since it was locked. One query."""
    version = fetch_uncommitted_version(event.pk)
    # An event in the archive has no version. What nothing differs in is dropped when it is completed.
    return version is None or (version.change_no, version.club_no) != (
        event.change_no,
        event.club.change_no,
    )


def make_event_snapshot(event: Event) -> StandingsSnapshot:
    """Return the standings of *event* and what they depend on."""
    return make_standings_snapshot(load_results(event))
