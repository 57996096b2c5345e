"""The keys by which the phones of a table are known, and what an answer says about them."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from director.core.night.phones import (
    NewPhone,
    Phone,
    StoredPhones,
    detect_devices_by_doubled_side,
    detect_new_phones,
    filter_admitted_phones,
    list_known_phones,
)
from director.core.night.table_api import Json
from director.formats.reading import strip_unstorable

# A phone with a key, or a client without one, sends to a table.
#
# The page of a table gives each browser a signed key in a cookie that no script reads. The record of
# a phone (``TablePhone``) is found by that key, so no text that a client sends is taken for it. A
# client without the cookie may name itself in ``device``. Such a name never begins with the sign of
# a key, so it can't stand for one.

KEY_COOKIE = "table_key"
KEY_SECONDS = 48 * 3600
KEY_SIGN = "*"
"""The first character of the devices of phones with a key."""
MAX_DEVICE_LENGTH = 32
KEY_BYTES = 8


def has_key(device: str) -> bool:
    """Return whether *device* is a phone with a key of the table's page."""
    return device.startswith(KEY_SIGN)


def read_named_device(data: Mapping[str, Any]) -> str:
    """Return the name that a client without a key gives itself, or "".

    >>> [read_named_device({"device": name}) for name in ("aa", "*0f", 7)]
    ['aa', '0f', '']
    """
    name = data.get("device", "")
    if not isinstance(name, str):
        return ""
    return strip_unstorable(name).lstrip(KEY_SIGN)[:MAX_DEVICE_LENGTH]


def read_request_device(request: HttpRequest, token: str, data: Mapping[str, Any]) -> str:
    """Return the device that sent *request* to the private link *token*, by its cookie or *data*."""
    return _read_key_cookie(request, token) or read_named_device(data)


def set_key_cookie(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Give the browser that asks for the page of *token* a key, or extend the one that it has."""
    key = _read_key_cookie(request, token) or f"{KEY_SIGN}{secrets.token_hex(KEY_BYTES)}"
    response.set_signed_cookie(
        KEY_COOKIE,
        key,
        salt=_make_salt(token),
        max_age=KEY_SECONDS,
        path=reverse("table_page", args=[token]),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def _read_key_cookie(request: HttpRequest, token: str) -> str:
    # A key is worth nothing at another table: its link is part of the signature.
    key = request.get_signed_cookie(KEY_COOKIE, default="", salt=_make_salt(token)) or ""
    return key if has_key(key) else ""


def _make_salt(token: str) -> str:
    return f"table key {token}"


# The part of an answer to a phone that is about the phones of its table.
#
# The name of a device is its secret, by which it is let in or refused. Other phones get only a label
# that is derived from the name.

# 48 bits: the few phones of a table don't get the same label, and nobody finds the device by it.
LABEL_LENGTH = 12


def make_phone_label(access_id: int, device: str) -> str:
    """Return the label of *device* at an address, or "" without a device."""
    if device:
        return salted_hmac("table phone", f"{access_id} {device}").hexdigest()[:LABEL_LENGTH]
    return ""


def make_phones_payload(
    access_id: int, stored_phones: StoredPhones, recent_phones: list[Phone], device: str
) -> Json:
    """Return the JSON about the phones of a table for the phone *device*.

    - ``phone``: the label of *device*.
    - ``twice``: for each side for which several phones enter results, their labels.
    - ``came``: phones that joined after others.
    """
    # A blocked phone enters nothing, so its table needs no warning about it.
    admitted_phones = filter_admitted_phones(stored_phones, recent_phones)
    payload: Json = {}
    if device:
        payload["phone"] = make_phone_label(access_id, device)
    labels_by_side = {}
    for side, devices in detect_devices_by_doubled_side(admitted_phones).items():
        # Sorted by label, since the order of the devices would say something about the secrets.
        labels_by_side[side] = sorted(make_phone_label(access_id, name) for name in devices)
    if labels_by_side:
        payload["twice"] = labels_by_side
    new_phones = detect_new_phones(list_known_phones(stored_phones), admitted_phones)
    if new_phones:
        payload["came"] = [_make_new_phone_payload(access_id, phone) for phone in new_phones]
    return payload


def _make_new_phone_payload(access_id: int, phone: NewPhone) -> Json:
    # Without the device, which is a secret, and the name and results, which are for the director.
    previous_heard_at = phone.previous_heard_at
    return {
        "since": _format_clock_time(phone.joined_at),
        "side": phone.side,
        "last": _format_clock_time(previous_heard_at) if previous_heard_at else None,
        "held": phone.unsent_count,
        "phone": make_phone_label(access_id, phone.device),
    }


def _format_clock_time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
