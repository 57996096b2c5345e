"""Requests with a private address, and attempts to guess one."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from director.core.base.address import get_network
from director.core.base.refusals import CODES_TRIED_TEXT
from director.core.night.links.finding import AddressHolder, find_open_address
from director.event_kinds import get_contest_kind

MAX_WRONG_ADDRESSES = 30
"""Wrong addresses that one network may try within ``WRONG_ADDRESS_SECONDS``."""
WRONG_ADDRESS_SECONDS = 600
View = Callable[..., HttpResponse]


def count_try(key: str, seconds: int) -> int:
    """Count one more try under *key*, and return the number of tries.

    The count ends *seconds* after the last try. Two tries at the same moment may count as one, which
    makes no difference to the limits.
    """
    cache = caches["tables"]
    try_count: int = cache.get(key, 0) + 1
    cache.set(key, try_count, seconds)
    return try_count


def get_try_count(key: str) -> int:
    """Return the number of tries under *key*."""
    try_count: int = caches["tables"].get(key, 0)
    return try_count


def resolve_token(holder: AddressHolder) -> Callable[[View], View]:
    """Turn the token in a view's address into the open address (``address``) of a table or pair.

    Any other token is answered with 404, and with 429 after too many.

    :raises EndedKindError: in the view, if this version no longer has the kind of the event
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def token_view(request: HttpRequest, token: str, **url_kwargs: Any) -> HttpResponse:
            address = find_open_address(token)
            if address and address.holder is holder:
                get_contest_kind(address.contest)
                return view(request, address=address, **url_kwargs)
            return refuse_wrong_address(request)

        # The secret token takes the place of a sign-in and of the CSRF token.
        return csrf_exempt(login_not_required(token_view))

    return decorate


def refuse_wrong_address(request: HttpRequest) -> HttpResponse:
    """Answer a request whose address is wrong, expired or revoked, without saying which.

    Pages, whose addresses end with a slash, say one sentence; programs get the status alone.
    """
    key = f"wrong-{get_network(request.META.get('REMOTE_ADDR', ''))}"
    try_count = count_try(key, WRONG_ADDRESS_SECONDS)
    status = (
        HTTPStatus.TOO_MANY_REQUESTS if try_count > MAX_WRONG_ADDRESSES else HTTPStatus.NOT_FOUND
    )
    if not request.path.endswith("/"):
        return HttpResponse(status=status, content_type="text/plain")
    if status is HTTPStatus.NOT_FOUND:
        message = (
            "This card or code is no longer valid, or its address was mistyped. Ask the director "
            "for a new one."
        )
    else:
        message = CODES_TRIED_TEXT
    return _render_no_address(request, "This code no longer works", message.format(), status)


def _render_no_address(
    request: HttpRequest, title: str, message: str, status: HTTPStatus
) -> HttpResponse:
    context = {"title": title, "message": message}
    return render(request, "core/phones/no_address.html", context, status=status)
