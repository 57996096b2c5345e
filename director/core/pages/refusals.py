"""Responses to requests that can't be taken: one sentence each.

Nothing here may read the body of the request without need: it may be what was wrong.
"""

import sys

from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.defaults import server_error

from director.core.base.gone import GoneError
from director.core.base.roles import MAY, SAFE, Role
from director.core.base.sentences import DeskSentences
from director.core.files.backups.storage_errors import Trouble, storage_trouble
from director.kinds import event_kinds

OLD_PAGE = "This page is older than your latest sign-in, or the browser blocks cookies, so nothing was saved."
SIGNED_OUT = "You are signed out, so nothing was saved."
SIGN_IN_THERE = "Sign in in another tab, then send it again: what you typed is still there."
NOT_HERE = "The address is wrong, or the results haven’t been published."
GO_BACK = "Go back one page, reload it and send it again."
_LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1_000_000
_UNREADABLE = (
    (
        RequestDataTooBig,
        f"You sent more than {_LARGEST} MB of text, so nothing was saved. Send it in smaller parts.",
    ),
    (
        TooManyFieldsSent,
        f"The form has more than {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS} fields, so nothing was saved. "
        "Send it in smaller parts.",
    ),
    (
        TooManyFilesSent,
        "Too many files were sent at once, so nothing was saved. Send one at a time.",
    ),
    (
        DisallowedHost,
        "Kalamazoo doesn’t answer at this address. Use a name in KALAMAZOO_HOSTS, or add this one.",
    ),
    (
        MultiPartParserError,
        "The form arrived damaged and can’t be read, so nothing was saved. Go back and send it again.",
    ),
)


_BACK = {
    "events": ("nights", "Back to Nights"),
    "people": ("people", "Back to People"),
    "club": ("club", "Back to Club"),
    "accounts": ("accounts", "Back to Accounts"),
}
"""Where somebody goes on from an address that is no page, by the first part of the address; the kinds have theirs."""


@never_cache
def csrf_failure(request: HttpRequest, **_why: object) -> HttpResponse:
    """Answer a form without a valid token, with its fields if it came from our page."""
    if _is_htmx(request):
        return _plain(f"{OLD_PAGE} {SIGN_IN_THERE}")
    ours = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    fields = sent_again(request) if ours else None
    context = {"sentence": OLD_PAGE, "fields": fields, "go_back": GO_BACK}
    return render(request, "core/refusals/old_page.html", context, status=403)


@never_cache
def signed_out(request: HttpRequest) -> HttpResponse:
    """Answer a form of somebody signed out, with its fields."""
    if _is_htmx(request):
        return _plain(f"{SIGNED_OUT} {SIGN_IN_THERE}")
    context = {"sentence": SIGNED_OUT, "fields": sent_again(request)}
    return render(request, "core/refusals/signed_out.html", context, status=403)


@never_cache
def beyond_role(request: HttpRequest, role: Role | None, needed: Role) -> HttpResponse:
    """Answer a request that needs a higher role."""
    role = role or Role.VIEWER
    if request.method in SAFE:
        sentence = DeskSentences.PAGE_BEYOND_ROLE
    else:
        sentence = DeskSentences.SENT_BEYOND_ROLE
    readers = "directors" if needed is Role.DIRECTOR else "scorers and directors"
    said = sentence.says(
        readers=readers, name=request.user.get_username(), role=role.label, may=MAY[role]
    )
    if _is_htmx(request):
        return _plain(said)
    return render(request, "core/refusals/beyond_role.html", {"sentence": said}, status=403)


@never_cache
def not_stored(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Answer a form that the disk or database refused, with its fields."""
    is_sent = request.method not in SAFE
    sentence = trouble.at_entry if is_sent else trouble.at_page
    if _is_htmx(request):
        return _plain(sentence, status=trouble.status)
    fields = sent_again(request) if is_sent else None
    context = {
        "sentence": sentence,
        "is_sent": is_sent,
        "fields": fields,
        "address": request.get_full_path(),
    }
    page = render_to_string(
        "core/refusals/not_stored.html", context | {"csrf_token": get_token(request)}
    )
    return HttpResponse(page, status=trouble.status)


def stumbled(request: HttpRequest) -> HttpResponse:
    """Answer what went wrong before any view was asked, or in one."""
    error = sys.exc_info()[1]
    trouble = storage_trouble(error) if error else None
    if trouble:
        return not_stored(request, trouble)
    return server_error(request)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer what cannot be read at all."""
    known = (sentence for kind, sentence in _UNREADABLE if isinstance(exception, kind))
    sentence = next(
        known,
        "What the browser sent can’t be read, so nothing was saved. Go back and send it again.",
    )
    return _unreadable(request, sentence)


def nul_sent(request: HttpRequest) -> HttpResponse:
    """Answer a text with a NUL, without repeating it."""
    return _unreadable(request, DeskSentences.NUL_SENT.says())


def nul_in_address(request: HttpRequest) -> HttpResponse:
    """Answer an address with a NUL, by which PostgreSQL cannot look anything up."""
    return _unreadable(request, DeskSentences.NUL_IN_ADDRESS.says())


def _unreadable(request: HttpRequest, sentence: str) -> HttpResponse:
    if _is_htmx(request):
        return _plain(sentence, status=400)
    return HttpResponse(render_to_string("400.html", {"sentence": sentence}), status=400)


def not_here(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an unknown address."""
    sentence = str(exception) if isinstance(exception, GoneError) else NOT_HERE
    if request.method not in ("GET", "HEAD"):
        sentence = f"Nothing was saved. {sentence}"
    if _is_htmx(request):
        return _plain(sentence, status=404)
    context = {"sentence": sentence, "user": getattr(request, "user", None)}
    return HttpResponse(render_to_string("404.html", context), status=404)


def only_sent(request: HttpRequest, *, allowed: str) -> HttpResponse:
    """Answer a GET of an address that only takes a POST."""
    match = request.resolver_match
    number = (match.kwargs if match else {}).get("session_id")
    room = request.path.split("/")[1]
    of_kinds = {
        begins: (view, words) for begins, view, words in (kind.back for kind in event_kinds())
    }
    view, words = (_BACK | of_kinds).get(room, ("tonight", "To tonight"))
    args = [number] if number else None
    back = reverse(view, args=args)
    response = render(request, "405.html", {"back": back, "back_words": words}, status=405)
    response["Allow"] = allowed
    return response


def sent_again(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return every posted field, or None if there was a file.

    The token is left out because it is the old one, and passwords because no page repeats them.
    """
    if request.FILES:
        return None
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]


def _is_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _plain(sentence: str, status: int = 403) -> HttpResponse:
    """Return the sentence as plain text for ``desk.js``."""
    return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=status)
