"""Count changes of events and clubs, so that a cached page belongs to one change number.

Acts of the history count themselves, and so does saving an event or a club. Every other write that
a page can show calls one of these functions; a test fails for a transaction that writes without
counting (``tests/director/write_guard.py``).
"""

from django.db import connection
from django.db.models import F

from director.models import Club
from director.models.change_number import note_uncommitted

# Every write counts, and Django takes longer to put these together than they take to run.
_COUNT_BY_TABLE = (
    'UPDATE "director_event" SET "change_no" = "change_no" + 1 WHERE "director_event"."id" = %s'
)
_COUNT = (
    'UPDATE "director_event" SET "change_no" = "change_no" + 1, "desk_no" = "desk_no" + 1 '
    'WHERE "director_event"."id" = %s'
)


def count_change(event_id: int, *, by_table: bool = False) -> None:
    """Count a change of an event, or of anything that belongs to it.

    A change *by_table* is a result entered at a table. No other table is shown it, so the pages of
    the others, which depend on ``desk_no``, stay cached.
    """
    # Until the transaction ends nobody may cache what is read in it.
    note_uncommitted()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_BY_TABLE if by_table else _COUNT, [event_id])


def count_club_change(club_id: int) -> None:
    """Count a change of a club, its people or its seasons."""
    note_uncommitted()
    Club.objects.filter(pk=club_id).update(change_no=F("change_no") + 1)
