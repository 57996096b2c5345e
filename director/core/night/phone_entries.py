"""What a phone sends to a table: parsed, answered, and stored once however often it comes.

What the entries of boards mean is left to the kinds of events.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, RawPostDataException
from django.utils import timezone

from director.core.base.refusals import NUL_SENT_ERROR, PHONE_SENT_TOO_MUCH_ERROR
from director.core.night.journal import lock_event
from director.core.night.phones import BOTH_SIDES
from director.core.night.room import add_call
from director.core.night.table_api import Json, PhoneAnswer, PhoneEntry
from director.errors import DeskError
from director.formats.reading import has_nul, strip_invisible, strip_unstorable
from director.models import Access, Call, Section, TableWord

MAX_BODY_BYTES = 8_000
"""Bytes that a phone may send at once."""
MAX_CLOCK_ERROR = timedelta(days=2)
"""If the clock of a phone is further off, the times it sends are ignored."""
BOOLEAN_FIELDS = {"confirm", "change", "visitor", "turned", "outside", "right"}
"""Fields of an entry that are true or false."""


def read_json(request: HttpRequest) -> Json:
    """Return the parsed body.

    :raises DeskError: if it isn't a JSON object, has a NUL character, or is too large
    """
    try:
        # The header first: the body isn't read if it says that it is too large.
        is_small = (
            int(request.headers.get("Content-Length") or 0) <= MAX_BODY_BYTES
            and len(request.body) <= MAX_BODY_BYTES
        )
        data = json.loads(request.body) if is_small else {}
        has_any_nul = has_nul(data)
    except (ValueError, RecursionError, RawPostDataException) as error:
        raise _make_phone_sent_no_json_error() from error
    if not is_small:
        raise DeskError(*PHONE_SENT_TOO_MUCH_ERROR, most=MAX_BODY_BYTES)
    if not isinstance(data, dict):
        raise _make_phone_sent_no_json_error()
    if has_any_nul:
        raise DeskError(*NUL_SENT_ERROR)
    for name in BOOLEAN_FIELDS & data.keys():
        if not isinstance(data[name], bool | None):
            raise DeskError(
                "phone-sent-no-truth",
                "“{name}” must be true or false, so nothing was saved.",
                name=name,
            )
    storable_data: Json = {}
    for name, value in data.items():
        storable_data[name] = strip_unstorable(value) if isinstance(value, str) else value
    return storable_data


def make_phone_entry(data: Json, *, device: str) -> PhoneEntry:
    """Return the entry of *device* in the parsed body *data*."""
    return PhoneEntry(
        key=_read_text(data, "key", 201),
        data=data,
        device=device,
        side=_read_side(data),
        entered_at=_read_phone_time(data),
    )


def _read_side(data: Mapping[str, Any]) -> str:
    side = _read_text(data, "side", 2)
    if side in ("ns", "ew"):
        return side
    return ""


def read_phone_side(data: Mapping[str, Any]) -> str:
    """Return for whom a phone answers: one side, both sides, or "" if it doesn't say."""
    side = _read_side(data)
    if not side and _read_text(data, "side", 4) == BOTH_SIDES:
        return BOTH_SIDES
    return side


def _read_text(data: Mapping[str, Any], name: str, max_length: int) -> str:
    value = data.get(name, "")
    if isinstance(value, str):
        return strip_unstorable(value)[:max_length]
    return ""


def _read_phone_time(data: Json) -> datetime | None:
    """Return the phone's time of an entry, or None if it is impossible."""
    try:
        time = datetime.fromisoformat(_read_text(data, "at", 40))
    except ValueError:
        return None
    if time.tzinfo and abs(time - timezone.now()) < MAX_CLOCK_ERROR:
        return time
    return None


CREATED_STATUS = 201
"""The status of an answer to an entry that was stored."""


MAX_KEY_LENGTH = 200


_TRANSPORT_FIELDS = {"key", "device", "waiting", "at"}
"""Fields about the phone and the moment of sending. All others are the content of the entry."""


def find_previous_answer(access: Access, entry: PhoneEntry) -> PhoneAnswer | None:
    """Return the answer that *entry* got when it was sent before, or None.

    One query.

    :raises DeskError: if its key was used for another entry
    """
    stored_entry = TableWord.objects.filter(access=access, key=hash_key(entry.key)).first()
    if stored_entry is None:
        return None
    return repeat_answer(stored_entry, entry)


