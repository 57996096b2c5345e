"""The room's screens: lists cut into pages, messages, calls of tables, and a screen's version.

A screen shows one page after the other, each for some seconds. It asks for the next one with its
number and the number of rows that fit the screen (``PageTurn``).

Changes of messages and calls are acts of the history, of their own kind, so that they can be undone
without the results. A call is *open* until the director has answered it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from director.core.base.versions import fetch_event_version
from director.core.night.clock import ClockFace, get_clock_phase
from director.core.night.history import (
    SETTINGS,
    Journal,
    filter_standing_acts,
    lock_event,
    record_act,
    undo_act,
)
from director.errors import DeskError
from director.models import Act, Call, Message, Section, Session
from director.models.room import LONGEST_MESSAGE, LONGEST_REASON

DEFAULT_ROWS = 24
"""Rows of text on a page until the screen has measured how many fit it."""
ROW_LETTERS = 36
"""Characters that fit a row of a column."""

ANSWERED_CALL_SHOWN_FOR = timedelta(minutes=10)
"""How long an answered call is shown, so that it can be reopened."""


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """One line: where somebody sits, or a place in the standings."""

    left: str
    name: str
    right: str

    @property
    def rows(self) -> int:
        """Rows of text that the line fills."""
        return -(-len(f"{self.left} {self.name} {self.right}") // ROW_LETTERS)


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page of lines with its heading. *number* counts from 1."""

    title: str = ""
    lines: tuple[ScreenLine, ...] = ()
    number: int = 1
    pages: int = 1

    @property
    def rows(self) -> int:
        """Rows of text that the lines fill."""
        return sum(line.rows for line in self.lines)

    @property
    def next_number(self) -> int:
        """The number of the next page. After the last page it is 1."""
        return self.number % self.pages + 1


@dataclass(frozen=True, slots=True)
class PageTurn:
    """The page that a screen asks for, and the *rows* that fit it."""

    number: int = 1
    rows: int = DEFAULT_ROWS


FIRST_PAGE = PageTurn()

Lists = Sequence[tuple[str, Sequence[ScreenLine]]]
"""Titles with their lines. Each list begins a new page."""


def get_turn_page(lists: Lists, turn: PageTurn) -> ScreenPage:
    """Return the page of *lists* that *turn* asks for. After the last comes the first.

    >>> lines = [ScreenLine(str(number), "Ada Ash", "table 1") for number in range(1, 6)]
    >>> page = get_turn_page([("Seats", lines)], PageTurn(2, rows=3))
    >>> [line.left for line in page.lines], page.pages, page.next_number
    (['4', '5'], 2, 1)
    """
    pages = []
    for title, lines in lists:
        for part in _split_lines(lines, turn.rows):
            pages.append((title, part))
    if not pages:
        return ScreenPage(lists[0][0] if lists else "")
    index = (turn.number - 1) % len(pages)
    title, lines_on_page = pages[index]
    return ScreenPage(title, lines_on_page, number=index + 1, pages=len(pages))


def _split_lines(lines: Iterable[ScreenLine], rows: int) -> Iterable[tuple[ScreenLine, ...]]:
    """Yield *lines* in parts that fill at most *rows* rows each."""
    part: list[ScreenLine] = []
    filled = 0
    for line in lines:
        if part and filled + line.rows > rows:
            yield tuple(part)
            part = []
            filled = 0
        part.append(line)
        filled += line.rows
    if part:
        yield tuple(part)


SEATS = "seats"
STANDINGS = "standings"
SHOWS = ("clock", SEATS, STANDINGS)
"""What a screen can be set to show all evening. Otherwise it shows what the room needs now."""
MAX_NAMED_TABLES = 12
"""Tables still playing that are listed by number; more are only counted."""


@dataclass(frozen=True, slots=True)
class ScreenContent:
    """What a screen of the room shows now: a *page*, *big* words or the clock.

    *title* says what is played now, *moves* what comes next; *notes* are shown below.
    """

    clock: ClockFace | None = None
    title: str = ""
    big: str = ""
    page: ScreenPage = field(default_factory=ScreenPage)
    moves: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def make_standings_room(lists: Lists | None, turn: PageTurn, **room_fields: Any) -> ScreenContent:
    """Return a screen with *lists* of standings. *lists* is None while they are hidden."""
    page = get_turn_page(lists or (), turn)
    notes: tuple[str, ...] = ()
    if lists is None:
        notes = ("The director hasn’t shown them yet.",)
    elif not page.lines:
        notes = ("No results yet.",)
    return ScreenContent(big="Standings", page=page, notes=notes, **room_fields)


def describe_playing_tables(tables: Sequence[object]) -> str:
    """Return a sentence about the *tables* that still play this round.

    >>> describe_playing_tables([1]), describe_playing_tables(["A1", "B2"])
    ('Still playing: table 1', 'Still playing: tables A1, B2')
    >>> describe_playing_tables(range(20)), describe_playing_tables([])
    ('Still playing: 20 tables', 'All tables have finished.')
    """
    if len(tables) > MAX_NAMED_TABLES:
        return f"Still playing: {len(tables)} tables"
    plural = "" if len(tables) == 1 else "s"
    if tables:
        return f"Still playing: table{plural} {', '.join(map(str, tables))}"
    return "All tables have finished."


