"""The practice club: events on no list, with invented people, which are deleted with one press."""

from collections.abc import Iterator

from django.db import transaction

from director.core.base.demo import FIRST_NAMES, LAST_NAMES
from director.core.base.versions import increment_club_version
from director.models import Club, Event, Person, Session
from director.names import make_name_key

PRACTICE = "Practice"


def fetch_practice_sessions() -> list[Session]:
    """Return the sessions of all practice events, with their events and club, by number."""
    sessions = Session.objects.filter(event__club__is_practice=True)
    return list(sessions.select_related("event__club").order_by("pk"))


def find_practice_session(contest: str) -> Session | None:
    """Return the session of the practice event of *contest*, or None if there is none."""
    sessions = fetch_practice_sessions()
    return next((session for session in sessions if session.event.contest == contest), None)


def get_or_create_practice_club() -> Club:
    """Return the practice club, a new one if there is none."""
    club = Club.objects.filter(is_practice=True).first()
    if club:
        return club
    taken_names = set(Club.objects.values_list("name", flat=True))
    name = next(name for name in (PRACTICE, f"{PRACTICE} (Kalamazoo)") if name not in taken_names)
    return Club.objects.create(name=name, is_practice=True)


def iter_free_names(club: Club) -> Iterator[str]:
    """Yield invented names that nobody of *club* has, all first and last names before any again."""
    taken_keys = set(Person.objects.filter(club=club).values_list("name_key", flat=True))
    first_names, last_names = FIRST_NAMES.split(), LAST_NAMES.split()
    for shift in range(len(last_names)):
        shifted_names = last_names[shift:] + last_names[:shift]
        for first_name, last_name in zip(first_names, shifted_names, strict=True):
            name = f"{first_name} {last_name}"
            if make_name_key(name) not in taken_keys:
                yield name


def delete_practice(session: Session) -> None:
    """Delete the practice event of *session*, and with the last one the people invented for them."""
    with transaction.atomic():
        Event.objects.filter(club__is_practice=True, sessions=session).delete()
        if not Event.objects.filter(club__is_practice=True).exists():
            Person.objects.filter(club__is_practice=True).delete()
        for club in Club.objects.filter(is_practice=True):
            increment_club_version(club.pk)
