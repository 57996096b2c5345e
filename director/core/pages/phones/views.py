"""A table's private link: its page, and JSON for the page and other programs.

Whoever knows the address may say what it takes: no cookie is asked for, so nothing is lent to other
sites either.  One only says, where something is read, which phone asks.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.core.cache import caches
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    JsonResponse,
    RawPostDataException,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.base.roles import may_direct
from director.core.base.sentences import DeskSentences
from director.core.night.phones.connected import (
    BOTH,
    Phone,
    is_shut,
    keep_phone,
    phone_contact,
    recent_phones,
    refuse_shut,
)
from director.core.night.phones.door import by_token
from director.core.night.phones.read import OpenAddress, Whose, fetch_access, open_address
from director.core.night.phones.told import (
    MAX_DEVICE_LENGTH,
    about_phones,
    for_phones_let_in,
    page_device,
    shut_answer,
    shut_payload,
    shut_state,
    shut_words,
)
from director.core.night.phones.write import earlier_answer, receive_call
from director.errors import DeskError, FinalError, ShutPhoneError
from director.formats.reading import storable
from director.kinds import Json, NamesApi, PhoneAnswer, PhoneEntry, TableApi, event_kinds, kind_of
from director.models import Access
from scoring import ScoringError

LARGEST = 8_000
"""How many bytes a phone may send at once."""
MOST_LOOKED, LOOKED_SECONDS, LONGEST_LOOKED = 200, 600, 80
"""How many names a table may look for, in how long, and how much of each is read."""
STATE_SECONDS = 3600
CLOCK_OFF = timedelta(days=2)
"""How far off the clock of a phone may be for what it says to be kept."""
TRUTHS = {"confirm", "change", "visitor", "turned", "outside"}
"""What is true or false in all that a phone sends."""


@require_safe
@by_token(Whose.TABLE)
def table_state(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Answer with the state of the table, or 304."""
    seen = _phone_kept(seen, request.GET)
    if words := shut_words(seen.phones, _device(request.GET)):
        return shut_answer(words)
    version, body = _state(seen)
    about = about_phones(
        seen.access_id, seen.phones, _hear_phone(seen, request.GET), _device(request.GET)
    )
    if about:
        version = f"{version}-{sha256(json.dumps(about).encode()).hexdigest()[:8]}"
    tag = f'"{version}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if tag in {
        held.strip().removeprefix("W/")
        for held in request.headers.get("If-None-Match", "").split(",")
    }:
        return HttpResponseNotModified(headers=headers)
    if about:
        body = json.dumps(json.loads(body) | {"version": version} | about).encode()
    return HttpResponse(body, content_type="application/json", headers=headers)


