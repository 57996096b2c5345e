"""The sessions to which the hands of a file can be carried."""

from django.db.models import QuerySet
from django.urls import reverse

from director.boards.contests import CONTESTS
from director.boards.movement.sections import section_of_event
from director.core.base.carrying import Destination, other_bids
from director.core.base.imports import SentFile
from director.core.club.club import club_shown
from director.formats.door import Use
from director.models import Event

_MAX_NIGHTS = 3


def hand_destinations(sent: SentFile | None) -> list[Destination]:
    """Return the Hands pages of the latest nights, if the file in *sent* has only hands."""
    bids = other_bids(sent, Use.RESULTS)
    if not sent or not sent.packed or not any(bid.use == Use.HANDS for bid in bids):
        return []
    return [
        Destination(
            f"Open in Hands of {event.name}, {event.date.day} {event.date:%B}",
            reverse("session_hands", args=[section_of_event(event.pk).place]),
            action="read",
        )
        for event in _latest_nights()
    ]


def _latest_nights() -> QuerySet[Event]:
    """Return the latest events with boards, which can have hands."""
    with_boards = club_shown().events.filter(contest__in=CONTESTS, sessions__sections__isnull=False)
    return with_boards.distinct()[:_MAX_NIGHTS]
