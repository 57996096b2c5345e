"""The practice club: events on no list, with invented people, which are deleted with one press."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.demo import FIRST_NAMES, LAST_NAMES
from director.core.base.versions import increment_club_version
from director.models import Club, Event, Person, Session
from director.names import make_name_key

PRACTICE = "Practice"


@dataclass(frozen=True, slots=True)
class PracticeTip:
    """What a step of a practice event says to do. It ends with what to press next, in asterisks.

    If the step *is_done*, *text* says so. *fill_label* is the button that invents the rest, if any is
    missing.
    """

    text: str
    is_done: bool = False
    fill_label: str = ""

    @property
    def mark(self) -> str:
        """A text that differs for every tip, by which a page asks whether it has changed."""
        return sha256(repr((self.text, self.is_done, self.fill_label)).encode()).hexdigest()[:12]


class PracticeDesk(ABC):
    """How a kind of event is practised: what is invented, and what each step says to do."""

    name: str
    """What is practised, as a heading."""
    description: str
    """A sentence about it."""
    drawing: str
    """The template of its drawing."""
    invented_steps: tuple[str, ...]
    """The keys of the steps in which the rest can be invented."""

    @abstractmethod
    def create_event(self, club: Club, day: date) -> Session:
        """Store a new practice event of *club*, and return its session."""

    @abstractmethod
    def fetch_night(self, session: Session) -> Any:
        """Return *session* with the state of its steps, as its pages have it."""

    @abstractmethod
    def make_tip(self, night: Any, step: str) -> PracticeTip:
        """Return what *step* says to do now. *night* is the session with the state of its steps."""

    @abstractmethod
    def fill_step(self, session: Session, step: str, user: User | None) -> str:
        """Invent what is missing in *step*, one of ``invented_steps``. Return a message."""


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
