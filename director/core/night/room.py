"""Messages on the screens of a room, and calls of its tables.

Their changes are acts of the history, of their own kind, so that they can be undone without the
results. A call is *open* until the director has answered it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.night.history import filter_acts_in_force, undo_act
from director.core.night.journal import Journal, lock_event, record_act
from director.errors import DeskError
from director.models import Act, Call, Message, Section, Session
from director.models.composed import ComposedRecords
from director.models.room import MAX_MESSAGE_LENGTH, MAX_REASON_LENGTH

ANSWERED_CALL_AGE = timedelta(minutes=10)
"""How long an answered call is shown, so that it can be reopened."""


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


MAX_MESSAGE_MINUTES = 600
"""The most minutes after which a message may disappear by itself."""


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
