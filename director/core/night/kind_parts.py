"""What the night asks of a kind of event: repeats, doubts, paper, phones and practice.

A kind is the sum of these classes, one for each room that asks (``ask_kind``).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum, StrEnum
from hashlib import sha256
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.forms import Form
from django.http import QueryDict

from director.event_kinds import get_event_kind
from director.models import Access, Club, Event, Session
from director.pdf.selection import ALL_SHEETS, Selection
from director.pdf.sheet_kinds import SheetKind


class DoubtKind(StrEnum):
    """The kind of a doubt about results, as programs read it. The values never change."""

    MISSING = "missing"
    OFF_SCHEDULE = "off schedule"
    DISPUTED = "disputed"
    TURNED_WINNER = "another winner"
    STALE_DRAW = "drawn before a correction"
    VOID = "void"
    WRONG_SUM = "wrong sum"


@dataclass(frozen=True, slots=True)
class OpenDoubt:
    """A doubt about the results, and the link to the page where it is settled."""

    kind: DoubtKind
    message: str
    label: str  # the message in a few words
    name: str  # the text of the link
    address: str  # of the link


def list_open_doubts(event: Event) -> list[OpenDoubt]:
    """Return what is missing in *event* and what isn't settled.

    Whoever gives its results away asks here first: Publish, *Make final*, e-mail.
    """
    kind = get_event_kind(event)
    doubts = []
    if missing := kind.describe_missing_results(event):
        address = kind.get_results_address(event)
        doubts.append(OpenDoubt(DoubtKind.MISSING, f"{missing}.", missing, "Results", address))
    return [*doubts, *kind.list_unsettled_doubts(event)]


def serialize_doubts(doubts: Iterable[OpenDoubt]) -> dict[str, Any]:
    """Return *doubts* as a part of the results for programs, empty without any."""
    parts = [{"kind": doubt.kind.value, "text": doubt.message} for doubt in doubts]
    return {"doubts": parts} if parts else {}


@dataclass(frozen=True, slots=True)
class NightRepeat:
    """The parts of a previous event that a new one repeats."""

    text: str  # "14 pairs, Mitchell 7 × 4"
    minutes: int = 0  # of play, 0 if unknown
    ended_at: datetime | None = None  # when play of the previous event ended
    has_movement: bool = True  # entrants and movement are repeated, not only the settings


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Options for printing the sheets of an event."""

    spare_count: int = 0  # number of empty slips or cards
    has_names: bool = True
    program_url: str = ""  # of the program, for codes that phones scan
    trump_order: str = ""  # the order of trump suits
    session_no: int = 0  # 0 for the last session
    section_letter: str = ""  # empty for all sections of the session
    selection: Selection = ALL_SHEETS  # may leave some sheets out
    # False for users who may only read: private links are neither created nor printed.
    can_open_links: bool = True
    is_preview: bool = False  # has an invalid code in place of each private one


DEFAULT_PRINT_OPTIONS = PrintOptions()


@dataclass(frozen=True, slots=True)
class PrintService:
    """The sheets of a kind of event, and the functions that print them."""

    sheet_kinds: Sequence[SheetKind[Any]]
    # Returns the contents of an event's sheets.
    make_print_job: Callable[[Event, PrintOptions], Any]
    # Creates the private links on the sheets with these keys.
    create_links: Callable[[Event, Any, Sequence[str]], None]
    # Records that the sheets with these keys were printed.
    record_printed: Callable[[Event, Any, Sequence[str]], None]
    blank_sheets_label: str  # names the sheets that can be printed empty
    cards_per_page_choices: tuple[int, ...] = (1,)  # the choices of how many cards share a page
    is_selective: bool = False  # whether single tables, rounds, boards and pairs can be printed
    # Returns sentences about options that can't be followed.
    list_warnings: Callable[..., tuple[str, ...]] = lambda *_args, **_options: ()


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableState:
    """The state that the phones of a table show."""

    state: Json
    valid_until: datetime | None = None  # when time alone changes it, or None


@dataclass(frozen=True, slots=True)
class PhoneEntry:
    """An entry of a phone: figures, and a description of the phone."""

    key: str  # chosen by the phone; an entry that is sent twice has the same key
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
    """The reader of other tables' results."""

    TABLE = "table"
    PAIR = "pair"
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
    def load_session(self, ref: Any) -> Session:
        """Return the session of a section or party."""

    @abstractmethod
    def make_context(self, ref: Any) -> dict[str, Any]:
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
