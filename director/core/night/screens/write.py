"""Messages on the room's screens, and calls of tables.

Each change is an act of the history, of its own kind, so that it can be undone without the results.
A call is *open* until the director has answered it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.night.history.read import SETTINGS, filter_standing_acts
from director.core.night.history.write import Journal, lock_event, record_act, undo_act
from director.core.night.screens.read import get_table_label
from director.errors import DeskError
from director.models import Act, Call, Message, Section, Session
from director.models.room import LONGEST_MESSAGE, LONGEST_REASON

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
        raise DeskError(DeskSentences.MESSAGE_EMPTY)
    if len(text) > LONGEST_MESSAGE:
        raise DeskError(DeskSentences.MESSAGE_TOO_LONG, most=LONGEST_MESSAGE, length=len(text))
    if minutes is not None and not 1 <= minutes <= MAX_MINUTES:
        raise DeskError(DeskSentences.MESSAGE_MINUTES, minutes=minutes, most=MAX_MINUTES)
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
            raise DeskError(DeskSentences.MESSAGE_GONE)
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
            raise DeskError(DeskSentences.CALLED_BEFORE, table=table, since=since)
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
            raise DeskError(DeskSentences.CALL_GONE, state="answered" if is_done else "open")
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
            raise DeskError(DeskSentences.CALL_GONE, state="open" if is_done else "answered")
        if is_done:
            _refuse_second_open_call(call)
        undo_act(acts=acts, number=act.number, user=user, builds_on=_has_common_record)
    return act


def _refuse_second_open_call(call: Call) -> None:
    """Refuse to reopen *call* while its table has another open one."""
    if call.section.calls.filter(table_no=call.table_no, done_at__isnull=True).exists():
        raise DeskError(DeskSentences.CALL_GONE, state="open")


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
