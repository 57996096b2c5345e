"""What a phone or a program sends to a table: parsed JSON, and the entry in it."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, RawPostDataException
from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.night.links.connected import BOTH
from director.errors import DeskError
from director.formats.reading import strip_unstorable
from director.kinds import Json, PhoneEntry

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
        has_nul = _has_nul(data)
    except (ValueError, RecursionError, RawPostDataException) as error:
        raise DeskError(DeskSentences.PHONE_SENT_NO_JSON) from error
    if not is_small:
        raise DeskError(DeskSentences.PHONE_SENT_TOO_MUCH, most=MAX_BODY_BYTES)
    if not isinstance(data, dict):
        raise DeskError(DeskSentences.PHONE_SENT_NO_JSON)
    if has_nul:
        raise DeskError(DeskSentences.NUL_SENT)
    for name in BOOLEAN_FIELDS & data.keys():
        if not isinstance(data[name], bool | None):
            raise DeskError(DeskSentences.PHONE_SENT_NO_TRUTH, name=name)
    storable_data: Json = {}
    for name, value in data.items():
        storable_data[name] = strip_unstorable(value) if isinstance(value, str) else value
    return storable_data


def _has_nul(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nul, value)) or any(map(_has_nul, value.values()))
    if isinstance(value, list):
        return any(map(_has_nul, value))
    return isinstance(value, str) and "\0" in value


def parse_phone_entry(data: Json, *, device: str) -> PhoneEntry:
    """Return the entry of *device* in the parsed body *data*."""
    return PhoneEntry(
        key=_read_text(data, "key", 201),
        data=data,
        device=device,
        side=_read_side(data),
        at=_read_phone_time(data),
    )


def _read_side(data: Mapping[str, Any]) -> str:
    side = _read_text(data, "side", 2)
    if side in ("ns", "ew"):
        return side
    return ""


def read_phone_side(data: Mapping[str, Any]) -> str:
    """Return for whom a phone answers: one side, both sides, or "" if it doesn't say."""
    side = _read_side(data)
    if not side and _read_text(data, "side", 4) == BOTH:
        return BOTH
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
