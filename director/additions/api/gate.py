"""What every request of the interface passes: its token, the gate, versions and paged lists.

The token is looked up, the requests of a token or network in a minute are limited, and pages of other
sites may read public answers.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from time import time
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from ninja.security import HttpBearer
from pydantic import BaseModel, Field

from director.additions.api.tokens import find_token, is_known_token
from director.core.base.address import get_network
from director.core.base.requests import make_refusal_response
from director.core.base.versions import (
    EventVersion,
    LruCache,
    PageVersion,
    PublicPagesVersion,
    fetch_event_version,
    fetch_public_pages_version,
    fetch_published_event_version,
)
from director.core.files.kind_parts import FiledKind
from director.core.night.links import MAX_WRONG_ADDRESSES, WRONG_ADDRESS_SECONDS, count_try
from director.core.night.page_cache import cache_by_version
from director.event_kinds import ask_kind
from director.models import ApiToken, Event, Session

_WRONG_TOKEN_ERROR = (
    "wrong-token",
    "This token {fault}. A director makes one at Club → Programs.",
)

# The token of a request, and what it allows.

TOKEN_SCHEME = "bearer"  # noqa: S105  no password


class ApiRequest(HttpRequest):
    """A request behind the gate, with the open *token* that it was sent with, if any."""

    token: ApiToken | None


class TokenSent(HttpBearer):
    """A token that a director made for this program at Club → Programs."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Return the token of *request*, which the gate has looked up."""
        return get_token(request)


def read_token_text(request: HttpRequest) -> str | None:
    """Return the text of the token in the header, or None without one.

    A server in front may use the header for a scheme of its own.
    """
    scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == TOKEN_SCHEME:
        return text.strip()
    return None


def get_token(request: HttpRequest) -> ApiToken | None:
    """Return the token that *request* was sent with, or None."""
    return getattr(request, "token", None)


def is_for_session(token: ApiToken | None, session_id: int, event_id: int) -> bool:
    """Return whether *token* is for the session, or for its whole event."""
    if token is None or token.event_id != event_id:
        return False
    return token.session_id in (None, session_id)


def can_read_results(request: HttpRequest, event_id: int) -> bool:
    """Return whether the token of *request* allows to read results that aren't published.

    With a token for one session, the address must ask for that session.
    """
    token = get_token(request)
    if token is None or token.event_id != event_id or token.right != ApiToken.Right.READ:
        return False
    if token.session is None:
        return True
    return request.GET.get("session") == str(token.session.number)


# Answers that are cached by the version of their content.
#
# An answer is named by the version of its event or club, as public pages are
# (``docs/decisions/kept-pages.md``). A program that has it gets 304 after one query.

MAX_CACHED_RESULTS = 4
"""Results cached per process. Those of 26 sections take about 10 MB."""
RESULTS_CACHE = LruCache[dict[str, Any]](MAX_CACHED_RESULTS)