def fetch_shown_messages(session: Session) -> list[Message]:
    """Return the messages on the screens of *session*, oldest first. One query."""
    is_current = Q(until__isnull=True) | Q(until__gt=timezone.now())
    return list(Message.objects.filter(is_current, session=session, taken_at__isnull=True))


def find_waiting_call(section: Section, table_no: int) -> Call | None:
    """Return the open call of a table, or None. One query."""
    return Call.objects.filter(section=section, table_no=table_no, done_at__isnull=True).first()


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for the director, and for how many minutes.

    *of_desk* says that the call was entered at the desk, perhaps for the wrong table. *reason* is
    empty if the table gave none.
    """

    number: int  # of the call; ticking it off needs it
    table: str  # as people call it
    minutes: int
    of_desk: bool
    reason: str


@dataclass(frozen=True, slots=True)
class DoneCall:
    """A call that was answered in the last minutes."""

    number: int  # of the call; reopening it needs it
    table: str  # as people call it
    answered_at: datetime


def fetch_table_calls(session: Session) -> tuple[list[WaitingTable], list[DoneCall]]:
    """Return the open calls, oldest first, and the calls answered just now. One query.

    If a table called again, its answered call is left out.
    """
    now = timezone.now()
    other_sections = Section.objects.filter(session=session).exclude(pk=OuterRef("section"))
    calls = Call.objects.filter(
        Q(done_at__isnull=True) | Q(done_at__gt=now - ANSWERED_CALL_SHOWN_FOR),
        section__session=session,
    )
    rows = (
        calls.annotate(has_other_sections=Exists(other_sections))
        .order_by("pk")
        .values_list(
            "pk",
            "has_other_sections",
            "section__letter",
            "table_no",
            "made_at",
            "made_by",
            "reason",
            "done_at",
        )
    )
    waiting: list[WaitingTable] = []
    answered: list[DoneCall] = []
    for pk, has_other_sections, letter, table_no, made_at, made_by, reason, done_at in rows:
        table = f"{letter}{table_no}" if has_other_sections else str(table_no)
        if done_at is None:
            minutes = int((now - made_at).total_seconds()) // 60
            waiting.append(
                WaitingTable(pk, table, minutes, of_desk=made_by is not None, reason=reason)
            )
        else:
            answered.append(DoneCall(pk, table, done_at))
    waiting_tables = {call.table for call in waiting}
    done_calls = [call for call in answered if call.table not in waiting_tables]
    return waiting, sorted(done_calls, key=lambda call: call.answered_at, reverse=True)


def get_table_label(section: Section, table_no: int) -> str:
    """Return the label of a table: ``"4"``, or ``"B4"`` with several sections."""
    return f"{section.letter if section.is_one_of_several else ''}{table_no}"


def compute_room_version(session: Session, messages: Iterable[Message] = ()) -> str:
    """Return a key that changes whenever a screen of *session* would. One query.

    *messages* are those on the screens now. The key is empty if the event is archived.
    """
    version = fetch_event_version(session.event_id)
    if not version:
        return ""
    # Time alone changes the clock and removes messages, without a change of the event.
    message_pks = [message.pk for message in messages]
    parts = (version, *get_clock_phase(session, timezone.now()), *message_pks)
    return sha256(repr(parts).encode()).hexdigest()[:16]


# Messages and calls are changed.


ROOM = "room"
"""The kind of these acts."""
MAX_MINUTES = 600
"""The most minutes after which a message may disappear by itself."""


def show_room_standings(*, session: Session, shows: bool, user: User | None = None) -> None:
    """Show or hide the standings on the room's screens."""
    words = f"Standings {'shown' if shows else 'hidden'} on the room’s screens."
    with transaction.atomic():
        event = lock_event(session.event)
        with record_act(event=event, kind=SETTINGS, words=words, user=user) as journal:
            journal.change(Session.objects.get(pk=session.pk), room_standings=shows)


def send_message(
    *, session: Session, text: str, minutes: int | None = None, user: User | None
) -> Message:
    """Show *text* on every screen, for *minutes* or until it is removed. Return it.

    :raises DeskError: if *text* is empty or too long, or *minutes* is not 1 to 600
    """
    text = " ".join(text.split())
    if not text:
        raise DeskError("message-empty", "Type a message first.")
    if len(text) > LONGEST_MESSAGE:
        raise DeskError(
            "message-too-long",
            "This message has {length} characters; the limit is {most}. Shorten it.",
            most=LONGEST_MESSAGE,
            length=len(text),
        )
    if minutes is not None and not 1 <= minutes <= MAX_MINUTES:
        raise DeskError(
            "message-minutes",
            "A message can be shown for 1 to {most} minutes, not {minutes}. Leave it empty to "
            "remove it yourself.",
            minutes=minutes,
            most=MAX_MINUTES,
        )
    now = timezone.now()
    message = Message(session=session, text=text, made_by=user, made_at=now)
    message.until = None if minutes is None else now + timedelta(minutes=minutes)
    with _record_room_act(session, f"Message to the room: “{text}”.", user) as journal:
        journal.create(message)
    return message