@require_POST
@by_token(Whose.TABLE)
def table_results(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Take in a result, or the word of the opponents."""
    return _answer(request, seen, lambda access, said: _door(access).result(access, said))


@require_POST
@by_token(Whose.TABLE)
def table_calls(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Record a call of the table."""
    return _answer(request, seen, receive_call)


@require_POST
@by_token(Whose.TABLE)
def table_names(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Take in who sits in a seat."""
    return _answer(request, seen, lambda access, said: _names(access).name(access, said))


@require_safe
@by_token(Whose.TABLE)
@for_phones_let_in
def table_people(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Answer with names that begin as typed, while the table is asked for names."""
    cache, name = caches["tables"], f"looked-{seen.access_id}"
    looked = cache.get(name, 0) + 1
    cache.set(name, looked, LOOKED_SECONDS)
    if looked > MOST_LOOKED:
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
    access = fetch_access(seen)
    people = _names(access).people(access, request.GET.get("q", "")[:LONGEST_LOOKED])
    if people is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return JsonResponse({"people": people}, headers={"Cache-Control": "no-store"})


@require_safe
@by_token(Whose.TABLE)
@for_phones_let_in
def table_board(request: HttpRequest, *, seen: OpenAddress, board_no: int) -> HttpResponse:
    """Answer with the other results of a board, if the table may see them."""
    access = fetch_access(seen)
    others = _door(access).others(access, board_no, by_players=not may_direct(request))
    if others is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return JsonResponse(others)


@require_http_methods(["GET", "HEAD", "POST"])
@by_token(Whose.TABLE)
def table_page(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Show the table's page, which takes results without scripts too.

    Once a phone was refused, whoever does not say which phone it is gets a page that tells nothing;
    its script does.
    """
    error, asks_again, data, said, access = "", False, {}, PhoneEntry("", {}), fetch_access(seen)
    if request.method == "POST":
        data = {
            name: storable(str(text))
            for name, text in request.POST.items()
            if storable(str(text)).strip()
        }
        ticked = {name: name in data for name in ("confirm", "change", "visitor")}
        outside = {"outside": True} if "outside" in data else {}
        said = PhoneEntry(key=data.get("key", ""), data=data | ticked | outside)
        heard = _heard(lambda: _let_in(seen, access, said) or _plain_receive(access, said))
        if heard.status < HTTPStatus.BAD_REQUEST:
            return redirect(request.path)
        error, asks_again = heard.body["error"], "asks_again" in heard.body
        seen = open_address(seen.token) or seen
    state = json.loads(_state(seen)[1])
    shut = shut_words(seen.phones, said.device if error else page_device(request))
    if shut:
        state = shut_state(state, shut)
    context = {
        "state": state,
        "token": seen.token,
        "error": error,
        "asks_again": asks_again,
        "typed": data if error else {},
        "key": secrets.token_urlsafe(16),
    }
    if error:
        status = heard.status
    elif shut:
        status = HTTPStatus.FORBIDDEN
    else:
        status = HTTPStatus.OK
    return render(request, _door(access).template, context, status=status)


def _plain_receive(access: Access, said: PhoneEntry) -> PhoneAnswer:
    """Take in one of the forms of the page without scripts: a call, a name, or a result."""
    if "what" in said.data:
        return receive_call(access, said)
    if "seat" in said.data:
        return _names(access).name(access, said)
    return _door(access).result(access, said)


def _answer(
    request: HttpRequest, seen: OpenAddress, hear: Callable[[Access, PhoneEntry], PhoneAnswer]
) -> HttpResponse:
    """Answer what a phone sent as JSON."""

    def heard() -> PhoneAnswer:
        data = _json(request)
        access, said = fetch_access(seen), _phone_entry(data)
        if before := _let_in(seen, access, said):
            return before
        _hear_phone(seen, data)
        return hear(access, said)

    answered = _heard(heard)
    # In one order: PostgreSQL keeps the keys of the first answer in another than they were given.
    return JsonResponse(
        answered.body, status=answered.status, json_dumps_params={"sort_keys": True}
    )


def _heard(hear: Callable[[], PhoneAnswer]) -> PhoneAnswer:
    """Return the response to an entry, with a refusal in one sentence."""
    try:
        return hear()
    except ShutPhoneError as error:
        return PhoneAnswer(HTTPStatus.FORBIDDEN, shut_payload(str(error)))
    except FinalError:  # its sentence tells directors to reopen the event
        return PhoneAnswer(
            HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(DeskError(DeskSentences.TABLES_CLOSED))}
        )
    except (DeskError, ScoringError) as error:
        asked = {"asks_again": True} if "is_asked" in getattr(error, "params", {}) else {}
        return PhoneAnswer(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(error), **asked})


def _let_in(seen: OpenAddress, access: Access, said: PhoneEntry) -> PhoneAnswer | None:
    """Return the earlier response to a phone that isn't let in, or None.

    :raises ShutPhoneError: if it is not let in and says something new
    """
    if is_shut(seen.phones, said.device) and (before := earlier_answer(access, said.key)):
        return before
    refuse_shut(seen.phones, said.device)
    return None


def _json(request: HttpRequest) -> Json:
    """Return the parsed body.

    :raises DeskError: if it is not a JSON object, holds a NUL, or is too large
    """
    try:
        is_small = (
            int(request.headers.get("Content-Length") or 0) <= LARGEST
            and len(request.body) <= LARGEST
        )
        data = json.loads(request.body) if is_small else {}
        has_nul = _has_nul(data)
    except (ValueError, RecursionError, RawPostDataException) as error:
        raise DeskError(DeskSentences.PHONE_SENT_NO_JSON) from error
    if not is_small:
        raise DeskError(DeskSentences.PHONE_SENT_TOO_MUCH, most=LARGEST)
    if not isinstance(data, dict):
        raise DeskError(DeskSentences.PHONE_SENT_NO_JSON)
    if has_nul:
        raise DeskError(DeskSentences.NUL_SENT)
    for name in TRUTHS & data.keys():
        if not isinstance(data[name], bool | None):
            raise DeskError(DeskSentences.PHONE_SENT_NO_TRUTH, name=name)
    return {
        name: storable(value) if isinstance(value, str) else value for name, value in data.items()
    }


def _has_nul(value: object) -> bool:
    """Return whether the body has a NUL."""
    if isinstance(value, dict | list):
        return any(map(_has_nul, value)) or (
            isinstance(value, dict) and any(map(_has_nul, value.values()))
        )
    return isinstance(value, str) and "\0" in value


def _phone_entry(data: Json) -> PhoneEntry:
    return PhoneEntry(
        key=_text(data, "key", 201),
        data=data,
        device=_device(data),
        side=_side(data),
        at=_moment(data),
    )


def _hear_phone(seen: OpenAddress, data: Mapping[str, Any]) -> list[Phone]:
    """Record the phone that asks. Return all phones at the table."""
    device = _device(data)
    if not device:
        return recent_phones([seen.access_id])[seen.access_id]
    waiting = str(data.get("waiting", ""))
    return phone_contact(
        seen.access_id,
        device=device,
        side=_side_of_phone(data),
        waiting=int(waiting) if waiting.isdecimal() and len(waiting) < 4 else 0,
    )


def _device(data: Mapping[str, Any]) -> str:
    return _text(data, "device", MAX_DEVICE_LENGTH)


def _side(data: Mapping[str, Any]) -> str:
    side = _text(data, "side", 2)
    if side in ("ns", "ew"):
        return side
    return ""


def _side_of_phone(data: Mapping[str, Any]) -> str:
    """Return for whom a phone answers, which may be both sides."""
    return _side(data) or (BOTH if _text(data, "side", 4) == BOTH else "")


def _text(data: Mapping[str, Any], name: str, longest: int) -> str:
    value = data.get(name, "")
    if isinstance(value, str):
        return storable(value)[:longest]
    return ""


def _moment(data: Json) -> datetime | None:
    """Return the phone's time of an entry, or None if it is impossible."""
    try:
        moment = datetime.fromisoformat(_text(data, "at", 40))
    except ValueError:
        return None
    if moment.tzinfo and abs(moment - timezone.now()) < CLOCK_OFF:
        return moment
    return None


def _door(access: Access) -> TableApi:
    door = kind_of(access.session.event).table_door
    if door is None or access.table_no is None:
        raise Http404("You can’t enter results at this address.")
    return door


def _names(access: Access) -> NamesApi:
    door = kind_of(access.session.event).names_door
    if door is None or access.table_no is None:
        raise Http404("You can’t enter names at this address.")
    return door


def _phone_kept(seen: OpenAddress, data: Mapping[str, Any]) -> OpenAddress:
    """Return what is known of the link with this phone, recorded at its first request."""
    device, side = _device(data), _side_of_phone(data)
    if not device or (device in seen.phones and seen.phones[device]["side"] == side):
        return seen
    return replace(seen, phones=keep_phone(seen.access_id, device=device, side=side))


def _state(seen: OpenAddress) -> tuple[str, bytes]:
    """Return the state of the table as JSON with its version, cached."""
    cache, name = caches["tables"], f"state-{seen.access_id}"
    kept = cache.get(name)
    if kept and kept[0] == seen.mark and (kept[1] is None or kept[1] > timezone.now()):
        return kept[2], kept[3]
    access = fetch_access(seen)
    told = _door(access).told(access)
    version = sha256(json.dumps(told.state, sort_keys=True).encode()).hexdigest()[:20]
    body = json.dumps({"version": version, **told.state}).encode()
    cache.set(name, (seen.mark, told.until, version, body), STATE_SECONDS)
    return version, body


# The page of a pair, or of whoever else is ranked, by its private address: each kind of event has
# its own.


@require_safe
@by_token(Whose.PAIR)
def own_page(request: HttpRequest, *, seen: OpenAddress) -> HttpResponse:
    """Show the pair its seats and results, or its card once published."""
    return _page(request, seen, 0)


@require_safe
@by_token(Whose.PAIR)
def own_board(request: HttpRequest, *, seen: OpenAddress, board_no: int) -> HttpResponse:
    """Show a board of a published night."""
    return _page(request, seen, board_no)


def _page(request: HttpRequest, seen: OpenAddress, board_no: int) -> HttpResponse:
    kind = next(kind for kind in event_kinds() if kind.contest == seen.contest)
    return kind.own_page(request, seen, board_no)
