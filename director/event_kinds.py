"""The kinds of events, and the interface by which the rest of the program uses them.

There are two: with boards, one for each contest (``BoardsKind``), and parties (``PartyKind``). Each is
registered by an application when it is ready, pairs by ``director.boards``. Code for all events calls
the methods of the kind and never asks which kind it is.

The records in this module are what kinds return and accept: standings for a version, places for a
season, sheets for the printer, and what phones at the tables send and show.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum, StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Any, ClassVar, Protocol

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from director.formats.formats import EventTables
from director.models import Access, Club, Event, Session
from director.models.event import SectionRef, Stage
from director.pdf.selection import ALL_SHEETS, Selection
from director.pdf.sheet_kinds import SheetKind

PageView = Callable[[HttpRequest, int], HttpResponse]
StoredStandings = list[dict[str, Any]]
"""The standings stored in a version: groups, each with a title and rows."""
EVENT_FACTS_KEY = ""
"""The key of facts that belong to the event and not to a session."""


@dataclass(frozen=True, slots=True)
class PartyGames:
    """The games of a party by contestant, and the *method* and *options* by which they count.

    *contestant_word* begins the sentence about one of them, such as ``"Player"``.
    """

    method: str
    options: Mapping[str, Any]
    games: Any
    presences: Any
    contestant_word: str


@dataclass(frozen=True, slots=True)
class StandingsSnapshot:
    """The standings of an event and the *facts_by_session* they depend on.

    *facts_by_session* are dictionaries by session number. Each fact is its subject, its value in words and, for
    a line, its score: ``{"1": {"line 7 3 5": ["Board 7, 3 N-S against 5 E-W", "4SS=", "+420"]}}``.
    Its key stays the same when sections or names change. *facts_by_session* is None if the kind itself names the
    changes of each correction.
    """

    standings: StoredStandings
    facts_by_session: dict[str, dict[str, list[str]]] | None = None


class DoubtKind(StrEnum):
    """What a doubt about results is of, as programs read it. The values never change."""

    MISSING = "missing"
    OFF_SCHEDULE = "off schedule"
    DISPUTED = "disputed"
    TURNED_WINNER = "another winner"
    STALE_DRAW = "drawn before a correction"
    VOID = "void"
    WRONG_SUM = "wrong sum"


@dataclass(frozen=True, slots=True)
class OpenDoubt:
    """A doubt about the results in *message*, and the link to the page where it is settled.

    *label* says it in a few words.
    """

    kind: DoubtKind
    message: str
    label: str
    name: str
    address: str


def serialize_doubts(doubts: Iterable[OpenDoubt]) -> dict[str, Any]:
    """Return *doubts* as a part of the results for programs, empty without any."""
    parts = [{"kind": doubt.kind.value, "text": doubt.message} for doubt in doubts]
    return {"doubts": parts} if parts else {}


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games listed together when a night is started: their *name* and a *description* about them.

    *games* are the keys and names of the games.
    """

    name: str
    description: str
    games: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NightRepeat:
    """What a night like an earlier one has, in *text*: "14 pairs, Mitchell 7 × 4".

    *minutes* are those of play, 0 if unknown, and *ended_at* is when play ended then. If it
    *has_movement*, the number of entrants and the movement are taken over, else only the settings.
    """

    text: str
    minutes: int = 0
    ended_at: datetime | None = None
    has_movement: bool = True


class TonightRow(Protocol):
    """A session in the list on the page Tonight."""

    url_name: ClassVar[str]  # the name of the URL that opens it

    @property
    def session(self) -> Session:
        """The session."""

    @property
    def place(self) -> SectionRef:
        """The place of its section in the addresses of its steps."""

    @property
    def words(self) -> str:
        """The progress of the session, in words."""

    @property
    def progress(self) -> Any:
        """The progress of the session, in figures (``NightProgress``)."""

    @property
    def next_step(self) -> Any:
        """The step that needs the director."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Options for printing the sheets of an event.

    A *selection* leaves some sheets out. Unless *can_open_links*, private links are neither created nor
    printed, because the user may only read. A preview has an invalid code in place of each private
    one.

    Without a *session_no* the last one is printed, and without a *section_letter* all sections of the session.
    """

    spare_count: int = 0  # number of empty slips or cards
    has_names: bool = True
    program_url: str = ""  # of the program, for codes that phones scan
    trump_order: str = ""  # the order of trump suits
    session_no: int = 0
    section_letter: str = ""
    selection: Selection = ALL_SHEETS
    can_open_links: bool = True
    is_preview: bool = False


