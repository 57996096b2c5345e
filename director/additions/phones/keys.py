"""Who sends to a table: a phone with a key, a program with a token, or a client without either.

The page of a table gives each browser a signed key in a cookie that no script reads. The record of
a phone (``TablePhone``) is found by that key, so no text that a client sends is taken for it. A
client without the cookie may name itself in ``device``. Such a name never begins with the sign of
a key or of a program, so it can't stand for one of them.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.core.night.phones import PROGRAM_SIGN
from director.formats.reading import strip_unstorable

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

    >>> [read_named_device({"device": name}) for name in ("aa", "=12", "*0f", 7)]
    ['aa', '12', '0f', '']
    """
    name = data.get("device", "")
    if not isinstance(name, str):
        return ""
    return strip_unstorable(name).lstrip(KEY_SIGN + PROGRAM_SIGN)[:MAX_DEVICE_LENGTH]


def get_request_device(request: HttpRequest, token: str, data: Mapping[str, Any]) -> str:
    """Return the device that sent *request* to the private link *token*, with *data* of its own."""
    return _read_sent_key(request, token) or read_named_device(data)


def give_key(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Give the browser that asks for the page of *token* a key, or extend the one that it has."""
    key = _read_sent_key(request, token) or f"{KEY_SIGN}{secrets.token_hex(KEY_BYTES)}"
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


def _read_sent_key(request: HttpRequest, token: str) -> str:
    # A key is worth nothing at another table: its link is part of the signature.
    key = request.get_signed_cookie(KEY_COOKIE, default="", salt=_make_salt(token)) or ""
    return key if has_key(key) else ""


def _make_salt(token: str) -> str:
    return f"table key {token}"
