"""What a phone is told about itself and the other phones of its table.

The name of a device is its secret, by which it is let in or refused. Other phones are told only a
label that is derived from the name.
"""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from director.core.night.phones.connected import (
    NewPhone,
    Phone,
    StoredPhones,
    arrivals,
    phones_known,
    phones_let_in,
    refuse_shut,
    sides_twice,
)
from director.core.night.phones.read import OpenAddress
from director.errors import ShutPhoneError
from director.formats.reading import storable
from director.kinds import Json

MAX_DEVICE_LENGTH = 32
LABEL_LENGTH = 12
PHONE_COOKIE = "phone"
"""The cookie by which a table's page names its device; requests that enter results don't use it."""
_SHOWN_TO_ALL = {"kind", "event", "club", "game", "table", "section", "called", "settings"}


def phone_label(access_id: int, device: str) -> str:
    """Return the label of *device* at an address, or an empty text without a device."""
    if device:
        return salted_hmac("table phone", f"{access_id} {device}").hexdigest()[:LABEL_LENGTH]
    return ""


def about_phones(
    access_id: int, stored_phones: StoredPhones, phones: list[Phone], device: str
) -> Json:
    """Return what a table's phone is told about the phones of the table.

    These are its own label, the sides that several phones enter for, and the new phones.
    """
    heard = phones_let_in(stored_phones, phones)
    payload: Json = {}
    if device:
        payload["phone"] = phone_label(access_id, device)
    devices_by_side = sides_twice(heard)
    if devices_by_side:
        labels_by_side = {}
        for side, devices in devices_by_side.items():
            labels_by_side[side] = sorted(phone_label(access_id, name) for name in devices)
        payload["twice"] = labels_by_side
    new_phones = arrivals(phones_known(stored_phones), heard)
    if new_phones:
        payload["came"] = [_new_phone_payload(access_id, phone) for phone in new_phones]
    return payload


def _new_phone_payload(access_id: int, phone: NewPhone) -> Json:
    payload = asdict(phone)
    del payload["device"]  # the secret name
    payload["phone"] = phone_label(access_id, phone.device)
    payload["since"] = _clock_time(phone.since)
    payload["last"] = phone.last and _clock_time(phone.last)
    return payload


def _clock_time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"


# A phone that the director does not let in.


def shut_words(stored_phones: StoredPhones, device: str) -> str:
    """Return why *device* is not let in, or an empty text if it is."""
    try:
        refuse_shut(stored_phones, device)
    except ShutPhoneError as error:
        return str(error)
    return ""


def shut_payload(words: str) -> Json:
    """Return the JSON answer to a phone that is not let in. *words* say why."""
    return {"error": words, "shut": True}


def shut_state(state: Json, words: str) -> Json:
    """Return the *state* of a table for a phone that is not let in. *words* say why.

    Everything but the table's name and settings is emptied, not left out: the page's script expects
    the same keys.
    """
    shown_state = {}
    for name, value in state.items():
        shown_state[name] = value if name in _SHOWN_TO_ALL else _empty_value(value)
    return shown_state | {"shut": words}


def _empty_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _empty_value(inner) for name, inner in value.items()}
    if value is not None:
        return type(value)()
    return None


def page_device(request: HttpRequest) -> str:
    """Return the device that asks for a page of a table, from the address or the cookie."""
    device = request.GET.get("device", "") or request.COOKIES.get(PHONE_COOKIE, "")
    return storable(device)[:MAX_DEVICE_LENGTH]


def for_phones_let_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer 403 in place of *view* to a phone that the director does not let in."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *, seen: OpenAddress, **url_kwargs: Any) -> HttpResponse:
        words = shut_words(seen.phones, page_device(request))
        if words:
            return shut_answer(words)
        return view(request, seen=seen, **url_kwargs)

    return guarded_view


def shut_answer(words: str) -> HttpResponse:
    """Return the 403 response to a phone that is not let in. *words* say why."""
    headers = {"Cache-Control": "no-store"}
    return JsonResponse(shut_payload(words), status=HTTPStatus.FORBIDDEN, headers=headers)