View = Callable[..., HttpResponse]
FindVersion = Callable[[HttpRequest, dict[str, Any]], PageVersion | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenVersion(PageVersion):
    """The version of an answer that only the program with one token gets."""

    event_version: EventVersion
    token_id: int

    @property
    def name(self) -> str:
        """The version as text, for cache keys."""
        return f"token-{self.token_id}-{self.event_version.name}"


def find_club_version(
    _request: HttpRequest, _url_kwargs: dict[str, Any]
) -> PublicPagesVersion | None:
    """Return the version of everything that the club shows in public."""
    return fetch_public_pages_version()


def find_event_version(request: HttpRequest, url_kwargs: dict[str, Any]) -> EventVersion | None:
    """Return the version of the event in the address, or None if it may not be read."""
    event_id: int = url_kwargs["event_id"]
    if can_read_results(request, event_id):
        return fetch_event_version(event_id)
    return fetch_published_event_version(event_id)


def find_session_version(request: HttpRequest, url_kwargs: dict[str, Any]) -> EventVersion | None:
    """Return the version of the session in the address, or None if it may not be read."""
    session_id: int = url_kwargs["session_id"]
    event_id = Session.objects.filter(pk=session_id).values_list("event_id", flat=True).first()
    if event_id is None:
        return None
    if is_for_session(get_token(request), session_id, event_id):
        return fetch_event_version(event_id)
    return fetch_published_event_version(event_id)


def find_token_version(request: HttpRequest, url_kwargs: dict[str, Any]) -> PageVersion | None:
    """Return the version of the session in the address if the token is for it, else None."""
    token = get_token(request)
    if token is None or not is_for_session(token, url_kwargs["session_id"], token.event_id):
        return None
    version = fetch_event_version(token.event_id)
    if version is None or token.right == ApiToken.Right.READ:
        return version
    return TokenVersion(
        event_version=version,
        token_id=token.pk,
        corrections_until=version.corrections_until,
    )


def cache_view(view: View, find_version: FindVersion) -> View:
    """Return *view* with its answers cached by *find_version*."""
    return cache_by_version(find_version)(view)


def make_event_results(event: Event) -> dict[str, Any]:
    """Return the results of *event* in the shape of ``results.json``.

    They are made once per version, for all addresses that show a part of them.

    :raises ScoringError: if they can't be scored
    """
    # *is_final* is in the key because results become final by time, without a change of the event.
    # The record's own numbers are in it because the record may be older than the version: results
    # made from an old record aren't shown to readers of a newer one.
    return RESULTS_CACHE.get_or_make(
        lambda: fetch_event_version(event.pk),
        lambda: ask_kind(event, FiledKind).serialize_results(event),
        event.change_no,
        event.club.change_no,
        event.is_final,
    )


# Paged lists: the requested page, with links to the pages before and after.

T = TypeVar("T")
MAX_PAGE = 1_000_000
MAX_PAGE_SIZE = 100


class PageQuery(BaseModel):
    """The page of a list."""

    page: int = Field(1, ge=1, le=MAX_PAGE, description="The page, from 1 on.")
    page_size: int = Field(50, ge=1, le=MAX_PAGE_SIZE, description="Items on a page.")


class ListPage(BaseModel, Generic[T]):
    """A page of a list, with the addresses of the pages before and after it."""

    count: int = Field(description="Items on all pages.")
    page: int
    page_size: int
    previous: str | None = Field(description="The address of the page before, or null.")
    next: str | None = Field(description="The address of the page after, or null.")
    items: list[T]


def make_page(
    request: HttpRequest, query: PageQuery, items: Any, to_json: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the page of *items* that *query* asks for, each item converted by *to_json*.

    *items* is a list, or a QuerySet, which costs two queries. A page after the last one is empty.
    """
    paginator = Paginator(items, query.page_size)
    page_items: Iterable[Any] = ()
    if query.page <= paginator.num_pages:
        page_items = paginator.page(query.page)
    has_next = query.page < paginator.num_pages
    has_previous = 1 < query.page <= paginator.num_pages
    return {
        "count": paginator.count,
        "page": query.page,
        "page_size": query.page_size,
        "previous": _make_page_address(request, query.page - 1) if has_previous else None,
        "next": _make_page_address(request, query.page + 1) if has_next else None,
        "items": [to_json(item) for item in page_items],
    }


def _make_page_address(request: HttpRequest, page: int) -> str:
    params = {**request.GET.dict(), "page": page}
    return f"{request.path}?{urlencode(params)}"


MINUTE_SECONDS = 60
MAX_REQUESTS_PER_MINUTE = 3000
"""Requests of one token, or without a token of one network, in a minute.

A room of 80 tablets behind one router that ask every two seconds sends 2,400.
"""
READABLE_HEADERS = "ETag, Retry-After"
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def guard_view(view: View, methods: tuple[str, ...]) -> View:
    """Return *view* behind these checks. It accepts only *methods*, and HEAD with GET."""

    @wraps(view)
    def gate_view(request: ApiRequest, **url_kwargs: Any) -> HttpResponse:
        response = _respond(view, methods, request, url_kwargs)
        if "GET" in methods:
            _allow_other_sites(request, response)
        return response

    # No cookie counts here, so no other site can act in the name of a user.
    return csrf_exempt(login_not_required(gate_view))


def _respond(
    view: View, methods: tuple[str, ...], request: ApiRequest, url_kwargs: dict[str, Any]
) -> HttpResponse:
    allowed = [*methods, "OPTIONS"]
    if "GET" in methods:
        allowed.insert(1, "HEAD")
    if request.method == "OPTIONS":
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Allow": ", ".join(allowed)})
    if request.method not in allowed:
        answer = make_refusal_response(
            "method-not-allowed",
            "This address doesn’t take {method}. Use {allowed}.",
            HTTPStatus.METHOD_NOT_ALLOWED,
            method=str(request.method)[:20],
            allowed=" or ".join(methods),
        )
        answer.headers["Allow"] = ", ".join(allowed)
        return answer
    refusal = _set_token(request) or _find_rate_refusal(request)
    if refusal:
        return refusal
    if request.method != "HEAD":
        return view(request, **url_kwargs)
    # The middleware removes the body later, by the method that was sent.
    request.method = "GET"
    try:
        return view(request, **url_kwargs)
    finally:
        request.method = "HEAD"


def _set_token(request: ApiRequest) -> HttpResponse | None:
    """Look up the token of *request*. Return a refusal if it is wrong.

    Wrong tokens of one network have the same limit as wrong addresses of tables.
    """
    request.token = None
    text = read_token_text(request)
    if text is None:
        return None
    request.token = find_token(text)
    if request.token:
        return None
    if is_known_token(text):
        # A program that goes on with an ended token guesses nothing, so it is always told why.
        return _find_rate_refusal(request) or refuse_token(
            *_WRONG_TOKEN_ERROR, fault="has been revoked or has expired"
        )
    network = get_network(request.META.get("REMOTE_ADDR", ""))
    if count_try(f"wrong-token-{network}", WRONG_ADDRESS_SECONDS) > MAX_WRONG_ADDRESSES:
        return make_too_many_response(WRONG_ADDRESS_SECONDS)
    return refuse_token(*_WRONG_TOKEN_ERROR, fault="is wrong")


def refuse_token(code: str, text: str, /, **params: str) -> HttpResponse:
    """Return the answer to a request without a token that is valid here."""
    answer = make_refusal_response(code, text, HTTPStatus.UNAUTHORIZED, **params)
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _find_rate_refusal(request: ApiRequest) -> HttpResponse | None:
    seconds_now = time()
    # All phones of a room share one address, and visitors mustn't use up what its tablets need.
    if request.token:
        sender = f"token-{request.token.pk}"
    else:
        sender = get_network(request.META.get("REMOTE_ADDR", ""))
    # The minute is part of the key, because each try restarts the time of its count.
    try_count = count_try(f"api-{sender}-{int(seconds_now // MINUTE_SECONDS)}", MINUTE_SECONDS)
    if try_count <= MAX_REQUESTS_PER_MINUTE:
        return None
    return make_too_many_response(MINUTE_SECONDS - int(seconds_now % MINUTE_SECONDS))


def make_too_many_response(seconds: int) -> HttpResponse:
    """Return a 429 response with Retry-After *seconds*."""
    response = make_refusal_response(
        "too-many-requests",
        "Too many requests from this network. Try again in {seconds} seconds.",
        HTTPStatus.TOO_MANY_REQUESTS,
        seconds=seconds,
    )
    response.headers["Retry-After"] = str(seconds)
    return response


def _allow_other_sites(request: HttpRequest, response: HttpResponse) -> None:
    """Let pages of other sites read *response*, unless it was asked for with a token."""
    patch_vary_headers(response, ("Authorization",))
    if "Authorization" in request.headers:
        return
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = READABLE_HEADERS
    if request.method == "OPTIONS":
        for name, value in PREFLIGHT.items():
            response.headers[name] = value
