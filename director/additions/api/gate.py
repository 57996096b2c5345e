"""The checks before and after every request of the interface.

The token is looked up, the requests of a token or network in a minute are limited, and pages of other
sites may read public answers.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from time import time
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from director.additions.api.sentences import ApiSentences
from director.additions.api.tokens import ApiRequest, read_token_text
from director.core.base.address import get_network
from director.core.base.answers import make_refusal_response
from director.core.night.links import MAX_WRONG_ADDRESSES, WRONG_SECONDS, count_try
from director.core.night.tokens import find_token, was_token
from director.errors import Sentence

MINUTE = 60
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

View = Callable[..., HttpResponse]


def guard_view(view: View, methods: tuple[str, ...]) -> View:
    """Return *view* behind these checks. It accepts only *methods*, and HEAD with GET."""

    @wraps(view)
    def gate_view(request: ApiRequest, **url_kwargs: Any) -> HttpResponse:
        response = _answer_request(view, methods, request, url_kwargs)
        if "GET" in methods:
            _allow_other_sites(request, response)
        return response

    # No cookie counts here, so no other site can act in the name of a user.
    return csrf_exempt(login_not_required(gate_view))


def _answer_request(
    view: View, methods: tuple[str, ...], request: ApiRequest, url_kwargs: dict[str, Any]
) -> HttpResponse:
    allowed = [*methods, "OPTIONS"]
    if "GET" in methods:
        allowed.insert(1, "HEAD")
    if request.method == "OPTIONS":
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Allow": ", ".join(allowed)})
    if request.method not in allowed:
        answer = make_refusal_response(
            ApiSentences.API_METHOD,
            HTTPStatus.METHOD_NOT_ALLOWED,
            method=str(request.method)[:20],
            allowed=" or ".join(methods),
        )
        answer.headers["Allow"] = ", ".join(allowed)
        return answer
    refusal = _take_token(request) or _refuse_too_many(request)
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


def _take_token(request: ApiRequest) -> HttpResponse | None:
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
    if was_token(text):
        # A program that goes on with an ended token guesses nothing, so it is always told why.
        return _refuse_too_many(request) or refuse_token(
            ApiSentences.WRONG_TOKEN, fault=ApiSentences.TOKEN_ENDED.format()
        )
    network = get_network(request.META.get("REMOTE_ADDR", ""))
    if count_try(f"wrong-token-{network}", WRONG_SECONDS) > MAX_WRONG_ADDRESSES:
        return make_too_many_response(WRONG_SECONDS)
    return refuse_token(ApiSentences.WRONG_TOKEN, fault=ApiSentences.TOKEN_UNKNOWN.format())


def refuse_token(sentence: Sentence, **params: str) -> HttpResponse:
    """Return the answer to a request without a token that is valid here."""
    answer = make_refusal_response(sentence, HTTPStatus.UNAUTHORIZED, **params)
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _refuse_too_many(request: ApiRequest) -> HttpResponse | None:
    seconds_now = time()
    # All phones of a room share one address, and visitors mustn't use up what its tablets need.
    if request.token:
        sender = f"token-{request.token.pk}"
    else:
        sender = get_network(request.META.get("REMOTE_ADDR", ""))
    # The minute is part of the key, because each try restarts the time of its count.
    tries = count_try(f"api-{sender}-{int(seconds_now // MINUTE)}", MINUTE)
    if tries <= MAX_REQUESTS_PER_MINUTE:
        return None
    return make_too_many_response(MINUTE - int(seconds_now % MINUTE))


def make_too_many_response(seconds: int) -> HttpResponse:
    """Return a 429 response with Retry-After *seconds*."""
    response = make_refusal_response(
        ApiSentences.API_TOO_MANY, HTTPStatus.TOO_MANY_REQUESTS, seconds=seconds
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