DEFAULT_PRINT_OPTIONS = PrintOptions()


@dataclass(frozen=True, slots=True)
class PrintService:
    """The sheets of a kind, and the functions that print them.

    - *sheet_kinds* are the kinds of its sheets;
    - *make_print_job* returns the contents of an event's sheets;
    - *create_links* creates the private links on the sheets with the given keys;
    - *record_printed* records that the sheets with the given keys were printed;
    - *list_remarks* returns sentences about options that can't be followed;
    - *blank_sheets_label* names the sheets that can be printed empty.
    """

    sheet_kinds: Sequence[SheetKind[Any]]
    make_print_job: Callable[[Event, PrintOptions], Any]
    create_links: Callable[[Event, Any, Sequence[str]], None]
    record_printed: Callable[[Event, Any, Sequence[str]], None]
    blank_sheets_label: str
    cards_per_page_choices: tuple[int, ...] = (1,)  # the choices of how many cards share a page
    is_selective: bool = False  # whether single tables, rounds, boards and pairs can be printed
    list_remarks: Callable[..., tuple[str, ...]] = lambda *_args, **_options: ()


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableState:
    """The *state* that the phones of a table show, valid *valid_until* a time if one is given."""

    state: Json
    valid_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """A pair, a player or a team with its place in an event, for seasons.

    *people* are the keys and names of those who played; the first *starter_count* of them began the
    event. Entrants of the same *group* are ranked together, and those of a *prize_group* compete for
    its prizes.
    """

    name: str  # of a team; empty without a name
    people: tuple[tuple[int, str], ...]
    starter_count: int
    group: str
    rank: int
    total: Fraction
    percent: Fraction | None = None
    prize_group: str = ""
    played_game_count: int = 0


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """The places of an event. *unit* names that of the totals.

    *missing_reason* is a sentence if there are none.
    """

    entrants: tuple[RankedEntrant, ...]
    is_complete: bool
    unit: str = ""
    nameless_count: int = 0  # entrants without a player's name
    missing_reason: str = ""


@dataclass(frozen=True, slots=True)
class PhoneEntry:
    """An entry of a phone: a *key* chosen by the phone, figures, and a description of the phone.

    An entry that is sent twice has the same key.
    """

    key: str
    data: Mapping[str, Any] = field(default_factory=dict)
    device: str = ""
    side: str = ""
    entered_at: datetime | None = None  # by the phone's own clock


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """The answer to an entry: an HTTP status and a body."""

    status: int
    body: Json


class ResultsReader(Enum):
    """Who asks for results of other tables."""

    TABLE = "table"
    PAIR = "pair"
    PROGRAM = "program"
    DESK = "desk"

    @property
    def is_player(self) -> bool:
        """Whether players read the results, who then may no longer change their own."""
        return self is not ResultsReader.DESK


class TableApi(ABC):
    """How tables enter results by phone."""

    template: ClassVar[str]
    """The template of the page."""

    @abstractmethod
    def read_state(self, access: Access) -> TableState:
        """Return the state of the table with the private link *access*."""

    @abstractmethod
    def store_result(self, access: Access, entry: PhoneEntry) -> PhoneAnswer:
        """Store a result that a table entered, or the confirmation of the opponents.

        :raises DeskError: if the entry isn't allowed now
        :raises ScoringError: if the result can't be parsed, or is impossible
        """

    def reveal_board(self, access: Access, board_no: int, *, reader: ResultsReader) -> Json | None:
        """Return other tables' results of a board, and record that *reader* has seen them.

        None if the table may not see them, or plays no boards.
        """
        return None


