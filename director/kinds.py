"""The kinds of events, and what each of them does with what every event has.

A kind is a folder beside this file with a ``kind.py`` that says everything the rest of the program asks of it; here it
is named, and that is all there is to adding one.  The folders are imported when a kind is first asked for: they stand
above ``desk``, which asks.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
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


class StartEvent(Protocol):
    """Starting a night: its session is returned."""

    def __call__(self, *, club: Club, name: str, on: date, game: str) -> Session:
        """Store the event with all that belongs to it."""


class ChangeGame(Protocol):
    """Playing another game on a night that is set up."""

    def __call__(self, *, event: Event, game: str) -> None:
        """Give *event* the *game* with what usually goes with it; the caller stores it."""


class Demo(Protocol):
    """An invented, complete night."""

    def __call__(self, *, seed: int, on: date) -> Event:
        """Return the night of *seed*, published."""


@dataclass(frozen=True, slots=True)
class PrintWishes:
    """How the sheets of an event are wanted: empty slips or cards, names, codes for phones, an order of trumps.

    A *selection* leaves some of them out.  Without *may_open* no private address is given to a table or a pair, nor
    printed: whoever asks may only read.  A preview has a code of nobody's in place of each private one.

    Without a *session* those of the last one are meant, without a *section* those of all its sections.
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

    *job* makes the sheets of an event, *opened* the private addresses that the sheets called so carry, *remarks* says
    what is printed otherwise than asked for, *printed* remembers that the sheets called so were printed, *spare* is
    what can be had empty, so many *cards_per_page* can share one.
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
    """What a table is shown, and until when that is true whatever is stored; ``None`` for ever."""

    state: Json
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """A pair, a player or a team with its place in an event, as a season counts it.

    *people* are those who played, by their numbers and names; the first *starters* of them began.  Those of the same
    *group* are ranked together.
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
    """The places of an event; *why_not* says in a sentence why it has none, empty where it has."""

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
    """A kind's own part of a table's address; *template* is its page."""

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
        """Return a few names that can be meant by *text*, ``None`` where the table is not asked who sits there."""

    def name(self, access: Access, said: PhoneEntry) -> PhoneAnswer:
        """Take in who sits in a seat of the table.

        :raises DeskError: if that cannot be, or is not asked
        """


OwnPage = Callable[[HttpRequest, Any, int], HttpResponse]
"""Answers whoever has a private address, an ``OpenAddress``, with a page: of a board, or (0) the first."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """A way of playing, from the first question to the last file."""

    contest: Contest
    called: str  # what a night is usually called after its day: "Tuesday pairs"
    games: tuple[str, tuple[tuple[str, str], ...]]  # what is offered under "What is played?", under which heading
    asked: tuple[str, ...]  # the same in a sentence: "duplicate bridge", "duplicate whist"
    back: tuple[str, str, str]  # how its addresses begin, the name of the one that opens a night, and that in words
    start: StartEvent
    change_game: ChangeGame | None  # None where the game is asked for later
    home: Callable[[SectionPlace], str]  # the name of the address of the step that needs the director
    tonight: Callable[[date], Sequence[TonightRow]]
    pages: Callable[[Event], Sequence[str]]  # the addresses of the steps of all its nights
    standings: Callable[[Event], StandingsRead]
    correction: Callable[[Event, User | None], AbstractContextManager[object]]
    tables: Callable[[Event], EventTables]
    as_json: Callable[[Event], dict[str, Any]]
    missing: Callable[[Event], str]  # what of its results, in words; empty where they are complete
    differences: Callable[[Event], list[str]]  # between two routes to every figure
    paper: PaperOfKind
    results_address: Callable[[Event], str]  # of the desk's page of results
    results_refused: Callable[[Any, Event, dict[str, Any]], HttpResponse]  # that page with why publishing is refused
    standings_page: Page
    changes_page: Page
    json_page: Page
    demo: Demo
    outcome: Callable[[Event], EventOutcome]  # who had which place, for seasons
    prefix: str = ""  # what stands before its games under "What is played?", where another kind offers the same
    table_door: TableApi | None = None  # what phones at the tables enter, None where nothing is
    names_door: NamesApi | None = None  # how tables say who sits there, None where they are not asked
    own_page: OwnPage | None = None  # what a pair is shown by its private address, None where nobody has one
    game_names: Callable[[Sequence[Event]], dict[int, str]] = lambda _events: {}  # of events with a name of their own
    seasons_shown: Callable[[Club], Sequence[tuple[str, str]]] = lambda _club: ()  # to visitors: name and address
    taken: Callable[[Event], object] = lambda _event: None  # what the club needs besides for an event of a file


@cache
def event_kinds() -> tuple[EventKind, ...]:
    """Return every kind of event there is."""
    return tuple(map(_kind, FOLDERS))


def kind_of(event: Event) -> EventKind:
    """Return what kind of event *event* is; those that stand behind it in the order are not imported for that."""
    return next(kind for kind in map(_kind, FOLDERS) if kind.contest == event.contest)


@cache
def _kind(folder: str) -> EventKind:
    kind: EventKind = import_module(f"director.{folder}.kind").KIND
    return kind


def kind_of_game(game: str) -> EventKind | None:
    """Return the kind that offers *game* under "What is played?"."""
    return next((kind for kind in event_kinds() if game in dict(kind.games[1])), None)
