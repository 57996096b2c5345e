"""Corrections after publishing.

They make a new version of the standings, and are refused once the results are final.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from director.boards.scoring.standings.cache import results_stored
from director.boards.scoring.standings.versions import standings_snapshot
from director.boards.sentences import BoardSentences
from director.core.base.gone import GoneError
from director.core.base.standings_versions import note_correction, prepare_correction
from director.core.night.history.write import refuse_final
from director.kinds import StandingsSnapshot
from director.models import Event, Section

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
    """Return a context in which the results of *section* may change, all or nothing.

    It locks the section and gives it as it is stored.

    If the event was published, a version of the standings is due afterwards.

    :raises FinalError: if the results are final
    :raises GoneError: if the section is gone
    """
    with transaction.atomic():
        stored = _LOCKED.filter(pk=section.pk).first()
        if stored is None:  # somebody removed it since the page was asked for
            raise GoneError(BoardSentences.SECTION_GONE, letter=section.letter)
        event = stored.session.event
        refuse_final(event)
        if not event.was_published:
            yield stored
            return
        prepare_correction(event)
        yield stored
        # A correction that was refused or changed nothing counted no change: it leaves no version.
        changed = Q(change_no__gt=event.change_no) | Q(club__change_no__gt=event.club.change_no)
        if Event.objects.filter(changed, pk=event.pk).exists():
            note_correction(event, user)


def event_snapshot(event: Event) -> StandingsSnapshot:
    """Return the standings of *event* and what they depend on."""
    return standings_snapshot(results_stored(event))
