"""Count changes that pages show, so that a cached page is true of one number.

Acts of the history count themselves, and so does saving an event or a club.  Whatever else changes
what a page can show calls one of these; a test fails for a write that no transaction counts
(``tests/director/counted.py``).
"""

from django.db.models import F

from director.models import Club, Event
from director.models.change_number import note_uncommitted


def count_change(event_id: int, *, by_table: bool = False) -> None:
    """Count a change of an event, or of what hangs on it.

    *by_table*: a table entered a result, which no other table is shown.
    """
    numbers = ("change_no",) if by_table else ("change_no", "desk_no")
    note_uncommitted()
    Event.objects.filter(pk=event_id).update(**{name: F(name) + 1 for name in numbers})


def count_club_change(club_id: int) -> None:
    """Count a change of a club, its people or its seasons."""
    note_uncommitted()
    Club.objects.filter(pk=club_id).update(change_no=F("change_no") + 1)
