"""One evening of the walk: its event, the people at its desks, and the pages that it has."""

from dataclasses import dataclass, field

from django.http import HttpResponse
from django.urls import resolve

from director.event_kinds import get_event_kind
from director.models import Event, Section, Session
from director.models.event import Contest
from director.party.models import Party
from tests.director.doors.page_forms import Door
from tests.director.sent_forms import Sent
from tests.factories import make_club
from tests.walk.desk import Desk, Trail
from tests.walk.kinds import KINDS
from tests.walk.people import People, make_people

KEPT = 12
"""Old pages that stay open in somebody's browser."""


@dataclass
class Evening:
    """An event of the walk. *kept* are forms that somebody has seen or sent earlier."""

    name: str
    event_id: int
    people: People
    kept: list[tuple[Door, Sent]] = field(default_factory=list)
    seen: dict[str, HttpResponse] = field(default_factory=dict)  # pages of the present state

    @property
    def event(self) -> Event:
        """The event as it is stored now."""
        return Event.objects.select_related("club").get(pk=self.event_id)

    @property
    def desk(self) -> Desk:
        """The desk of the first director."""
        return self.people.director

    @property
    def is_party(self) -> bool:
        """Whether the event is a party."""
        return self.event.contest == Contest.PROGRESSIVE

    @property
    def party(self) -> Party:
        """The party, of an event that is one."""
        return Party.objects.get(session__event=self.event_id)

    @property
    def sections(self) -> list[Section]:
        """The sections of the event, session by session; none of a party."""
        sections = Section.objects.filter(session__event=self.event_id)
        return list(sections.select_related("session__event__club").order_by("session", "letter"))

    @property
    def bases(self) -> list[str]:
        """Where the addresses of the steps begin, for each section: ``/sessions/1/``."""
        if self.is_party:
            return [f"/parties/{self.party.session_id}/"]
        return [f"/sessions/{section.ref}/" for section in self.sections]

    @property
    def steps(self) -> list[str]:
        """The addresses of the steps of all sections."""
        return list(get_event_kind(self.event).list_desk_addresses(self.event))

    def read(self, path: str) -> HttpResponse:
        """Return the page at *path* as the director has it in the present state, opened once."""
        if path not in self.seen:
            self.seen[path] = self.desk.open(path)
        return self.seen[path]

    def keep(self, door: Door, sent: Sent) -> None:
        """Let a form stay open in a browser, to be sent later."""
        self.kept = [*self.kept[1 - KEPT :], (door, sent)]


def resolve_name(path: str) -> str:
    """Return the name of the address *path*."""
    return resolve(path.partition("?")[0]).url_name or ""


def get_session_at(base: str) -> Session:
    """Return the session whose addresses begin with *base*, as it is stored now."""
    return Session.objects.get(pk=int(base.split("/")[2].partition("-")[0]))


def make_evening(name: str, trail: Trail) -> Evening:
    """Begin an evening of the kind *name*."""
    make_club()
    people = make_people(trail)
    event = KINDS[name].begin(people.director)
    return Evening(name, event.pk, people)
