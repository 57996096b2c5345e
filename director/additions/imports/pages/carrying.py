"""The sessions to which the hands of a file can be carried."""

from django.db.models import QuerySet
from django.urls import reverse

from director.additions import find_hands_desk
from director.boards.contests import CONTESTS
from director.boards.movement.sections import fetch_first_section
from director.core.base.uploads import Destination, SentFile, find_other_candidates
from director.core.club.club import fetch_public_club
from director.formats.door import FileUse
from director.models import Event

_MAX_NIGHTS = 3


def find_hand_destinations(sent: SentFile | None) -> list[Destination]:
    """Return the Hands pages of the latest nights, if the file in *sent* has only hands."""
    desk = find_hands_desk()
    candidates = find_other_candidates(sent, FileUse.RESULTS)
    if (
        not desk
        or not sent
        or not sent.packed
        or not any(candidate.use == FileUse.HANDS for candidate in candidates)
    ):
        return []
    return [
        Destination(
            f"Open in Hands of {event.name}, {event.date.day} {event.date:%B}",
            reverse(desk.url, args=[fetch_first_section(event.pk).place]),
            action="read",
        )
        for event in _fetch_latest_events()
    ]


def _fetch_latest_events() -> QuerySet[Event]:
    """Return the latest events with boards, which can have hands."""
    with_boards = fetch_public_club().events.filter(
        contest__in=CONTESTS, sessions__sections__isnull=False
    )
    return with_boards.distinct()[:_MAX_NIGHTS]
