"""A table's private link: its page, and JSON for the page and other programs.

Whoever has the link may enter results, so there is no sign-in, and without a cookie no other site
can act in a user's name. The only cookie is the key of a phone, which says which one it is.

*address* is the open link of a request. The kind of its event has an API for results (``TableApi``)
and one for names (``NamesApi``). A :class:`~director.core.night.table_api.PhoneEntry` is what a phone
sends, with a *key* so that the same entry is stored only once. A *shut* phone was refused by the
director.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.additions.phones.boards.matches import receive_match_confirmation
from director.additions.phones.boards.names import TABLE_NAMES, PairsNames
from director.additions.phones.boards.others import read_match, reveal_match
from director.additions.phones.boards.state import fetch_table_play
from director.additions.phones.desk import BOARDS_API, TABLE_PHONES_DESK
from director.additions.phones.keys import (
    has_key,
    make_phones_payload,
    read_request_device,
    set_key_cookie,
)
from director.boards.contests import CONTESTS
from director.core.base.refusals import TABLES_CLOSED_ERROR
from director.core.base.roles import can_direct
from director.core.club.people import fetch_player_ids_by_name
from director.core.night.links.finding import (
    AddressHolder,
    OpenAddress,
    fetch_access,
    find_open_address,
)
from director.core.night.links.requests import count_try, resolve_token
from director.core.night.phone_entries import (
    find_previous_answer,
    make_phone_entry,
    read_json,
    read_phone_side,
    receive_call,
)
from director.core.night.phones import (
    Phone,
    StoredPhones,
    get_phones_by_access_id,
    is_device_blocked,
    record_phone_contact,
    refuse_blocked_device,
    store_phone,
)
from director.core.night.table_api import Json, PhoneAnswer, PhoneEntry, ResultsReader, TableApi
from director.errors import BlockedPhoneError, DeskError, FinalError
from director.formats.reading import strip_unstorable
from director.models import Access
from scoring.errors import ScoringError

# Answer a phone that the director does not let in.
#
# Such a phone is *shut*. It is told why, and the page of its table is shown without results and
# entries. ``core.night.phones`` decides which phones are shut.

_KEYS_SHOWN_TO_ALL = {"kind", "event", "club", "game", "table", "section", "called", "settings"}
"""The keys of a table's state that a shut phone may see."""


def explain_phone_refusal(stored_phones: StoredPhones, device: str) -> str:
    """Return why *device* is not let in, or an empty text if it is."""
    try:
        refuse_blocked_device(stored_phones, device)
    except BlockedPhoneError as error:
        return str(error)
    return ""


def make_shut_payload(reason: str) -> Json:
    """Return the JSON answer to a phone that is not let in. *reason* says why."""
    return {"error": reason, "shut": True}


def make_shut_state(state: Json, reason: str) -> Json:
    """Return the *state* of a table for a phone that is not let in. *reason* says why.

    Everything but the table's name and settings is emptied, not left out: the page's script expects
    the same keys.
    """
    shown_state = {}
    for name, value in state.items():
        shown_state[name] = value if name in _KEYS_SHOWN_TO_ALL else _clear_value(value)
    return shown_state | {"shut": reason}


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
        device = read_request_device(request, address.token, request.GET)
        reason = explain_phone_refusal(address.phones_by_device, device)
        if reason:
            return make_shut_response(reason)
        return view(request, address=address, **url_kwargs)

    return guarded_view


def make_shut_response(reason: str) -> HttpResponse:
    """Return the 403 response to a phone that is not let in. *reason* says why."""
    headers = {"Cache-Control": "no-store"}
    return JsonResponse(make_shut_payload(reason), status=HTTPStatus.FORBIDDEN, headers=headers)


NAME_SEARCH_SECONDS = 600
MAX_NAME_SEARCHES = 200
"""Searches for names by one table in ``NAME_SEARCH_SECONDS``, so nobody can read out the list."""
MAX_SEARCH_LENGTH = 80
STATE_SECONDS = 3600
SEATS_BY_SIDE = {"ns": "NS", "ew": "EW"}


