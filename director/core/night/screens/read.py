"""Screens of the room: pages of lines that turn, and their version."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from director.core.base.versions import event_version
from director.core.night.clock.read import ClockFace, clock_phase
from director.models import Call, Message, Section, Session

ROWS = 24
"""How many rows of writing a page has, in its columns, until a screen has said how many fit it."""
SIGNS = 36
"""How many signs of a line go into a row of a column."""

SEEN_TO_STAYS = timedelta(minutes=10)
"""How long a table that was seen to is shown, so that it can be undone."""


@dataclass(frozen=True, slots=True)
class RoomLine:
    """One line: where somebody sits, or a place in the standings."""

    left: str
    name: str
    right: str

    @property
    def rows(self) -> int:
        """How many rows of writing it takes."""
        return -(-len(f"{self.left} {self.name} {self.right}") // SIGNS)


@dataclass(frozen=True, slots=True)
class RoomPage:
    """A page of lines with its heading. *number* counts from 1."""

    title: str = ""
    lines: tuple[RoomLine, ...] = ()
    number: int = 1
    pages: int = 1

    @property
    def rows(self) -> int:
        """How many rows of writing its lines take."""
        return sum(line.rows for line in self.lines)

    @property
    def next_number(self) -> int:
        """The page after this one, the first after the last."""
        return self.number % self.pages + 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The page that a screen asks for, with *rows* rows."""

    number: int = 1
    rows: int = ROWS


FIRST_PAGE = Turn()

Lists = Sequence[tuple[str, Sequence[RoomLine]]]
"""Lists that begin on a page of their own, each with its title."""


def page_of_turn(lists: Lists, turn: Turn) -> RoomPage:
    """Return the page of *lists* that *turn* asks for, starting again after the last.

    >>> lines = [RoomLine(str(number), "Ada Ash", "table 1") for number in range(1, 6)]
    >>> page = page_of_turn([("Seats", lines)], Turn(2, rows=3))
    >>> [line.left for line in page.lines], page.pages, page.next_number
    (['4', '5'], 2, 1)
    """
    pages = []
    for title, lines in lists:
        for part in _parts(lines, turn.rows):
            pages.append((title, part))
    if not pages:
        return RoomPage(lists[0][0] if lists else "")
    at = (turn.number - 1) % len(pages)
    return RoomPage(pages[at][0], pages[at][1], at + 1, len(pages))


def _parts(lines: Iterable[RoomLine], rows: int) -> Iterable[tuple[RoomLine, ...]]:
    """Yield *lines* in parts that fill at most *rows* rows each."""
    part: list[RoomLine] = []
    filled = 0
    for line in lines:
        if part and filled + line.rows > rows:
            yield tuple(part)
            part, filled = [], 0
        part.append(line)
        filled += line.rows
    if part:
        yield tuple(part)


SEATS, STANDINGS = "seats", "standings"
SHOWS = ("clock", SEATS, STANDINGS)
"""What a screen may be asked to show all night; else it shows what the room needs now."""
MOST_NAMED = 12
"""How many tables still playing are named; of more it is said how many there are."""


@dataclass(frozen=True, slots=True)
class Room:
    """What a screen of the room shows now: lines of *page*, or *big* words, or else the clock.

    *title* is what is played now, *moves* are those to come, *notes* stand below.
    """

    clock: ClockFace | None = None
    title: str = ""
    big: str = ""
    page: RoomPage = field(default_factory=RoomPage)
    moves: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def standings_room(lists: Lists | None, turn: Turn, **head: Any) -> Room:
    """Return a screen with *lists* of standings, or None while they are hidden."""
    page, note = page_of_turn(lists or (), turn), "The director hasn’t shown them yet."
    if lists is not None:
        note = "" if page.lines else "No results yet."
    notes = (note,) if note else ()
    return Room(big="Standings", page=page, notes=notes, **head)


def still_playing(tables: Sequence[object]) -> str:
    """Return which *tables* have results of this round to bring.

    >>> still_playing([1]), still_playing(["A1", "B2"]), still_playing(range(20)), still_playing([])
    ('Still playing: table 1', 'Still playing: tables A1, B2', 'Still playing: 20 tables', 'All tables have finished.')
    """
    if len(tables) > MOST_NAMED:
        return f"Still playing: {len(tables)} tables"
    plural = "" if len(tables) == 1 else "s"
    if tables:
        return f"Still playing: table{plural} {', '.join(map(str, tables))}"
    return "All tables have finished."


def messages_shown(session: Session) -> list[Message]:
    """Return the messages on the screens of *session*, oldest first. One query."""
    stands = Q(until__isnull=True) | Q(until__gt=timezone.now())
    return list(Message.objects.filter(stands, session=session, taken_at__isnull=True))


def call_waiting(section: Section, table_no: int) -> Call | None:
    """Return the open call of a table, or None. One query."""
    return Call.objects.filter(section=section, table_no=table_no, done_at__isnull=True).first()


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for the director, as people call it, and for how many minutes by now.

    *of_desk*: somebody entered it at the desk, and may have meant another table; *reason*: why, if
    the table said so.
    """

    number: int  # of the call, by which it is ticked off
    table: str
    minutes: int
    of_desk: bool
    reason: str


@dataclass(frozen=True, slots=True)
class DoneCall:
    """A table that was seen to some minutes ago, as people call it, and when."""

    number: int  # of the call, by which that is undone
    table: str
    at: datetime


def tables_called(session: Session) -> tuple[list[WaitingTable], list[DoneCall]]:
    """Return the tables that wait, longest first, then those just served. One query.

    A table that waits again is not among those seen to.
    """
    now = timezone.now()
    others = Section.objects.filter(session=session).exclude(pk=OuterRef("section"))
    calls = Call.objects.filter(
        Q(done_at__isnull=True) | Q(done_at__gt=now - SEEN_TO_STAYS), section__session=session
    )
    told = (
        calls.annotate(is_several=Exists(others))
        .order_by("pk")
        .values_list(
            "pk",
            "is_several",
            "section__letter",
            "table_no",
            "made_at",
            "made_by",
            "reason",
            "done_at",
        )
    )
    waiting: list[WaitingTable] = []
    seen_to: list[DoneCall] = []
    for pk, is_several, letter, table_no, made_at, made_by, reason, done_at in told:
        table = f"{letter if is_several else ''}{table_no}"
        if done_at is None:
            minutes = int((now - made_at).total_seconds()) // 60
            waiting.append(
                WaitingTable(pk, table, minutes, of_desk=made_by is not None, reason=reason)
            )
        else:
            seen_to.append(DoneCall(pk, table, done_at))
    again = {call.table for call in waiting}
    recent = [call for call in seen_to if call.table not in again]
    return waiting, sorted(recent, key=lambda call: call.at, reverse=True)


def table_called(section: Section, table_no: int) -> str:
    """Return the label of a table: ``"4"``, or ``"B4"`` with several sections."""
    return f"{section.letter if section.is_one_of_several else ''}{table_no}"


def room_version(session: Session, messages: Iterable[Message] = ()) -> str:
    """Return a key that changes whenever a screen of *session* would. One query.

    *messages* are those that stand there.  Empty where the event is off the lists.
    """
    version = event_version(session.event_id)
    shown = (version, *clock_phase(session, timezone.now()), *(message.pk for message in messages))
    if version:
        return sha256(repr(shown).encode()).hexdigest()[:16]
    return ""