class PhonesPage(ABC):
    """What differs between kinds of event on the page of private links.

    The other methods take the context that :meth:`make_context` returned.
    """

    url_prefix: ClassVar[str]
    """The beginning of its URL names."""
    no_tables_template: ClassVar[str]
    """The template that says why there are no tables."""
    new_phones_template: ClassVar[str] = ""
    """The part of Play with new phones, if it is asked for apart."""

    @abstractmethod
    def load_session(self, place: Any) -> Session:
        """Return the session of a section or party."""

    @abstractmethod
    def make_context(self, place: Any) -> dict[str, Any]:
        """Return the context of the page of a section or party."""

    @abstractmethod
    def count_tables(self, context: dict[str, Any]) -> int:
        """Return the number of tables."""

    def make_form(self, context: dict[str, Any], data: QueryDict | None) -> Form | None:
        """Return the form of how results are entered, or None if there is nothing to set."""
        return None

    def store_settings(self, context: dict[str, Any], form: Any, user: User) -> str:
        """Store the valid *form* and return a message."""
        raise NotImplementedError

    def is_on_paper(self, context: dict[str, Any], table_no: int) -> bool:
        """Return whether a table enters its results on paper."""
        return False


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


class EventKind(ABC):
    """A kind of event: with boards (pairs, individuals or teams), or a party.

    Code for all events calls these methods and never asks which kind it is. They are grouped by the
    parts of the program that call them: setting up, the desk's pages, visitors' pages, results, files
    and the club's pages. Errors are those of the kind's own services.
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
    paper: PrintService
    prefix: str = ""
    """Precedes the keys of its games if another kind offers the same games."""
    can_change_game: bool = False
    """Whether the game of an event can be changed after it is set up."""
    table_api: TableApi | None = None
    """How phones enter results of games that only this kind knows, or None."""
    phones_page: type[PhonesPage] | None = None
    """How it fills the page of private links, if it has a ``table_api``."""
    practice: PracticeDesk | None = None
    """How it is practised, or None."""

    @property
    def method_keys(self) -> frozenset[str] | None:
        """The scoring methods that an event can have, or None if it has its method elsewhere."""
        return None

    @property
    def percent_methods(self) -> frozenset[str]:
        """The scoring methods by which an event has percentages."""
        return frozenset()

    # Setting up

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
    def make_set_up_condition(self) -> Q:
        """Return the condition of events of this kind that can be repeated, because they were set up."""

    @abstractmethod
    def describe_repeat(self, event: Event) -> NightRepeat | None:
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

    @abstractmethod
    def create_demo_event(self, *, seed: int, event_date: date) -> Event:
        """Store an invented, complete, published event. The same *seed* gives the same event."""

    @abstractmethod
    def check_import(self, event: Event) -> None:
        """Check that the imported *event* can be of this kind.

        :raises DeskError: if its records don't fit
        """

    # The desk's pages

    @abstractmethod
    def get_next_step_url_name(self, section_ref: SectionRef) -> str:
        """Return the name of the URL of the step that needs the director."""

    @abstractmethod
    def list_tonight_rows(self, today: date) -> Sequence[TonightRow]:
        """Return the events of *today*."""

    @abstractmethod
    def list_desk_addresses(self, event: Event) -> Sequence[str]:
        """Return the addresses of the steps of all sessions of *event*."""

    @abstractmethod
    def get_results_address(self, event: Event) -> str:
        """Return the address of the desk's page of results."""

    @abstractmethod
    def render_publishing_refusal(
        self, request: Any, event: Event, context: dict[str, Any]
    ) -> HttpResponse:
        """Return the page of results, with *context* saying why publishing was refused."""

    # What visitors read

    @abstractmethod
    def render_standings_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Return the page of the standings."""

    @abstractmethod
    def render_changes_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Return the page of the versions of the standings."""

    @abstractmethod
    def render_json_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Return the response with the results for programs."""

    def list_table_lines(self, session: Session) -> list[Json]:
        """Return what the tables of *session* have to report, with what is entered so far."""
        return []

    # Results

    @abstractmethod
    def make_standings_snapshot(self, event: Event) -> StandingsSnapshot:
        """Return the standings and the facts they depend on, for a version."""

    @abstractmethod
    def compute_outcomes_by_event_id(self, events: Sequence[Event]) -> dict[int, EventOutcome]:
        """Return the places of all entrants of each of *events*, by its number, for seasons."""

    @abstractmethod
    def open_correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Return a context manager in which results may change. Published ones get a new version.

        :raises FinalError: on entering it, if the results are final
        """

    @abstractmethod
    def describe_missing_results(self, event: Event) -> str:
        """Return the missing results in words, or "" if results are complete."""

    def list_unsettled_doubts(self, event: Event) -> list[OpenDoubt]:
        """Return the open doubts about the results of *event* that are entered."""
        return []

    def list_open_doubts(self, event: Event) -> list[OpenDoubt]:
        """Return what is missing in *event* and what isn't settled.

        Whoever gives its results away asks here first: Publish, *Make final*, e-mail.
        """
        doubts = []
        if missing := self.describe_missing_results(event):
            address = self.get_results_address(event)
            doubts.append(OpenDoubt(DoubtKind.MISSING, f"{missing}.", missing, "Results", address))
        return [*doubts, *self.list_unsettled_doubts(event)]

    @abstractmethod
    def list_checked_scores(self, event: Event) -> Sequence[Any]:
        """Return what a second calculation compares.

        With boards this is a ``ScoringField`` for each field of the standings, of a party
        ``PartyRecord``. A party before its first game has none.
        """

    # Files

    @abstractmethod
    def make_export_tables(self, event: Event) -> EventTables:
        """Return the tables from which the files of *event* are made."""

    @abstractmethod
    def serialize_results(self, event: Event) -> dict[str, Any]:
        """Return the results for programs."""

    # The club's own pages

    def fetch_game_names_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return names of games by event, for those *events* whose game has its own name."""
        return {}

    def fetch_score_units_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return what the totals of each of *events* are counted in: "games", "victory points"."""
        return {}