def remove_message(*, session: Session, number: int, user: User | None) -> Message:
    """Remove the message *number* from the screens. Return it.

    :raises DeskError: if it was removed already
    """
    with _record_room_act(session, "Message removed.", user) as journal:
        message = (
            session.messages.select_for_update().filter(pk=number, taken_at__isnull=True).first()
        )
        if message is None:
            raise DeskError("message-gone", "That message has already been removed.")
        journal.words = f"Message removed: “{message.text}”."
        taken_by_id = user.pk if user else None
        journal.change(message, taken_by_id=taken_by_id, taken_at=timezone.now())
    return message


def add_call(*, section: Section, table_no: int, user: User | None, reason: str = "") -> Call:
    """Record a call of a table. Return it.

    *user* entered it at the desk; None if the table itself called. *reason* may be empty.

    :raises DeskError: if the table has an open call already
    """
    table = get_table_label(section, table_no)
    words = f"Table {table} called the director."
    with _record_room_act(section.session, words, user, section=section) as journal:
        open_call = section.calls.filter(table_no=table_no, done_at__isnull=True).first()
        if open_call:
            since = timezone.localtime(open_call.made_at).strftime("%H:%M")
            raise DeskError(
                "called-before",
                "Table {table} has been waiting since {since}. Answer that call first.",
                table=table,
                since=since,
            )
        call = Call(
            section=section,
            table_no=table_no,
            made_by=user,
            made_at=timezone.now(),
            reason=reason[:LONGEST_REASON],
        )
        journal.create(call)
    return call


def set_call_answered(*, section: Section, number: int, is_done: bool, user: User | None) -> Call:
    """Mark the call *number* as answered if *is_done*, or else reopen it. Return it.

    :raises DeskError: if it is in that state already, or the table called again since
    """
    with _record_room_act(section.session, "Call answered.", user, section=section) as journal:
        calls = Call.objects.filter(section__session=section.session).select_related("section")
        call = calls.filter(pk=number, done_at__isnull=is_done).first()
        if call is None:
            raise _make_call_gone_error(state="answered" if is_done else "open")
        table = get_table_label(call.section, call.table_no)
        if is_done:
            journal.words = f"Table {table}: call answered."
            done_by_id = user.pk if user else None
            journal.change(call, done_by_id=done_by_id, done_at=timezone.now())
        else:
            _refuse_second_open_call(call)
            journal.words = f"Table {table}: call reopened."
            journal.change(call, done_by_id=None, done_at=None)
    return call


def undo_call_change(*, session: Session, number: int, is_done: bool, user: User | None) -> Act:
    """Undo the last change of the call *number*. Return the act.

    If *is_done*, the last change was the answer, so the table waits again. Otherwise it was the call
    itself, which is withdrawn.

    :raises DeskError: if that is no longer its last change, or the table called again since
    """
    with transaction.atomic():
        event = lock_event(session.event)
        acts = event.acts.filter(kind=ROOM)
        # The state of the call before the undo: answered if *is_done*, otherwise open.
        call = Call.objects.filter(
            section__session=session, pk=number, done_at__isnull=not is_done
        ).first()
        act = _find_last_act(acts, call) if call else None
        if call is None or act is None:
            raise _make_call_gone_error(state="open" if is_done else "answered")
        if is_done:
            _refuse_second_open_call(call)
        undo_act(acts=acts, number=act.number, user=user, builds_on=_has_common_record)
    return act


def _refuse_second_open_call(call: Call) -> None:
    """Refuse to reopen *call* while its table has another open one."""
    if call.section.calls.filter(table_no=call.table_no, done_at__isnull=True).exists():
        raise _make_call_gone_error(state="open")


def _find_last_act(acts: QuerySet[Act], call: Call) -> Act | None:
    record_key = (Call._meta.label_lower, call.pk)
    return next(
        (act for act in filter_standing_acts(acts) if record_key in _list_changed_records(act)),
        None,
    )


def _list_changed_records(act: Act) -> set[tuple[str, int]]:
    return {(change["model"], change["pk"]) for change in act.changes}


def _has_common_record(later: Act, act: Act) -> bool:
    return not _list_changed_records(later).isdisjoint(_list_changed_records(act))


@contextmanager
def _record_room_act(
    session: Session, words: str, user: User | None, section: Section | None = None
) -> Iterator[Journal]:
    # Unlike other acts these are allowed after results are final: they change no result.
    with transaction.atomic():
        event = lock_event(session.event)
        with record_act(event=event, kind=ROOM, words=words, user=user, section=section) as journal:
            yield journal


def _make_call_gone_error(*, state: object) -> DeskError:
    return DeskError("call-gone", "That call is already {state}.", state=state)
