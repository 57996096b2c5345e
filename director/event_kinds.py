"""The kinds of events: what each of them is and offers, and the list of them.

There are two: with boards, one for each contest (``BoardsKind``), and parties (``PartyKind``). Each is
registered by an application when it is ready, pairs by ``director.boards``. Code for all events calls
the methods of the kind and never asks which kind it is.

What a room asks of a kind is a class in its ``kind_parts.py``, such as ``PrintedKind``. A kind is the
sum of these classes, and a room asks ``ask_kind(event, PrintedKind)``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from director.models import Club, Event, Session

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

    Here is how it is offered and set up. Errors are those of the kind's own services.
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


EVENT_KINDS: dict[str, EventKind] = {}
"""The kinds of events by contest, pairs first."""


def register_event_kind(kind: EventKind) -> None:
    """Add *kind* to the kinds of events. An application does so when it is ready."""
    EVENT_KINDS[kind.contest] = kind


def list_event_kinds() -> tuple[EventKind, ...]:
    """Return every kind of event, in the order in which the settings name their applications."""
    return tuple(EVENT_KINDS.values())


Part = TypeVar("Part", bound=EventKind)


def ask_kind(event: Event, part: type[Part]) -> Part:
    """Return the kind of *event* as the *part* of it that a room asks, which every kind has.

    :raises EndedKindError: as :func:`get_event_kind`
    """
    kind = get_event_kind(event)
    if not isinstance(kind, part):
        raise TypeError(f"{kind.contest} is no {part.__name__}")
    return kind


def list_kinds(part: type[Part]) -> list[Part]:
    """Return every kind of event that has this *part*."""
    return [kind for kind in list_event_kinds() if isinstance(kind, part)]


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
    try:
        return EVENT_KINDS[contest]
    except KeyError:
        raise EndedKindError(contest) from None


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
