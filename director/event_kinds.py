"""The kinds of events: what each of them is and offers, and the list of them.

There are two: with boards, one for each contest (``BoardsKind``), and parties (``PartyKind``). Each is
registered by an application before it is asked, pairs by ``director.boards``. Code for all events calls
the methods of the kind and never asks which kind it is.

``get_event_kind(event)`` returns the kind of an event.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from director.hooks import Registry
from director.models import Club, Event, Session
from director.models.event import SectionRef

if TYPE_CHECKING:  # the rooms of the core name what they ask
    from director.core.base.standings_versions import StandingsSnapshot
    from director.core.club.outcomes import EventOutcome
    from director.core.night.doubts import OpenDoubt
    from director.core.night.money import EntryFee, NightAccount
    from director.core.night.practice import PracticeDesk
    from director.core.night.printing import PrintService
    from director.core.night.repeats import NightRepeat
    from director.core.night.table_api import PhonesPage, TableApi
    from director.core.pages.next_hour import NextHour, TonightRow
    from director.formats.formats import EventTables

PageView = Callable[[HttpRequest, int], HttpResponse]


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games listed together when a night is started: their *name* and a *description* about them.

    *games* are the keys and names of the games.
    """

    name: str
    description: str
    games: tuple[tuple[str, str], ...]