@require_safe
@resolve_token(AddressHolder.TABLE)
def show_table_state(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Answer with the state of the table, or 304."""
    device = read_request_device(request, address.token, request.GET)
    address = _record_first_request(address, request.GET, device)
    reason = explain_phone_refusal(address.phones_by_device, device)
    if reason:
        return make_shut_response(reason)
    version, body = _get_cached_state(address)
    # The other phones aren't part of the cached state, because they change with every request.
    recent_phones = _record_contact(address, request.GET, device)
    phones = make_phones_payload(address.access_id, address.phones_by_device, recent_phones, device)
    if phones:
        version = f"{version}-{sha256(json.dumps(phones).encode()).hexdigest()[:8]}"
    etag = f'"{version}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    known_etags = request.headers.get("If-None-Match", "").split(",")
    # A proxy that compresses the answer makes the tag weak.
    if etag in {known_etag.strip().removeprefix("W/") for known_etag in known_etags}:
        return HttpResponseNotModified(headers=headers)
    if phones:
        body = json.dumps(json.loads(body) | {"version": version} | phones).encode()
    return HttpResponse(body, content_type="application/json", headers=headers)


@require_POST
@resolve_token(AddressHolder.TABLE)
def store_table_result(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Store a result, or the opponents' confirmation of it."""
    return _answer_entry(
        request, address, lambda access, entry: _get_table_api(access).store_result(access, entry)
    )


@require_POST
@resolve_token(AddressHolder.TABLE)
def store_table_call(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Record a call of the table."""
    return _answer_entry(request, address, receive_call)


@require_POST
@resolve_token(AddressHolder.TABLE)
def store_table_name(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Store the name of the player in a seat."""
    return _answer_entry(
        request, address, lambda access, entry: _get_names_api(access).store_name(access, entry)
    )


@require_safe
@resolve_token(AddressHolder.TABLE)
@require_admitted_phone
def suggest_people(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Answer with names that begin with ``?q=``, while the table is asked for names."""
    if count_try(f"looked-{address.access_id}", NAME_SEARCH_SECONDS) > MAX_NAME_SEARCHES:
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
    access = fetch_access(address)
    search_text = request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
    people = _get_names_api(access).suggest_people(access, search_text)
    if people is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return JsonResponse({"people": people}, headers={"Cache-Control": "no-store"})


@resolve_token(AddressHolder.TABLE)
@require_POST
@require_admitted_phone
def reveal_board_results(
    request: HttpRequest, *, address: OpenAddress, board_no: int
) -> HttpResponse:
    """Answer with the other results of a board, if the table may see them, and mark them as seen.

    The preview of a link in a messenger must not do that, so it takes a POST.
    """
    access = fetch_access(address)
    reader = _choose_reader(request)
    other_results = _get_table_api(access).reveal_board(access, board_no, reader=reader)
    return _make_json_response(other_results)


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.TABLE)
@require_admitted_phone
def reveal_table_match(
    request: HttpRequest, *, address: OpenAddress, round_no: int
) -> HttpResponse:
    """Answer with a round's match of teams. A POST reveals its result and marks it as seen."""
    access = fetch_access(address)
    if not _has_boards(access):
        match = None
    elif request.method == "POST":
        match = reveal_match(fetch_table_play(access), round_no, reader=_choose_reader(request))
    else:
        match = read_match(fetch_table_play(access), round_no)
    return _make_json_response(match)


def _choose_reader(request: HttpRequest) -> ResultsReader:
    # A director who looks leaves no mark for the players.
    if can_direct(request):
        return ResultsReader.DESK
    return ResultsReader.TABLE


def _make_json_response(payload: Json | None) -> HttpResponse:
    if payload is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return JsonResponse(payload, headers={"Cache-Control": "no-store"})


@require_POST
@resolve_token(AddressHolder.TABLE)
def store_match_confirmation(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Store what a team says about the result of its match."""

    def receive(access: Access, entry: PhoneEntry) -> PhoneAnswer:
        if not _has_boards(access):
            raise Http404("No matches are played here.")
        return receive_match_confirmation(access, entry)

    return _answer_entry(request, address, receive)


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.TABLE)
def enter_table_results(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Show the table's page, which takes results without scripts too.

    It gives the browser its key. Once a phone of the table was refused, a request without a known
    key gets a page without data.
    """
    access = fetch_access(address)
    submitted_fields: dict[str, str] = {}
    refused_answer: PhoneAnswer | None = None
    device = read_request_device(request, address.token, request.GET)
    if has_key(device) and device not in address.phones_by_device:
        # Without scripts this is all that the director ever sees of the phone.
        is_entry = request.method == "POST"
        if is_entry or is_device_blocked(address.phones_by_device, device):
            address = _record_first_request(address, request.GET, device)
    if request.method == "POST":
        submitted_fields = _read_submitted_fields(request)
        entry = _make_form_entry(submitted_fields, device if has_key(device) else "")
        answer = _make_answer_or_refusal(
            lambda: _find_shut_phone_answer(address, access, entry) or _receive_form(access, entry)
        )
        if answer.status < HTTPStatus.BAD_REQUEST:
            return redirect(request.path)
        refused_answer = answer
        device = entry.device
        # The refused entry may have met a newer state, which the page should show.
        address = find_open_address(address.token) or address
    state = json.loads(_get_cached_state(address)[1])
    shut_reason = explain_phone_refusal(address.phones_by_device, device)
    if shut_reason:
        state = make_shut_state(state, shut_reason)
    context = {
        "state": state,
        "token": address.token,
        "error": refused_answer.body["error"] if refused_answer else "",
        "asks_again": refused_answer is not None and "asks_again" in refused_answer.body,
        "typed": submitted_fields,
        "key": secrets.token_urlsafe(16),
    }
    if refused_answer:
        status = refused_answer.status
    elif shut_reason:
        status = HTTPStatus.FORBIDDEN
    else:
        status = HTTPStatus.OK
    response = render(request, _get_table_api(access).template, context, status=status)
    set_key_cookie(request, response, address.token)
    return response


def _read_submitted_fields(request: HttpRequest) -> dict[str, str]:
    """Return the posted fields that aren't empty."""
    fields = {}
    for name, value in request.POST.items():
        text = strip_unstorable(str(value))
        if text.strip():
            fields[name] = text
    return fields


def _make_form_entry(fields: Mapping[str, str], device: str) -> PhoneEntry:
    data: Json = dict(fields)
    # A check box is sent only if it is ticked.
    for name in ("confirm", "change", "visitor"):
        data[name] = name in fields
    # Absent means something else than False here: nobody was asked.
    if "outside" in fields:
        data["outside"] = True
    return PhoneEntry(key=fields.get("key", ""), data=data, device=device)


def _receive_form(access: Access, entry: PhoneEntry) -> PhoneAnswer:
    """Store a form of the page without scripts: a call, a name or a result."""
    if "what" in entry.data:
        return receive_call(access, entry)
    if "seat" in entry.data:
        return _get_names_api(access).store_name(access, entry)
    return _get_table_api(access).store_result(access, entry)


def _answer_entry(
    request: HttpRequest, address: OpenAddress, receive: Callable[[Access, PhoneEntry], PhoneAnswer]
) -> HttpResponse:
    """Store an entry by *receive*, and answer in JSON."""

    def answer_entry() -> PhoneAnswer:
        data = read_json(request)
        access = fetch_access(address)
        entry = make_phone_entry(data, device=read_request_device(request, address.token, data))
        current_address = address
        if has_key(entry.device) and entry.device not in address.phones_by_device:
            current_address = _record_first_request(address, data, entry.device)
        previous_answer = _find_shut_phone_answer(current_address, access, entry)
        if previous_answer:
            return previous_answer
        _record_contact(address, data, entry.device)
        return receive(access, entry)

    answer = _make_answer_or_refusal(answer_entry)
    # PostgreSQL doesn't keep the order of keys, so a repeated answer would differ from the first.
    return JsonResponse(answer.body, status=answer.status, json_dumps_params={"sort_keys": True})


def _make_answer_or_refusal(answer_entry: Callable[[], PhoneAnswer]) -> PhoneAnswer:
    """Return the answer to an entry, or its error as an answer."""
    try:
        return answer_entry()
    except BlockedPhoneError as error:
        return PhoneAnswer(HTTPStatus.FORBIDDEN, make_shut_payload(str(error)))
    except FinalError:
        # Its own sentence tells directors to reopen the event, which players can't do.
        text = str(DeskError(*TABLES_CLOSED_ERROR))
        return PhoneAnswer(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": text})
    except (DeskError, ScoringError) as error:
        body: Json = {"error": str(error)}
        if "needs_confirmation" in error.params:
            body["asks_again"] = True
        return PhoneAnswer(HTTPStatus.UNPROCESSABLE_ENTITY, body)


def _find_shut_phone_answer(
    address: OpenAddress, access: Access, entry: PhoneEntry
) -> PhoneAnswer | None:
    """Return the previous answer to a shut phone that repeats an entry, or None if it isn't shut.

    :raises BlockedPhoneError: if it is shut and the entry is new
    """
    if is_device_blocked(address.phones_by_device, entry.device):
        # The entry was stored before the phone was shut; only the answer was lost.
        previous_answer = find_previous_answer(access, entry)
        if previous_answer:
            return previous_answer
    refuse_blocked_device(address.phones_by_device, entry.device)
    return None


def _record_contact(address: OpenAddress, data: Mapping[str, Any], device: str) -> list[Phone]:
    """Record the contact with *device*. Return all phones at the table."""
    if not device:
        return get_phones_by_access_id([address.access_id])[address.access_id]
    waiting_text = str(data.get("waiting", ""))
    unsent_entries = 0
    # The page sends a small number. A longer text comes from elsewhere and isn't stored.
    if waiting_text.isdecimal() and len(waiting_text) < 4:
        unsent_entries = int(waiting_text)
    return record_phone_contact(
        address.access_id, device=device, side=read_phone_side(data), unsent_count=unsent_entries
    )


def _get_table_api(access: Access) -> TableApi:
    api = TABLE_PHONES_DESK.find_table_api(access.session.event)
    if api is None or access.table_no is None:
        raise Http404("You can’t enter results at this address.")
    return api


def _has_boards(access: Access) -> bool:
    return _get_table_api(access) is BOARDS_API


def _get_names_api(access: Access) -> PairsNames:
    if access.session.event.contest not in CONTESTS or access.table_no is None:
        raise Http404("You can’t enter names at this address.")
    return TABLE_NAMES


def _record_first_request(
    address: OpenAddress, data: Mapping[str, Any], device: str
) -> OpenAddress:
    """Return *address* with *device*, which is stored at its first request or with a new side."""
    side = read_phone_side(data)
    stored_phone = address.phones_by_device.get(device)
    is_recorded = stored_phone is not None and stored_phone["side"] == side
    if not device or is_recorded:
        return address
    stored_phones = store_phone(
        address.access_id, device=device, side=side, player_ids=_fetch_phone_players(address, side)
    )
    return replace(address, phones_by_device=stored_phones)


def _fetch_phone_players(address: OpenAddress, side: str) -> list[int]:
    """Return the primary keys of the players who sit on *side* now, as far as they are known."""
    seats = json.loads(_get_cached_state(address)[1]).get("seats", {})
    names = [seats.get(seat, "") for seat in SEATS_BY_SIDE.get(side, "")]
    key_by_name = fetch_player_ids_by_name(address.event_id, list(filter(None, names)))
    return [key_by_name[name] for name in names if name in key_by_name]


def _get_cached_state(address: OpenAddress) -> tuple[str, bytes]:
    """Return the version and the JSON of the table's state."""
    cache = caches["tables"]
    cache_key = f"state-{address.access_id}"
    cached = cache.get(cache_key)
    if cached:
        mark, until, version, body = cached
        # The state also changes with time, for example when a round ends.
        if mark == address.version_mark and (until is None or until > timezone.now()):
            return version, body
    access = fetch_access(address)
    shown_state = _get_table_api(access).read_state(access)
    version = sha256(json.dumps(shown_state.state, sort_keys=True).encode()).hexdigest()[:20]
    body = json.dumps({"version": version, **shown_state.state}).encode()
    cache.set(
        cache_key, (address.version_mark, shown_state.valid_until, version, body), STATE_SECONDS
    )
    return version, body