EVENT_KINDS: dict[str, EventKind] = {}
"""The kinds of events by contest, pairs first."""


def register_event_kind(kind: EventKind) -> None:
    """Add *kind* to the kinds of events. An application does so when it is ready."""
    EVENT_KINDS[kind.contest] = kind


def list_event_kinds() -> tuple[EventKind, ...]:
    """Return every kind of event, in the order in which the settings name their applications."""
    return tuple(EVENT_KINDS.values())


class LeftOutError(Http404):
    """The program was set up without something that an event needs.

    Lists leave such events out (``filter_playable``). Their other addresses answer with a sentence.
    """


class KindLeftOutError(LeftOutError):
    """The program was set up without the kind of events of *contest*."""

    def __init__(self, contest: str) -> None:
        self.contest = contest
        super().__init__(contest)


class MethodLeftOutError(LeftOutError):
    """The program was set up without the scoring method with the key *method*."""

    def __init__(self, method: str) -> None:
        self.method = method
        super().__init__(method)


def get_event_kind(event: Event) -> EventKind:
    """Return the kind of *event*.

    :raises KindLeftOutError: if the program was set up without it
    :raises MethodLeftOutError: if the program was set up without the event's scoring method
    """
    kind = get_contest_kind(event.contest)
    if kind.method_keys is not None and event.scoring not in kind.method_keys:
        raise MethodLeftOutError(event.scoring)
    return kind


def get_contest_kind(contest: str) -> EventKind:
    """Return the kind of events of *contest*.

    :raises KindLeftOutError: if the program was set up without it
    """
    try:
        return EVENT_KINDS[contest]
    except KeyError:
        raise KindLeftOutError(contest) from None


def filter_playable(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the *events* of which the program has the kind, and the method of each stage.

    Whoever sets the program up may leave some out.
    """
    kinds = list_event_kinds()
    has_kind = Q(contest__in=[kind.contest for kind in kinds])
    needs_no_method = Q(contest__in=[kind.contest for kind in kinds if kind.method_keys is None])
    method_keys = {key for kind in kinds for key in kind.method_keys or ()}
    other_stages = Stage.objects.filter(event=OuterRef("pk")).exclude(scoring__in=method_keys)
    has_methods = Q(scoring__in=method_keys) & ~Q(Exists(other_stages))
    return events.filter(has_kind, needs_no_method | has_methods)


def find_kind_of_game(game: str) -> EventKind | None:
    """Return the kind that offers *game* when a night is started, or None."""
    for kind in list_event_kinds():
        if any(game in dict(group.games) for group in kind.game_groups):
            return kind
    return None