class EventKind(ABC):
    """A kind of event: with boards (pairs, individuals or teams), or a party.

    Errors are those of the kind's own services.
    """

    contest: str
    default_name: str
    """The usual name of an event after its day, as in ``"Tuesday pairs"``."""
    game_groups: tuple[GameGroup, ...]
    """The games that can be started."""
    game_phrases: tuple[str, ...]
    """The games for a sentence: ``"duplicate bridge"``, ``"duplicate whist"``."""
    event_link: tuple[str, str, str]
    """The beginning of its addresses, the name of the URL that opens an event, and its label."""
    prefix: str = ""
    """Precedes the keys of its games if another kind offers the same games."""
    can_change_game: bool = False
    """Whether the game of an event can be changed after it is set up."""

    @property
    def method_keys(self) -> frozenset[str] | None:
        """The scoring methods that an event can have, or None if it has its method elsewhere."""
        return None

    def make_ended_condition(self) -> Q | None:
        """Return the condition of events that this version keeps and no longer plays, or None."""
        return None

    def find_ended_method(self, _event: Event) -> str:
        """Return the key of the method of an event that this version no longer plays, or ""."""
        return ""

    @abstractmethod
    def create_event(self, *, club: Club, game: str, **settings: Any) -> Session:
        """Store a new event of *game*, and return its session. *settings* are fields of the event.

        :raises TypeError: if an event has no such setting
        """

    def get_default_names_by_game(self) -> dict[str, str]:
        """Return the usual name of an event after its day, by the key of each game."""
        return {
            game: self.default_name for group in self.game_groups for game, _name in group.games
        }

    def fetch_game_keys_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the key of the game of each of *events* among those that can be started."""
        return {event.pk: f"{self.prefix}{event.game}" for event in events}

    @abstractmethod
    def change_game(self, event: Event, game: str) -> None:
        """Set *game* with its usual settings on *event*, which the caller saves.

        :raises DeskError: if results have been entered
        """

    @abstractmethod
    def create_demo_event(self, *, seed: int, event_date: date) -> Event:
        """Store an invented, complete, published event. The same *seed* gives the same event."""

    # Its pages, at the desk and for visitors.

    @abstractmethod
    def get_next_step_url_name(self, section_ref: SectionRef) -> str:
        """Return the name of the URL of the step that needs the director."""

    @abstractmethod
    def list_tonight_rows(self, today: date) -> "Sequence[TonightRow]":
        """Return the events of *today*."""

    @abstractmethod
    def fetch_next_hours(self, nights: Sequence[Any]) -> "Mapping[int, NextHour]":
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

    # How an earlier night is repeated.

    @abstractmethod
    def make_set_up_condition(self) -> Q:
        """Return the condition of events of this kind that can be repeated, because they were set up."""

    @abstractmethod
    def describe_repeat(self, event: Event) -> "NightRepeat | None":
        """Return what a night like *event* has, or None if *event* wasn't set up."""

    @abstractmethod
    def repeat_event(
        self,
        event: Event,
        *,
        name: str,
        date: date,
        user: User | None,
        settings: Mapping[str, Any],
    ) -> Session:
        """Store an event like *event* with these *settings*, and return its session.

        :raises DeskError: if its movement or settings can't be stored any more
        """

    # What is missing or in doubt before results are given away.

    @abstractmethod
    def get_results_address(self, event: Event) -> str:
        """Return the address of the desk's page of results."""

    @abstractmethod
    def describe_missing_results(self, event: Event) -> str:
        """Return the missing results in words, or "" if results are complete."""

    def list_unsettled_doubts(self, event: Event) -> "list[OpenDoubt]":
        """Return the open doubts about the results of *event* that are entered."""
        return []

    # Its sheets.

    paper: "PrintService"

    # How phones enter results of games that only this kind knows. Kinds with boards need none.

    table_api: "TableApi | None" = None
    """How tables enter results, if only this kind knows it."""
    phones_page: "type[PhonesPage] | None" = None
    """How it fills the page of private links, or None."""

    # How it is practised.

    practice: "PracticeDesk | None" = None
    """How it is practised, or None."""

    # Its standings, for a version.

    @abstractmethod
    def make_standings_snapshot(self, event: Event) -> "StandingsSnapshot":
        """Return the standings and the facts they depend on, for a version."""

    # What the lists of a club and its seasons count.

    @property
    def percent_methods(self) -> frozenset[str]:
        """The scoring methods by which an event has percentages."""
        return frozenset()

    @abstractmethod
    def compute_outcomes_by_event_id(self, events: Sequence[Event]) -> "dict[int, EventOutcome]":
        """Return the places of all entrants of each of *events*, by its number, for seasons."""

    @abstractmethod
    def open_correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Return a context manager in which results may change. Published ones get a new version.

        :raises FinalError: on entering it, if the results are final
        """

    def fetch_game_names_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return names of games by event, for those *events* whose game has its own name."""
        return {}

    def fetch_score_units_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return what the totals of each of *events* are counted in: "games", "victory points"."""
        return {}

    # A kind of event with an account of its own, as the money of a club asks it.

    has_accounts: bool = False
    """Whether its sessions have accounts of their own."""

    def fetch_accounts(self, events: QuerySet[Event]) -> "Sequence[NightAccount]":
        """Return the accounts of the sessions of *events* that have money.

        All *events* are of the kind. The number of queries doesn't depend on them.
        """
        return ()

    def fetch_entry_fee(self, event: Event) -> "EntryFee":
        """Return what each player of *event* pays, with those who have a name.

        It is called only if it has accounts.
        """
        raise NotImplementedError

    # What files and programs read of it.

    @abstractmethod
    def check_import(self, event: Event) -> None:
        """Check that the imported *event* can be of this kind.

        :raises DeskError: if its records don't fit
        """

    @abstractmethod
    def make_export_tables(self, event: Event) -> "EventTables":
        """Return the tables from which the files of *event* are made."""

    @abstractmethod
    def serialize_results(self, event: Event) -> dict[str, Any]:
        """Return the results for programs."""


EVENT_KINDS: Registry[str, EventKind] = Registry("kind of event")
"""The kinds of events by contest, pairs first."""


def register_event_kind(kind: EventKind) -> None:
    """Add *kind* to the kinds of events. An application does so in its ``register``."""
    EVENT_KINDS.register(kind, kind.contest)


def list_event_kinds() -> tuple[EventKind, ...]:
    """Return every kind of event, in the order in which the settings name their applications."""
    return EVENT_KINDS.list_values()


class EndedKindError(Http404):
    """This version no longer has the contest or scoring method *key*, which an event needs.

    Lists leave such events out (``filter_playable``), except Nights, which needs no kind. Their other
    addresses answer with a sentence.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def get_event_kind(event: Event) -> EventKind:
    """Return the kind of *event*.

    :raises EndedKindError: if there is no such kind any more, or not the event's scoring method
    """
    kind = get_contest_kind(event.contest)
    if kind.method_keys is not None and event.scoring not in kind.method_keys:
        raise EndedKindError(event.scoring)
    return kind


def has_event_kind(event: Event) -> bool:
    """Return whether this version has the kind of *event*, and its scoring method."""
    try:
        get_event_kind(event)
    except EndedKindError:
        return False
    return True


def get_contest_kind(contest: str) -> EventKind:
    """Return the kind of events of *contest*.

    :raises EndedKindError: if there is no such kind any more
    """
    kind = EVENT_KINDS.find(contest)
    if kind is None:
        raise EndedKindError(contest)
    return kind


def filter_playable(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the *events* whose kind and method this version has."""
    kinds = list_event_kinds()
    # The event of a party has no method: the party has.
    method_keys = {key for kind in kinds for key in kind.method_keys or ("",)}
    events = events.filter(
        contest__in=[kind.contest for kind in kinds], scoring__in=sorted(method_keys)
    )
    for kind in kinds:
        if (has_ended := kind.make_ended_condition()) is not None:
            events = events.exclude(has_ended)
    return events


def find_kind_of_game(game: str) -> EventKind | None:
    """Return the kind that offers *game* when a night is started, or None."""
    for kind in list_event_kinds():
        if any(game in dict(group.games) for group in kind.game_groups):
            return kind
    return None
