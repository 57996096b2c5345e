"""Admit holders of a private address, and stop attempts to guess one."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from director.core.base.address import get_network
from director.core.base.sentences import DeskSentences
from director.core.night.links.read import AddressHolder, find_open_address, is_former_captain
from director.core.night.links.tries import count_try
from director.kinds import get_contest_kind

MAX_WRONG_ADDRESSES = 30
"""Wrong addresses that one network may try within ``WRONG_SECONDS``."""
WRONG_SECONDS = 600

View = Callable[..., HttpResponse]


def resolve_token(whose: AddressHolder) -> Callable[[View], View]:
    """Turn the token in a view's address into the open address (``address``) of a table or pair.

    A captain's address that was closed says so. Any other token is answered with 404, and with 429
    after too many.

    :raises KindLeftOutError: in the view, if the program was set up without the kind of the event
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def token_view(request: HttpRequest, token: str, **url_kwargs: Any) -> HttpResponse:
            address = find_open_address(token)
            if address and address.whose is whose:
                get_contest_kind(address.contest)
                return view(request, address=address, **url_kwargs)
            if whose is AddressHolder.CAPTAIN and is_former_captain(token):
                return _render_closed_address(request)
            return answer_wrong_address(request)

        # The secret token takes the place of a sign-in and of the CSRF token.
        return csrf_exempt(login_not_required(token_view))

    return decorate


def answer_wrong_address(request: HttpRequest) -> HttpResponse:
    """Answer a request whose address is wrong, expired or revoked, without saying which.

    Pages, whose addresses end with a slash, say one sentence; programs get the status alone.
    """
    key = f"wrong-{get_network(request.META.get('REMOTE_ADDR', ''))}"
    tries = count_try(key, WRONG_SECONDS)
    status = HTTPStatus.TOO_MANY_REQUESTS if tries > MAX_WRONG_ADDRESSES else HTTPStatus.NOT_FOUND
    if not request.path.endswith("/"):
        return HttpResponse(status=status, content_type="text/plain")
    if status is HTTPStatus.NOT_FOUND:
        sentence = DeskSentences.CODE_NOT_VALID
    else:
        sentence = DeskSentences.CODES_TRIED
    return _render_no_address(request, "This code no longer works", sentence.format(), status)


def _render_closed_address(request: HttpRequest) -> HttpResponse:
    """Say that a captain's address was closed. Whoever has it can't be guessing."""
    sentence = DeskSentences.CAPTAIN_LINK_CLOSED.format()
    return _render_no_address(request, "This link is closed", sentence, HTTPStatus.GONE)


def _render_no_address(
    request: HttpRequest, title: str, sentence: str, status: HTTPStatus
) -> HttpResponse:
    context = {"title": title, "sentence": sentence}
    return render(request, "core/phones/no_address.html", context, status=status)