def repeat_answer(stored_entry: TableWord, entry: PhoneEntry) -> PhoneAnswer:
    """Return the answer to *entry*, which was stored before as *stored_entry*.

    :raises DeskError: if *stored_entry* is another entry with the same key
    """
    if stored_entry.body_hash and stored_entry.body_hash != _hash_body(entry):
        # The earlier answer would say that this entry is stored too.
        if stored_entry.board_no:
            raise DeskError(
                "key-used-for-board",
                "This key was used for board {board_no}, so nothing was saved. Send it again with a "
                "new key.",
                board_no=stored_entry.board_no,
            )
        raise DeskError(
            "key-used",
            "This key was used for another entry, so nothing was saved. Send it again with a new "
            "key.",
        )
    if stored_entry.status == CREATED_STATUS:
        return PhoneAnswer(200, stored_entry.answer)  # a repetition creates nothing
    return PhoneAnswer(stored_entry.status, stored_entry.answer)


def _hash_body(entry: PhoneEntry) -> str:
    """Return the hash of the content of *entry*, which is the same when it is sent again."""
    content = {name: value for name, value in entry.data.items() if name not in _TRANSPORT_FIELDS}
    return sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def store_phone_entry(
    access: Access, entry: PhoneEntry, *, kind: str, answer: PhoneAnswer, **fields: Any
) -> TableWord:
    """Store *entry* with its *answer*, in a transaction of the caller."""
    return TableWord.objects.create(
        access=access,
        key=hash_key(entry.key),
        body_hash=_hash_body(entry),
        kind=kind,
        device=entry.device,
        side=entry.side,
        said_at=entry.entered_at,
        heard_at=timezone.now(),
        status=answer.status,
        answer=answer.body,
        **fields,
    )


def hash_key(key: str) -> str:
    """Return the hash of a phone's key, as it is stored: always 64 characters.

    :raises DeskError: if *key* is empty or too long
    """
    if not key or len(key) > MAX_KEY_LENGTH:
        raise DeskError(
            "no-key",
            "Every entry needs its own key, of at most {most} characters.",
            most=MAX_KEY_LENGTH,
        )
    return sha256(key.encode()).hexdigest()


def receive_call(access: Access, entry: PhoneEntry) -> PhoneAnswer:
    """Record that the table of *access* calls the director. Return the answer.

    A table that waits already is not recorded again.

    :raises DeskError: if the address is not that of a section's table
    """
    if access.section is None or access.table_no is None:
        raise DeskError("no-call-here", "You can’t call the director from this page.")
    with transaction.atomic():
        lock_event(access.session.event)
        # The phone sends an entry again until it gets an answer.
        previous_answer = find_previous_answer(access, entry)
        if previous_answer:
            return previous_answer
        open_call = Call.objects.filter(
            section=access.section, table_no=access.table_no, done_at__isnull=True
        ).first()
        reason = entry.data.get("reason")
        if not isinstance(reason, str):
            reason = ""
        reason = strip_invisible(reason)
        call = open_call or add_call(
            section=access.section, table_no=access.table_no, reason=reason, user=None
        )
        answer = PhoneAnswer(
            CREATED_STATUS, {"called": True, "since": f"{timezone.localtime(call.made_at):%H:%M}"}
        )
        store_phone_entry(access, entry, kind=TableWord.Kind.CALL, answer=answer)
        return answer


def discard_phone_entries(section: Section) -> None:
    """Discard the tables' entries in *section* after its movement was replaced."""
    is_of_movement = Q(board_no__isnull=False) | Q(kind=TableWord.Kind.MATCH)
    entries = TableWord.objects.filter(
        is_of_movement, access__section=section, dropped_at__isnull=True
    )
    entries.update(dropped_at=timezone.now())


def discard_decided_entries(entries: Collection[TableWord]) -> None:
    """Discard the entries *entries*, which the director decided another way."""
    TableWord.objects.filter(
        pk__in=[stored_entry.pk for stored_entry in entries], dropped_at__isnull=True
    ).update(dropped_at=timezone.now())


def _make_phone_sent_no_json_error() -> DeskError:
    return DeskError(
        "phone-sent-no-json", "What was sent isn’t a JSON object, so nothing was saved."
    )
