"""The kinds of events, and what each of them does with what every event has.

A kind is a folder beside this file with a ``kind.py`` that says everything the rest of the program
asks of it; here it is named, and that is all there is to adding one.  The folders are imported when
a kind is first asked for: they stand above ``desk``, which asks.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from http import HTTPStatus
from importlib import import_module
from typing import Any, ClassVar, Protocol

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from director.formats.formats import EventTables
from director.models import Access, Club, Event, Session
from director.models.event import Contest, SectionPlace
from director.pdf.kinds import SheetKind
from director.pdf.selection import EVERYTHING, Selection

FOLDERS = ("pairs", "party", "individuals", "teams")
"""Where the kinds lie, in the order in which they are offered."""

Page = Callable[[HttpRequest, int], HttpResponse]
StandingsRead = list[dict[str, Any]]
"""Standings as a version keeps them: groups, each a title and rows."""
OF_EVENT = ""
"""The key of the facts that are of no single session."""


@dataclass(frozen=True, slots=True)
class StandingsSnapshot:
    """The standings of an event and the *facts* they depend on.

    *facts* hold, by session number, what each fact is called and its value in words, by a key that
    stays the same when sections or names change: ``{"1": {"line 7 3 5": ["Board 7, 3 N-S against 5
    E-W", "4SS=", "+420"]}}``. The third entry, of lines only, is the score. None if the kind says
    at each correction what changed.
    """

    standings: StandingsRead
    facts: dict[str, dict[str, list[str]]] | None = None


class TonightRow(Protocol):
    """One night of the list of tonight."""

    home: ClassVar[str]  # the name of the address that opens it

    @property
    def session(self) -> Session:
        """The session of that night."""

    @property
    def place(self) -> SectionPlace:
        """What the addresses of its steps call it."""

    @property
    def words(self) -> str:
        """How far it is."""

    @property
    def next_step(self) -> Any:
        """The step that needs the director."""


@dataclass(frozen=True, slots=True)
class PrintWishes:
    """How the sheets of an event are wanted.

    Empty slips or cards, names, codes for phones, an order of trumps.

    A *selection* leaves some of them out.  Without *may_open* no private address is given to a
    table or a pair, nor printed: whoever asks may only read.  A preview has a code of nobody's in
    place of each private one.

    Without a *session* those of the last one are meant, without a *section* those of all its
    sections.
    """

    spare: int = 0
    with_names: bool = True
    address: str = ""  # where phones find the program
    trumps: str = ""
    session: int = 0
    section: str = ""
    selection: Selection = EVERYTHING
    may_open: bool = True
    is_preview: bool = False


NO_WISHES = PrintWishes()


@dataclass(frozen=True, slots=True)
class PaperOfKind:
    """What a kind puts on paper.

    *job* makes the sheets of an event, *opened* the private addresses that the sheets called so
    carry, *remarks* says what is printed otherwise than asked for, *printed* remembers that the
    sheets called so were printed, *spare* is what can be had empty, so many *cards_per_page* can
    share one.
    """

    kinds: Sequence[SheetKind[Any]]
    job: Callable[[Event, PrintWishes], Any]
    opened: Callable[[Event, Any, Sequence[str]], None]
    printed: Callable[[Event, Any, Sequence[str]], None]
    spare: str
    cards_per_page: tuple[int, ...] = (1,)
    is_selective: bool = False  # whether only some tables, rounds, boards and pairs can be printed
    remarks: Callable[..., tuple[str, ...]] = lambda *_asked, **_wishes: ()


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableState:
    """What a table is shown, and how long it is valid.

    ``None`` means without end.
    """

    state: Json
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """A pair, a player or a team with its place in an event, as a season counts it.

    *people* are those who played, by their numbers and names; the first *starters* of them began.
    Those of the same *group* are ranked together.
    """

    name: str  # of a team, empty where it has none
    people: tuple[tuple[int, str], ...]
    starters: int
    group: str
    place: int
    total: Fraction
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """The places of an event.

    *why_not* is a sentence if it has none.
    """

    entrants: tuple[RankedEntrant, ...]
    is_complete: bool
    nameless: int = 0  # entrants without a player's name
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class PhoneEntry:
    """What a phone sent: the *key* it made for it, the figures, and what it says of itself."""

    key: str
    data: Mapping[str, Any] = field(default_factory=dict)
    device: str = ""
    side: str = ""
    at: datetime | None = None  # by the phone's own clock


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """The answer to what was said: a status as of HTTP and its body."""

    status: int
    body: Json


class TableApi(Protocol):
    """A kind's own part of a table's address.

    *template* is its page.
    """

    @property
    def template(self) -> str:
        """The template of the page."""

    def told(self, access: Access) -> TableState:
        """Return what the table of *access* is shown."""

    def result(self, access: Access, said: PhoneEntry) -> PhoneAnswer:
        """Take in what a table says was played, or the word of the opponents.

        :raises DeskError: if it cannot be
        :raises ScoringError: if it cannot be read, or is not possible
        """

    def others(self, access: Access, board_no: int, *, by_players: bool = True) -> Json | None:
        """Return what other tables made of a board, ``None`` where that is not to be seen.

        It is kept that those *by_players* asked have seen it.
        """


class NamesApi(Protocol):
    """What tables say of who sits there, in a kind that asks them."""

    def people(self, access: Access, text: str) -> list[str] | None:
        """Return a few people whose names fit *text*.

        ``None`` if the table isn't asked who sits there.
        """

    def name(self, access: Access, said: PhoneEntry) -> PhoneAnswer:
        """Take in who sits in a seat of the table.

        :raises DeskError: if that cannot be, or is not asked
        """


class EventKind(ABC):
    """A way of playing, from the first question to the last file.

    Code that deals with any event asks its kind and never which kind it is. A method that takes an
    event raises what its services raise.
    """

    contest: Contest
    called: str
    """What an event is usually called after its day: ``"Tuesday pairs"``."""
    games: tuple[str, tuple[tuple[str, str], ...]]
    """What is offered under "What is played?", under which heading."""
    asked: tuple[str, ...]
    """The same in a sentence: ``"duplicate bridge"``, ``"duplicate whist"``."""
    back: tuple[str, str, str]
    """How its addresses begin, the name of the one that opens an event, and that in words."""
    paper: PaperOfKind
    prefix: str = ""
    """What stands before its games under "What is played?", where another kind offers the same."""
    can_change_game: bool = False
    """Whether the game of an event that is set up can be changed."""
    table_door: TableApi | None = None
    """What phones at the tables enter, None where nothing is."""
    names_door: NamesApi | None = None
    """How tables say who sits there, None where they are not asked."""

    # Setting up

    @abstractmethod
    def start(self, *, club: Club, name: str, on: date, game: str) -> Session:
        """Store a new event, and return its session."""

    @abstractmethod
    def change_game(self, event: Event, game: str) -> None:
        """Give *event* the *game* with its usual settings.

        The caller saves it.

        :raises DeskError: if results are in
        """

    @abstractmethod
    def demo(self, *, seed: int, on: date) -> Event:
        """Return an invented, complete, published event.

        The same *seed* gives the same one.
        """

    @abstractmethod
    def after_import(self, event: Event) -> None:
        """Store what the club needs for an event that came with a file.

        :raises DeskError: if the event can't be one of this kind
        """

    # The desk's pages

    @abstractmethod
    def home(self, place: SectionPlace) -> str:
        """Return the name of the address of the step that needs the director."""

    @abstractmethod
    def tonight(self, today: date) -> Sequence[TonightRow]:
        """Return the events of *today*."""

    @abstractmethod
    def pages(self, event: Event) -> Sequence[str]:
        """Return the addresses of the steps of all sessions of *event*."""

    @abstractmethod
    def results_address(self, event: Event) -> str:
        """Return the address of the desk's page of results."""

    @abstractmethod
    def results_refused(self, request: Any, event: Event, context: dict[str, Any]) -> HttpResponse:
        """Answer with the page of results and why publishing was refused."""

    # What visitors read

    @abstractmethod
    def standings_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with the standings."""

    @abstractmethod
    def changes_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with the versions of the standings."""

    @abstractmethod
    def json_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with the results for programs."""

    def own_page(self, request: HttpRequest, address: Any, board_no: int) -> HttpResponse:
        """Answer whoever has the private *address* with a page: of a board, or (0) the first."""
        return HttpResponse(status=HTTPStatus.NOT_FOUND)

    # Results

    @abstractmethod
    def standings_snapshot(self, event: Event) -> StandingsSnapshot:
        """Return the standings and what they depend on, for a version."""

    @abstractmethod
    def outcome(self, event: Event) -> EventOutcome:
        """Return who had which place, for seasons."""

    @abstractmethod
    def correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Return a context in which results may change.

        Published results get a new version.

        :raises FinalError: on entering it, if the results are final
        """

    @abstractmethod
    def missing(self, event: Event) -> str:
        """Return in words which results are missing, empty where they are complete."""

    @abstractmethod
    def differences(self, event: Event) -> list[str]:
        """Return the differences between two calculations of every figure."""

    # Files

    @abstractmethod
    def tables(self, event: Event) -> EventTables:
        """Return what the files of *event* are made of."""

    @abstractmethod
    def as_json(self, event: Event) -> dict[str, Any]:
        """Return the results for programs."""

    # The club's own pages

    def game_names(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the names of the games of those *events* whose game has a name of its own."""
        return {}

    def seasons_shown(self, club: Club) -> Sequence[tuple[str, str]]:
        """Return the seasons of this kind that visitors read: name and address."""
        return ()


@cache
def event_kinds() -> tuple[EventKind, ...]:
    """Return every kind of event there is."""
    return tuple(map(_kind, FOLDERS))


def kind_of(event: Event) -> EventKind:
    """Return the kind of *event*.

    Kinds that come later in the order aren't imported for it.
    """
    return next(kind for kind in map(_kind, FOLDERS) if kind.contest == event.contest)


@cache
def _kind(folder: str) -> EventKind:
    kind: EventKind = import_module(f"director.{folder}.kind").KIND
    return kind


def kind_of_game(game: str) -> EventKind | None:
    """Return the kind that offers *game* under "What is played?"."""
    return next((kind for kind in event_kinds() if game in dict(kind.games[1])), None)
