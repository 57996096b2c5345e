"""Answer a phone that the director does not let in.

Such a phone is *shut*. It is told why, and the page of its table is shown without results and
entries. Which phones are shut is decided in ``connected``.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from director.additions.phones.keys import get_request_device
from director.core.night.links import OpenAddress
from director.core.night.phones import StoredPhones, refuse_shut
from director.errors import ShutPhoneError
from director.kinds import Json

_SHOWN_TO_ALL = {"kind", "event", "club", "game", "table", "section", "called", "settings"}
"""The keys of a table's state that a shut phone may see."""


def explain_phone_refusal(stored_phones: StoredPhones, device: str) -> str:
    """Return why *device* is not let in, or an empty text if it is."""
    try:
        refuse_shut(stored_phones, device)
    except ShutPhoneError as error:
        return str(error)
    return ""


def make_shut_payload(words: str) -> Json:
    """Return the JSON answer to a phone that is not let in. *words* say why."""
    return {"error": words, "shut": True}


def make_shut_state(state: Json, words: str) -> Json:
    """Return the *state* of a table for a phone that is not let in. *words* say why.

    Everything but the table's name and settings is emptied, not left out: the page's script expects
    the same keys.
    """
    shown_state = {}
    for name, value in state.items():
        shown_state[name] = value if name in _SHOWN_TO_ALL else _clear_value(value)
    return shown_state | {"shut": words}


def _clear_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _clear_value(inner) for name, inner in value.items()}
    if value is not None:
        return type(value)()
    return None


def require_admitted_phone(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer 403 in place of *view* to a phone that the director does not let in."""

    @wraps(view)
    def guarded_view(
        request: HttpRequest, *, address: OpenAddress, **url_kwargs: Any
    ) -> HttpResponse:
        device = get_request_device(request, address.token, request.GET)
        words = explain_phone_refusal(address.phones, device)
        if words:
            return make_shut_answer(words)
        return view(request, address=address, **url_kwargs)

    return guarded_view


def make_shut_answer(words: str) -> HttpResponse:
    """Return the 403 response to a phone that is not let in. *words* say why."""
    headers = {"Cache-Control": "no-store"}
    return JsonResponse(make_shut_payload(words), status=HTTPStatus.FORBIDDEN, headers=headers)
