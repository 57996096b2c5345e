"""The room's screens: lists cut into pages, messages, calls of tables, and a screen's version.

A screen shows one page after the other, each for some seconds. It asks for the next one with its
number and the number of rows that fit the screen (``PageRequest``).

Changes of messages and calls are acts of the history, of their own kind, so that they can be undone
without the results. A call is *open* until the director has answered it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.base.versions import fetch_event_version
from director.core.night.clock import ClockFace, get_clock_phase
from director.core.night.history import filter_acts_in_force, undo_act
from director.core.night.journal import Journal, lock_event, record_act
from director.errors import DeskError
from director.models import Act, Call, Message, Section, Session
from director.models.composed import ComposedRecords
from director.models.room import MAX_MESSAGE_LENGTH, MAX_REASON_LENGTH

DEFAULT_ROW_COUNT = 24
"""Rows of text on a page until the screen has measured how many fit it."""
ROW_CHARACTERS = 36
"""Characters that fit a row of a column."""
MAX_SINGLE_COLUMN_SEATS = 40
"""Lines of seats in one column of large type. With more, the room would wait too long for its page."""
SINGLE_COLUMN_ROWS = 7
"""Rows of standings in a single column, which everybody in the room can read."""
TWO_COLUMN_ROWS = 10
"""The most rows of standings in each of two columns beside each other."""
MAX_HALF_SCREEN_LETTERS = 48
"""The letters of the longest name that half a screen has room for."""
MAX_COLUMN_PAGES = 6
"""Pages of a ranking in single columns. With more the room would wait too long for its page."""
LENGTH_STEP = 4
"""Letters from one size of type for long names to the next."""
MIN_LENGTH = 16
"""Letters of a name up to which all names are set in the largest type."""
MAX_LENGTH = 88
"""Letters of a name from which all names are set in the smallest type."""
MAX_COMMON_LENGTH = 32
"""Letters up to which the names of a page are set alike. Longer names are set smaller."""

ANSWERED_CALL_AGE = timedelta(minutes=10)
"""How long an answered call is shown, so that it can be reopened."""


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One line: where somebody sits, or a row of the standings."""

    left_text: str
    name: str
    right_text: str

    @property
    def height(self) -> int:
        """Rows of text that the line fills."""
        return -(-len(f"{self.left_text} {self.name} {self.right_text}") // ROW_CHARACTERS)

    @property
    def name_length(self) -> int:
        """The length of the name, for its size of type on one line."""
        return _round_length(len(self.name))

    @property
    def part_length(self) -> int:
        """The length of the longest part of the name, for its size of type with a part on a line.

        >>> ScreenRow("1", "Ada Ash & Bert Featherstonehaugh", "61.11%").part_length
        24
        """
        return _round_length(max(map(len, self.name.split(" & "))) + len(" &"))


def _round_length(length: int) -> int:
    """Return *length* as the next length for which there is a size of type.

    >>> [_round_length(length) for length in (3, 21, 24, 200)]
    [16, 24, 24, 88]
    """
    steps = ceil(length / LENGTH_STEP)
    return min(max(MIN_LENGTH, steps * LENGTH_STEP), MAX_LENGTH)


@dataclass(frozen=True, slots=True)
class ScreenColumn:
    """A column of standings or winners, with its heading."""

    title: str
    rows: tuple[ScreenRow, ...]

    @property
    def has_first_rank(self) -> bool:
        """Whether it has the winners, not the ranks below."""
        return self.rows[0].left_text.rstrip("=") == "1"


@dataclass(frozen=True, slots=True)
class ScreenRanking:
    """A ranking for the room."""

    title: str  # of the page
    group_title: str  # of the ranking, if a page has two
    rows: tuple[ScreenRow, ...]


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page of seats or standings with its heading."""

    title: str = ""
    lines: tuple[ScreenRow, ...] = ()  # of seats
    has_many_lines: bool = False  # in as many columns as fit, else in one of large type
    number: int = 1
    page_count: int = 1
    columns: tuple[ScreenColumn, ...] = ()  # of standings or winners
    has_winners: bool = False

    @property
    def height(self) -> int:
        """Rows of text that the lines fill."""
        return sum(line.height for line in self.lines)

    @property
    def row_count(self) -> int:
        """The rows of the longest column."""
        return max((len(column.rows) for column in self.columns), default=0)

    @property
    def common_length(self) -> int:
        """The length of the longest name that isn't very long, for the size of type of the page."""
        lengths = [row.name_length for column in self.columns for row in column.rows]
        return max(
            (length for length in lengths if length <= MAX_COMMON_LENGTH), default=MAX_COMMON_LENGTH
        )

    @property
    def has_many_rows(self) -> bool:
        """Whether the columns are so long that their type is smaller."""
        return self.row_count > SINGLE_COLUMN_ROWS + 1

    @property
    def next_number(self) -> int:
        """The number of the next page. After the last page it is 1."""
        return self.number % self.page_count + 1


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The page that a screen asks for, with the rows that fit it."""

    number: int = 1
    row_count: int = DEFAULT_ROW_COUNT  # rows of text on a page of seats
    rank_row_count: int = TWO_COLUMN_ROWS  # rows of a column of standings


FIRST_PAGE = PageRequest()

TitledRows = Sequence[tuple[str, Sequence[ScreenRow]]]
"""Titles with their lines. Each list begins a new page."""


def get_requested_page(lists: TitledRows, page_request: PageRequest) -> ScreenPage:
    """Return the page of *lists* that *page_request* asks for. After the last comes the first.

    >>> lines = [ScreenRow(str(number), "Ada Ash", "table 1") for number in range(1, 6)]
    >>> page = get_requested_page([("Seats", lines)], PageRequest(2, row_count=3))
    >>> [line.left_text for line in page.lines], page.page_count, page.next_number
    (['4', '5'], 2, 1)
    """
    pages = []
    for title, lines in lists:
        for part in _split_lines(lines, page_request.row_count):
            pages.append((title, part))
    if not pages:
        return ScreenPage(lists[0][0] if lists else "")
    index = (page_request.number - 1) % len(pages)
    title, lines_on_page = pages[index]
    return ScreenPage(
        title,
        lines_on_page,
        has_many_lines=sum(len(lines) for _title, lines in lists) > MAX_SINGLE_COLUMN_SEATS,
        number=index + 1,
        page_count=len(pages),
    )


def _split_lines(lines: Iterable[ScreenRow], max_height: int) -> Iterable[tuple[ScreenRow, ...]]:
    """Yield *lines* in parts that fill at most *max_height* rows each."""
    part: list[ScreenRow] = []
    height = 0
    for line in lines:
        if part and height + line.height > max_height:
            yield tuple(part)
            part = []
            height = 0
        part.append(line)
        height += line.height
    if part:
        yield tuple(part)


SEATS_SHOW = "seats"
STANDINGS_SHOW = "standings"
SHOWS = ("clock", SEATS_SHOW, STANDINGS_SHOW)
"""What a screen can be set to show all evening. Otherwise it shows what the room needs now."""
MAX_NAMED_TABLES = 12
"""Tables still playing that are listed by number; more are only counted."""


THANK_YOU = "Thank you"
"""The headline once play is over."""


@dataclass(frozen=True, slots=True)
class ScreenContent:
    """What a screen of the room shows now: a page, a headline or the clock."""

    clock: ClockFace | None = None
    title: str = ""  # what is played now
    headline: str = ""
    page: ScreenPage = field(default_factory=ScreenPage)
    moves: tuple[str, ...] = ()  # what comes next
    notes: tuple[str, ...] = ()  # shown below

    @property
    def is_about_results(self) -> bool:
        """Whether the screen shows standings, or says that play is over."""
        return bool(self.page.columns) or self.headline == THANK_YOU


def make_standings_screen(
    rankings: Sequence[ScreenRanking] | None,
    page_request: PageRequest,
    *,
    winners: Sequence[ScreenPage] = (),
    **room_fields: Any,
) -> ScreenContent:
    """Return a screen with *rankings*, after the pages of *winners*.

    *rankings* is None while they are hidden.
    """
    if rankings is None:
        return ScreenContent(
            headline="Standings", notes=("The director hasn’t shown them yet.",), **room_fields
        )
    pages = [*winners, *_iter_ranking_pages(rankings, page_request.rank_row_count)]
    if not pages:
        return ScreenContent(headline="Standings", notes=("No results yet.",), **room_fields)
    index = (page_request.number - 1) % len(pages)
    page = replace(pages[index], number=index + 1, page_count=len(pages))
    return ScreenContent(headline="Standings", page=page, **room_fields)


def _iter_ranking_pages(
    rankings: Sequence[ScreenRanking], rank_row_count: int
) -> Iterator[ScreenPage]:
    """Yield the pages of *rankings*: two short ones beside each other, others page by page."""
    remaining_rankings = [ranking for ranking in rankings if ranking.rows]
    while remaining_rankings:
        ranking = remaining_rankings.pop(0)
        neighbour = remaining_rankings[0] if remaining_rankings else None
        if neighbour and _fit_beside(ranking, neighbour, rank_row_count):
            del remaining_rankings[0]
            left_column = ScreenColumn(ranking.group_title, ranking.rows)
            right_column = ScreenColumn(neighbour.group_title, neighbour.rows)
            yield ScreenPage(ranking.title, columns=(left_column, right_column))
        else:
            yield from _iter_long_ranking_pages(ranking, rank_row_count)


def _fit_beside(ranking: ScreenRanking, neighbour: ScreenRanking, rank_row_count: int) -> bool:
    rows = (*ranking.rows, *neighbour.rows)
    row_count = max(len(ranking.rows), len(neighbour.rows))
    has_short_names = all(row.name_length <= MAX_HALF_SCREEN_LETTERS for row in rows)
    is_same_field = ranking.title == neighbour.title and bool(ranking.group_title)
    return is_same_field and has_short_names and row_count <= min(TWO_COLUMN_ROWS, rank_row_count)


def _iter_long_ranking_pages(ranking: ScreenRanking, rank_row_count: int) -> Iterator[ScreenPage]:
    """Yield *ranking* in single columns, or in two columns a page if it is very long."""
    title = ": ".join(filter(None, (ranking.title, ranking.group_title)))
    column_count = 1
    rows_per_column = min(SINGLE_COLUMN_ROWS, rank_row_count)
    if len(ranking.rows) > MAX_COLUMN_PAGES * rows_per_column:
        column_count = 2
        rows_per_column = min(TWO_COLUMN_ROWS, rank_row_count)
    page_count = ceil(len(ranking.rows) / column_count / rows_per_column)
    # Columns of the same length: eight places are four and four, not seven and one.
    length = ceil(len(ranking.rows) / column_count / page_count)
    columns = [
        ScreenColumn("", ranking.rows[start : start + length])
        for start in range(0, len(ranking.rows), length)
    ]
    for start in range(0, len(columns), column_count):
        yield ScreenPage(title, columns=tuple(columns[start : start + column_count]))


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
    now = timezone.now()
    messages = _MESSAGES_QUERY.fetch_records(session.pk)
    return [message for message in messages if message.until is None or message.until > now]


_MESSAGES_QUERY = ComposedRecords(
    Message,
    lambda session_id: Message.objects.filter(session=session_id, taken_at__isnull=True).order_by(
        "pk"
    ),
)


def find_open_call(section: Section, table_no: int) -> Call | None:
    """Return the open call of a table, or None. One query."""
    return Call.objects.filter(section=section, table_no=table_no, done_at__isnull=True).first()


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for the director."""

    call_id: int  # for the button that ticks it off
    table_label: str  # as people call it
    waiting_minutes: int
    is_from_desk: bool  # the call was entered at the desk, perhaps for the wrong table
    reason: str  # empty if the table gave none


@dataclass(frozen=True, slots=True)
class AnsweredCall:
    """A call that was answered in the last minutes."""

    call_id: int  # for the button that reopens it
    table_label: str  # as people call it
    answered_at: datetime


def fetch_table_calls(session: Session) -> tuple[list[WaitingTable], list[AnsweredCall]]:
    """Return the open calls, oldest first, and the calls answered just now.

    If a table called again, its answered call is left out. One query, two if a table called.
    """
    now = timezone.now()
    is_open_or_recent = Q(done_at__isnull=True) | Q(done_at__gt=now - ANSWERED_CALL_AGE)
    calls = list(
        Call.objects.filter(is_open_or_recent, section__session=session)
        .annotate(letter=F("section__letter"))
        .order_by("pk")
    )
    open_calls: list[WaitingTable] = []
    answered_calls: list[AnsweredCall] = []
    has_several_sections = bool(calls) and session.sections.count() > 1
    for call in calls:
        letter = call.letter if has_several_sections else ""
        table = f"{letter}{call.table_no}"
        if call.done_at is None:
            waiting_seconds = int((now - call.made_at).total_seconds())
            waiting_table = WaitingTable(
                call.pk,
                table,
                waiting_minutes=waiting_seconds // 60,
                is_from_desk=call.made_by_id is not None,
                reason=call.reason,
            )
            open_calls.append(waiting_table)
        else:
            answered_calls.append(AnsweredCall(call.pk, table, call.done_at))
    waiting_tables = {call.table_label for call in open_calls}
    closed_calls = [call for call in answered_calls if call.table_label not in waiting_tables]
    return open_calls, sorted(closed_calls, key=lambda call: call.answered_at, reverse=True)


def get_table_label(section: Section, table_no: int) -> str:
    """Return the label of a table: ``"4"``, or ``"B4"`` with several sections."""
    return f"{section.letter if section.is_one_of_several else ''}{table_no}"


def compute_room_version(session: Session, messages: Iterable[Message] = ()) -> str:
    """Return a key that changes whenever a screen of *session* would. One query.

    *messages* are the current messages on the screens. The key is empty if the event is archived.
    """
    version = fetch_event_version(session.event_id)
    if not version:
        return ""
    # Time alone changes the clock and removes messages, without a change of the event.
    message_pks = [message.pk for message in messages]
    parts = (version, *get_clock_phase(session, timezone.now()), *message_pks)
    return sha256(repr(parts).encode()).hexdigest()[:16]


# Messages and calls are changed.


MAX_MESSAGE_MINUTES = 600
"""The most minutes after which a message may disappear by itself."""


def set_room_standings(*, session: Session, is_shown: bool, user: User | None = None) -> None:
    """Show or hide the standings on the room's screens."""
    message = f"Standings {'shown' if is_shown else 'hidden'} on the room’s screens."
    with transaction.atomic():
        event = lock_event(session.event)
        with record_act(event=event, kind=ActKind.SETTINGS, message=message, user=user) as journal:
            journal.change(Session.objects.get(pk=session.pk), room_standings=is_shown)


def send_message(
    *, session: Session, text: str, minutes: int | None = None, user: User | None
) -> Message:
    """Show *text* on every screen, for *minutes* or until it is removed. Return it.

    :raises DeskError: if *text* is empty or too long, or *minutes* is not 1 to 600
    """
    text = " ".join(text.split())
    if not text:
        raise DeskError("message-empty", "Type a message first.")
    if len(text) > MAX_MESSAGE_LENGTH:
        raise DeskError(
            "message-too-long",
            "This message has {length} characters; the limit is {most}. Shorten it.",
            most=MAX_MESSAGE_LENGTH,
            length=len(text),
        )
    if minutes is not None and not 1 <= minutes <= MAX_MESSAGE_MINUTES:
        raise DeskError(
            "message-minutes",
            "A message can be shown for 1 to {most} minutes, not {minutes}. Leave it empty to "
            "remove it yourself.",
            minutes=minutes,
            most=MAX_MESSAGE_MINUTES,
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
        journal.message = f"Message removed: “{message.text}”."
        taken_by_id = user.pk if user else None
        journal.change(message, taken_by_id=taken_by_id, taken_at=timezone.now())
    return message


def add_call(*, section: Section, table_no: int, user: User | None, reason: str = "") -> Call:
    """Record a call of a table. Return it.

    *user* entered it at the desk; None if the table itself called. *reason* may be empty.

    :raises DeskError: if the table has an open call already
    """
    table = get_table_label(section, table_no)
    message = f"Table {table} called the director."
    with _record_room_act(section.session, message, user, section=section) as journal:
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
            reason=reason[:MAX_REASON_LENGTH],
        )
        journal.create(call)
    return call


def set_call_answered(
    *, section: Section, number: int, is_answered: bool, user: User | None
) -> Call:
    """Mark the call *number* as answered if *is_answered*, or else reopen it. Return it.

    :raises DeskError: if it is in that state already, or the table called again since
    """
    with _record_room_act(section.session, "Call answered.", user, section=section) as journal:
        calls = Call.objects.filter(section__session=section.session).select_related("section")
        call = calls.filter(pk=number, done_at__isnull=is_answered).first()
        if call is None:
            raise _make_call_gone_error(state="answered" if is_answered else "open")
        table = get_table_label(call.section, call.table_no)
        if is_answered:
            journal.message = f"Table {table}: call answered."
            done_by_id = user.pk if user else None
            journal.change(call, done_by_id=done_by_id, done_at=timezone.now())
        else:
            _refuse_second_open_call(call)
            journal.message = f"Table {table}: call reopened."
            journal.change(call, done_by_id=None, done_at=None)
    return call


def undo_call_change(*, session: Session, number: int, is_answered: bool, user: User | None) -> Act:
    """Undo the last change of the call *number*. Return the act.

    If *is_answered*, the answer is undone and the table waits again. Otherwise the call itself is
    withdrawn.

    :raises DeskError: if that is no longer its last change, or the table called again since
    """
    with transaction.atomic():
        event = lock_event(session.event)
        acts = event.acts.filter(kind=ActKind.ROOM)
        # The state of the call before the undo: answered if *is_answered*, otherwise open.
        call = Call.objects.filter(
            section__session=session, pk=number, done_at__isnull=not is_answered
        ).first()
        act = _find_last_act(acts, call) if call else None
        if call is None or act is None:
            raise _make_call_gone_error(state="open" if is_answered else "answered")
        if is_answered:
            _refuse_second_open_call(call)
        undo_act(acts=acts, number=act.number, user=user, depends_on=_has_common_record)
    return act


def _refuse_second_open_call(call: Call) -> None:
    """Refuse to reopen *call* while its table has another open one."""
    if call.section.calls.filter(table_no=call.table_no, done_at__isnull=True).exists():
        raise _make_call_gone_error(state="open")


def _find_last_act(acts: QuerySet[Act], call: Call) -> Act | None:
    record_key = (Call._meta.label_lower, call.pk)
    return next(
        (act for act in filter_acts_in_force(acts) if record_key in _collect_changed_records(act)),
        None,
    )


def _collect_changed_records(act: Act) -> set[tuple[str, int]]:
    return {(change["model"], change["pk"]) for change in act.changes}


def _has_common_record(later_act: Act, act: Act) -> bool:
    return not _collect_changed_records(later_act).isdisjoint(_collect_changed_records(act))


@contextmanager
def _record_room_act(
    session: Session, message: str, user: User | None, section: Section | None = None
) -> Iterator[Journal]:
    # Unlike other acts these are allowed after results are final: they change no result.
    with transaction.atomic():
        event = lock_event(session.event)
        with record_act(
            event=event, kind=ActKind.ROOM, message=message, user=user, section=section
        ) as journal:
            yield journal


def _make_call_gone_error(*, state: object) -> DeskError:
    return DeskError("call-gone", "That call is already {state}.", state=state)
