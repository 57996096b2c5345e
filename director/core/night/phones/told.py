"""What a phone is told of itself and of the others at its table: never by which names they ask.

The name of a phone is its secret, by which it is let in or refused.  Others know it by a label that
follows from it.
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
    Kept,
    Phone,
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

LONGEST_NAME_OF_PHONE = 32
LABEL_LENGTH = 12
PHONE_COOKIE = "phone"
"""The cookie by which the script of a table's page says which phone it is; it enters nothing."""
_SHOWN_TO_ALL = {"kind", "event", "club", "game", "table", "section", "called", "settings"}


def phone_label(access_id: int, device: str) -> str:
    """Return what the phones of an address are called for one without a name.

    ``""`` if the phone has a name.
    """
    if device:
        return salted_hmac("table phone", f"{access_id} {device}").hexdigest()[:LABEL_LENGTH]
    return ""


def about_phones(access_id: int, kept: Kept, phones: list[Phone], device: str) -> Json:
    """Return what a phone is told about phones.

    Its own label, the sides that several phones enter for, and which are new.
    """
    heard = phones_let_in(kept, phones)
    told: Json = {"phone": phone_label(access_id, device)} if device else {}
    if twice := sides_twice(heard):
        told["twice"] = {
            side: sorted(phone_label(access_id, each) for each in named)
            for side, named in twice.items()
        }
    if came := arrivals(phones_known(kept), heard):
        told["came"] = [
            {name: value for name, value in asdict(phone).items() if name != "device"}
            | {"phone": phone_label(access_id, phone.device)}
            | {"since": _time(phone.since), "last": phone.last and _time(phone.last)}
            for phone in came
        ]
    return told


def _time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"


# A phone that the director does not let in.


def shut_words(kept: Kept, device: str) -> str:
    """Return why what calls itself *device* is not let in, ``""`` if it is."""
    try:
        refuse_shut(kept, device)
    except ShutPhoneError as error:
        return str(error)
    return ""


def shut_payload(words: str) -> Json:
    """Return what such a phone is answered."""
    return {"error": words, "shut": True}


def shut_state(state: Json, words: str) -> Json:
    """Return what the page of a table tells such a phone: where it is, and why it is told nothing else.

    What else there is in *state* is there too, but empty, so that the page needs no other script.
    """
    told = {
        name: value if name in _SHOWN_TO_ALL else _empty_value(value)
        for name, value in state.items()
    }
    return told | {"shut": words}


def _empty_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _empty_value(inner) for name, inner in value.items()}
    if value is not None:
        return type(value)()
    return None


def page_device(request: HttpRequest) -> str:
    """Return which phone says that it asks for a page of a table: in the address, or by its cookie."""
    device = request.GET.get("device", "") or request.COOKIES.get(PHONE_COOKIE, "")
    return storable(device)[:LONGEST_NAME_OF_PHONE]


def for_phones_let_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse (403) what is asked of *view* by a phone that the director does not let in."""

    @wraps(view)
    def answer(request: HttpRequest, *, seen: OpenAddress, **asked: Any) -> HttpResponse:
        words = shut_words(seen.phones, page_device(request))
        if words:
            return shut_answer(words)
        return view(request, seen=seen, **asked)

    return answer


def shut_answer(words: str) -> HttpResponse:
    """Return the answer to a phone that is not let in, as :func:`shut_words` says."""
    headers = {"Cache-Control": "no-store"}
    return JsonResponse(shut_payload(words), status=HTTPStatus.FORBIDDEN, headers=headers)
