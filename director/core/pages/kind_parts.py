"""What pages ask of a kind of event.

A kind is the sum of these classes, one for each room that asks (``ask_kind``).
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Protocol

from django.http import HttpRequest, HttpResponse

from director.core.night.phones import count_live_addresses
from director.event_kinds import EventKind
from director.models import Access, Event, Session
from director.models.event import SectionRef


class TonightRow(Protocol):
    """A session in the list on the page Tonight."""

    url_name: ClassVar[str]  # the name of the URL that opens it

    @property
    def session(self) -> Session:
        """The session."""

    @property
    def ref(self) -> SectionRef:
        """The reference to its section in the addresses of its steps."""

    @property
    def progress_text(self) -> str:
        """The progress of the session, in words."""

    @property
    def progress(self) -> Any:
        """The progress of the session, in figures (``NightProgress``)."""

    @property
    def next_step(self) -> Any:
        """The step that needs the director."""


@dataclass(frozen=True, slots=True)
class HourFact:
    """Something that a director looks up while a night runs: *label* "Late", *text* "table 3"."""

    label: str
    text: str
    address: str = ""  # of the page where the director deals with it
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class NextHour:
    """What the next hour of a running night needs: its *facts* and the room's screen."""

    room_address: str
    facts: tuple[HourFact, ...] = ()


def list_phone_facts(accesses: Sequence[Access], address: str) -> list[HourFact]:
    """Return at how many of the tables with *accesses* a phone is there, or nothing without any.

    *address* is where the director deals with phones. No query.
    """
    if not accesses:
        return []
    return [HourFact("Phones", f"{count_live_addresses(accesses)} of {len(accesses)}", address)]


class ShownKind(EventKind):
    """Its pages, at the desk and for visitors."""

    @abstractmethod
    def get_next_step_url_name(self, section_ref: SectionRef) -> str:
        """Return the name of the URL of the step that needs the director."""

    @abstractmethod
    def list_tonight_rows(self, today: date) -> Sequence[TonightRow]:
        """Return the events of *today*."""

    @abstractmethod
    def fetch_next_hours(self, nights: Sequence[Any]) -> Mapping[int, NextHour]:
        """Return what the next hour of running *nights* needs, by session key.

        The number of queries doesn't depend on the number of nights.
        """

    @abstractmethod
    def list_desk_addresses(self, event: Event) -> Sequence[str]:
        """Return the addresses of the steps of all sessions of *event*."""

    @abstractmethod
    def render_publishing_refusal(
        self, request: Any, event: Event, context: dict[str, Any]
    ) -> HttpResponse:
        """Return the page of results, with *context* saying why publishing was refused."""

    @abstractmethod
    def render_standings_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Return the page of the standings."""

    @abstractmethod
    def render_changes_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Return the page of the versions of the standings."""

    @abstractmethod
    def render_json_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Return the response with the results for programs."""
